"""A kit's folder is either the earlier kit or the new one, and the user's files are never lost."""

import contextlib
import errno
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kitgen.errors import BuildError, UserError
from kitgen.output_folder import checked, recover, replacing

HERE = Path(__file__).parent

FOREIGN = {
    "notes.txt": "mine",
    "stl/tile-E.gcode": "sliced",
    "prints/2024/bed.gcode": "deep",
    "stl/tile-Ł.stl": "own",
}


def write_kit(folder: Path, version: str, names: tuple[str, ...] = ("E", "Q")) -> None:
    """Write a small kit whose every file holds its version."""
    files = [f"stl/tile-{name}.stl" for name in names]
    for path in [*files, "bom.csv"]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(version)
    manifest = {
        "format": "kitgen-manifest",
        "version": version,
        "parts": [{"file": path} for path in files],
        "files": [{"path": "bom.csv"}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))


def build(target: Path, version: str, names: tuple[str, ...] = ("E", "Q"), **how) -> None:
    with replacing(target, **how) as folder:
        write_kit(folder, version, names)


def add_foreign(target: Path) -> None:
    for path, text in FOREIGN.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text)


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def kit(version: str, names: tuple[str, ...] = ("E", "Q")) -> dict[str, str]:
    return {"bom.csv": version} | {f"stl/tile-{name}.stl": version for name in names}


def nothing_beside(target: Path) -> bool:
    return [path.name for path in target.parent.iterdir()] == [target.name]


@pytest.fixture
def target(tmp_path) -> Path:
    """A name with blanks and letters beyond ASCII, in a folder that does not exist yet."""
    return tmp_path / "Meine Spiele" / "Wörter 10"


def test_a_first_build_makes_the_folder_and_nothing_else(target):
    build(target, "one")
    assert contents(target) == kit("one")
    assert nothing_beside(target)


def test_a_second_build_replaces_what_was_listed_and_carries_the_rest(target):
    build(target, "one", ("E", "Q", "gone"))
    add_foreign(target)
    (target / "link").symlink_to("notes.txt")
    (target / "empty").mkdir()
    inode = (target / "prints/2024/bed.gcode").stat().st_ino
    build(target, "two")
    assert contents(target) == kit("two") | FOREIGN | {"link": "mine"}
    assert (target / "link").readlink() == Path("notes.txt")
    assert (target / "empty").is_dir()
    assert (target / "prints/2024/bed.gcode").stat().st_ino == inode  # moved, not copied
    assert nothing_beside(target)


def test_carrying_works_where_there_are_no_hard_links(target, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    build(target, "one")
    add_foreign(target)
    build(target, "two")
    assert contents(target) == kit("two") | FOREIGN
    assert nothing_beside(target)


def test_a_folder_that_the_kit_no_longer_needs_goes(target):
    with replacing(target) as folder:
        write_kit(folder, "one")
        (folder / "step").mkdir()
        (folder / "step" / "a.step").write_text("x")
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["files"].append({"path": "step/a.step"})
        (folder / "manifest.json").write_text(json.dumps(manifest))
    build(target, "two")
    assert not (target / "step").exists()


def test_a_users_file_that_has_the_name_of_a_new_one_is_kept_under_another(target):
    build(target, "one")
    (target / "stl" / "tile-Z.stl").write_text("mine")
    (target / "stl" / "tile-Z.kept.stl").write_text("mine too")
    build(target, "two", ("E", "Q", "Z"))
    assert contents(target) == kit("two", ("E", "Q", "Z")) | {
        "stl/tile-Z.kept.stl": "mine",
        "stl/tile-Z.kept-2.stl": "mine too",
    } or contents(target) == kit("two", ("E", "Q", "Z")) | {
        "stl/tile-Z.kept-2.stl": "mine",
        "stl/tile-Z.kept.stl": "mine too",
    }
    build(target, "three", ("E", "Q", "Z"))
    assert sorted(contents(target).values()) == ["mine", "mine too"] + ["three"] * 4


def test_a_users_file_where_the_kit_has_a_folder_and_the_other_way_round(target):
    target.mkdir(parents=True)
    (target / "stl").write_text("a file")
    (target / "bom.csv").mkdir()
    (target / "bom.csv" / "x").write_text("in a folder")
    build(target, "one", force=True)
    assert contents(target) == kit("one") | {"stl.kept": "a file", "bom.kept.csv/x": "in a folder"}


def test_a_linked_folder_is_carried_as_a_link_and_what_it_leads_to_is_left_alone(target, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "tile-E.stl").write_text("outside")
    build(target, "one")
    for path in (target / "stl").iterdir():
        path.unlink()
    (target / "stl").rmdir()
    (target / "stl").symlink_to(elsewhere)
    build(target, "two")
    assert (elsewhere / "tile-E.stl").read_text() == "outside"
    assert (target / "stl.kept").is_symlink()
    assert (target / "stl" / "tile-E.stl").read_text() == "two"


def test_a_manifest_that_lists_files_outside_takes_none_of_them(target, tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    build(target, "one")
    manifest = json.loads((target / "manifest.json").read_text())
    manifest["files"] += [{"path": "../../outside.txt"}, {"path": str(outside)}, {"path": 3}]
    (target / "manifest.json").write_text(json.dumps(manifest))
    build(target, "two")
    assert outside.read_text() == "mine"


def test_an_empty_folder_is_taken(target):
    target.mkdir(parents=True)
    build(target, "one")
    assert contents(target) == kit("one")


@pytest.mark.parametrize(
    "manifest", [None, "{}", "[]", "{", '{"format": "web-manifest", "parts": [], "files": []}']
)
def test_a_folder_that_is_not_kitgens_is_left_alone_without_force(target, manifest):
    target.mkdir(parents=True)
    (target / "thesis.txt").write_text("years of work")
    if manifest is not None:
        (target / "manifest.json").write_text(manifest)
    before = sorted(target.iterdir())
    with pytest.raises(UserError, match=r"and no kit of kitgen's; give another folder, or --force"):
        build(target, "one")
    assert sorted(target.iterdir()) == before
    assert nothing_beside(target)

    build(target, "one", force=True)
    assert contents(target).items() >= (kit("one") | {"thesis.txt": "years of work"}).items()
    if manifest is not None:
        assert (target / "manifest.kept.json").read_text() == manifest
    assert nothing_beside(target)


def refused(target: Path, message: str) -> None:
    with pytest.raises(UserError, match=message) as refusal:
        build(target, "one", force=True)
    assert "\n" not in str(refusal.value)
    assert refusal.value.exit_code == 2


def test_targets_that_cannot_be_a_kits_folder(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    (tmp_path / "broken").symlink_to("nowhere")
    home = tmp_path / "people" / "me"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    here = tmp_path / "work" / "inner"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    before = sorted(tmp_path.rglob("*"))
    refused(tmp_path / "file", "is a file; allowed is")
    refused(tmp_path / "file" / "kit", "cannot be")
    refused(tmp_path / "link", "is a link")
    refused(tmp_path / "broken", "is a link")
    refused(Path(), "is the current folder or holds it")
    refused(Path(".."), "is the current folder or holds it")
    refused(home, "is the home folder or holds it")
    refused(home.parent, "is the home folder or holds it")
    refused(Path("/"), "is the current folder or holds it")
    refused(tmp_path / ("x" * 300), "File name too long")
    refused(tmp_path / "a\0b", "that no path can hold")
    refused(Path("/proc/kitgen/kit"), "cannot be written")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind root"
)
def test_a_parent_that_may_not_be_written(tmp_path):
    (tmp_path / "shut").mkdir(mode=0o555)
    refused(tmp_path / "shut" / "kit", "Permission denied")


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
def test_a_parent_that_the_system_refuses(tmp_path, monkeypatch, code):
    def refuse(*_args, **_kwargs):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "mkdir", refuse)
    refused(tmp_path / "new" / "kit", os.strerror(code))
    assert list(tmp_path.iterdir()) == []


def build_that_fails(target: Path, failure: BaseException) -> None:
    with replacing(target) as folder:
        write_kit(folder, "two")
        raise failure


@pytest.mark.parametrize("failure", [ValueError("x"), KeyboardInterrupt(), BuildError("y")])
def test_a_build_that_fails_leaves_the_earlier_kit(target, failure):
    build(target, "one")
    add_foreign(target)
    with pytest.raises(type(failure)):
        build_that_fails(target, failure)
    assert contents(target) == kit("one") | FOREIGN
    assert nothing_beside(target)


def test_a_first_build_that_fails_leaves_nothing(target, tmp_path):
    with pytest.raises(BuildError, match="no"):
        build_that_fails(target, BuildError("no"))
    assert list(tmp_path.iterdir()) == []


def test_a_kit_without_a_manifest_does_not_replace_one(target):
    build(target, "one")
    with pytest.raises(BuildError, match=r"the new kit has no manifest\.json"), replacing(target):
        pass
    assert contents(target) == kit("one")


def test_an_error_that_is_not_about_the_kit_passes_unchanged(target):
    with pytest.raises(FileNotFoundError, match=r"font\.ttf"), replacing(target):
        Path("font.ttf").read_bytes()


def build_onto_a_full_disk(target: Path) -> None:
    with replacing(target) as folder:
        write_kit(folder, "two")
        with Path("/dev/full").open("w") as full:
            full.write("x" * 100_000)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_is_full_is_said_in_one_line(target):
    build(target, "one")
    with pytest.raises(BuildError, match=r"not be written, the disk is full: No space left"):
        build_onto_a_full_disk(target)
    assert contents(target) == kit("one")
    assert nothing_beside(target)


@pytest.mark.parametrize("call", ["fsync", "rename", "unlink", "rmdir"])
def test_a_system_call_that_fails_during_the_swap_loses_nothing(target, monkeypatch, call):
    """Each kind of call fails once, at its n-th use; the next build mends what is left."""
    for nth in range(1, 40):
        build(target, "one")
        add_foreign(target)
        calls = 0
        real = getattr(os, call)

        def failing(*args, real=real, nth=nth, **kwargs):
            nonlocal calls
            calls += 1
            if calls == nth:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *args[:1])
            return real(*args, **kwargs)

        with monkeypatch.context() as patch:
            patch.setattr(os, call, failing)
            # Some failures are of no account: a lock file stays, a folder cannot be synced.
            with contextlib.suppress(BuildError):
                build(target, "two")
        recover(target)
        assert contents(target) in (kit("one") | FOREIGN, kit("two") | FOREIGN)
        assert nothing_beside(target)
        if calls < nth:
            return
    raise AssertionError("the call is made without end")


def test_a_second_rename_that_fails_puts_the_earlier_kit_back_at_once(target, monkeypatch):
    build(target, "one")
    add_foreign(target)
    real = os.rename

    def failing(source, *args, **kwargs):
        if str(source).endswith("kitgen-new"):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(source))
        return real(source, *args, **kwargs)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(BuildError, match="could not be written: Device or resource busy"):
        build(target, "two")
    assert contents(target) == kit("one") | FOREIGN
    assert nothing_beside(target)


@pytest.mark.parametrize("earlier", [False, True], ids=["first", "second"])
def test_every_file_of_the_new_kit_is_on_the_disk_before_anything_is_renamed(
    target, monkeypatch, earlier
):
    """Else a power cut after the swap leaves the names of a kit and nothing in them."""
    if earlier:
        build(target, "one")
        add_foreign(target)
    synced, unsynced = set(), []
    fsync, rename = os.fsync, os.rename

    def syncing(descriptor):
        fsync(descriptor)
        synced.add(os.fstat(descriptor).st_ino)

    def renaming(source, goal):
        new = target.with_name(f".{target.name}.kitgen-new")
        own = [new / "manifest.json", *(new / path for path in kit("two"))]
        unsynced.append([path.name for path in own if path.stat().st_ino not in synced])
        monkeypatch.undo()  # only the first tells
        rename(source, goal)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "rename", renaming)
    build(target, "two")
    assert unsynced == [[]]


CALLS = ("rename", "replace", "unlink", "link", "mkdir", "rmdir", "fsync", "open")


def build_and_be_killed(target: Path, stop: int, links: bool) -> int:
    """Build in a child that is killed before its n-th system call; give the child's status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    calls = itertools.count(1)

    def counting(real):
        def call(*args, **kwargs):
            if next(calls) == stop:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **kwargs)

        return call

    def refuse(*_args, **_kwargs):
        raise OSError(errno.EPERM, "no links here")

    try:
        if not links:
            os.link = refuse
        for name in CALLS:
            setattr(os, name, counting(getattr(os, name)))
        build(target, "two", ("E", "Z"))
        os._exit(0)
    finally:
        os._exit(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("links", [True, False])
def test_a_kill_at_any_point_leaves_one_kit_whole(target, links):
    """A child is killed before each of its calls that change a folder, one after the other."""
    earlier, later = kit("one") | FOREIGN, kit("two", ("E", "Z")) | FOREIGN
    seen = set()
    for stop in range(1, 400):
        build(target, "one")
        add_foreign(target)
        status = build_and_be_killed(target, stop, links)
        if status == 0:
            break
        assert status == -9
        old = target.with_name(f".{target.name}.kitgen-old")
        moved = old.exists()
        whole = contents(target if target.exists() else old).items()
        # With hard links the user's files are in either kit at every moment.
        least = later if links else kit("two", ("E", "Z"))
        assert whole >= earlier.items() or whole >= least.items()
        recover(target)
        after = contents(target)
        assert after in (earlier, later), stop
        assert nothing_beside(target), stop
        seen.add((moved, after["bom.csv"]))
        shutil.rmtree(target)
    else:
        raise AssertionError("the child never ends")
    assert contents(target) == later
    assert seen == {(False, "one"), (True, "two"), (False, "two")}


def test_a_cut_between_the_renames_is_finished(target):
    build(target, "one")
    add_foreign(target)
    target.rename(target.with_name(f".{target.name}.kitgen-old"))
    new = target.with_name(f".{target.name}.kitgen-new")
    new.mkdir()
    write_kit(new, "two")
    recover(target)
    assert contents(target) == kit("two") | FOREIGN
    assert nothing_beside(target)


@pytest.mark.parametrize("broken", ["stl/tile-E.stl", "manifest.json", None])
def test_a_cut_between_the_renames_is_undone_where_the_new_kit_is_not_whole(target, broken):
    build(target, "one")
    add_foreign(target)
    target.rename(target.with_name(f".{target.name}.kitgen-old"))
    if broken:
        new = target.with_name(f".{target.name}.kitgen-new")
        new.mkdir()
        write_kit(new, "two")
        (new / broken).unlink()
    recover(target)
    assert contents(target) == kit("one") | FOREIGN
    assert nothing_beside(target)


def test_a_folder_made_by_someone_else_between_the_renames_is_kept(target):
    build(target, "one")
    target.rename(target.with_name(f".{target.name}.kitgen-old"))
    target.mkdir()
    (target / "fresh.gcode").write_text("sliced meanwhile")
    recover(target)
    assert contents(target) == kit("one") | {"fresh.gcode": "sliced meanwhile"}
    assert nothing_beside(target)


def test_the_next_build_recovers_by_itself(target):
    build(target, "one")
    add_foreign(target)
    target.rename(target.with_name(f".{target.name}.kitgen-old"))
    build(target, "three")
    assert contents(target) == kit("three") | FOREIGN
    assert nothing_beside(target)


def test_recovering_where_nothing_was_cut_changes_nothing(target, tmp_path):
    recover(target)
    assert list(tmp_path.iterdir()) == []
    build(target, "one")
    recover(target)
    assert contents(target) == kit("one")


WAITING = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import test_output_folder as own
with own.replacing(Path(sys.argv[1])) as folder:
    own.write_kit(folder, "child")
    print("inside", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def waiting(target):
    """A build in another process that has begun and waits for a line."""
    child = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(target), str(HERE)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout.readline() == "inside\n"
    yield child
    child.kill()
    child.communicate()


def test_a_second_build_is_refused_while_the_first_runs(target, waiting):
    with pytest.raises(BuildError, match=r"another kitgen is writing .*; wait until it ends"):
        build(target, "second")
    recover(target)  # leaves the running build alone
    waiting.communicate("\n")
    assert waiting.returncode == 0
    assert contents(target) == kit("child")
    assert nothing_beside(target)


def test_two_spellings_of_one_folder_share_the_lock(target, waiting):
    assert waiting.poll() is None
    (target.parent / "detour").mkdir()
    (target.parent.parent / "link").symlink_to(target.parent)
    for spelling in (
        target.parent / "detour" / ".." / target.name,
        target.parent.parent / "link" / target.name,
    ):
        with pytest.raises(BuildError, match="another kitgen is writing"):
            build(spelling, "second")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_build_holds_no_lock(target, waiting):
    waiting.kill()
    waiting.wait()
    build(target, "second")
    assert contents(target) == kit("second")
    assert nothing_beside(target)


@pytest.mark.parametrize("role", ["new", "old", "lock"])
def test_names_that_kitgen_uses_beside_a_kit_are_refused(tmp_path: Path, role: str) -> None:
    with pytest.raises(UserError, match="kitgen's own"):
        checked(tmp_path / f".kit.kitgen-{role}")


@pytest.mark.parametrize("role", ["new", "old"])
def test_a_link_in_the_way_is_refused_and_nothing_behind_it_moves(
    tmp_path: Path, role: str
) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "mine.txt").write_text("mine")
    (tmp_path / f".kit.kitgen-{role}").symlink_to(real)
    with pytest.raises(UserError, match="in the way"), replacing(tmp_path / "kit"):
        pass
    assert (real / "mine.txt").read_text() == "mine"
    assert not (tmp_path / "kit").exists()
