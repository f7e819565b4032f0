"""Files in a kit's folder that are not the kit's: known, and carried over when it is rebuilt.

A user keeps G-code and notes beside the files that kitgen wrote. Only what the manifest lists is
kitgen's; everything else belongs to the user, is never deleted and never overwritten.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from kitgen.export.manifest_file import FORMAT, MANIFEST, plain_bytes

REPORTS = ("report.json", "report.html")
"""What a check writes about a kit: the next kit has its own, so they are not carried over."""
COMPANIONS = {"paper/paper.json": "kitgen-paper", "pictures/pictures.json": "kitgen-pictures"}
"""Lists of what is made from a kit and lies beside it, and their formats. They stand apart from the
manifest, because they are made from it: its digest names the plastic, whatever the paper says."""
_REPORT_FORMAT = "kitgen-report"
_REPORT_TAG = f'<meta name="format" content="{_REPORT_FORMAT}">'.encode()

Place = Callable[[Path, Path], None]


def listed_files(folder: Path) -> frozenset[str] | None:
    """Give the files that belong to the kit in a folder, by its own manifest.

    The manifest is read leniently, so that a kit of a later or earlier kitgen is known as a kit.

    Returns:
        Relative paths with forward slashes, the manifest's own among them; None where the
        folder holds no manifest of kitgen's, or one that cannot be read.
    """
    try:
        manifest = json.loads(plain_bytes(folder / MANIFEST))
        if manifest["format"] != FORMAT:
            return None
        paths = [part["file"] for part in manifest["parts"]]
        paths += [listed["path"] for listed in manifest["files"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    own = [name for name in REPORTS if _is_report(folder, name)]
    for name, list_format in COMPANIONS.items():
        own += listed_by_companion(folder, name, list_format)
    return frozenset(
        [MANIFEST, *own, *(str(PurePosixPath(path)) for path in paths if isinstance(path, str))]
    )


def listed_by_companion(folder: Path, name: str, list_format: str) -> list[str]:
    """Give a list of companion files and the files in it; nothing where it is the user's file."""
    try:
        data = json.loads(plain_bytes(folder / name))
        if data["format"] != list_format:
            return []
        paths = [entry["path"] for entry in data["files"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    return [name, *(str(PurePosixPath(path)) for path in paths if isinstance(path, str))]


def make_way(folder: Path, own: str) -> None:
    """Rename what lies where kitgen writes a file of its own, if it is the user's and no report.

    Raises:
        OSError: where it cannot be renamed.
    """
    path = folder / own
    if os.path.lexists(path) and not _is_report(folder, own):
        names = _names(path.parent, path.name)
        path.rename(next(name for name in names if not os.path.lexists(name)))


def _is_report(folder: Path, own: str) -> bool:
    """Whether a check wrote the file: a page of the user's may well speak of such reports."""
    path = folder / own
    if own not in REPORTS or path.is_symlink():
        return False
    try:
        data = plain_bytes(path)
        if path.suffix == ".html":
            return _REPORT_TAG in data.partition(b"</head>")[0]
        return bool(json.loads(data)["format"] == _REPORT_FORMAT)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return False


def is_inside(folder: Path, path: str) -> bool:
    """Whether a listed path is the folder's own file, reached through no link and no ``..``."""
    if not path or path.startswith("/") or ".." in path.split("/"):
        return False
    parents = [folder / parent for parent in Path(path).parents]
    return all(is_real_folder(parent) for parent in parents) and not is_real_folder(folder / path)


def is_real_folder(entry: Path) -> bool:
    """Whether a path is a folder and not a link to one: a link is carried as it is."""
    return entry.is_dir() and not entry.is_symlink()


def foreign_files(folder: Path, listed: frozenset[str], below: str = "") -> Iterator[str]:
    """Walk the files of a folder that the kit does not own, links among them, in sorted order.

    A folder that is empty counts too, unless it was emptied of files that the kit owns.

    Yields:
        Relative paths with forward slashes.
    """
    entries = sorted((folder / below).iterdir())
    if not entries and below and not any(path.startswith(below + "/") for path in listed):
        yield below
    for entry in entries:
        path = f"{below}/{entry.name}" if below else entry.name
        if is_real_folder(entry):
            yield from foreign_files(folder, listed, path)
        elif path not in listed:
            yield path


def link_foreign(source: Path, target: Path, listed: frozenset[str]) -> None:
    """Give foreign files a second name in another folder, where the file system can.

    The source keeps them; a cut at any point loses nothing. Whatever cannot be linked is left
    to :func:`move_foreign`.
    """
    _carry(source, target, listed, _link)


def move_foreign(source: Path, target: Path, listed: frozenset[str]) -> None:
    """Move every foreign file that the target does not have yet, and drop second names.

    May be repeated after a cut.

    Raises:
        OSError: where a file cannot be moved; it is then still in the source.
    """
    _carry(source, target, listed, _move)


def _carry(source: Path, target: Path, listed: frozenset[str], place: Place) -> None:
    homes: dict[str, Path] = {"": target}
    for path in list(foreign_files(source, listed)):
        home = target
        origin = source
        steps = path.split("/")
        for depth, step in enumerate(steps[:-1], start=1):
            origin = origin / step
            below = "/".join(steps[:depth])
            if below not in homes:
                homes[below] = _folder(home, step, origin)
            home = homes[below]
        entry = source / path
        if is_real_folder(entry):
            _folder(home, steps[-1], entry)
        else:
            place(entry, _free_name(home, steps[-1], entry))


def _folder(home: Path, name: str, model: Path) -> Path:
    """Find or make a folder for foreign files; beside it where a file of the kit has its name."""
    for candidate in _names(home, name):
        if is_real_folder(candidate):
            return candidate
        if not os.path.lexists(candidate):
            candidate.mkdir()
            shutil.copymode(model, candidate)
            return candidate
    raise AssertionError("names never run out")


def _free_name(home: Path, name: str, entry: Path) -> Path:
    """Find a name that nothing has, or that this very file has from an earlier, cut attempt."""
    for candidate in _names(home, name):
        if not os.path.lexists(candidate) or _same_file(entry, candidate):
            return candidate
    raise AssertionError("names never run out")


def _names(home: Path, name: str) -> Iterator[Path]:
    """The kit's own file keeps the name ``a.stl``; the user's becomes ``a.kept.stl``, and so on."""
    yield home / name
    path = Path(name)
    yield home / f"{path.stem}.kept{path.suffix}"
    number = 2
    while True:
        yield home / f"{path.stem}.kept-{number}{path.suffix}"
        number += 1


def _same_file(a: Path, b: Path) -> bool:
    return os.path.samestat(a.lstat(), b.lstat())


def _link(entry: Path, target: Path) -> None:
    if os.path.lexists(target):
        return
    try:
        os.link(entry, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        # No hard links here (FAT, some network shares, other owners): moved after the swap.
        return


def _move(entry: Path, target: Path) -> None:
    if os.path.lexists(target):
        entry.unlink()  # the same file under a second name
    else:
        entry.rename(target)
