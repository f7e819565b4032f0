"""Where each platform keeps its fonts."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc"})
"""Endings of the files that are looked at in those folders."""


def font_folders(platform: str, environ: Mapping[str, str]) -> tuple[PurePath, ...]:
    """Folders that hold fonts, the user's own before the machine's.

    Pure: nothing is looked up on the disk, so that every platform can be tested on any.

    Args:
        platform: As ``sys.platform``: ``win32``, ``darwin``, anything else is taken for a
            system that follows the XDG base directory specification.
        environ: The environment, as ``os.environ``.
    """
    if platform == "win32":
        return _windows(environ)
    home = PurePosixPath(environ["HOME"]) if environ.get("HOME") else None
    if platform == "darwin":
        own = [home / "Library/Fonts"] if home else []
        shared = ["/Library/Fonts", "/System/Library/Fonts", "/Network/Library/Fonts"]
        return (*own, *map(PurePosixPath, shared))
    return _xdg(environ, home)


def _windows(environ: Mapping[str, str]) -> tuple[PurePath, ...]:
    """Fonts installed "for me only" lie below LOCALAPPDATA since Windows 10 1809."""
    found = []
    if environ.get("LOCALAPPDATA"):
        local = PureWindowsPath(environ["LOCALAPPDATA"])
        found.append(local / "Microsoft" / "Windows" / "Fonts")
    elif environ.get("USERPROFILE"):
        local = PureWindowsPath(environ["USERPROFILE"]) / "AppData" / "Local"
        found.append(local / "Microsoft" / "Windows" / "Fonts")
    windows = environ.get("WINDIR") or environ.get("SYSTEMROOT") or "C:\\Windows"
    return (*found, PureWindowsPath(windows) / "Fonts")


def _xdg(environ: Mapping[str, str], home: PurePosixPath | None) -> tuple[PurePath, ...]:
    """Relative folders in the variables are ignored, as the specification asks."""
    own = environ.get("XDG_DATA_HOME", "")
    found = [PurePosixPath(own) / "fonts"] if own.startswith("/") else []
    if home and not found:
        found.append(home / ".local/share/fonts")
    if home:
        found.append(home / ".fonts")
    shared = environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    found += [PurePosixPath(d) / "fonts" for d in shared.split(":") if d.startswith("/")]
    return tuple(dict.fromkeys(found))


def font_files(folders: tuple[PurePath, ...]) -> Iterator[Path]:
    """Every font file in and below the folders, in an order that does not change.

    Folders that are missing or may not be read are passed over; links are followed once.
    """
    seen: set[Path] = set()
    pending = [Path(folder) for folder in reversed(folders)]
    while pending:
        folder = pending.pop()
        try:
            real = folder.resolve()
            entries = [] if real in seen else sorted(folder.iterdir())
        except OSError:
            continue
        seen.add(real)
        yield from (e for e in entries if e.suffix.lower() in SUFFIXES and e.is_file())
        pending += [e for e in reversed(entries) if e.suffix.lower() not in SUFFIXES and e.is_dir()]
