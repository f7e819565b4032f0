"""Everything of a kit laid out on a table, in order, so that it can be counted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kitgen.export.manifest import Part
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene, moved, turned
from kitgen.pictures.tiles import is_letter, with_letter
from kitgen.wording import Wording

GAP_MM = 4.0
"""Between parts of one group."""
SPACE_MM = 24.0
"""Between groups."""
_SHAPE = 0.72
"""Wanted depth of the table as a share of its width."""
_MOST_BANDS = 8
_QUARTERS = ((0.0, 0, 0), (90.0, 1, 0), (180.0, 1, 1), (270.0, 0, 1))
"""Turn, column and row (0: near) of the quarters of a board."""
_KINDS = ("board-quarter", "rack-half", "tile")

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in mm."""


@dataclass(frozen=True, eq=False)
class _Laid:
    """Things on the table in a rectangle that begins at the origin; mm."""

    props: Sequence[Prop]
    width: float
    depth: float

    def at(self, x: float, y: float) -> Iterator[Prop]:
        """The same somewhere else."""
        for prop in self.props:
            yield Prop(prop.part, moved(prop.pose, (x, y, 0.0)))


_NOTHING = _Laid((), 0.0, 0.0)


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """The board's quarters, the racks and the coupon, and before them a column for each letter.

    None where only some parts were made.
    """
    if not kit.manifest.whole:
        return []
    laid = _laid_out(kit)
    if not laid.props:
        return []
    height = round(min(0.8, max(0.4, 0.9 * laid.depth / laid.width)), 3)
    scene = Scene(list(laid.props), (0.0, -0.62, 1.5), height)
    return [Picture("pictures/whole-kit.png", scene, _alt(kit, language), 1440)]


def _laid_out(kit: PicturedKit) -> _Laid:
    """The layout whose shape is nearest to the one wanted, by how many bands tiles are in."""
    known = {kind: [p for p in kit.manifest.parts if p.kind == kind and p.count] for kind in _KINDS}
    others = [p for p in kit.manifest.parts if p.kind not in _KINDS and not is_letter(p.name)]
    board, racks = _board(kit, known["board-quarter"]), _rows(kit, known["rack-half"])
    tries = [
        _table(kit, [board, racks], others, _tiles(kit, known["tile"], bands))
        for bands in range(1, _MOST_BANDS + 1)
    ]
    tries = [laid for laid in tries if laid.props] or [_NOTHING]
    return min(
        tries, key=lambda laid: abs(math.log(max(laid.depth, 1.0) / max(laid.width, 1.0) / _SHAPE))
    )


def _table(kit: PicturedKit, large: Sequence[_Laid], others: Sequence[Part], tiles: _Laid) -> _Laid:
    """Tiles before everything else, which stands side by side over the same width."""
    taken = sum(laid.width + SPACE_MM for laid in large if laid.props)
    coupon = _flowing(kit, others, max(tiles.width - taken, 60.0))
    behind = [laid for laid in (*large, coupon) if laid.props]
    depth = max((laid.depth for laid in behind), default=0.0)
    width = sum(laid.width for laid in behind) + SPACE_MM * max(0, len(behind) - 1)
    whole = max(width, tiles.width)
    near = tiles.depth + SPACE_MM if tiles.props and behind else tiles.depth
    props = list(tiles.at((whole - tiles.width) / 2, 0.0))
    space = SPACE_MM + (whole - width) / max(1, len(behind) - 1)
    x = (whole - width) / 2 if len(behind) == 1 else 0.0
    for laid in behind:
        props += laid.at(x, near + (depth - laid.depth) / 2)
        x += laid.width + space
    return _Laid(props, whole, near + depth)


def _board(kit: PicturedKit, quarters: Sequence[Part]) -> _Laid:
    """The quarters where they belong, pulled apart so far that their arms are free."""
    if len(quarters) != 1 or quarters[0].count != len(_QUARTERS):
        return _rows(kit, quarters)
    x0, y0, x1, y1 = _box(quarters[0], 0.0)
    step = max(x1 - x0, y1 - y0) + GAP_MM
    props = []
    for turn, column, row in _QUARTERS:
        left, near, _, _ = _box(quarters[0], turn)
        shift = (column * step - left, row * step - near, 0.0)
        props.append(Prop(quarters[0].name, moved(turned("z", turn), shift)))
    return _Laid(props, 2 * step - GAP_MM, 2 * step - GAP_MM)


def _rows(kit: PicturedKit, parts: Sequence[Part]) -> _Laid:
    """Parts side by side, and behind each the others like it."""
    if not parts:
        return _NOTHING
    props: list[Prop] = []
    boxes = [_box(part, 0.0) for part in parts]
    step = max(y1 - y0 for _, y0, _, y1 in boxes) + 4 * GAP_MM
    x = 0.0
    for part, (x0, y0, x1, _) in zip(parts, boxes, strict=True):
        for row in range(part.count):
            props += _lying(kit, part, x - x0, row * step - y0)
        x += x1 - x0 + GAP_MM
    return _Laid(props, x - GAP_MM, max(p.count for p in parts) * step - 4 * GAP_MM)


def _flowing(kit: PicturedKit, parts: Sequence[Part], width: float) -> _Laid:
    """Parts in rows from the far left to the near right, no wider than asked for."""
    rows: list[list[Part]] = []
    x = math.inf
    for part in [one for one in parts for _ in range(one.count)]:
        x0, _, x1, _ = _box(part, 0.0)
        if x + x1 - x0 > width:
            rows.append([])
            x = 0.0
        rows[-1].append(part)
        x += x1 - x0 + 2 * GAP_MM
    props: list[Prop] = []
    used = y = 0.0
    for row in reversed(rows):
        x = 0.0
        boxes = [_box(part, 0.0) for part in row]
        for part, (x0, y0, x1, _) in zip(row, boxes, strict=True):
            props += _lying(kit, part, x - x0, y - y0)
            used = max(used, x + x1 - x0)
            x += x1 - x0 + 2 * GAP_MM
        y += max(y1 - y0 for _, y0, _, y1 in boxes) + 2 * GAP_MM
    return _Laid(props, used, max(0.0, y - 2 * GAP_MM))


def _tiles(kit: PicturedKit, tiles: Sequence[Part], bands: int) -> _Laid:
    """A column of tiles for each letter, in so many bands, the first letters farthest."""
    if not tiles:
        return _NOTHING
    x0, y0, x1, y1 = _box(tiles[0], 0.0)
    across, along = x1 - x0 + GAP_MM, y1 - y0 + GAP_MM / 2
    each = math.ceil(len(tiles) / bands)
    props: list[Prop] = []
    y = 0.0
    for start in reversed(range(0, len(tiles), each)):
        band = tiles[start : start + each]
        for column, tile in enumerate(band):
            for row in range(tile.count):
                props += _lying(kit, tile, column * across - x0, y + row * along - y0)
        y += max(tile.count for tile in band) * along + 3 * GAP_MM
    return _Laid(props, min(each, len(tiles)) * across - GAP_MM, y - 3.5 * GAP_MM)


def _lying(kit: PicturedKit, part: Part, x: float, y: float) -> Iterator[Prop]:
    """A part as it is printed, its file's origin on a place."""
    yield from with_letter(kit, part.name, moved(np.eye(4), (x, y, -part.bbox_mm[0][2])))


def _box(part: Part, turn: float) -> Box:
    """What a part covers once it is turned about z by so many degrees."""
    low, high = part.bbox_mm
    corners = np.array([[x, y, 0.0, 1.0] for x in (low[0], high[0]) for y in (low[1], high[1])])
    x, y = (corners @ turned("z", turn).T)[:, :2].T
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def _alt(kit: PicturedKit, language: str) -> str:
    wording = Wording.read("kitgen.pictures", "pictures", language)
    counts = {kind: sum(p.count for p in kit.manifest.parts if p.kind == kind) for kind in _KINDS}
    every = sum(part.count for part in kit.manifest.parts if not is_letter(part.name))
    counts["other"] = every - sum(counts.values())
    words = [wording.count(f"kit.{kind}", count) for kind, count in counts.items() if count]
    return wording.text("kit.all", things=wording.listed(words))
