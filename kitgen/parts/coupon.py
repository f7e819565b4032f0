"""The nest coupon: a tile of the kit, and caps with the underside of one at marked clearances.

Caps are put on the tile's boss and tell which clearance a printer needs. The file's frame is that
of a tile: the centre at x = y = 0, the underside on z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.joints import nest as nests
from kitgen.joints.limits import whole_layers_up
from kitgen.joints.nest import NestParameters
from kitgen.joints.prisms import (
    ELEPHANT_FOOT_CHAMFER_MM,
    only_solid,
    rounded_box,
    rounded_box_volume,
)
from kitgen.lettering.outline import Outline
from kitgen.lettering.polygons import area, bounds
from kitgen.parts.tile import TileLetterParameters, TileParameters, build_tile_letter

if TYPE_CHECKING:
    import cadquery as cq

ROOF_MM = 0.8
"""Over a coupon's cavities: four layers close a bridge."""


@dataclass(frozen=True)
class Mark:
    """The number that stands on a piece of a coupon; lengths in mm."""

    outline: Outline
    """About the middle of the digits."""
    relief: float
    """How far it stands out, in whole layers."""

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Of the digits: x0, y0, x1, y1."""
        return bounds(self.outline)

    @property
    def volume(self) -> float:
        """In mm3."""
        return area(self.outline) * self.relief


@dataclass(frozen=True)
class CouponTileParameters(TileParameters):
    """The tile on which caps are tried: one of the kit, but counted as a coupon's."""


@dataclass(frozen=True)
class CouponCapParameters:
    """Dimensions of a cap in mm."""

    size: float
    corner_radius: float
    edge_chamfer: float
    nest: NestParameters
    layer_height: float
    mark: Mark

    @property
    def height(self) -> float:
        """From the underside to the flat top under the mark."""
        roof = whole_layers_up(ROOF_MM, self.layer_height)
        return round(whole_layers_up(self.nest.pocket_depth, self.layer_height) + roof, 9)


def build_coupon_cap(parameters: CouponCapParameters) -> cq.Solid:
    """Build a cap in print orientation, mark up."""
    import cadquery as cq

    p = parameters
    body = rounded_box(
        p.size,
        p.size,
        p.corner_radius,
        0.0,
        p.height,
        bottom_chamfer=ELEPHANT_FOOT_CHAMFER_MM,
        top_chamfer=p.edge_chamfer,
    )
    top = cq.Location(cq.Vector(0.0, 0.0, p.height))
    return marked(only_solid(body.cut(nests.pocket(p.nest))), p.mark, top)


def coupon_cap_volume(parameters: CouponCapParameters) -> float:
    """Volume in mm3 in closed form."""
    p = parameters
    body = rounded_box_volume(
        p.size,
        p.corner_radius,
        p.height,
        bottom_chamfer=ELEPHANT_FOOT_CHAMFER_MM,
        top_chamfer=p.edge_chamfer,
    )
    return body - nests.pocket_volume(p.nest) + p.mark.volume


def marked(body: cq.Solid, mark: Mark, place: cq.Location) -> cq.Solid:
    """Set a number on a body's flat top.

    Args:
        body: What it is for.
        mark: The number.
        place: Of the number's middle, on the top.
    """
    import cadquery as cq

    left, low, right, high = mark.bounds
    centred = cq.Location(cq.Vector(-(left + right) / 2, -(low + high) / 2, 0.0))
    digits = build_tile_letter(TileLetterParameters(mark.relief, mark.outline))
    return only_solid(body.fuse(*digits.moved(place * centred).Solids()))
