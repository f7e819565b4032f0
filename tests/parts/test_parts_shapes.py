"""What holds for every kind of part: heights in layers, rounded outlines, no steep overhangs."""

import numpy as np
import pytest
import shapely
from assembled import Game, box
from manifold3d import Manifold
from sections import footprint, level
from shapely.geometry.base import BaseGeometry
from spoilt import dimensions_of

from kitgen.kit.contents import kit_parts
from kitgen.parts.registry import PART_KINDS
from kitgen.production.letters import laid_out
from kitgen.store import Store

LAYERS_MM = (0.12, 0.16, 0.2, 0.28)
CORNER_MM = 1.0
STEEPEST_DEG = 48.0
"""From upright: facets of a 45 degree cone measure up to this."""
LONGEST_BRIDGE_MM = 18.0


@pytest.fixture(scope="session")
def samples(kits):
    """One part of each kind and shape at a layer height and style."""

    def make(layer: float, style: str) -> dict[str, Manifold]:
        only = ["board-quarter", "rack-half", "tile-Qu"]
        game = kits(size=6, only=only, layer_height=layer, letter_style=style, players=1)
        return dict(game.solids)

    return make


def horizontal(solid: Manifold) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Triangles (n, 3, 3), unit normals (n, 3) and areas (n,) in mm2 of a solid."""
    mesh = solid.to_mesh64()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    return corners, normals / np.maximum(lengths, 1e-15)[:, None], lengths / 2


def heights_off_layers(solid: Manifold, layer: float) -> list[float]:
    """Heights of horizontal faces that lie on no boundary between layers."""
    corners, normals, areas = horizontal(solid)
    flat = (np.abs(normals[:, 2]) > 1 - 1e-9) & (areas > 1e-3)
    heights = np.unique(np.round(corners[flat][:, :, 2].ravel(), 5))
    return [float(z) for z in heights if abs(z / layer - round(z / layer)) * layer > 1e-5]


@pytest.mark.parametrize("layer", LAYERS_MM)
def test_horizontal_faces_lie_on_layers(samples, layer: float) -> None:
    for name, solid in samples(layer, "engraved").items():
        assert heights_off_layers(solid, layer) == [], name


@pytest.mark.parametrize("style", ["raised", "inlay"])
@pytest.mark.parametrize("layer", LAYERS_MM)
def test_letters_of_all_styles_lie_on_layers(kits, layer: float, style: str) -> None:
    tiles = kits(only=["tile-Qu"], layer_height=layer, letter_style=style)
    for name, solid in tiles.solids.items():
        assert heights_off_layers(solid, layer) == [], name


def test_heights_between_layers_are_found(game: Game) -> None:
    tile = game.solids["tile-A"]
    assert heights_off_layers(tile + box([5, 5, 4], [6, 6, 4.85]), 0.2) == [4.85]
    assert heights_off_layers(tile, 0.28) != []


def sharp_corners(outline: BaseGeometry, radius: float = CORNER_MM) -> float:
    """Largest area in mm2 that a disc of the radius cannot reach inside a corner.

    A right-angled corner of a 10 % smaller radius loses 0.04 mm2, a sharp one 0.2 mm2.
    """
    smaller = radius - 0.03  # Facets of a round corner lie a chord inside it.
    lost = outline.difference(outline.buffer(-smaller, 32).buffer(smaller + 1e-3, 32))
    return max((piece.area for piece in getattr(lost, "geoms", [lost])), default=0.0)


def outlines(solid: Manifold, name: str, seam: float, roof: float) -> list[BaseGeometry]:
    """Filled outlines at all heights, without the features of joints.

    Those stand out past the seam, and cut into the part below their roof.
    """
    if name == "board-quarter":
        solid = solid ^ box([-1e3, -1e3, -1], [-seam, -seam, 1e3])
    elif name.startswith("rack"):
        low, high = ([-1e3, -1e3, -1], [-seam, 1e3, 1e3])
        solid = (
            solid ^ box(low, high) if "left" in name else solid ^ box([seam, -1e3, -1], [1e3] * 3)
        )
    found = [footprint(solid)]
    top = float(solid.bounding_box()[5])
    # A rack's walls lean: their outlines are their own from the roof of the joint to the table.
    heights = [] if name.startswith("rack") else np.arange(roof + 0.05, top - 0.05, 0.37)
    found += [level(solid, float(z)) for z in heights]
    return [
        shapely.Polygon(piece.exterior)
        for shape in found
        for piece in getattr(shape, "geoms", [shape])
        if piece.area > 30.0
    ]


def test_outer_corners_are_round(game: Game) -> None:
    roof = game.printed["snap_height"] + 0.2
    for name in ("board-quarter", "rack-half-left", "rack-half-right", "tile-A", "tile-Qu"):
        shapes = outlines(
            game.solids[name], name, game.clearance / 2, roof if "-A" not in name else 0
        )
        assert shapes
        assert max(sharp_corners(shape) for shape in shapes) < 0.01, name


def test_corners_at_the_bed_are_round(game: Game) -> None:
    """Where nothing but the joints cuts in: a quarter's rim corner, a rack's outer end, a tile."""
    quarter = level(game.solids["board-quarter"], 0.01)
    assert sharp_corners(quarter.intersection(shapely.box(-107, -107, -95, -95))) < 0.25
    for name in ("tile-A", "tile-Qu"):
        ring = shapely.Polygon(level(game.solids[name], 0.01).exterior)
        assert sharp_corners(ring) < 0.01


def test_sharp_corners_are_found() -> None:
    square = shapely.box(0, 0, 20, 20)
    assert sharp_corners(square) > 0.1
    assert sharp_corners(square.buffer(-0.8).buffer(0.8)) > 0.02
    assert sharp_corners(square.buffer(-1.0, 16).buffer(1.0, 16)) < 0.01


def steep_area(solid: Manifold) -> float:
    """Area in mm2 that faces down flatter than 45 degrees, bridges and the bed not counted."""
    _, normals, areas = horizontal(solid)
    down = normals[:, 2] < -np.sin(np.radians(STEEPEST_DEG))
    ceilings = normals[:, 2] < -1 + 1e-9
    return float(areas[down & ~ceilings].sum())


def longest_bridge(solid: Manifold) -> float:
    """The widest ceiling, by the narrower side of the rectangle around it, in mm."""
    corners, normals, _ = horizontal(solid)
    ceilings = (normals[:, 2] < -1 + 1e-9) & (corners[:, :, 2].min(axis=1) > 1e-6)
    widest = 0.0
    heights = np.round(corners[ceilings][:, 0, 2], 4)
    for z in np.unique(heights):
        triangles = corners[ceilings][heights == z][:, :, :2]
        whole = shapely.union_all([shapely.Polygon(t) for t in triangles], grid_size=1e-5)
        for piece in getattr(whole, "geoms", [whole]):
            if piece.area < 1e-3:
                continue
            ring = shapely.get_coordinates(piece.minimum_rotated_rectangle)
            sides = np.linalg.norm(np.diff(ring[:3], axis=0), axis=1)
            widest = max(widest, float(sides.min()))
    return widest


@pytest.mark.parametrize("style", ["engraved", "inlay"])
def test_parts_print_as_they_lie(samples, style: str) -> None:
    for name, solid in samples(0.2, style).items():
        assert solid.bounding_box()[2] == 0.0, name
        assert steep_area(solid) < 0.05, name
        assert longest_bridge(solid) <= LONGEST_BRIDGE_MM, name


def test_overhangs_are_found(game: Game) -> None:
    table = box([0, 0, 10], [30, 30, 12]) + box([10, 10, 0], [20, 20, 11])
    assert longest_bridge(table) > LONGEST_BRIDGE_MM
    assert longest_bridge(game.solids["tile-A"]) == pytest.approx(13.57, abs=0.01)
    leaning = Manifold.cube([10, 10, 10]).rotate([50, 0, 0]).translate([0, 0, 10])
    assert steep_area(leaning) > 50


def test_plates_keep_to_the_bed(game: Game) -> None:
    """At least a fifth of every footprint lies on the bed; 15 % is what keeps corners down."""
    for name in ("board-quarter", "rack-half-left", "rack-half-right"):
        solid = game.solids[name]
        assert level(solid, 0.001).area >= 0.20 * footprint(solid).area, name


def test_a_plate_in_the_air_is_found(game: Game) -> None:
    lifted = game.solids["board-quarter"].translate([0, 0, 2]) + box([-50, -50, 0], [-40, -40, 2.5])
    assert level(lifted, 0.001).area < 0.20 * footprint(lifted).area


def test_every_kind_of_part_is_walked(samples) -> None:
    dims = dimensions_of(letter_style="inlay")
    kinds = {part.kind for part in kit_parts(dims, laid_out(dims, Store(None)))}
    # Coupons are pieces of these parts, by the same functions.
    assert kinds == {kind for kind in PART_KINDS if not kind.startswith("coupon")}
    assert len(samples(0.2, "inlay")) == 5


def test_a_default_quarter_fits_a_small_bed(game: Game) -> None:
    low, high = game.part("board-quarter")["bbox_mm"]
    assert max(np.subtract(high, low)[:2]) <= 120.0
    assert min(np.subtract(high, low)[:2]) > 105.0


def test_a_rack_stands_and_shows(game: Game) -> None:
    """With a full row the centre of mass stays inside the foot, letters above the lip."""
    names = game.ids("rack-1")
    standing = [game.standing(name) for name in names]
    feet = [solid for name, solid in zip(names, standing, strict=True) if "tile" not in name]
    assert stands_by(standing, feet) >= 5.0
    assert stands_by([*standing, box([0, -400, 0], [5, -300, 40])], feet) < 5.0


def stands_by(solids: list[Manifold], feet: list[Manifold]) -> float:
    """How far inside the foot the centre of mass lies, in mm; negative outside."""
    volumes = np.array([solid.volume() for solid in solids])
    centres = np.array([centre_of(solid) for solid in solids])
    middle = shapely.Point(*(volumes @ centres / volumes.sum())[:2])
    foot = shapely.union_all([level(solid, 0.001) for solid in feet]).convex_hull
    inside = foot.exterior.distance(middle)
    return inside if foot.contains(middle) else -inside


def centre_of(solid: Manifold) -> np.ndarray:
    """Centre of mass, from tetrahedra on the origin."""
    corners, _, _ = horizontal(solid)
    sixfold = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    return (sixfold[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / sixfold.sum()


def ink_over_lip(game: Game, name: str) -> float:
    """How far the lowest ink of a standing tile lies above the lip, along the tile, in mm."""
    facts = game.part(game.item(name)["part"])["letter"]
    pose = game.pose(name)
    lowest = facts["baseline_mm"] if facts["bar_mm"] is None else facts["bar_mm"][1]
    top = game.printed["tile_height"] + game.printed["boss_height"]
    ink = pose @ np.array([0.0, lowest, top, 1.0])
    eye = pose[:3, 2]
    # Seen square to the tile's face: the lip's highest point along the tile's own up.
    rack = game.group(["rack-1-left", "rack-1-right"])
    x, y = float(ink[0]), float(ink[1])
    front = rack ^ box([x - 6.0, -1e3, -1], [x + 6.0, y - 1e-6, 1e3])
    reach = np.asarray(front.to_mesh64().vert_properties)[:, :3] @ pose[:3, 1]
    assert eye[1] < 0  # The face looks at the reader.
    return float(ink[:3] @ pose[:3, 1] - reach.max())


def test_letters_stand_above_the_lip(game: Game) -> None:
    for name in game.ids("rack-1", "tile"):
        assert ink_over_lip(game, name) > 0, name


def test_a_hidden_letter_is_found(game: Game) -> None:
    item = game.item("rack-1-tile-1")
    sunk = np.array(item["pose"])
    sunk[:3, 3] -= 4.0 * sunk[:3, 1]
    spoilt = {**game.manifest, "assembly": [{**item, "pose": sunk.tolist()}]}
    spoilt["assembly"] += [i for i in game.manifest["assembly"] if i["id"] != item["id"]]
    lowered = Game(game.folder, spoilt, game.meshes, game.solids)
    assert ink_over_lip(lowered, "rack-1-tile-1") < 0


def test_backs_hide_letters_from_the_others(game: Game) -> None:
    """Letters look at the reader and up, and a rest stands behind their tiles."""
    for name in game.ids("rack-1", "tile"):
        looks = game.pose(name)[:3, 2]
        assert looks[1] < -0.7
        assert looks[2] > 0.1
