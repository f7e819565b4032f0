"""Files that are on the disk, and not only on their way to it, before others rely on them."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

_SYNC_THREADS = 8


def sync(folder: Path) -> None:
    """Have the new kit on the disk before it replaces the earlier one (against a power cut).

    In threads, because file systems write one journal for calls that come together.
    """
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    with ThreadPoolExecutor(_SYNC_THREADS) as threads:
        list(threads.map(_sync_file, paths))


def _sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can be asked for that."""
    if sys.platform == "win32":  # Windows opens no folders
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems refuse
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
