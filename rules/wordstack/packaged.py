"""Where the shipped game profiles are: in the installed package, else in the clone."""

import difflib
from pathlib import Path

from wordstack.errors import ProfileError, shown


def profile_folder() -> Path:
    """Return the folder of the shipped game profiles.

    A wheel carries `profiles/games` as `wordstack/profiles`. An editable install has no such
    folder, so the clone's own files are read and an edit of them is seen at once.

    Raises:
        ProfileError: Neither is there.
    """
    package = Path(__file__).resolve().parent
    packaged, clone = package / "profiles", package.parents[1] / "profiles" / "games"
    for folder in (packaged, clone):
        if folder.is_dir():
            return folder
    raise ProfileError(f"the shipped profiles are missing: neither {packaged} nor {clone} exists")


def profile_names() -> tuple[str, ...]:
    """Return the names of the shipped profiles in alphabetical order."""
    return tuple(sorted(path.stem for path in profile_folder().glob("*.toml")))


def profile_file(name: str) -> Path:
    """Return the file of a shipped profile.

    Raises:
        ProfileError: No profile has this name; the message gives the nearest and all names.
    """
    names = profile_names()
    if name in names:
        return profile_folder() / f"{name}.toml"
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise ProfileError(
        f"unknown profile {shown(name)}: {hint}Shipped are {', '.join(names)}; "
        "a file of your own needs its ending .toml"
    )
