"""Paper and pictures put into a kit's folder: all of one kind that are new, or none.

They are written into ``.kitgen-paper-new`` in the folder. When everything is there, that becomes
``.kitgen-paper-whole``, and its files are moved to their places, the list last. Where a process
is killed, the first name tells that nothing was put in place yet, and what is there is removed;
the second that the rest has still to be moved, which :func:`settle` does.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from kitgen.carry import (
    COMPANIONS,
    is_inside,
    is_real_folder,
    listed_by_companion,
    listed_files,
    make_way,
)
from kitgen.companions import Companions
from kitgen.errors import BuildError


def write(made: Companions, folder: Path) -> tuple[str, ...]:
    """Put files into a kit's folder in place of those of before.

    What is the user's and has one of the names is kept beside it, as ``NAME.kept.pdf``.

    Returns:
        Paths of before that are no longer there.

    Raises:
        BuildError: The system refuses; what was there before is still there.
    """
    settle(folder)
    new, whole = _beside(folder, made.list_path)
    before = listed_by_companion(folder, made.list_path, COMPANIONS[made.list_path])
    files = {file.path: file.data for file in made.files} | {made.list_path: made.list_bytes()}
    try:
        for path, data in files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        _require_access(folder, files)
        new.rename(whole)
        try:
            _put_in_place(folder, made.list_path)
        except BaseException:
            with suppress(OSError):  # an interrupt: the old or the new, and no mixture
                _put_in_place(folder, made.list_path)
            raise
    except OSError as error:
        reason = error.strerror or type(error).__name__
        kind = Path(made.list_path).parent
        raise BuildError(f"{folder / kind} cannot be written: {reason}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return tuple(path for path in before if path not in files)


def unsettled(folder: Path) -> bool:
    """Whether something cut lies in a kit's folder."""
    return any(os.path.lexists(one) for name in COMPANIONS for one in _beside(folder, name))


def settle(folder: Path) -> None:
    """Finish or undo what a killed process left; what the system refuses is left for next time."""
    for name in COMPANIONS:
        new, _ = _beside(folder, name)
        shutil.rmtree(new, ignore_errors=True)
        with suppress(OSError):
            _put_in_place(folder, name)


def _beside(folder: Path, list_path: str) -> tuple[Path, Path]:
    kind = Path(list_path).parent
    return folder / f".kitgen-{kind}-new", folder / f".kitgen-{kind}-whole"


def _require_access(folder: Path, paths: dict[str, bytes]) -> None:
    """Refuse before anything was moved, not when half of it was."""
    for parent in {(folder / path).parent for path in paths}:
        if is_real_folder(parent) and not os.access(parent, os.W_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13), str(parent))


def _put_in_place(folder: Path, list_path: str) -> None:
    """Move what is whole; may be repeated after a cut."""
    _, whole = _beside(folder, list_path)
    if not is_real_folder(whole):
        return
    list_format = COMPANIONS[list_path]
    new = listed_by_companion(whole, list_path, list_format)
    ours = listed_files(folder) or frozenset()
    before = listed_by_companion(folder, list_path, list_format)
    if new:
        for path in new[1:]:
            _move(whole, folder, path, ours)
        for path in set(before) - set(new):
            _remove(folder, path)
        # Last: until then the list of before says what is kitgen's.
        _move(whole, folder, list_path, ours)
    shutil.rmtree(whole)


def _move(whole: Path, folder: Path, path: str, ours: frozenset[str]) -> None:
    if not (is_inside(whole, path) and (whole / path).is_file()):
        return  # moved before a cut
    for parent in reversed(Path(path).parents[:-1]):
        if os.path.lexists(folder / parent) and not is_real_folder(folder / parent):
            make_way(folder, str(parent))
        (folder / parent).mkdir(exist_ok=True)
    if path not in ours or is_real_folder(folder / path):
        make_way(folder, path)
    (whole / path).replace(folder / path)


def _remove(folder: Path, path: str) -> None:
    """Remove one of the folder's own files, and folders that it leaves empty."""
    if not is_inside(folder, path):
        return
    (folder / path).unlink(missing_ok=True)
    for parent in list(Path(path).parents)[:-1]:
        with suppress(OSError):  # not empty
            (folder / parent).rmdir()
