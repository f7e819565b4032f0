r"""The snap: two cantilever arms that lie flat on the bed and hook outward into a roofed socket.

Seen from above, in the joint's own frame (u along the seam, v out of the part that carries the
arms, origin on the seam)::

      v ^    \_/ \_/      lead-in
        |     | core |     hooks point outward, away from the core
        |     | |  | |     arms, rooted on the seam face with fillets
      --+-----+------+---- seam

Arms and hooks lie in the layers of the print, so that bending loads no bond between layers. The
socket leaves the clearance on every side of the seated hook, return face included: the joint is
unloaded when it is shut, because PLA creeps under load.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.joints.limits import require_at_least, require_at_most
from kitgen.joints.prisms import (
    ELEPHANT_FOOT_CHAMFER_MM,
    Polygon,
    area,
    corner_fillet,
    layered_prism,
    mirrored,
    offset,
    stack_volume,
)
from kitgen.joints.revisions import JOINT_REVISION, require_known
from kitgen.joints.tongue import flank_gap

if TYPE_CHECKING:
    import cadquery as cq

LEAD_IN_DEG = 38.0
"""Slope of the tip to the arm's axis: 30 to 45 degrees slide in by hand."""
RETURN_DEG = 45.0
"""Slope of the return face: 45 degrees let go again by hand."""
HOOK_FLAT_MM = 0.4
LEAST_HOOK_MM = 0.01 + ELEPHANT_FOOT_CHAMFER_MM * math.sin(math.radians(LEAD_IN_DEG)) * (
    math.tan(math.radians(LEAD_IN_DEG / 2)) + math.tan(math.radians(45.0 - LEAD_IN_DEG / 2))
)
"""Of a smaller hook the bed chamfer, which takes as much off lead-in, crest and tip, would take the
whole lead-in. 0.01 is left."""
LEAST_SLENDERNESS = 5.0
"""Free length over thickness, below which the beam formula and the print both fail."""
ROOT_MM = 1.0
"""How far solids reach into the body that they are fused to."""
ARM_BOX_MARGIN_MM = 0.01
"""Around the boxes that hold the arms: who takes the arms off a mesh by them, whose coordinates are
rounded, leaves no film behind."""
MOUTH_MM = 1.2
"""Depth over which the socket's mouth narrows, so that it clears the root fillets."""
MOUTH_PLAY_MM = 0.25
"""How much wider than fillet and clearance the mouth is: fillets carry no chamfer at the bed."""


@dataclass(frozen=True)
class SnapParameters:
    """One clip of two arms; lengths in mm."""

    arm_thickness: float
    arm_length: float
    """From the seam face of the part to the hook's crest."""
    hook_left: float
    """Hook that still holds after the clearance and the sideways play of the guides."""
    height: float
    clearance_per_side: float
    vertical_gap: float
    """Above the arms, in whole layers."""
    strain_limit: float
    """Largest strain for repeated use of the material, 1."""
    line_width: float
    revision: int = JOINT_REVISION

    def __post_init__(self) -> None:
        require_known(self.revision)
        require_at_least(
            "length of the snap arm (print.snap_arm_length)",
            self.arm_length,
            "five thicknesses (5 x print.snap_arm_thickness)",
            LEAST_SLENDERNESS * self.arm_thickness,
        )
        require_at_most(
            "strain of the snap arm (1.5 h Y / L^2)",
            100 * self.strain,
            "what the material takes for repeated use",
            100 * self.strain_limit,
            unit="%",
        )
        require_at_least(
            "snap arm's width in the first layer (print.snap_arm_thickness less the bed chamfer)",
            self.arm_thickness - 0.75 * ELEPHANT_FOOT_CHAMFER_MM,
            "one line (print.line_width)",
            self.line_width,
        )

    @property
    def deflection(self) -> float:
        """How far an arm bends while the joint is pushed home: what is left plus the play.

        Parts that lie against one side leave the arms of the other what the guides let them move,
        and tongues lean: their gap is wider sideways than square to their flanks.
        """
        return deflection(self.hook_left, self.clearance_per_side, self.revision)

    @property
    def hook(self) -> float:
        """How far the hook stands out from the arm."""
        return self.deflection + self.clearance_per_side

    @property
    def strain(self) -> float:
        """Peak strain at the root, 1.5 h Y / L^2 (straight beam, Bayer's snap-fit guide)."""
        return 1.5 * self.arm_thickness * self.deflection / self.arm_length**2

    @property
    def fillet(self) -> float:
        """Root fillet: half the thickness."""
        return 0.5 * self.arm_thickness

    @property
    def core_half(self) -> float:
        """Half the width of the core between the arms: two lines in all."""
        return max(0.8, self.line_width)

    @property
    def inner(self) -> float:
        """Distance of an arm's inner face from the middle; the core stops it from overbending.

        Where hooks are small it is the root fillet, which carries no chamfer, that must clear the
        core, squeezed first layers included.
        """
        past_core = max(0.0, ELEPHANT_FOOT_CHAMFER_MM - self.clearance_per_side)
        return self.core_half + max(self.hook + 0.1, self.fillet + past_core)

    @property
    def outer(self) -> float:
        """Distance of an arm's outer face from the middle."""
        return self.inner + self.arm_thickness

    @property
    def crest(self) -> float:
        """V of the hook's crest, where the return face ends."""
        return self.arm_length - self.clearance_per_side / 2

    @property
    def reach(self) -> float:
        """V of the tip."""
        return self.crest + HOOK_FLAT_MM + self.hook / math.tan(math.radians(LEAD_IN_DEG))

    @property
    def socket_depth(self) -> float:
        """V of the socket's end wall."""
        return self.reach + self.clearance_per_side

    @property
    def roof_z(self) -> float:
        """Height of the socket's ceiling."""
        return round(self.height + self.vertical_gap, 9)

    @property
    def half_width(self) -> float:
        """Of the socket at the bed, its flare included."""
        widest = self.outer + self.clearance_per_side + max(self.hook, self.fillet + MOUTH_PLAY_MM)
        return widest + ELEPHANT_FOOT_CHAMFER_MM

    @property
    def travel(self) -> float:
        """Way from the first touch of hook and mouth until the snap is home."""
        return self.reach - self.clearance_per_side / 2


def deflection(hook_left: float, clearance_per_side: float, revision: int) -> float:
    """How far an arm bends, in mm: enough for what is to be left, and for a hook that prints."""
    if revision == 1:
        return hook_left + clearance_per_side
    return max(hook_left + flank_gap(clearance_per_side), LEAST_HOOK_MM - clearance_per_side)


def shortest_arm(
    arm_thickness: float,
    hook_left: float,
    clearance_per_side: float,
    strain_limit: float,
    revision: int = JOINT_REVISION,
) -> float:
    """The least length in mm that keeps both the strain and the slenderness, in steps of 0.2 mm."""
    bent = deflection(hook_left, clearance_per_side, revision)
    by_strain = math.sqrt(1.5 * arm_thickness * bent / strain_limit)
    return math.ceil(max(by_strain, LEAST_SLENDERNESS * arm_thickness) / 0.2 - 1e-9) * 0.2


def arms(snap: SnapParameters) -> list[cq.Solid]:
    """Both arms with their hooks and root fillets, on the bed, in the joint's frame."""
    right = layered_prism(_arm_levels(snap, _arm_plan(snap)))
    left = layered_prism(_arm_levels(snap, mirrored(_arm_plan(snap))))
    face = -snap.clearance_per_side / 2
    fillets = [
        corner_fillet((sign * distance, face), (sign * side, 1), snap.fillet, 0.0, snap.height)
        for sign in (1, -1)
        for distance, side in ((snap.outer, 1), (snap.inner, -1))
    ]
    return [right, left, *fillets]


def arm_boxes(snap: SnapParameters) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """((u, v) low, (u, v) high) of each arm outside its body, hook and fillet included."""
    face, tip = -snap.clearance_per_side / 2, snap.reach + ARM_BOX_MARGIN_MM
    near = snap.inner - snap.fillet - ARM_BOX_MARGIN_MM
    far = snap.outer + max(snap.hook, snap.fillet) + ARM_BOX_MARGIN_MM
    return [((near, face), (far, tip)), ((-far, face), (-near, tip))]


def socket(snap: SnapParameters) -> cq.Solid:
    """The tool that cuts the socket; v runs into the part that is cut."""
    return layered_prism(_socket_levels(snap))


def arms_volume(snap: SnapParameters) -> float:
    """Volume in mm3 of what the arms add outside their body."""
    whole = stack_volume(_arm_levels(snap, _arm_plan(snap)))
    buried = (ROOT_MM - snap.clearance_per_side / 2) * snap.arm_thickness * snap.height
    fillets = 2 * (1 - math.pi / 4) * snap.fillet**2 * snap.height
    return 2 * (whole - buried + fillets)


def socket_volume(snap: SnapParameters) -> float:
    """Volume in mm3 that the socket takes from its part."""
    plan = _socket_plan(snap)
    outside = (ROOT_MM + snap.clearance_per_side / 2) * 2 * plan[0][0]
    return (area(plan) - outside) * snap.roof_z


def _arm_plan(snap: SnapParameters) -> Polygon:
    """The right arm, counter-clockwise from its inner root."""
    inner, outer, crest = snap.inner, snap.outer, snap.crest
    tip = outer + snap.hook
    return (
        (inner, -ROOT_MM),
        (outer, -ROOT_MM),
        (outer, crest - snap.hook / math.tan(math.radians(RETURN_DEG))),
        (tip, crest),
        (tip, crest + HOOK_FLAT_MM),
        (outer, snap.reach),
        (inner, snap.reach),
    )


def _arm_levels(snap: SnapParameters, plan: Polygon) -> list[tuple[float, Polygon]]:
    chamfer = ELEPHANT_FOOT_CHAMFER_MM
    # Only faces that mate stand back at the bed: chamfered on both sides, an arm would start as a
    # single line. The root edge and the inner face are the two that do not.
    right = plan[0][0] > 0
    mates = [False, True, True, True, True, True, False]
    if not right:
        mates = [mates[(len(plan) - 2 - i) % len(plan)] for i in range(len(plan))]
    shrunk = offset(plan, [-chamfer if mate else 0.0 for mate in mates])
    return [(0.0, shrunk), (chamfer, plan), (snap.height, plan)]


def _socket_plan(snap: SnapParameters) -> Polygon:
    """Around the core, counter-clockwise from the right end of the mouth."""
    c = snap.clearance_per_side
    channel = snap.outer + c
    mouth = channel + snap.fillet + MOUTH_PLAY_MM
    chamber = channel + snap.hook
    seam = c / 2
    # The return faces are parallel lines at 45 degrees, the clearance apart along their normal.
    catch = snap.crest - snap.hook + c - c * math.sqrt(2)
    end, core = snap.socket_depth, snap.core_half
    right = (
        (mouth, -ROOT_MM),
        (mouth, seam),
        (channel, seam + MOUTH_MM),
        (channel, catch),
        (chamber, catch + snap.hook),
        (chamber, end),
        (core, end),
        (core, seam),
    )
    return (*right, *((-u, v) for u, v in reversed(right)))


def _socket_levels(snap: SnapParameters) -> list[tuple[float, Polygon]]:
    plan = _socket_plan(snap)
    flare = ELEPHANT_FOOT_CHAMFER_MM
    # Edges around the core and the one outside the part keep their place.
    flared = [True] * 6 + [False] * 3 + [True] * 6 + [False]
    below = 0.1

    def opened(by: float) -> Polygon:
        return offset(plan, [by if flag else 0.0 for flag in flared])

    return [(-below, opened(flare + below)), (flare, plan), (snap.roof_z, plan)]
