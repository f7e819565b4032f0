"""Every mesh of a kit, in STL and in 3MF, judged by other people's programs."""

import re
import subprocess
from itertools import combinations

import numpy as np
import pytest
import trimesh

LEAST_AREA_MM2 = 1e-8


def mesh_faults(mesh: trimesh.Trimesh) -> list[str]:
    """What keeps a mesh, as read from a file, from bounding solids."""
    found = []
    if not mesh.is_watertight:
        found.append("open")
    if not mesh.is_winding_consistent:
        found.append("wound both ways")
    if not mesh.volume > 0:
        found.append("inside out")
    areas = np.linalg.norm(np.cross(*np.diff(mesh.triangles, axis=1).swapaxes(0, 1)), axis=1) / 2
    if areas.min() < LEAST_AREA_MM2:
        found.append(f"a triangle of {areas.min():.3g} mm2")
    if len(np.unique(np.sort(mesh.faces, axis=1), axis=0)) < len(mesh.faces):
        found.append("a triangle twice")
    return found


def read_stl(path) -> trimesh.Trimesh:
    """Read triangles and weld equal corners, and nothing else: no triangle is dropped."""
    mesh = trimesh.load_mesh(path, process=False)
    mesh.merge_vertices(digits_vertex=9)
    return mesh


@pytest.fixture(params=["kit10", "kit6", "inlay_kit"])
def kit(request):
    return request.getfixturevalue(request.param)


def test_every_stl_bounds_solids(kit):
    for part in kit.manifest["parts"]:
        mesh = read_stl(kit.folder / part["file"])
        assert mesh_faults(mesh) == [], part["name"]
        assert mesh.body_count == part["bodies"]


def meshes_of_3mf(path) -> dict[str, trimesh.Trimesh]:
    """Read every mesh of a 3MF file, by object name, with the consortium's reader."""
    import lib3mf

    wrapper = lib3mf.get_wrapper() if hasattr(lib3mf, "get_wrapper") else lib3mf.Wrapper()
    model = wrapper.CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(path))
    meshes = {}
    objects = model.GetMeshObjects()
    while objects.MoveNext():
        mesh = objects.GetCurrentMeshObject()
        meshes[mesh.GetName()] = trimesh.Trimesh(
            [list(vertex.Coordinates) for vertex in mesh.GetVertices()],
            [list(triangle.Indices) for triangle in mesh.GetTriangleIndices()],
            process=False,
        )
    return meshes


def test_every_mesh_of_the_3mf_is_the_one_of_the_stl(kit):
    meshes = meshes_of_3mf(kit.folder / "3mf/kit.3mf")
    assert len(meshes) == len(kit.manifest["parts"])
    for part in kit.manifest["parts"]:
        name = part["name"]
        mesh = meshes.get(name, meshes.get(f"{name}-body"))
        assert mesh_faults(mesh) == [], name
        assert mesh.volume == pytest.approx(part["volume_mm3"], rel=1e-6)
        assert len(mesh.faces) == len(read_stl(kit.folder / part["file"]).faces)


def _open(mesh):
    return mesh.triangles[1:]


def _turned_over(mesh):
    triangles = mesh.triangles.copy()
    triangles[5] = triangles[5, ::-1]
    return triangles


def _inside_out(mesh):
    return mesh.triangles[:, ::-1]


def _with_a_sliver(mesh):
    # A triangle split at a point on its edge: closed, but one half has no area.
    (a, b, c), rest = mesh.triangles[0], mesh.triangles[1:]
    return np.concatenate([rest, [[a, b, b], [a, b, c]]])


def _with_a_triangle_twice(mesh):
    return np.concatenate([mesh.triangles, mesh.triangles[:1]])


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_open, "open"),
        (_turned_over, "wound both ways"),
        (_inside_out, "inside out"),
        (_with_a_sliver, "a triangle of 0 mm2"),
        (_with_a_triangle_twice, "a triangle twice"),
    ],
)
def test_a_spoilt_mesh_is_found_out(kit6, tmp_path, spoil, complaint):
    triangles = spoil(read_stl(kit6.folder / "stl/tile-E.stl"))
    spoilt = trimesh.Trimesh(**trimesh.triangles.to_kwargs(triangles), process=False)
    spoilt.export(tmp_path / "spoilt.stl")
    assert complaint in mesh_faults(read_stl(tmp_path / "spoilt.stl"))


def test_lib3mf_reads_the_sheet_without_a_warning(kit, read_3mf):
    read = read_3mf(kit.folder / "3mf/kit.3mf")
    assert read.warnings == []
    assert all(sound for _, _, sound in read.meshes.values())
    assert read.metadata["Application"].startswith("kitgen ")
    # A letter in its tile is a body of the tile's object, not an object of its own.
    parts = [part for part in kit.manifest["parts"] if part["kind"] != "tile-letter"]
    placed = [name for name, _ in read.items]
    assert {name: placed.count(name) for name in placed} == {
        part["name"]: part["count"] for part in parts
    }


def test_an_inlay_is_a_second_body_in_a_second_colour(inlay_kit, read_3mf):
    read = read_3mf(inlay_kit.folder / "3mf/kit.3mf")
    assert read.components == {
        f"tile-{label}": [f"tile-{label}-body", f"tile-{label}-letter"]
        for label in ("I", "O", "Qu")
    }
    assert len(set(read.colours.values())) == 2


def sheet_faults(items, boxes) -> list[str]:
    """Parts off the sheet or over one another; boxes are (low, high) by object name."""
    found = []
    placed = []
    for name, at in items:
        low, high = (np.add(corner, at) for corner in boxes[name])
        placed.append((name, low, high))
        if min(low[:2]) <= 0 or abs(low[2]) > 1e-6:
            found.append(f"{name} at {low}")
    for (a, a_low, a_high), (b, b_low, b_high) in combinations(placed, 2):
        if (a_low[:2] < b_high[:2]).all() and (b_low[:2] < a_high[:2]).all():
            found.append(f"{a} over {b}")
    return found


def test_nothing_lies_off_the_sheet_or_over_another(kit, read_3mf):
    boxes = {part["name"]: part["bbox_mm"] for part in kit.manifest["parts"]}
    items = read_3mf(kit.folder / "3mf/kit.3mf").items
    assert sheet_faults(items, boxes) == []
    (first, at), *others = items
    off = [(first, (at[0] - 500, at[1], at[2])), *others]
    assert any(fault.startswith(f"{first} at") for fault in sheet_faults(off, boxes))
    over = [*items, (first, (at[0] + 1, at[1], at[2]))]
    assert f"{first} over {first}" in sheet_faults(over, boxes)
    in_the_air = [(first, (at[0], at[1], at[2] + 1)), *others]
    assert any(fault.startswith(f"{first} at") for fault in sheet_faults(in_the_air, boxes))


def is_manifold(prusa_slicer, paths) -> dict[str, bool]:
    """Whether PrusaSlicer finds each file manifold."""
    answer = subprocess.run(
        [prusa_slicer, "--info", *map(str, paths)], capture_output=True, text=True, check=True
    )
    sections = re.split(r"^\[(.+\.(?:stl|3mf))\]$", answer.stdout, flags=re.MULTILINE)[1:]
    return {
        name: "manifold = yes" in text
        for name, text in zip(sections[::2], sections[1::2], strict=True)
    }


def test_prusa_slicer_says_manifold(kit, system_tool):
    paths = [kit.folder / part["file"] for part in kit.manifest["parts"]]
    said = is_manifold(system_tool("prusa-slicer"), paths)
    assert said == {path.name: True for path in paths}


def test_prusa_slicer_says_so_of_an_open_mesh(kit6, tmp_path, system_tool):
    mesh = read_stl(kit6.folder / "stl/tile-E.stl")
    mesh.update_faces(np.arange(1, len(mesh.faces)))
    mesh.export(tmp_path / "open.stl")
    assert is_manifold(system_tool("prusa-slicer"), [tmp_path / "open.stl"]) == {"open.stl": False}


def fixed_by_admesh(admesh, path) -> dict[str, int]:
    """What ADMesh found to fix in a file, by its own words."""
    answer = subprocess.run([admesh, str(path)], capture_output=True, text=True, check=True)
    counts = re.findall(
        r"(Degenerate facets|Edges fixed|Facets removed|Facets added|Facets reversed|"
        r"Backwards edges|Normals fixed|Total disconnected facets)\s*:\s*(\d+)",
        answer.stdout,
    )
    assert len(counts) == 8, answer.stdout
    return {what: int(count) for what, count in counts if int(count)}


def test_admesh_finds_nothing_to_fix(kit, system_tool):
    admesh = system_tool("admesh")
    for part in kit.manifest["parts"]:
        assert fixed_by_admesh(admesh, kit.folder / part["file"]) == {}, part["name"]


def test_admesh_finds_what_was_spoilt(kit6, tmp_path, system_tool):
    mesh = read_stl(kit6.folder / "stl/tile-E.stl")
    triangles = _turned_over(mesh)[1:]
    trimesh.Trimesh(**trimesh.triangles.to_kwargs(triangles), process=False).export(
        tmp_path / "spoilt.stl"
    )
    found = fixed_by_admesh(system_tool("admesh"), tmp_path / "spoilt.stl")
    assert {"Facets reversed", "Total disconnected facets"} <= set(found)
