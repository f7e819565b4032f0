"""kitgen's own estimate: exact shapes of simple solids, and PrusaSlicer as judge on real parts."""

import math

import numpy as np
import pytest
import trimesh

from kitgen.mesh.mesh import Mesh
from kitgen.slicing.estimate import Shape, estimate, shape_of
from kitgen.slicing.job import process_of, read_kit, sliced
from kitgen.slicing.models import alone, triangles_of
from kitgen.slicing.process import SPEEDS, Process

GRAMS_WITHIN = 0.10
HOURS_WITHIN = 0.25


def as_mesh(made) -> Mesh:
    low = made.vertices - [0, 0, made.bounds[0, 2]]
    return Mesh(low.astype(np.float32), made.faces.astype(np.int32))


def test_the_shape_of_a_block_is_exact():
    shape = shape_of(as_mesh(trimesh.creation.box((30, 20, 5))))
    assert shape == Shape(3000.0, 500.0, 600.0, 600.0, 600.0, 0.0, 5.0)


def test_a_slope_stands_and_looks_up_by_its_shares():
    """A cone of 45 degrees, point up: half of the slant counts each way, times the root of 2."""
    cone = trimesh.creation.cone(radius=10, height=10, sections=720)
    shape = shape_of(as_mesh(cone))
    assert shape.top_mm2 == pytest.approx(math.pi * 100, rel=1e-3)
    assert shape.standing_mm2 == pytest.approx(math.pi * 100, rel=1e-3)
    assert shape.bed_mm2 == pytest.approx(math.pi * 100, rel=1e-3)
    assert shape.bridged_mm2 == 0


def test_a_ceiling_is_bridged_and_a_slope_under_is_not():
    post, top = trimesh.creation.box((4, 4, 8)), trimesh.creation.box((16, 16, 1))
    top.apply_translation((0, 0, 4.5))
    table = trimesh.boolean.union([post, top], engine="manifold")
    assert shape_of(as_mesh(table)).bridged_mm2 == pytest.approx(16 * 16 - 4 * 4)
    cone = trimesh.creation.cone(radius=10, height=10)
    cone.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (1, 0, 0)))
    assert shape_of(as_mesh(cone)).bridged_mm2 == 0


def test_what_is_no_solid_is_refused():
    with pytest.raises(ValueError, match="without triangles"):
        shape_of(Mesh(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32)))
    block = as_mesh(trimesh.creation.box((1, 1, 1)))
    with pytest.raises(ValueError, match="has no inside"):
        shape_of(Mesh(block.vertices, block.faces[:, ::-1]))


def test_a_thin_plate_is_solid_and_a_large_block_mostly_infill():
    thin = estimate(shape_of(as_mesh(trimesh.creation.box((60, 60, 1.2)))), Process(0.2))
    assert thin.cm3 == pytest.approx(60 * 60 * 1.2 / 1000, rel=0.15)
    large = estimate(shape_of(as_mesh(trimesh.creation.box((100, 100, 100)))), Process(0.2))
    assert 0.15 * 1000 < large.cm3 < 0.3 * 1000


def test_more_infill_walls_and_density_weigh_more_and_speed_costs_nothing():
    shape = shape_of(as_mesh(trimesh.creation.box((60, 60, 20))))
    usual = estimate(shape, Process(0.2))
    assert estimate(shape, Process(0.2, infill=0.3)).grams > usual.grams
    assert estimate(shape, Process(0.2, perimeters=4)).grams > usual.grams
    heavier = estimate(shape, Process(0.2, density_g_per_cm3=2.48))
    assert heavier.grams == pytest.approx(2 * usual.grams)
    fast = estimate(shape, Process(0.2, SPEEDS["fast"]))
    assert fast.grams == usual.grams
    assert fast.hours < usual.hours


@pytest.fixture
def judged(prusa):
    """Ratio of estimate to slicer for parts of a kit, by part: grams, then hours at each speeds."""

    def compare(folder, names):
        manifest, _ = read_kit(folder)
        found = {}
        for part in manifest.parts:
            if part.name not in names:
                continue
            triangles = triangles_of(folder, part)
            welded = trimesh.Trimesh(**trimesh.triangles.to_kwargs(triangles))
            shape = shape_of(as_mesh(welded))
            for speeds in SPEEDS.values():
                process = process_of(manifest, speeds)
                made, _ = sliced(alone(part, triangles), process, prusa)
                guess = estimate(shape, process)
                found[part.name, speeds.name] = (
                    guess.grams / made.filaments[0].grams,
                    guess.hours / made.hours,
                )
        assert {name for name, _ in found} == set(names)
        return found

    return compare


def outside(found):
    return {
        key: (grams, hours)
        for key, (grams, hours) in found.items()
        if abs(grams - 1) > GRAMS_WITHIN or abs(hours - 1) > HOURS_WITHIN
    }


def test_grams_and_hours_of_the_default_kit_are_near_the_slicers(game, judged):
    names = ["board-quarter", "rack-half-left", "rack-half-right", "tile-I", "tile-Qu", "tile-W"]
    assert outside(judged(game.folder, names)) == {}


@pytest.mark.parametrize("layer", [0.12, 0.28])
def test_other_layers_are_estimated_as_well(kits, judged, layer):
    folder = kits(size=6, only=["board-quarter", "tile-S"], layer_height=layer).folder
    assert outside(judged(folder, ["board-quarter", "tile-S"])) == {}


@pytest.mark.parametrize("style", ["raised", "inlay"])
def test_other_styles_are_estimated_as_well(kits, judged, style):
    folder = kits(size=6, only=["tile-B"], letter_style=style).folder
    names = ["tile-B", "tile-B-letter"] if style == "inlay" else ["tile-B"]
    assert outside(judged(folder, names)) == {}
