"""Where PrusaSlicer is: on Linux, Windows and macOS, as a package, a flatpak or an AppImage."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Literal

from kitgen.errors import BuildError, UserError

NAMES = ("prusa-slicer", "PrusaSlicer", "prusa-slicer-console")
"""As Debian, Arch and Windows call it; Windows adds the `.exe` of its own accord."""
FLATPAK = "com.prusa3d.PrusaSlicer"
FLATPAK_COMMAND = "prusa-slicer"
"""What to start inside the flatpak: its own entry point starts the program in the background and
drops what it says."""
APPIMAGE_FOLDERS = ("Applications", "Downloads", ".local/bin")
REMEDY = (
    "install it (https://www.prusa3d.com/prusaslicer, Debian: apt install prusa-slicer, flatpak:"
    f" flatpak install flathub {FLATPAK}) or name it with --slicer-path"
)
_APPIMAGE = re.compile(r"prusa-?slicer.*\.appimage", re.IGNORECASE)

Platform = Literal["linux", "windows", "macos"]


class NoSlicerError(BuildError):
    """PrusaSlicer is nowhere; the message says what to do."""


@dataclass(frozen=True)
class Slicer:
    """PrusaSlicer, as it is started.

    Attributes:
        program: first words of its command line.
        where: for people: a path, or the flatpak's name.
        sandboxed: it sees no folder but those that it is given.
    """

    program: tuple[str, ...]
    where: str
    sandboxed: bool = False

    def command(self, arguments: Sequence[str], folder: Path) -> list[str]:
        """Words of a command line that may read and write one folder, in which it is started."""
        if not self.sandboxed:
            program, *rest = self.program
            # From that folder, a path that was given from this one leads nowhere.
            return [os.path.abspath(program), *rest, *arguments]  # noqa: PTH100 - links stay
        runner, *rest = self.program
        shared = [f"--filesystem={folder}", f"--command={FLATPAK_COMMAND}"]
        return [runner, "run", *shared, *rest, *arguments]


@dataclass(frozen=True)
class Surroundings:
    """What of a computer decides where its programs are.

    Attributes:
        platform: whose customs hold.
        home: the user's folder.
        variables: of the environment; on Windows `ProgramFiles` and its like.
        which: a program's path by its name, None where PATH has none.
        is_file: whether there is a file at a path.
        names_in: names of what is in a folder, none where there is no such folder.
    """

    platform: Platform
    home: str
    variables: Mapping[str, str] = field(default_factory=dict)
    which: Callable[[str], str | None] = shutil.which
    is_file: Callable[[str], bool] = os.path.isfile
    names_in: Callable[[str], Sequence[str]] = lambda _: ()

    @classmethod
    def here(cls) -> Surroundings:
        """Of this computer."""
        platforms: dict[str, Platform] = {"win32": "windows", "darwin": "macos"}
        try:
            home = str(Path.home())
        except RuntimeError:  # no home folder, as in some containers
            home = os.sep
        return cls(platforms.get(sys.platform, "linux"), home, dict(os.environ), names_in=_names_in)


def find_slicer(given: Path | None = None, at: Surroundings | None = None) -> Slicer:
    """Find PrusaSlicer.

    Args:
        given: the program, where the user names it; an app bundle of macOS will do.
        at: whose computer; by default this one.

    Raises:
        UserError: What was given is no file.
        NoSlicerError: It is in none of the usual places.
    """
    at = Surroundings.here() if at is None else at
    if given is not None:
        return _given(str(given), at)
    for name in NAMES:
        if found := at.which(name):
            return Slicer((found,), found)
    places = {"windows": _on_windows, "macos": _on_macos, "linux": _on_linux}
    found_slicer = places[at.platform](at)
    if found_slicer is None:
        raise NoSlicerError(f"PrusaSlicer was not found: {REMEDY}")
    return found_slicer


def _given(path: str, at: Surroundings) -> Slicer:
    inside = _bundled(path)
    for candidate in (path, inside):
        if at.is_file(candidate):
            return Slicer((candidate,), candidate)
    if "/" not in path and "\\" not in path and (found := at.which(path)):
        return Slicer((found,), found)
    raise UserError(f"--slicer-path {path}: no such file; allowed is PrusaSlicer's program")


def _bundled(bundle: str) -> str:
    return str(PurePosixPath(bundle) / "Contents/MacOS/PrusaSlicer")


def _first(paths: Sequence[PurePath], at: Surroundings) -> Slicer | None:
    found = next((str(path) for path in paths if at.is_file(str(path))), None)
    return None if found is None else Slicer((found,), found)


def _on_windows(at: Surroundings) -> Slicer | None:
    roots = [
        PureWindowsPath(at.variables[name])
        for name in ("ProgramFiles", "ProgramW6432", "ProgramFiles(x86)", "LOCALAPPDATA")
        if at.variables.get(name)
    ]
    folders = ("Prusa3D/PrusaSlicer", "PrusaSlicer", "Programs/PrusaSlicer")
    # The other program, prusa-slicer.exe, opens a window and says nothing to who called it.
    program = "prusa-slicer-console.exe"
    return _first([root / folder / program for root in roots for folder in folders], at)


def _on_macos(at: Surroundings) -> Slicer | None:
    roots = (PurePosixPath("/Applications"), PurePosixPath(at.home) / "Applications")
    bundles = ("PrusaSlicer.app", "Original Prusa Drivers/PrusaSlicer.app")
    return _first(
        [PurePosixPath(_bundled(str(root / bundle))) for root in roots for bundle in bundles], at
    )


def _on_linux(at: Surroundings) -> Slicer | None:
    home = PurePosixPath(at.home)
    exported = (
        home / ".local/share/flatpak/exports/bin" / FLATPAK,
        PurePosixPath("/var/lib/flatpak/exports/bin") / FLATPAK,
    )
    runner = at.which("flatpak")
    if runner and any(at.is_file(str(path)) for path in exported):
        return Slicer((runner, FLATPAK), f"flatpak {FLATPAK}", sandboxed=True)
    for folder in APPIMAGE_FOLDERS:
        names = [name for name in at.names_in(str(home / folder)) if _APPIMAGE.fullmatch(name)]
        for name in sorted(names, key=_by_numbers, reverse=True):  # the newest version
            if found := _first([home / folder / name], at):
                return found
    return None


def _by_numbers(name: str) -> list[tuple[int, str]]:
    """Sort 2.10 after 2.9."""
    # isdecimal, not isdigit: a superscript is a digit that int() refuses.
    return [
        (int(step), "") if step.isdecimal() else (-1, step) for step in re.split(r"(\d+)", name)
    ]


def _names_in(folder: str) -> Sequence[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 - names, of folders given as text
    except OSError:
        return ()
