r"""The section of a rack, across its length: where tiles stand, lean and are held.

y runs away from the player, z up::

                 / /        back rest
                / /
       /\      / /          slot, across it the thickness of a tile and some play
       | \____/ /
       |       / |____
       |______________|     base
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kitgen.joints.limits import whole_layers_up
from kitgen.joints.prisms import Polygon, area

LIP_MM = 2.4
"""Height of the lip along the tile: a tile stands behind it, the bar under its letter shows."""
GUSSET_MM = 2.0
"""Fills the corner between base and back rest, where a hand would break it."""
EDGE_MM = 0.5
"""Breaks the upper edges of lip and back rest, where hands take hold."""


@dataclass(frozen=True)
class RackSection:
    """Lengths in mm, angles in degrees."""

    rest_deg: float
    rest_length: float
    wall: float
    base: float
    slot_width: float
    corner_z: float
    """Height of the slot's lowest line, on which the tiles' lower back edge rests."""
    layer_height: float

    @property
    def slope(self) -> tuple[float, float]:
        """(cos, sin) of the back rest's slope."""
        angle = math.radians(self.rest_deg)
        return math.cos(angle), math.sin(angle)

    @property
    def corner(self) -> tuple[float, float]:
        """(y, z) of the slot's lowest line."""
        return self.wall + self.slot_width * self.slope[1], self.corner_z

    @property
    def height(self) -> float:
        """Of the back rest's top, in whole layers."""
        return whole_layers_up(self.corner_z + self.rest_length * self.slope[1], self.layer_height)

    @property
    def base_end(self) -> float:
        """The y at which the base ends between the feet."""
        return self.rear_y(self.base) + GUSSET_MM + 1.0

    def front_y(self, z: float) -> float:
        """The y of the face on which tiles lean, at a height."""
        cosine, sine = self.slope
        return self.corner[0] + (z - self.corner_z) * cosine / sine

    def rear_y(self, z: float) -> float:
        """The y of the back rest's rear face, at a height."""
        return self.front_y(z) + self.wall / self.slope[1]

    @property
    def rear(self) -> Polygon:
        """The outline from the base's end up to the back rest's rear."""
        gusset_z = self.base + GUSSET_MM
        return (
            (self.base_end, 0.0),
            (self.base_end, self.base),
            (self.rear_y(self.base) + GUSSET_MM, self.base),
            (self.rear_y(gusset_z), gusset_z),
        )

    @property
    def top(self) -> Polygon:
        """The back rest's top with its broken edges, from the rear to the front."""
        z, edge = self.height, EDGE_MM
        return (
            (self.rear_y(z - edge), z - edge),
            (self.rear_y(z) - edge, z),
            (self.front_y(z) + edge, z),
            (self.front_y(z - edge), z - edge),
        )

    @property
    def floor_front(self) -> tuple[float, float]:
        """(y, z) where the slot's floor meets the lip."""
        cosine, sine = self.slope
        y, z = self.corner
        return y - self.slot_width * sine, z + self.slot_width * cosine

    @property
    def lip(self) -> Polygon:
        """The lip's top from the slot to the front, its outer edge broken."""
        cosine, sine = self.slope
        y, z = self.floor_front
        top_z = whole_layers_up(z + LIP_MM * sine, self.layer_height)
        inner_y = y + (top_z - z) * cosine / sine
        outer_y, edge = inner_y - self.wall, EDGE_MM
        return (
            (inner_y, top_z),
            (outer_y + edge, top_z),
            (outer_y - edge * cosine / sine, top_z - edge),
        )

    @property
    def outline(self) -> Polygon:
        """The whole section, counter-clockwise from the front edge on the table."""
        front = (0.0, self.floor_front[1])
        return ((0.0, 0.0), *self.rear, *self.top, self.corner, self.floor_front, *self.lip, front)

    @property
    def slot(self) -> Polygon:
        """What an end wall fills, up to the line from lip to back rest."""
        return (self.corner, self.top[-1], self.lip[0], self.floor_front)

    def area_behind(self, z: float) -> float:
        """Area in mm2 over the base and under height ``z``, from the rear to the base's end."""
        top_y = max(self.rear_y(z), self.rear_y(self.base + GUSSET_MM))
        end, gusset_foot, gusset_top = self.rear[1:]
        outline: Polygon
        if z >= gusset_top[1]:
            outline = (end, (self.base_end, z), (top_y, z), gusset_top, gusset_foot)
        else:
            part = (z - self.base) / GUSSET_MM
            slope_y = gusset_foot[0] + part * (gusset_top[0] - gusset_foot[0])
            outline = (end, (self.base_end, z), (slope_y, z), gusset_foot)
        return abs(area(outline))
