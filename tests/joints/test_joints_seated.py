"""What is seated touches nothing, and nothing that is seated can be moved where it must not go."""

import numpy as np
import pytest
from assembled import NOTHING_MM3, Game, overlap, shifted, united
from motions import HELD_MM3, crossings, least_hold
from sections import level

LEFT = ("quarter-near-left", "quarter-far-left")
RIGHT = ("quarter-near-right", "quarter-far-right")
NEAR = ("quarter-near-left", "quarter-near-right")
FAR = ("quarter-far-left", "quarter-far-right")
SHIFTS_MM = (0.1, 0.3, 0.6, 1.0, 2.0, 2.8)
"""Not as far as a joint with its roof is high: who is past that is out, whatever held before."""
PAIRS = [(LEFT, RIGHT, (1.0, 0.0, 0.0)), (NEAR, FAR, (0.0, 1.0, 0.0))]
ALL_WAYS = [tuple(sign * row) for row in np.eye(3) for sign in (1.0, -1.0)]


def standing(game: Game, *groups: str) -> dict:
    return {name: game.standing(name) for group in groups for name in game.ids(group)}


@pytest.mark.parametrize("group", ["board", "stack", "rack-1"])
def test_nothing_in_the_assembled_game_overlaps(game: Game, group: str) -> None:
    solids = standing(game, group)
    assert len(solids) == {"board": 104, "stack": 5, "rack-1": 2 + 7}[group]
    assert crossings(solids) == {}


def test_groups_stand_apart(game: Game) -> None:
    groups = dict.fromkeys(item["group"] for item in game.manifest["assembly"])
    boxes = {group: game.group(game.ids(group)).bounding_box() for group in groups}
    for first in groups:
        for second in groups:
            a, b = np.array(boxes[first]), np.array(boxes[second])
            if first < second:
                assert np.any(np.maximum(a[:2], b[:2]) > np.minimum(a[3:5], b[3:5]))


def test_an_overlap_is_found(game: Game) -> None:
    solids = standing(game, "stack")
    solids["stack-3"] = shifted(solids["stack-3"], (0.0, 0.0, 1.0), -0.05)
    assert list(crossings(solids)) == [("stack-2", "stack-3")]


def test_four_quarters_meet_in_the_crowded_centre(game: Game) -> None:
    quarters = [game.standing(name) for name in game.ids("board", "board-quarter")]
    whole = united(quarters)
    assert whole.volume() == pytest.approx(sum(quarter.volume() for quarter in quarters), abs=1e-6)
    # All four reach to within 2 mm of the point where they meet, on the bed and on top.
    for z in (0.5, float(whole.bounding_box()[5]) - 2.0):
        for quarter in quarters:
            x0, y0, x1, y1 = level(quarter, z).bounds
            assert min(abs(x0), abs(x1)) < 13.0
            assert min(abs(y0), abs(y1)) < 13.0


@pytest.mark.parametrize("size", [6, 8, 16])
def test_other_sizes_fit_as_well(kits, size: int) -> None:
    board = kits(size=size, only=["board-quarter"])
    assert crossings(standing(board, "board")) == {}
    for first, second, way in PAIRS:
        for direction in (way, tuple(-np.array(way)), (0, 0, 1), (0, 0, -1)):
            held = least_hold(board.group(second), board.group(first), direction, board.clearance)
            assert held > HELD_MM3, (size, direction)


@pytest.mark.parametrize("kind", ["board-snap", "rack-snap", "nest"])
def test_locked_directions_are_held(game: Game, kind: str) -> None:
    joints = game.joints(kind)
    if kind == "nest":
        joints = [joint for joint in joints if joint["members"][0] in ("cell-0-0", "stack-2")]
        assert len(joints) == 2
    for joint in joints:
        first, second = (game.standing(name) for name in joint["members"])
        assert joint["locked"]
        for direction in joint["locked"]:
            clearance = 0.0 if (kind, direction[2]) == ("nest", -1.0) else game.clearance
            held = least_hold(first, second, direction, clearance, SHIFTS_MM)
            assert held > HELD_MM3, (joint["id"], direction)


def test_all_ways_but_up_lock_a_tile_and_all_lock_a_seam(game: Game) -> None:
    for joint in game.manifest["joints"]:
        ways = {tuple(direction) for direction in joint["locked"]}
        free = {(0.0, 0.0, 1.0)} if joint["kind"] == "nest" else set()
        assert ways == set(ALL_WAYS) - free, joint["id"]


@pytest.mark.parametrize(("first", "second", "_way"), PAIRS)
def test_a_pair_is_held_against_a_pair(game: Game, first, second, _way) -> None:
    fixed, moving = game.group(first), game.group(second)
    for direction in ALL_WAYS:
        assert least_hold(moving, fixed, direction, game.clearance) > HELD_MM3, direction


def test_without_hooks_pairs_come_apart_though_single_quarters_do_not(game: Game) -> None:
    """Why hooks are tested pair against pair: the tongues of its other seam hold one quarter."""
    hookless = game.without_arms()
    for first, second, way in PAIRS:
        assert least_hold(hookless.group(second), hookless.group(first), way, 0.2) < NOTHING_MM3
    rack = [hookless.standing(f"rack-1-{side}") for side in ("right", "left")]
    assert least_hold(*rack, (1.0, 0.0, 0.0), 0.2) < NOTHING_MM3
    others = hookless.group([*RIGHT, "quarter-far-left"])
    alone = hookless.standing("quarter-near-left")
    assert least_hold(alone, others, (-1.0, 0.0, 0.0), 0.2) > HELD_MM3


def test_play_is_the_clearance(game: Game) -> None:
    """Just inside the clearance nothing touches, just outside something does."""
    inside, outside = game.clearance - 0.01, game.clearance + 0.02
    joints = [*game.joints("board-snap")[:1], *game.joints("rack-snap")[:1]]
    for joint in joints:
        first, second = (game.standing(name) for name in joint["members"])
        for direction in ALL_WAYS:
            assert overlap(shifted(first, direction, inside), second) < 1e-6, direction
        for direction in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)):
            assert overlap(shifted(first, direction, outside), second) > HELD_MM3, direction
