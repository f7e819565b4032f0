"""`kitgen paper` that is interrupted or ended: at once, in one line, and nothing is left behind."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from kits import Kits, kits
from programs import Running, programs, says

__all__ = ["kits"]

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="signals as Linux has them"
)
WITHIN_S = 120
"""Far more than anything takes; only what hangs is ended by it."""


@pytest.fixture
def kit(kits: Kits, tmp_path: Path) -> Path:
    folder = tmp_path / "kit"
    shutil.copytree(kits(size=6, players=2).folder, folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


NEVER_WRITES = """
import sys, threading
from kitgen import companion_writing

def write(*_):
    print("all is made", file=sys.stderr, flush=True)
    threading.Event().wait()

companion_writing.write = write
"""
"""However late a signal comes on a slow machine, it comes before the end."""
PAPER = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from kitgen.cli import main
sys.exit(main())
"""


@pytest.fixture
def started(kit: Path, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start `kitgen paper` in a process group of its own, with some lines of Python before it."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with programs({"TMPDIR": str(temporary)}) as start:
        yield lambda before="": start(before + PAPER, "paper", kit, "--no-cache", "--lang", "de")


def comes_to_be(running: Running, happened: Callable[[], bool]) -> None:
    """Wait until something can be seen."""
    deadline = time.monotonic() + WITHIN_S
    while not happened():
        assert running.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


def workers(running: Running) -> list[str]:
    """Processes that draw."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            _, _, rest = (folder / "stat").read_text().rpartition(") ")
            command = (folder / "cmdline").read_text()
            if int(rest.split()[1]) == running.pid and "spawn_main" in command:
                found.append(folder.name)
    return found


def wait_for(running: Running, moment: str, temporary: Path) -> None:
    """Wait for what happens on the way, in this order."""
    if moment == "all is made":
        says(running, moment)
        return
    says(running, "Typesetting")
    if moment == "a folder for what is left behind":
        comes_to_be(running, lambda: any(temporary.glob("kitgen-paper-*")))
    elif moment == "a document":
        comes_to_be(running, lambda: any(temporary.glob("kitgen-paper-*/kitgen-paper-*/data.json")))
    elif moment == "a process that draws":
        comes_to_be(running, lambda: bool(workers(running)))
    else:
        assert moment == "Typesetting"


def ended(running: Running) -> tuple[int, str]:
    """Exit code and errors; a process that hangs fails the test."""
    try:
        _, errors = running.communicate(timeout=WITHIN_S)
    except subprocess.TimeoutExpired:
        pytest.fail("it hangs")
    return running.returncode, errors


def alone(group: int) -> bool:
    """Whether all processes of a group come to an end."""
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


Start = Callable[..., Running]


@pytest.mark.parametrize(
    "moment",
    [
        "Typesetting",
        "a folder for what is left behind",
        "a document",
        "a process that draws",
        "all is made",
    ],
)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_ends_at_once_and_leaves_nothing(
    kit: Path, tmp_path: Path, started: Start, moment: str, number: signal.Signals, code: int
) -> None:
    before = files(kit)
    running = started(NEVER_WRITES)
    wait_for(running, moment, tmp_path / "temporary")
    running.send_signal(number)
    returned, errors = ended(running)
    assert alone(running.pid), "processes outlive the one that started them"
    assert returned == code
    assert "Traceback" not in errors
    assert errors.count("kitgen: ") == (number == signal.SIGINT)
    assert list((tmp_path / "temporary").iterdir()) == []
    assert files(kit) == before


def test_after_an_interrupt_it_works(kit: Path, tmp_path: Path, started: Start) -> None:
    running = started(NEVER_WRITES)
    wait_for(running, "a process that draws", tmp_path / "temporary")
    running.send_signal(signal.SIGINT)
    assert ended(running)[0] == 130
    returned, _ = ended(started())
    assert returned == 0
    assert (kit / "paper" / "manual.pdf").is_file()
    assert not [path for path in kit.iterdir() if path.name.startswith(".")]
