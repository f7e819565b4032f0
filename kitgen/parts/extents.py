"""How large parts are, from their dimensions alone: whether they fit a bed needs no solid."""

from __future__ import annotations

from collections.abc import Iterable

from kitgen.joints.seam import Feature, Placed, SeamParameters
from kitgen.lettering.polygons import bounds
from kitgen.parts.board import BoardQuarterParameters
from kitgen.parts.coupon import CouponCapParameters
from kitgen.parts.coupon_seam import CouponSeamParameters
from kitgen.parts.rack import RackHalfParameters
from kitgen.parts.tile import TileLetterParameters, TileParameters

Corner = tuple[float, float, float]
Extent = tuple[Corner, Corner]
"""Lowest and highest corner in the part's file, in mm."""


def tile_extent(p: TileParameters) -> Extent:
    """Of a tile, its raised letter included."""
    raised = p.relief if p.style == "raised" and not p.letter.is_empty else 0.0
    return _about_centre(p.size, p.top_z + raised)


def tile_letter_extent(p: TileLetterParameters) -> Extent:
    """Of the letter that fills an inlay tile."""
    x0, y0, x1, y1 = bounds(p.letter)
    return (x0, y0, 0.0), (x1, y1, p.relief)


def board_quarter_extent(p: BoardQuarterParameters) -> Extent:
    """Of a quarter, its arms and tongues included."""
    x, y = (_reach(p.seam, edge.features) for edge in (p.edge_y, p.edge_x))
    return (-p.side, -p.side, 0.0), (x, y, p.height)


def rack_half_extent(p: RackHalfParameters) -> Extent:
    """Of a rack half, its arms and tongues included."""
    reach = _reach(p.seam, p.edge.features)
    near, far = sorted((-p.sign * reach, p.sign * p.length))
    return (near, 0.0, 0.0), (far, p.depth, p.height)


def coupon_cap_extent(p: CouponCapParameters) -> Extent:
    """Of a cap, its number included."""
    return _about_centre(p.size, p.height + p.mark.relief)


def coupon_seam_extent(p: CouponSeamParameters) -> Extent:
    """Of a piece of a board or rack coupon, its number included."""
    corners = [corner for plate in p.plates for corner in plate]
    out = p.seam.snap.reach if p.side == "clip" else p.tongue_length
    return (
        (-out, min(y for _, y in corners), 0.0),
        (max(x for x, _ in corners), max(y for _, y in corners), p.height + p.mark.relief),
    )


def _about_centre(size: float, height: float) -> Extent:
    half = size / 2
    return (-half, -half, 0.0), (half, half, height)


def _reach(seam: SeamParameters, features: Iterable[Placed]) -> float:
    """How far the features of an edge stand out past the seam; its own face if none does."""
    lengths = {Feature.TONGUE: seam.tongue.length, Feature.CLIP: seam.snap.reach}
    return max(lengths.get(placed.feature, -seam.gap / 2) for placed in features)
