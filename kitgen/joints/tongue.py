r"""The tongue: a finger on the bed that widens upward, in a roofed groove of the same section.

Cut along the seam (u to the right, z up)::

       ____________            the roof above stops it from rising,
       \          /            the flanks below stop it from sinking:
        \        /             two parts coupled by tongues from both sides
         |______|              neither fold up nor down

A tongue with upright sides has a roof above but only the table below, so a board made with them
folds as soon as it is lifted (measured on a prototype: free to 7 degrees). The flanks lean
out by less than 45 degrees, which prints without support, and face up in the groove.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from kitgen.joints.limits import require_at_least, require_at_most
from kitgen.joints.prisms import (
    ELEPHANT_FOOT_CHAMFER_MM,
    Polygon,
    layered_prism,
    offset,
    stack_volume,
)

if TYPE_CHECKING:
    import cadquery as cq

FLANK_RUN = 0.8
"""Sideways run of the flanks for each mm of height: 38.7 degrees from upright. At 45 degrees
slicers still ask for support under the tongues, depending on how the part is turned."""
TIP_CUT_MM = 1.0
"""Corners cut off the tip, so that it finds its groove."""
LEAST_NARROW_WIDTH_MM = 2.0
LARGEST_FOLD_DEG = 2.0
"""Play about a seam, either way, at which a lifted board still feels stiff."""
DESIGN_FOLD_DEG = 1.6
"""What a tongue is made for; the rest is margin for chords and layers."""
LONGEST_BRIDGE_MM = 18.0
HIGH_TONGUE_MM = 2.2
"""Height from which tongues keep their width on the bed."""
ROOT_MM = 1.0


@dataclass(frozen=True)
class TongueParameters:
    """One tongue and its groove; lengths in mm."""

    bed_width: float
    """Of the tongue where it lies on the bed."""
    length: float
    """From the seam to the tip."""
    height: float
    clearance_per_side: float
    vertical_gap: float
    """Between tongue and roof, in whole layers."""

    def __post_init__(self) -> None:
        require_at_least(
            "width of a tongue on the bed", self.bed_width, "its least", LEAST_NARROW_WIDTH_MM
        )
        require_at_most(
            "fold about the seam that the tongues leave",
            self.fold_deg,
            "what a lifted board may show",
            LARGEST_FOLD_DEG,
            unit="deg",
        )
        require_at_most(
            "bridge over the groove", 2 * self.groove_half, "a clean bridge", LONGEST_BRIDGE_MM
        )

    @property
    def fold_deg(self) -> float:
        """Play about the seam either way, with tongues from both sides."""
        down = flank_gap(self.clearance_per_side) / FLANK_RUN
        return math.degrees(max(down, self.vertical_gap) / self.length)

    @property
    def roof_z(self) -> float:
        """Height of the groove's ceiling."""
        return round(self.height + self.vertical_gap, 9)

    @property
    def groove_half(self) -> float:
        """Half the width of the groove at its ceiling."""
        flank_gap_mm = flank_gap(self.clearance_per_side)
        return self.bed_width / 2 + FLANK_RUN * self.roof_z + flank_gap_mm

    @property
    def half_width(self) -> float:
        """Half the room that tongue or groove takes along the seam."""
        return self.groove_half

    @property
    def groove_depth(self) -> float:
        """From the seam to the groove's end."""
        return self.length + self.clearance_per_side


def bed_width(width: float, height: float) -> float:
    """Width on the bed, in mm, of a tongue that is ``width`` wide there if it is a high one.

    A lower tongue widens less upward, so it begins wider: tongues are as strong at the root, and
    grooves as wide at the ceiling, which slicers bridge whichever way the part is turned.
    """
    return round(width + 2 * FLANK_RUN * max(0.0, HIGH_TONGUE_MM - height), 9)


def flank_gap(clearance_per_side: float) -> float:
    """Sideways gap in mm that leaves the clearance square to the leaning flanks."""
    return clearance_per_side * math.hypot(1.0, FLANK_RUN)


def shortest_tongue(clearance_per_side: float, vertical_gap: float) -> float:
    """The least length in mm that keeps the fold within the design value."""
    play = max(flank_gap(clearance_per_side) / FLANK_RUN, vertical_gap)
    return math.ceil(play / math.tan(math.radians(DESIGN_FOLD_DEG)) / 0.2) * 0.2


def tongue(parameters: TongueParameters) -> cq.Solid:
    """The tongue in the joint's frame: u along the seam, v out of its part, on the bed."""
    return layered_prism(_tongue_levels(parameters))


def groove(parameters: TongueParameters) -> cq.Solid:
    """The tool that cuts the groove; v runs into the part that is cut."""
    return layered_prism(_groove_levels(parameters))


def tongue_volume(parameters: TongueParameters) -> float:
    """Volume in mm3 of what a tongue adds outside its part."""
    whole = stack_volume(_tongue_levels(parameters))
    mean_width = parameters.bed_width + FLANK_RUN * parameters.height
    buried = (ROOT_MM - parameters.clearance_per_side / 2) * mean_width * parameters.height
    return whole - buried


def groove_volume(parameters: TongueParameters) -> float:
    """Volume in mm3 that a groove takes from its part."""
    (below, lowest), (z, edge), top = _groove_levels(parameters)
    share = -below / (z - below)
    bed = tuple(
        (u0 + share * (u1 - u0), v0 + share * (v1 - v0))
        for (u0, v0), (u1, v1) in zip(lowest, edge, strict=True)
    )
    levels = [(0.0, bed), (z, edge), top]
    section = sum(
        (z1 - z0) * (lower[0][0] + upper[0][0]) for (z0, lower), (z1, upper) in pairwise(levels)
    )
    outside = (ROOT_MM + parameters.clearance_per_side / 2) * section
    return stack_volume(levels) - outside


def _plan(half: float, root: float, tip: float, cut: float) -> Polygon:
    right = ((half, root), (half, tip - cut), (half - cut, tip))
    return (*right, *((-u, v) for u, v in reversed(right)))


def _tongue_plan(parameters: TongueParameters, z: float) -> Polygon:
    half = parameters.bed_width / 2 + FLANK_RUN * z
    stands_back = max(0.0, ELEPHANT_FOOT_CHAMFER_MM - z)
    # A cut corner leans out with flank and tip together: at the bed the cut is smaller, or its face
    # would overhang by more than 45 degrees.
    cut = min(TIP_CUT_MM, parameters.bed_width / 3) - 0.5 * stands_back
    return _plan(half, -ROOT_MM, parameters.length - stands_back, cut)


def _tongue_levels(parameters: TongueParameters) -> list[tuple[float, Polygon]]:
    heights = (0.0, ELEPHANT_FOOT_CHAMFER_MM, parameters.height)
    return [(z, _tongue_plan(parameters, z)) for z in heights]


def _groove_levels(parameters: TongueParameters) -> list[tuple[float, Polygon]]:
    c, flare = parameters.clearance_per_side, ELEPHANT_FOOT_CHAMFER_MM
    below = 0.1

    # Flanks and cut corners lean, the corners less: the clearance is meant square to the faces.
    flank, corner = flank_gap(c), c * math.sqrt(1 + FLANK_RUN**2 / 2)

    def opened(z: float) -> Polygon:
        return offset(_tongue_plan(parameters, z), [flank, corner, c, corner, flank, 0.0])

    # Below the chamfer's height the groove widens again toward the bed: its edge stands back from
    # a tongue that is squeezed outward, as every other bed edge that mates.
    edge = opened(flare)

    def flared(by: float) -> Polygon:
        return offset(edge, [by, by, by, by, by, 0.0])

    return [
        (-below, flared(flare + below)),
        (flare, edge),
        (parameters.roof_z, opened(parameters.roof_z)),
    ]
