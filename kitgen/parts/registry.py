"""Every kind of part that kitgen can build, so that tests and documents can walk them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kitgen.parts.board import BoardQuarterParameters, board_quarter_volume, build_board_quarter
from kitgen.parts.coupon import (
    CouponCapParameters,
    CouponTileParameters,
    build_coupon_cap,
    coupon_cap_volume,
)
from kitgen.parts.coupon_seam import CouponSeamParameters, build_coupon_seam, coupon_seam_volume
from kitgen.parts.extents import (
    Extent,
    board_quarter_extent,
    coupon_cap_extent,
    coupon_seam_extent,
    rack_half_extent,
    tile_extent,
    tile_letter_extent,
)
from kitgen.parts.rack import RackHalfParameters, build_rack_half, rack_half_volume
from kitgen.parts.tile import (
    TileLetterParameters,
    TileParameters,
    build_tile,
    build_tile_letter,
    tile_letter_volume,
    tile_volume,
)

if TYPE_CHECKING:
    import cadquery as cq

PartParameters = (
    TileParameters
    | TileLetterParameters
    | BoardQuarterParameters
    | RackHalfParameters
    | CouponTileParameters
    | CouponCapParameters
    | CouponSeamParameters
)


@dataclass(frozen=True)
class PartKind:
    """How one kind of part is made."""

    name: str
    """As the manifest has it."""
    parameters: type[Any]
    build: Callable[[Any], cq.Shape]
    """From parameters to a solid, or a compound of solids, in print orientation on z = 0."""
    volume: Callable[[Any], float]
    """Volume in mm3 without building: exact for tiles, within 2 % for parts with joints."""
    extent: Callable[[Any], Extent]
    """Lowest and highest corner in the file, in mm, without building."""


PART_KINDS: Mapping[str, PartKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            PartKind("tile", TileParameters, build_tile, tile_volume, tile_extent),
            PartKind(
                "tile-letter",
                TileLetterParameters,
                build_tile_letter,
                tile_letter_volume,
                tile_letter_extent,
            ),
            PartKind(
                "board-quarter",
                BoardQuarterParameters,
                build_board_quarter,
                board_quarter_volume,
                board_quarter_extent,
            ),
            PartKind(
                "rack-half",
                RackHalfParameters,
                build_rack_half,
                rack_half_volume,
                rack_half_extent,
            ),
            PartKind("coupon-tile", CouponTileParameters, build_tile, tile_volume, tile_extent),
            PartKind(
                "coupon-cap",
                CouponCapParameters,
                build_coupon_cap,
                coupon_cap_volume,
                coupon_cap_extent,
            ),
            PartKind(
                "coupon-seam",
                CouponSeamParameters,
                build_coupon_seam,
                coupon_seam_volume,
                coupon_seam_extent,
            ),
        )
    }
)


def kind_of(parameters: PartParameters) -> PartKind:
    """The kind that a parameter object belongs to."""
    for kind in PART_KINDS.values():
        if type(parameters) is kind.parameters:
            return kind
    raise TypeError(f"no part is built from {type(parameters).__name__}")


def size_of(parameters: PartParameters) -> tuple[float, float, float]:
    """Width, depth and height of a part in mm, without building it."""
    low, high = kind_of(parameters).extent(parameters)
    width, depth, height = (round(b - a, 9) for a, b in zip(low, high, strict=True))
    return width, depth, height


INLAY_FINESSE = 0.25
"""An inlaid letter is small: at the chord error of other parts its volume would be off by 0.12 %.
Its tile is meshed as finely, since the two share their walls."""


def chord_error_of(parameters: PartParameters, chord_error: float) -> float:
    """The chord error in mm for a part, from the one that was asked for."""
    inlaid = isinstance(parameters, TileLetterParameters) or (
        isinstance(parameters, TileParameters) and parameters.style == "inlay"
    )
    return chord_error * INLAY_FINESSE if inlaid else chord_error


def bodies_of(parameters: PartParameters) -> int:
    """How many separate bodies the part consists of."""
    if not isinstance(parameters, TileLetterParameters):
        return 1
    from kitgen.lettering.outline import contour_area

    return sum(contour_area(contour) > 0 for contour in parameters.letter.contours)
