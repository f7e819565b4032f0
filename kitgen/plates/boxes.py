"""Packing by box, with rectpack: for parts that fill their boxes, as tiles do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import rectpack  # type: ignore[import-untyped]

from kitgen.plates.pieces import Bed, Point

UNIT_MM = 0.01
"""rectpack counts in whole numbers of these."""

_WAYS = tuple(
    product(
        (rectpack.MaxRectsBl, rectpack.MaxRectsBssf),
        (rectpack.SORT_AREA, rectpack.SORT_LSIDE),
    )
)


def free_rectangle(bed: Bed, gap_mm: float) -> tuple[float, float, float, float]:
    """Give the largest rectangle of a bed without excluded zones, a gap away from all edges.

    Returns:
        Lowest x and y, highest x and y; they are in the wrong order where nothing is left.
    """
    columns = sorted({0.0, bed.width_mm, *(p[0] for zone in bed.excluded_mm for p in zone)})
    rows = sorted({0.0, bed.depth_mm, *(p[1] for zone in bed.excluded_mm for p in zone)})
    best = (0.0, 0.0, 0.0, 0.0)
    for x0, y0, x1, y1 in product(columns, rows, columns, rows):
        if x1 <= x0 or y1 <= y0 or x0 < 0 or y0 < 0 or x1 > bed.width_mm or y1 > bed.depth_mm:
            continue
        if any(
            low[0] < x1 and high[0] > x0 and low[1] < y1 and high[1] > y0
            for low, high in bed.excluded_mm
        ):
            continue
        if (x1 - x0) * (y1 - y0) > (best[2] - best[0]) * (best[3] - best[1]):
            best = (x0, y0, x1, y1)
    return (best[0] + gap_mm, best[1] + gap_mm, best[2] - gap_mm, best[3] - gap_mm)


def pack_boxes(
    sizes: Sequence[Point], area: tuple[float, float, float, float], gap_mm: float, least: int
) -> list[list[tuple[int, Point, bool]]] | None:
    """Pack boxes on as few rectangles as rectpack's ways of packing find.

    Args:
        sizes: Width and depth of each, in mm.
        area: The rectangle of each plate: lowest x and y, highest x and y.
        gap_mm: Between boxes.
        least: Plates below which it cannot be; once reached no further way is tried.

    Returns:
        For each plate the boxes on it: which, its lowest corner in mm, and whether it is turned by
        90 degrees. None where one of them does not fit.
    """
    width, depth = (math.floor((area[i + 2] - area[i] + gap_mm) / UNIT_MM + 1e-3) for i in (0, 1))
    units = [
        (math.ceil((x + gap_mm) / UNIT_MM - 1e-3), math.ceil((y + gap_mm) / UNIT_MM - 1e-3))
        for x, y in sizes
    ]
    if any(min(u) > min(width, depth) or max(u) > max(width, depth) for u in units):
        return None
    best: list[list[tuple[int, Point, bool]]] | None = None
    for algorithm, order in _WAYS:
        packer = rectpack.newPacker(
            mode=rectpack.PackingMode.Offline,
            bin_algo=rectpack.PackingBin.BFF,
            pack_algo=algorithm,
            sort_algo=order,
            rotation=True,
        )
        packer.add_bin(width, depth, count=len(units))
        for index, (x, y) in enumerate(units):
            packer.add_rect(x, y, rid=index)
        packer.pack()
        plates = [
            [
                (
                    rect.rid,
                    (area[0] + rect.x * UNIT_MM, area[1] + rect.y * UNIT_MM),
                    (rect.width, rect.height) != units[rect.rid],
                )
                for rect in sorted(plate, key=lambda rect: rect.rid)
            ]
            for plate in packer
        ]
        if sum(map(len, plates)) == len(units) and (best is None or len(plates) < len(best)):
            best = plates
        if best is not None and len(best) <= least:
            break
    return best
