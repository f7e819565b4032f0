"""Exact areas and boxes, and polygons that keep to their bound."""

import math
from itertools import pairwise

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from kitgen.lettering.outline import Contour, Outline, Point, contour_area, without_slivers
from kitgen.lettering.outline import rectangle as rectangle_contour
from kitgen.lettering.polygons import area, bounds, flattened, to_polygons

KAPPA = 4 * (math.sqrt(2) - 1) / 3
"""Handle length of the usual four-cubic circle (its area exceeds pi by 0.05 %)."""


def circle(radius: float, x: float = 0.0, y: float = 0.0, turn: int = 1) -> Contour:
    corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    segments = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        arc = (
            (ax, ay),
            (ax + KAPPA * bx, ay + KAPPA * by),
            (bx + KAPPA * ax, by + KAPPA * ay),
            (bx, by),
        )
        segments.append(tuple((x + radius * px, y + radius * py) for px, py in arc))
    return tuple(segments if turn > 0 else [s[::-1] for s in segments[::-1]])


def casteljau(segment: tuple[Point, ...], t: float) -> Point:
    points = list(segment)
    while len(points) > 1:
        points = [
            ((1 - t) * ax + t * bx, (1 - t) * ay + t * by)
            for (ax, ay), (bx, by) in pairwise(points)
        ]
    return points[0]


coordinate = st.floats(-50, 50)
point = st.tuples(coordinate, coordinate)
closed = st.tuples(st.tuples(point, point), st.tuples(point, point), st.tuples(point, point)).map(
    # a quadratic, a cubic and a line, each from the end of the one before
    lambda parts: (
        (parts[0][0], parts[0][1], parts[1][0]),
        (parts[1][0], *parts[2], parts[1][1]),
        (parts[1][1], parts[0][0]),
    )
)


@given(closed)
def test_area_agrees_with_a_fine_polygon_of_the_same_curves(contour: Contour) -> None:
    steps = 2000
    points = [casteljau(s, i / steps) for s in contour for i in range(steps)]
    shoelace = sum(
        ax * by - ay * bx
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    )
    assert contour_area(contour) == pytest.approx(shoelace / 2, abs=0.02)


@given(closed)
def test_bounds_touch_the_curve_and_contain_it(contour: Contour) -> None:
    x0, y0, x1, y1 = bounds(Outline((contour,)))
    points = [casteljau(s, i / 500) for s in contour for i in range(501)]
    for low, high, values in ((x0, x1, [p[0] for p in points]), (y0, y1, [p[1] for p in points])):
        assert low <= min(values) + 1e-9
        assert high >= max(values) - 1e-9
        assert min(values) - low < 0.01
        assert high - max(values) < 0.01


@given(closed, st.sampled_from([0.5, 0.05, 0.005]))
def test_the_curve_stays_within_the_chord_error_of_its_polygon(
    contour: Contour, chord_error: float
) -> None:
    assume(len(set(flattened(contour, chord_error))) > 2)
    ring = shapely.LinearRing(flattened(contour, chord_error))
    points = [casteljau(s, i / 97) for s in contour for i in range(98)]
    assert max(shapely.distance(ring, shapely.points(points))) <= chord_error + 1e-9


def test_a_ring_has_the_area_of_both_circles_and_one_hole() -> None:
    ring = Outline((circle(5.0), circle(3.0, turn=-1)))
    assert area(ring) == pytest.approx(16 * math.pi, rel=1e-3)
    flat = to_polygons(ring, 0.001)
    assert len(flat.geoms) == 1
    assert len(flat.geoms[0].interiors) == 1
    assert flat.area == pytest.approx(area(ring), rel=1e-3)


def test_each_hole_goes_to_the_smallest_shape_around_it() -> None:
    target = Outline((circle(5.0), circle(4.0, turn=-1), circle(3.0), circle(2.0, turn=-1)))
    apart = Outline((circle(1.0, x=9.0), circle(0.5, x=9.0, turn=-1)))
    flat = to_polygons(target + apart, 0.001)
    assert sorted(len(body.interiors) for body in flat.geoms) == [1, 1, 1]
    assert flat.is_valid
    assert flat.area == pytest.approx(area(target + apart), rel=2e-3)


def test_nothing_is_an_empty_shape() -> None:
    assert to_polygons(Outline(()), 0.01).is_empty
    assert area(Outline(())) == 0


def test_crumbs_are_dropped_and_the_chain_stays_closed() -> None:
    square = rectangle_contour(0, 0, 4, 4)
    corner = square[1][1]
    nudged = (corner[0], corner[1] + 5e-5)
    crumbs = (*square[:2], (corner, nudged), (nudged, square[2][1]), square[3])
    speck = rectangle_contour(1, 1, 1.001, 1.001)
    clean = without_slivers(Outline((crumbs, speck)))
    assert len(clean.contours) == 1
    contour = clean.contours[0]
    assert len(contour) == 4
    assert all(a[-1] == b[0] for a, b in zip(contour, contour[1:] + contour[:1], strict=True))
