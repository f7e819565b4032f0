"""The bar that says which way up a tile is."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from kitgen.lettering.bars import ALWAYS, ambiguous, bar_below, depth
from kitgen.lettering.fonts import DEFAULT_FAMILY
from kitgen.lettering.layout import letter_set
from kitgen.lettering.polygons import to_polygons

LINE = 0.5


def shape(*boxes: tuple[float, float, float, float]) -> shapely.MultiPolygon:
    united = shapely.union_all([shapely.box(*b) for b in boxes])
    return united if united.geom_type == "MultiPolygon" else shapely.MultiPolygon([united])


@pytest.mark.parametrize(("height", "taken"), [(10.0, True), (8.6, True), (8.4, False)])
def test_a_pair_passes_from_85_per_cent_of_intersection_over_union(
    height: float, taken: bool
) -> None:
    # a quarter turn of 10 x h lies inside 10 x 10: intersection over union is h / 10
    found = ambiguous({"a": shape((0, 0, 10, 10)), "b": shape((3, 7, 13, 7 + height))})
    assert found == ({"a", "b"} if taken else set())


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_every_turn_is_tried(turn: int) -> None:
    from shapely.affinity import rotate

    flag = shape((0, 0, 1, 9), (1, 7, 5, 9))
    turned = shapely.MultiPolygon([rotate(flag, turn, origin=(2, 3)).geoms[0]])
    assert ambiguous({"a": flag, "b": turned}) == {"a", "b"}


def test_a_letter_that_needs_no_turning_is_not_marked() -> None:
    """Only turned outlines are compared, and a letter not with itself."""
    flag = shape((0, 0, 1, 9), (1, 7, 5, 9))
    assert ambiguous({"a": flag, "b": flag}) == set()
    assert ambiguous({"o": shape((0, 0, 9, 9))}) == set()


def test_the_bar_is_over_two_lines_thick_and_over_two_lines_below_the_baseline() -> None:
    x0, y0, x1, y1 = bar_below(shape((-3, 0, 3, 9)), LINE, 9, 12)
    assert (x0, x1) == (-3, 3)
    assert y1 <= -2 * LINE
    assert y1 - y0 >= 2 * LINE
    assert -y0 == depth(LINE)


def test_a_slim_letter_has_a_bar_of_half_a_cap_height() -> None:
    x0, _, x1, _ = bar_below(shape((-0.5, 0, 0.5, 9)), LINE, 9, 12)
    assert (x0, x1) == (-2.25, 2.25)


def test_a_tail_shortens_the_bar_to_its_longest_free_stretch() -> None:
    x0, y0, x1, y1 = bar_below(shape((-4, 0, 4, 9), (1, -1.5, 2, 0)), LINE, 9, 12)
    assert (x0, x1) == (-4, 1 - LINE)
    assert (y0, y1) == bar_below(shape((-4, 0, 4, 9)), LINE, 9, 12)[1::2]


def test_tails_that_leave_nothing_push_the_bar_down() -> None:
    _, y0, _, y1 = bar_below(shape((-4, 0, 4, 9), (-3, -1.5, 3, 0)), LINE, 9, 12)
    assert y1 == -1.5 - LINE
    assert y1 - y0 >= 2 * LINE


@given(
    st.floats(0.5, 4), st.floats(-4, 4), st.floats(0.1, 5), st.floats(0.1, 3), st.floats(0.2, 0.8)
)
def test_the_bar_keeps_a_line_away_from_any_tail(
    half: float, tail: float, width: float, deep: float, line: float
) -> None:
    ink = shape((-half, 0, half, 9), (tail, -deep, tail + width, 0.01))
    x0, y0, x1, y1 = bar_below(ink, line, 9, 14)
    assert shapely.distance(ink, shapely.box(x0, y0, x1, y1)) >= line - 1e-9
    assert y1 <= -2 * line + 1e-9
    assert y1 - y0 >= 2 * line
    assert x1 - x0 >= 2 * line - 1e-9 or y1 < -2 * line


def letters(labels: str, bar: str = "auto"):  # type: ignore[no-untyped-def]
    return letter_set(
        labels.split(), font=DEFAULT_FAMILY, weight=700, width=11.8, height=11.8,
        line_width=0.45, bar=bar,  # type: ignore[arg-type]
    ).letters  # fmt: skip


def test_the_six_letters_always_carry_it() -> None:
    found = letters("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Qu _")
    assert {label for label, letter in found.items() if letter.bar} == ALWAYS == set("MWNZCU")


def test_letters_that_turn_into_each_other_carry_it_too() -> None:
    found = letters("A d p O")
    assert {"d", "p"} == {label for label, letter in found.items() if letter.bar}


def test_all_puts_it_on_every_tile_but_the_blank() -> None:
    found = letters("A I O Q Qu _", bar="all")
    assert [label for label, letter in found.items() if not letter.bar] == ["_"]


@pytest.mark.parametrize("side", [11.8, 12.2, 11.37, 10.9])
def test_all_does_so_for_the_whole_set_whatever_the_box_is_rounded_to(side: float) -> None:
    labels = [*"ABCDEFGHIJKLMNOP", "Qu", *"RSTUVWXYZ"]
    found = letter_set(
        labels,
        font="Atkinson Hyperlegible",
        weight=700,
        width=side,
        height=side,
        line_width=0.42,
        bar="all",
    )
    assert all(letter.bar for letter in found.letters.values())


@pytest.mark.parametrize("bar", ["auto", "all"])
def test_a_shape_is_its_outline_and_its_bar_apart(bar: str) -> None:
    for letter in letters("C I J M N Q U W Z Qu", bar).values():
        ink = to_polygons(letter.outline)
        assert letter.bar is None or shapely.distance(ink, shapely.box(*letter.bar)) >= 0.44
        total = ink.area + (shapely.box(*letter.bar).area if letter.bar else 0)
        assert to_polygons(letter.shape).area == pytest.approx(total)
        assert to_polygons(letter.shape).is_valid
