"""Paper and pictures beside a kit: whose files they are, and what a cut or a rebuild leaves."""

import json
from pathlib import Path

import pytest

from kitgen.carry import COMPANIONS, foreign_files, listed_files
from kitgen.companions import CompanionFile, Companions, write
from kitgen.errors import BuildError
from kitgen.export.manifest import sha256

LIST = "paper/paper.json"


def kit(folder: Path) -> Path:
    folder.mkdir()
    manifest = {"format": "kitgen-manifest", "parts": [], "files": []}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def made(*paths: str, text: str = "new") -> Companions:
    files = [CompanionFile(path, f"{text} {path}".encode(), {"pages": 2}) for path in paths]
    return Companions(LIST, "0" * 64, files, {"language": "de"})


def test_the_list_names_each_file_with_its_digest_and_the_kit(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf"), folder)
    listed = json.loads((folder / LIST).read_text())
    assert listed["format"] == COMPANIONS[LIST]
    assert (listed["manifest_sha256"], listed["language"]) == ("0" * 64, "de")
    (entry,) = listed["files"]
    data = (folder / "paper/a.pdf").read_bytes()
    assert entry == {"path": "paper/a.pdf", "sha256": sha256(data), "pages": 2}


def test_they_are_kitgens_and_the_users_files_beside_them_are_not(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf"), folder)
    (folder / "paper/mine.txt").write_text("notes")
    listed = listed_files(folder)
    assert listed == {"manifest.json", LIST, "paper/a.pdf"}
    assert list(foreign_files(folder, listed)) == ["paper/mine.txt"]


def test_what_is_no_longer_made_goes_and_nothing_else(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf", "paper/small/b.pdf"), folder)
    (folder / "paper/mine.pdf").write_text("mine")
    write(made("paper/a.pdf", text="newer"), folder)
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert found == {"manifest.json", LIST, "paper/a.pdf", "paper/mine.pdf"}
    assert (folder / "paper/a.pdf").read_text() == "newer paper/a.pdf"
    assert not (folder / "paper/small").exists()


def test_a_users_file_of_the_same_name_is_kept(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    (folder / "paper").mkdir()
    (folder / "paper/a.pdf").write_text("mine")
    (folder / LIST).write_text('{"format": "shopping"}')
    write(made("paper/a.pdf"), folder)
    assert (folder / "paper/a.kept.pdf").read_text() == "mine"
    assert (folder / "paper/paper.kept.json").read_text() == '{"format": "shopping"}'
    assert (folder / "paper/a.pdf").read_text() == "new paper/a.pdf"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "kitgen-paper"}', "[" * 9000])
def test_a_list_that_cannot_be_read_owns_nothing(tmp_path: Path, text: str) -> None:
    folder = kit(tmp_path / "kit")
    (folder / "paper").mkdir()
    (folder / "paper/a.pdf").write_text("whose?")
    (folder / LIST).write_text(text)
    assert listed_files(folder) == {"manifest.json"}


@pytest.mark.parametrize("path", ["../outside.txt", "/outside.txt", "paper/../../outside.txt"])
def test_a_list_that_leads_out_of_the_folder_removes_nothing(tmp_path: Path, path: str) -> None:
    folder = kit(tmp_path / "kit")
    outside = tmp_path / "outside.txt"
    outside.write_text("keep")
    (folder / "paper").mkdir()
    entries = [{"path": path}]
    (folder / LIST).write_text(json.dumps({"format": COMPANIONS[LIST], "files": entries}))
    write(made("paper/a.pdf"), folder)
    assert outside.read_text() == "keep"


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf", "paper/b.pdf"), folder)
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    whole = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if "b.pdf" in self.name:
            whole(self, data[:3])
            raise OSError(28, "No space left on device")
        return whole(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BuildError, match="No space left"):
        write(made("paper/a.pdf", "paper/b.pdf", text="newer"), folder)
    monkeypatch.undo()
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
