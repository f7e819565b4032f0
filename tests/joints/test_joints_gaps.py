"""Gaps between seated parts, as measured, and what elephant feet leave of them."""

import numpy as np
import pytest
from assembled import NOTHING_MM3, Game, overlap, shifted
from manifold3d import Manifold
from sections import level
from spoilt import built, constant, dimensions_of

GROWTH_MM = 0.2
"""By how much the first layers are squeezed outward."""
FOOT_LEVELS_MM = (0.001, 0.1, 0.199)
QUARTERS = ("quarter-near-left", "quarter-near-right")
RACK = ("rack-1-left", "rack-1-right")
PAIRED = (["quarter-near-left", "quarter-far-left"], ["quarter-near-right", "quarter-far-right"])
X, Y, Z = np.eye(3)


def play(moving: Manifold, fixed: Manifold, direction, most: float) -> float:
    """How far a part moves along a direction until it touches, in mm."""
    low, high = 0.0, most
    assert overlap(shifted(moving, direction, high), fixed) > NOTHING_MM3, direction
    while high - low > 1e-3:
        middle = (low + high) / 2
        if overlap(shifted(moving, direction, middle), fixed) > NOTHING_MM3:
            high = middle
        else:
            low = middle
    return low


@pytest.fixture(scope="session")
def kit_with(kits):
    def make(clearance: float) -> Game:
        parts = ["board-quarter", "rack-half"]
        return kits(size=6, only=parts, clearance_per_side=clearance, players=1)

    return make


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_mating_faces_are_the_clearance_apart(kit_with, clearance: float) -> None:
    """Along every direction of a seam; up and down the clearance comes in whole layers."""
    kit = kit_with(clearance)
    layer = kit.printed["layer_height"]
    in_layers = np.ceil(round(clearance / layer, 6)) * layer
    board = [kit.group(names) for names in PAIRED]
    for fixed, moving in (board, [kit.standing(name) for name in RACK]):
        assert moving.min_gap(fixed, 1.0) == pytest.approx(clearance, abs=2e-3)
        # Out of its seat a hook meets a face at 45 degrees: the clearance times the root of 2.
        for direction in (X, -X, Y, -Y):
            measured = play(moving, fixed, direction, 2 * clearance)
            assert 1.0 * clearance - 2e-3 < measured < 1.5 * clearance, direction
        for direction in (Z, -Z):
            measured = play(moving, fixed, direction, in_layers + 0.1)
            assert clearance - 2e-3 < measured < in_layers + 2e-3, direction


def test_a_step_of_clearance_is_a_step_of_gap(kit_with) -> None:
    gaps = []
    for clearance in (0.2, 0.25):
        kit = kit_with(clearance)
        pairs = (QUARTERS, RACK)
        gaps.append([kit.standing(a).min_gap(kit.standing(b), 1.0) for a, b in pairs])
    assert np.subtract(gaps[1], gaps[0]) == pytest.approx([0.05, 0.05], abs=0.005)


def foot_overlap(first: Manifold, second: Manifold) -> float:
    """Common area in mm2 of two parts' first layers, squeezed outward; both lie on one plane."""
    return max(
        level(first, z).buffer(GROWTH_MM).intersection(level(second, z).buffer(GROWTH_MM)).area
        for z in FOOT_LEVELS_MM
    )


def nest_foot_overlap(tile: Manifold, below: Manifold, land: float) -> float:
    """The same where only the upper part's first layers lie on a bed."""
    return max(
        level(tile, land + z).buffer(GROWTH_MM).intersection(level(below, land + z)).area
        for z in FOOT_LEVELS_MM
    )


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_elephant_feet_leave_joints_free(kit_with, clearance: float) -> None:
    kit = kit_with(clearance)
    for first, second in (QUARTERS, RACK):
        assert foot_overlap(kit.standing(first), kit.standing(second)) == 0.0


def test_elephant_feet_leave_the_crowded_centre_free(game: Game) -> None:
    quarters = [game.standing(name) for name in game.ids("board", "board-quarter")]
    for index, first in enumerate(quarters):
        for second in quarters[:index]:
            assert foot_overlap(first, second) == 0.0


@pytest.mark.parametrize("member", ["stack-2", "cell-0-0"])
def test_elephant_feet_leave_nests_free(game: Game, member: str) -> None:
    joint = next(j for j in game.joints("nest") if j["members"][0] == member)
    tile, below = (game.standing(name) for name in joint["members"])
    assert nest_foot_overlap(tile, below, joint["land"]["point_mm"][2]) == 0.0


def test_without_chamfers_elephant_feet_jam(game: Game) -> None:
    dims = dimensions_of()
    shapes = {
        "board-quarter": dims.board_quarter(),
        **dict(zip(("rack-half-left", "rack-half-right"), dims.rack_halves(), strict=True)),
    }
    with constant("ELEPHANT_FOOT_CHAMFER_MM", 0.005):
        jammed = game.with_solids({name: built(shape) for name, shape in shapes.items()})
    for first, second in (QUARTERS, RACK):
        assert overlap(jammed.standing(first), jammed.standing(second)) < NOTHING_MM3
        assert foot_overlap(jammed.standing(first), jammed.standing(second)) > 1.0


def test_without_a_flare_an_elephant_foot_sticks_on_its_boss() -> None:
    """Above its flare a pocket is as wide as one without a flare would be at the bed."""
    dims = dimensions_of(clearance_per_side=0.05)
    tile = Manifold.cube([19, 19, 3], True) - Manifold.cube([dims.nest.pocket_size] * 2 + [9], True)
    below = Manifold.cube([dims.nest.boss_size] * 2 + [3.0], True)
    assert overlap(tile, below) < NOTHING_MM3
    assert nest_foot_overlap(tile, below, 0.0) > 1.0


def test_feet_that_touch_are_found() -> None:
    cube = Manifold.cube([10, 10, 1])
    assert foot_overlap(cube, cube.translate([10.41, 0, 0])) == 0.0
    assert foot_overlap(cube, cube.translate([10.39, 0, 0])) > 0.05
