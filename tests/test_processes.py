"""However work in several processes ends, nothing of it outlives the call."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from kitgen.processes import EndedProcessError, interrupts_held, spread

Left = Callable[[], set[object]]

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there")


def doubled(number: int) -> int:
    return 2 * number


def refused(number: int) -> int:
    raise ValueError(f"not {number}")


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def echo(pipe: Connection) -> None:
    pipe.send(pipe.recv())


@pytest.fixture
def left_behind() -> Callable[[], set[object]]:
    """Threads and processes that were not there before; the interpreter's end waits for them."""

    def running() -> set[object]:
        return {*threading.enumerate(), *multiprocessing.active_children()}

    before = running()
    return lambda: running() - before


def test_every_item_gets_its_result(left_behind: Left) -> None:
    assert dict(spread(doubled, range(5), jobs=2, doing="doubles")) == {
        number: 2 * number for number in range(5)
    }
    assert left_behind() == set()


def test_an_error_leaves_nothing_behind(left_behind: Left) -> None:
    with pytest.raises(ValueError, match="not 0"):
        list(spread(refused, [0, 0, 0], jobs=2, doing="refuses"))
    assert left_behind() == set()


def test_an_error_ends_no_process_that_somebody_else_began() -> None:
    context = multiprocessing.get_context("spawn")
    ours, its = context.Pipe()
    bystander = context.Process(target=echo, args=(its,))
    bystander.start()
    with pytest.raises(ValueError, match="not 0"):
        list(spread(refused, [0, 0, 0], jobs=2, doing="refuses"))
    ours.send("still there")
    bystander.join()
    assert bystander.exitcode == 0
    assert ours.recv() == "still there"


@POSIX
@pytest.mark.parametrize("items", [1, 3])
def test_a_killed_process_leaves_nothing_behind(items: int, left_behind: Left) -> None:
    # A pool's thread that still closes its pipe when the interpreter ends is a race: at times
    # "Exception ignored in: <module 'threading'" stood below pictures that were all well.
    with pytest.raises(EndedProcessError, match="a process that dies was ended by the system"):
        list(spread(killed, range(items), jobs=3, apart=True, doing="dies"))
    assert left_behind() == set()


NEVER_DONE = """
import multiprocessing, threading
from kitgen.processes import spread

def work(number):
    if number:
        threading.Event().wait()

if __name__ == "__main__":
    results = spread(work, range(4), jobs=2, doing="waits")
    print(next(results))
    results.close()
    print(multiprocessing.active_children(), threading.active_count())
"""


def test_results_that_nobody_wants_are_not_waited_for(tmp_path: Path) -> None:
    """They would never come."""
    assert ran(tmp_path, NEVER_DONE) == (0, "(0, None)\n[] 1\n", "")


CUT_OFF = """
from kitgen.processes import spread

def large(number):
    return bytes(20_000_000)

if __name__ == "__main__":
    results = spread(large, range(50), jobs=2, doing="sends much")
    next(results)
    results.close()
    print("ended")
"""


def test_a_result_that_is_cut_off_half_way_is_not_waited_for(tmp_path: Path) -> None:
    assert ran(tmp_path, CUT_OFF) == (0, "ended\n", "")


def ran(folder: Path, script: str) -> tuple[int, str, str]:
    """Run a program that might wait for ever; it is ended after far more than it takes."""
    path = folder / "program.py"
    path.write_text(script)
    found = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=100, check=False
    )
    return found.returncode, found.stdout, found.stderr


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_held_off_waits_though_another_thread_takes_the_signal(number: int) -> None:
    """Libraries have threads of their own, such as OpenBLAS, that hold nothing off."""
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    said: list[str] = []
    before = signal.signal(number, lambda *_: said.append("answered"))
    try:
        with interrupts_held():
            os.kill(os.getpid(), number)
            time.sleep(0.1)
            said.append("held")
        assert said == ["held", "answered"]
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()
    finally:
        signal.signal(number, before)
        over.set()
        other.join()
