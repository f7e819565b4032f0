"""STL files as other programs read them."""

import subprocess

import numpy as np
import pytest
import trimesh

from kitgen.export import stl


def test_the_layout_byte_by_byte(box):
    data = stl.encode(box((1, 2, 3)), "tile-E")
    assert data[:80] == b"kitgen tile-E mm".ljust(80)
    assert data[80:84] == (12).to_bytes(4, "little")
    assert len(data) == 84 + 12 * 50


@pytest.mark.parametrize("name", ["x" * 200, "Ł ż", "solid"])
def test_any_name_gives_80_bytes_that_do_not_begin_with_solid(box, name):
    data = stl.encode(box((1, 1, 1)), name)
    assert data[80:84] == (12).to_bytes(4, "little")
    assert data[:80].isascii()
    assert not data.startswith(b"solid")


def test_normals_point_outward_and_hold_no_negative_zero(box):
    data = stl.encode(box((1, 1, 1)), "cube")
    kind = np.dtype([("n", "<f4", 3), ("c", "<f4", (3, 3)), ("a", "<u2")])
    triangles = np.frombuffer(data, kind, offset=84)
    outward = triangles["c"].mean(axis=1) - 0.5
    assert (np.einsum("ij,ij->i", triangles["n"], outward) > 0.4).all()
    assert np.allclose(np.linalg.norm(triangles["n"], axis=1), 1)
    assert not np.signbit(triangles["n"][triangles["n"] == 0]).any()
    assert not triangles["a"].any()


def test_trimesh_reads_the_same_mesh(ring, tmp_path):
    path = tmp_path / "ring.stl"
    path.write_bytes(stl.encode(ring, "ring"))
    read = trimesh.load_mesh(path)
    assert read.is_watertight
    assert read.is_winding_consistent
    assert read.euler_number == 0
    assert np.array_equal(read.bounds, [ring.vertices.min(axis=0), ring.vertices.max(axis=0)])
    assert len(read.faces) == len(ring.faces)


def admesh_report(admesh, path):
    out = subprocess.run([admesh, str(path)], capture_output=True, text=True, check=True).stdout
    return {
        line.split(":")[0].strip(): int(line.split(":")[1].split()[0])
        for line in out.splitlines()
        if ":" in line
        and line.split(":")[1].split()[:1]
        and line.split(":")[1].split()[0].isdigit()
    }


REPAIRS = (
    "Edges fixed",
    "Facets removed",
    "Facets added",
    "Facets reversed",
    "Backwards edges",
    "Normals fixed",
    "Degenerate facets",
)


def test_admesh_finds_nothing_to_fix(ring, tmp_path, system_tool):
    path = tmp_path / "ring.stl"
    path.write_bytes(stl.encode(ring, "ring"))
    report = admesh_report(system_tool("admesh"), path)
    assert {name: report[name] for name in REPAIRS} == dict.fromkeys(REPAIRS, 0)


def test_admesh_would_find_something(ring, tmp_path, system_tool):
    """The same judge on a mesh with one triangle turned over."""
    faces = ring.faces.copy()
    faces[7] = faces[7, ::-1]
    path = tmp_path / "ring.stl"
    path.write_bytes(stl.encode(type(ring)(ring.vertices, faces), "ring"))
    assert admesh_report(system_tool("admesh"), path)["Facets reversed"] == 1


def test_prusa_slicer_calls_it_manifold(ring, tmp_path, system_tool):
    path = tmp_path / "Ring ä.stl"
    path.write_bytes(stl.encode(ring, "ring"))
    run = subprocess.run(
        [system_tool("prusa-slicer"), "--info", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "manifold = yes" in run.stdout
    assert f"number_of_facets = {len(ring.faces)}" in run.stdout
