"""Which folders may become a kit's, and what a build puts beside them."""

import os
import re
from contextlib import suppress
from pathlib import Path

from kitgen.carry import listed_files
from kitgen.errors import UserError
from kitgen.output_folder.failures import explained, reason

_OURS = re.compile(r"\..*\.kitgen-(new|old|lock)")
"""Names of what a build puts beside its target."""


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
        path = located(target)
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
        raise UserError(f"output folder {target} cannot be used: {reason(error)}") from error
    return path


def located(target: Path) -> Path:
    """Resolve the parent, so that two spellings of one folder share one lock, but not the name."""
    absolute = Path(os.path.abspath(target))  # noqa: PTH100 - resolve would follow the last step
    return absolute.parent.resolve() / absolute.name


def beside(target: Path, role: str) -> Path:
    """The path beside a target of what a build calls ``new``, ``old`` or ``lock``."""
    return target.with_name(f".{target.name}.kitgen-{role}")


def refuse_foreign(target: Path, force: bool) -> None:
    """Refuse a folder with files that no kit of kitgen's is among.

    Args:
        target: the folder; it may be missing.
        force: refuse none.

    Raises:
        UserError: it names one of the files.
    """
    try:
        if force or not target.exists() or listed_files(target) is not None:
            return
        first = next(iter(sorted(entry.name for entry in target.iterdir())), None)
    except OSError as error:
        raise UserError(f"output folder {target} cannot be read: {reason(error)}") from error
    if first is not None and not os.path.lexists(beside(target, "old")):
        raise UserError(
            f"output folder {target} holds {first} and no kit of kitgen's; give another folder,"
            " or --force to build there (its files are kept)"
        )


def make_parents(target: Path) -> list[Path]:
    """Make the missing parents.

    Returns:
        Those that were made, innermost first.

    Raises:
        UserError: the system refused; those that were made are gone again.
        BuildError: the disk is full.
    """
    missing = [parent for parent in target.parents if not parent.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()
        raise explained(error, target, during_start=True) from error
    return missing


def _home() -> Path:
    try:
        return Path.home().resolve()
    except RuntimeError:  # no home folder, as in some containers
        return Path(os.path.abspath(os.sep))  # noqa: PTH100
