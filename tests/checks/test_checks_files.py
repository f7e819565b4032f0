"""The STL files as written, and what is said of those that were spoilt."""

from collections import Counter

import manifold3d
import numpy as np
import pytest
from manifold3d import Manifold
from rewritten import Copy
from sabotage import sabotaged

from kitgen.checks.files import findings
from kitgen.checks.winding import flipped_triangles, unpaired_edges
from kitgen.checks.written import WrittenKit
from kitgen.mesh.mesh import Mesh

PARTS = ("board-quarter", "rack-half", "tile-A", "tile-B", "tile-E", "tile-O")
PLACES = ("rack-half-right", "tile-B", "tile-O")
"""Where kits are spoilt: none is the first in the manifest."""


@pytest.fixture(scope="module")
def kit(kits):
    return kits(size=6, only=PARTS).folder


@pytest.fixture(scope="module")
def inlay(kits):
    return kits(size=6, only=PARTS[2:], letter_style="inlay").folder


@pytest.fixture
def copy(kit, tmp_path):
    return Copy(kit, tmp_path / "spoilt")


def judged(folder, name):
    return list(findings(WrittenKit.read(folder), name))


def failed(folder, name):
    """The failing findings of a part by check; asserts that no other part has any."""
    read = WrittenKit.read(folder)
    for other in read.parts:
        if other != name:
            assert {f.verdict for f in findings(read, other)} == {"pass"}, other
    return {f.check: f for f in findings(read, name) if f.verdict == "fail"}


@pytest.mark.parametrize("style", ["engraved", "raised", "inlay"])
def test_a_sound_kit_passes_every_question(kits, style):
    only = PARTS if style == "engraved" else PARTS[2:]
    folder = kits(size=6, only=only, letter_style=style).folder
    read = WrittenKit.read(folder)
    asked = [Counter(f.check for f in findings(read, name)) for name in read.parts]
    assert {f.verdict for name in read.parts for f in findings(read, name)} == {"pass"}
    assert all(checks == asked[0] for checks in asked)
    assert set(asked[0].values()) == {1}


@pytest.mark.parametrize("name", PLACES)
def test_flipped_triangles_are_found_and_counted(kit, tmp_path, name):
    def flip(mesh):
        mesh.faces[[7, 40]] = mesh.faces[[7, 40]][:, ::-1]
        return mesh

    found = failed(sabotaged(kit, tmp_path / "spoilt", meshes={name: flip}), name)
    assert found["files.flipped"].value == 2
    assert found["files.edges"].value in (4, 6)  # the two share an edge, or do not
    assert "wound the same way twice" in found["files.sound"].note
    assert "files.checksum" not in found
    assert "files.volume" not in found


@pytest.mark.parametrize("name", PLACES)
def test_a_mesh_turned_inside_out_is_all_flipped(copy, name):
    count = 0

    def invert(triangles):
        nonlocal count
        count = len(triangles)
        triangles["corners"] = triangles["corners"][:, ::-1].copy()

    copy.triangles(name, invert)
    found = failed(copy.done(), name)
    assert found["files.flipped"].value == count
    assert found["files.normals"].value == count
    assert found["files.volume"].value == pytest.approx(-copy.part(name)["volume_mm3"])
    assert "no positive volume" in found["files.sound"].note


@pytest.mark.parametrize("name", PLACES)
def test_a_normal_that_is_not_the_windings_is_counted(copy, name):
    def turn(triangles):
        triangles["normal"][[5, 6, 9]] *= -1
        triangles["normal"][12] = np.nan

    copy.triangles(name, turn)
    found = failed(copy.done(), name)
    assert found.keys() == {"files.normals"}
    assert found["files.normals"].value == 4


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("at", "others"),
    [(60, set()), (84 + 50 * 11 + 3, {"files.normals"}), (84 + 50 * 20 + 12 + 6, {"files.edges"})],
)
def test_a_changed_byte_is_found_wherever_it_is(copy, name, at, others):
    copy.byte(copy.part(name)["file"], at)
    found = failed(copy.done(), name)
    assert {"files.checksum"} | others <= found.keys()
    assert found["files.checksum"].expected == copy.part(name)["sha256"]
    assert found["files.checksum"].value != found["files.checksum"].expected


@pytest.mark.parametrize("name", PLACES)
def test_a_vertex_that_moved_changes_the_volume_on_record(copy, name):
    """Its checksum is mended; the surface stays closed."""

    def move(triangles):
        corners = triangles["corners"]
        highest = corners.reshape(-1, 3)[np.argmax(corners[:, :, 2].ravel())].copy()
        corners[(corners == highest).all(axis=2)] += np.float32([0, 0, 0.5])

    copy.triangles(name, move)
    found = failed(copy.done(), name)
    assert "files.volume" in found
    assert "files.edges" not in found
    assert found["files.bounds"].value == pytest.approx(0.5, abs=1e-5)
    assert found["files.bounds"].note == "largest z"
    assert "files.checksum" not in found


@pytest.mark.parametrize("name", PLACES)
def test_a_corner_that_moved_alone_opens_the_surface(copy, name):
    def move(triangles):
        triangles["corners"][30, 1, 0] += 0.5

    copy.triangles(name, move)
    found = failed(copy.done(), name)
    assert found["files.edges"].value == 4  # two of the triangle's own, two of its neighbours
    assert "files.normals" in found or "files.volume" in found


@pytest.mark.parametrize("name", PLACES)
def test_a_missing_triangle_opens_three_edges(kit, tmp_path, name):
    def take(mesh):
        mesh.update_faces(np.arange(len(mesh.faces)) != 25)
        return mesh

    found = failed(sabotaged(kit, tmp_path / "spoilt", meshes={name: take}), name)
    assert found.keys() == {"files.edges", "files.sound"}
    assert found["files.edges"].value == 3


@pytest.mark.parametrize("name", PLACES)
def test_a_missing_file_is_said(copy, name):
    (copy.folder / copy.part(name)["file"]).unlink()
    found = failed(copy.done(), name)
    assert found.keys() == {"files.present"}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data[:-7], "triangles, which it announces, take"),
        (lambda data: data[:50], "50 bytes"),
        (lambda data: data[:80] + bytes(4), "no triangles"),
        (lambda data: data + bytes(50), "triangles, which it announces, take"),
        (lambda _: b"solid tile\nfacet normal 0 0 1\n" + b" " * 99, "ASCII STL"),
    ],
)
def test_what_is_no_binary_stl_is_refused(copy, name, spoil, message):
    path = copy.part(name)["file"]
    copy.write(path, spoil((copy.folder / path).read_bytes()))
    found = failed(copy.done(), name)
    assert found.keys() == {"files.readable"}
    assert message in found["files.readable"].note


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_coordinate_that_is_no_number_is_refused(copy, name, value):
    def spoil(triangles):
        triangles["corners"][[3, 17], 1, 2] = value

    copy.triangles(name, spoil)
    found = failed(copy.done(), name)
    assert found["files.readable"].note.startswith("2 of ")


def section_prism(solid: Manifold, z: float, low: float, high: float) -> Manifold:
    """What is free at a height inside the tile's boss, from `low` to `high`."""
    section = solid.slice(z)
    boss = max(section.to_polygons(), key=lambda ring: np.ptp(ring[:, 0]))
    free = manifold3d.CrossSection([boss]) - section
    # Narrower, or its walls would fall on the letter's own and leave slivers.
    free = free.offset(-0.05, manifold3d.JoinType.Miter)
    return Manifold.extrude(free, high - low).translate((0, 0, low))


@pytest.mark.parametrize(("name", "bodies"), [("tile-A", 2), ("tile-B", 3), ("tile-O", 2)])
def test_a_letter_that_is_cut_through_is_found(kit, tmp_path, name, bodies):
    """What was inside a counter falls out; the tile has a hole."""

    def cut(solid):
        top = solid.bounding_box()[5]
        return solid - section_prism(solid, top - 0.4, -1.0, top)

    found = failed(sabotaged(kit, tmp_path / "spoilt", solids={name: cut}), name)
    assert found["files.bodies"].value == bodies
    assert found["files.genus"].value == 1
    assert "files.volume" not in found


def test_a_hole_through_each_of_three_tiles_is_counted(kit, tmp_path):
    def drill(solid):
        holes = [Manifold.cylinder(20, 0.4).translate((x, 7.6, -5)) for x in (-3, 0, 3)]
        return solid - holes[0] - holes[1] - holes[2]

    for name in ("tile-A", "tile-B", "tile-E"):
        found = failed(sabotaged(kit, tmp_path / name, solids={name: drill}), name)
        assert found["files.genus"].value == 3
        assert "files.bodies" not in found


@pytest.mark.parametrize("name", PLACES)
def test_a_loose_body_is_found_though_the_manifest_declares_it(kit, tmp_path, name):
    crumb = Manifold.cube((0.5, 0.5, 0.5)).translate((0, 40, 0))
    spoilt = sabotaged(kit, tmp_path / "spoilt", solids={name: lambda s: s + crumb})
    found = failed(spoilt, name)
    assert found.keys() == {"files.bodies"}
    assert (found["files.bodies"].value, found["files.bodies"].high) == (2, 1)


@pytest.mark.parametrize("name", PLACES)
def test_a_wrong_number_of_bodies_on_record_is_found(copy, name):
    copy.part(name)["bodies"] = 2
    assert failed(copy.done(), name).keys() == {"files.declared_bodies"}


@pytest.mark.parametrize("name", ["tile-A-letter", "tile-B-letter", "tile-O-letter"])
def test_an_inlay_letter_is_upright_and_keeps_its_counters(inlay, tmp_path, name):
    """A plug in a counter that does not reach half the height, and a crumb above it."""

    def plug(solid):
        low, high = np.reshape(solid.bounding_box(), (2, 3))
        sheet = Manifold.cube((*(high - low)[:2], 0.2)).translate(low.tolist())
        return solid + sheet

    found = failed(sabotaged(inlay, tmp_path / "plugged", solids={name: plug}), name)
    assert found["files.genus"].value == 0
    crumb = Manifold.cube((1, 1, 0.2)).translate((9, 9, 0))
    found = failed(sabotaged(inlay, tmp_path / "crumb", solids={name: lambda s: s + crumb}), name)
    assert "files.bodies" in found


@pytest.mark.parametrize("name", PLACES)
def test_a_part_that_floats_is_found(kit, tmp_path, name):
    def lift(solid):
        return solid.translate((0, 0, 0.2))

    found = failed(sabotaged(kit, tmp_path / "spoilt", solids={name: lift}), name)
    assert found["files.bed"].value == pytest.approx(0.2, abs=1e-6)


@pytest.mark.parametrize("name", PLACES)
def test_slivers_are_found(copy, name):
    """The third corner of a triangle comes to lie beside the middle of its first side."""

    def flatten(triangles):
        corners = triangles["corners"]
        a, b, c = corners[50].copy()
        corners[(corners == c).all(axis=2)] = a + (b - a) / 2 + (c - a) * np.float32(2e-6)

    copy.triangles(name, flatten)
    found = failed_of(copy.done(), name)
    assert found["files.least_height"].value < 1
    assert " of " in found["files.least_height"].note
    assert "files.edges" not in found


def failed_of(folder, name):
    return {f.check: f for f in judged(folder, name) if f.verdict == "fail"}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("key", "check"),
    [
        ("volume_mm3", "files.volume"),
        ("area_mm2", "files.area"),
    ],
)
def test_a_wrong_figure_on_record_is_found(copy, name, key, check):
    right = copy.part(name)[key]
    copy.part(name)[key] = right * (1 + 1e-5)
    found = failed(copy.done(), name)
    assert found.keys() == {check}
    assert found[check].value == pytest.approx(right, abs=1e-6)


@pytest.mark.parametrize("name", PLACES)
def test_a_mesh_that_lacks_plastic_of_the_solid_is_found(copy, name):
    copy.part(name)["solid_volume_mm3"] *= 1.0011
    assert failed(copy.done(), name).keys() == {"files.solid_volume"}


@pytest.mark.parametrize("name", PLACES)
def test_a_wrong_bed_face_on_record_is_found(copy, name):
    copy.part(name)["bed_face"]["area_mm2"] += 0.1
    assert failed(copy.done(), name).keys() == {"files.bed_area"}


@pytest.mark.parametrize("name", PLACES)
def test_a_name_that_not_every_system_takes_is_found(copy, name):
    path = copy.part(name)["file"]
    (copy.folder / path).rename(copy.folder / "stl/Stück 1.stl")
    copy.part(name)["file"] = "stl/Stück 1.stl"
    found = failed(copy.done(), name)
    assert found.keys() == {"files.name"}
    assert found["files.name"].value == 2


CUBE = Manifold.cube((1, 1, 1))


def mesh_of(solid: Manifold) -> Mesh:
    made = solid.to_mesh64()
    return Mesh(
        np.asarray(made.vert_properties)[:, :3].astype(np.float32),
        np.asarray(made.tri_verts).astype(np.int32),
    )


@pytest.mark.parametrize("flipped", [(), (3,), (0, 5), (1, 2, 3), tuple(range(12))])
def test_winding_of_a_cube(flipped):
    mesh = mesh_of(CUBE)
    mesh.faces[list(flipped)] = mesh.faces[list(flipped)][:, ::-1]
    assert flipped_triangles(mesh) == len(flipped)
    assert (unpaired_edges(mesh) == 0) == (len(flipped) in (0, 12))


def test_winding_is_judged_for_each_body():
    two = mesh_of(CUBE + CUBE.translate((5, 0, 0)))
    right = two.vertices[two.faces][:, :, 0].min(axis=1) > 2
    two.faces[right] = two.faces[right][:, ::-1]
    assert flipped_triangles(two) == 12


def test_a_moebius_band_has_no_outside():
    turns = 9
    faces = []
    for i in range(turns):
        a, b, c, d = 2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3
        if i == turns - 1:
            c, d = 1, 0
        faces += [(a, b, c), (b, d, c)]
    angles = np.arange(turns) * 2 * np.pi / turns
    rim = np.stack([np.cos(angles), np.sin(angles), np.zeros(turns)], axis=1)
    lean = np.stack([np.cos(angles / 2), np.zeros(turns), np.sin(angles / 2)], axis=1)
    vertices = np.stack([rim - 0.2 * lean, rim + 0.2 * lean], axis=1).reshape(-1, 3)
    band = Mesh(vertices.astype(np.float32), np.array(faces, np.int32))
    assert flipped_triangles(band) == turns
