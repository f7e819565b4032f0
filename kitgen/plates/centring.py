"""What was packed from a corner is moved to the middle of the bed, where beds are flattest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import shapely

from kitgen.plates.nofit import moved, turned
from kitgen.plates.pieces import Bed, PackedItem, Piece

STEPS = 8
"""Parts of the way that are tried where an excluded zone is in it."""


def centred(
    lying: Sequence[tuple[Piece, PackedItem]], bed: Bed, gap_mm: float
) -> tuple[PackedItem, ...]:
    """Move all that lies on a plate towards the middle, as one.

    Args:
        lying: The parts and where they lie.
        bed: Of the printer.
        gap_mm: To keep to what is excluded.

    Returns:
        The items, all moved by the same whole hundredths of a millimetre.
    """
    outlines = shapely.GeometryCollection(
        [moved(turned(piece.outline, item.turn_deg), item.place_mm) for piece, item in lying]
    )
    low_x, low_y, high_x, high_y = outlines.bounds
    way = ((bed.width_mm - low_x - high_x) / 2, (bed.depth_mm - low_y - high_y) / 2)
    zones = shapely.union_all([shapely.box(*low, *high) for low, high in bed.excluded_mm])
    for step in range(STEPS, 0, -1):
        by = (round(way[0] * step / STEPS, 2), round(way[1] * step / STEPS, 2))
        if zones.is_empty or shapely.distance(moved(outlines, by), zones) >= gap_mm:
            return tuple(
                replace(
                    item,
                    place_mm=(
                        round(item.place_mm[0] + by[0], 6),
                        round(item.place_mm[1] + by[1], 6),
                    ),
                )
                for _, item in lying
            )
    return tuple(item for _, item in lying)
