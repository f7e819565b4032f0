"""Paper and pictures put into a kit's folder: all of one kind that are new, or none.

They are written into ``.kitgen-paper-new`` in the folder; those of before are set aside in it, so
that one which cannot be replaced is met before any other is. Then the folder becomes
``.kitgen-paper-whole``, and the new files are moved to their places, the list last. Where a process
is killed, the name tells what :func:`settle` has to do: put those of before back, or move the rest.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from kitgen.carry import (
    COMPANIONS,
    is_inside,
    is_real_folder,
    listed_by_companion,
    make_way,
)
from kitgen.companions import Companions
from kitgen.errors import BuildError

_MADE, _BEFORE = "made", "before"
_ALONE = {"paper": (), "pictures": ("preview.html",)}
"""What lies in the kit's folder itself."""


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
            target = new / _MADE / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        _require_access(folder, files)
        _set_aside(folder, new, before)
        new.rename(whole)
        try:
            _put_in_place(folder, made.list_path)
        except BaseException:
            with suppress(OSError):  # an interrupt: the old or the new, and no mixture
                _put_in_place(folder, made.list_path)
            raise
    except OSError as error:
        reason = error.strerror or type(error).__name__
        name = Path(error.filename) if error.filename else folder / Path(made.list_path).parent
        raise BuildError(f"{name} cannot be written: {reason}") from error
    finally:
        with suppress(OSError):
            _put_back(folder, new)
    return tuple(path for path in before if path not in files)


def unsettled(folder: Path) -> bool:
    """Whether something cut lies in a kit's folder."""
    return any(os.path.lexists(one) for name in COMPANIONS for one in _beside(folder, name))


def settle(folder: Path) -> None:
    """Finish or undo what a killed process left; what the system refuses is left for next time."""
    for name in COMPANIONS:
        new, _ = _beside(folder, name)
        with suppress(OSError):
            _put_back(folder, new)
        with suppress(OSError):
            _put_in_place(folder, name)


def _beside(folder: Path, list_path: str) -> tuple[Path, Path]:
    kind = Path(list_path).parent
    return folder / f".kitgen-{kind}-new", folder / f".kitgen-{kind}-whole"


def _require_access(folder: Path, paths: Iterable[str]) -> None:
    """Refuse before anything was moved, not when half of it was."""
    for parent in {(folder / path).parent for path in paths}:
        if is_real_folder(parent) and not os.access(parent, os.W_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13), str(parent))


def _set_aside(folder: Path, new: Path, before: Iterable[str]) -> None:
    for path in before:
        if is_inside(folder, path) and (folder / path).is_file():
            (new / _BEFORE / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).rename(new / _BEFORE / path)


def _put_back(folder: Path, new: Path) -> None:
    """Move what was set aside to its places again, and drop what was made."""
    for path in _files(new / _BEFORE):
        target = folder / path
        if not os.path.lexists(target):
            _make_parents(folder, path)
            (new / _BEFORE / path).rename(target)
    _clear(new)


def _put_in_place(folder: Path, list_path: str) -> None:
    """Move what is whole; may be repeated after a cut."""
    _, whole = _beside(folder, list_path)
    made = whole / _MADE
    kind = str(Path(list_path).parent)
    # Whoever else made such a folder replaces nothing but paper, or pictures.
    paths = [path for path in _files(made) if path.startswith(f"{kind}/") or path in _ALONE[kind]]
    # Last, so that a list names nothing that is not there.
    for path in sorted(paths, key=lambda path: (path == list_path, path)):
        _make_parents(folder, path)
        # Those of before are set aside: what is there is the user's.
        make_way(folder, path)
        (made / path).rename(folder / path)
    for path in _files(whole / _BEFORE):
        _remove_empty(folder, path)
    _clear(whole)


def _make_parents(folder: Path, path: str) -> None:
    for parent in reversed(Path(path).parents[:-1]):
        if os.path.lexists(folder / parent) and not is_real_folder(folder / parent):
            make_way(folder, str(parent))
        (folder / parent).mkdir(exist_ok=True)


def _remove_empty(folder: Path, path: str) -> None:
    """Remove the folders above a path that nothing is left in."""
    for parent in list(Path(path).parents)[:-1]:
        if is_real_folder(folder / parent):
            with suppress(OSError):  # not empty
                (folder / parent).rmdir()


def _files(folder: Path) -> Iterator[str]:
    """Relative paths of the files below a folder of kitgen's own, through no link."""
    if not (is_real_folder(folder.parent) and is_real_folder(folder)):
        return
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            yield (Path(place) / name).relative_to(folder).as_posix()


def _clear(entry: Path) -> None:
    """Remove a folder of kitgen's own, or what somebody put in its place."""
    if is_real_folder(entry):
        shutil.rmtree(entry)
    elif os.path.lexists(entry):
        entry.unlink()
