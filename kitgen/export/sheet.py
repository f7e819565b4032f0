"""One open sheet on which every instance of every part lies by itself, sorted by kind."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

WIDTHS_TRIED = 64


@dataclass(frozen=True)
class Footprint:
    """The rectangle that one part covers, and how often it lies on the sheet.

    Attributes:
        kind: parts of one kind, if given one after the other, share shelves.
        width_mm: along x.
        depth_mm: along y.
        count: how many of them, 0 or more.
    """

    kind: str
    width_mm: float
    depth_mm: float
    count: int


Positions = list[tuple[float, float]]


def lay_out(footprints: Sequence[Footprint], gap_mm: float) -> list[Positions]:
    """Place all rectangles on shelves, so that they keep a gap and lie at positive x and y.

    A shelf is filled from left to right in the order given; a new kind begins a new shelf.
    Several sheet widths are tried and the one kept whose longer side is shortest. No plate is
    meant by it: the sheet is as big as the kit.

    Args:
        footprints: sizes in mm, in the order in which they should lie.
        gap_mm: between neighbours, and between the sheet's edges and the rectangles.

    Returns:
        For each footprint its lower left corners (x, y) in mm, as many as its count.
    """
    placed = [f for f in footprints if f.count > 0]
    if not placed:
        return [[] for _ in footprints]
    area = sum((f.width_mm + gap_mm) * (f.depth_mm + gap_mm) * f.count for f in placed)
    narrowest = max(f.width_mm for f in placed) + 2 * gap_mm
    widest = max(narrowest, 2 * math.sqrt(area) + gap_mm)
    best: list[Positions] = []
    best_side = math.inf
    for step in range(WIDTHS_TRIED):
        limit = narrowest + (widest - narrowest) * step / (WIDTHS_TRIED - 1)
        positions, width, depth = _shelves(footprints, gap_mm, limit)
        if max(width, depth) < best_side:
            best, best_side = positions, max(width, depth)
    return best


def _shelves(
    footprints: Sequence[Footprint], gap_mm: float, limit_mm: float
) -> tuple[list[Positions], float, float]:
    """Fill shelves up to a width; give the positions and the width and depth they take."""
    positions: list[Positions] = []
    y = width = gap_mm
    for _, group in groupby(footprints, key=lambda footprint: footprint.kind):
        x, shelf = gap_mm, 0.0
        for footprint in group:
            corners: Positions = []
            for _ in range(footprint.count):
                # The first on a shelf always fits: the limit is no less than the widest part.
                if x > gap_mm and x + footprint.width_mm + gap_mm > limit_mm + 1e-9:
                    x, y, shelf = gap_mm, y + shelf + gap_mm, 0.0
                corners.append((x, y))
                x += footprint.width_mm + gap_mm
                width = max(width, x)
                shelf = max(shelf, footprint.depth_mm)
            positions.append(corners)
        if shelf:
            y += shelf + gap_mm
    return positions, width, y
