"""Strokes and counters that a printer loses are refused (complaint A13)."""

import string
from collections.abc import Callable
from pathlib import Path

import pytest
import shapely

from kitgen.errors import UserError
from kitgen.lettering.fonts import DEFAULT_FAMILY
from kitgen.lettering.layout import letter_set
from kitgen.lettering.outline import Outline, rectangle
from kitgen.lettering.polygons import to_polygons
from kitgen.lettering.strokes import counter_loss, stroke_loss, weaknesses

from .conftest import H, Ring, bar, make, make_variable

BOX = {"width": 11.8, "height": 11.8, "line_width": 0.45}


def ink(*boxes: tuple[float, float, float, float]) -> shapely.MultiPolygon:
    return to_polygons(Outline(tuple(rectangle(*box) for box in boxes)))


def frame(counter: float, side: float = 6.0) -> Outline:
    """A square with a square counter in its middle."""
    a = counter / 2
    hole = tuple(s[::-1] for s in reversed(rectangle(-a, -a, a, a)))
    return Outline((rectangle(-side / 2, -side / 2, side / 2, side / 2), hole))


@pytest.mark.parametrize("angle", [0, 17, 45])
@pytest.mark.parametrize(("width", "lost"), [(0.89, 1.0), (0.91, 0.0)])
def test_a_bar_is_lost_when_the_disc_is_wider(width: float, lost: float, angle: float) -> None:
    from shapely.affinity import rotate

    stroke = shapely.MultiPolygon([rotate(shapely.box(0, 0, width, 9), angle)])
    assert stroke_loss(stroke, 0.9) == pytest.approx(lost, abs=1e-6)


def test_the_share_lost_is_that_of_the_thin_part() -> None:
    # 4 x 4 with a tongue of 3 x 0.5: 1.5 of 17.5 mm2, all of it out of a 0.9 disc's reach
    thin = shapely.MultiPolygon([shapely.box(0, 0, 4, 4) | shapely.box(4, 0, 7, 0.5)])
    assert stroke_loss(thin, 0.9) == pytest.approx(1.5 / 17.5, rel=0.02)


def test_sharp_corners_are_no_loss() -> None:
    """A round opening takes 0.215 r2 at each right angle; a plus sign has eight of them."""
    plus = shapely.MultiPolygon([shapely.box(-2, -0.5, 2, 0.5) | shapely.box(-0.5, -2, 0.5, 2)])
    assert stroke_loss(plus, 0.9) == pytest.approx(0, abs=1e-6)
    rounded = plus.buffer(-0.45).buffer(0.45)
    assert 1 - rounded.area / plus.area > 0.04


@pytest.mark.parametrize(("counter", "closes"), [(0.5, True), (0.89, True), (0.91, False)])
def test_a_counter_closes_when_the_disc_does_not_fit(counter: float, closes: bool) -> None:
    assert (counter_loss(to_polygons(frame(counter)), 0.9) > 0.02) is closes


def test_even_the_smallest_counter_counts() -> None:
    """0.3 x 0.3 mm is a quarter of a per cent of this letter, yet the letter changes."""
    assert 0.09 / 36 < 0.02
    (weakness,) = weaknesses("O", frame(0.3), 0.45)
    assert weakness.kind == "counter"
    assert weakness.width == pytest.approx(0.3, abs=1e-3)


def test_an_open_counter_closes_too() -> None:
    jaw = shapely.box(0, 0, 6, 6) - shapely.box(2, 2.7, 6, 3.3)
    assert counter_loss(shapely.MultiPolygon([jaw]), 0.9) > 0.02
    wide = shapely.box(0, 0, 6, 6) - shapely.box(2, 2.5, 6, 3.5)
    assert counter_loss(shapely.MultiPolygon([wide]), 0.9) < 1e-6


def test_the_gap_between_two_letters_is_no_counter() -> None:
    assert counter_loss(ink((0, 0, 2, 9), (2.45, 0, 4, 9)), 0.9) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("width", [0.3, 0.6, 0.85])
def test_the_measured_width_is_that_of_the_stroke(width: float) -> None:
    (weakness,) = weaknesses("I", Outline((rectangle(0, 0, width, 9),)), 0.45)
    assert (weakness.kind, weakness.limit) == ("stroke", 0.9)
    assert weakness.width == pytest.approx(width, abs=1e-3)


@pytest.mark.parametrize("bars", ["auto", "all"])
def test_the_default_font_passes_for_the_english_set(bars: str) -> None:
    labels = [*string.ascii_uppercase, "Qu"]
    found = letter_set(labels, font=DEFAULT_FAMILY, weight=700, **BOX, bar=bars)  # type: ignore[arg-type]
    for letter in found.letters.values():
        assert not list(weaknesses(letter.label, letter.shape, 0.45)), letter.label


def test_a_light_font_is_refused_with_letter_width_limit_and_a_remedy() -> None:
    with pytest.raises(UserError) as refused:
        letter_set(["A", "I", "W"], font=DEFAULT_FAMILY, weight=400, width=10, height=10,
                   line_width=0.45)  # fmt: skip
    message = str(refused.value)
    assert 'font "Atkinson Hyperlegible" weight 400: the strokes of "' in message
    assert "0.90 mm (two line widths) is needed" in message
    assert "what works: weight 700" in message
    assert "\n" not in message


def test_remedies_were_tried_and_work(font_at: Callable[..., Path]) -> None:
    thin = [bar(0, 0, 60, 700), bar(540, 0, 600, 700), bar(0, 320, 600, 380)]
    font = font_at({"H": thin})
    with pytest.raises(UserError) as refused:
        letter_set(["H"], font=str(font), weight=700, width=9, height=9, line_width=0.45)
    assert 'strokes of "H" are 0.77 mm wide' in str(refused.value)
    assert "a letter box 1.2 times as large" in str(refused.value)
    assert f'the font "{DEFAULT_FAMILY}" at weight 700' in str(refused.value)
    letter_set(["H"], font=str(font), weight=700, width=10.8, height=10.8, line_width=0.45)


def test_a_variable_font_names_its_heavier_weights(tmp_path: Path) -> None:
    rings: list[Ring] = [bar(200, 0, 301, 700)]  # its right edge moves 100 units by weight 900
    make_variable({"H": rings, "I": rings}).save(tmp_path / "v.ttf")
    with pytest.raises(UserError, match=r"what works: weight [2-9]00, .*weight 900"):
        letter_set(["I"], font=str(tmp_path / "v.ttf"), weight=100, width=6, height=6,
                   line_width=0.45)  # fmt: skip


def test_a_closing_counter_is_refused_by_name(font_at: Callable[..., Path]) -> None:
    font = font_at({"H": H, "O": [bar(0, 0, 600, 700), bar(280, 200, 320, 500)[::-1]]})
    with pytest.raises(UserError, match=r'the counters of "O" are 0\.\d\d mm wide'):
        letter_set(["H", "O"], font=str(font), weight=700, **BOX)


def test_strokes_are_judged_after_narrowing(font_at: Callable[..., Path]) -> None:
    stem = [bar(0, 0, 80, 700), bar(0, 0, 400, 150)]
    font = font_at({"H": H, "L": stem})
    letter_set(["H", "L"], font=str(font), weight=700, **BOX)
    with pytest.raises(UserError, match='the strokes of "LLL" are 0'):
        letter_set(["H", "L", "LLL"], font=str(font), weight=700, **BOX)


def test_a_system_fonts_other_weights_are_remedies(system_folder: Path) -> None:
    for weight, width in ((300, 60), (700, 200)):
        rings = [bar(0, 0, width, 700), bar(600 - width, 0, 600, 700), bar(0, 250, 600, 450)]
        builder = make({"H": rings}, family="Two Weights", style=f"W{weight}", weight=weight)
        builder.save(system_folder / f"{weight}.ttf")
    with pytest.raises(UserError, match="what works: weight 700"):
        letter_set(["H"], font="Two Weights", weight=300, width=9, height=9, line_width=0.45)
