"""The assembled game: its frame, what stands where, and which joints that makes."""

import json

import numpy as np
import pytest
from assembled import Game
from sections import level

QUARTERS = ("quarter-far-left", "quarter-far-right", "quarter-near-left", "quarter-near-right")


def poses(game: Game) -> dict[str, np.ndarray]:
    return {item["id"]: np.array(item["pose"]) for item in game.manifest["assembly"]}


def is_rigid(pose: np.ndarray) -> bool:
    """Whether a 4x4 is a turn and a move, no mirror, no stretch."""
    turn = pose[:3, :3]
    return bool(
        pose.shape == (4, 4)
        and np.allclose(pose[3], [0, 0, 0, 1], atol=0)
        and np.allclose(turn @ turn.T, np.eye(3), atol=2e-6)
        and np.linalg.det(turn) > 0
    )


def test_poses_are_rigid(game: Game) -> None:
    assert all(is_rigid(pose) for pose in poses(game).values())


def test_poses_that_are_not_are_found() -> None:
    assert is_rigid(np.eye(4))
    assert not is_rigid(np.diag([-1.0, 1.0, 1.0, 1.0]))
    assert not is_rigid(np.diag([1.01, 1.0, 1.0, 1.0]))
    assert not is_rigid(np.eye(4) + np.eye(4, k=-3))


def test_ids_are_unique_and_parts_are_known(game: Game) -> None:
    ids = [item["id"] for item in game.manifest["assembly"]]
    assert len(ids) == len(set(ids))
    known = {part["name"] for part in game.manifest["parts"]}
    assert {item["part"] for item in game.manifest["assembly"]} <= known


def test_the_board_lies_on_the_table_around_the_origin(game: Game) -> None:
    low, high = np.reshape(game.group(QUARTERS).bounding_box(), (2, 3))
    assert low[2] == 0.0
    assert np.abs(low + high)[:2].max() < 1e-5
    for name in QUARTERS:
        x, y = np.reshape(game.standing(name).bounding_box(), (2, 3)).mean(axis=0)[:2]
        assert bool(y > 0) is ("far" in name)
        assert bool(x > 0) is ("right" in name)


def test_tiles_lie_in_reading_order(game: Game) -> None:
    """Row 0 has the largest y; tiles fill the board from the top left in the set's order."""
    size, pitch = game.manifest["profile"]["size"], game.printed["pitch"]
    tiles = game.ids("board", "tile")
    assert tiles == [f"cell-{row}-{column}" for row in range(size) for column in range(size)]
    for name in tiles:
        row, column = map(int, name.split("-")[1:])
        x, y = game.pose(name)[:2, 3]
        assert x == pytest.approx((column - (size - 1) / 2) * pitch)
        assert y == pytest.approx(((size - 1) / 2 - row) * pitch)
        assert np.array_equal(game.pose(name)[:3, :3], np.eye(3))
    expected = [
        label for label, count in game.manifest["profile"]["tiles"].items() for _ in range(count)
    ]
    labels = [game.part(game.item(name)["part"])["label"] for name in tiles]
    assert labels == expected[: size * size]


def test_the_stack_has_five_different_tiles_bottom_first(game: Game) -> None:
    names = game.ids("stack")
    assert names == [f"stack-{level}" for level in range(1, 6)]
    assert len({game.item(name)["part"] for name in names}) == 5
    places = np.array([game.pose(name)[:3, 3] for name in names])
    assert np.allclose(np.diff(places, axis=0), [0, 0, game.printed["tile_height"]])
    assert places[0, 2] == 0.0
    board = game.group(QUARTERS).bounding_box()
    assert game.standing("stack-1").bounding_box()[0] > board[3]


def test_racks_stand_before_the_reader_the_first_with_a_full_row(game: Game) -> None:
    players = game.manifest["profile"]["print"]["players"]
    groups = [item["group"] for item in game.manifest["assembly"]]
    assert {group for group in groups if group.startswith("rack-")} == {
        f"rack-{number}" for number in range(1, players + 1)
    }
    assert len(game.ids("rack-1", "tile")) == game.manifest["profile"]["game"]["rack_size"]
    board = game.group(QUARTERS).bounding_box()
    for number in range(1, players + 1):
        halves = game.ids(f"rack-{number}", "rack-half")
        assert halves == [f"rack-{number}-left", f"rack-{number}-right"]
        assert game.group(halves).bounding_box()[4] < board[1]
        assert number == 1 or game.ids(f"rack-{number}", "tile") == []
    # Read from left to right, letters upright.
    xs = [game.pose(name)[0, 3] for name in game.ids("rack-1", "tile")]
    assert xs == sorted(xs)
    assert np.allclose(np.diff(xs), game.printed["tile_size"] + game.printed["rack_tile_gap"])
    assert all(game.pose(name)[2, 1] > 0.8 for name in game.ids("rack-1", "tile"))


def test_joints_are_between_what_stands(game: Game) -> None:
    ids = {item["id"] for item in game.manifest["assembly"]}
    joints = game.manifest["joints"]
    assert len({joint["id"] for joint in joints}) == len(joints)
    for joint in joints:
        assert set(joint["members"]) <= ids, joint["id"]
        assert joint["members"][0] != joint["members"][1]
    assert len(game.joints("board-snap")) == 4
    assert len(game.joints("rack-snap")) == game.manifest["profile"]["print"]["players"]
    nested = {joint["members"][0] for joint in game.joints("nest")}
    assert nested == {*game.ids("board", "tile"), *game.ids("stack", "tile")[1:]}


def test_each_quarter_is_in_two_joints(game: Game) -> None:
    members = [member for joint in game.joints("board-snap") for member in joint["members"]]
    assert sorted(members) == sorted([*QUARTERS, *QUARTERS])


def test_directions_are_unit_vectors(game: Game) -> None:
    for joint in game.manifest["joints"]:
        for direction in (joint["insert"], *joint["locked"]):
            assert np.linalg.norm(direction) == pytest.approx(1.0, abs=1e-9), joint["id"]
        # Nothing leaves the way it came in by itself, but for a tile that is lifted.
        out = [-value + 0.0 for value in joint["insert"]]
        assert (out in joint["locked"]) is (joint["kind"] != "nest")


def test_what_a_tile_rests_on_is_named(game: Game) -> None:
    for joint in game.joints("nest"):
        tile = joint["members"][0]
        assert joint["land"]["normal"] == [0.0, 0.0, 1.0]
        assert joint["land"]["point_mm"][2] == pytest.approx(game.pose(tile)[2, 3])
        x, y = game.pose(tile)[:2, 3]
        low, high = np.reshape(game.standing(joint["members"][1]).bounding_box(), (2, 3))
        assert low[0] < x < high[0]
        assert low[1] < y < high[1]


def boss_centres(game: Game) -> np.ndarray:
    """(n, 2) centres of the bosses of all four quarters, in mm."""
    found = []
    for name in QUARTERS:
        solid = game.standing(name)
        bosses = level(solid, float(solid.bounding_box()[5]) - game.printed["boss_height"] / 2)
        found += [(piece.centroid.x, piece.centroid.y) for piece in bosses.geoms]
    return np.array(found)


def off_grid(centres: np.ndarray, size: int, pitch: float) -> float:
    """Largest distance in mm of a point of one square grid about the origin from its centre."""
    line = (np.arange(size) - (size - 1) / 2) * pitch
    grid = np.array([(x, y) for y in line for x in line])
    return float(np.linalg.norm(grid[:, None] - centres[None], axis=2).min(axis=1).max())


@pytest.mark.parametrize("size", [6, 10])
def test_the_pitch_is_constant_across_the_seams(kits, size: int) -> None:
    game = kits() if size == 10 else kits(size=size, only=["board-quarter"])
    centres = boss_centres(game)
    assert len(centres) == size * size
    assert off_grid(centres, size, game.printed["pitch"]) < 1e-4


def test_a_seam_that_is_too_wide_is_found(game: Game) -> None:
    centres = boss_centres(game)
    centres[centres[:, 0] > 0, 0] += 0.2
    assert off_grid(centres, 10, 21.0) > 0.1


def ringed(game: Game) -> list[tuple[float, float]]:
    """Centres of the squares whose top carries a ring."""
    found = []
    for name in QUARTERS:
        solid = game.standing(name)
        top = level(solid, float(solid.bounding_box()[5]) - 0.1)
        found += [
            (round(piece.centroid.x, 3), round(piece.centroid.y, 3))
            for piece in top.geoms
            if piece.interiors
        ]
    return sorted(found)


def test_the_four_central_squares_carry_circles(game: Game) -> None:
    half = game.printed["pitch"] / 2
    assert ringed(game) == [(-half, -half), (-half, half), (half, -half), (half, half)]


def test_what_was_not_asked_for_stands_nowhere(kits) -> None:
    kit = kits(size=6, only=["rack-half"], players=2)
    assert {item["group"] for item in kit.manifest["assembly"]} == {"rack-1", "rack-2"}
    assert [joint["kind"] for joint in kit.manifest["joints"]] == ["rack-snap", "rack-snap"]


def test_an_inlaid_letter_stands_in_its_tile(kits) -> None:
    kit = kits(only=["tile-A"], letter_style="inlay")
    tile, letter = kit.ids("board")[:2]
    assert letter == f"{tile}-letter"
    assert kit.standing(letter).bounding_box()[5] == pytest.approx(
        kit.standing(tile).bounding_box()[5], abs=1e-6
    )


def test_numbers_have_six_decimals_at_most(game: Game) -> None:
    def walk(value):
        if isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from walk(inner)
        elif isinstance(value, float):
            yield value

    text = (game.folder / "manifest.json").read_text(encoding="utf-8")
    assert all(round(value, 6) == value for value in walk(json.loads(text)))
