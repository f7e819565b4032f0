"""Work in a thread beside the main one, and a folder for it: an interrupt ends both at once."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar, cast

from kitgen.processes import interrupts_held

Result = TypeVar("Result")


def beside(work: Callable[[], Result]) -> Callable[[], Result]:
    """Start work in a thread that nobody waits for after an interrupt; give who waits for it.

    No future: an interrupt while one is waited for may leave its lock locked for ever.
    """
    outcome: SimpleQueue[tuple[Result | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            outcome.put((work(), None))
        except BaseException as error:
            outcome.put((None, error))

    def wait() -> Result:
        result, error = outcome.get()
        if error is not None:
            raise error
        return cast("Result", result)

    # A signal that reached the thread would interrupt this one also where it holds signals off.
    with interrupts_held():
        threading.Thread(target=run, daemon=True).start()
    return wait


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Give a folder that goes in the end, even while a thread still writes there."""
    folder = None
    try:
        with interrupts_held():
            folder = Path(tempfile.mkdtemp(prefix="kitgen-paper-"))
        yield folder
    finally:
        if folder is not None:
            with interrupts_held():
                # Under another name: whatever the thread still writes finds no folder.
                with suppress(OSError):
                    folder = folder.rename(folder.with_name(f"{folder.name}-gone"))
                shutil.rmtree(folder, ignore_errors=True)
