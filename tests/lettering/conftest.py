"""Small fonts, nasty on purpose, built where they are needed instead of being committed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

Ring = Sequence[tuple[float, float]]
"""Corners of one contour, in order, in font units of which there are 1000 to the em."""


def bar(x0: float, y0: float, x1: float, y1: float) -> Ring:
    """A rectangle, clockwise as TrueType wants its outer contours."""
    return [(x0, y0), (x0, y1), (x1, y1), (x1, y0)]


H = [bar(0, 0, 200, 700), bar(400, 0, 600, 700), bar(100, 250, 500, 450)]
"""An H of three overlapping bars, as in many variable fonts; area 2 x 140000 + 40000."""

H_AREA = 320_000


def draw(pen: Any, rings: Sequence[Ring]) -> None:
    for ring in rings:
        pen.moveTo(ring[0])
        for point in ring[1:]:
            pen.lineTo(point)
        pen.closePath()


def make(
    glyphs: Mapping[str, Sequence[Ring]],
    *,
    family: str = "Test Sans",
    style: str = "Regular",
    weight: int = 700,
    cff: bool = False,
    os2: bool = True,
    italic: bool = False,
    widths: Mapping[str, int] | None = None,
) -> FontBuilder:
    """A font with one glyph a character, drawn from rings."""
    builder = FontBuilder(1000, isTTF=not cff)
    names = {character: f"u{ord(character):04X}" for character in glyphs}
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(character): name for character, name in names.items()})
    shapes: dict[str, Sequence[Ring]] = {".notdef": [bar(0, 0, 500, 700)]}
    shapes |= {names[character]: rings for character, rings in glyphs.items()}
    advances = {
        name: max((x for ring in rings for x, _ in ring), default=0) + 50
        for name, rings in shapes.items()
    }
    advances |= {names[character]: width for character, width in (widths or {}).items()}
    if cff:
        pens = {name: T2CharStringPen(advances[name], None) for name in shapes}
        for name, rings in shapes.items():
            draw(pens[name], rings)
        strings = {name: pen.getCharString() for name, pen in pens.items()}
        builder.setupCFF(f"{family}-{style}".replace(" ", ""), {}, strings, {})
    else:
        drawn = {}
        for name, rings in shapes.items():
            pen = TTGlyphPen(None)
            draw(pen, rings)
            drawn[name] = pen.glyph()
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics({name: (round(advances[name]), 0) for name in shapes})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": style})
    if os2:
        builder.setupOS2(usWeightClass=weight, fsSelection=1 if italic else 64)
    builder.setupPost()
    return builder


def make_variable(glyphs: Mapping[str, Sequence[Ring]], family: str = "Test Variable") -> TTFont:
    """A variable font whose every right half (x > 300) moves 100 units right at weight 900."""
    builder = make(glyphs, family=family, weight=400)
    builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
    variations = {}
    for character, rings in glyphs.items():
        moves = [(100 if x > 300 else 0, 0) for ring in rings for x, _ in ring]
        variations[f"u{ord(character):04X}"] = [
            TupleVariation({"wght": (0, 1, 1)}, [*moves, (0, 0), (0, 0), (0, 0), (0, 0)])
        ]
    builder.setupGvar(variations)
    return builder.font


def make_collection(fonts: Sequence[FontBuilder], path: Path) -> Path:
    collection = TTCollection()
    collection.fonts = [builder.font for builder in fonts]
    collection.save(path)
    return path


@pytest.fixture
def font_at(tmp_path: Path) -> Callable[..., Path]:
    """Writes a font of the given glyphs to a file and returns its path."""

    def write(glyphs: Mapping[str, Sequence[Ring]], name: str = "test.ttf", **more: Any) -> Path:
        path = tmp_path / name
        make(glyphs, **more).save(path)
        return path

    return write


@pytest.fixture
def system_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only font folder of the system, empty at first, below a home with odd letters."""
    home = tmp_path / "Zoë Müller home"
    folder = home / ".local" / "share" / "fonts"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "nothing"))
    monkeypatch.setattr("sys.platform", "linux")
    from kitgen.lettering.fonts import _families_below

    _families_below.cache_clear()
    yield folder
    _families_below.cache_clear()
