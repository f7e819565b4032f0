"""The nest, measured: caught on four sides, resting on its land, air over the letter below."""

from itertools import pairwise

import numpy as np
import pytest
import shapely
from assembled import NOTHING_MM3, Game, overlap, shifted
from manifold3d import Manifold
from sections import level

from kitgen.errors import ParameterError
from kitgen.joints.nest import NestParameters

STEP_MM = 0.05
TOLERANCE_MM = 2e-3
ENGAGEMENT_MM = 1.0
AIR_MM = 0.2
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def plays(tile: Manifold, below: Manifold, middle, z: float) -> list[float]:
    """On each of four sides how far the tile's pocket stands off the boss, at a height; inf where
    one of them has no wall there."""
    upper, lower = level(tile, z), level(below, z)
    found = []
    for dx, dy in SIDES:
        # Over the middle half of a side, at several places: the least gap counts.
        gaps = []
        for aside in (-4.0, 0.0, 4.0):
            start = shapely.Point(middle[0] + dy * aside, middle[1] + dx * aside)
            ray = shapely.LineString(
                [(start.x, start.y), (start.x + 12.0 * dx, start.y + 12.0 * dy)]
            )
            wall, flank = ray.intersection(upper), ray.intersection(lower)
            if wall.is_empty or flank.is_empty:
                gaps.append(np.inf)
                continue
            reach = max(start.distance(shapely.Point(p)) for p in shapely.get_coordinates(flank))
            gaps.append(start.distance(wall) - reach)
        found.append(min(gaps))
    return found


def engagement(tile: Manifold, below: Manifold, middle, play: float) -> float:
    """Height in mm over which all four sides are caught with just the play that is meant."""
    low, high = tile.bounding_box()[2], below.bounding_box()[5]
    heights = np.arange(low + STEP_MM / 2, high, STEP_MM)
    caught = sum(
        all(abs(gap - play) < TOLERANCE_MM for gap in plays(tile, below, middle, z))
        for z in heights
    )
    return float(caught * STEP_MM)


def seated(game: Game, member: str) -> tuple[Manifold, Manifold, tuple[float, float], float]:
    joint = next(j for j in game.joints("nest") if j["members"][0] == member)
    tile, below = (game.standing(name) for name in joint["members"])
    x, y, z = game.pose(member)[:3, 3]
    if below.bounding_box()[3] - below.bounding_box()[0] > 30:  # a board: the cell's boss only
        below = below ^ Manifold.cube([20.5, 20.5, 60.0], True).translate([x, y, z])
    return tile, below, (x, y), joint["land"]["point_mm"][2]


@pytest.fixture(scope="session")
def nested(kits):
    def make(style: str, clearance: float = 0.2) -> Game:
        parts = ["board-quarter", "tile-A", "tile-G", "tile-M", "tile-R", "tile-Qu"]
        stack = ["tile-A", "tile-F", "tile-K", "tile-P", "tile-U"]
        return kits(only=[*parts, *stack], clearance_per_side=clearance, letter_style=style)

    return make


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
@pytest.mark.parametrize("member", ["stack-2", "cell-0-0"])
def test_a_tile_is_caught_on_four_sides(nested, member: str, clearance: float) -> None:
    tile, below, middle, _ = seated(nested("engraved", clearance), member)
    assert engagement(tile, below, middle, clearance) >= ENGAGEMENT_MM


def test_loose_tiles_are_found(game: Game) -> None:
    tile, below, middle, _ = seated(game, "stack-2")
    raised = shifted(tile, (0, 0, 1), 0.3)
    assert 0.5 < engagement(raised, below, middle, 0.2) < ENGAGEMENT_MM
    assert engagement(shifted(tile, (1, 0, 0), 0.05), below, middle, 0.2) < 0.1
    assert engagement(tile, below, middle, 0.25) < 0.1


def floors(solid: Manifold, up: bool) -> dict[float, float]:
    """Area in mm2 of horizontal faces by height, of those that face up or down."""
    mesh = solid.to_mesh64()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = np.abs(normals[:, :2]).max(axis=1) < 1e-7
    wanted = flat & (normals[:, 2] > 0 if up else normals[:, 2] < 0)
    found: dict[float, float] = {}
    for triangle, normal in zip(corners[wanted], normals[wanted], strict=True):
        z = round(float(triangle[:, 2].mean()), 5)
        found[z] = found.get(z, 0.0) + abs(float(normal[2])) / 2
    return found


@pytest.mark.parametrize("style", ["engraved", "raised"])
def test_lands_rise_by_a_pitch(nested, style: str) -> None:
    """The land that the n-th tile rests on lies n - 1 pitches above what the first lies on."""
    game = nested(style)
    names = game.ids("stack", "tile")
    assert len(names) == 5
    heights = []
    for name in names:
        tile = game.standing(name)
        heights.append(min(floors(tile, up=False)))
    lands = []
    for below, above in pairwise(names):
        ring = level(game.standing(above), game.pose(above)[2, 3] + 1e-4)
        shoulders = [
            z for z, area in floors(game.standing(below), up=True).items() if area > ring.area
        ]
        lands.append(min(shoulders))
    pitch = lands[0]
    assert lands == pytest.approx([pitch * (n + 1) for n in range(4)], abs=2e-5)
    assert heights == pytest.approx([0.0, *lands], abs=2e-5)
    raised = game.printed["letter_relief"] if style == "raised" else 0.0
    assert pitch == pytest.approx(game.printed["tile_height"] + raised, abs=1e-6)


@pytest.mark.parametrize("member", ["stack-2", "stack-5", "cell-0-0"])
@pytest.mark.parametrize("style", ["engraved", "raised"])
def test_a_tile_touches_its_land_first(nested, style: str, member: str) -> None:
    """Sunk by a hair a tile overlaps at the land only; lifted by a hair it touches nothing."""
    tile, below, _, land = seated(nested(style), member)
    hair = 1e-3
    assert overlap(shifted(tile, (0, 0, 1), hair), below) < NOTHING_MM3
    touched = shifted(tile, (0, 0, 1), -hair) ^ below
    assert touched.volume() > 50 * hair
    _, _, low, _, _, high = touched.bounding_box()
    assert land - hair - 1e-4 < low < high < land + 1e-4


def test_a_pocket_too_shallow_touches_elsewhere(game: Game) -> None:
    tile, below, middle, land = seated(game, "stack-2")
    ceiling = Manifold.cube([14.0, 14.0, 0.5], True).translate([*middle, land + 2.0])
    touched = shifted(tile + ceiling, (0, 0, 1), -1e-3) ^ below
    assert touched.bounding_box()[5] > land + 1.0


def air(tile: Manifold, below: Manifold, middle) -> float:
    """From the highest point below to the ceiling of the pocket above it, in mm."""
    reach = Manifold.cube([12.0, 12.0, 60.0], True).translate([*middle, 0.0])
    return min(floors(tile ^ reach, up=False)) - float(below.bounding_box()[5])


@pytest.mark.parametrize("style", ["engraved", "raised"])
@pytest.mark.parametrize("member", ["stack-2", "stack-4", "cell-0-0"])
def test_there_is_air_over_letters(nested, style: str, member: str) -> None:
    tile, below, middle, _ = seated(nested(style), member)
    assert air(tile, below, middle) >= AIR_MM


def test_a_raised_letter_under_a_shallow_pocket_is_found(nested) -> None:
    """A tile of the engraved style on one of the raised: the letter reaches the ceiling."""
    flat, raised = nested("engraved"), nested("raised")
    tile, _, middle, land = seated(flat, "stack-2")
    _, below, _, raised_land = seated(raised, "stack-2")
    lifted = shifted(tile, (0, 0, 1), raised_land - land)
    assert air(lifted, below, middle) < AIR_MM


def off_the_edge(tile: Manifold, below: Manifold, land: float, rise: float, play: float) -> float:
    """From the boss's broken edge to the pocket's leaning walls, in mm; they begin where a line at
    0.8 to 1, 0.3 off the end of the boss's flank, meets the straight wall."""
    springing = land + 1.4 + rise + max(0.0, 0.3 * np.hypot(1.0, 0.8) - play) / 0.8
    return float(tile.trim_by_plane([0, 0, 1], springing).min_gap(below, 1.0))


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_leaning_walls_stay_off_the_boss(nested, clearance: float) -> None:
    tile, below, _, land = seated(nested("engraved", clearance), "stack-2")
    assert 0.295 < off_the_edge(tile, below, land, 0.0, clearance) < 0.34
    sunk = shifted(tile, (0, 0, 1), -0.1)
    assert off_the_edge(sunk, below, land - 0.1, 0.0, clearance) < 0.28


def test_leaning_walls_stay_off_a_raised_letter(nested) -> None:
    tile, below, _, land = seated(nested("raised"), "stack-2")
    assert off_the_edge(tile, below, land, 0.8, 0.2) > 0.3


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_five_tiles_lean_by_five_clearances_at_most(nested, clearance: float) -> None:
    """Each tile of a stack moves sideways by the clearance, no more."""
    game = nested("engraved", clearance)
    names = game.ids("stack", "tile")
    for direction in ((1, 0, 0), (0, -1, 0)):
        for below, above in pairwise(names):
            tile, fixed = game.standing(above), game.standing(below)
            assert overlap(shifted(tile, direction, clearance - 0.005), fixed) < 1e-4
            assert overlap(shifted(tile, direction, clearance + 0.005), fixed) > 1e-2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"boss_height": 1.6},
            "engagement of the nest (print.boss_height less two 0.4 mm chamfers) = 0.8 mm "
            "must be at least the height that holds a tile = 1 mm",
        ),
        (
            {"air": 0.1},
            "air over the letter = 0.1 mm must be at least what an over-full top takes = 0.2 mm",
        ),
        (
            {"air": 1.8},
            "air over the letter = 1.8 mm must be at most where a vault closes = 1.705 mm",
        ),
    ],
)
def test_refusals_name_both_sides(change: dict, message: str) -> None:
    good = {
        "boss_size": 14.4,
        "boss_height": 1.8,
        "clearance_per_side": 0.2,
        "letter_rise": 0.0,
        "air": 0.4,
    }
    NestParameters(**good)
    with pytest.raises(ParameterError) as refused:
        NestParameters(**{**good, **change})
    assert str(refused.value) == message
