"""What swells in the print plane still goes together; what would not is found."""

import numpy as np
import pytest
import shapely
from assembled import box
from manifold3d import Manifold
from sabotage import sabotaged
from spoilt import built, constant, dimensions_of

from kitgen.checks import swollen
from kitgen.checks.swelling import polygons
from kitgen.checks.written import WrittenKit

STACK = ["tile-A", "tile-F", "tile-K", "tile-P", "tile-U"]
PARTS = ["board-quarter", "rack-half", *STACK, "tile-Qu"]
EVERY = {"swollen.foot", "swollen.foot_room", "swollen.clearance", "swollen.clearance_room"}
HUNDREDTH = 0.01


def judge(folder):
    return list(swollen.findings(WrittenKit.read(folder)))


def failing(folder):
    return [each for each in judge(folder) if each.verdict == "fail"]


def worst(found, check: str):
    return next(each for each in found if each.check == check)


@pytest.fixture(scope="module")
def small(kits):
    return kits(size=6, only=PARTS)


def test_the_whole_kit_swells_without_harm(game) -> None:
    found = judge(game.folder)
    assert {each.check for each in found} == EVERY
    assert {each.verdict for each in found} == {"pass"}
    rooms = [each.value for each in found if each.check == "swollen.clearance_room"]
    assert rooms == pytest.approx([0.1 * 0.2] * len(rooms), abs=1e-3)


@pytest.mark.parametrize("clearance", [0.05, 0.4])
def test_other_clearances_swell_without_harm(kits, clearance: float) -> None:
    found = judge(kits(size=6, only=PARTS, clearance_per_side=clearance).folder)
    assert {each.check for each in found} == EVERY
    assert {each.verdict for each in found} == {"pass"}


@pytest.mark.parametrize("style", ["raised", "inlay"])
def test_other_styles_swell_without_harm(kits, style: str) -> None:
    found = judge(kits(size=6, only=PARTS, letter_style=style).folder)
    assert {each.verdict for each in found} == {"pass"}


def test_a_single_part_meets_nothing(kits) -> None:
    assert judge(kits(size=6, only=["rack-half-left"]).folder) == []


@pytest.mark.parametrize("part", ["board-quarter", "rack-half-left", "rack-half-right"])
def test_bed_edges_without_chamfers_jam(small, tmp_path, part: str) -> None:
    """Beside a mate that has its chamfers 0.2 + 0.4 is left for 0.4; without any 0.2."""
    dims = dimensions_of(size=6)
    left, right = dims.rack_halves()
    shapes = {
        "board-quarter": {"board-quarter": dims.board_quarter()},
        "rack-half-left": {"rack-half-left": left, "rack-half-right": right},
        "rack-half-right": {"rack-half-right": right, "rack-half-left": left},
    }[part]
    with constant("ELEPHANT_FOOT_CHAMFER_MM", 0.005):
        plain = {name: built(shape) for name, shape in shapes.items()}
    spoil = {name: lambda _, solid=solid: solid for name, solid in plain.items()}
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids=spoil))
    assert {each.check for each in found} == {"swollen.foot", "swollen.foot_room"}
    room = worst(found, "swollen.foot_room")
    assert room.value == pytest.approx(0.2 - 2 * 0.2, abs=HUNDREDTH)
    kind = "quarter" if part == "board-quarter" else "rack"
    assert all(member.startswith(kind) for member in room.between)
    assert worst(found, "swollen.foot").value > 1.0


@pytest.mark.parametrize("part", ["tile-F", "tile-P", "tile-Qu"])
def test_a_pocket_without_a_flare_is_tight_at_the_bed(small, tmp_path, part: str) -> None:
    """The flare filled to 0.1 mm from the boss; above, the pocket is as it was."""
    ring = box((-8.5, -8.5, 0.0), (8.5, 8.5, 0.15)) - box((-7.3, -7.3, -1.0), (7.3, 7.3, 1.0))
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids={part: lambda s: s + ring}))
    assert {each.check for each in found} == EVERY
    rooms = [each for each in found if each.check == "swollen.foot_room"]
    assert (part, part) in {each.between for each in rooms}
    for each in rooms:
        assert each.value == pytest.approx(0.1 - 0.2, abs=HUNDREDTH)
    overlap = next(
        each for each in found if each.check == "swollen.foot" and each.between == (part, part)
    )
    # A ring 0.1 wide round a square of 14.4 without its round corners, over the ring's height.
    assert overlap.value == pytest.approx(4 * (14.4 - 3.0) * 0.1 * 0.15, rel=0.1)


@pytest.mark.parametrize("asked", [0.2, 0.3, 0.4])
def test_a_clearance_that_is_not_the_one_asked_for_is_found(kits, tmp_path, asked: float) -> None:
    def ask(manifest) -> None:
        for joint in manifest["joints"]:
            joint["clearance_per_side_mm"] = asked

    tight = kits(size=6, only=PARTS, clearance_per_side=0.05)
    found = failing(sabotaged(tight.folder, tmp_path / "kit", manifest=ask))
    rooms = [each for each in found if each.check == "swollen.clearance_room"]
    kinds = {each.between[0].split("-")[0] for each in rooms}
    assert {"quarter", "rack"} < kinds
    for each in rooms:
        assert each.value == pytest.approx(0.05 - 0.9 * asked, abs=HUNDREDTH)


@pytest.mark.parametrize("height", [0.6, 0.9, 1.2])
def test_a_burr_at_one_height_is_found(small, tmp_path, height: float) -> None:
    """A ridge of one layer round the boss, 0.1 mm out."""
    land = small.printed["tile_height"]
    ridge = box((-7.3, -7.3, land + height), (7.3, 7.3, land + height + 0.2)) - box(
        (-6.0, -6.0, 0.0), (6.0, 6.0, 9.0)
    )
    spoil = {"tile-Qu": lambda solid: solid + ridge}
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids=spoil))
    room = worst(found, "swollen.clearance_room")
    assert room.between == ("tile-Qu", "tile-Qu")
    # The ridge is square: at its corners it is nearer to the round ones of the pocket.
    assert room.value < 0.1 - 0.9 * 0.2 + HUNDREDTH


@pytest.mark.parametrize("name", ["tile-A", "tile-Qu", "board-quarter"])
def test_sections_keep_their_holes(small, name: str) -> None:
    solid: Manifold = small.solids[name]
    for z in np.arange(0.1, solid.bounding_box()[5], 0.3):
        cut = solid.slice(float(z))
        assert shapely.MultiPolygon(polygons(cut)).area == pytest.approx(cut.area(), abs=1e-6)


def test_an_island_in_a_hole_is_a_piece() -> None:
    target = Manifold.cube([9, 9, 1], True) - Manifold.cube([7, 7, 2], True)
    target += Manifold.cube([5, 5, 1], True) - Manifold.cube([3, 3, 2], True)
    pieces = polygons(target.slice(0.0))
    assert sorted(piece.area for piece in pieces) == pytest.approx([16.0, 32.0])
