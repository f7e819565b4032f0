"""Write a kit's folder as a whole, keep one aside, finish what was cut, and add files beside it."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kitgen.companion_writing import unsettled
from kitgen.errors import BuildError, UserError
from kitgen.export.manifest_file import MANIFEST, manifest_bytes
from kitgen.output_folder.failures import DISK_FULL, explained
from kitgen.output_folder.lock import BusyError, locked
from kitgen.output_folder.places import beside, checked, located, make_parents, refuse_foreign
from kitgen.output_folder.swapping import finish_or_undo, swap, undo


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
    refuse_foreign(target, force)
    made = make_parents(target)
    try:
        with locked(target):
            finish_or_undo(target)
            refuse_foreign(target, force)
            new = beside(target, "new")
            try:
                new.mkdir()
            except OSError as error:
                raise explained(error, target, during_start=True) from error
            try:
                yield new
                if not (new / MANIFEST).is_file():
                    raise BuildError(f"{target}: the new kit has no {MANIFEST}")
                swap(new, target)
            except BaseException as error:
                undo(target)
                if isinstance(error, OSError) and _is_ours(error, target):
                    raise explained(error, target) from error
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
    path = located(target)
    spelt = target if target.name == path.name else path  # ``a/..`` names no folder
    spelt = spelt.with_name(f"{spelt.name}.failed")
    failed = checked(spelt)
    refuse_foreign(spelt, force=False)
    with locked(failed):
        finish_or_undo(failed)
        try:
            swap(new, failed)
        except OSError as error:
            raise explained(error, spelt) from error
    return spelt


def recover(target: Path) -> None:
    """Finish or undo what a killed build left beside a target; does nothing while a build runs.

    Every command that reads or writes a kit's folder calls it first.

    Raises:
        BuildError: where the system refuses; what is left beside the target is named.
    """
    target = located(target)
    if not target.name:  # the root
        return
    cut = any(os.path.lexists(beside(target, role)) for role in ("new", "old", "lock"))
    if not (cut or unsettled(target)):
        return
    with ExitStack() as held:
        try:
            held.enter_context(locked(target))
        except (BusyError, UserError):
            return  # a build runs; or none can, where no lock can be made
        finish_or_undo(target)


@contextmanager
def adding(target: Path, manifest_sha256: str | None = None) -> Iterator[None]:
    """Hold a kit's folder while files are put beside the kit, so that no build swaps it meanwhile.

    Where no lock can be made beside it, no build could swap it either.

    Args:
        target: The kit's folder.
        manifest_sha256: Of the kit that the files are about, where that was read before the folder
            was held: a build may have put another in its place since.

    Raises:
        BuildError: Another process is writing it, or it holds another kit by now.
    """
    replaced = BuildError(
        f"{target}: the kit was replaced meanwhile, so nothing was written about it;"
        " run the command again"
    )
    try:
        place = located(target.resolve())
    except FileNotFoundError:  # the current folder was the kit that a build has cleared away
        raise replaced from None
    with ExitStack() as held:
        with suppress(UserError):
            held.enter_context(locked(place))
        if manifest_sha256 not in (None, _manifest_digest(target)):
            raise replaced
        yield


def _manifest_digest(folder: Path) -> str:
    try:
        return hashlib.sha256(manifest_bytes(folder)).hexdigest()
    except UserError:  # no kit is there any more
        return ""


def _is_ours(error: OSError, target: Path) -> bool:
    """Whether a failure came from writing the kit, and not from some file that the body read."""
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    own = [str(target), *(str(beside(target, role)) for role in ("new", "old"))]
    return error.errno in DISK_FULL or any(name.startswith(tuple(own)) for name in names)
