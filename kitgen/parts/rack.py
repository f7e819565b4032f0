r"""The rack half: two clip into the rack (placard) on which a player's tiles stand.

Seen from the end, the player to the left::

                 / /        back rest, leaning away from the player
                / /
       /\      / /          tiles stand in the slot, letters to the player
       | \____/ /
       |       / |____
       |______________|     foot

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

if TYPE_CHECKING:
    import cadquery as cq

SLOT_PLAY_MM = 0.8
"""What the slot is wider than a tile: tiles are set and taken by one hand."""
LIP_MM = 3.0
"""Height of the lip along the tile; letters begin higher."""
LEAST_ROOF_MM = 1.2
END_FOOT_MM = 12.0
GUSSET_MM = 2.0
OUTER_RADIUS_MM = 3.0
SEAM_RADIUS_MM = 1.0 + ELEPHANT_FOOT_CHAMFER_MM
"""Leaves 1 mm at the bed, where the chamfer takes from it: sharp corners lift."""
SIDE_WALL_MM = 1.4
"""Between the outermost joint feature and the rack's front or back; not less than the radius."""
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
    def slope(self) -> tuple[float, float]:
        """(cos, sin) of the back rest's slope."""
        angle = math.radians(self.rest_deg)
        return math.cos(angle), math.sin(angle)

    @property
    def pad_z(self) -> float:
        """Height of the solid ground over the joint: its roof in whole layers."""
        return round(self.seam.roof_z + whole_layers_up(LEAST_ROOF_MM, self.layer_height), 9)

    @property
    def slot_width(self) -> float:
        """Across the slot, from back rest to lip."""
        return self.tile_thickness + SLOT_PLAY_MM

    @property
    def slot_corner(self) -> tuple[float, float]:
        """(y, z) of the line on which the lower back edge of a standing tile rests."""
        return self.wall + self.slot_width * self.slope[1], self.pad_z

    @property
    def _lip(self) -> tuple[float, float]:
        """Height of the lip's top in whole layers, and its length along the slope."""
        cosine, sine = self.slope
        foot_z = self.pad_z + self.slot_width * cosine
        top_z = whole_layers_up(foot_z + LIP_MM * sine, self.layer_height)
        return top_z, (top_z - foot_z) / sine

    @property
    def height(self) -> float:
        """Of the whole part, in whole layers."""
        return whole_layers_up(self.pad_z + self.rest_length * self.slope[1], self.layer_height)

    @property
    def tile_centre_y(self) -> float:
        """Y of a standing tile's centre."""
        cosine, sine = self.slope
        y, _ = self.slot_corner
        return y + cosine * self.tile_size / 2 - sine * self.tile_thickness / 2

    @property
    def features(self) -> tuple[Placed, ...]:
        """The left half's edge, from the front: tongues from both halves, one clip between."""
        tongue = self.seam.half_width(Feature.TONGUE)
        clip = self.seam.half_width(Feature.CLIP)
        wall = 2 * self.line_width
        first = SIDE_WALL_MM + tongue
        middle = first + tongue + wall + clip
        last = middle + clip + wall + tongue
        return (
            Placed(Feature.TONGUE, first),
            Placed(Feature.CLIP, middle),
            Placed(Feature.GROOVE, last),
        )

    @property
    def depth(self) -> float:
        """From the front to the back of the feet."""
        by_joint = self.features[-1].along + self.seam.half_width(Feature.TONGUE) + SIDE_WALL_MM
        return max(by_joint, self._base_end + GUSSET_MM)

    @property
    def edge(self) -> Edge:
        """The seam edge of this half."""
        if self.hand == "left":
            return Edge(self.features, outward_deg=0.0, along=(0.0, 1.0))
        return Edge(mates(self.features), outward_deg=180.0, along=(0.0, 1.0))

    @property
    def pad_length(self) -> float:
        """From the seam: the ground over the joint and a wall behind it."""
        return self.seam.depth + SIDE_WALL_MM

    @property
    def section(self) -> Polygon:
        """(y, z) of lip, slot, back rest and base, counter-clockwise from the front edge."""
        cosine, sine = self.slope
        y, z = self.slot_corner
        lip_z, lip_along = self._lip
        lip_y = self.wall + lip_along * cosine
        floor = (y - self.slot_width * sine, z + self.slot_width * cosine)
        rest = (self.height - z) / sine
        inner_top = (y + rest * cosine, self.height)
        across = self.wall / sine
        gusset_z = self.base + GUSSET_MM
        return (
            (0.0, 0.0),
            (self._base_end, 0.0),
            (self._base_end, self.base),
            (self._back_y(self.base) + GUSSET_MM, self.base),
            (self._back_y(gusset_z), gusset_z),
            (inner_top[0] + across, self.height),
            inner_top,
            (y, z),
            floor,
            (lip_y, lip_z),
            (lip_y - self.wall, lip_z),
            (0.0, floor[1]),
        )

    @property
    def end_section(self) -> Polygon:
        """(y, z) of the end wall, which closes the slot."""
        whole = self.section
        return (whole[0], (self._back_y(0.0), 0.0), *whole[5:7], *whole[9:12])

    def _back_y(self, z: float) -> float:
        """The y of the back rest's rear face at a height."""
        cosine, sine = self.slope
        y, corner_z = self.slot_corner
        return y + (z - corner_z) * cosine / sine + self.wall / sine

    @property
    def _base_end(self) -> float:
        return self._back_y(self.base) + GUSSET_MM + 1.0


def build_rack_half(parameters: RackHalfParameters) -> cq.Solid:
    """Build one half in print orientation, which is how it stands on the table."""
    p = parameters
    near, far = p.seam.gap / 2, p.length
    profile = _along_x(p, p.section, near, far)
    end_wall = _along_x(p, p.end_section, far - p.wall, far)
    foot = _slab(p, (max(near, far - END_FOOT_MM), far), p.base)
    pad = _slab(p, (near, p.pad_length), p.pad_z, near_radius=SEAM_RADIUS_MM)
    outline = _slab(
        p, (near, far), p.height, near_radius=SEAM_RADIUS_MM, chamfer=ELEPHANT_FOOT_CHAMFER_MM
    )
    body = profile.fuse(end_wall, foot, pad).intersect(outline)
    return joined(only_solid(body.clean()), p.seam, (p.edge,))


def rack_half_volume(parameters: RackHalfParameters) -> float:
    """Volume in mm3 in closed form, but for the radii and chamfers of the outline."""
    p = parameters
    near, far = p.seam.gap / 2, p.length
    profile = area(p.section) * (far - near)
    end_wall = (area(p.end_section) - _overlap_of_sections(p)) * p.wall
    behind = p.depth - p.section[2][0]
    foot = behind * min(END_FOOT_MM, max(0.0, far - p.pad_length)) * p.base
    # The pad rises over the base behind the back rest and fills what lies under it.
    over = _area_above_base(p) + behind * p.pad_z
    pad = over * (p.pad_length - near)
    chamfer = 0.5 * ELEPHANT_FOOT_CHAMFER_MM**2 * (p.depth * 2 + far)
    return profile + end_wall + foot + pad - chamfer + volume_change(p.seam, p.edge.features)


def _overlap_of_sections(p: RackHalfParameters) -> float:
    """Area in mm2 that the end wall shares with the profile: all of it but the slot."""
    y, z = p.slot_corner
    whole = p.section
    slot = area(((y, z), whole[6], whole[9], whole[8]))
    return area(p.end_section) - abs(slot)


def _area_above_base(p: RackHalfParameters) -> float:
    """Area in mm2 between base and pad's top, behind the back rest and over the gusset."""
    whole = p.section
    top_y = max(p._back_y(p.pad_z), whole[4][0])
    outline: Polygon
    if p.pad_z >= whole[4][1]:
        outline = (whole[2], (whole[2][0], p.pad_z), (top_y, p.pad_z), whole[4], whole[3])
    else:
        slope_y = whole[3][0] - (p.pad_z - p.base) * (whole[3][0] - whole[4][0]) / GUSSET_MM
        outline = (whole[2], (whole[2][0], p.pad_z), (slope_y, p.pad_z), whole[3])
    return abs(area(outline))


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
