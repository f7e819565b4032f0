"""The sheet of letters: all of the set, drawn to scale, and a mark on what will not print."""

import io

import numpy as np
import pytest
from PIL import Image

from kitgen.errors import UserError
from kitgen.lettering.composition import Frame
from kitgen.lettering.layout import letter_set
from kitgen.lettering.sheet import judged_set
from kitgen.pictures.font_sheet import PX_PER_MM, TileFace, font_sheet

FRAME = Frame(12.5, 12.5, 0.45, None, "auto")
FACE = TileFace(19.0, 15.0, 2.0, "#F4EBDD")
DEFAULT = "Atkinson Hyperlegible"


def pixels(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=int)


def red(image: np.ndarray) -> int:
    return int(((image[..., 0] > 150) & (image[..., 1] < 90) & (image[..., 2] < 100)).sum())


def test_what_prints_is_laid_out_as_a_build_lays_it_out() -> None:
    labels = ["A", "Qu", "N", "Z", "É", "_"]
    judged = judged_set(labels, font=DEFAULT, weight=700, frame=FRAME)
    built = letter_set(labels, font=DEFAULT, weight=700, width=12.5, height=12.5, line_width=0.45)
    assert judged.unprintable == ()
    assert judged.cap_height == built.cap_height
    assert {one.label: one.letter for one in judged.letters} == dict(built.letters)


def test_a_missing_letter_stops_no_other() -> None:
    judged = judged_set(["A", "Ж", "_"], font="Lexend", weight=700, frame=FRAME)
    assert [one.label for one in judged.letters] == ["A", "Ж", "_"]
    (bad,) = judged.unprintable
    assert bad.label == "Ж"
    assert bad.letter is None
    assert "no glyph for Ж" in bad.faults[0]


def test_thin_strokes_are_named_and_the_letter_is_there() -> None:
    judged = judged_set(["A", "O"], font="Lexend", weight=100, frame=FRAME)
    assert [one.label for one in judged.unprintable] == ["A", "O"]
    assert all(one.letter is not None for one in judged.unprintable)
    assert "strokes" in judged.unprintable[0].faults[0]


def test_a_label_too_wide_for_the_tile_is_named_alone() -> None:
    narrow = Frame(8.0, 12.5, 0.3, None, "auto")
    judged = judged_set(["I", "WWW", "L"], font=DEFAULT, weight=700, frame=narrow)
    assert [one.label for one in judged.unprintable] == ["WWW"]
    assert "shrink" in judged.unprintable[0].faults[0]


def test_a_font_with_none_of_the_letters_has_a_sheet_too() -> None:
    judged = judged_set(["Ж", "_"], font="Lexend", weight=700, frame=FRAME)
    assert judged.cap_height is None
    assert font_sheet([judged], FACE)


def test_an_unknown_font_is_refused() -> None:
    with pytest.raises(UserError, match="did you mean"):
        judged_set(["A"], font="Lexendd", weight=700, frame=FRAME)


def test_only_what_cannot_be_printed_is_marked() -> None:
    good = judged_set(["A", "B"], font=DEFAULT, weight=700, frame=FRAME)
    thin = judged_set(["A", "B"], font="Lexend", weight=100, frame=FRAME)
    assert red(pixels(font_sheet([good], FACE))) == 0
    assert red(pixels(font_sheet([thin], FACE))) > 100


def test_letters_are_drawn_to_scale() -> None:
    judged = judged_set(["H"], font=DEFAULT, weight=700, frame=FRAME)
    image = pixels(font_sheet([judged], FACE))
    # Dark columns below the heading are the H; its ink is as high as the cap height.
    dark = (image.sum(axis=2) < 250)[round(19 * PX_PER_MM) :]
    rows = np.flatnonzero(dark.any(axis=1))
    assert judged.cap_height is not None
    assert np.ptp(rows) + 1 == pytest.approx(judged.cap_height * PX_PER_MM, abs=2)


def test_a_counter_is_not_filled() -> None:
    judged = judged_set(["O"], font=DEFAULT, weight=700, frame=FRAME)
    image = pixels(font_sheet([judged], FACE))
    dark = (image.sum(axis=2) < 250)[round(19 * PX_PER_MM) :]
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    middle = (rows[0] + rows[-1]) // 2, (columns[0] + columns[-1]) // 2
    assert not dark[middle]


def test_several_fonts_are_several_blocks_and_bytes_are_the_same_each_time() -> None:
    one = judged_set(["A", "B"], font=DEFAULT, weight=700, frame=FRAME)
    two = judged_set(["A", "B"], font="Lexend", weight=700, frame=FRAME)
    single, both = font_sheet([one], FACE), font_sheet([one, two], FACE)
    assert pixels(both).shape[0] > 1.6 * pixels(single).shape[0]
    assert font_sheet([one, two], FACE) == both
    counted = font_sheet([one], FACE, {"A": 3, "B": 4})
    assert pixels(counted).shape[0] > pixels(single).shape[0]
