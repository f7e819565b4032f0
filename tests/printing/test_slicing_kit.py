"""Every file of the kit through PrusaSlicer, judged by where the plastic goes.

PrusaSlicer says nothing about a part that hangs in the air: the G-code has to be read.
"""

import json

import numpy as np
import pytest
import shapely
import trimesh
from gcode import SUPPORTS, covered

LAYER_MM = 0.2
LEAST_BED_COVER = 0.9
"""Of the bed face that the first layer covers: lines are rounded at their ends and corners."""
OVER_BED_FACE_MM = 0.05
"""How far the first layer may reach over the bed face. It is sliced at half its height, where a
chamfer at 45 degrees has come out by this much."""
CHAMFER_MM = 0.1
MOST_SUPPORT_CM3 = 0.1
"""Over the whole kit but for the tiles, each unique part counted once."""

KIT_10 = [
    *("board-quarter", "rack-half-left", "rack-half-right"),
    *(f"tile-{label}" for label in (*"ABCDEFGHIJKLMNOP", "Qu", *"RSTUVWXYZ")),
]


def bed_face(mesh: trimesh.Trimesh) -> shapely.Geometry:
    """What lies flat on z = 0, seen from above, in the slicer's place."""
    flat = (np.abs(mesh.triangles[:, :, 2]) < 1e-6).all(axis=1) & (mesh.face_normals[:, 2] < 0)
    centre = mesh.bounds[:, :2].mean(axis=0)
    triangles = mesh.triangles[flat][:, :, :2] - centre
    return shapely.union_all([shapely.Polygon(triangle) for triangle in triangles])


def printing_faults(mesh: trimesh.Trimesh, gcode) -> list[str]:
    """What is wrong with how a part prints: first layer, last layer."""
    found = []
    face = bed_face(mesh)
    first = covered(gcode.at(gcode.layers[0]))
    if not face.area or first.intersection(face).area < LEAST_BED_COVER * face.area:
        found.append("the first layer is not over the bed face")
    if first.difference(face.buffer(CHAMFER_MM + OVER_BED_FACE_MM)).area > 1e-3 * first.area:
        found.append("the first layer goes beyond the bed face")
    if abs(gcode.layers[-1] - mesh.bounds[1, 2]) > LAYER_MM / 2:
        found.append(f"the last layer is at {gcode.layers[-1]}, the part at {mesh.bounds[1, 2]}")
    return found


@pytest.mark.parametrize("name", KIT_10)
def test_a_part_prints_from_its_bed_face_to_its_height(kit10, sliced, name):
    path = kit10 / f"stl/{name}.stl"
    gcode = sliced(path, *SUPPORTS)
    assert printing_faults(trimesh.load_mesh(path), gcode) == []
    if name.startswith("tile"):
        assert gcode.support_cm3 == 0


def test_nothing_of_the_kit_was_left_out(kit10):
    manifest = json.loads((kit10 / "manifest.json").read_bytes())
    # The coupon's pieces are sliced by tests of their own.
    names = [part["name"] for part in manifest["parts"] if not part["kind"].startswith("coupon")]
    assert names == KIT_10


@pytest.mark.parametrize("size", [6, 8, 10])
def test_board_and_racks_need_next_to_no_support(built, sliced, size):
    folder = built(f"{size}-board", "--size", size, "--only", "board-quarter,rack-half")
    needed = {
        path.stem: sliced(path, *SUPPORTS).support_cm3
        for path in sorted((folder / "stl").glob("*.stl"))
    }
    assert len(needed) == 3
    assert sum(needed.values()) <= MOST_SUPPORT_CM3, needed


@pytest.mark.parametrize("size", [6, 8])
def test_smaller_boards_print_from_their_bed_faces(built, sliced, size):
    folder = built(f"{size}-board", "--size", size, "--only", "board-quarter,rack-half")
    for path in sorted((folder / "stl").glob("*.stl")):
        assert printing_faults(trimesh.load_mesh(path), sliced(path, *SUPPORTS)) == [], path.name


# Parts that fail each check: none is accepted by accident.


@pytest.fixture
def spoilt(kit10, tmp_path):
    """Turn or change a part of the kit and write it again, standing on z = 0."""

    def spoil(name, transform=None, change=None, drop=True):
        mesh = trimesh.load_mesh(kit10 / f"stl/{name}.stl")
        if transform is not None:
            mesh.apply_transform(transform)
        if change is not None:
            mesh = change(mesh)
        if drop:
            mesh.apply_translation((0, 0, -mesh.bounds[0, 2]))
        path = tmp_path / f"spoilt-{name}.stl"
        mesh.export(path)
        return path, mesh

    return spoil


def turned(degrees: float):
    return trimesh.transformations.rotation_matrix(np.radians(degrees), (1, 0, 0))


def test_a_tile_face_down_has_no_proper_bed_face(spoilt, sliced):
    path, _ = spoilt("tile-E", turned(180))
    assert sliced(path, *SUPPORTS).support_cm3 > 0.1


def test_a_tile_on_its_side_needs_support(spoilt, sliced):
    path, _ = spoilt("tile-E", turned(90))
    assert sliced(path, *SUPPORTS).support_cm3 > 0


def test_a_tilted_part_needs_support_and_stands_on_an_edge(spoilt, sliced):
    path, mesh = spoilt("tile-E", turned(20))
    gcode = sliced(path, *SUPPORTS)
    assert gcode.support_cm3 > 0.1
    assert "the first layer is not over the bed face" in printing_faults(mesh, gcode)


def test_a_board_upside_down_needs_support(spoilt, sliced):
    path, _ = spoilt("board-quarter", turned(180))
    assert sliced(path, *SUPPORTS).support_cm3 > MOST_SUPPORT_CM3


def test_a_part_above_the_plate_ends_too_low(spoilt, sliced):
    """PrusaSlicer drops it to the plate without a word."""
    path, mesh = spoilt("tile-E", trimesh.transformations.translation_matrix((0, 0, 1)), drop=False)
    faults = printing_faults(mesh, sliced(path, *SUPPORTS))
    assert "the first layer is not over the bed face" in faults
    assert any(fault.startswith("the last layer is at") for fault in faults)


def test_a_plate_in_the_air_needs_support(spoilt, sliced):
    """It hangs over the rest of its file: sliced with exit code 0, and found by its support."""

    def with_a_plate(mesh):
        plate = trimesh.creation.box((19, 19, 1))
        plate.apply_translation((0, 0, 12))
        return trimesh.util.concatenate([mesh, plate])

    path, _ = spoilt("tile-E", change=with_a_plate)
    assert sliced(path, *SUPPORTS).support_cm3 > 0


def test_a_part_without_a_bed_face_is_found_out(spoilt, sliced):
    def rounded_off(_):
        ball = trimesh.creation.icosphere(subdivisions=4, radius=9.5)
        ball.apply_translation((0, 0, 9.5))
        return ball

    path, mesh = spoilt("tile-E", change=rounded_off)
    faults = printing_faults(mesh, sliced(path, *SUPPORTS))
    assert "the first layer is not over the bed face" in faults


def test_a_first_layer_without_its_chamfer_goes_beyond_the_bed_face(spoilt, sliced):
    """The bed face that is claimed is one tile's; what is printed is a wider one."""
    path, mesh = spoilt("tile-E")
    wider = mesh.copy()
    wider.apply_scale((1.05, 1.05, 1))
    wider_path = path.with_name("wider.stl")
    wider.export(wider_path)
    faults = printing_faults(mesh, sliced(wider_path, *SUPPORTS))
    assert "the first layer goes beyond the bed face" in faults
