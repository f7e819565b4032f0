"""Side play and rest of a nest, from plane sections at the heights where shapes change.

What moves sideways stays at its height, so each height can be looked at by itself: a tile touches
where its section does. Between two heights at which vertices lie, sections change evenly; both ends
of each such stretch tell all about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.written import WrittenKit

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

Rings = list[NDArray[np.float64]]
"""(n, 2) corners in mm of each outline, outer ones counter-clockwise."""

_INSIDE_MM = 1e-4
"""How far inside a stretch its ends are looked at, so as not to hit an edge."""
_CORNER_MM = 2e-5
_SAME_MM = 5e-5
_SKEW = np.array([1.0, 0.37])
"""A direction in which no corner of a square is as far as another."""
_LAND_MM = 1e-3
"""How far above and below the land the faces that rest are looked for."""


@dataclass(frozen=True)
class Stretch:
    """A range of heights without a vertex.

    Attributes:
        height: mm.
        gaps: (2, directions) at both ends, how far the upper part moves until it touches, mm.
    """

    height: float
    gaps: NDArray[np.float64]


class NestSections:
    """Sections of a kit's parts, each cut once."""

    def __init__(self, kit: WrittenKit) -> None:
        self.kit = kit
        self._cut: dict[tuple[str, float], Rings] = {}
        self._heights: dict[str, NDArray[np.float64]] = {}
        self._plane: dict[tuple[str, float], BaseGeometry] = {}
        self._gaps: dict[tuple[int, int, bytes], NDArray[np.float64]] = {}
        self._stood: dict[tuple[str, float], tuple[Rings, NDArray[np.float64]]] = {}
        self._known: list[NDArray[np.float64]] = []

    def rings(self, part: str, z: float) -> Rings:
        """The section of a part at a height, file coordinates."""
        key = part, round(z, 6)
        if key not in self._cut:
            # Where triangles are cut close to a corner there are two, a rounding apart.
            section = self.kit.solid(part).slice(z).simplify(_CORNER_MM)
            self._cut[key] = [np.asarray(ring) for ring in section.to_polygons()]
        return self._cut[key]

    def heights(self, part: str) -> NDArray[np.float64]:
        """Heights at which vertices lie, ascending, mm."""
        if part not in self._heights:
            z = np.asarray(self.kit.mesh(part).vertices)[:, 2]
            self._heights[part] = np.unique(np.round(z, 4))
        return self._heights[part]

    def standing(self, item: str, z: float) -> Rings:
        """The section of an item at a height of the game."""
        pose = self.kit.pose(item)
        rings = self.rings(self.kit.items[item].part, z - pose[2, 3])
        return [ring @ pose[:2, :2].T + pose[:2, 3] for ring in rings]

    def stretches(
        self, upper: str, lower: str, land_z: float, ways: NDArray[np.float64]
    ) -> list[Stretch]:
        """How far an item may move at each height between its land and the top of what it sits on.

        Args:
            upper: id of what sits, upright.
            lower: id of what it sits on, upright.
            land_z: height of the land in the game.
            ways: (directions, 2) unit vectors.
        """
        found = [
            self.heights(self.kit.items[item].part) + self.kit.pose(item)[2, 3]
            for item in (upper, lower)
        ]
        top = min(heights[-1] for heights in found)
        levels = np.unique(np.round(np.concatenate([*found, [land_z]]), 4))
        levels = levels[(levels >= land_z - _INSIDE_MM) & (levels <= top + _INSIDE_MM)]
        return [
            Stretch(
                float(high - low),
                np.array(
                    [
                        self._gap(upper, lower, float(z), ways)
                        for z in (low + _INSIDE_MM, high - _INSIDE_MM)
                    ]
                ),
            )
            for low, high in pairwise(levels)
            if high - low > 4 * _INSIDE_MM
        ]

    def _gap(
        self, upper: str, lower: str, z: float, ways: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        middle = self.kit.pose(upper)[:2, 3]
        moving = [ring - middle for ring in self.standing(upper, z)]
        if not moving:
            return np.full(len(ways), np.inf)
        corners = np.concatenate(moving)
        fixed = self._beside(lower, z, corners.min(axis=0) + middle, corners.max(axis=0) + middle)
        fixed = [ring - middle for ring in fixed]
        if not fixed:
            return np.full(len(ways), np.inf)
        key = self._likeness(moving), self._likeness(fixed), ways.tobytes()
        if key not in self._gaps:
            self._gaps[key] = np.array([way_free(moving, fixed, way) for way in ways])
        return self._gaps[key]

    def _beside(
        self, item: str, z: float, low: NDArray[np.float64], high: NDArray[np.float64]
    ) -> Rings:
        """Outlines of an item at a height of the game whose bounds meet a rectangle."""
        key = item, round(z, 6)
        if key not in self._stood:
            rings = self.standing(item, z)
            bounds = np.array([[ring.min(axis=0), ring.max(axis=0)] for ring in rings])
            self._stood[key] = rings, bounds.reshape(-1, 2, 2)
        rings, bounds = self._stood[key]
        meet = (bounds[:, 0] < high).all(axis=1) & (bounds[:, 1] > low).all(axis=1)
        return [rings[at] for at in np.flatnonzero(meet)]

    def _likeness(self, rings: Rings) -> int:
        """A number that outlines share which differ by no more than rounding in a file."""
        started = [np.roll(ring, -int(np.argmax(ring @ _SKEW)), axis=0) for ring in rings]
        started.sort(key=lambda ring: (len(ring), round(float(ring[0] @ _SKEW), 3)))
        corners = np.concatenate(started)
        for number, known in enumerate(self._known):
            if known.shape == corners.shape and np.abs(known - corners).max() < _SAME_MM:
                return number
        self._known.append(corners)
        return len(self._known) - 1

    def borne(self, upper: str, lower: str, land_z: float) -> BaseGeometry:
        """Where an item rests on what it sits on, seen from above, in the game."""
        import shapely

        ring = shape_of(self.standing(upper, land_z + _LAND_MM))
        part = self.kit.items[lower].part
        pose = self.kit.pose(lower)
        z = land_z - _LAND_MM - pose[2, 3]
        key = part, round(z, 6)
        if key not in self._plane:
            self._plane[key] = shape_of(self.rings(part, z))
        turn = [*pose[:2, :2].ravel(), *pose[:2, 3]]
        back = pose[:2, :2].T
        # The box round the upper part, in the lower one's file: the rest of a board is far away.
        bounds = np.array(ring.bounds).reshape(2, 2)
        if ring.is_empty:
            return ring
        corners = (bounds - pose[:2, 3]) @ back.T
        low, high = corners.min(axis=0) - 1.0, corners.max(axis=0) + 1.0
        near = shapely.clip_by_rect(self._plane[key], *low, *high)
        return ring.intersection(shapely.affinity.affine_transform(near, turn))


def way_free(moving: Rings, fixed: Rings, way: NDArray[np.float64]) -> float:
    """How far in mm outlines can be moved along a unit vector before they meet others."""
    turn = np.array([way, [-way[1], way[0]]])
    ahead = _rays([ring @ turn.T for ring in moving], [ring @ turn.T for ring in fixed])
    turn = -turn
    behind = _rays([ring @ turn.T for ring in fixed], [ring @ turn.T for ring in moving])
    return min(ahead, behind)


def _rays(starts: Rings, walls: Rings) -> float:
    """The least way along +x from a corner of some outlines to an edge of others, inf for none."""
    if not starts or not walls:
        return float("inf")
    points = np.concatenate(starts)
    first = np.concatenate(walls)
    second = np.concatenate([np.roll(ring, -1, axis=0) for ring in walls])
    y, y0, y1 = points[:, 1][:, None], first[:, 1][None], second[:, 1][None]
    level = np.where(y1 == y0, 1.0, y1 - y0)
    share = (y - y0) / level
    hit = first[:, 0] + share * (second[:, 0] - first[:, 0]) - points[:, 0][:, None]
    meets = (y1 != y0) & (share >= 0) & (share <= 1) & (hit >= -_INSIDE_MM)
    return float(np.where(meets, hit, np.inf).min())


def shape_of(rings: Sequence[NDArray[np.float64]]) -> BaseGeometry:
    """Outlines as one shape: counter-clockwise ones add, clockwise ones cut."""
    import shapely

    made: list[Polygon] = [shapely.Polygon(ring) for ring in rings if len(ring) > 2]
    outer = [shape for shape in made if shape.exterior.is_ccw]
    holes = [shape for shape in made if not shape.exterior.is_ccw]
    return shapely.union_all(outer).difference(shapely.union_all(holes))
