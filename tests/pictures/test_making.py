"""Pictures that are kept serve until something that they show has changed."""

import json
import shutil
from pathlib import Path

import pytest
from kits import Kits
from wordstack.lexicon.shipped import DEFAULT_BY_LANGUAGE

from kitgen.export.manifest_file import ManifestFile
from kitgen.pictures import making, position
from kitgen.pictures.making import make_pictures
from kitgen.pictures.position import words_digest
from kitgen.store import Store


@pytest.fixture
def folder(kits: Kits, tmp_path: Path) -> Path:
    shutil.copytree(kits(size=6, players=2).folder, tmp_path / "kit")
    return tmp_path / "kit"


def with_game(folder: Path, **values: str) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["profile"]["game"] |= values
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_other_words_are_another_game_to_draw(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = []
    monkeypatch.setattr(making, "_made", lambda *_: (times.append(1) or [], "vtk"))
    words = tmp_path / "words.txt"
    with_game(folder, lexicon=str(words))
    store = Store(tmp_path / "cache")
    make_pictures(folder, store)
    words.write_text("tea\nate\neat\n")
    for _ in range(2):
        make_pictures(folder, store)
    assert len(times) == 2
    words.write_text("tea\nate\n")
    make_pictures(folder, store)
    assert len(times) == 3


def test_words_that_come_with_the_package_are_known_without_loading_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {position._SHIPPED} == DEFAULT_BY_LANGUAGE.keys()
    monkeypatch.setattr(position, "_words", lambda _: pytest.fail("words were loaded"))
    assert words_digest(ManifestFile.read(folder)) == "shipped"


def test_rules_that_are_none_can_be_pictured(folder: Path) -> None:
    with_game(folder, lexicon="english", language="??")
    assert words_digest(ManifestFile.read(folder)) in ("no rules", "no words")
