"""From a font's name or path to one face of one file, the same on every machine.

Names are looked up among the fonts that installed packages offer, then among the system's.
A package wins over a system font of the same name, so that a kit does not change with the
machine it is made on.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from kitgen.errors import UserError
from kitgen.lettering.faces import NORMAL_WIDTH, Face, characters, read_faces
from kitgen.lettering.folders import SUFFIXES, font_files, font_folders

Origin = Literal["package", "system", "file"]

DEFAULT_FAMILY = "Atkinson Hyperlegible"
DEFAULT_WEIGHT = 700


@dataclass(frozen=True)
class FontFile:
    """One face of one file at one weight: all that decides what the letters look like."""

    path: Path
    """Where the file lies on this machine; it must not reach any output."""
    index: int
    family: str
    style: str
    weight: int
    """The weight drawn: as asked for if the face is variable, else the face's own."""
    weight_range: tuple[int, int] | None
    """Ends of the weight axis of a variable face."""
    origin: Origin
    note: str | None = None
    """Says so where the weight asked for could not be had."""


@dataclass(frozen=True)
class FontFamily:
    """A font that can be asked for by name."""

    name: str
    origin: Origin
    faces: tuple[Face, ...]

    @property
    def upright(self) -> Face:
        """The face that stands for the family: upright, of normal width, nearest to bold."""
        return _nearest(self.faces, DEFAULT_WEIGHT)

    @property
    def weights(self) -> tuple[int, ...]:
        """Weights of the upright static faces, lightest first."""
        upright = [f for f in self.faces if not f.italic and f.weight_range is None]
        return tuple(sorted({face.weight for face in upright}))

    @property
    def weight_range(self) -> tuple[int, int] | None:
        """Ends of the weight axis, if there is an upright variable face."""
        ranges = [f.weight_range for f in self.faces if not f.italic and f.weight_range]
        return (min(low for low, _ in ranges), max(high for _, high in ranges)) if ranges else None


def find_font(name_or_path: str, weight: int) -> FontFile:
    """The upright face of normal width that comes nearest to a weight.

    Something with a path separator or a font file's ending is a path. Anything else is the
    name of a family, of a package first and of the system second, and only then a path.

    Raises:
        UserError: The font is unknown (with close matches), cannot be read, or is variable
            and does not reach the weight (with its range).
    """
    if not 1 <= weight <= 1000:
        raise UserError(f"font weight {weight}: 1 to 1000 is allowed, 400 regular, 700 bold")
    path = Path(name_or_path).expanduser()
    if _looks_like_path(name_or_path):
        return _choose(read_faces(path), weight, "file")
    for families in (packaged_families, system_families):
        for family in families():
            if key(name_or_path) in _keys(family):
                return _choose(_named(family, name_or_path), weight, family.origin)
    if path.exists():
        return _choose(read_faces(path), weight, "file")
    raise UserError(_unknown(name_or_path))


def available_fonts() -> tuple[FontFamily, ...]:
    """Every font that can be asked for by name: those of packages, then the system's."""
    packaged = packaged_families()
    taken = {key(family.name) for family in packaged}
    return (*packaged, *(f for f in system_families() if key(f.name) not in taken))


def font_fingerprint(name_or_path: str, weight: int) -> str:
    """SHA-256 (hex) of what decides the shapes of the letters: file, face and weight.

    A font of a package is found by the package's own list, without reading the font.

    Raises:
        UserError: As `find_font`.
    """
    font = find_font(name_or_path, weight)
    digest = hashlib.sha256(font.path.read_bytes())
    digest.update(f"face {font.index} weight {font.weight}".encode())
    return digest.hexdigest()


def fonts_with(wanted: frozenset[str], most: int = 5) -> tuple[str, ...]:
    """Names of fonts that have every one of the characters, packages first."""
    found = (f.name for f in available_fonts() if wanted <= family_characters(f))
    return tuple(name for name, _ in zip(found, range(most), strict=False))


def family_characters(family: FontFamily) -> frozenset[str]:
    """Characters of the family's upright face; none if it cannot be read."""
    try:
        return characters(family.upright.path, family.upright.index)
    except UserError:
        return frozenset()


def packaged_families() -> tuple[FontFamily, ...]:
    """Families of the installed packages with a ``fontpkg.family`` entry point, by name."""
    import fontpkg

    found = []
    for family in fontpkg.families().values():
        faces = [
            Face(
                path=Path(file.path),
                index=0,
                family=family.name,
                legacy_family=family.name,
                style=file.path.stem.rpartition("-")[2],
                weight=file.weight or 400,
                weight_range=_axis(file.wght_min, file.wght_max),
                italic=file.style != "normal",
            )
            for file in family.files
        ]
        found.append(FontFamily(family.name, "package", tuple(faces)))
    return tuple(sorted(found, key=lambda family: key(family.name)))


def system_families() -> tuple[FontFamily, ...]:
    """Families in the system's and the user's font folders, by name."""
    return _families_below(font_folders(sys.platform, os.environ))


@lru_cache(maxsize=4)
def _families_below(folders: tuple[Path, ...]) -> tuple[FontFamily, ...]:
    grouped: dict[str, list[Face]] = {}
    for face in _readable_faces(font_files(folders)):
        grouped.setdefault(key(face.family), []).append(face)
    return tuple(
        FontFamily(faces[0].family, "system", tuple(faces)) for _, faces in sorted(grouped.items())
    )


def _readable_faces(files: Iterable[Path]) -> Iterator[Face]:
    for path in files:
        try:
            yield from read_faces(path)
        except UserError:  # a broken file in a system folder is nobody's request
            continue


def key(name: str) -> str:
    """A name as it is compared: without regard to case, spacing and composition."""
    return " ".join(unicodedata.normalize("NFC", name).replace("_", " ").casefold().split())


def _keys(family: FontFamily) -> set[str]:
    return {key(family.name), *(key(face.legacy_family) for face in family.faces)}


def _named(family: FontFamily, name: str) -> tuple[Face, ...]:
    """The faces meant: all by the family's name, or those of one legacy family."""
    if key(name) == key(family.name):
        return family.faces
    return tuple(face for face in family.faces if key(face.legacy_family) == key(name))


def _axis(low: int | None, high: int | None) -> tuple[int, int] | None:
    return None if low is None or high is None else (low, high)


def _looks_like_path(name: str) -> bool:
    separators = {"/", os.sep, os.altsep or os.sep}
    return any(mark in name for mark in separators) or Path(name).suffix.lower() in SUFFIXES


def _nearest(faces: tuple[Face, ...], weight: int) -> Face:
    """Upright before italic, normal width before others, then the nearest weight.

    Between two equally near weights the heavier prints better.
    """

    def badness(face: Face) -> tuple[bool, int, int, int]:
        low, high = face.weight_range or (face.weight, face.weight)
        off = max(low - weight, weight - high, 0)
        return face.italic, abs(face.width - NORMAL_WIDTH), off, -face.weight

    return min(faces, key=badness)


def _choose(faces: tuple[Face, ...], weight: int, origin: Origin) -> FontFile:
    face = _nearest(faces, weight)
    if face.weight_range is None:
        drawn = face.weight
    else:
        low, high = face.weight_range
        drawn = weight
        if not low <= weight <= high:
            raise UserError(
                f'font "{face.family}": weight {weight} is out of its range, '
                f"{low} to {high} is allowed"
            )
    note = None
    if drawn != weight:
        note = f'font "{face.family}" has no weight {weight}: its nearest, {drawn}, is used'
    return FontFile(
        path=face.path,
        index=face.index,
        family=face.family,
        style=face.style,
        weight=drawn,
        weight_range=face.weight_range,
        origin=origin,
        note=note,
    )


def _unknown(name: str) -> str:
    names = [family.name for family in available_fonts()]
    by_key = {key(known): known for known in reversed(names)}
    close = [by_key[k] for k in difflib.get_close_matches(key(name), by_key, n=3, cutoff=0.5)]
    if close:
        hint = "did you mean " + " or ".join(f'"{known}"' for known in close) + "?"
    else:
        hint = f'the default is "{DEFAULT_FAMILY}", `kitgen fonts` lists all'
    return f'font "{name}": unknown; {hint}'
