"""What the system refused, in words for the user."""

import errno
from pathlib import Path

from kitgen.errors import BuildError, UserError

DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def explained(error: OSError, target: Path, during_start: bool = False) -> UserError | BuildError:
    """Say in one line why a kit's folder could not be written.

    Args:
        error: the system's.
        target: the kit's folder.
        during_start: nothing was begun, so another folder may do.
    """
    if error.errno in DISK_FULL:
        return BuildError(f"{target} could not be written, the disk is full: {reason(error)}")
    if during_start:
        return UserError(f"output folder {target} cannot be written: {reason(error)}")
    return BuildError(f"{target} could not be written: {reason(error)}")


def reason(error: Exception) -> str:
    """What the system calls the cause, without its number and the path."""
    return getattr(error, "strerror", None) or str(error)
