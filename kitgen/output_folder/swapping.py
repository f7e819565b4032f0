"""The swap of two kits, step by step, and how a swap that was cut goes on.

A build writes to ``.NAME.kitgen-new`` beside the target. When everything is there, the target is
renamed to ``.NAME.kitgen-old`` and the new folder to the target; then the user's own files are
moved over and the earlier kit's files removed. Where a process is killed, what lies beside the
target tells how far it came, and :func:`finish_or_undo` goes on from there:

=======  ====  ====  =====================================================================
target   new   old   what was cut, and what is done
=======  ====  ====  =====================================================================
any      yes   no    a build, before its swap: the unfinished folder is removed
no       yes   yes   the swap, between its two renames: finished, or undone if incomplete
no       no    yes   the same, with the new folder lost: undone
yes      any   yes   the clearing up after the swap: finished
=======  ====  ====  =====================================================================
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from kitgen.carry import is_inside, is_real_folder, link_foreign, listed_files, move_foreign
from kitgen.companion_writing import settle
from kitgen.errors import BuildError, UserError
from kitgen.export.manifest_file import MANIFEST
from kitgen.output_folder.failures import reason
from kitgen.output_folder.places import beside
from kitgen.output_folder.syncing import sync, sync_folder


def swap(new: Path, target: Path) -> None:
    """Put a whole new folder in the target's place; the user's own files come over.

    Raises:
        OSError: the system refused; :func:`undo` or :func:`finish_or_undo` puts things right.
    """
    sync(new)
    old = beside(target, "old")
    if target.exists():
        shutil.copymode(target, new)
        link_foreign(target, new, listed_files(target) or frozenset())
        sync_folder(new)
        target.rename(old)
    new.rename(target)
    sync_folder(target.parent)
    if old.exists():
        _clear(old, target)


def undo(target: Path) -> None:
    """After a failure: put the earlier kit back if it was moved, and remove the unfinished one."""
    new, old = beside(target, "new"), beside(target, "old")
    with suppress(OSError):
        if old.exists() and not target.exists():
            old.rename(target)
    shutil.rmtree(new, ignore_errors=True)


def finish_or_undo(target: Path) -> None:
    """Finish or undo what a killed build left beside a target; its lock must be held.

    Raises:
        UserError: something that is not kitgen's lies there by that name.
        BuildError: the system refused; it names where the earlier kit is.
    """
    new, old = beside(target, "new"), beside(target, "old")
    for place in (new, old):
        if os.path.lexists(place) and not is_real_folder(place):
            raise UserError(
                f"output folder {target}: {place} is in the way, no folder and not kitgen's;"
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
            f"a build of {target} was cut and cannot be cleared up: {reason(error)};"
            f" the earlier kit is in {old if old.exists() else target}"
        ) from error


def _is_complete(folder: Path) -> bool:
    listed = listed_files(folder)
    return listed is not None and all((folder / path).is_file() for path in listed)


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
