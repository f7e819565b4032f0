"""Letters as printed: plastic where a raised or inlaid letter is, none where it is cut in."""

import numpy as np
import pytest
import shapely
import trimesh
from gcode import covered

LEAST_COVER = 0.95
"""Of a letter's area that its top layer covers."""
ROUNDING_MM = 0.1
"""How far inside an engraved letter a line may reach: its ends and corners are rounded."""
LABELS = ["A", "B", "E", "Qu", "R", "S", "W"]


def letter_of(label: str, style: str) -> shapely.Geometry:
    """The exact outline of a letter, about the tile's centre."""
    from kitgen.lettering.polygons import to_polygons
    from kitgen.production.planning import Request, plan
    from kitgen.settings import load_settings

    settings = load_settings("werdup", size=6, set_options=[f"print.letter_style={style}"])
    parts = plan(Request(settings, use_cache=False)).parts
    (tile,) = (part for part in parts if part.name == f"tile-{label}")
    return to_polygons(tile.parameters.letter)


@pytest.fixture
def tile(built):
    def path(label: str, style: str):
        only = ",".join(f"tile-{label}" for label in LABELS)
        folder = built(
            f"{style}", "--size", 6, "--only", only, "--set", f"print.letter_style={style}"
        )
        return folder / f"stl/tile-{label}.stl"

    return path


def cover(gcode, letter, z) -> float:
    """Share of a letter's area that the lines of one layer cover."""
    return covered(gcode.at(z)).intersection(letter).area / letter.area


@pytest.mark.parametrize("label", LABELS)
def test_a_raised_letter_is_printed_whole(tile, sliced, label):
    gcode = sliced(tile(label, "raised"))
    letter = letter_of(label, "raised")
    top = gcode.layers[-1]
    assert cover(gcode, letter, top) >= LEAST_COVER
    over = covered(gcode.at(top)).difference(letter.buffer(0.1))
    assert over.area < 0.02 * letter.area


@pytest.mark.parametrize("label", LABELS)
def test_an_inlaid_letter_is_printed_whole(tile, sliced, label):
    path = tile(label, "inlay")
    gcode = sliced(path.with_name(f"tile-{label}-letter.stl"))
    letter = letter_of(label, "inlay")
    # The slicer centres what it is given; the letter lies off its tile's centre.
    bounds = shapely.bounds(letter)
    centred = shapely.transform(letter, lambda at: at - (bounds[:2] + bounds[2:]) / 2)
    assert len(gcode.layers) == 4
    for z in gcode.layers:
        assert cover(gcode, centred, z) >= LEAST_COVER


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("style", ["engraved", "inlay"])
def test_an_engraved_letter_stays_open_on_all_its_layers(tile, sliced, label, style):
    gcode = sliced(tile(label, style))
    inside = letter_of(label, style).buffer(-ROUNDING_MM)
    top = gcode.layers[-1]
    for z in [layer for layer in gcode.layers if layer > top - 0.8 + 1e-6]:
        assert covered(gcode.at(z)).intersection(inside).area < 0.01 * inside.area
    floor = covered(gcode.at(gcode.layers[-5]))
    assert floor.intersection(inside).area > LEAST_COVER * inside.area


# What these checks must not let pass.


def test_thin_strokes_are_seen_to_be_missing(sliced, tmp_path):
    """A raised bar of a fifth of a line: PrusaSlicer leaves it out and says nothing."""
    plate = trimesh.creation.box((19, 19, 2))
    bar, thin = trimesh.creation.box((2, 12, 0.8)), trimesh.creation.box((0.09, 12, 0.8))
    bar.apply_translation((-4, 0, 1.4))
    thin.apply_translation((4, 0, 1.4))
    mesh = trimesh.boolean.union([plate, bar, thin], engine="manifold")
    mesh.apply_translation((0, 0, 1))
    mesh.export(tmp_path / "thin.stl")
    gcode = sliced(tmp_path / "thin.stl")
    letter = shapely.box(-5, -6, -3, 6)
    assert cover(gcode, letter, gcode.layers[-1]) >= LEAST_COVER
    with_a_thin_stroke = letter.union(shapely.box(3.955, -6, 4.045, 6))
    assert cover(gcode, with_a_thin_stroke, gcode.layers[-1]) < cover(
        gcode, letter, gcode.layers[-1]
    )
    assert cover(gcode, shapely.box(3.955, -6, 4.045, 6), gcode.layers[-1]) < LEAST_COVER


def test_a_mirrored_letter_is_found_out(tile, sliced):
    gcode = sliced(tile("R", "raised"))
    mirrored = shapely.transform(letter_of("R", "raised"), lambda at: at * np.array([-1, 1]))
    assert cover(gcode, mirrored, gcode.layers[-1]) < LEAST_COVER


def test_a_blank_tile_is_found_not_to_be_engraved(tile, sliced):
    gcode = sliced(tile("A", "engraved"))
    inside = letter_of("W", "engraved").buffer(-ROUNDING_MM)
    printed = covered(gcode.at(gcode.layers[-1]))
    assert printed.intersection(inside).area > 0.01 * inside.area
