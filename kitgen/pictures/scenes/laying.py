"""Rectangles of parts on a table, and how they are put beside and before each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kitgen.export.manifest import Part
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Prop, moved, turned
from kitgen.pictures.tiles import with_letter

GAP_MM = 4.0
"""Between parts of one group."""
SPACE_MM = 24.0
"""Between groups."""
_QUARTERS = ((0.0, 0, 0), (90.0, 1, 0), (180.0, 1, 1), (270.0, 0, 1))
"""Turn, column and row (0: near) of the quarters of a board."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in mm."""


@dataclass(frozen=True, eq=False)
class Laid:
    """Things on the table in a rectangle that begins at the origin; mm."""

    props: Sequence[Prop]
    width: float
    depth: float

    def at(self, x: float, y: float) -> Iterator[Prop]:
        """The same somewhere else."""
        for prop in self.props:
            yield Prop(prop.part, moved(prop.pose, (x, y, 0.0)))


NOTHING = Laid((), 0.0, 0.0)


def beside(things: Sequence[Laid]) -> Laid:
    """Side by side, from left to right, about one line."""
    depth = max((laid.depth for laid in things), default=0.0)
    props: list[Prop] = []
    x = 0.0
    for laid in things:
        props += laid.at(x, (depth - laid.depth) / 2)
        x += laid.width + SPACE_MM
    return Laid(props, max(0.0, x - SPACE_MM), depth)


def one_before_another(near: Laid, far: Laid, depth: float = 0.0) -> Laid:
    """One before the other, about one line, as deep as asked for or deeper."""
    there = [laid for laid in (near, far) if laid.props]
    if len(there) < 2:
        return there[0] if there else NOTHING
    width = max(near.width, far.width)
    depth = max(depth, near.depth + SPACE_MM + far.depth)
    props = [
        *near.at((width - near.width) / 2, 0.0),
        *far.at((width - far.width) / 2, depth - far.depth),
    ]
    return Laid(props, width, depth)


def board(kit: PicturedKit, quarters: Sequence[Part]) -> Laid:
    """The quarters where they belong, pulled apart so far that their arms are free."""
    if len(quarters) != 1 or quarters[0].count != len(_QUARTERS):
        return rows(kit, quarters)
    x0, y0, x1, y1 = _box(quarters[0], 0.0)
    step = max(x1 - x0, y1 - y0) + GAP_MM
    props = []
    for turn, column, row in _QUARTERS:
        left, near, _, _ = _box(quarters[0], turn)
        shift = (column * step - left, row * step - near, 0.0)
        props.append(Prop(quarters[0].name, moved(turned("z", turn), shift)))
    return Laid(props, 2 * step - GAP_MM, 2 * step - GAP_MM)


def rows(kit: PicturedKit, parts: Sequence[Part], columns: int = 1) -> Laid:
    """Parts side by side, and behind each the others like it; all that in so many columns."""
    if not parts:
        return NOTHING
    props: list[Prop] = []
    boxes = [_box(part, 0.0) for part in parts]
    step = max(y1 - y0 for _, y0, _, y1 in boxes) + 4 * GAP_MM
    deep = math.ceil(max(part.count for part in parts) / columns)
    wide = sum(x1 - x0 + GAP_MM for x0, _, x1, _ in boxes) + 2 * GAP_MM
    x = 0.0
    for part, (x0, y0, x1, _) in zip(parts, boxes, strict=True):
        for number in range(part.count):
            column, row = divmod(number, deep)
            props += _lying(kit, part, x + column * wide - x0, row * step - y0)
        x += x1 - x0 + GAP_MM
    used = math.ceil(max(part.count for part in parts) / deep)
    return Laid(props, used * wide - 3 * GAP_MM, deep * step - 4 * GAP_MM)


def flowing(kit: PicturedKit, parts: Sequence[Part], rows: int) -> Laid | None:
    """Parts in so many rows from the far left to the near right.

    None where the last row would hold less than half as many as the others.
    """
    every = [part for part in parts for _ in range(part.count)]
    each = math.ceil(len(every) / rows)
    if each == 0 or len(every) - (rows - 1) * each < each / 2:
        return None
    props: list[Prop] = []
    used = y = 0.0
    for start in reversed(range(0, len(every), each)):
        x, row = 0.0, every[start : start + each]
        boxes = [_box(part, 0.0) for part in row]
        for part, (x0, y0, x1, _) in zip(row, boxes, strict=True):
            props += _lying(kit, part, x - x0, y - y0)
            used = max(used, x + x1 - x0)
            x += x1 - x0 + 2 * GAP_MM
        y += max(y1 - y0 for _, y0, _, y1 in boxes) + 2 * GAP_MM
    return Laid(props, used, max(0.0, y - 2 * GAP_MM))


def tiles(kit: PicturedKit, parts: Sequence[Part], bands: int, most: int) -> Laid:
    """A column of tiles for each letter, in so many bands, the first letters farthest.

    A letter of which there are more tiles than go in one column has several side by side.
    """
    if not parts:
        return NOTHING
    x0, y0, x1, y1 = _box(parts[0], 0.0)
    across, along = x1 - x0 + GAP_MM, y1 - y0 + GAP_MM / 2
    columns = [
        (tile, min(most, tile.count - begun))
        for tile in parts
        for begun in range(0, tile.count, most)
    ]
    each = math.ceil(len(columns) / bands)
    props: list[Prop] = []
    y = 0.0
    for start in reversed(range(0, len(columns), each)):
        band = columns[start : start + each]
        for column, (tile, count) in enumerate(band):
            for row in range(count):
                props += _lying(kit, tile, column * across - x0, y + row * along - y0)
        y += max(count for _, count in band) * along + 3 * GAP_MM
    return Laid(props, min(each, len(columns)) * across - GAP_MM, y - 3.5 * GAP_MM)


def _lying(kit: PicturedKit, part: Part, x: float, y: float) -> Iterator[Prop]:
    """A part as it is printed, its file's origin on a place."""
    yield from with_letter(kit, part.name, moved(np.eye(4), (x, y, -part.bbox_mm[0][2])))


def _box(part: Part, turn: float) -> Box:
    """What a part covers once it is turned about z by so many degrees."""
    low, high = part.bbox_mm
    corners = np.array([[x, y, 0.0, 1.0] for x in (low[0], high[0]) for y in (low[1], high[1])])
    x, y = (corners @ turned("z", turn).T)[:, :2].T
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())
