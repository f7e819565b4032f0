"""Paper and pictures beside a kit: whose files they are, and what a cut or a rebuild leaves."""

import json
import os
from pathlib import Path

import pytest

from kitgen.carry import COMPANIONS, foreign_files, listed_files
from kitgen.companion_writing import settle, unsettled, write
from kitgen.companions import CompanionFile, Companions
from kitgen.errors import BuildError
from kitgen.export.manifest import sha256
from kitgen.output_folder import recover

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


class CutError(BaseException):
    """The process is killed here."""


def found(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


def cut_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Let nothing be renamed any more from the given time on, nor anything be removed."""
    done = 0

    def counted(name: str) -> None:
        whole = getattr(Path, name)

        def stopped(self: Path, *arguments: object, **named: object) -> object:
            nonlocal done
            done += 1
            if done > step:
                raise CutError
            return whole(self, *arguments, **named)

        monkeypatch.setattr(Path, name, stopped)

    for name in ("rename", "replace", "unlink"):
        counted(name)
    monkeypatch.setattr("kitgen.companion_writing.shutil.rmtree", lambda *_, **__: None)


@pytest.mark.parametrize("step", range(13))
def test_a_kill_leaves_the_old_or_the_new_once_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf", "paper/b.pdf", "paper/old.pdf"), folder)
    (folder / "paper/mine.txt").write_text("notes")
    (folder / "paper/c.pdf").write_text("mine too")
    before = found(folder)
    whole = kit(tmp_path / "whole")
    write(made("paper/a.pdf", "paper/b.pdf", "paper/c.pdf", text="newer"), whole)
    after = found(whole) | {"paper/mine.txt": "notes", "paper/c.kept.pdf": "mine too"}
    with monkeypatch.context() as patch:
        cut_at(patch, step)
        cut = False
        try:
            write(made("paper/a.pdf", "paper/b.pdf", "paper/c.pdf", text="newer"), folder)
        except CutError:
            cut = True
    # Four of before are set aside; with the fifth step everything is whole.
    assert cut is (step < 10), "other steps than were thought"
    # Every command that reads a kit's folder looks after it first.
    recover(folder)
    assert found(folder) == (before if step < 5 else after)
    assert not unsettled(folder)
    settle(folder)
    assert found(folder) == (before if step < 5 else after)


@pytest.mark.parametrize("step", range(1, 8))
def test_an_interrupt_leaves_no_mixture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf", "paper/b.pdf"), folder)
    before = found(folder)
    whole = Path.rename
    done = 0

    def interrupted(self: Path, target: Path) -> Path:
        nonlocal done
        done += 1
        if done == step:
            raise KeyboardInterrupt
        return whole(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(made("paper/a.pdf", "paper/b.pdf", text="newer"), folder)
    assert not unsettled(folder)
    if step <= 4:
        assert found(folder) == before
    else:
        pages = [text for path, text in found(folder).items() if path.endswith(".pdf")]
        assert [text.split()[0] for text in pages] == ["newer", "newer"]


def test_one_that_cannot_be_replaced_leaves_all_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a document is that is open on Windows, or one that was made immutable."""
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf", "paper/b.pdf"), folder)
    before = found(folder)
    whole = Path.rename

    def held(self: Path, target: Path) -> Path:
        if self == folder / "paper/b.pdf":
            raise PermissionError(13, "Permission denied", str(self))
        return whole(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", held)
        for _ in range(2):
            with pytest.raises(BuildError, match=r"paper.b\.pdf cannot be written: Permission"):
                write(made("paper/a.pdf", "paper/b.pdf", text="newer"), folder)
            assert found(folder) == before
            assert not unsettled(folder)
    write(made("paper/a.pdf", "paper/b.pdf", text="newer"), folder)
    assert found(folder)["paper/b.pdf"] == "newer paper/b.pdf"


@pytest.mark.parametrize("role", ["new", "whole"])
@pytest.mark.parametrize("kind", ["file", "link", "dangling link", "folder with a link"])
def test_what_somebody_put_where_files_are_prepared_leads_nowhere(
    tmp_path: Path, role: str, kind: str
) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf"), folder)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.txt").write_text("mine")
    place = folder / f".kitgen-paper-{role}"
    if kind == "file":
        place.write_text("in the way")
    elif kind == "folder with a link":
        place.mkdir()
        (place / "made").symlink_to(outside)
        (place / "before").symlink_to(outside)
    else:
        place.symlink_to(outside if kind == "link" else tmp_path / "nowhere")
    write(made("paper/a.pdf", text="newer"), folder)
    assert found(folder)["paper/a.pdf"] == "newer paper/a.pdf"
    assert not unsettled(folder)
    assert found(outside) == {"mine.txt": "mine"}
    assert "mine.txt" not in found(folder)


@pytest.mark.parametrize("kind", ["file", "link to a folder", "dangling link"])
def test_what_stands_where_the_folder_belongs_is_kept_beside_it(tmp_path: Path, kind: str) -> None:
    folder = kit(tmp_path / "kit")
    outside = tmp_path / "outside"
    if kind == "file":
        (folder / "paper").write_text("mine")
    else:
        (folder / "paper").symlink_to(outside)
    if kind == "link to a folder":
        outside.mkdir()
        (outside / "a.pdf").write_text("mine")
    write(made("paper/a.pdf"), folder)
    assert (folder / "paper/a.pdf").read_text() == "new paper/a.pdf"
    assert not (folder / "paper").is_symlink()
    assert (folder / "paper.kept").is_symlink() is (kind != "file")
    if kind == "file":
        assert (folder / "paper.kept").read_text() == "mine"
    if kind == "link to a folder":
        assert [path.name for path in outside.iterdir()] == ["a.pdf"]
        assert (outside / "a.pdf").read_text() == "mine"


def test_a_folder_of_the_users_with_the_name_of_a_file_is_kept(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    write(made("paper/a.pdf"), folder)
    (folder / "paper/a.pdf").unlink()
    (folder / "paper/a.pdf").mkdir()
    (folder / "paper/a.pdf/mine.txt").write_text("mine")
    write(made("paper/a.pdf", text="newer"), folder)
    assert (folder / "paper/a.pdf").read_text() == "newer paper/a.pdf"
    assert (folder / "paper/a.kept.pdf/mine.txt").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_place_of_a_list_is_not_waited_for(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    (folder / "paper").mkdir()
    os.mkfifo(folder / LIST)
    assert listed_files(folder) == {"manifest.json"}
    write(made("paper/a.pdf"), folder)
    assert (folder / "paper/paper.kept.json").is_fifo()
    (folder / "manifest.json").unlink()
    os.mkfifo(folder / "manifest.json")
    assert listed_files(folder) is None


def test_what_was_there_before_and_is_gone_is_named(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    assert write(made("paper/a.pdf", "paper/b.pdf"), folder) == ()
    assert write(made("paper/a.pdf"), folder) == ("paper/b.pdf",)


def test_a_planted_folder_replaces_nothing_of_the_kit(tmp_path: Path) -> None:
    folder = kit(tmp_path / "kit")
    before = found(folder)
    planted = folder / ".kitgen-paper-whole" / "made"
    for path in ("manifest.json", "stl/tile-A.stl", "preview.html", ".kitgen-paper-new/x"):
        (planted / path).parent.mkdir(parents=True, exist_ok=True)
        (planted / path).write_text("planted")
    settle(folder)
    assert found(folder) == before
    assert not unsettled(folder)
