"""A build that is killed, interrupted, crowded out or out of space leaves the earlier kit whole."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from programs import Running, programs, says

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and mounts of POSIX")

OTHER = ("--size", "6", "--set", "print.pitch=22", "--no-cache", "--jobs", "2", "--no-validate")
"""A kit all of whose parts differ from the earlier one's and have to be built."""
WITHIN_S = 300
"""Far more than anything takes; only what hangs is ended by it."""
HELD = """
import importlib, sys, time
from pathlib import Path
from kitgen.cli import main

replacing = importlib.import_module("kitgen.output_folder.replacing")
swap = replacing.swap

def held(*folders):
    while not Path({!r}).exists():
        time.sleep(0.02)
    swap(*folders)

replacing.swap = held
sys.exit(main())
"""
"""kitgen, which puts a kit in its place only when it may: on a machine however slow, what is done
to a build is done before its end."""


@pytest.fixture
def target(tmp_path, kit6) -> Path:
    """An earlier kit, with files of the user's in it."""
    folder = tmp_path / "Meine Spiele" / "Wörter 6"
    shutil.copytree(kit6.folder, folder)
    (folder / "stl/tile-E.gcode").write_text("sliced")
    (folder / "notes.txt").write_text("mine")
    return folder


@pytest.fixture
def may_end(tmp_path) -> Path:
    """Once this file exists, builds that were started may end."""
    return tmp_path / "may end"


@pytest.fixture
def started(cache, tmp_path, may_end):
    """Start kitgen in a process group of its own; whatever is left of it ends with the test."""
    with programs({"KITGEN_CACHE_DIR": str(cache)}, tmp_path) as start:

        def kitgen(*arguments) -> Running:
            # The swap is the same with paper and pictures, and sooner reached without.
            without = ["--no-preview", "--no-paper"] if arguments[0] == "build" else []
            return start(HELD.format(str(may_end)), *arguments, *without)

        yield kitgen


def alive_in_group(group: int) -> list[str]:
    """Command lines of the processes of a group that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            _, _, rest = (folder / "stat").read_text().rpartition(") ")
            state, _, its_group = rest.split()[:3]
            if int(its_group) == group and state not in "ZX":
                found.append((folder / "cmdline").read_text().replace("\0", " "))
    return found


def assert_all_end(group: int) -> None:
    """Wait for them: that their parent is gone is noticed, once the kernel has done its part."""
    if not Path("/proc/self/stat").exists():
        return
    deadline = time.monotonic() + WITHIN_S
    while left := alive_in_group(group):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def beside(target: Path) -> list[str]:
    return [path.name for path in target.parent.iterdir() if path.name != target.name]


WITH_GAMES = tuple(option for option in OTHER if option != "--no-validate")


@pytest.mark.parametrize(
    ("options", "moment"),
    [
        (WITH_GAMES, "Playing games"),
        *((OTHER, moment) for moment in ("note:", "Building parts", " 1/", "20/", "Writing files")),
        *((OTHER, moment) for moment in ("Checking", "60/")),
    ],
)
def test_kill_leaves_the_earlier_kit_and_the_next_build_recovers(
    target, started, run_kitgen, digests, options, moment
):
    before = digests(target)
    process = started("build", *options, "-o", target)
    says(process, moment)
    process.kill()
    process.wait()
    assert digests(target) == before
    assert_all_end(process.pid)
    answer = run_kitgen("build", "--size", 6, "--players", 1, "-o", target, cwd=target.parent)
    assert answer.code == 0, answer.err
    assert digests(target) == before
    assert beside(target) == []


@pytest.mark.parametrize(
    ("options", "moment"),
    [
        (WITH_GAMES, "Playing games"),
        *((OTHER, moment) for moment in ("Building parts", " 3/", "Checking", "60/")),
    ],
)
def test_control_c_leaves_nothing_behind(target, started, digests, options, moment):
    before = digests(target)
    process = started("build", *options, "-o", target)
    says(process, moment)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    out, err = process.communicate(timeout=WITHIN_S)
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1] == "kitgen: interrupted"
    assert "Traceback" not in err
    assert digests(target) == before
    assert beside(target) == []
    assert_all_end(process.pid)


def test_control_c_in_a_first_build_leaves_no_folder(started, tmp_path):
    process = started("build", *OTHER, "-o", "new/kit")
    says(process, " 1/")
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=WITHIN_S)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("moments", "doing"),
    [((" 1/",), "builds parts"), (("Checking", " 1/"), "checks parts")],
    ids=["building", "checking"],
)
def test_a_worker_that_the_system_ends_is_a_failure_in_one_line(
    target, started, digests, moments, doing
):
    before = digests(target)
    process = started("build", *OTHER, "-o", target)
    for moment in moments:
        says(process, moment)
    workers = [
        int(folder.name)
        for folder in Path("/proc").glob("[0-9]*")
        if _is_worker(folder, process.pid)
    ]
    assert workers
    os.kill(workers[0], signal.SIGKILL)
    _, err = process.communicate(timeout=WITHIN_S)
    assert process.returncode == 1
    assert err.splitlines()[-1].startswith(f"kitgen: error: a process that {doing} was ended")
    assert "Traceback" not in err
    assert digests(target) == before
    assert beside(target) == []
    assert_all_end(process.pid)


def _is_worker(folder: Path, parent: int) -> bool:
    try:
        _, _, rest = (folder / "stat").read_text().rpartition(") ")
        return int(rest.split()[1]) == parent and "spawn_main" in (folder / "cmdline").read_text()
    except OSError:
        return False


def test_a_second_build_is_refused_while_the_first_runs(target, started, may_end, run_kitgen):
    process = started("build", *OTHER, "-o", target)
    says(process, "Building parts")
    answer = run_kitgen("build", "--size", 6, "-o", target, cwd=target.parent)
    assert answer.code == 1
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("kitgen: error: another kitgen is writing")
    assert str(target) in answer.err
    may_end.touch()
    _, err = process.communicate(timeout=WITHIN_S)
    assert process.returncode == 0, err
    assert (target / "notes.txt").read_text() == "mine"
    assert beside(target) == []


@contextlib.contextmanager
def small_disk(folder: Path, size: str):
    """Mount a file system of a few pages; skip where that is not allowed."""
    folder.mkdir()
    answer = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        folder.rmdir()
        pytest.skip(f"no small disk can be mounted: {answer.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_a_full_disk_is_said_and_leaves_the_earlier_kit(tmp_path, run_kitgen, digests):
    with small_disk(tmp_path / "disk", "600k") as disk:
        target = disk / "kit"
        small = ("build", "--size", 6, "--only", "tile-E,tile-I", "-o", target)
        assert run_kitgen(*small, cwd=tmp_path).code == 0
        before = digests(target)
        answer = run_kitgen("build", "--size", 6, "--no-validate", "-o", target, cwd=tmp_path)
        assert answer.code == 1
        last = answer.err.splitlines()[-1]
        assert last.startswith("kitgen: error: ")
        assert str(target) in last
        assert "disk is full" in last
        assert "Traceback" not in answer.err
        assert digests(target) == before
        assert beside(target) == []


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_a_full_cache_does_not_fail_a_build(tmp_path, run_kitgen, digests, kit6):
    with small_disk(tmp_path / "cache", "40k") as disk:
        answer = run_kitgen(
            *("build", "--size", 6, "--players", 1, "--no-validate", "-o", "kit"),
            cwd=tmp_path,
            env={"KITGEN_CACHE_DIR": str(disk)},
        )
        assert answer.code == 0, answer.err
        built, expected = digests(tmp_path / "kit"), digests(kit6.folder)
        assert built.pop("manifest.json")
        assert expected.pop("manifest.json")
        assert built == expected


@pytest.mark.parametrize("folder", ["/proc/nowhere", "a file"])
def test_a_cache_that_cannot_be_written_does_not_fail_a_build(tmp_path, run_kitgen, folder):
    (tmp_path / "a file").write_text("")
    answer = run_kitgen(
        *("build", "--size", 6, "--only", "tile-E", "-o", "kit"),
        cwd=tmp_path,
        env={"KITGEN_CACHE_DIR": folder},
    )
    assert answer.code == 0, answer.err
    assert (tmp_path / "kit/stl/tile-E.stl").exists()
