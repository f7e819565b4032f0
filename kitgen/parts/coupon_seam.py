"""The pieces of the board and rack coupons: a clip and a tongue of a seam, at a marked clearance.

One piece carries the clip and a groove, the other a socket and the tongue: slicers take two
cavities side by side for one bridge and lay it askew. Clip and socket are those of the kit. Of
tongue and groove, whose section is the same all along, only the tip is there: what is longer in the
kit keeps a board from folding and adds nothing to the fit.

The file's frame has the seam along y at x = 0 and the piece at positive x: with the seam to the
left PrusaSlicer bridges all roofs from wall to wall, and asks for no support. A half turn brings
one piece onto the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kitgen.joints import tongue as tongues
from kitgen.joints.limits import whole_layers_up
from kitgen.joints.prisms import ELEPHANT_FOOT_CHAMFER_MM, only_solid, prism, rounded_plate
from kitgen.joints.seam import Edge, Feature, Placed, SeamParameters, joined, mates, volume_change
from kitgen.parts.coupon import Mark, marked

if TYPE_CHECKING:
    import cadquery as cq

    from kitgen.joints.prisms import Point

Side = Literal["clip", "socket"]

ROOF_MM = 0.6
"""Over socket and groove: three layers close a bridge that carries nothing."""
TONGUE_MM = 5.0
"""Of the tongue's tip, seam to end."""
CORNER_RADIUS_MM = 0.6
"""Small, so that the corner at the seam leaves a wall that carries the bridge beside it. A piece
this small does not lift."""
SIDE_WALL_MM = 1.0
"""Beside the outer features."""
GRIP_MM = 3.0
"""Depth of what carries the tongue."""
INSET_MM = 1.0
"""From the seam to where the part around the socket begins. It has no chamfer at the bed, which
would take half of the wall behind the socket, and so must not reach the seam, where one belongs."""
MARK_MARGIN_MM = 0.3
"""Of the number to the edge of its piece."""


@dataclass(frozen=True)
class CouponSeamParameters:
    """Dimensions of one piece in mm."""

    side: Side
    """What it carries: the clip and a groove, or a socket and the tongue."""
    seam: SeamParameters
    layer_height: float
    line_width: float
    mark: Mark

    @property
    def wall(self) -> float:
        """Between and behind features: two lines."""
        return 2 * self.line_width

    @property
    def features(self) -> tuple[Placed, Placed]:
        """Clip or socket, then tongue or groove, as the edge has them."""
        clip = self.seam.half_width(Feature.CLIP)
        tongue = self.seam.half_width(Feature.TONGUE)
        first = SIDE_WALL_MM + clip
        of_clip = (
            Placed(Feature.CLIP, first),
            Placed(Feature.GROOVE, first + clip + self.wall + tongue),
        )
        first_feature, second = of_clip if self.side == "clip" else mates(of_clip)
        return first_feature, second

    @property
    def width(self) -> float:
        """Along the seam."""
        last = self.features[-1]
        return last.along + self.seam.half_width(last.feature) + SIDE_WALL_MM

    @property
    def edge(self) -> Edge:
        """The seam edge; the two pieces count from opposite ends."""
        along = 1.0 if self.side == "clip" else -1.0
        return Edge(self.features, outward_deg=180.0, along=(0.0, along))

    @property
    def height(self) -> float:
        """Of the flat top."""
        return round(self.seam.roof_z + whole_layers_up(ROOF_MM, self.layer_height), 9)

    @property
    def tongue_length(self) -> float:
        """Of the tip that is left of the tongue."""
        return min(TONGUE_MM, self.seam.tongue.length)

    @property
    def plates(self) -> tuple[tuple[Point, Point], ...]:
        """Low and high corners (x, y) of what the piece is made of; the last has the number."""
        near = self.seam.gap / 2
        number, across = self._number
        if self.side == "clip":
            groove = self.tongue_length + self.seam.tongue.clearance_per_side + self.wall
            return (((near, 0.0), (max(near + across, groove), self.width)),)
        # The number stands along the socket, which is deeper than a number is high.
        # At the bed the socket is wider all round.
        end = self.seam.snap.socket_depth + ELEPHANT_FOOT_CHAMFER_MM
        behind = max(end + self.wall, near + number)
        beside = self.features[0].along + self.seam.half_width(Feature.SOCKET) + self.wall
        return (((near, -self.width), (GRIP_MM, 0.0)), ((INSET_MM, -beside), (behind, 0.0)))

    @property
    def mark_place(self) -> cq.Location:
        """Where the middle of the number stands, and how it is turned."""
        import cadquery as cq

        (_, y0), (x1, y1) = self.plates[-1]
        middle = cq.Vector((self.seam.gap / 2 + x1) / 2, (y0 + y1) / 2, self.height)
        return cq.Location(middle, cq.Vector(0, 0, 1), 90.0 if self.side == "clip" else 180.0)

    @property
    def _number(self) -> tuple[float, float]:
        """Room in mm along and across the number, margins included."""
        left, low, right, high = self.mark.bounds
        return right - left + 2 * MARK_MARGIN_MM, high - low + 2 * MARK_MARGIN_MM


def build_coupon_seam(parameters: CouponSeamParameters) -> cq.Solid:
    """Build a piece in print orientation, mark up."""
    p = parameters
    radii = (CORNER_RADIUS_MM,) * 4
    first, *others = p.plates
    body = rounded_plate(*first, radii, p.height, bottom_chamfer=ELEPHANT_FOOT_CHAMFER_MM)
    if others:
        deep = [rounded_plate(low, high, radii, p.height) for low, high in others]
        body = only_solid(body.fuse(*deep).clean())
    snap, guide = p.features
    body = joined(body, p.seam, (Edge((snap,), p.edge.outward_deg, p.edge.along),))
    return marked(_guided(body, p, guide), p.mark, p.mark_place)


def coupon_seam_volume(parameters: CouponSeamParameters) -> float:
    """Volume in mm3 in closed form, but for slivers of chamfer at the joints."""
    p = parameters
    (x0, y0), (x1, y1) = p.plates[0]
    area, around, corners = (x1 - x0) * (y1 - y0), 2 * (x1 - x0 + y1 - y0), 4
    for (_, low), (behind, high) in p.plates[1:]:
        area += (high - low) * (behind - x1)
        around -= 2 * (high - low)
        corners += 1
    rounded = corners * (1 - math.pi / 4) * CORNER_RADIUS_MM**2
    chamfer = 0.5 * ELEPHANT_FOOT_CHAMFER_MM**2 * around
    joints = volume_change(p.seam, p.features)
    tongue = p.seam.tongue
    left_out = tongue.length - p.tongue_length
    if p.side == "clip":
        mean_width = 2 * tongue.groove_half - tongues.FLANK_RUN * tongue.roof_z
        flare = ELEPHANT_FOOT_CHAMFER_MM**2 * (1 + tongues.FLANK_RUN)
        joints += left_out * (mean_width * tongue.roof_z + flare)
    else:
        mean_width = tongue.bed_width + tongues.FLANK_RUN * tongue.height
        joints -= left_out * mean_width * tongue.height
    return (area - rounded) * p.height - chamfer + joints + p.mark.volume


def _guided(body: cq.Solid, p: CouponSeamParameters, guide: Placed) -> cq.Solid:
    """Give a piece the tip of the tongue, or of its groove: moved back, both keep their section."""
    import cadquery as cq

    place, up = cq.Vector(*p.edge.place(guide)), cq.Vector(0, 0, 1)
    back = cq.Vector(0.0, p.tongue_length - p.seam.tongue.length, 0.0)
    if guide.feature is Feature.GROOVE:
        inward = cq.Location(place, up, p.edge.outward_deg + 90.0)
        tool = tongues.groove(p.seam.tongue).translate(back).moved(inward)
        return only_solid(body.cut(tool))
    half, root = p.seam.half_width(Feature.TONGUE) + 1.0, tongues.ROOT_MM
    window = prism(
        (
            (-half, -root),
            (half, -root),
            (half, p.tongue_length + 1.0),
            (-half, p.tongue_length + 1.0),
        ),
        -1.0,
        p.seam.tongue.height + 1.0,
    )
    tip = only_solid(tongues.tongue(p.seam.tongue).translate(back).intersect(window))
    return only_solid(body.fuse(tip.moved(cq.Location(place, up, p.edge.outward_deg - 90.0))))
