"""The snap's figures, measured on the files and held against formulas written out here."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import shapely
from assembled import Game
from sections import level
from shapely.geometry.base import BaseGeometry
from spoilt import built, dimensions_of

from kitgen.errors import ParameterError
from kitgen.joints.snap import SnapParameters
from kitgen.settings import material

PLA_REPEATED = 0.008
"""Strain limit of PLA for repeated use."""


@dataclass(frozen=True)
class Arm:
    """An arm as measured, u outward from its inner face and v along it, in mm."""

    thickness: float
    length: float
    """From the root to the hook's crest."""
    hook: float
    fillet: float
    gap: float
    """Beside the arm, to the mate's wall."""

    @property
    def deflection(self) -> float:
        """What of the hook stands behind the mate's edge."""
        return self.hook - self.gap

    @property
    def strain(self) -> float:
        return 1.5 * self.thickness * self.deflection / self.length**2

    @property
    def hook_left(self) -> float:
        """After the arm has moved sideways by the play."""
        return self.deflection - self.gap


def span(shape: BaseGeometry, v: float) -> tuple[float, float]:
    """Lowest and highest u of a plane shape at v."""
    cut = shape.intersection(shapely.LineString([(-1e3, v), (1e3, v)]))
    return float(cut.bounds[0]), float(cut.bounds[2])


def measured(game: Game, joint: dict, number: int, z: float = 1.0) -> Arm:
    """Measure one arm of a joint, and the room beside it in its mate."""
    (low, high), member = joint["arms"][number], joint["arm_members"][number]
    carrier, mate = joint["members"][member], joint["members"][1 - member]
    pose = game.pose(carrier)
    body = level(game.solids[game.item(carrier)["part"]], z)
    back = np.linalg.inv(pose)
    other = level(game.standing(mate).transform(back[:3]), z)
    # In a frame with v along the arm, away from its root, and u from the middle of the clip out.
    corners = np.array([low, high])[:, :2]
    along = 1 if abs(corners[0, 1]) < 1.0 or abs(corners[1, 1]) < 1.0 else 0
    sign_v = 1.0 if corners[:, along].mean() > 0 else -1.0
    twin = np.array(joint["arms"][number ^ 1])[:, 1 - along].mean()
    sign_u = 1.0 if corners[:, 1 - along].mean() > twin else -1.0
    matrix = np.zeros((2, 2))
    matrix[0, 1 - along], matrix[1, along] = sign_u, sign_v
    flat = [*matrix.ravel(), 0.0, 0.0]
    middle = (corners[:, 1 - along].mean() + twin) / 2 * sign_u
    root = min(corners[:, along] * sign_v)
    place = [1.0, 0.0, 0.0, 1.0, -middle, -root]
    body, other = (
        shapely.affinity.affine_transform(shapely.affinity.affine_transform(shape, flat), place)
        for shape in (body, other)
    )
    arm = body.intersection(shapely.box(0.0, 1e-4, 12.0, 40.0))
    arm = min(
        (piece for piece in getattr(arm, "geoms", [arm]) if piece.bounds[3] > 5.0),
        key=lambda piece: piece.bounds[0],
    )
    inner, outer = span(arm, 3.0)
    points = np.array(arm.exterior.coords)
    head = points[points[:, 1] > 3.0]
    tip = head[:, 0].max()
    crest = head[head[:, 0] > tip - 1e-4][:, 1].min()
    at_root = points[points[:, 1] < 1e-2][:, 0]
    beside = other.intersection(shapely.LineString([(outer, 3.0), (outer + 6.0, 3.0)]))
    return Arm(
        thickness=outer - inner,
        length=crest,
        hook=tip - outer,
        fillet=float(min(at_root.max() - outer, inner - at_root.min())),
        gap=float(beside.bounds[0]) - outer,
    )


def is_sound(arm: Arm, limit: float, clearance: float) -> bool:
    """Whether an arm bends as it should, again and again."""
    return (
        arm.strain <= limit * 1.001
        and arm.length >= 5 * arm.thickness
        and arm.fillet >= 0.5 * arm.thickness - 0.02
        and arm.hook_left >= 0.2 - 1e-3
        and clearance - 2e-3 <= arm.gap <= 1.5 * clearance
    )


@pytest.fixture(scope="session")
def kit_with(kits):
    def make(clearance: float) -> Game:
        parts = ["board-quarter", "rack-half"]
        return kits(size=6, only=parts, clearance_per_side=clearance, players=1)

    return make


@pytest.mark.parametrize("clearance", [0.05, 0.2, 0.4])
def test_arms_bend_within_the_limit(kit_with, clearance: float) -> None:
    game = kit_with(clearance)
    joints = game.joints("board-snap") + game.joints("rack-snap")
    assert len(joints) == 5
    for joint in joints:
        assert len(joint["arms"]) >= 2
        for number in range(len(joint["arms"])):
            arm = measured(game, joint, number)
            assert is_sound(arm, PLA_REPEATED, clearance), arm
            assert arm.thickness == pytest.approx(game.printed["snap_arm_thickness"], abs=1e-3)


def test_unsound_arms_are_found(kit_with) -> None:
    game = kit_with(0.2)
    arm = measured(game, game.joints("rack-snap")[0], 0)
    assert is_sound(arm, PLA_REPEATED, 0.2)
    for spoilt in (
        replace(arm, length=arm.length * 0.95),
        replace(arm, thickness=arm.thickness * 1.1),
        replace(arm, hook=arm.hook + 0.1),
        replace(arm, hook=arm.hook - 0.2),
        replace(arm, fillet=0.3),
        replace(arm, gap=0.15),
        replace(arm, gap=0.31),
    ):
        assert not is_sound(spoilt, PLA_REPEATED, 0.2), spoilt
    assert not is_sound(measured(game, game.joints("rack-snap")[0], 0), PLA_REPEATED, 0.4)


def test_arms_lie_on_the_bed(game: Game) -> None:
    """They bend within the layers: upright on the bed, as thick at the top as above the chamfer."""
    for joint in (*game.joints("board-snap")[:1], *game.joints("rack-snap")[:1]):
        thick = [measured(game, joint, 0, z).thickness for z in (0.45, 1.0, 1.7)]
        assert thick == pytest.approx([thick[0]] * 3, abs=1e-4)
        assert all(low[2] == 0.0 for low, _ in joint["arms"])
        # Only the mating side stands back at the bed: a first layer of two lines.
        first = measured(game, joint, 0, 0.001).thickness
        assert first == pytest.approx(thick[0] - 0.4, abs=5e-3)


def test_materials_set_the_limit() -> None:
    assert material("PLA").strain_limit_repeated == PLA_REPEATED


SNAP = SnapParameters(
    arm_thickness=1.2,
    arm_length=10.8,
    hook_left=0.25,
    height=1.8,
    clearance_per_side=0.2,
    vertical_gap=0.2,
    strain_limit=PLA_REPEATED,
    line_width=0.45,
)


def test_strain_by_hand() -> None:
    """1.5 h Y / L^2 = 1.5 x 1.2 x Y / 10.8^2; Y = 0.25 + 0.2 x the root of 1 + 0.8^2."""
    assert pytest.approx(0.0078105705) == SNAP.strain


def test_a_hook_keeps_its_lead_in_at_the_bed() -> None:
    """0.4 off lead-in, crest and tip leave 0.01 of a hook of 0.215."""
    closed = replace(SNAP, hook_left=0.2, clearance_per_side=0.0, line_width=0.3)
    assert closed.hook == pytest.approx(0.215, abs=1e-3)
    assert closed.hook == closed.deflection
    assert replace(SNAP, hook_left=0.25, clearance_per_side=0.0).hook == 0.25
    assert replace(SNAP, hook_left=0.2, clearance_per_side=0.05).hook == pytest.approx(
        0.2 + 0.05 + 0.05 * np.hypot(1.0, 0.8)
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"arm_length": 10.4},
            "strain of the snap arm (1.5 h Y / L^2) = 0.8423 % must be at most "
            "what the material takes for repeated use = 0.8 %",
        ),
        (
            {"arm_length": 5.9, "strain_limit": 0.1},
            "length of the snap arm (print.snap_arm_length) = 5.9 mm must be at least "
            "five thicknesses (5 x print.snap_arm_thickness) = 6 mm",
        ),
        (
            {"arm_thickness": 0.7},
            "snap arm's width in the first layer (print.snap_arm_thickness less the bed chamfer) "
            "= 0.4 mm must be at least one line (print.line_width) = 0.45 mm",
        ),
    ],
)
def test_refusals_name_both_sides(change: dict, message: str) -> None:
    with pytest.raises(ParameterError) as refused:
        replace(SNAP, **change)
    assert str(refused.value) == message


def test_the_first_revision_can_still_be_built() -> None:
    """A spare quarter for a board that was printed before: the golden record of that time."""
    dims = dimensions_of(
        joint_revision=1, snap_height=2.2, snap_hook_left=0.25, board_thickness=4.0, board_rim=2.0
    )
    solid = built(dims.board_quarter())
    assert solid.volume() == pytest.approx(54470.114, rel=2e-5)
    assert solid.surface_area() == pytest.approx(28134.16, rel=1e-4)
    assert solid.bounding_box() == pytest.approx((-107.0, -107.0, 0.0, 11.6, 11.6, 5.8), abs=1e-5)
    with_hooks_of_today = dimensions_of(snap_height=2.2, snap_hook_left=0.25, board_thickness=4.0)
    assert with_hooks_of_today.board_seam.snap.reach > dims.board_seam.snap.reach
