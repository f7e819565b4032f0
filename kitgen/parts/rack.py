"""The rack half: two clip into the rack (placard) on which a player's tiles stand.

The file's frame has x along the rack with the seam at x = 0, y away from the player with the front
at y = 0, and z up. A half turn would swap front and back, so left and right are two shapes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kitgen.joints.limits import require_at_least, whole_layers_up
from kitgen.joints.prisms import (
    ELEPHANT_FOOT_CHAMFER_MM,
    Polygon,
    area,
    only_solid,
    prism,
    rounded_plate,
)
from kitgen.joints.seam import Edge, Feature, Placed, SeamParameters, joined, mates, volume_change
from kitgen.parts.rack_section import GUSSET_MM, RackSection

if TYPE_CHECKING:
    import cadquery as cq

SLOT_PLAY_MM = 0.8
"""What the slot is wider than a tile: tiles are set and taken by one hand."""
LEAST_ROOF_MM = 1.2
END_FOOT_MM = 12.0
OUTER_RADIUS_MM = 3.0
TOP_RADIUS_MM = 4.0
"""Of the upper outer corner of the back rest: a hand takes the rack there."""
SEAM_RADIUS_MM = 1.1 + ELEPHANT_FOOT_CHAMFER_MM
"""Leaves 1 mm at the bed, where the chamfer takes from it: sharp corners lift."""
SIDE_WALL_MM = 2.4
"""Between the outermost joint feature and the rack's front or back: two lines of it are left where
the corner at the seam is rounded, and carry the bridge over the feature."""
LEAST_STANDING_MM = 5.0
"""The centre of mass of rack and tiles stays inside the foot by this much."""


@dataclass(frozen=True)
class RackHalfParameters:
    """Dimensions of one half in mm, angles in degrees."""

    hand: Literal["left", "right"]
    tiles: int
    """That the whole rack holds."""
    tile_size: float
    tile_thickness: float
    """From the tile's underside to the highest point of its letter."""
    tile_pitch: float
    rest_deg: float
    """Slope of the back rest to the table."""
    rest_length: float
    wall: float
    base: float
    """Thickness of the foot, in whole layers."""
    layer_height: float
    line_width: float
    seam: SeamParameters

    def __post_init__(self) -> None:
        require_at_least(
            "length of a rack half (tiles x pitch / 2)",
            self.length,
            "depth of the joint and a wall behind it",
            self.seam.depth + SIDE_WALL_MM + self.wall,
        )
        front = self.tile_centre_y
        require_at_least(
            "distance of the standing tiles' centre of mass from the foot's front edge",
            front,
            "what keeps a rack standing",
            LEAST_STANDING_MM,
        )
        require_at_least(
            "print.rack_wall", self.wall, "two lines (2 x print.line_width)", 2 * self.line_width
        )

    @property
    def sign(self) -> int:
        """Of x in this half."""
        return -1 if self.hand == "left" else 1

    @property
    def length(self) -> float:
        """From the seam to the outer end."""
        return self.tiles * self.tile_pitch / 2 + self.wall

    @property
    def pad_z(self) -> float:
        """Height of the solid ground over the joint: its roof in whole layers."""
        return round(self.seam.roof_z + whole_layers_up(LEAST_ROOF_MM, self.layer_height), 9)

    @property
    def section(self) -> RackSection:
        """Across the rack: lip, slot, back rest and base."""
        return RackSection(
            rest_deg=self.rest_deg,
            rest_length=self.rest_length,
            wall=self.wall,
            base=self.base,
            slot_width=self.tile_thickness + SLOT_PLAY_MM,
            corner_z=self.pad_z,
            layer_height=self.layer_height,
        )

    @property
    def height(self) -> float:
        """Of the whole part, in whole layers."""
        return self.section.height

    @property
    def tile_centre_y(self) -> float:
        """Y of a standing tile's centre."""
        cosine, sine = self.section.slope
        y, _ = self.section.corner
        return y + cosine * self.tile_size / 2 - sine * self.tile_thickness / 2

    @property
    def features(self) -> tuple[Placed, ...]:
        """The left half's edge, from the front: tongues from both halves, then the clip.

        The other half's two cavities have a tongue between them: slicers take roofs that lie
        close together for one bridge, and lay it askew.
        """
        tongue = self.seam.half_width(Feature.TONGUE)
        clip = self.seam.half_width(Feature.CLIP)
        wall = 2 * self.line_width
        first = SIDE_WALL_MM + tongue
        second = first + tongue + wall + tongue
        return (
            Placed(Feature.TONGUE, first),
            Placed(Feature.GROOVE, second),
            Placed(Feature.CLIP, second + tongue + wall + clip),
        )

    @property
    def depth(self) -> float:
        """From the front to the back of the feet."""
        last = self.features[-1]
        by_joint = last.along + self.seam.half_width(last.feature) + SIDE_WALL_MM
        return max(by_joint, self.section.base_end + GUSSET_MM)

    @property
    def edge(self) -> Edge:
        """The seam edge of this half."""
        if self.hand == "left":
            return Edge(self.features, outward_deg=0.0, along=(0.0, 1.0))
        return Edge(mates(self.features), outward_deg=180.0, along=(0.0, 1.0))

    @property
    def pad_length(self) -> float:
        """From the seam: the ground over the joint and a wall behind it."""
        # The pad's inner corner is rounded: its centre lies beside the end of the last cavity.
        return self.seam.depth + OUTER_RADIUS_MM


def build_rack_half(parameters: RackHalfParameters) -> cq.Solid:
    """Build one half in print orientation, which is how it stands on the table."""
    p = parameters
    near, far = p.seam.gap / 2, p.length
    profile = _along_x(p, p.section.outline, near, far)
    end_wall = _along_x(p, p.section.slot, far - p.wall, far)
    foot = _slab(p, (max(near, far - END_FOOT_MM), far), p.base)
    pad = _slab(p, (near, p.pad_length), p.pad_z, near_radius=SEAM_RADIUS_MM)
    outline = _slab(
        p, (near, far), p.height, near_radius=SEAM_RADIUS_MM, chamfer=ELEPHANT_FOOT_CHAMFER_MM
    )
    body = profile.fuse(end_wall, foot, pad).intersect(outline).intersect(_rounded_end(p))
    return joined(only_solid(body.clean()), p.seam, (p.edge,))


def rack_half_volume(parameters: RackHalfParameters) -> float:
    """Volume in mm3 in closed form, but for slivers where radii and chamfers meet slopes."""
    p, section = parameters, parameters.section
    near, far = p.seam.gap / 2, p.length
    profile = area(section.outline) * (far - near)
    end_wall = abs(area(section.slot)) * p.wall
    behind = p.depth - section.base_end
    foot = behind * min(END_FOOT_MM, max(0.0, far - p.pad_length)) * p.base
    # The pad rises over the base behind the back rest and fills what lies under it.
    pad = (section.area_behind(p.pad_z) + behind * p.pad_z) * (p.pad_length - near)
    chamfer = 0.5 * ELEPHANT_FOOT_CHAMFER_MM**2 * (p.depth * 2 + far)
    corners = 2 * SEAM_RADIUS_MM**2 * p.pad_z
    corners += OUTER_RADIUS_MM**2 * (section.floor_front[1] + p.base)
    corners += TOP_RADIUS_MM**2 * p.wall / section.slope[1]
    rounded = (1 - math.pi / 4) * corners
    joints = volume_change(p.seam, p.edge.features)
    return profile + end_wall + foot + pad - chamfer - rounded + joints


def _along_x(p: RackHalfParameters, section: Polygon, near: float, far: float) -> cq.Solid:
    """Extrude a (y, z) section between two distances from the seam."""
    import cadquery as cq

    low = near if p.sign > 0 else -far
    # Swapping the axes (y, z, x) is a turn, so the section keeps its sense.
    turn = cq.Plane(origin=(low, 0, 0), xDir=(0, 1, 0), normal=(1, 0, 0))
    return prism(section, 0.0, far - near).moved(cq.Location(turn))


def _slab(
    p: RackHalfParameters,
    span: tuple[float, float],
    height: float,
    *,
    near_radius: float = OUTER_RADIUS_MM,
    chamfer: float = 0.0,
) -> cq.Solid:
    """A slab over the whole depth between two distances from the seam, with rounded corners."""
    x0, x1 = sorted((p.sign * span[0], p.sign * span[1]))
    near, far = near_radius, OUTER_RADIUS_MM
    radii = (near, far, far, near) if p.sign > 0 else (far, near, near, far)
    return rounded_plate((x0, 0.0), (x1, p.depth), radii, height, bottom_chamfer=chamfer)


def _rounded_end(p: RackHalfParameters) -> cq.Solid:
    """What remains where the outer upper corner is rounded, seen from the player."""
    import cadquery as cq

    beyond = 10.0  # past the seam and under the table, where nothing is to be rounded
    x0, x1 = sorted((-p.sign * beyond, p.sign * p.length))
    radius = (TOP_RADIUS_MM,) * 4
    plate = rounded_plate((x0, -beyond), (x1, p.height), radius, p.depth)
    upright = cq.Plane(origin=(0, p.depth, 0), xDir=(1, 0, 0), normal=(0, -1, 0))
    return plate.moved(cq.Location(upright))
