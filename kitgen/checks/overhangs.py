"""What of a part is printed over air: sloping undersides, bridges and ledges.

A level underside is laid in parallel lines, as slicers do, in the direction in which least of them
hangs loose. A line whose both ends lie on plastic is a bridge; any other is loose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.layers import FLAT_MM, horizontal, triangle_normals

if TYPE_CHECKING:
    import trimesh
    from manifold3d import Manifold
    from shapely import MultiPolygon, Polygon

STEEPEST_DEG = 50.0
"""From vertical: 45 degrees print without support on any machine, PrusaSlicer's own threshold is
50, and facets of a 45 degree cone measure up to 48."""

_BELOW_MM = 1e-3
"""How far below an underside it is asked what could carry it."""
_TOUCH_MM = 5e-3
"""From the end of a line to plastic that carries it."""
_LINES = 48
"""Least number of lines laid over an underside."""
_PITCH_MM = 0.1
"""Largest distance between lines."""


@dataclass(frozen=True)
class Unsupported:
    """What lies over air.

    Attributes:
        sloping_mm2: area of undersides flatter than `STEEPEST_DEG` from vertical, but not level.
        loose_mm2: area of level undersides that no bridge covers.
        reach_mm: how far the edges of loose undersides are from what could carry them.
        loose_at: where the largest loose underside is, in mm.
        span_mm: the longest bridge.
        span_at: where it is, in mm.
    """

    sloping_mm2: float
    loose_mm2: float
    reach_mm: float
    loose_at: tuple[float, float, float]
    span_mm: float
    span_at: tuple[float, float, float]


def unsupported(solid: Manifold, mesh: trimesh.Trimesh) -> Unsupported:
    """Measure all undersides of a part that stands on z = 0."""
    import shapely

    corners = np.asarray(mesh.triangles, dtype=np.float64)
    heights = corners[:, :, 2]
    steep = triangle_normals(mesh)[:, 2] < -math.sin(math.radians(STEEPEST_DEG))
    steep &= np.ptp(heights, axis=1) > FLAT_MM
    sloping = float(np.asarray(mesh.area_faces)[steep].sum())
    loose, largest, reach, span = 0.0, 0.0, 0.0, 0.0
    loose_at = span_at = (0.0, 0.0, 0.0)
    for z, members in horizontal(mesh, up=False).items():
        if z <= FLAT_MM:
            continue
        below = _below(solid, z)
        for region in _regions(shapely.polygons(corners[members][:, :, :2])):
            laid = _laid(region, below)
            middle = region.representative_point()
            at = (float(middle.x), float(middle.y), z)
            loose += laid.loose
            if laid.loose:
                reach = max(reach, _reach(region, below))
            if laid.loose > largest:
                largest, loose_at = laid.loose, at
            if laid.span > span:
                span, span_at = laid.span, at
    return Unsupported(sloping, loose, reach, loose_at, span, span_at)


@dataclass(frozen=True, order=True)
class _Laid:
    loose: float
    span: float


def _regions(triangles: NDArray[Any]) -> list[Polygon]:
    """Triangles of one height, put together."""
    import shapely

    try:
        whole = shapely.coverage_union_all(triangles)
    except shapely.errors.GEOSException:  # A corner of one lies on the side of another.
        whole = shapely.union_all(shapely.set_precision(triangles, 1e-6))
    return [part for part in shapely.get_parts(whole) if part.area > 0]


def _reach(region: Polygon, below: MultiPolygon) -> float:
    """How far the free edge of an underside is from what could carry it, in mm."""
    import shapely

    edge = shapely.points(shapely.get_coordinates(shapely.segmentize(region, 0.25)))
    if below.is_empty:
        x0, y0, x1, y1 = region.bounds
        return math.hypot(x1 - x0, y1 - y0)
    found = float(shapely.distance(edge, below).max())
    return found + _TOUCH_MM if found else 0.0


def _below(solid: Manifold, z: float) -> MultiPolygon:
    """What could carry an underside at a height, a little enlarged."""
    import shapely

    from kitgen.checks.layers import polygons

    carrying = shapely.buffer(polygons(solid.slice(z - _BELOW_MM)), _TOUCH_MM, quad_segs=2)
    shapely.prepare(carrying)
    return carrying


def _laid(region: Polygon, below: MultiPolygon) -> _Laid:
    """Lay lines in each direction that a slicer may take and keep the best."""
    sides = np.diff(np.asarray(region.minimum_rotated_rectangle.exterior.coords)[:3], axis=0)
    turns = {round(math.degrees(math.atan2(dy, dx)) % 180, 3) for dx, dy in sides}
    turns |= {0.0, 45.0, 90.0, 135.0}
    return min(_lines(region, below, math.radians(turn)) for turn in sorted(turns))


def _lines(region: Polygon, below: MultiPolygon, turn: float) -> _Laid:
    import shapely

    along = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-along[1], along[0]])
    ring = shapely.get_coordinates(region)
    u, v = ring @ along, ring @ across
    count = max(_LINES, math.ceil(np.ptp(v) / _PITCH_MM))
    pitch = float(np.ptp(v)) / count
    offsets = v.min() + (np.arange(count) + 0.5) * pitch
    ends = np.stack([np.full(count, u.min() - 1.0), np.full(count, u.max() + 1.0)], axis=1)
    points = ends[:, :, None] * along + offsets[:, None, None] * across
    laid = shapely.get_parts(shapely.intersection(shapely.linestrings(points), region))
    laid = laid[(shapely.get_type_id(laid) == 1) & (shapely.length(laid) > 10 * _BELOW_MM)]
    if not len(laid):
        return _Laid(0.0, 0.0)
    lengths = shapely.length(laid)
    carried = shapely.intersects(below, shapely.get_point(laid, 0))
    carried &= shapely.intersects(below, shapely.get_point(laid, -1))
    loose = lengths[~carried]
    return _Laid(
        round(float(loose.sum()) * pitch, 6),
        round(float(lengths[carried].max(initial=0.0)), 6),
    )
