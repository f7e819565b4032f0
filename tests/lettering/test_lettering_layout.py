"""One cap height, one baseline, everything inside the margins (complaints A10, A11)."""

import string
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.errors import UserError
from kitgen.lettering.fitting import spaced
from kitgen.lettering.fonts import DEFAULT_FAMILY
from kitgen.lettering.layout import LetterSet, letter_set
from kitgen.lettering.outline import Outline, rectangle
from kitgen.lettering.polygons import bounds, to_polygons

from .conftest import H, bar

LINE = 0.45
ENGLISH = [*string.ascii_uppercase, "Qu", "_"]
HUNGARIAN = [
    *("A", "Á", "B", "C", "CS", "D", "E", "É", "F", "G", "GY", "H", "I", "Í", "J", "K", "L", "LY"),
    *("M", "N", "NY", "O", "Ó", "Ö", "P", "R", "S", "SZ", "T", "TY", "U", "Ú", "Ü", "V", "Z", "ZS"),
]


def laid_out(labels: Sequence[str], **more: Any) -> LetterSet:
    given = {"font": DEFAULT_FAMILY, "weight": 700, "width": 11.8, "height": 11.8}
    return letter_set(labels, **{**given, "line_width": LINE, **more})


@pytest.fixture(scope="module")
def english() -> LetterSet:
    return laid_out(ENGLISH)


@pytest.mark.parametrize("labels", [ENGLISH, HUNGARIAN], ids=["english", "hungarian"])
@pytest.mark.parametrize("bars", ["auto", "all"])
@pytest.mark.parametrize(("width", "height"), [(11.8, 11.8), (14.0, 11.8), (11.8, 14.0)])
def test_every_shape_lies_inside_the_box_and_is_centred(
    labels: list[str], bars: str, width: float, height: float
) -> None:
    found = laid_out(labels, width=width, height=height, bar=bars)
    assert list(found.letters) == labels
    for label, letter in found.letters.items():
        if label == "_":
            continue
        x0, low, x1, high = bounds(letter.shape)
        assert x0 >= -width / 2 - 1e-5, label
        assert x1 <= width / 2 + 1e-5, label
        assert low >= -height / 2 - 1e-5, label
        assert high <= height / 2 + 1e-5, label
        ink = bounds(letter.outline)
        assert ink[0] + ink[2] == pytest.approx(0, abs=2e-6), label


def test_the_cap_height_is_that_of_h_and_shared(english: LetterSet) -> None:
    for label in "BDEFHIKLMNPRTUVXYZ":  # flat at the top, whatever they do below
        top = bounds(english.letters[label].outline)[3]
        assert top - english.baseline == pytest.approx(english.cap_height, abs=2e-6), label
    for label in "ABDEFHIKLMNPRTXYZ":
        assert bounds(english.letters[label].outline)[1] == pytest.approx(english.baseline), label
    assert {english.letters[label].scale for label in string.ascii_uppercase} == {1.0}
    assert {english.letters[label].narrowing for label in string.ascii_uppercase} == {1.0}


def test_the_default_font_gives_nine_millimetres_on_the_default_tile(english: LetterSet) -> None:
    """Set by W, whose width to cap height is 1.292 in Atkinson Hyperlegible Bold."""
    x0, _, x1, _ = bounds(english.letters["W"].outline)
    assert x1 - x0 == pytest.approx(11.8, abs=1e-5)
    assert english.cap_height == pytest.approx(9.13, abs=0.01)


def test_a_cap_height_asked_for_is_kept_exactly() -> None:
    found = laid_out(["H", "Q"], cap_height=7.0)
    assert found.cap_height == 7.0
    _, low, _, high = bounds(found.letters["H"].outline)
    assert high - low == pytest.approx(7.0, abs=2e-6)
    assert high + low == pytest.approx(0, abs=2e-6)  # room enough, so in the middle
    assert found.notes == ()


def test_a_cap_height_that_does_not_fit_is_cut_and_said() -> None:
    found = laid_out(ENGLISH, cap_height=20.0)
    assert found.cap_height == laid_out(ENGLISH).cap_height
    assert found.notes == ("cap height 20 mm does not fit: 9.13 mm is used",)


def test_the_largest_cap_height_touches_the_box() -> None:
    """Nothing is left: either the widest letter or the band from lowest to highest is full."""
    for labels, width, height in ((ENGLISH, 11.8, 11.8), (ENGLISH, 30, 11.8), (["I"], 12, 12)):
        found = laid_out(labels, width=width, height=height)
        plain = [bounds(found.letters[c].shape) for c in labels if len(c) == 1 and c != "_"]
        widest = max(b[2] - b[0] for b in plain)
        band = max(b[3] for b in plain) - min(b[1] for b in plain)
        assert widest == pytest.approx(width, abs=1e-4) or band == pytest.approx(height, abs=1e-4)


def test_a_label_fitted_by_itself_finds_room_for_its_overshoot() -> None:
    """Without any, Ü beside a lone H would shrink to nothing, as U goes below the baseline."""
    found = laid_out(["H", "Ü", "HU"], bar="auto")
    assert found.letters["Ü"].scale > 0.7
    assert found.cap_height > 0.97 * laid_out(["H"]).cap_height


def test_a_set_without_bars_may_stand_larger() -> None:
    assert laid_out(["H"]).cap_height > laid_out(["H", "M"]).cap_height + 1.0


def test_greek_and_cyrillic_letters_share_the_cap_height(font_at: Callable[..., Path]) -> None:
    tall = [bar(0, 0, 200, 900), bar(0, 0, 600, 200)]
    font = font_at({"H": H, "Γ": H, "Ж": tall, "Й": tall})
    found = laid_out(["Γ", "Ж", "Й"], font=str(font), bar="auto")
    assert [letter.scale for letter in found.letters.values()][:2] == [1.0, 1.0]
    heights = [bounds(letter.outline) for letter in found.letters.values()]
    assert heights[0][3] - heights[0][1] == pytest.approx(found.cap_height, abs=2e-6)
    assert heights[1][3] - heights[1][1] == pytest.approx(found.cap_height * 9 / 7, abs=1e-5)


def test_accented_capitals_do_not_make_the_others_smaller() -> None:
    assert laid_out(HUNGARIAN).cap_height == laid_out(
        [c for c in HUNGARIAN if len(unicodedata.normalize("NFD", c)) == 1]
    ).cap_height  # fmt: skip


def test_accented_capitals_are_scaled_and_not_narrowed_for_their_height() -> None:
    letter = laid_out(["H", "I", "Ő"], bar="auto", width=14.0).letters["Ő"]
    assert 0.6 <= letter.scale < 1
    assert letter.narrowing == 1
    assert bounds(letter.outline)[3] == pytest.approx(5.9, abs=1e-4)


def test_a_wide_label_is_narrowed_first_and_scaled_then(english: LetterSet) -> None:
    qu = english.letters["Qu"]
    assert qu.narrowing == pytest.approx(0.75, abs=1e-5)
    assert 0.9 < qu.scale < 1
    narrowed = laid_out(["H", "I", "LJ"], width=12.0, height=11.8, cap_height=9.0).letters["LJ"]
    assert 0.75 < narrowed.narrowing < 1
    assert narrowed.scale == 1
    x0, _, x1, _ = bounds(narrowed.outline)
    assert x1 - x0 == pytest.approx(12.0, abs=1e-3)


@pytest.mark.parametrize("label", ["Qu", "ÑN", "SZ", "LJ", "AV", "IJ"])
def test_letters_of_a_label_are_a_line_apart(label: str) -> None:
    letter = laid_out(["H", "W", label]).letters[label]
    bodies = list(to_polygons(letter.outline, 0.001).geoms)
    count = len(unicodedata.normalize("NFD", label))
    assert len(bodies) == count
    for i, body in enumerate(bodies):
        for other in bodies[i + 1 :]:
            assert shapely.distance(body, other) >= LINE


def test_kerning_that_fuses_two_letters_is_undone(tmp_path: Path) -> None:
    """The sabotage: a font that pulls its letters into each other."""
    from .conftest import make

    builder = make({"H": H, "I": [bar(0, 0, 200, 700)]})
    builder.addOpenTypeFeatures("feature kern { pos u0048 u0049 -300; } kern;")
    builder.save(tmp_path / "kern.ttf")
    letter = laid_out(["H", "HI"], font=str(tmp_path / "kern.ttf")).letters["HI"]
    first, second = to_polygons(letter.outline).geoms
    assert shapely.distance(first, second) == pytest.approx(LINE, abs=0.03)


@given(st.floats(-8, 3), st.floats(0.2, 1.0), st.floats(0, 4))
@settings(max_examples=30)
def test_spacing_moves_apart_as_little_as_needed(at: float, gap: float, up: float) -> None:
    first = Outline((rectangle(0, 0, 3, 3),))
    second = Outline((rectangle(5 + at, up, 7 + at, up + 2),))
    third = Outline((rectangle(8 + at, 0, 9 + at, 3),))
    bodies = list(to_polygons(spaced((first, second, third), gap)).geoms)
    assert len(bodies) == 3
    assert min(
        shapely.distance(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1 :]
    ) >= gap  # fmt: skip
    if at >= gap + 0.03:
        assert spaced((first, second), gap) == first + second


def test_a_label_that_would_be_too_small_is_refused_with_the_figure() -> None:
    pattern = (
        r'label "WWW": would have to shrink to \d\d\.\d % of the cap height \(\d\.\d\d of 9\.\d'
    )
    with pytest.raises(UserError, match=pattern):
        laid_out(["H", "W", "WWW"])


def test_wide_letters_of_one_character_shrink_the_set_instead(
    font_at: Callable[..., Path],
) -> None:
    font = font_at({"H": H, "Æ": [bar(0, 0, 1400, 200), bar(0, 0, 200, 700)]})
    with_wide = laid_out(["H", "Æ"], font=str(font))
    x0, _, x1, _ = bounds(with_wide.letters["Æ"].outline)
    assert x1 - x0 == pytest.approx(11.8, abs=1e-4)
    assert with_wide.cap_height == pytest.approx(11.8 / 2, abs=1e-4)


def test_a_tail_stays_inside_and_moves_the_baseline(font_at: Callable[..., Path]) -> None:
    font = font_at({"H": H, "Q": [*H, bar(200, -200, 400, 300)]})
    found = laid_out(["H", "Q"], font=str(font))
    assert found.cap_height == pytest.approx(11.8 * 7 / 9, abs=1e-4)
    assert bounds(found.letters["Q"].outline)[1] == pytest.approx(-5.9, abs=1e-4)


def test_a_font_without_h_is_measured_on_the_first_letter(font_at: Callable[..., Path]) -> None:
    font = font_at({"Γ": H, "Δ": [bar(0, 0, 600, 500)]})
    found = laid_out(["Γ", "Δ"], font=str(font), cap_height=7.0)
    _, low, _, high = bounds(found.letters["Γ"].outline)
    assert high - low == pytest.approx(7.0, abs=2e-6)


def test_a_blank_has_no_ink_and_no_bar(english: LetterSet) -> None:
    blank = english.letters["_"]
    assert blank.outline.is_empty
    assert blank.shape.is_empty
    assert blank.bar is None
    assert laid_out(["_"]).letters.keys() == {"_"}


def test_labels_of_several_characters_only_go_by_h() -> None:
    found = laid_out(["LI", "HI"])
    assert found.cap_height == pytest.approx(laid_out(["H"]).cap_height)


def test_coordinates_are_rounded_and_the_same_twice(english: LetterSet) -> None:
    again = laid_out(ENGLISH)
    assert again.letters == english.letters
    points = [p for s in english.letters["S"].shape.contours[0] for p in s]
    assert all(value == round(value, 6) for point in points for value in point)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"labels": ["ABCD"]}, 'label "ABCD": has 4 characters, 1 to 3'),
        ({"labels": [""]}, 'label "": has 0 characters'),
        ({"labels": ["A B"]}, 'has no glyph for " "'),
        ({"width": 0.0}, "width 0.0 mm"),
        ({"height": float("nan")}, "height nan mm"),
        ({"line_width": -1.0}, "line width -1.0 mm"),
        ({"cap_height": float("inf")}, "cap height inf mm"),
        ({"height": 1.9, "labels": ["M"]}, "too small for letters"),
        ({"bar": "some"}, '"auto" or "all"'),
    ],
)
def test_what_cannot_be_laid_out_is_refused(wrong: dict[str, Any], message: str) -> None:
    labels = wrong.pop("labels", ["A"])
    with pytest.raises(UserError, match=message):
        laid_out(labels, **wrong)
