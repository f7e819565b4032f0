"""What must be true of packed plates, whoever packed them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import shapely
from shapely import affinity

from kitgen.plates.pieces import Bed, PackedPlate, Piece

ROUNDING_MM = 1e-4
"""float32 outlines, places to six decimals."""


def lying(plate: PackedPlate, pieces: Sequence[Piece]) -> list[shapely.Polygon]:
    """The outlines of a plate's items, where they lie on the bed."""
    outlines = {piece.name: piece.outline for piece in pieces}
    return [
        affinity.translate(
            affinity.rotate(outlines[item.part], item.turn_deg, origin=(0, 0)), *item.place_mm
        )
        for item in plate.items
    ]


def faults(
    plates: Sequence[PackedPlate], pieces: Sequence[Piece], bed: Bed, gap_mm: float
) -> list[str]:
    """Say what is wrong; nothing if all is well."""
    found = []
    wanted = {piece.name: piece.count for piece in pieces if piece.count}
    packed = Counter(item.part for plate in plates for item in plate.items)
    if packed != wanted:
        found.append(f"counts: {dict(packed - Counter(wanted))} {dict(Counter(wanted) - packed)}")
    colours = {piece.name: piece.colours for piece in pieces}
    for number, plate in enumerate(plates):
        if not plate.items:
            found.append(f"plate {number} is empty")
        if {colours[item.part] for item in plate.items} - {plate.colours}:
            found.append(f"plate {number} mixes colours")
        outlines = lying(plate, pieces)
        for a, b in combinations(range(len(outlines)), 2):
            if (apart := outlines[a].distance(outlines[b])) < gap_mm - ROUNDING_MM:
                found.append(f"plate {number}: {a} and {b} are {apart:.4f} mm apart")
        # A part that leaves no gap to the edges lies alone, inside the bed.
        margin = gap_mm if len(outlines) > 1 else 0.0
        inside = shapely.box(0, 0, bed.width_mm, bed.depth_mm).buffer(
            ROUNDING_MM - margin, join_style="mitre"
        )
        for index, outline in enumerate(outlines):
            if not inside.covers(outline):
                found.append(f"plate {number}: {index} is over the edge: {outline.bounds}")
            for low, high in bed.excluded_mm:
                zone = shapely.box(*low, *high)
                if outline.distance(zone) < margin - ROUNDING_MM or (
                    outline.intersection(zone).area > ROUNDING_MM
                ):
                    found.append(f"plate {number}: {index} is over an excluded zone")
    return found
