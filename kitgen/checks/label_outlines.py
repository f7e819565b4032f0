"""Letters as the files have them, and as the font draws them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.layers import filled, polygons
from kitgen.errors import UserError

if TYPE_CHECKING:
    from shapely import MultiPolygon

    from kitgen.checks.letter_levels import LetterLevels
    from kitgen.checks.written import WrittenKit
    from kitgen.export.manifest import Letter, Part
    from kitgen.lettering.fonts import FontFile
    from kitgen.lettering.outlines import Typeface

BLANK = "_"
"""Label of a tile without a letter."""

CHORD_MM = 0.01
"""Flattening of the font's curves, as where the letters were laid out."""

_BOSS_SHARE = 0.7
"""Of a section through a boss that one nearer to its top has at least, chamfer and all."""


def ink(kit: WrittenKit, name: str) -> MultiPolygon:
    """A letter as a part's file has it: the section half its relief below its top.

    Of a tile whose letter is cut in, it is what is missing from the section, else the section.
    A tile without a letter has none, unless something is cut into its top or stands on it.

    Raises:
        UnsoundFileError: The file bounds no solid.
    """
    part, solid = kit.parts[name], kit.solid(name)
    low, high = solid.bounding_box()[2], solid.bounding_box()[5]
    if part.kind == "tile-letter":
        return polygons(solid.slice((low + high) / 2))
    style, relief = _style(kit, part.letter)
    section = solid.slice(high - relief / 2)
    stands = style == "raised"
    if part.letter is None:
        stands = section.area() < _BOSS_SHARE * solid.slice(high - 1.5 * relief).area()
    if stands:
        return polygons(section)
    return polygons(filled(section) - section)


def _style(kit: WrittenKit, letter: Letter | None) -> tuple[str, float]:
    if letter is not None:
        return letter.style, letter.relief_mm
    return str(kit.printed.get("letter_style", "engraved")), kit.number("letter_relief", 0.8)


def levels_of(kit: WrittenKit, name: str, shape: MultiPolygon) -> LetterLevels:
    """Where the letter of a part begins and ends.

    Args:
        kit: as written.
        name: of a tile, or of the letter that is inlaid in one.
        shape: its letter's section, from `ink`.
    """
    from kitgen.checks.letter_levels import LetterLevels, letter_levels

    mesh, part = kit.mesh(name), kit.parts[name]
    if part.kind == "tile-letter":
        low = float(np.asarray(mesh.bounds)[0][2])
        found = letter_levels(mesh, shape, raised=True)
        return LetterLevels(low, found.letter, found.share)
    return letter_levels(mesh, shape, raised=_style(kit, part.letter)[0] == "raised")


def top_face(kit: WrittenKit, name: str, top: float) -> tuple[float, float, float, float]:
    """Bounds of the flat top that a letter is cut into or stands on: x0, y0, x1, y1 in mm.

    Args:
        kit: as written.
        name: of a tile.
        top: the top's height, from `levels_of`.
    """
    from kitgen.checks.layers import horizontal

    mesh = kit.mesh(name)
    corners = np.asarray(mesh.triangles)[horizontal(mesh, up=True)[top]].reshape(-1, 3)
    (x0, y0), (x1, y1) = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def font_of(kit: WrittenKit) -> FontFile:
    """The face that the profile names: a file that the user gives, a family, or a file at hand.

    Raises:
        UserError: It is not to be found or cannot be read.
    """
    from kitgen.lettering.fonts import find_font

    named, weight = str(kit.printed.get("font", "")), int(kit.number("font_weight", 700))
    if kit.font_path is not None:
        return find_font(str(kit.font_path.resolve()), weight)
    try:
        return find_font(named, weight)
    except UserError:
        beside = kit.folder / Path(named).name
        if named and beside.is_file():
            return find_font(str(beside.resolve()), weight)
        raise


class Drawings:
    """Labels as a font draws them, placed by what the manifest says of their size and place."""

    def __init__(self, kit: WrittenKit, font: FontFile) -> None:
        """Open the font.

        Raises:
            UserError: It cannot be read.
        """
        from kitgen.lettering.outlines import Typeface

        self.font = font
        self._typeface: Typeface = Typeface(font)
        self._line_width = kit.number("line_width", 0.45)
        self._cap_height: float | None = None
        self._labels = labels(kit)
        self._example = next((label for label in self._labels if is_plain(label)), "H")
        self._drawn: dict[tuple[str, Letter], MultiPolygon] = {}

    def missing(self, label: str) -> str:
        """Characters of a label that the font has no ink for."""
        return self._typeface.missing(unicodedata.normalize("NFC", label))

    def letters(self, label: str, facts: Letter) -> MultiPolygon:
        """A label without its bar, in mm from the tile's centre.

        Raises:
            UserError: The font is damaged or lacks the characters.
        """
        if (label, facts) not in self._drawn:
            self._drawn[label, facts] = self._draw(label, facts)
        return self._drawn[label, facts]

    def _draw(self, label: str, facts: Letter) -> MultiPolygon:
        from kitgen.lettering.fitting import centred, spaced
        from kitgen.lettering.polygons import to_polygons

        text = unicodedata.normalize("NFC", label)
        if missing := self.missing(label):
            raise UserError(f'font "{self.font.family}": lacks {" ".join(missing)}')
        if self._cap_height is None:
            self._cap_height = self._typeface.cap_height(self._example)
        size = facts.cap_height_mm / self._cap_height * facts.scale
        scaled = [o.scaled(size * facts.narrowing, size) for o in self._typeface.draw(text)]
        outline = centred(spaced(scaled, self._line_width)).moved(0.0, facts.baseline_mm)
        return to_polygons(outline, CHORD_MM)

    def label(self, label: str, facts: Letter) -> MultiPolygon:
        """A label with its bar, in mm from the tile's centre.

        Raises:
            UserError: The font is damaged or lacks the characters.
        """
        import shapely

        drawn = self.letters(label, facts)
        if facts.bar_mm is None:
            return drawn
        return shapely.MultiPolygon([*drawn.geoms, shapely.box(*facts.bar_mm)])

    def whole_set(self, tiles: Sequence[Part]) -> dict[str, MultiPolygon]:
        """The letters of a set without bars, by label: of the tiles, and of plain ones not there.

        Letters are told apart within the whole set, even where only some tiles were built.
        """
        found = {
            part.label: self.letters(part.label, part.letter)
            for part in tiles
            if part.label is not None and part.letter is not None
        }
        first = next((part.letter for part in tiles if part.letter is not None), None)
        if first is not None:
            common = first.model_copy(update={"scale": 1.0, "narrowing": 1.0, "bar_mm": None})
            for label in self._labels:
                if label not in found and is_plain(label) and not self.missing(label):
                    found[label] = self.letters(label, common)
        return found

    def unknown(self, tiles: Sequence[Part]) -> list[str]:
        """Labels of the set that were not built, and whose size only their tiles could tell."""
        built = {part.label for part in tiles}
        return [label for label in self._labels if label not in built and not is_plain(label)]


def labels(kit: WrittenKit) -> list[str]:
    """Labels of the set of tiles that carry a letter, those that were built first."""
    counts = kit.manifest.profile.get("tiles", {})
    named = list(counts) if isinstance(counts, dict) else []
    built = [part.label for part in kit.manifest.parts if part.kind == "tile" and part.letter]
    found = dict.fromkeys([*(label for label in built if label is not None), *named])
    return [label for label in found if label != BLANK]


def is_plain(label: str) -> bool:
    """Whether a label is one character without accents: such labels share one size."""
    return len(unicodedata.normalize("NFD", label)) == 1
