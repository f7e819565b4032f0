"""A kit's folder, replaced as a whole: either the earlier kit stands there or the new one does.

A build writes to ``.NAME.kitgen-new`` beside the target. When everything is there, the target is
renamed to ``.NAME.kitgen-old`` and the new folder to the target; then the user's own files are
moved over and the earlier kit's files removed. Where a process is killed, what lies beside the
target tells how far it came, and :func:`recover` goes on from there:

=======  ====  ====  =====================================================================
target   new   old   what was cut, and what is done
=======  ====  ====  =====================================================================
any      yes   no    a build, before its swap: the unfinished folder is removed
no       yes   yes   the swap, between its two renames: finished, or undone if incomplete
no       no    yes   the same, with the new folder lost: undone
yes      any   yes   the clearing up after the swap: finished
=======  ====  ====  =====================================================================

An operating system's lock on ``.NAME.kitgen-lock`` keeps a second build out; it ends with its
process, so that a killed build leaves none behind.
"""

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kitgen.carry import (
    is_inside,
    is_real_folder,
    link_foreign,
    listed_files,
    move_foreign,
)
from kitgen.companion_writing import settle, unsettled
from kitgen.errors import BuildError, UserError
from kitgen.export.manifest_file import MANIFEST

_DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_SYNC_THREADS = 8


@contextmanager
def replacing(target: Path, *, force: bool = False) -> Iterator[Path]:
    """Give an empty folder to write a kit into; on leaving, it takes the target's place.

    If the body raises, the target stays as it was and the folder is removed.

    Args:
        target: the kit's folder; it may be missing, empty, or an earlier kit.
        force: take a folder that is not kitgen's too. Its files are kept all the same.

    Yields:
        The folder to write into, on the target's own file system.

    Raises:
        UserError: the target cannot be a kit's folder; nothing was changed.
        BuildError: another build is writing it, the disk is full, or the system refused.
    """
    target = checked(target)
    _refuse_foreign(target, force)
    made = _make_parents(target)
    try:
        with _locked(target):
            _recover(target)
            _refuse_foreign(target, force)
            new = _beside(target, "new")
            try:
                new.mkdir()
            except OSError as error:
                raise _explained(error, target, during_start=True) from error
            try:
                yield new
                if not (new / MANIFEST).is_file():
                    raise BuildError(f"{target}: the new kit has no {MANIFEST}")
                _swap(new, target)
            except BaseException as error:
                _undo(target)
                if isinstance(error, OSError) and _is_ours(error, target):
                    raise _explained(error, target) from error
                raise
    except BaseException:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise


def set_aside(new: Path, target: Path) -> Path:
    """Keep a folder that must not take the target's place, as ``TARGET.failed`` beside it.

    An earlier ``TARGET.failed`` is replaced; files of the user's in it are carried over.

    Args:
        new: what :func:`replacing` gave, with its manifest.
        target: the target that was given to it.

    Returns:
        The folder that now holds it, spelt as the target was.

    Raises:
        UserError: ``TARGET.failed`` exists and is not kitgen's.
        BuildError: another build is writing it, or the system refused.
    """
    located = _located(target)
    spelt = target if target.name == located.name else located  # ``a/..`` names no folder
    spelt = spelt.with_name(f"{spelt.name}.failed")
    failed = checked(spelt)
    _refuse_foreign(spelt, force=False)
    with _locked(failed):
        _recover(failed)
        try:
            _swap(new, failed)
        except OSError as error:
            raise _explained(error, spelt) from error
    return spelt


def recover(target: Path) -> None:
    """Finish or undo what a killed build left beside a target; does nothing while a build runs.

    Every command that reads or writes a kit's folder calls it first.

    Raises:
        BuildError: where the system refuses; what is left beside the target is named.
    """
    target = _located(target)
    if not target.name:  # the root
        return
    cut = any(os.path.lexists(_beside(target, role)) for role in ("new", "old", "lock"))
    if not (cut or unsettled(target)):
        return
    with ExitStack() as held:
        try:
            held.enter_context(_locked(target))
        except (_BusyError, UserError):
            return  # a build runs; or none can, where no lock can be made
        _recover(target)


@contextmanager
def adding(target: Path) -> Iterator[None]:
    """Hold a kit's folder while files are put beside the kit, so that no build swaps it meanwhile.

    Where no lock can be made beside it, no build could swap it either.

    Raises:
        BuildError: another process is writing it.
    """
    with ExitStack() as held:
        with suppress(UserError):
            held.enter_context(_locked(_located(target.resolve())))
        yield


def checked(target: Path) -> Path:
    """Give the absolute path of a folder that may become a kit's.

    Raises:
        UserError: for a file, a link, a mount point, the current folder or one that holds it,
            the home folder or the root.
    """
    allowed = "allowed is a folder of its own, new or empty or an earlier kit"
    if "\0" in str(target):
        raise UserError(f"output folder {str(target)!r} holds a character that no path can hold")
    if _OURS.fullmatch(target.name):
        raise UserError(
            f"output folder {target}: names of this form are kitgen's own, for builds that were"
            " cut; give another"
        )
    try:
        path = _located(target)
        if path.is_symlink():
            raise UserError(f"output folder {target} is a link; give the folder itself")
        if path.exists() and not path.is_dir():
            raise UserError(f"output folder {target} is a file; {allowed}")
        here = Path.cwd().resolve()
        if here == path or path in here.parents:
            raise UserError(f"output folder {target} is the current folder or holds it; {allowed}")
        if path == _home() or path in _home().parents:
            raise UserError(f"output folder {target} is the home folder or holds it; {allowed}")
        if path.is_mount():
            raise UserError(f"output folder {target} is a mount point; give a folder inside it")
        if path.exists() and not os.access(path, os.W_OK | os.X_OK):
            raise UserError(f"output folder {target} may not be written")
    except (OSError, ValueError) as error:
        raise UserError(f"output folder {target} cannot be used: {_reason(error)}") from error
    return path


def _located(target: Path) -> Path:
    """Resolve the parent, so that two spellings of one folder share one lock, but not the name."""
    absolute = Path(os.path.abspath(target))  # noqa: PTH100 - resolve would follow the last step
    return absolute.parent.resolve() / absolute.name


class _BusyError(BuildError):
    """Another process holds the lock."""


def _home() -> Path:
    try:
        return Path.home().resolve()
    except RuntimeError:  # no home folder, as in some containers
        return Path(os.path.abspath(os.sep))  # noqa: PTH100


_OURS = re.compile(r"\..*\.kitgen-(new|old|lock)")
"""Names of what a build puts beside its target."""


def _beside(target: Path, role: str) -> Path:
    return target.with_name(f".{target.name}.kitgen-{role}")


def _refuse_foreign(target: Path, force: bool) -> None:
    try:
        if force or not target.exists() or listed_files(target) is not None:
            return
        first = next(iter(sorted(entry.name for entry in target.iterdir())), None)
    except OSError as error:
        raise UserError(f"output folder {target} cannot be read: {_reason(error)}") from error
    if first is not None and not os.path.lexists(_beside(target, "old")):
        raise UserError(
            f"output folder {target} holds {first} and no kit of kitgen's; give another folder,"
            " or --force to build there (its files are kept)"
        )


def _make_parents(target: Path) -> list[Path]:
    """Make the missing parents; give those that were made, innermost first."""
    missing = [parent for parent in target.parents if not parent.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()
        raise _explained(error, target, during_start=True) from error
    return missing


@contextmanager
def _locked(target: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    path = _beside(target, "lock")
    lock = FileLock(path, timeout=0)
    try:
        # Where no file can be made at all, the lock would say that somebody else holds it.
        path.open("ab").close()
        lock.acquire()
    except Timeout:
        raise _BusyError(f"another kitgen is writing {target}; wait until it ends") from None
    except OSError as error:
        raise _explained(error, target, during_start=True) from error
    try:
        yield
    finally:
        # Removed while still held: whoever waits for it sees that its file is gone and opens anew.
        if sys.platform != "win32":
            with suppress(OSError):
                path.unlink()
        lock.release()


def _recover(target: Path) -> None:
    new, old = _beside(target, "new"), _beside(target, "old")
    for beside in (new, old):
        if os.path.lexists(beside) and not is_real_folder(beside):
            raise UserError(
                f"output folder {target}: {beside} is in the way, no folder and not kitgen's;"
                " move it elsewhere"
            )
    try:
        if os.path.lexists(old):
            if is_real_folder(target) and listed_files(target) is None:
                # Between the renames somebody else made a folder here: into the earlier kit.
                move_foreign(target, old, frozenset())
                _remove_empty(target)
            if not target.exists():
                (new if _is_complete(new) else old).rename(target)
            if os.path.lexists(old):
                _clear(old, target)
        if os.path.lexists(new):
            shutil.rmtree(new)
        settle(target)
    except OSError as error:
        raise BuildError(
            f"a build of {target} was cut and cannot be cleared up: {_reason(error)};"
            f" the earlier kit is in {old if old.exists() else target}"
        ) from error


def _is_complete(folder: Path) -> bool:
    listed = listed_files(folder)
    return listed is not None and all((folder / path).is_file() for path in listed)


def _swap(new: Path, target: Path) -> None:
    _sync(new)
    old = _beside(target, "old")
    if target.exists():
        shutil.copymode(target, new)
        link_foreign(target, new, listed_files(target) or frozenset())
        _sync_folder(new)
        target.rename(old)
    new.rename(target)
    _sync_folder(target.parent)
    if old.exists():
        _clear(old, target)


def _clear(old: Path, target: Path) -> None:
    """Move what is the user's out of the earlier kit, then remove what was kitgen's, by name."""
    # Without a manifest it is a folder taken by force, or one cleared but for itself.
    listed = listed_files(old) or frozenset()
    move_foreign(old, target, listed)
    for path in sorted(listed - {MANIFEST}):
        if is_inside(old, path):
            (old / path).unlink(missing_ok=True)
    for entry in sorted(old.iterdir()):
        if is_real_folder(entry):
            _remove_empty(entry)
    if MANIFEST in listed:  # last, so that a clearing that was cut still knows what is whose
        (old / MANIFEST).unlink(missing_ok=True)
    old.rmdir()


def _remove_empty(folder: Path) -> None:
    """Remove a tree of empty folders; a file in it that nobody expected stops it."""
    for entry in sorted(folder.iterdir()):
        if is_real_folder(entry):
            _remove_empty(entry)
    folder.rmdir()


def _undo(target: Path) -> None:
    """After a failure: put the earlier kit back if it was moved, and remove the unfinished one."""
    new, old = _beside(target, "new"), _beside(target, "old")
    with suppress(OSError):
        if old.exists() and not target.exists():
            old.rename(target)
    shutil.rmtree(new, ignore_errors=True)


def _sync(folder: Path) -> None:
    """Have the new kit on the disk before it replaces the earlier one (against a power cut).

    In threads, because file systems write one journal for calls that come together.
    """
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    with ThreadPoolExecutor(_SYNC_THREADS) as threads:
        list(threads.map(_sync_file, paths))


def _sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":  # Windows opens no folders
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems refuse
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_ours(error: OSError, target: Path) -> bool:
    """Whether a failure came from writing the kit, and not from some file that the body read."""
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    own = [str(target), *(str(_beside(target, role)) for role in ("new", "old"))]
    return error.errno in _DISK_FULL or any(name.startswith(tuple(own)) for name in names)


def _explained(error: OSError, target: Path, during_start: bool = False) -> UserError | BuildError:
    if error.errno in _DISK_FULL:
        return BuildError(f"{target} could not be written, the disk is full: {_reason(error)}")
    if during_start:
        return UserError(f"output folder {target} cannot be written: {_reason(error)}")
    return BuildError(f"{target} could not be written: {_reason(error)}")


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
