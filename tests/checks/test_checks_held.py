"""Held as it must be, and free where it goes in: on sound kits and on spoilt ones."""

from pathlib import Path

import numpy as np
import pytest
from arms_spoilt import ArmPlace, with_own_file
from assembled import box, overlap, shifted
from manifold3d import Manifold
from motions import is_free_at, near_plane
from sabotage import sabotaged
from spoilt import built, constant, dimensions_of

from kitgen.checks import held
from kitgen.checks.finding import Finding
from kitgen.checks.meetings import Meetings
from kitgen.checks.nest_sections import NestSections, way_free
from kitgen.checks.written import WrittenKit

BOARD = ["board-quarter", "rack-half"]
QUARTERS = ["quarter-near-right", "quarter-far-right", "quarter-far-left"]
"""Three places, none the first."""


QUESTIONS = {
    *("play", "lift", "depth", "hooks", "fold", "twist", "roll"),
    *("bearing", "bearing_share", "way_in", "before_snap"),
    *("side_play", "engagement", "rest", "stack_lean", "stack_height"),
}


@pytest.fixture(scope="session")
def sound(kits):
    return kits(only=BOARD)


def judged(folder: Path) -> list[Finding]:
    return list(held.findings(WrittenKit.read(folder)))


def bad(findings: list[Finding]) -> set[str]:
    return {finding.check for finding in findings if finding.verdict not in ("pass", "warn")}


def of(findings: list[Finding], check: str, *between: str) -> list[Finding]:
    """Findings of a check that concern all of some ids."""
    return [f for f in findings if f.check == check and set(between) <= set(f.between)]


def joint_of(game, name: str):
    return next(joint for joint in game.manifest["joints"] if joint["id"] == name)


def arms_of(game, item: str) -> list[ArmPlace]:
    return [
        ArmPlace.of(game, joint["id"], number)
        for joint in game.manifest["joints"]
        for number, member in enumerate(joint["arm_members"])
        if joint["members"][member] == item
    ]


def own_quarter(sound, tmp_path: Path, item: str, spoil) -> Path:
    """A kit in which one quarter has a file of its own, which is spoilt."""
    copy = with_own_file(sound.folder, tmp_path / "own", {item: "quarter-apart"})
    return sabotaged(copy, tmp_path / "spoilt", solids={"quarter-apart": spoil})


@pytest.mark.parametrize(
    "printed",
    [
        {"clearance_per_side": 0.05},
        {"clearance_per_side": 0.4},
        {"letter_style": "raised"},
        {"letter_style": "inlay"},
    ],
    ids=str,
)
def test_sound_kits_pass(kits, printed) -> None:
    assert bad(judged(kits(size=6, players=2, **printed).folder)) == set()


def test_the_default_kit_passes(game) -> None:
    findings = judged(game.folder)
    assert bad(findings) == set()
    names = {finding.check for finding in findings}
    assert {name.removeprefix("held.") for name in names} == QUESTIONS


def test_kits_with_nothing_to_hold_say_nothing(kits) -> None:
    kit = kits(size=6, only=["tile"])
    assert {f.check for f in judged(kit.folder)} <= {
        "held.side_play",
        "held.engagement",
        "held.rest",
        "held.stack_lean",
        "held.stack_height",
    }


def test_the_four_seams_are_measured_once(sound) -> None:
    meetings = Meetings(WrittenKit.read(sound.folder))
    near = {id(meetings.between(*joint["members"]).near) for joint in sound.joints("board-snap")}
    assert len(near) == 1


def test_folds_agree_with_a_search_over_a_grid(sound) -> None:
    """The oracle turns whole pairs and tries every shift of a grid."""
    left, right = (sound.standing(f"quarter-near-{side}") for side in ("left", "right"))
    first, second = near_plane(left, 0, 30.0), near_plane(right, 0, 30.0)
    folds = of(judged(sound.folder), "held.fold", "quarter-near-left", "quarter-near-right")
    assert len(folds) == 2
    for fold in folds:
        sense = 1 if "rims up" in fold.measured else -1
        point, axis = (0.0, 0.0, 1.1), (0.0, 1.0, 0.0)
        for deg, free in ((fold.value - 0.2, True), (fold.value + 0.2, False)):
            assert is_free_at(first, second, point, axis, sense * deg) is free, (fold, deg)


def test_hooks_matter_pair_against_pair_and_not_to_a_quarter(sound, tmp_path: Path) -> None:
    """What passes a pull at one quarter: a kit without any hooks."""
    places = arms_of(sound, "quarter-far-right")

    def no_hooks(solid: Manifold) -> Manifold:
        for place in places:
            solid = place.without_hook(solid)
        return solid

    folder = sabotaged(sound.folder, tmp_path / "spoilt", solids={"board-quarter": no_hooks})
    findings = judged(folder)
    for quarter in QUARTERS:
        (single,) = [f for f in of(findings, "held.depth", quarter) if f.between == (quarter,)]
        assert single.verdict == "pass"
    pairs = [f for f in of(findings, "held.depth") if len(f.between) == 4]
    assert [f.verdict for f in pairs] == ["fail", "fail"]
    assert [f.value for f in pairs] == [0.0, 0.0]
    for joint in sound.joints("board-snap"):
        (hooks,) = of(findings, "held.hooks", *joint["members"])
        (depth,) = [f for f in of(findings, "held.depth", *joint["members"]) if len(f.between) == 2]
        assert (hooks.verdict, hooks.value) == ("fail", 0.0)
        assert (depth.verdict, depth.value) == ("fail", 0.0)


@pytest.mark.parametrize("item", QUARTERS)
def test_hooks_missing_at_one_edge_are_found_there(sound, tmp_path: Path, item: str) -> None:
    joint = next(j for j in sound.joints("board-snap") if j["members"][0] == item)
    numbers = [at for at, member in enumerate(joint["arm_members"]) if member == 0]
    places = [ArmPlace.of(sound, joint["id"], number) for number in numbers]

    def no_hooks(solid: Manifold) -> Manifold:
        for place in places:
            solid = place.without_hook(solid)
        return solid

    findings = judged(own_quarter(sound, tmp_path, item, no_hooks))
    failing = [f for f in of(findings, "held.hooks") if f.verdict == "fail"]
    assert [f.between for f in failing] == [tuple(joint["members"])]
    assert failing[0].value == len(joint["arms"]) - len(numbers)
    assert failing[0].note.endswith(", ".join(str(at + 1) for at in numbers))


@pytest.mark.parametrize("group", ["rack-2", "rack-3", "rack-4"])
def test_a_missing_rack_clip_is_found(sound, tmp_path: Path, group: str) -> None:
    half = f"{group}-left"
    copy = with_own_file(sound.folder, tmp_path / "own", {half: "half-apart"})
    places = arms_of(sound, half)

    def no_clip(solid: Manifold) -> Manifold:
        for place in places:
            solid = place.missing(solid)
        return solid

    folder = sabotaged(copy, tmp_path / "spoilt", solids={"half-apart": no_clip})
    findings = judged(folder)
    failing = [f for f in findings if f.verdict == "fail"]
    assert {f.between for f in failing} == {(half, f"{group}-right")}
    (depth,) = of(failing, "held.depth")
    assert depth.value == 0.0
    assert "left: free over 3 mm" in depth.note


def test_upright_tongues_fold(sound, tmp_path: Path) -> None:
    """A roof above them, but nothing below: found at all four seams."""
    shape = dimensions_of().board_quarter()
    with constant("FLANK_RUN", 0.0):
        upright = built(shape)
    spoils = {"board-quarter": lambda _: upright}
    findings = judged(sabotaged(sound.folder, tmp_path / "spoilt", solids=spoils))
    for joint in sound.joints("board-snap"):
        folds = of(findings, "held.fold", *joint["members"])
        assert [f.verdict for f in folds].count("fail") >= 1, joint["id"]
        assert max(f.value for f in folds) > 5.0


def standing_out(sound, item: str, axis: int) -> Manifold:
    """The tongues of one seam edge of a quarter, in its file."""
    solid = sound.solids["board-quarter"]
    seam = -0.1 + 1e-3
    low, high = [-300.0, -300.0, -1.0], [300.0, 300.0, 9.0]
    low[axis] = seam
    other = 1 - axis
    high[other] = 0.0
    outside = solid ^ box(low, high)
    for place in arms_of(sound, item):
        outside = place.missing(outside)
    return outside


@pytest.mark.parametrize("item", QUARTERS)
def test_a_tongue_cut_off_is_found(sound, tmp_path: Path, item: str) -> None:
    """One of three: what is left bears over less of the seam, by the tongue's width."""
    tongues = standing_out(sound, item, 1).decompose()
    tongue = max(tongues, key=lambda piece: piece.volume())
    bounds = np.array(tongue.bounding_box()).reshape(2, 3)
    joint = next(j for j in sound.joints("board-snap") if j["members"][1] == item)
    before = of(judged(sound.folder), "held.bearing_share", *joint["members"])[0].value

    findings = judged(own_quarter(sound, tmp_path, item, lambda solid: solid - tongue))
    failing = [f for f in of(findings, "held.bearing_share") if f.verdict == "fail"]
    assert [set(f.between) for f in failing] == [set(joint["members"])]
    length = (bounds[1] - bounds[0])[0] / (before - failing[0].value)
    body = sound.solids["board-quarter"].bounding_box()
    assert length == pytest.approx(-body[0], rel=0.1)


@pytest.mark.parametrize("item", QUARTERS)
def test_a_blocked_groove_is_found(sound, tmp_path: Path, item: str) -> None:
    """A wall across a groove stands in the way of its tongue from the mouth to the seat."""
    joint = next(j for j in sound.joints("board-snap") if j["members"][0] == item)
    mate = joint["members"][1]
    # The mate's tongues where they stand, in the file of the quarter with the grooves.
    place = np.linalg.inv(sound.pose(item)) @ sound.pose(mate)
    tongues = standing_out(sound, mate, 1).transform(place[:3])
    tongue = max(tongues.decompose(), key=lambda piece: piece.volume())
    bounds = np.array(tongue.bounding_box()).reshape(2, 3)
    wall = box([-2.0, bounds[0, 1] - 0.5, 0.0], [-1.5, bounds[1, 1] + 0.5, bounds[1, 2]])

    findings = judged(own_quarter(sound, tmp_path, item, lambda solid: solid + wall))
    failing = [f for f in of(findings, "held.way_in") if f.verdict == "fail"]
    assert tuple(joint["members"]) in [f.between for f in failing]
    seam = next(f for f in failing if f.between == tuple(joint["members"]))
    assert seam.value == pytest.approx(overlap(wall, tongue), rel=0.1)


def test_a_snap_that_starts_early_is_found(sound, tmp_path: Path) -> None:
    def short_travel(record) -> None:
        for joint in record["joints"]:
            joint["snap_travel_mm"] = max(0.0, joint["snap_travel_mm"] - 2.5)

    findings = judged(sabotaged(sound.folder, tmp_path / "spoilt", manifest=short_travel))
    assert "held.before_snap" in bad(findings)


@pytest.mark.parametrize(("item", "way"), list(zip(QUARTERS, (0, 1, 0), strict=True)))
def test_a_quarter_set_apart_has_more_play(sound, tmp_path: Path, item: str, way: int) -> None:
    """Drawn out of its seams by 0.15 mm, it moves farther back before it touches."""
    away = (
        {"near": -1.0, "far": 1.0}[item.split("-")[1]],
        {"left": -1.0, "right": 1.0}[item.split("-")[2]],
    )
    shift = (away[1], away[0])[way] * 0.15

    def moved(record) -> None:
        for placed in record["assembly"]:
            if placed["id"] == item:
                placed["pose"][way][3] += shift

    findings = judged(sabotaged(sound.folder, tmp_path / "spoilt", manifest=moved))
    plays = [f for f in of(findings, "held.play", item) if len(f.between) == 2]
    assert max(f.value for f in plays) == pytest.approx(sound.clearance + 0.15, abs=0.01)
    assert "fail" in [f.verdict for f in plays]


TILES = ["tile-F", "tile-M", "tile-R"]


def seats_of(game, tile: str) -> set[str]:
    return {item["id"] for item in game.manifest["assembly"] if item["part"] == tile}


@pytest.fixture(scope="session")
def small(kits):
    return kits(size=6, players=2)


def pocket_size(small) -> float:
    """Of the straight part, from the section of a tile, mm."""
    section = small.solids["tile-E"].slice(0.9)
    hole = min(section.to_polygons(), key=lambda ring: np.ptp(ring[:, 0]))
    return float(np.ptp(hole[:, 0]))


@pytest.mark.parametrize("tile", TILES)
def test_a_wide_pocket_is_found(small, tmp_path: Path, tile: str) -> None:
    half = pocket_size(small) / 2 + 0.15
    wide = box([-half, -half, -1.0], [half, half, 1.9])
    folder = sabotaged(small.folder, tmp_path / "spoilt", solids={tile: lambda s: s - wide})
    findings = judged(folder)
    worst = of(findings, "held.side_play")
    failing = [f for f in worst if f.verdict == "fail"]
    assert failing
    assert {f.between[0] for f in failing} <= seats_of(small, tile)
    assert max(f.value for f in failing) == pytest.approx(small.clearance + 0.15, abs=0.01)
    if any(item.startswith("stack") for item in seats_of(small, tile)):
        (lean,) = of(findings, "held.stack_lean")
        assert lean.verdict == "fail"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_low_boss_rocks(small, tmp_path: Path, number: int) -> None:
    """1.2 mm high without a chamfer it catches over 0.8, less the pocket's flare of 0.4."""
    below = f"stack-{number}"
    tile = small.item(below)["part"]
    top = small.solids[tile].bounding_box()[5] - 0.6

    folder = sabotaged(
        small.folder,
        tmp_path / "spoilt",
        solids={tile: lambda s: s ^ box([-20, -20, -1], [20, 20, top])},
    )
    findings = of(judged(folder), "held.engagement")
    failing = [f for f in findings if f.verdict == "fail"]
    assert [f.between[1] for f in failing] == [below]
    assert failing[0].value == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("tile", ["stack-2", "stack-3", "stack-4"])
def test_a_tall_tile_lifts_the_stack(small, tmp_path: Path, tile: str) -> None:
    name = small.item(tile)["part"]

    def taller(solid: Manifold) -> Manifold:
        low = [-20.0, -20.0, -1.0]
        foot = solid ^ box(low, [20.0, 20.0, 0.05])
        return solid.translate([0.0, 0.0, 0.05]) + foot

    folder = sabotaged(small.folder, tmp_path / "spoilt", solids={name: taller})
    (height,) = of(judged(folder), "held.stack_height")
    assert height.verdict == "fail"
    assert height.value - (height.low + height.high) / 2 == pytest.approx(0.05, abs=0.01)


def test_side_play_agrees_with_booleans(small) -> None:
    """Every nest's play by sections is where whole tiles begin to overlap."""
    kit = WrittenKit.read(small.folder)
    sections = NestSections(kit)
    ways = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    for joint in (*small.joints("nest")[3:30:8], *small.joints("nest")[-2:]):
        upper, lower = joint["members"]
        land_z = joint["land"]["point_mm"][2]
        stretches = sections.stretches(upper, lower, land_z, ways)
        plays = np.array([stretch.gaps for stretch in stretches]).min(axis=(0, 1))
        lifted = small.standing(upper).translate([0.0, 0.0, 2e-4])
        for way, play in zip(ways, plays, strict=True):
            flat = [*way, 0.0]
            assert overlap(shifted(lifted, flat, play - 2e-3), small.standing(lower)) < 1e-4
            assert overlap(shifted(lifted, flat, play + 5e-3), small.standing(lower)) > 1e-3


def test_way_free_of_squares() -> None:
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert way_free(
        [square], [square + np.array([3.0, 0.5])], np.array([1.0, 0.0])
    ) == pytest.approx(2.0)
    assert way_free(
        [square], [square + np.array([0.5, -4.0])], np.array([0.0, -1.0])
    ) == pytest.approx(3.0)
    assert way_free([square], [square + np.array([3.0, 2.0])], np.array([1.0, 0.0])) == np.inf
