"""Clean outlines: overlaps united, curves kept, every font format (complaints A5, A7)."""

from collections.abc import Callable
from pathlib import Path

import pytest
import shapely
from fontTools.pens.pointInsidePen import PointInsidePen
from fontTools.ttLib import TTFont

from kitgen.errors import UserError
from kitgen.lettering.fonts import DEFAULT_FAMILY, find_font
from kitgen.lettering.layout import letter_set
from kitgen.lettering.outline import contour_area
from kitgen.lettering.outlines import Typeface
from kitgen.lettering.polygons import area, bounds, to_polygons

from .conftest import H_AREA, H, Ring, bar, make, make_variable

BOX = {"width": 12.0, "height": 12.0, "line_width": 0.45}


def typeface(path: Path, weight: int = 700) -> Typeface:
    return Typeface(find_font(str(path), weight))


@pytest.mark.parametrize("cff", [False, True])
def test_overlapping_bars_become_one_contour(font_at: Callable[..., Path], cff: bool) -> None:
    (outline,) = typeface(font_at({"H": H}, cff=cff)).draw("H")
    assert len(outline.contours) == 1
    assert area(outline) == pytest.approx(H_AREA)
    assert all(len(segment) == 2 for segment in outline.contours[0])


def test_even_odd_would_have_lost_the_overlaps() -> None:
    """The sabotage: what the same bars give by the rule that many programs use."""
    evenodd = shapely.Polygon(H[0])
    for ring in H[1:]:
        evenodd = evenodd.symmetric_difference(shapely.Polygon(ring))
    assert evenodd.area == pytest.approx(H_AREA - 2 * 100 * 200)


@pytest.mark.parametrize("cff", [False, True])
@pytest.mark.parametrize("backwards", [False, True])
def test_counters_are_clockwise_holes_whatever_the_font_does(
    font_at: Callable[..., Path], cff: bool, backwards: bool
) -> None:
    outer, counter = bar(0, 0, 600, 700), bar(200, 200, 400, 500)[::-1]
    rings = [ring[::-1] if backwards else ring for ring in (outer, counter)]
    (outline,) = typeface(font_at({"O": rings}, cff=cff)).draw("O")
    assert sorted(map(contour_area, outline.contours)) == [-60_000, 420_000]
    assert len(to_polygons(outline).geoms[0].interiors) == 1


@pytest.mark.parametrize(("weight", "shift"), [(100, 0), (500, 50), (900, 100)])
def test_a_variable_font_with_overlaps_is_drawn_at_its_weight(
    tmp_path: Path, weight: int, shift: float
) -> None:
    make_variable({"H": H}).save(tmp_path / "v.ttf")
    (outline,) = typeface(tmp_path / "v.ttf", weight).draw("H")
    assert len(outline.contours) == 1
    assert bounds(outline) == (0, 0, 600 + shift, 700)
    assert area(outline) == pytest.approx(H_AREA + 200 * shift)


@pytest.mark.parametrize(("weight", "width"), [(100, 300), (500, 350), (900, 400)])
def test_a_variable_cff2_font_is_drawn_at_its_weight(
    tmp_path: Path, weight: int, width: float
) -> None:
    from fontTools.misc.psCharStrings import T2CharString

    builder = make({"I": [bar(0, 0, 300, 700)]}, cff=True)
    del builder.font["CFF "]
    builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
    rectangle = [0, 0, "rmoveto", 300, 100, 1, "blend", "hlineto", 700, "vlineto"]
    rectangle += [-300, -100, 1, "blend", "hlineto"]
    names = builder.font.getGlyphOrder()
    strings = {name: T2CharString(program=list(rectangle)) for name in names}
    builder.setupCFF2(strings, regions=[{"wght": (0, 1, 1)}])
    builder.save(tmp_path / "v.otf")
    assert "CFF2" in TTFont(tmp_path / "v.otf")
    (outline,) = typeface(tmp_path / "v.otf", weight).draw("I")
    assert bounds(outline) == (0, 0, width, 700)
    assert area(outline) == pytest.approx(width * 700)


def test_a_composite_glyph_is_drawn_with_its_parts(tmp_path: Path) -> None:
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    builder = make({"A": [bar(0, 0, 300, 700)], "Å": [bar(0, 0, 10, 10)]})
    glyphs = builder.font["glyf"]
    pen = TTGlyphPen(dict.fromkeys(builder.font.getGlyphOrder()))
    pen.addComponent("u0041", (1, 0, 0, 1, 0, 0))
    pen.addComponent("u0041", (0.5, 0, 0, 0.25, 75, 750))
    glyphs["u00C5"] = pen.glyph()
    builder.save(tmp_path / "c.ttf")
    (outline,) = typeface(tmp_path / "c.ttf").draw("Å")
    assert area(outline) == pytest.approx(300 * 700 * (1 + 0.125))
    assert bounds(outline) == (0, 0, 300, 925)


@pytest.mark.parametrize("letter", ["A", "B", "Q", "R", "S", "&"])
def test_letters_cover_the_points_that_another_program_says_are_inside(letter: str) -> None:
    """fontTools' own winding count, on the raw glyph with its overlaps, is the judge."""
    found = find_font(DEFAULT_FAMILY, 700)
    (outline,) = Typeface(found).draw(letter)
    ink = to_polygons(outline, 0.05)
    shapely.prepare(ink)
    font = TTFont(found.path)
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(letter)]
    x0, y0, x1, y1 = bounds(outline)
    wrong = 0
    for i in range(30):
        for j in range(30):
            x, y = x0 + (x1 - x0) * (i + 0.5) / 30, y0 + (y1 - y0) * (j + 0.5) / 30
            judge = PointInsidePen(glyphs, (x, y))
            glyphs[name].draw(judge)
            near = shapely.distance(ink.boundary, shapely.Point(x, y)) < 0.5
            wrong += not near and bool(judge.getResult()) != ink.contains(shapely.Point(x, y))
    assert wrong == 0


def test_curves_stay_curves() -> None:
    (outline,) = Typeface(find_font(DEFAULT_FAMILY, 700)).draw("O")
    curved = [s for contour in outline.contours for s in contour if len(s) > 2]
    assert len(curved) >= 8
    for contour in outline.contours:
        assert all(a[-1] == b[0] for a, b in zip(contour, contour[1:] + contour[:1], strict=True))


def kerned(glyphs: dict[str, list[Ring]], path: Path, feature: str) -> Path:
    builder = make(glyphs)
    builder.addOpenTypeFeatures(feature)
    builder.save(path)
    return path


def test_the_fonts_kerning_moves_the_second_letter(tmp_path: Path) -> None:
    glyphs = {"H": H, "I": [bar(0, 0, 200, 700)]}
    plain = typeface(kerned(glyphs, tmp_path / "a.ttf", "")).draw("HI")
    feature = "feature kern { pos u0048 u0049 30; } kern;"
    moved = typeface(kerned(glyphs, tmp_path / "b.ttf", feature)).draw("HI")
    assert [bounds(o)[0] for o in plain] == [0, 650]
    assert [bounds(o)[0] for o in moved] == [0, 680]


def test_ligatures_do_not_swallow_a_letter(tmp_path: Path) -> None:
    glyphs = {"H": H, "I": [bar(0, 0, 200, 700)], "#": [bar(0, 0, 90, 90)]}
    feature = "feature liga { sub u0048 u0049 by u0023; } liga;"
    drawn = typeface(kerned(glyphs, tmp_path / "a.ttf", feature)).draw("HI")
    assert [area(o) for o in drawn] == [pytest.approx(H_AREA), pytest.approx(140_000)]


def test_a_combining_mark_belongs_to_its_letter(font_at: Callable[..., Path]) -> None:
    """M with a tilde has no code point of its own, so that it stays two characters."""
    glyphs = {"M": H, "\u0303": [bar(-400, 750, -200, 850)]}
    font = font_at(glyphs, widths={"\u0303": 0})
    drawn = typeface(font).draw("M\u0303")
    assert len(drawn) == 1
    assert area(drawn[0]) == pytest.approx(H_AREA + 200 * 100)


def test_exactly_the_missing_characters_are_listed(font_at: Callable[..., Path]) -> None:
    font = font_at({"H": H, "A": H})
    with pytest.raises(UserError, match=r'has no glyph for "Ł", "Ñ", "Ж"; fonts? ') as refused:
        letter_set(["A", "Ł", "ŁA", "Ñ", "Ж"], font=str(font), weight=700, **BOX)
    assert '"A"' not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_fonts_that_have_the_missing_characters_are_named(
    font_at: Callable[..., Path], system_folder: Path
) -> None:
    make({"Ж": H}, family="Kyrillisch").save(system_folder / "k.ttf")
    with pytest.raises(UserError, match=r'has no glyph for "Ж"; fonts that have: .*"Kyrillisch"'):
        letter_set(["H", "Ж"], font=str(font_at({"H": H})), weight=700, **BOX)


def test_a_letter_without_ink_or_with_the_box_counts_as_missing(
    font_at: Callable[..., Path], tmp_path: Path
) -> None:
    font = TTFont(font_at({"H": H, "A": H, "B": []}))
    for table in font["cmap"].tables:
        table.cmap[ord("A")] = ".notdef"
    font.save(tmp_path / "box.ttf")
    assert typeface(tmp_path / "box.ttf").missing("ABHA") == "AB"


def test_letters_are_the_same_composed_or_not() -> None:
    both = letter_set(["\u00dc", "U\u0308"], font=DEFAULT_FAMILY, weight=700, **BOX).letters
    assert both["\u00dc"].outline == both["U\u0308"].outline


def test_contours_that_touch_are_refused(font_at: Callable[..., Path]) -> None:
    """Two counters that meet in a point: the wall between them has no thickness there."""
    diamonds = [[(300, 350), (200, 250), (100, 350), (200, 450)]]
    diamonds += [[(300, 350), (400, 450), (500, 350), (400, 250)]]
    font = font_at({"H": H, "B": [bar(0, 0, 600, 700), *[d[::-1] for d in diamonds]]})
    (outline,) = typeface(font).draw("B")
    if area(outline) > 600 * 700 - 1:  # the winding of the counters was the wrong one
        font = font_at({"H": H, "B": [bar(0, 0, 600, 700), *diamonds]})
    with pytest.raises(UserError, match='outline of "B" touches itself'):
        letter_set(["B"], font=str(font), weight=700, **BOX)
