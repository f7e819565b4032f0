"""A sheet of letters as they would be printed, to choose a font by; drawn without any solid."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

    from kitgen.lettering.outline import Outline
    from kitgen.lettering.sheet import JudgedLetter, JudgedSet

PX_PER_MM = 5
_FINER = 3
"""Drawn so many times as large and then reduced: smooth edges."""
_COLUMNS = 10
_GAP_MM = 3.0
_COUNT_MM = 4.6
"""Height of the line with the count below a tile."""
_HEADING_MM = 12.0
_MARGIN_MM = 7.0
_CHORD_MM = 0.02
_PAPER = "#F7F5F0"
_TEXT = "#20262E"
_QUIET = "#5E6870"
_EDGE = "#B9B1A3"
_FAULT = "#C1121F"
INK = "#20262E"
"""Of letters in the colour of their tile, which an outline alone would hardly show."""


@dataclass(frozen=True)
class TileFace:
    """What a tile looks like from above.

    Attributes:
        size: Side in mm.
        top_size: Side in mm of the flat inside its rounded or bevelled edges.
        radius: Of its corners in mm.
        colour: ``#RRGGBB``.
        ink: The letters'.
    """

    size: float
    top_size: float
    radius: float
    colour: str
    ink: str = INK


def font_sheet(
    sets: Sequence[JudgedSet], face: TileFace, counts: Mapping[str, int] | None = None
) -> bytes:
    """Draw the letters of one or several fonts below each other.

    What cannot be printed has a red frame and a cross.

    Args:
        sets: One block each; all with the same labels.
        face: The tile.
        counts: Tiles of each label, written below it; by default nothing is.

    Returns:
        A PNG file.
    """
    from PIL import Image, ImageDraw

    columns = _columns(max(len(each.letters) for each in sets))
    step_x = face.size + _GAP_MM
    step_y = step_x + (_COUNT_MM if counts else 0.0)
    heights = [
        _HEADING_MM + math.ceil(len(each.letters) / columns) * step_y + _GAP_MM for each in sets
    ]
    width = 2 * _MARGIN_MM + columns * step_x - _GAP_MM
    height = 2 * _MARGIN_MM + sum(heights) - _GAP_MM
    image = Image.new("RGB", (_px(width), _px(height)), _PAPER)
    pen = _Pen(ImageDraw.Draw(image))
    top = _MARGIN_MM
    for each, tall in zip(sets, heights, strict=True):
        pen.heading(each, top, width - 2 * _MARGIN_MM)
        for index, letter in enumerate(each.letters):
            row, column = divmod(index, columns)
            x = _MARGIN_MM + column * step_x + face.size / 2
            y = top + _HEADING_MM + row * step_y + face.size / 2
            pen.tile(letter, face, x, y)
            if counts:
                below = y + face.size / 2 + _COUNT_MM / 2
                pen.text(f"\u00d7 {counts.get(letter.label, 0)}", x, below, 3.0, _QUIET, "mm")
        top += tall
    small = (round(width * PX_PER_MM), round(height * PX_PER_MM))
    reduced = image.resize(small, Image.Resampling.LANCZOS)
    return _png(reduced, alternative(sets))


def alternative(sets: Sequence[JudgedSet]) -> str:
    """What a sheet shows, in words; its PNG file holds them as its description."""
    said = []
    for each in sets:
        labels = ", ".join(letter.label for letter in each.letters)
        bad = ", ".join(letter.label for letter in each.unprintable)
        verdict = f"these do not print: {bad}" if bad else "all print"
        said.append(f"Letters in {each.font.family} {each.font.weight}: {labels}; {verdict}.")
    return " ".join(said)


class _Pen:
    """Draws in mm from the sheet's top left corner."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw
        self._faces: dict[tuple[float, bool], ImageFont.FreeTypeFont] = {}

    def heading(self, each: JudgedSet, top: float, width: float) -> None:
        """Name and weight, and to the right what is to be said of them."""
        title = f"{each.font.family} {each.font.weight}"
        self.text(title, _MARGIN_MM, top + 4.0, 5.2, _TEXT, "lm", bold=True)
        bad = len(each.unprintable)
        good = "all letters print" if not bad else f"{bad} of {len(each.letters)} do not print"
        cap = "" if each.cap_height is None else f"capitals {each.cap_height:.1f} mm, "
        colour = _FAULT if bad else _QUIET
        self.text(cap + good, _MARGIN_MM + width, top + 4.0, 3.6, colour, "rm")

    def tile(self, judged: JudgedLetter, face: TileFace, x: float, y: float) -> None:
        """A tile with its letter about (x, y)."""
        half, top, radius = face.size / 2, face.top_size / 2, face.radius
        self._box(x, y, half, radius, face.colour, _FAULT if judged.faults else _EDGE, 0.5)
        inner = max(0.0, radius - (half - top))
        self._box(x, y, top, inner, face.colour, _EDGE, 0.15)
        if judged.letter is not None:
            self._shape(judged.letter.shape, face, x, y)
        elif judged.faults:
            self._named(judged.label, x, y, face.size * 0.4)
            self._cross(x, y, top * 0.75, 0.9)
        if judged.faults:
            corner = half - 2.6
            self._cross(x + corner, y - corner, 1.1, 0.6)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        anchor: str,
        *,
        bold: bool = False,
    ) -> None:
        """Write a line, its height in mm."""
        at = (x * PX_PER_MM * _FINER, y * PX_PER_MM * _FINER)
        self._draw.text(at, text, fill=colour, font=self._face(size, bold), anchor=anchor)

    def _named(self, label: str, x: float, y: float, size: float) -> None:
        """Write a label that the font lacks in one that has it, if there is one at hand."""
        from PIL import ImageFont

        from kitgen.lettering.fonts import family_characters, packaged_families

        for family in packaged_families():
            if set(label) <= family_characters(family):
                face = family.upright
                drawn = ImageFont.truetype(str(face.path), _px(size), index=face.index)
                at = (x * PX_PER_MM * _FINER, y * PX_PER_MM * _FINER)
                self._draw.text(at, label, fill=_EDGE, font=drawn, anchor="mm")
                return

    def _face(self, size: float, bold: bool) -> ImageFont.FreeTypeFont:
        from PIL import ImageFont

        from kitgen.lettering.fonts import DEFAULT_FAMILY, find_font

        if (size, bold) not in self._faces:
            found = find_font(DEFAULT_FAMILY, 700 if bold else 400)
            self._faces[size, bold] = ImageFont.truetype(
                str(found.path), _px(size), index=found.index
            )
        return self._faces[size, bold]

    def _box(
        self, x: float, y: float, half: float, radius: float, fill: str, edge: str, line: float
    ) -> None:
        box = (_px(x - half), _px(y - half), _px(x + half), _px(y + half))
        self._draw.rounded_rectangle(box, _px(radius), fill, edge, max(1, _px(line)))

    def _cross(self, x: float, y: float, half: float, line: float) -> None:
        for way in (1, -1):
            ends = [(_px(x - half), _px(y - way * half)), (_px(x + half), _px(y + way * half))]
            self._draw.line(ends, _FAULT, _px(line))

    def _shape(self, outline: Outline, face: TileFace, x: float, y: float) -> None:
        """Letters have y upwards; holes are filled with the ground, what lies in them after."""
        if outline.is_empty:
            return
        from kitgen.lettering.polygons import to_polygons

        scale = PX_PER_MM * _FINER
        shapes = sorted(to_polygons(outline, _CHORD_MM).geoms, key=lambda one: -_extent(one.bounds))
        for shape in shapes:
            holes = ((ring, face.colour) for ring in shape.interiors)
            for ring, fill in ((shape.exterior, face.ink), *holes):
                points = [((x + px) * scale, (y - py) * scale) for px, py in ring.coords]
                self._draw.polygon(points, fill)


def _columns(letters: int) -> int:
    """Rows as even as they can be, of about ten."""
    return math.ceil(letters / max(1, math.ceil(letters / _COLUMNS)))


def _extent(box: Sequence[float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _px(mm: float) -> int:
    return round(mm * PX_PER_MM * _FINER)


def _png(image: Image.Image, description: str) -> bytes:
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_itxt("Description", description)
    few = image.quantize(96, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, format="PNG", optimize=True, pnginfo=info)
    return written.getvalue()
