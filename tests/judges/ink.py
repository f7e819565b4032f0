"""The ink of a label as the font has it, drawn by fontTools alone."""

from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from shapely import affinity
from shapely.geometry.base import BaseGeometry


class Rings(BasePen):
    """Collects contours as rings of points, curves in 32 steps."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.rings: list[list[tuple[float, float]]] = []

    def _moveTo(self, point) -> None:  # noqa: N802
        self.rings.append([point])

    def _lineTo(self, point) -> None:  # noqa: N802
        self.rings[-1].append(point)

    def _curveToOne(self, first, second, end) -> None:  # noqa: N802
        start = self._getCurrentPoint()
        for t in np.linspace(0, 1, 33)[1:]:
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points = np.array([start, first, second, end])
            self.rings[-1].append(tuple(np.array(weights) @ points))


def drawn(path: Path, label: str, facts: Mapping[str, Any]) -> BaseGeometry:
    """A label's ink in mm from the tile's centre, placed by the facts of a manifest.

    The letters stand side by side by their advances, without kerning.
    """
    font = TTFont(path)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pieces, at = [], 0.0
    for character in label:
        pen = Rings(glyphs)
        glyphs[names[ord(character)]].draw(pen)
        rings = [shapely.Polygon(ring).buffer(0) for ring in pen.rings if len(ring) > 2]
        shape = reduce(shapely.symmetric_difference, rings)
        pieces.append(affinity.translate(shape, at, 0.0))
        at += glyphs[names[ord(character)]].width
    ink = shapely.union_all(pieces)
    size = facts["scale"] * facts["cap_height_mm"] / font["OS/2"].sCapHeight
    ink = affinity.scale(ink, size * facts["narrowing"], size, origin=(0, 0))
    left, _, right, _ = ink.bounds
    ink = affinity.translate(ink, -(left + right) / 2, facts["baseline_mm"])
    if facts["bar_mm"] is not None:
        ink = ink.union(shapely.box(*facts["bar_mm"]))
    return ink
