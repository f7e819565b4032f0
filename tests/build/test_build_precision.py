"""Written meshes against the exact curves that they stand for."""

import math
from itertools import pairwise

import manifold3d
import numpy as np
import pytest
import shapely
import trimesh

LARGEST_MM = 0.02


def section(path, z: float) -> list[shapely.LinearRing]:
    """Cut a written mesh at a height: its rings, outer ones counter-clockwise, holes clockwise."""
    mesh = trimesh.load_mesh(path)
    solid = manifold3d.Manifold(
        manifold3d.Mesh(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32))
    )
    return [shapely.LinearRing(ring) for ring in solid.slice(z).to_polygons()]


def enclosed(ring: shapely.LinearRing) -> float:
    return shapely.Polygon(ring).area


def chord_error(lines, exact) -> float:
    """Largest distance in mm between the edges of facets and an exact outline, either way."""
    dense = shapely.points(shapely.get_coordinates(shapely.segmentize(lines, 0.02)))
    outline = shapely.points(shapely.get_coordinates(exact))
    return max(shapely.distance(dense, exact).max(), shapely.distance(outline, lines).max())


def curve(segment, steps: int = 400) -> np.ndarray:
    """Points of a Bezier curve of any degree, by de Casteljau's construction."""
    t = np.linspace(0, 1, steps)[:, None]
    points = [np.broadcast_to(point, (steps, 2)) for point in segment]
    while len(points) > 1:
        points = [(1 - t) * a + t * b for a, b in pairwise(points)]
    return points[0]


def exact_outline(letter) -> shapely.MultiLineString:
    return shapely.MultiLineString(
        [np.concatenate([curve(segment) for segment in contour]) for contour in letter.contours]
    )


def rounded_square(width: float, radius: float) -> shapely.LineString:
    """Its boundary, arcs drawn so finely that they count as exact (1e-7 mm)."""
    core = shapely.box(*[-width / 2 + radius] * 2, *[width / 2 - radius] * 2)
    return core.buffer(radius, quad_segs=4000).exterior


@pytest.fixture(scope="module")
def planned():
    from kitgen.production.planning import Request, plan
    from kitgen.settings import load_settings

    return plan(Request(load_settings("werdup", size=10), use_cache=False))


def test_letters_follow_their_outlines(kit10, planned):
    assert planned.lettering.letters
    for part in planned.parts:
        if part.kind != "tile":
            continue
        tile = part.parameters
        rings = section(kit10.folder / f"stl/{part.name}.stl", tile.top_z - tile.relief / 2)
        rings.remove(max(rings, key=enclosed))  # the boss
        letter = shapely.MultiLineString(rings)
        assert chord_error(letter, exact_outline(tile.letter)) <= LARGEST_MM, part.name


def test_round_edges_of_a_tile_follow_their_arcs(kit10, planned):
    (tile,) = (part.parameters for part in planned.parts if part.name == "tile-E")
    rings = section(kit10.folder / "stl/tile-E.stl", 1.1)
    body = max(rings, key=enclosed)
    assert chord_error(body, rounded_square(tile.size, tile.corner_radius)) <= LARGEST_MM


def test_circles_of_the_board_are_round(kit10):
    """Round things of a quarter: every arc of the section is as far from its centre as another."""
    top = kit10.part("board-quarter")["bbox_mm"][1][2]
    cut = section(kit10.folder / "stl/board-quarter.stl", top - 0.1)
    rings = [ring for ring in cut if not ring.is_ccw]
    assert rings, "the central square carries a circle"
    for ring in rings:
        points = shapely.get_coordinates(shapely.segmentize(ring, 0.02))
        centre = shapely.centroid(shapely.Polygon(ring))
        radii = np.hypot(*(points - shapely.get_coordinates(centre)).T)
        assert radii.max() - radii.min() <= LARGEST_MM


@pytest.mark.parametrize(("corners", "within"), [(8, False), (24, False), (400, True)])
def test_a_polygon_with_too_few_corners_is_found_out(corners, within):
    radius = 5.0
    turns = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    polygon = shapely.Polygon(radius * np.column_stack([np.cos(turns), np.sin(turns)]))
    exact = shapely.Point(0, 0).buffer(radius, quad_segs=4000).exterior
    sagitta = radius * (1 - math.cos(math.pi / corners))
    error = chord_error(shapely.LineString(polygon.exterior), exact)
    assert error == pytest.approx(sagitta, abs=1e-4)
    assert (error <= LARGEST_MM) == within


def test_a_finer_chord_never_gives_fewer_triangles(kit10, run_kitgen, tmp_path):
    answer = run_kitgen(
        *("build", "--only", "tile-O,tile-Qu,tile-S", "-o", "fine"),
        *("--set", "print.chord_error=0.002"),
        cwd=tmp_path,
    )
    assert answer.code == 0, answer.err
    for name in ("tile-O", "tile-Qu", "tile-S"):
        coarse = trimesh.load_mesh(kit10.folder / f"stl/{name}.stl")
        fine = trimesh.load_mesh(tmp_path / f"fine/stl/{name}.stl")
        assert len(fine.faces) > len(coarse.faces)
