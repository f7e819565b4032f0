"""Where each part lies in the assembled game.

The frame of the game: right-handed, x to the reader's right, y away from the reader, z up, origin
on the table under the board's centre. Row 0 of the board is the farthest. The assembly is a fit
specimen: a part may stand in it oftener than the kit has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kitgen.kit.contents import KitPart
from kitgen.kit.dimensions import Dimensions
from kitgen.kit.poses import Pose, after, leaning_back, moved, quarter_turned
from kitgen.parts.rack import RackHalfParameters

STACK_HEIGHT = 5
BESIDE_MM = 30.0
"""Between the board and what lies beside it."""
BETWEEN_RACKS_MM = 15.0
RESTING_GAP_MM = 2e-5
"""Poses hold six decimals: a tile that leans on a rack is kept this far off, so that rounding
never lets the two cross."""
QUARTER_NAMES = ("near-left", "near-right", "far-right", "far-left")
"""Of the quarters by right angles turned, from the one that the file shows."""


@dataclass(frozen=True)
class Standing:
    """One part in the assembled game."""

    id: str
    part: KitPart
    group: str
    pose: Pose


def assembly(dimensions: Dimensions, parts: Sequence[KitPart]) -> tuple[Standing, ...]:
    """Put the game together.

    Args:
        dimensions: Of the kit.
        parts: Of the whole kit; to leave parts out, filter what comes back.
    """
    return (
        *_board(dimensions, parts),
        *_stack(dimensions, parts),
        *_racks(dimensions, parts),
    )


def _board(dimensions: Dimensions, parts: Sequence[KitPart]) -> Iterator[Standing]:
    (quarter,) = (part for part in parts if part.kind == "board-quarter")
    for turns, name in enumerate(QUARTER_NAMES):
        yield Standing(f"quarter-{name}", quarter, "board", quarter_turned(turns))
    size, pitch = dimensions.settings.size, dimensions.settings.print.pitch
    tiles = [tile for tile in _tiles(parts) for _ in range(tile.count)]
    for index, tile in enumerate(islice(tiles, size * size)):
        row, column = divmod(index, size)
        pose = moved(
            (column - (size - 1) / 2) * pitch, ((size - 1) / 2 - row) * pitch, dimensions.land_z
        )
        yield from _with_letter(dimensions, parts, tile, f"cell-{row}-{column}", "board", pose)


def _stack(dimensions: Dimensions, parts: Sequence[KitPart]) -> Iterator[Standing]:
    tiles = _tiles(parts)
    x = _half_board(dimensions) + BESIDE_MM
    for level in range(min(STACK_HEIGHT, len(tiles))):
        # Spread over the set, so that the five differ as much as they can.
        tile = tiles[level * len(tiles) // STACK_HEIGHT]
        pose = moved(x, 0.0, level * dimensions.tile_height)
        yield from _with_letter(dimensions, parts, tile, f"stack-{level + 1}", "stack", pose)


def _racks(dimensions: Dimensions, parts: Sequence[KitPart]) -> Iterator[Standing]:
    halves = [part for part in parts if part.kind == "rack-half"]
    shape = dimensions.rack_halves()[0]
    for number in range(1, dimensions.settings.players + 1):
        front = -_half_board(dimensions) - BESIDE_MM - number * (shape.depth + BETWEEN_RACKS_MM)
        place = moved(0.0, front, 0.0)
        group = f"rack-{number}"
        for half in halves:
            side = "left" if half.name.endswith("left") else "right"
            yield Standing(f"{group}-{side}", half, group, place)
        if number == 1:
            yield from _row(dimensions, parts, shape, place, group)


def _row(
    dimensions: Dimensions,
    parts: Sequence[KitPart],
    shape: RackHalfParameters,
    place: Pose,
    group: str,
) -> Iterator[Standing]:
    """A full row of tiles on a rack, leaning on its back rest."""
    tiles = _tiles(parts)
    cosine, sine = shape.section.slope
    corner_y, corner_z = shape.section.corner
    up = shape.tile_size / 2 + RESTING_GAP_MM
    y = corner_y + up * cosine - RESTING_GAP_MM * sine
    z = corner_z + up * sine + RESTING_GAP_MM * cosine
    for index in range(shape.tiles):
        x = (index - (shape.tiles - 1) / 2) * shape.tile_pitch
        pose = after(place, leaning_back(shape.rest_deg, (x, y, z)))
        tile = tiles[index % len(tiles)]
        yield from _with_letter(dimensions, parts, tile, f"{group}-tile-{index + 1}", group, pose)


def _with_letter(
    dimensions: Dimensions,
    parts: Sequence[KitPart],
    tile: KitPart,
    name: str,
    group: str,
    pose: Pose,
) -> Iterator[Standing]:
    """A tile, and in two colours the letter in its pocket."""
    yield Standing(name, tile, group, pose)
    for part in parts:
        if part.kind == "tile-letter" and part.label == tile.label:
            raised = moved(0.0, 0.0, dimensions.tile_top_z - dimensions.relief)
            yield Standing(f"{name}-letter", part, group, after(pose, raised))


def _tiles(parts: Sequence[KitPart]) -> list[KitPart]:
    return [part for part in parts if part.kind == "tile"]


def _half_board(dimensions: Dimensions) -> float:
    return dimensions.board_quarter().side
