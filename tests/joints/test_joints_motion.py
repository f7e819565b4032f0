"""The way in is free but for bending hooks, and the seam does not fold."""

import numpy as np
import pytest
from assembled import NOTHING_MM3, Game, overlap, shifted
from motions import is_free_at, most_in_the_way, near_plane
from spoilt import built, constant, dimensions_of

from kitgen.joints.seam import Feature, Placed
from kitgen.parts.rack import RackHalfParameters

BEFORE_SNAP_MM = (0.05, 0.5, 2.0)
"""How far before the first touch of hook and mouth nothing at all may touch."""
HOOK_MM3 = 1.5
"""What one hook displaces at most while it is bent: its height times 0.7 mm2."""
STEP_MM = 0.5
LEFT = ("quarter-near-left", "quarter-far-left")
RIGHT = ("quarter-near-right", "quarter-far-right")
NEAR = ("quarter-near-left", "quarter-near-right")
FAR = ("quarter-far-left", "quarter-far-right")
STEPS = [
    ("two quarters to a pair", (LEFT[0],), (LEFT[1],), (0.0, 1.0, 0.0)),
    ("the other two", (RIGHT[0],), (RIGHT[1],), (0.0, 1.0, 0.0)),
    ("pair to pair", LEFT, RIGHT, (1.0, 0.0, 0.0)),
    ("pair to pair, the other way round", NEAR, FAR, (0.0, 1.0, 0.0)),
    ("rack", ("rack-1-left",), ("rack-1-right",), (1.0, 0.0, 0.0)),
]


def way_in(game: Game, moving, fixed, insert) -> tuple[float, float, float]:
    """Overlap in mm3 on the way in: of the stiff bodies, of all, and before the snap begins."""
    kind = "rack-snap" if moving[0].startswith("rack") else "board-snap"
    travel = game.joints(kind)[0]["snap_travel_mm"]
    out = -np.array(insert)
    first, second = game.group(moving), game.group(fixed)
    arms = game.arms([*moving]), game.arms([*fixed])
    stiff = most_in_the_way(
        first - arms[0], second - arms[1], out, np.arange(0.0, travel + 2.0, STEP_MM)
    )
    whole = most_in_the_way(first, second, out, np.arange(STEP_MM, travel, STEP_MM))
    before = most_in_the_way(first, second, out, [travel + more for more in BEFORE_SNAP_MM])
    return stiff, whole, before


@pytest.mark.parametrize(("moving", "fixed", "insert"), [s[1:] for s in STEPS], ids=lambda v: v[0])
def test_the_way_in_is_free_but_for_bending_hooks(game: Game, moving, fixed, insert) -> None:
    stiff, whole, before = way_in(game, moving, fixed, insert)
    assert stiff < NOTHING_MM3
    assert before < NOTHING_MM3
    clips = 2 * len(moving) if moving[0].startswith("quarter") else 1
    assert 0.1 < whole < 2 * clips * HOOK_MM3


def test_the_manifest_names_the_way_in(game: Game) -> None:
    """Every joint's own insert direction is one of those tried above."""
    for joint in game.joints("board-snap") + game.joints("rack-snap")[:1]:
        first, second = joint["members"]
        stiff, _, before = way_in(game, (first,), (second,), joint["insert"])
        assert max(stiff, before) < NOTHING_MM3, joint["id"]


def test_the_last_quarter_alone_does_not_go_in(game: Game) -> None:
    """The check fails where the way is barred: why pairs come first."""
    others = (*RIGHT, "quarter-far-left")
    stiff, _, _ = way_in(game, ("quarter-near-left",), others, (1.0, 0.0, 0.0))
    assert stiff > 10


def folds(game: Game, deg: float) -> dict[str, bool]:
    """By joint and sense, whether a seam can be folded by an angle."""
    sides = {
        "pairs": ([*LEFT], [*RIGHT], (0.0, 0.0, 2.0)),
        "quarters": ([LEFT[0]], [RIGHT[0]], (0.0, 0.0, 2.0)),
    }
    if game.joints("rack-snap"):
        sides["rack"] = (["rack-1-left"], ["rack-1-right"], (0.0, 0.0, 2.0))
    found = {}
    for name, (moving, fixed, point) in sides.items():
        first = near_plane(game.group(moving), 0, 30.0)
        second = near_plane(game.group(fixed), 0, 30.0)
        for sense in (1, -1):
            free = is_free_at(first, second, point, (0.0, 1.0, 0.0), sense * deg)
            found[f"{name} {'up' if sense > 0 else 'down'}"] = free
    return found


def test_seams_fold_by_less_than_two_degrees(game: Game) -> None:
    assert set(folds(game, 0.8).values()) == {True}
    assert set(folds(game, 2.0).values()) == {False}


@pytest.mark.parametrize("clearance", [0.05, 0.4])
def test_seams_stay_stiff_at_other_clearances(kits, clearance: float) -> None:
    kit = kits(size=6, only=["board-quarter", "rack-half"], clearance_per_side=clearance, players=1)
    assert set(folds(kit, 2.0).values()) == {False}


def test_a_tongue_with_upright_sides_folds(game: Game) -> None:
    """What a throw-away prototype did: a roof above its tongues, but nothing below them."""
    parameters = dimensions_of().board_quarter()
    with constant("FLANK_RUN", 0.0):
        upright = game.with_solids({"board-quarter": built(parameters)})
    pair = [upright.group(names) for names in (LEFT, RIGHT)]
    assert overlap(*pair) < NOTHING_MM3
    assert folds(upright, 2.0)["pairs up"] or folds(upright, 2.0)["pairs down"]


def test_upright_tongues_from_one_half_let_the_rack_slide_apart(game: Game) -> None:
    """The other prototype's fault: nothing stopped the other half being moved up."""
    honest = RackHalfParameters.features

    def from_one_half(half: RackHalfParameters) -> tuple[Placed, ...]:
        return tuple(
            Placed(Feature.TONGUE, placed.along) if placed.feature is Feature.GROOVE else placed
            for placed in honest.fget(half)
        )

    shapes = dimensions_of().rack_halves()
    with pytest.MonkeyPatch.context() as patch, constant("FLANK_RUN", 0.0):
        patch.setattr(RackHalfParameters, "features", property(from_one_half))
        halves = [built(shape) for shape in shapes]
    spoilt = game.with_solids(dict(zip(("rack-half-left", "rack-half-right"), halves, strict=True)))
    left, right = (spoilt.standing(f"rack-1-{side}") for side in ("left", "right"))
    assert overlap(left, right) < NOTHING_MM3
    assert overlap(shifted(right, (0.0, 0.0, 1.0), 3.0), left) < NOTHING_MM3
