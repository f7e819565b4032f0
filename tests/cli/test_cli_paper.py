"""`kitgen paper` and `kitgen preview`: what they write, say and refuse."""

import json
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from kits import Kits, kits

from kitgen.cli import main

__all__ = ["kits"]


@pytest.fixture
def kit(kits: Kits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(kits.cache))
    folder = tmp_path / "Übung mit Leerzeichen"
    shutil.copytree(kits(size=6, players=2).folder, folder)
    return folder


def found(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_paper_is_written_again_in_another_language(
    kit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = found(kit)
    assert main(["paper", str(kit), "--lang", "de", "--booklet", "-j", "1", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed["language"], listed["paper"]) == ("de", "a4")
    names = {"rules-booklet", "rules-booklet-folded", "score-sheet", "manual"}
    made = {"paper/paper.json", *(f"paper/{name}.pdf" for name in names)}
    assert found(kit) - before == made
    (kit / "paper" / "mine.txt").write_text("mine")
    assert main(["paper", str(kit), "--paper", "letter", "-j", "1"]) == 0
    assert "rules-booklet.pdf: " in capsys.readouterr().out
    # The folded booklet was not asked for again; a file of the user's stays.
    left = made - {"paper/rules-booklet-folded.pdf"} | {"paper/mine.txt"}
    assert found(kit) - before == left


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--lang", "xx"], "--lang 'xx': must be one of en, de, fr"),
        (["--lang", ""], "--lang '': must be one of en, de, fr"),
        (["--lang", "de-AT"], "--lang 'de-AT': must be one of en, de, fr"),
        (["--paper", ""], "--paper : must be one of a4, letter"),
        (["--paper", "a3"], "--paper a3: must be one of a4, letter"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    kit: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    before = found(kit)
    assert main(["paper", str(kit), *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error
    assert found(kit) == before


@pytest.mark.parametrize("command", ["paper", "preview"])
def test_no_kit_is_refused(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(tmp_path)]) == 2
    assert "manifest.json" in capsys.readouterr().err


def test_a_preview_has_a_picture_of_everything(
    kit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preview", str(kit), "--lang", "fr", "-j", "1"]) == 0
    assert "preview.html" in capsys.readouterr().out
    listed = json.loads((kit / "pictures" / "pictures.json").read_text(encoding="utf-8"))
    manifest = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))
    paths = {entry["path"] for entry in listed["files"]}
    assert {f"pictures/parts/{part['name']}.png" for part in manifest["parts"]} <= paths
    assert {"preview.html", "pictures/whole-kit.png", "pictures/letters.png"} <= paths
    plates = [path for path in paths if path.startswith("pictures/plates/")]
    assert len(plates) == len(manifest["plates"])
    assert all(entry["alt"] for entry in listed["files"] if entry["path"].endswith(".png"))
    assert paths <= found(kit)


def test_a_damaged_part_is_named(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kit / "stl" / "tile-E.stl").write_bytes(b"solid nothing")
    assert main(["preview", str(kit), "-j", "1", "--no-cache"]) == 2
    error = capsys.readouterr().err
    assert error.count("kitgen: error:") == 1
    assert "tile-E.stl is damaged" in error
    assert not (kit / "preview.html").exists()
