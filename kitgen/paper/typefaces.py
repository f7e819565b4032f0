"""The typefaces of paper: from packages, so that no computer's own fonts show.

Text is set in Atkinson Hyperlegible, made for legibility; letters that it lacks (İ, ẞ, Greek,
Cyrillic and many more) in Noto Sans; what that lacks too, in the font of the tiles themselves.
"""

from __future__ import annotations

import importlib.resources
import shutil
import tempfile
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wordstack.errors import shown

from kitgen.errors import UserError

TEXT_FAMILY, SECOND_FAMILY = "Atkinson Hyperlegible", "Noto Sans"
_PACKAGES = ("fontpkg_atkinson_hyperlegible", "fontpkg_noto_sans")
_ALWAYS_THERE = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) - {"ŉ"}
"""Latin-1 and Latin Extended-A, which one of the two families has, so that most documents need no
look into font files."""


@dataclass(frozen=True)
class Typefaces:
    """What typst may use.

    Attributes:
        families: Names in the order in which they are asked for a letter.
        folders: Where files of packages lie.
        file: Of the tiles' letters, where a letter needs it; alone, for its folder may hold more.
    """

    families: tuple[str, ...]
    folders: tuple[Path, ...]
    file: Path | None = None


def typefaces_for(text: Iterable[str], own_font: str = "", own_weight: int = 400) -> Typefaces:
    """Choose families that have all letters of a text.

    Args:
        text: Everything that will be set.
        own_font: Family or file that the tiles of the kit are lettered with.
        own_weight: Its weight.

    Raises:
        UserError: No family has one of the letters, or a package of kitgen's is not installed.
    """
    folders = tuple(_folder(package) for package in _PACKAGES)
    families: tuple[str, ...] = (TEXT_FAMILY, SECOND_FAMILY)
    pieces = list(text)
    needed = {c for piece in pieces for c in piece if c.isprintable()} - _ALWAYS_THERE
    missing = needed - _characters() if needed else needed
    if not missing:
        return Typefaces(families, folders)
    from kitgen.lettering.faces import characters
    from kitgen.lettering.fonts import find_font

    where = _where(missing, pieces)
    if not own_font:
        raise UserError(
            f"no typeface for {_spelled(missing)} on paper{where}: {TEXT_FAMILY} and"
            f" {SECOND_FAMILY} lack them; a font that the kit was given as a file is looked for in"
            " the current folder, or named: kitgen paper --font FILE"
        )
    try:
        own = find_font(own_font, own_weight)
        lacking = missing - characters(own.path, own.index)
    except UserError as error:
        raise UserError(f"no typeface for {_spelled(missing)} on paper{where}: {error}") from error
    if lacking:
        tried = dict.fromkeys((*families, own.family))
        raise UserError(
            f"no typeface for {_spelled(lacking)} on paper{_where(lacking, pieces)}:"
            f" {', '.join(tried)} lack them; allowed are letters of those, or of another print.font"
        )
    names = _families_in(own.path)
    if not names:
        raise UserError(
            f"no typeface for {_spelled(missing)} on paper: typst cannot use {own.family}"
        )
    return Typefaces((*families, *names), folders, own.path)


def _spelled(letters: Iterable[str]) -> str:
    """Letters with their code points, for some cannot be seen."""
    return ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in sorted(letters))


def _where(letters: Collection[str], pieces: Iterable[str]) -> str:
    """The first text in which one of the letters stands."""
    found = next(piece for piece in pieces if any(letter in piece for letter in letters))
    return f", in {shown(found)}"


def _families_in(file: Path) -> tuple[str, ...]:
    """Names by which typst knows the faces of a file; they may differ from the font's own."""
    import typst

    with tempfile.TemporaryDirectory(prefix="kitgen-paper-") as name:
        shutil.copyfile(file, Path(name, file.name))
        found = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=[name]
        )
        return tuple(dict.fromkeys(found.families()))


def _folder(package: str) -> Path:
    try:
        return Path(str(importlib.resources.files(package))) / "files"
    except ModuleNotFoundError:
        name = package.replace("_", "-")
        raise UserError(f"the font of paper is not installed: pip install {name}") from None


@lru_cache
def _characters() -> frozenset[str]:
    """What the two families have between them."""
    from kitgen.lettering.faces import characters

    files = sorted(path for p in _PACKAGES for path in _folder(p).glob("*.ttf"))
    upright = [path for path in files if "Italic" not in path.name]
    return frozenset().union(*(characters(path, 0) for path in upright))
