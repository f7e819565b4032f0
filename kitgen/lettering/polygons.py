"""Outlines measured exactly and flattened to polygons with a bounded error."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from kitgen.lettering.outline import Contour, Outline, Point, Segment, contour_area

if TYPE_CHECKING:
    from shapely import MultiPolygon

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in mm."""

_CONTAINMENT = 0.01
"""Flattening (mm) where it is asked which contour lies in which."""


def area(outline: Outline) -> float:
    """Exact area in mm2 by Green's theorem on the curves; holes count against it."""
    return sum(contour_area(contour) for contour in outline.contours)


def bounds(outline: Outline) -> Box:
    """Exact bounding box (x0, y0, x1, y1) in mm, of the curves and not of their handles.

    Raises:
        ValueError: The outline is empty.
    """
    segments = [segment for contour in outline.contours for segment in contour]
    xs = [x for segment in segments for x in _extremes([p[0] for p in segment])]
    ys = [y for segment in segments for y in _extremes([p[1] for p in segment])]
    return min(xs), min(ys), max(xs), max(ys)


def flattened(contour: Contour, chord_error: float) -> list[Point]:
    """Corners of a polygon that stays within ``chord_error`` (mm) of the contour.

    A piece of a curve in n equal steps is off its chord by at most max|B''| / 8 n^2
    (the error of linear interpolation), which gives n for each segment.
    """
    return [point for segment in contour for point in _steps(segment, chord_error)]


def to_polygons(outline: Outline, chord_error: float = 0.005) -> MultiPolygon:
    """The outline as polygons with holes, within ``chord_error`` (mm) of the curves."""
    import shapely

    return shapely.MultiPolygon(
        [
            (flattened(shell, chord_error), [flattened(hole, chord_error) for hole in holes])
            for shell, holes in islands(outline)
        ]
    )


def islands(outline: Outline) -> list[tuple[Contour, list[Contour]]]:
    """The pieces of an outline: each counter-clockwise contour with its holes, smallest first.

    A clockwise contour is a hole of the smallest counter-clockwise one around it, so that a bar
    within a hole (as in a capital theta) is a piece of its own.
    """
    import shapely

    shells = sorted((c for c in outline.contours if contour_area(c) > 0), key=contour_area)
    holes: list[list[Contour]] = [[] for _ in shells]
    inner = [c for c in outline.contours if contour_area(c) < 0]
    if len(shells) == 1:
        holes[0] = inner
    elif inner:
        solids = [shapely.Polygon(flattened(shell, _CONTAINMENT)) for shell in shells]
        for hole in inner:
            # a corner and not a point inside, which may lie in an island of this hole
            corner = shapely.Point(hole[0][0])
            owner = next((i for i, solid in enumerate(solids) if solid.contains(corner)), None)
            if owner is not None:
                holes[owner].append(hole)
    return list(zip(shells, holes, strict=True))


def _steps(segment: Segment, chord_error: float) -> Iterator[Point]:
    """Points along a segment without its last one, which starts the next segment."""
    if len(segment) == 2:
        yield segment[0]
        return
    bends = [
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in zip(segment, segment[1:], segment[2:], strict=False)
    ]
    degree = len(segment) - 1
    bend = degree * (degree - 1) * max(bends)
    count = max(1, math.ceil(math.sqrt(bend / (8 * chord_error))))
    for i in range(count):
        yield _point(segment, i / count)


def _point(segment: Segment, t: float) -> Point:
    u = 1 - t
    if len(segment) == 3:
        (x0, y0), (x1, y1), (x2, y2) = segment
        a, b, c = u * u, 2 * u * t, t * t
        return a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = segment
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _extremes(values: list[float]) -> list[float]:
    """Ends of one coordinate of a Bezier segment and its values where it turns."""
    found = [values[0], values[-1]]
    if len(values) == 2 or (min(found) <= min(values) and max(values) <= max(found)):
        return found
    axis = [(value, 0.0) for value in values]
    steps = [b - a for a, b in pairwise(values)]
    if len(steps) == 2:
        roots = [steps[0] / (steps[0] - steps[1])] if steps[0] != steps[1] else []
    else:
        a = steps[0] - 2 * steps[1] + steps[2]
        b = 2 * (steps[1] - steps[0])
        roots = _quadratic_roots(a, b, steps[0])
    found += [_point(tuple(axis), t)[0] for t in roots if 0 < t < 1]
    return found


def _quadratic_roots(a: float, b: float, c: float) -> list[float]:
    """Real roots of a t^2 + b t + c, without cancellation (Numerical Recipes, 5.6)."""
    inner = b * b - 4 * a * c
    if inner < 0:
        return []
    q = -(b + math.copysign(math.sqrt(inner), b)) / 2
    return [top / bottom for top, bottom in ((q, a), (c, q)) if bottom != 0]
