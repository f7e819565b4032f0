"""The documented parameter box: most of it builds, the rest is refused in words."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest
from box import (
    IN_STEPS,
    OPTIONAL,
    PARTS,
    RACK_SIZES,
    RANGES,
    SIZES,
    STYLES,
    Draw,
    built,
    corner,
    draws,
    faults,
    is_clear,
    planned,
    refusal,
    seated,
)
from hypothesis import HealthCheck, Phase, given, settings
from manifold3d import Manifold
from motions import HELD_MM3, crossings, least_hold

from kitgen.mesh.mesh import Mesh
from kitgen.production.meshes import Order, make
from kitgen.store import Store

LEAST_SHARE = 0.80
UNIFORM_DRAWS = 120
BUILT_DRAWS = 15
QUIET = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
"""The same draws in every run: a share that changes from run to run is no check."""


def test_the_box_is_the_documented_one() -> None:
    assert len(RANGES) >= 20
    assert {"pitch", "clearance_per_side", "snap_arm_length", "rack_angle"} <= set(RANGES)
    assert set(OPTIONAL) == {"cap_height", "snap_arm_length"}
    assert all(low < high for low, high in RANGES.values())


def in_steps(name: str, value: float) -> float:
    """The nearest value that a setting of steps can have."""
    step = IN_STEPS.get(name)
    return value if step is None else round(round(value / step) * step, 9)


def test_most_of_the_box_is_accepted() -> None:
    """Drawn evenly; what builds of the accepted is the next test's question: all."""
    source = random.Random(20)
    refused = []
    for _ in range(UNIFORM_DRAWS):
        printed = tuple(
            (name, in_steps(name, source.uniform(*limits)))
            for name, limits in RANGES.items()
            if name not in OPTIONAL or source.random() < 0.5
        )
        draw = Draw(
            source.choice(SIZES), source.randint(*RACK_SIZES), source.choice(STYLES), printed
        )
        if (message := refusal(draw)) is not None:
            refused.append(message)
    assert [message for message in refused if not is_clear(message)] == []
    assert 1 - len(refused) / UNIFORM_DRAWS >= LEAST_SHARE


TOUCHING_MM3 = 1e-4
"""Overlap, by rounding alone, of faces that an offset has brought together."""


def overlaps(draw: Draw, solids: Mapping[str, Manifold]) -> dict[tuple[str, str], float]:
    """Pairs of parts that overlap where they stand in the game, with the volume in mm3."""
    dims, _ = planned(draw)
    closed = 0.0 in (dims.board_seam.gap, dims.rack_seam.gap)
    found = crossings(seated(draw, solids))
    return {pair: mm3 for pair, mm3 in found.items() if not closed or mm3 > TOUCHING_MM3}


SEEN: Counter[str] = Counter()


@settings(QUIET, max_examples=BUILT_DRAWS)
@given(draws())
def check_a_draw(draw: Draw) -> None:
    message = refusal(draw)
    SEEN["refused" if message else "built"] += 1
    if message:
        assert is_clear(message), message
        return
    # Anything that is raised here is a fault: an inequality is missing, or geometry breaks.
    found, solids = built(draw)
    assert found == []
    assert overlaps(draw, solids) == {}


def test_draws_build_or_are_refused_in_words() -> None:
    """Sound meshes that agree with solid and estimate, parts that fit; ends drawn more often."""
    SEEN.clear()
    check_a_draw()
    assert sum(SEEN.values()) == BUILT_DRAWS
    assert SEEN["built"] / sum(SEEN.values()) >= LEAST_SHARE


REACHES = {
    "board": ("board-quarter",),
    "rack": ("rack-half-left", "rack-half-right"),
    "tile": ("tile-Qu",),
    "letter": ("tile-Qu",),
    "cap": ("tile-Qu",),
}
"""By the first word of a setting the parts that it changes; any other may change all."""


@pytest.mark.parametrize("end", [0, 1], ids=["least", "most"])
@pytest.mark.parametrize("name", RANGES)
def test_corners_of_one_setting(name: str, end: int) -> None:
    value = RANGES[name][end]
    draw = corner(size=6, rack_size=5, **{name: value})
    assert refusal(draw) is None
    found, solids = built(draw, REACHES.get(name.split("_")[0], PARTS))
    assert found == []
    assert overlaps(draw, solids) == {}


LEAST = {name: low for name, (low, _) in RANGES.items() if name not in IN_STEPS}
MOST = {name: high for name, (_, high) in RANGES.items() if name not in IN_STEPS}
TIGHTEST = {name: RANGES[name][0] for name in IN_STEPS}
LOOSEST = {name: RANGES[name][1] for name in IN_STEPS}


def without_optional(printed: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in printed.items() if name not in OPTIONAL}


EXTREMES = {
    "all least": corner("engraved", 6, 3, **LEAST),
    "all least, lengths found": corner("inlay", 6, 3, **without_optional(LEAST)),
    "all most": corner("inlay", 6, 10, **MOST),
    "all most, lengths found": corner("raised", 6, 3, **without_optional(MOST)),
    "loose joints in small parts": corner(
        "engraved",
        6,
        3,
        **without_optional(LEAST)
        | {"clearance_per_side": 0.4, "snap_arm_thickness": 1.6, "snap_hook_left": 0.4},
    ),
    "tight joints in large parts": corner(
        "raised", 6, 10, **without_optional(MOST) | {"clearance_per_side": 0.05}
    ),
    "thick layers in flat parts": corner(
        "engraved", 6, 5, **without_optional(LEAST) | {"layer_height": 0.32}
    ),
    "thin layers in tall parts": corner(
        "inlay", 6, 5, **without_optional(MOST) | {"layer_height": 0.08}
    ),
    "a steep rack of thin walls": corner(
        "engraved", 6, 3, rack_angle=78.0, rack_wall=1.6, rack_rest_length=17.0
    ),
    "a flat rack of thick walls": corner(
        "raised", 6, 10, rack_angle=62.0, rack_wall=3.0, rack_rest_length=10.0
    ),
    "the largest board and rack": corner("engraved", 16, 10),
    "no gaps left": corner("raised", 6, 5, **TIGHTEST),
    "no gaps left in the smallest hooks": corner(
        "inlay", 6, 3, **without_optional(LEAST) | TIGHTEST
    ),
    "wider than the widest gaps": corner("engraved", 6, 10, clearance_per_side=0.4, **LOOSEST),
}
MAY_BE_REFUSED = (
    "loose joints in small parts",
    "wider than the widest gaps",
)


@pytest.mark.parametrize("name", EXTREMES)
def test_combined_extremes(name: str) -> None:
    draw = EXTREMES[name]
    message = refusal(draw)
    if message is not None:
        assert is_clear(message), message
        assert name in MAY_BE_REFUSED, message
        return
    found, solids = built(draw)
    assert found == []
    game = seated(draw, solids)
    assert len(game) == 6
    assert overlaps(draw, solids) == {}
    clearance = planned(draw)[0].rack_seam.gap
    for direction in ((1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
        # Not as far as through the thinnest roof, beyond which nothing holds.
        halves = game["rack-1-right"], game["rack-1-left"]
        held = least_hold(*halves, direction, 1.7 * clearance, (0.1, 0.3, 0.6, 1.0))
        assert held > HELD_MM3, direction


def test_refusals_without_both_sides_are_found() -> None:
    good = "engagement (print.boss_height) = 0.8 mm must be at least what holds = 1 mm"
    assert is_clear(good)
    for spoilt in (
        "engagement is too small",
        good.replace("0.8 mm ", ""),
        good.replace(" = 1 mm", ""),
        f"{good}\nand more",
        "BRep_API: command not done",
        "StdFail_NotDone",
        "font is unusable",
    ):
        assert not is_clear(spoilt), spoilt


def test_figures_that_disagree_are_found() -> None:
    draw = corner()
    _, parts = planned(draw)
    tile = next(part for part in parts if part.name == "tile-Qu")
    made = make([Order("tile-Qu", tile.parameters, 0.01, step=False)], Store(None), jobs=1)
    mesh, solid = made["tile-Qu"].mesh, made["tile-Qu"].solid_volume_mm3
    assert faults(tile, mesh, solid) == []
    assert len(faults(tile, mesh, solid * 1.002)) == 1
    assert len(faults(tile, mesh, solid * 1.03)) == 2
    lifted = mesh.vertices.copy()
    lifted[:, 2] += 1
    assert faults(tile, Mesh(lifted, mesh.faces), solid) == ["tile-Qu: not on the bed"]
