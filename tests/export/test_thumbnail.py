"""Thumbnails: what lies on the plate is on the picture, in its colour and its place."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))

from flavour_plate import mesh_of, pose

from kitgen.export.threemf import Body, Instance, PrintObject
from kitgen.export.thumbnail import SIDE_PX, thumbnail

BED = (200.0, 100.0)
RED, BLUE = (200, 30, 30), (20, 20, 120)


def picture(objects, instances, excluded=()):
    image = Image.open(io.BytesIO(thumbnail(objects, instances, BED, excluded)))
    assert image.size == (SIDE_PX, SIDE_PX)
    return np.asarray(image.convert("RGBA"))


def at(pixels, x, y):
    """The colour at a place on the bed, mm; the picture is as wide as the bed's longer side."""
    scale = 0.96 * SIDE_PX / max(BED)
    column = (SIDE_PX - BED[0] * scale) / 2 + x * scale
    row = (SIDE_PX + BED[1] * scale) / 2 - y * scale
    return tuple(int(n) for n in pixels[int(row), int(column)])


@pytest.fixture
def wedge(box):
    """A long red box with a blue one on its right end."""
    return PrintObject(
        "wedge",
        (
            Body("red", box((60, 20, 4)), "#C81E1E"),
            Body("blue", box((20, 20, 2), (40, 0, 4)), "#141478"),
        ),
    )


def is_like(found, wanted):
    return found[3] == 255 and max(abs(a - b) for a, b in zip(found, wanted, strict=False)) < 12


def test_bodies_lie_where_and_in_the_colour_they_have(wedge):
    pixels = picture([wedge], [Instance("wedge", (10, 20, 0))])
    assert is_like(at(pixels, 20, 30), RED)
    assert is_like(at(pixels, 60, 30), BLUE)
    assert not is_like(at(pixels, 20, 60), RED)
    assert at(pixels, 100, -40)[3] == 0  # off the bed is nothing


@pytest.mark.parametrize(
    ("turn", "red", "blue"),
    [
        (90, (90, 60), (90, 90)),
        (180, (80, 40), (50, 40)),
        (270, (110, 40), (110, 8)),
        (45, (114, 65), (135, 86)),
    ],
)
def test_turned_parts_are_drawn_turned(wedge, turn, red, blue):
    pixels = picture([wedge], [Instance("wedge", pose(turn, 100, 50))])
    assert is_like(at(pixels, *red), RED)
    assert is_like(at(pixels, *blue), BLUE)


def test_what_lies_lower_is_darker():
    """A step, as the ground of an engraved letter below the top: an L from the side."""
    profile = [(0, 0), (40, 0), (40, 1), (20, 1), (20, 4), (0, 4)]
    side = shapely.Polygon(profile)
    solid = trimesh.creation.extrude_polygon(side, 30)
    # The profile's height goes from y to z.
    points = np.stack([solid.vertices[:, 0], 30 - solid.vertices[:, 2], solid.vertices[:, 1]], 1)
    step = PrintObject(
        "step", (Body("step", mesh_of(trimesh.Trimesh(points, solid.faces)), "#C81E1E"),)
    )
    pixels = picture([step], [Instance("step", (50, 30, 0))])
    high, low = at(pixels, 60, 45), at(pixels, 80, 45)
    assert is_like(high, RED)
    assert low[0] < 0.7 * high[0]


def test_excluded_zones_are_marked(wedge):
    zone = (((100.0, 0.0), (150.0, 50.0)),)
    plain = picture([wedge], [Instance("wedge", (10, 20, 0))])
    marked = picture([wedge], [Instance("wedge", (10, 20, 0))], zone)
    assert at(plain, 120, 25) != at(marked, 120, 25)
    assert at(plain, 170, 25) == at(marked, 170, 25)


def test_equal_plates_give_equal_bytes(wedge):
    one = [Instance("wedge", pose(90, 100, 50))]
    assert thumbnail([wedge], one, BED) == thumbnail([wedge], one, BED)
