"""Packing of any shapes on any bed: nothing overlaps, nothing is lost, no plate is wasted."""

import sys
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from plate_judge import faults

from kitgen.plates.boxes import free_rectangle, pack_boxes
from kitgen.plates.nofit import convex_pieces, moved, no_fit, turned
from kitgen.plates.outlines import Form, OutlinePacker, grown
from kitgen.plates.packing import area_bound, pack
from kitgen.plates.pieces import Bed, Piece


def l_shape(width, depth, cut):
    """A box without its upper right corner, its origin inside."""
    whole = shapely.box(0, 0, width, depth)
    rest = whole.difference(shapely.box(width * cut, depth * cut, width, depth))
    return moved(rest, (-width / 3, -depth / 3))


SIZES = st.integers(8, 60)
OUTLINES = st.one_of(
    st.builds(lambda w, d: shapely.box(0, 0, w, d), SIZES, SIZES),
    st.builds(l_shape, SIZES, SIZES, st.sampled_from([0.3, 0.5, 0.7])),
    st.builds(lambda r: shapely.Point(0, 0).buffer(r, quad_segs=6), st.integers(4, 25)),
)
PIECES = st.lists(
    st.tuples(
        st.sampled_from(["board-quarter", "tile", "rack-half", "coupon-nest"]),
        st.sampled_from(["#111111", "#222222"]),
        OUTLINES,
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=5,
).map(
    lambda rows: [
        Piece(f"{kind}-{n}", kind, (colour,), outline, count)
        for n, (kind, colour, outline, count) in enumerate(rows)
    ]
)
BEDS = st.builds(
    Bed,
    st.integers(90, 200),
    st.integers(90, 200),
    st.sampled_from([(), (((0.0, 0.0), (18.0, 28.0)),), (((70.0, 0.0), (80.0, 12.0)),)]),
)


@settings(max_examples=60, deadline=None)
@given(PIECES, BEDS, st.sampled_from([0.0, 1.0, 3.0, 5.5]))
def test_whatever_is_packed_lies_soundly(pieces, bed, gap):
    plates = pack(pieces, bed, gap)
    assert faults(plates, pieces, bed, gap) == []
    assert len(plates) >= area_bound(pieces, bed, gap)
    assert len(plates) <= sum(piece.count for piece in pieces)
    assert pack(pieces, bed, gap) == plates


@settings(max_examples=60, deadline=None)
@given(OUTLINES, OUTLINES, st.integers(-70, 70), st.integers(-70, 70))
def test_the_no_fit_polygon_is_where_outlines_overlap(fixed, moving, x, y):
    area = shapely.intersection(fixed, moved(moving, (x, y))).area
    inside = no_fit(fixed, moving)
    place = shapely.Point(x, y)
    assume(inside.boundary.distance(place) > 1e-6)
    assert inside.contains(place) == (area > 1e-9)


@settings(max_examples=60, deadline=None)
@given(OUTLINES, st.sampled_from([0, 90, 180, 270]))
def test_convex_pieces_cover_the_outline_and_no_more(outline, turn):
    pieces = convex_pieces(turned(outline, turn))
    for piece in pieces:
        assert piece.convex_hull.area == pytest.approx(piece.area)
    assert sum(piece.area for piece in pieces) == pytest.approx(outline.area)
    assert shapely.symmetric_difference(
        shapely.union_all(pieces), turned(outline, turn)
    ).area == pytest.approx(0, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(OUTLINES, st.sampled_from([0.0, 1.0, 3.0]))
def test_a_grown_outline_holds_half_the_gap_all_around(outline, gap):
    wide = grown(outline, gap)
    around = outline.buffer(gap / 2, quad_segs=32) if gap else outline
    assert shapely.difference(around, wide).area == pytest.approx(0, abs=1e-6)
    assert wide.area < outline.buffer(gap / 2 + 0.6, join_style="mitre").area


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 40), st.integers(1, 60), BEDS, st.sampled_from([0.0, 2.0, 3.0]))
def test_equal_squares_are_packed_as_densely_as_rows_and_columns(side, count, bed, gap):
    low_x, low_y, high_x, high_y = free_rectangle(bed, gap)
    across = int((high_x - low_x + gap) // (side + gap))
    along = int((high_y - low_y + gap) // (side + gap))
    assume(across > 0 and along > 0)
    packed = pack_boxes([(side, side)] * count, (low_x, low_y, high_x, high_y), gap, 1)
    assert len(packed) == int(np.ceil(count / (across * along)))
    for plate in packed:
        for _, (x, y), _ in plate:
            assert low_x <= x <= high_x - side + 1e-6
            assert low_y <= y <= high_y - side + 1e-6


def test_outlines_reach_into_each_other_where_boxes_cannot():
    """Two combs whose boxes are 60 wide lie on a bed of 100, gaps and edges included."""
    comb = shapely.union_all(
        [shapely.box(0, 0, 30, 60), shapely.box(30, 0, 60, 8), shapely.box(30, 24, 60, 32)]
    )
    bed = Bed(100, 74)
    boxed = pack_boxes([(60, 60)] * 2, free_rectangle(bed, 3), 3, 1)
    assert boxed is not None
    assert len(boxed) == 2
    form = Form(grown(comb, 3))
    assert None not in OutlinePacker(bed, 3).fill([form, form])
    pieces = [Piece("comb", "comb", ("#000000",), comb, 2)]
    plates = pack(pieces, bed, 3)
    assert len(plates) == 1
    assert faults(plates, pieces, bed, 3) == []


def test_a_part_without_a_gap_to_the_edge_comes_before_the_others_but_after_coupons():
    big = Piece("board-quarter", "board-quarter", ("#1",), shapely.box(0, 0, 98, 98), 1)
    tile = Piece("tile-A", "tile", ("#2",), shapely.box(0, 0, 19, 19), 1)
    coupon = Piece("coupon-nest", "coupon-nest", ("#1",), shapely.box(0, 0, 30, 30), 1)
    bed = Bed(100, 100)
    assert [p.title for p in pack([tile, big], bed, 3)] == ["1 board quarter", "1 tile"]
    assert [p.title for p in pack([tile, big, coupon], bed, 3)] == [
        "1 coupon piece",
        "1 board quarter",
        "1 tile",
    ]
