"""Two parts cut at the same heights, and how near their sections come in the print plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.pairs import Fit
from kitgen.checks.written import WrittenKit, box

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely.geometry.base import BaseGeometry

Floats = NDArray[np.float64]
BESIDE_MM = 1e-3
"""Sections beside a horizontal face are taken so far from it."""
AROUND_MM = 2.0
"""Kept of a part around what reaches into the other."""
FOOT_SAMPLES = (0.001, 0.05, 0.1, 0.15, 0.199)
"""Heights over the bed in mm of sections through an elephant foot, besides those of the layers."""


@dataclass(frozen=True)
class Slices:
    """Both parts of a fit, cut at several heights.

    Attributes:
        heights: (n,) over the second part's bed, in mm.
        thickness: (n,) of what each stands for, in mm.
        bed: height of the first part's bed over the second's.
        first: n sections of the first part, in its file coordinates.
        second: n sections of the second part, in those of the first.
    """

    heights: Floats
    thickness: Floats
    bed: float
    first: Sequence[BaseGeometry]
    second: Sequence[BaseGeometry]

    def room(self, growth: Floats) -> Floats:
        """(n,) what is left between the sections where together they grow by (n,) mm."""
        import shapely

        return np.asarray(shapely.distance(self.first, self.second)) - growth

    def overlap(self, at: int, first: float, second: float) -> float:
        """Common volume in mm3 at one height, the parts grown by some mm each.

        Plastic spreads alike in all directions, so corners grow round.
        """
        grown = [
            shape.buffer(by, quad_segs=16)
            for shape, by in ((self.first[at], first), (self.second[at], second))
        ]
        return float(grown[0].intersection(grown[1]).area * self.thickness[at])


class Cuts:
    """Sections of the kit's parts in file coordinates, each made once."""

    def __init__(self, kit: WrittenKit) -> None:
        self.kit = kit
        self.layer = kit.number("layer_height", 0.2)
        self._levels = lru_cache(maxsize=None)(self._levels_of)
        self._pieces = lru_cache(maxsize=None)(self._pieces_at)

    def nest(self, fit: Fit) -> Slices:
        """Cut a nest from the tile's underside to the top of what stands in its pocket."""
        base = float(fit.relative[2, 3])
        size = self.kit.mesh(fit.first).extents
        bounds = self.kit.mesh(fit.first).bounds
        top = float(self.kit.mesh(fit.second).bounds[1, 2])
        bed = base + float(bounds[0, 2])
        heights, thickness = self._heights(fit, bed, min(top, bed + float(size[2])))
        first = [self._whole(fit.first, z - base) for z in heights]
        second = [self._near(fit, z) for z in heights]
        return Slices(heights, thickness, bed, first, second)

    def seam(self, fit: Fit) -> Slices:
        """Cut what two parts have beside each other, over their common height."""
        moved = self.kit.solid(fit.first).transform(fit.relative[:3])
        fixed = self.kit.solid(fit.second)
        a, b = np.array(moved.bounding_box()), np.array(fixed.bounding_box())
        low, high = np.maximum(a[:3], b[:3]), np.minimum(a[3:], b[3:])
        near = box((low - AROUND_MM).tolist(), (high + AROUND_MM).tolist())
        heights, thickness = self._heights(fit, float(low[2]), float(high[2]))
        first, second = moved ^ near, fixed ^ near
        return Slices(
            heights,
            thickness,
            float(fit.relative[2, 3] + self.kit.mesh(fit.first).bounds[0, 2]),
            [joined(polygons(first.slice(z))) for z in heights],
            [joined(polygons(second.slice(z))) for z in heights],
        )

    def _heights(self, fit: Fit, low: float, high: float) -> tuple[Floats, Floats]:
        """Middles of layers, both sides of every horizontal face and edge, and of the foot."""
        base = float(fit.relative[2, 3])
        levels = np.concatenate([self._levels(fit.first) + base, self._levels(fit.second)])
        beside = np.concatenate([levels - BESIDE_MM, levels + BESIDE_MM])
        layers = np.arange(low + self.layer / 2, high, self.layer)
        foot = low + np.array(FOOT_SAMPLES)
        every = np.unique(np.concatenate([beside, layers, foot]).round(5))
        heights = every[(every > low) & (every < high)]
        edges = np.concatenate([[low], (heights[:-1] + heights[1:]) / 2, [high]])
        return heights, np.diff(edges)

    def _levels_of(self, part: str) -> Floats:
        """Heights at which a part has corners."""
        levels: Floats = np.unique(np.asarray(self.kit.mesh(part).vertices)[:, 2].round(4))
        return levels

    def _whole(self, part: str, z: float) -> BaseGeometry:
        return joined(self._pieces(part, round(z, 5)))

    def _near(self, fit: Fit, z: float) -> BaseGeometry:
        """What of the second part lies near the first, in the first's file coordinates."""
        import shapely

        place, turn = fit.relative, np.linalg.inv(fit.relative)
        bounds = np.asarray(self.kit.mesh(fit.first).bounds)[:, :2]
        corners = bounds @ place[:2, :2].T + place[:2, 3]
        low, high = corners.min(axis=0), corners.max(axis=0)
        pieces = self._pieces(fit.second, round(z, 5))
        boxes = shapely.bounds(pieces) if len(pieces) else np.empty((0, 4))
        near = (boxes[:, :2] < high).all(axis=1) & (boxes[:, 2:] > low).all(axis=1)
        chosen = [piece for piece, wanted in zip(pieces, near, strict=True) if wanted]
        moved = shapely.transform(chosen, lambda spots: spots @ turn[:2, :2].T + turn[:2, 3])
        return joined(list(moved))

    def _pieces_at(self, part: str, z: float) -> list[BaseGeometry]:
        return polygons(self.kit.solid(part).slice(z))


def polygons(section: CrossSection) -> list[BaseGeometry]:
    """The pieces of a section, holes left open."""
    import shapely

    rings = [np.asarray(ring) for ring in section.to_polygons() if len(ring) > 2]
    areas = [_signed_area(ring) for ring in rings]
    holes = [ring for ring, area in zip(rings, areas, strict=True) if area < 0]
    # The smallest outline around a hole is its own: letters have islands in holes.
    outlines = sorted((area, index) for index, area in enumerate(areas) if area > 0)
    shells = [(rings[index], shapely.Polygon(rings[index])) for _, index in outlines]
    inside: list[list[Floats]] = [[] for _ in shells]
    for hole in holes:
        spot = shapely.Point(hole[0])
        for number, (_, shape) in enumerate(shells):
            if shape.contains(spot):
                inside[number].append(hole)
                break
    return [
        shapely.Polygon(shell, own) if own else shape
        for (shell, shape), own in zip(shells, inside, strict=True)
    ]


def joined(pieces: list[BaseGeometry]) -> BaseGeometry:
    """Pieces that stand apart as one shape."""
    import shapely

    return pieces[0] if len(pieces) == 1 else shapely.MultiPolygon(pieces)


def _signed_area(ring: Floats) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)
