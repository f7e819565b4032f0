"""Tiles by what they must be: volumes in closed form, letters as the font has them."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import shapely
from assembled import Game
from ink import drawn
from manifold3d import Manifold
from sections import level, overlap_share
from spoilt import built, dimensions_of

from kitgen.errors import ParameterError
from kitgen.joints.nest import pocket_volume
from kitgen.lettering import area, find_font, to_polygons
from kitgen.lettering.outline import EMPTY
from kitgen.parts.registry import PART_KINDS
from kitgen.parts.tile import TileParameters, build_tile

STYLES = ("engraved", "raised", "inlay")
WELL_SET = 0.98
"""Least share of a letter's area and its outline's that they have in common."""
SHARE = 1e-3


@pytest.fixture(scope="session")
def lettered(kits, game):
    """Kits of all tiles by style."""

    def make(style: str) -> Game:
        return game if style == "engraved" else kits(only=["tile"], letter_style=style)

    return make


@pytest.fixture(scope="session")
def parameters():
    """Parameters of the tiles of the default profile by label."""
    from kitgen.kit.contents import kit_parts
    from kitgen.production.letters import laid_out
    from kitgen.store import Store

    def make(style: str) -> dict[str, TileParameters]:
        dims = dimensions_of(letter_style=style)
        parts = kit_parts(dims, laid_out(dims, Store(None)))
        return {part.label: part.parameters for part in parts if part.kind == "tile"}

    return make


def square(width: float, radius: float) -> float:
    return width**2 - (4 - math.pi) * radius**2


def stacked(*levels: tuple[float, float, float]) -> float:
    """Volume between (z, width, radius) levels, by Simpson's rule, exact for chamfers."""
    total = 0.0
    for (z0, w0, r0), (z1, w1, r1) in pairwise(levels):
        middle = square((w0 + w1) / 2, (r0 + r1) / 2)
        total += (z1 - z0) / 6 * (square(w0, r0) + 4 * middle + square(w1, r1))
    return total


def blank_by_hand(p: TileParameters, clearance: float) -> float:
    """Body with a 0.4 chamfer below and its own above, boss on top, flared pocket below.

    From its springing the pocket leans in by 0.8 for each mm of height, 0.3 from the boss's edge,
    and not below the end of the boss's flank.
    """
    top, boss = p.edge_chamfer, p.nest.boss_size
    body = stacked(
        (0.0, p.size - 0.8, p.corner_radius - 0.4),
        (0.4, p.size, p.corner_radius),
        (p.height - top, p.size, p.corner_radius),
        (p.height, p.size - 2 * top, p.corner_radius - top),
    )
    above = stacked(
        (0.0, boss, 1.5),
        (p.nest.boss_height - 0.4, boss, 1.5),
        (p.nest.boss_height, boss - 0.8, 1.1),
    )
    wide, radius = boss + 2 * clearance, 1.5 + clearance
    depth = p.nest.boss_height + p.nest.letter_rise + p.nest.air
    springing = p.nest.boss_height + p.nest.letter_rise - 0.4
    springing += max(0.0, 0.3 * math.hypot(1.0, 0.8) - clearance) / 0.8
    lean = 0.8 * (depth - springing)
    pocket = stacked(
        (0.0, wide + 0.8, radius + 0.4),
        (0.4, wide, radius),
        (springing, wide, radius),
        (depth, wide - 2 * lean, radius - lean),
    )
    return body + above - pocket


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
@pytest.mark.parametrize("style", STYLES)
def test_a_blank_has_the_volume_worked_out_by_hand(style: str, clearance: float) -> None:
    dims = dimensions_of(letter_style=style, clearance_per_side=clearance)
    p = dims.settings.print
    blank = TileParameters(
        size=p.tile_size,
        height=dims.tile_height,
        pitch=p.pitch,
        corner_radius=p.tile_corner_radius,
        edge_chamfer=p.tile_edge_chamfer,
        nest=dims.nest,
        style=p.letter_style,
        relief=dims.relief,
        letter=EMPTY,
    )
    by_hand = blank_by_hand(blank, clearance)
    assert build_tile(blank).Volume() == pytest.approx(by_hand, rel=1e-9)
    assert PART_KINDS["tile"].volume(blank) == pytest.approx(by_hand, rel=1e-9)
    assert built(blank).volume() == pytest.approx(by_hand, rel=SHARE)
    assert blank_by_hand(blank, clearance + 0.05) != pytest.approx(by_hand, rel=SHARE)


@pytest.mark.parametrize("clearance", [0.5, 0.6])
def test_a_wide_pocket_leans_in_from_the_end_of_the_straight_flank(clearance: float) -> None:
    """What a printer with thick lines may want; the straight flank is what holds a tile."""
    dims = dimensions_of(clearance_per_side=0.4, fit_offset_nest=clearance - 0.4)
    assert dims.nest.springing_z == pytest.approx(dims.nest.boss_height - 0.4)
    nest = replace(dims.nest, clearance_per_side=0.2)
    assert nest.springing_z > nest.boss_height - 0.4
    wide, radius = dims.nest.boss_size + 2 * clearance, 1.5 + clearance
    lean = 0.8 * (dims.nest.pocket_depth - 1.4)
    pocket = stacked(
        (0.0, wide + 0.8, radius + 0.4),
        (0.4, wide, radius),
        (1.4, wide, radius),
        (dims.nest.pocket_depth, wide - 2 * lean, radius - lean),
    )
    assert pocket_volume(dims.nest) == pytest.approx(pocket, rel=1e-9)


@pytest.mark.parametrize("style", STYLES)
def test_letters_add_or_take_outline_area_times_depth(lettered, parameters, style: str) -> None:
    game = lettered(style)
    tiles = parameters(style)
    assert len(tiles) == 26
    for name in game.names("tile"):
        part = game.part(name)
        tile = tiles[part["label"]]
        ink = area(tile.letter)
        assert ink == pytest.approx(to_polygons(tile.letter, 1e-5).area, rel=1e-4)
        relief = part["letter"]["relief_mm"]
        letter = ink * relief * (1 if style == "raised" else -1)
        blank = blank_by_hand(tile, game.clearance)
        solid, mesh = part["solid_volume_mm3"], part["volume_mm3"]
        assert solid - blank == pytest.approx(letter, rel=SHARE), name
        assert mesh == pytest.approx(blank + letter, rel=SHARE), name
        assert game.solids[name].volume() == pytest.approx(mesh, rel=1e-5), name
        # A letter that was forgotten, or added instead of cut, is far outside.
        assert blank != pytest.approx(blank + letter, rel=SHARE), name


@pytest.mark.parametrize("style", STYLES)
def test_no_two_tiles_are_alike(lettered, style: str) -> None:
    parts = lettered(style).manifest["parts"]
    assert len({part["sha256"] for part in parts}) == len(parts)


def face(game: Game, name: str, solid: Manifold | None = None):
    """The letter as the written mesh has it, in the plane halfway up its relief."""
    solid = game.solids[name] if solid is None else solid
    facts = game.part(name)["letter"]
    top, half = solid.bounding_box()[5], facts["relief_mm"] / 2
    section = level(solid, top - half)
    if facts["style"] == "raised":
        return section
    outer = max(getattr(section, "geoms", [section]), key=lambda piece: piece.envelope.area)
    return shapely.Polygon(outer.exterior) - section


@pytest.fixture(scope="session")
def outline(game: Game):
    """The font's own outline for a tile of a kit."""
    font = find_font(game.printed["font"], game.printed["font_weight"]).path

    def make(kit: Game, name: str):
        return drawn(font, kit.part(name)["label"], kit.part(name)["letter"])

    return make


@pytest.mark.parametrize("style", STYLES)
def test_letters_are_the_fonts(lettered, outline, style: str) -> None:
    game = lettered(style)
    for name in game.names("tile"):
        assert overlap_share(face(game, name), outline(game, name)) >= WELL_SET, name


def test_letters_the_wrong_way_round_are_found(game: Game, outline) -> None:
    """Mirrored, upside down or swapped: what looks the same then is named, all else is found."""
    mirrored, turned = set(), set()
    for name in game.names("tile"):
        label, solid, meant = game.part(name)["label"], game.solids[name], outline(game, name)
        seen = face(game, name, solid.mirror([1, 0, 0]))
        mirrored |= {label} if overlap_share(seen, meant) < WELL_SET else set()
        seen = face(game, name, solid.rotate([0, 0, 180]))
        turned |= {label} if overlap_share(seen, meant) < WELL_SET else set()
    labels = {game.part(name)["label"] for name in game.names("tile")}
    assert labels - mirrored <= set("AHIMOTUVWXY")
    assert labels - turned <= set("HIOSX")
    for one, other in (("E", "F"), ("O", "D"), ("M", "W"), ("B", "R")):
        shares = overlap_share(face(game, f"tile-{one}"), outline(game, f"tile-{other}"))
        assert shares < WELL_SET, (one, other)


def test_letters_face_up(game: Game) -> None:
    """The reader's up is the file's y: a T has its bar above, an L its foot below."""
    for name, above in (("tile-T", True), ("tile-L", False)):
        centre = face(game, name).centroid
        assert (centre.y > 0.3) is above


def test_an_inlay_fills_its_pocket_exactly(lettered, parameters) -> None:
    game = lettered("inlay")
    tiles = parameters("inlay")
    for name in game.names("tile"):
        tile, letter = game.solids[name], game.solids[f"{name}-letter"]
        depth = game.part(name)["letter"]["relief_mm"]
        assert letter.bounding_box()[2] == 0.0
        assert letter.bounding_box()[5] == pytest.approx(depth, abs=1e-6)
        letter = letter.translate([0, 0, tile.bounding_box()[5] - depth])
        contact = letter.surface_area() - letter.volume() / depth
        both = tile + letter
        assert (tile ^ letter).volume() <= 1e-5 * contact, name
        assert both.volume() == pytest.approx(tile.volume() + letter.volume(), abs=1e-5 * contact)
        blank = blank_by_hand(tiles[game.part(name)["label"]], game.clearance)
        assert both.volume() == pytest.approx(blank, rel=1e-4)
        # Nothing is left open between the two.
        for z in (tile.bounding_box()[5] - depth / 2, tile.bounding_box()[5] - depth / 10):
            gap = level(tile, z).union(level(letter, z))
            assert shapely.Polygon(shapely.get_exterior_ring(_largest(gap))).area == pytest.approx(
                gap.area, abs=1e-3
            )


def _largest(shape):
    return max(getattr(shape, "geoms", [shape]), key=lambda piece: piece.area)


def test_an_inlay_that_does_not_fit_is_found(lettered) -> None:
    game = lettered("inlay")
    tile, letter = game.solids["tile-A"], game.solids["tile-B-letter"]
    depth = game.part("tile-A")["letter"]["relief_mm"]
    letter = letter.translate([0, 0, tile.bounding_box()[5] - depth])
    assert (tile ^ letter).volume() > 1.0


def test_inlays_have_the_bodies_of_their_letters(lettered) -> None:
    game = lettered("inlay")
    for name in game.names("tile-letter"):
        pieces = len(game.solids[name].decompose())
        facts = game.part(name)["letter"]
        letters = len(game.part(name)["label"]) + (facts["bar_mm"] is not None)
        assert game.part(name)["bodies"] == pieces == letters, name


def bed_share(solid: Manifold) -> float:
    """Share of the footprint that lies on the bed."""
    return level(solid, 1e-4).area / shapely.Polygon(level(solid, 1.0).exterior).area


@pytest.mark.parametrize("style", STYLES)
def test_a_fifth_of_a_tile_lies_on_the_bed(lettered, style: str) -> None:
    game = lettered(style)
    for name in game.names("tile")[:3]:
        assert bed_share(game.solids[name]) >= 0.20
        assert game.part(name)["bed_face"] is not None


def test_a_tile_on_a_thin_ring_is_found(game: Game) -> None:
    """The prototype's tile stood on 19 % of its footprint."""
    thin = game.solids["tile-A"] - Manifold.cube([16.4, 16.4, 0.1], True)
    assert bed_share(thin) < 0.20


def gaps(game: Game, first: str, second: str) -> tuple[float, float]:
    """Least distance of two neighbours' bodies, and of their upper edges, in mm."""
    a, b = game.standing(first), game.standing(second)
    land, height = game.pose(first)[2, 3], game.printed["tile_height"]
    heights = np.linspace(land + 0.01, land + height - 0.01, 40)
    least = min(level(a, z).distance(level(b, z)) for z in heights)
    edge = land + height - 1e-4
    return least, level(a, edge).distance(level(b, edge))


@pytest.mark.parametrize("neighbour", ["cell-0-1", "cell-1-0"])
def test_neighbours_leave_room_for_a_finger(game: Game, neighbour: str) -> None:
    body, edge = gaps(game, "cell-0-0", neighbour)
    assert body >= 1.6
    assert edge >= 3.0
    assert edge == pytest.approx(body + 2 * game.printed["tile_edge_chamfer"], abs=1e-3)


def test_crowded_neighbours_are_found(game: Game) -> None:
    near = dict(game.placed)
    crowded = game.with_solids({})
    crowded.placed.update(near)
    crowded.placed["cell-0-1"] = game.standing("cell-0-1").translate([-0.6, 0, 0])
    body, edge = gaps(crowded, "cell-0-0", "cell-0-1")
    assert body < 1.6
    assert edge < 3.0


def test_sizes_are_the_profiles(game: Game) -> None:
    p = game.printed
    for name in game.names("tile"):
        low, high = game.part(name)["bbox_mm"]
        size = np.subtract(high, low)
        assert size[:2] == pytest.approx([p["tile_size"]] * 2, abs=1e-5)
        assert size[2] == pytest.approx(p["tile_height"] + p["boss_height"], abs=1e-5)
        assert np.add(low, high)[:2] == pytest.approx([0, 0], abs=1e-5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"pitch": 20.5},
            "gap between tiles (print.pitch - print.tile_size) = 1.5 mm must be at least "
            "room for a finger nail = 1.6 mm",
        ),
        (
            {"edge_chamfer": 0.4},
            "gap at the upper edges (print.pitch - print.tile_size + 2 x print.tile_edge_chamfer) "
            "= 2.8 mm must be at least what lets a finger lift a tile = 3 mm",
        ),
        (
            {"relief": 1.4},
            "floor under the letter (print.tile_height less print.letter_relief and air) = 0.6 mm "
            "must be at least four layers over the pocket = 0.8 mm",
        ),
        (
            {"height": 2.3},
            "shoulder of a tile (print.tile_height less print.boss_height and air) = 0.4198 mm "
            "must be at least what joins boss and body = 0.5 mm",
        ),
        (
            {"corner_radius": 0.8},
            "print.tile_corner_radius = 0.8 mm must be at least print.tile_edge_chamfer and 0.3 "
            "= 0.9 mm",
        ),
        (
            {"size": 17.98},
            "land under a tile (print.boss_inset less clearance, flare and edge chamfer) = 0.59 mm "
            "must be at least what carries a tile = 0.6 mm",
        ),
    ],
)
def test_refusals_name_both_sides(parameters, change: dict, message: str) -> None:
    good = parameters("engraved")["A"]
    with pytest.raises(ParameterError) as refused:
        replace(good, **change)
    assert str(refused.value) == message
