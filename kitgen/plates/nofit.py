"""Where one outline may lie beside others: no-fit polygons.

The no-fit polygon of A and B holds every place of B's origin at which B overlaps A, whose origin
is at 0. For convex outlines it is the Minkowski sum of A and -B, the hull of the differences of
their corners; other outlines are cut into convex ones (Bennell and Oliveira, "The geometry of
nesting problems", EJOR 184, 2008, section 4.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

CONVEX_TOLERANCE = 1e-6
"""Share of its hull's area that a convex piece may lack: rounding."""


@lru_cache(maxsize=256)
def convex_pieces(polygon: shapely.Polygon) -> tuple[shapely.Polygon, ...]:
    """Cut a polygon without holes into convex pieces that cover it.

    Triangles are joined again for as long as they stay convex, so few are left.
    """
    if _is_convex(polygon):
        return (polygon,)
    pieces = list(shapely.constrained_delaunay_triangles(polygon).geoms)
    joined = True
    while joined:
        joined = False
        for i, piece in enumerate(pieces):
            for j in range(i + 1, len(pieces)):
                both = shapely.union(piece, pieces[j])
                if isinstance(both, shapely.Polygon) and _is_convex(both):
                    pieces[i] = both
                    del pieces[j]
                    joined = True
                    break
            if joined:
                break
    return tuple(pieces)


def no_fit(fixed: shapely.Polygon, moving: shapely.Polygon) -> shapely.Geometry:
    """Give all places of the moving outline's origin at which it overlaps the fixed outline.

    Args:
        fixed: Where it lies.
        moving: About its origin.

    Returns:
        A closed area; on its edge the two touch.
    """
    differences = [
        (_corners(a)[:, None, :] - _corners(b)[None, :, :]).reshape(-1, 2)
        for a in convex_pieces(fixed)
        for b in convex_pieces(moving)
    ]
    return shapely.union_all([shapely.multipoints(each).convex_hull for each in differences])


def inner_fit(
    area: tuple[float, float, float, float], moving: shapely.Polygon
) -> shapely.Polygon | None:
    """Give all places of an outline's origin at which it lies inside a rectangle.

    Args:
        area: The rectangle: lowest x and y, highest x and y.
        moving: About its origin.

    Returns:
        A rectangle, or None where it does not fit.
    """
    low_x, low_y, high_x, high_y = moving.bounds
    box = (area[0] - low_x, area[1] - low_y, area[2] - high_x, area[3] - high_y)
    return shapely.box(*box) if box[0] < box[2] and box[1] < box[3] else None


def corners_of(region: shapely.Geometry) -> NDArray[np.float64]:
    """Give the corners of an area, (n, 2): where outlines touch two others at once."""
    return np.unique(np.round(shapely.get_coordinates(region), 2), axis=0)


def turned(polygon: shapely.Polygon, turn_deg: int) -> shapely.Polygon:
    """Turn an outline about its origin by a multiple of 90 degrees, counter-clockwise."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn_deg // 90 % 4]
    matrix = np.array([[cos, -sin], [sin, cos]], dtype=float)
    turned_one: shapely.Polygon = shapely.transform(polygon, lambda at: at @ matrix.T)
    return turned_one


def moved(geometry: shapely.Geometry, by: tuple[float, float]) -> shapely.Geometry:
    """Move a geometry."""
    return shapely.transform(geometry, lambda at: at + np.array(by))


def distinct_turns(polygon: shapely.Polygon, turns: Sequence[int]) -> tuple[int, ...]:
    """Leave out turns in which an outline covers, about its middle, what it did in another."""
    kept: list[tuple[int, shapely.Polygon]] = []
    for turn in turns:
        candidate = _centred(turned(polygon, turn))
        if all(
            shapely.symmetric_difference(candidate, known).area > 1e-3 * polygon.area
            for _, known in kept
        ):
            kept.append((turn, candidate))
    return tuple(turn for turn, _ in kept)


def _centred(polygon: shapely.Polygon) -> shapely.Polygon:
    low_x, low_y, high_x, high_y = polygon.bounds
    centred: shapely.Polygon = moved(polygon, (-(low_x + high_x) / 2, -(low_y + high_y) / 2))
    return centred


def _is_convex(polygon: shapely.Polygon) -> bool:
    hull = polygon.convex_hull.area
    return bool(hull - polygon.area <= CONVEX_TOLERANCE * hull)


def _corners(polygon: shapely.Polygon) -> NDArray[np.float64]:
    return np.asarray(shapely.get_coordinates(polygon.exterior)[:-1], dtype=np.float64)
