"""A part that takes the whole bed: it lies alone, with what gap is left, or is refused."""

from __future__ import annotations

import numpy as np
import shapely

from kitgen.errors import UserError
from kitgen.plates.nofit import inner_fit, no_fit, turned
from kitgen.plates.pieces import TURNS, Bed, PackedItem, Piece


def alone(piece: Piece, bed: Bed) -> PackedItem:
    """Lay a part on a bed of its own, as near to the middle as it may.

    Raises:
        UserError: If it fits at no turn; the message names what would take it.
    """
    for turn in TURNS:
        lying = turned(piece.outline, turn)
        inside = inner_fit((0.0, 0.0, bed.width_mm, bed.depth_mm), lying)
        if inside is None:
            continue
        taken = [
            no_fit(shapely.box(low[0], low[1], high[0], high[1]), lying)
            for low, high in bed.excluded_mm
        ]
        region = shapely.difference(inside, shapely.union_all(taken))
        if region.is_empty:
            continue
        low_x, low_y, high_x, high_y = lying.bounds
        middle = shapely.Point(
            (bed.width_mm - low_x - high_x) / 2, (bed.depth_mm - low_y - high_y) / 2
        )
        nearest = shapely.shortest_line(region, middle).coords[0]
        x, y = np.round(nearest, 6).tolist()
        return PackedItem(piece.name, turn, (x, y))
    raise UserError(_refusal(piece, bed))


def fits_bare(piece: Piece, bed: Bed) -> bool:
    """Whether a part fits a bed at all, be it without any gap; to find beds that would do."""
    try:
        alone(piece, bed)
    except UserError:
        return False
    return True


def _refusal(piece: Piece, bed: Bed) -> str:
    low_x, low_y, high_x, high_y = piece.outline.bounds
    width, depth = high_x - low_x, high_y - low_y
    zones = f" with {len(bed.excluded_mm)} excluded zone(s)" if bed.excluded_mm else ""
    return (
        f"{piece.name} does not fit the bed: it covers {width:.1f} x {depth:.1f} mm, the bed is"
        f" {bed.width_mm:g} x {bed.depth_mm:g} mm{zones};"
        f" a bed of {np.ceil(width):g} x {np.ceil(depth):g} mm would take it"
    )
