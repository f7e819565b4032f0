"""Writes a new profile file for a user to start from."""

import contextlib
from pathlib import Path

from wordstack.errors import shown
from wordstack.layers import is_path

from kitgen.errors import BuildError, UserError
from kitgen.settings.folder_name import check_folder_name
from kitgen.settings.kit_settings import load_settings
from kitgen.settings.toml_text import path_from, starting_point


def write_new_profile(target: Path, base: str, *, force: bool = False) -> None:
    """Write a commented starting point that loads to the settings of another profile.

    Args:
        target: The file to write; its name ends in `.toml`.
        base: Name or path of the profile to start from.
        force: Replace a file that is there.

    Raises:
        UserError: The target cannot be used or is there already, or the base is unsound.
        BuildError: The file could not be written whole; an earlier one is untouched.
    """
    if target.suffix != ".toml":
        raise UserError(f"{shown(str(target))}: a profile's file name must end in .toml")
    check_folder_name(target.stem, str(target))
    try:
        if target.is_dir():
            raise UserError(f"{target}: a folder, must be a file")
        if not target.parent.is_dir():
            raise UserError(f"{target}: the folder {target.parent} does not exist")
        if target.exists() and not force:
            raise UserError(f"{target}: exists already; --force replaces it")
    except OSError as error:
        raise UserError(f"{target}: cannot be written: {error.strerror or error}") from None
    settings = load_settings(base)
    if is_path(base):
        if target.exists() and target.samefile(base):
            raise UserError(f"{target}: a profile cannot start from itself")
        base = path_from(target.parent, Path(base))
    _write_whole(target, starting_point(settings, base, target))


def _write_whole(target: Path, text: str) -> None:
    """Write beside the target and rename, so that a full disk leaves the earlier file whole."""
    beside = target.with_name(f".{target.name}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise BuildError(f"{target}: cannot be written: {error.strerror or error}") from None
