"""The open sheet: nothing overlaps, everything lies at positive coordinates, kinds together."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.export.sheet import Footprint, lay_out

FOOTPRINTS = st.lists(
    st.builds(
        Footprint,
        kind=st.sampled_from(["board-quarter", "tile", "rack-half"]),
        width_mm=st.floats(0.5, 200),
        depth_mm=st.floats(0.5, 200),
        count=st.integers(0, 12),
    ),
    max_size=6,
)


def rectangles(footprints, positions):
    return [
        (x, y, x + footprint.width_mm, y + footprint.depth_mm)
        for footprint, corners in zip(footprints, positions, strict=True)
        for x, y in corners
    ]


@settings(max_examples=60, deadline=None)
@given(FOOTPRINTS, st.floats(0, 5))
def test_all_lie_apart_by_the_gap_at_positive_coordinates(footprints, gap):
    positions = lay_out(footprints, gap)
    assert [len(corners) for corners in positions] == [f.count for f in footprints]
    placed = rectangles(footprints, positions)
    for index, a in enumerate(placed):
        assert min(a) >= gap
        for b in placed[index + 1 :]:
            apart = max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
            assert apart >= gap - 1e-6
    assert lay_out(footprints, gap) == positions


def test_a_kit_lies_on_a_sheet_that_is_nearly_square():
    footprints = [Footprint("board-quarter", 117, 117, 4), Footprint("rack-half", 92, 40, 8)]
    footprints += [Footprint("tile", 19, 19, 4)] * 25
    placed = rectangles(footprints, lay_out(footprints, 3))
    width, depth = max(r[2] for r in placed), max(r[3] for r in placed)
    assert max(width, depth) / min(width, depth) < 1.35
    area = sum(f.width_mm * f.depth_mm * f.count for f in footprints)
    assert area / (width * depth) > 0.6


def test_kinds_share_no_shelf():
    footprints = [Footprint("board-quarter", 100, 100, 3), Footprint("tile", 19, 19, 30)]
    quarters, tiles = lay_out(footprints, 2)
    assert min(y for _, y in tiles) >= max(y for _, y in quarters) + 102


def test_an_empty_kit_is_an_empty_sheet():
    assert lay_out([], 2) == []
    assert lay_out([Footprint("tile", 19, 19, 0)], 2) == [[]]
