"""Python programs that a test starts and then interrupts."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

Running = subprocess.Popen[str]


@contextmanager
def programs(
    environment: Mapping[str, str], folder: Path | None = None
) -> Iterator[Callable[..., Running]]:
    """Start programs in process groups of their own; whatever is left of them ends here.

    Args:
        environment: What they have besides that of the tests.
        folder: Their current one.

    Yields:
        What starts one, given its code and its arguments.
    """
    groups: list[Running] = []

    def start(code: str, *arguments: object) -> Running:
        process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            cwd=folder,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        groups.append(process)
        return process

    yield start
    for process in groups:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def says(running: Running, text: str) -> None:
    """Read what a program says until it says this."""
    assert running.stderr is not None
    for line in running.stderr:
        if text in line:
            return
    pytest.fail(f"it ended before it said {text!r}")
