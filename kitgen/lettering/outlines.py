"""From characters to clean outlines in font units: no overlaps, curves kept."""

from __future__ import annotations

import unicodedata
from typing import Any

from kitgen.lettering.faces import glyph_names, open_face, reading
from kitgen.lettering.fonts import FontFile
from kitgen.lettering.outline import Contour, Outline, Point, Segment
from kitgen.lettering.polygons import bounds

_Placed = tuple[str, float, float]
"""Glyph name and where its origin lies, in font units."""


class Typeface:
    """A font opened at one weight, which draws labels and keeps what it has drawn."""

    def __init__(self, font: FontFile) -> None:
        """Opens the font.

        Raises:
            UserError: The file cannot be read as a font.
        """
        self.font = font
        self._drawn: dict[tuple[_Placed, ...], Outline] = {}
        with reading(font.path):
            self._file = open_face(font.path, font.index)
            self._location = _location(self._file, font.weight)
            self._glyphs = self._file.getGlyphSet(location=self._location)
            self._names = glyph_names(self._file)
        self._shaper: Any = None

    def missing(self, wanted: str) -> str:
        """Characters that the font has no ink for, each once, in order."""
        found = dict.fromkeys(wanted)
        return "".join(c for c in found if ord(c) not in self._names or self._is_inkless(c))

    def draw(self, label: str) -> tuple[Outline, ...]:
        """The label's characters, left to right, kerned, in font units with the baseline at 0.

        A combining mark belongs to the character before it. The font must have them all.

        Raises:
            UserError: The font is damaged.
        """
        text = unicodedata.normalize("NFC", label)
        with reading(self.font.path):
            if len(text) == 1:
                return (self._unite(((self._names[ord(text)], 0.0, 0.0),)),)
            return tuple(self._unite(run) for run in self._shape(text))

    def cap_height(self, otherwise: str) -> float:
        """Height of the ink of H in font units, or of another character if it has no H."""
        letter = otherwise if self.missing("H") else "H"
        outline = self.draw(letter)[0]
        _, low, _, high = bounds(outline)
        return high - low

    def _is_inkless(self, character: str) -> bool:
        if unicodedata.combining(character):
            return False
        return self.draw(character)[0].is_empty

    def _shape(self, text: str) -> list[tuple[_Placed, ...]]:
        """Kerns with HarfBuzz, without ligatures, so that each character keeps its own shape."""
        import uharfbuzz  # type: ignore[import-untyped, unused-ignore]

        if self._shaper is None:
            blob = uharfbuzz.Blob.from_file_path(str(self.font.path))
            self._shaper = uharfbuzz.Font(uharfbuzz.Face(blob, self.font.index))
            self._shaper.set_variations(self._location)
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_GRAPHEMES
        buffer.add_str(text)
        buffer.guess_segment_properties()
        off = ("liga", "clig", "calt", "rlig", "rclt", "locl")
        uharfbuzz.shape(self._shaper, buffer, {"kern": True, **dict.fromkeys(off, False)})
        order, runs, pen = self._file.getGlyphOrder(), dict[int, list[_Placed]](), 0.0
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            placed = (order[info.codepoint], pen + at.x_offset, float(at.y_offset))
            runs.setdefault(info.cluster, []).append(placed)
            pen += at.x_advance
        return [tuple(run) for run in runs.values()]

    def _unite(self, run: tuple[_Placed, ...]) -> Outline:
        """One shape of all the glyphs, with the non-zero rule.

        Variable fonts draw a letter from overlapping strokes, which neither a wire builder
        nor the even-odd rule can take.
        """
        origin = run[0][1]
        shape = tuple((name, x - origin, y) for name, x, y in run)
        if shape not in self._drawn:
            self._drawn[shape] = _united(self._glyphs, shape)
        return self._drawn[shape].moved(origin, 0.0)


def _location(file: Any, weight: int) -> dict[str, float]:
    """Where on its axes a variable font is drawn: upright, normal width, the weight."""
    if "fvar" not in file:
        return {}
    wanted = {"wght": float(weight), "wdth": 100.0, "ital": 0.0, "slnt": 0.0}
    return {
        axis.axisTag: min(max(wanted[axis.axisTag], axis.minValue), axis.maxValue)
        for axis in file["fvar"].axes
        if axis.axisTag in wanted
    }


def _united(glyphs: Any, run: tuple[_Placed, ...]) -> Outline:
    import pathops
    from fontTools.pens.transformPen import TransformPen

    path = pathops.Path()
    pen = path.getPen(glyphSet=glyphs)
    for name, x, y in run:
        glyphs[name].draw(TransformPen(pen, (1, 0, 0, 1, x, y)))
    path.simplify(fix_winding=True, keep_starting_points=False, clockwise=False)
    path.convertConicsToQuads()
    # skia computes in 32 bits; a thousandth of a unit hides what differs between processors
    return _contours(path).rounded(3)


def _contours(path: Any) -> Outline:
    from pathops import PathVerb

    contours: list[Contour] = []
    segments: list[Segment] = []
    here: Point = (0.0, 0.0)
    for verb, points in path:
        if verb == PathVerb.MOVE:
            here = points[0]
        elif verb == PathVerb.CLOSE:
            if segments:
                start = segments[0][0]
                if here != start:
                    segments.append((here, start))
                contours.append(tuple(segments))
            segments = []
        else:
            segments.append((here, *points))
            here = points[-1]
    return Outline(tuple(contours))
