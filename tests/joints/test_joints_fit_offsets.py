"""Fit offsets on the written files: a step moves the measured gap of its joint by as much."""

import numpy as np
import pytest
from assembled import Game, box, overlap
from spoilt import dimensions_of

STEP_MM = 0.05
TOLERANCE_MM = 0.005
PAIRS = {
    "board": ("quarter-near-left", "quarter-near-right"),
    "rack": ("rack-1-left", "rack-1-right"),
}


def gap(game: Game, joint: str) -> float:
    """Least distance in mm between seated parts; of a nest at the height where flanks are upright.

    A tile rests on its land, so that only what lies above and below it is measured.
    """
    if joint != "nest":
        first, second = PAIRS[joint]
        return float(game.standing(first).min_gap(game.standing(second), 1.0))
    (nest, *_) = [j for j in game.joints("nest") if j["members"][0].startswith("stack")]
    tile, below = (game.standing(name) for name in nest["members"])
    x, y, land = nest["land"]["point_mm"]
    slab = [x - 15, y - 15, land + 0.7], [x + 15, y + 15, land + 1.1]
    cut = box(*slab)
    return float((tile ^ cut).min_gap(below ^ cut, 1.0))


@pytest.fixture(scope="session")
def kit_of(kits):
    def make(joint: str, **printed: float) -> Game:
        # Of the tiles those two that lie lowest in the stack.
        only = {"nest": ["tile-A", "tile-F"], "board": ["board-quarter"], "rack": ["rack-half"]}
        return kits(size=6, only=only[joint], players=1, **printed)

    return make


@pytest.mark.parametrize("joint", ["nest", "board", "rack"])
def test_a_step_moves_the_measured_gap_by_as_much(kit_of, joint: str) -> None:
    key = f"fit_offset_{joint}"
    plain = kit_of(joint)
    gaps = [
        gap(plain, joint),
        gap(kit_of(joint, **{key: STEP_MM}), joint),
        gap(kit_of(joint, clearance_per_side=0.25), joint),
    ]
    assert gaps[0] == pytest.approx(0.2, abs=TOLERANCE_MM)
    assert gaps[1] - gaps[0] == pytest.approx(STEP_MM, abs=TOLERANCE_MM)
    assert gaps[2] - gaps[0] == pytest.approx(STEP_MM, abs=TOLERANCE_MM)


@pytest.mark.parametrize("joint", ["nest", "board", "rack"])
def test_the_manifest_has_the_clearance_that_was_built(kit_of, joint: str) -> None:
    game = kit_of(joint, **{f"fit_offset_{joint}": STEP_MM})
    assert game.manifest["joints"]
    assert {one["clearance_per_side_mm"] for one in game.manifest["joints"]} == {0.25}
    assert game.printed["clearance_per_side"] == 0.2


def test_an_offset_is_of_its_joint_alone() -> None:
    plain = dimensions_of()
    for joint in ("nest", "board", "rack"):
        changed = dimensions_of(**{f"fit_offset_{joint}": 0.1})
        clearances = {
            "nest": changed.nest.clearance_per_side,
            "board": changed.board_seam.gap,
            "rack": changed.rack_seam.gap,
        }
        assert clearances.pop(joint) == pytest.approx(0.3)
        assert set(clearances.values()) == {plain.nest.clearance_per_side}


@pytest.mark.parametrize("joint", ["nest", "board", "rack"])
def test_no_gap_turns_negative(joint: str) -> None:
    tightest = dimensions_of(clearance_per_side=0.05, **{f"fit_offset_{joint}": -0.2})
    found = {
        "nest": tightest.nest.clearance_per_side,
        "board": tightest.board_seam.gap,
        "rack": tightest.rack_seam.gap,
    }
    assert found.pop(joint) == 0.0
    assert set(found.values()) == {0.05}


def test_parts_without_any_gap_are_sound_and_do_not_overlap(kits) -> None:
    """They touch: what is left is rounding."""
    tight = {f"fit_offset_{joint}": -0.2 for joint in ("nest", "board", "rack")}
    only = ["board-quarter", "rack-half"]
    game = kits(size=6, only=only, players=1, **tight)
    for first, second in PAIRS.values():
        assert overlap(game.standing(first), game.standing(second)) < 1e-3
    assert np.isclose(game.joints("board-snap")[0]["clearance_per_side_mm"], 0.0)


def test_a_gap_that_does_not_move_is_found(kit_of) -> None:
    plain = gap(kit_of("board"), "board")
    other = gap(kit_of("board", fit_offset_rack=STEP_MM), "board")
    assert other - plain == pytest.approx(0.0, abs=1e-6)
