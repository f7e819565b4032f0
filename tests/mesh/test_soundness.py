"""Every fault that a slicer would stumble over is found, and only where it is."""

import numpy as np
import pytest

from kitgen.errors import BuildError
from kitgen.mesh.mesh import Mesh
from kitgen.mesh.soundness import faults, pinch_vertices, require_sound
from kitgen.mesh.weld import canonical, weld


def as_mesh(points, faces) -> Mesh:
    return Mesh(np.asarray(points, np.float32), np.asarray(faces, np.int32))


def exact(points, faces) -> Mesh:
    """Merge equal vertices and nothing else."""
    vertices, triangles = canonical(np.asarray(points, np.float32), np.asarray(faces, np.int64))
    return as_mesh(vertices, triangles)


def test_a_cube_is_sound(cube):
    assert faults(cube) == []
    require_sound(cube, "cube", 1)


def test_an_open_edge(cube):
    assert faults(Mesh(cube.vertices, cube.faces[1:])) == ["3 edges are open"]


def test_a_triangle_wound_the_other_way(cube):
    faces = cube.faces.copy()
    faces[0] = faces[0, ::-1]
    assert faults(Mesh(cube.vertices, faces)) == ["3 edges are wound the same way twice"]


def test_inside_out(cube):
    (only,) = faults(Mesh(cube.vertices, np.ascontiguousarray(cube.faces[:, ::-1])))
    assert only == "1 body has no positive volume (lowest -1 mm3)"


def test_one_body_of_two_inside_out(soups):
    points, faces = soups.joined(soups.box(), soups.box(at=(3, 0, 0)))
    faces = faces.copy()
    faces[12:] = faces[12:, ::-1]
    (only,) = faults(as_mesh(points, faces))
    assert "1 body has no positive volume" in only


def test_a_triangle_twice(cube):
    found = faults(Mesh(cube.vertices, np.vstack([cube.faces, cube.faces[:1]])))
    assert "1 triangle occurs twice" in found
    assert "3 edges have more than two triangles" in found


def test_a_triangle_without_area(soups):
    points, faces = soups.box()
    points = np.vstack([points, [0.5, 0.5, 1.0]])
    # Its tip lies exactly on the diagonal 4-6 of the top.
    faces = [f for f in faces.tolist() if f != [4, 5, 6]]
    faces += [[4, 5, 8], [8, 5, 6], [4, 8, 6]]
    assert faults(as_mesh(points, faces)) == ["1 triangle under 1e-08 mm2"]


def test_a_triangle_on_two_vertices(cube):
    found = faults(Mesh(cube.vertices, np.vstack([cube.faces, [[0, 0, 1]]]).astype(np.int32)))
    assert "1 triangle uses one vertex twice" in found


def test_a_vertex_twice_in_one_place(soups):
    points, faces = soups.unwelded(soups.box())
    found = faults(as_mesh(points, faces))
    assert "28 vertices repeat another" in found
    assert "36 edges are open" in found


def test_a_vertex_in_no_triangle(cube):
    vertices = np.vstack([cube.vertices, [[5, 5, 5]]]).astype(np.float32)
    assert faults(Mesh(vertices, cube.faces)) == ["1 vertex in no triangle"]


def test_two_cubes_that_touch_at_a_corner(soups):
    mesh = exact(*soups.joined(soups.box(), soups.box(at=(1, 1, 1))))
    assert len(mesh.vertices) == 15
    assert mesh.vertices[pinch_vertices(mesh)].tolist() == [[1, 1, 1]]
    assert faults(mesh) == ["the surface pinches at 1 vertex, first at (1, 1, 1)"]


def test_two_cubes_that_touch_along_an_edge(soups):
    mesh = exact(*soups.joined(soups.box(), soups.box(at=(1, 1, 0))))
    assert "1 edge has more than two triangles" in faults(mesh)


def test_two_rings_that_touch_at_a_vertex(soups):
    points, faces = soups.torus(12, 8, ring=3.0, tube=1.0)
    points = points.round(6) + 0.0
    other = points.copy()
    other[:, 0] += 8.0  # the rims touch at x = 4
    assert faults(exact(*soups.joined((points, faces), (other, faces)))) == [
        "the surface pinches at 1 vertex, first at (4, 0, 0)"
    ]


def test_a_flat_body_of_two_triangles():
    points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    found = faults(as_mesh(points, [[0, 1, 2], [2, 1, 0]]))
    assert "1 body has fewer than four triangles" in found
    assert any("no positive volume" in fault for fault in found)


@pytest.mark.parametrize(
    ("points", "faces", "fault"),
    [
        ([[0, 0, 0]], np.zeros((0, 3)), "no triangles"),
        ([[0, 0, np.inf]] * 3, [[0, 1, 2]], "a coordinate is not a finite number"),
        ([[0, 0, 0]] * 3, [[0, 1, 3]], "a triangle names a vertex that does not exist"),
        ([[0, 0, 0]] * 3, [[0, 1, -1]], "a triangle names a vertex that does not exist"),
    ],
)
def test_what_is_no_mesh_at_all(points, faces, fault):
    assert faults(as_mesh(points, faces)) == [fault]


def test_the_refusal_names_part_and_fault(cube):
    with pytest.raises(BuildError, match=r"^the mesh of tile E is not sound: 3 edges are open$"):
        require_sound(Mesh(cube.vertices, cube.faces[1:]), "tile E", 1)


def test_a_wrong_number_of_bodies_is_refused(soups):
    mesh = weld(*soups.joined(soups.box(), soups.box(at=(3, 0, 0))))
    require_sound(mesh, "pair", 2)
    with pytest.raises(BuildError, match="the mesh of pair has 2 bodies, 1 declared"):
        require_sound(mesh, "pair", 1)
