"""A kit that was damaged or edited is refused in one line, whatever the cache knows of it."""

import copy
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import Kits

from kitgen.errors import UserError
from kitgen.export.manifest import sha256
from kitgen.export.manifest_file import ManifestFile
from kitgen.paper.making import make_paper
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.making import make_pictures
from kitgen.store import Store

Damage = Callable[[Path], None]


@pytest.fixture
def folder(kits: Kits, tmp_path: Path) -> Path:
    shutil.copytree(kits(size=6, players=2).folder, tmp_path / "kit")
    return tmp_path / "kit"


def replaced(path: Path) -> None:
    shutil.copyfile(path.with_name("tile-B.stl"), path)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-50])


def absent(path: Path) -> None:
    path.unlink()


def dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere.stl")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    "damage",
    [
        replaced,
        cut,
        absent,
        dangling,
        a_folder,
        pytest.param(
            a_pipe, marks=pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
        ),
    ],
)
def test_a_part_that_is_not_the_manifests_is_refused_with_a_warm_cache_too(
    kits: Kits, folder: Path, damage: Damage
) -> None:
    store = Store(kits.cache)
    whole = make_pictures(folder, store, jobs=1)
    make_paper(folder, store, jobs=1)
    damage(folder / "stl" / "tile-A.stl")
    for make in (make_pictures, make_paper):
        for kept in (store, Store(None)):
            with pytest.raises(UserError, match=r"tile-A\.stl (is damaged|cannot be read)") as said:
                make(folder, kept, jobs=1)
            assert "\n" not in str(said.value)
    # What was refused has left nothing behind for a good kit.
    again = make_pictures(kits(size=6, players=2).folder, store, jobs=1)
    assert again.list_bytes() == whole.list_bytes()


def test_a_mesh_is_read_of_the_manifests_file_alone(folder: Path) -> None:
    kit = PicturedKit.read(folder)
    replaced(folder / "stl" / "tile-A.stl")
    with pytest.raises(UserError, match="digest is not the one in manifest"):
        kit.mesh("tile-A")


def edited(folder: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "manifest.json"
    table = json.loads(path.read_bytes())
    edit(table)
    path.write_text(json.dumps(table))


@pytest.mark.parametrize(
    "name",
    [
        "../../../evil",
        ".",
        "..",
        ".hidden",
        "/elsewhere/evil",
        "a/b",
        "a\\b",
        "nul\0",
        "line\nbreak",
        "x" * 101,
        "",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    def rename(table: dict[str, Any]) -> None:
        text = json.dumps(table).replace('"tile-A"', json.dumps(name))
        table.clear()
        table.update(json.loads(text))

    edited(folder, rename)
    before = set(tmp_path.rglob("*"))
    for make in (make_pictures, make_paper):
        with pytest.raises(UserError, match=r"kit: manifest\.json .*parts\.\d+\.name") as said:
            make(folder, Store(None), jobs=1)
        assert "\n" not in str(said.value)
    assert set(tmp_path.rglob("*")) == before


def places(table: Any, below: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a value or a table stands in a profile; of lists only the whole."""
    if below:
        yield below
    if isinstance(table, dict):
        for key in table:
            yield from places(table[key], (*below, key))


JUNK: tuple[Any, ...] = (None, {}, [], "x", -7, 1e9, float("nan"), "/etc/passwd", True)


def changes(profile: dict[str, Any]) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
    """Where, what instead, and the profile: each value is taken out, and replaced by junk."""
    spots = list(places({key: value for key, value in profile.items() if key != "tiles"}))
    for number, (*above, last) in enumerate([*spots, ("tiles",), ("tiles", "A")]):
        for junk in (..., JUNK[number % len(JUNK)]):
            edited = copy.deepcopy(profile)
            inner = edited
            for step in above:
                inner = inner[step]
            if junk is ...:
                del inner[last]
            else:
                inner[last] = junk
            yield (*above, last), junk, edited


def test_an_edited_profile_is_refused_in_one_line_or_has_paper(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kitgen.paper.booklet import booklet_data
    from kitgen.paper.manual import manual_data
    from kitgen.paper.score_sheet import score_sheet_data
    from kitgen.pictures.page.preview import preview_page
    from kitgen.pictures.scenes import mid_game

    kit = PicturedKit.read(folder)
    monkeypatch.setattr(mid_game, "mid_game", lambda *_: None)
    refused: list[tuple[Any, Any, str]] = []
    made = 0
    for spot, junk, profile in changes(kit.manifest.profile):
        manifest = kit.manifest.model_copy(update={"profile": profile})
        other = PicturedKit(folder, manifest, kit.manifest_sha256, kit._meshes)
        try:
            for tell in (booklet_data, score_sheet_data, manual_data, preview_page):
                tell(other, "en")
            made += 1
        except UserError as error:
            refused.append((spot, junk, str(error)))
    assert [one for one in refused if "\n" in one[2] or "manifest.json" not in one[2]] == []
    assert len(refused) > 40
    assert made > 40


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"format": "kitgen-manifest"}',
        b'{"format": "kitgen-manifest", "profile": {}, "parts": []}',
        b'{"format": "other", "profile": {"game": {"language": "en"}, "print": {}}, "parts": []}',
        b"[" * 5000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_manifest_is_refused_with_its_place(folder: Path, text: bytes) -> None:
    (folder / "manifest.json").write_bytes(text)
    for make in (make_pictures, make_paper):
        with pytest.raises(UserError, match=r"kit.manifest\.json is no manifest of a kit"):
            make(folder, Store(None), jobs=1)


def test_a_font_that_was_a_file_is_taken_by_its_digest(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The manifest has its name alone: what else is called so is another font."""
    font, other = tmp_path / "fonts" / "x.ttf", tmp_path / "elsewhere" / "x.ttf"
    for path, data in ((font, b"the font"), (other, b"another font")):
        path.parent.mkdir()
        path.write_bytes(data)
    kit = PicturedKit.read(folder)
    assert kit.letter_font == kit.printed.font
    profile = kit.manifest.profile
    parts = tuple(
        part.model_copy(
            update={"letter": part.letter.model_copy(update={"font_sha256": sha256(b"the font")})}
        )
        if part.letter
        else part
        for part in kit.manifest.parts
    )
    named = {**profile, "print": {**profile["print"], "font": "x.ttf"}}
    manifest = kit.manifest.model_copy(update={"parts": parts, "profile": named})

    def found(font_path: Path | None = None) -> str:
        return PicturedKit(folder, manifest, kit.manifest_sha256, font_path=font_path).letter_font

    monkeypatch.chdir(tmp_path)
    assert found() == ""
    assert found(font) == str(font)
    assert found(other) == ""
    monkeypatch.chdir(other.parent)
    assert found() == ""
    monkeypatch.chdir(font.parent)
    assert found() == "x.ttf"


def test_paper_takes_no_font_but_the_kits(folder: Path, tmp_path: Path) -> None:
    font = tmp_path / "x.ttf"
    font.write_bytes(b"another font")
    with pytest.raises(UserError, match=r"x\.ttf is not the one that .*kit is lettered with"):
        make_paper(folder, Store(None), font_path=font, jobs=1)
    with pytest.raises(UserError, match="cannot be read"):
        make_paper(folder, Store(None), font_path=tmp_path, jobs=1)

    def lettered(manifest: dict[str, Any]) -> None:
        for part in manifest["parts"]:
            if part["letter"]:
                part["letter"]["font_sha256"] = sha256(b"another font")

    edited(folder, lettered)
    ManifestFile.read(folder).require_font(font)
