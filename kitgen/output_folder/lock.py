"""One build at a time writes a kit's folder.

An operating system's lock on ``.NAME.kitgen-lock`` keeps a second build out; it ends with its
process, so that a killed build leaves none behind.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kitgen.errors import BuildError
from kitgen.output_folder.failures import explained
from kitgen.output_folder.places import beside


class BusyError(BuildError):
    """Another process holds the lock."""


@contextmanager
def locked(target: Path) -> Iterator[None]:
    """Hold a kit's folder.

    Raises:
        BusyError: another process holds it.
        UserError: no lock can be made beside it.
        BuildError: the disk is full.
    """
    from filelock import FileLock, Timeout

    path = beside(target, "lock")
    lock = FileLock(path, timeout=0)
    try:
        # Where no file can be made at all, the lock would say that somebody else holds it.
        path.open("ab").close()
        lock.acquire()
    except Timeout:
        raise BusyError(f"another kitgen is writing {target}; wait until it ends") from None
    except OSError as error:
        raise explained(error, target, during_start=True) from error
    try:
        yield
    finally:
        # Removed while still held: whoever waits for it sees that its file is gone and opens anew.
        if sys.platform != "win32":
            with suppress(OSError):
                path.unlink()
        lock.release()
