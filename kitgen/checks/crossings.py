"""Common volume of everything in the assembled game whose boxes touch, each pair of files once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.pairs import placed, relative
from kitgen.checks.written import WrittenKit, box, overlap_mm3, united

if TYPE_CHECKING:
    from manifold3d import Manifold

Floats = NDArray[np.float64]
NOTHING_MM3 = 1e-6
"""Common volume below this is rounding."""
MARGIN_MM = 0.01
"""Kept around what is cut out of a part before it is measured."""
CENTRE_MM = 15.0
"""Around the point where four quarters meet: farther than their arms and tongues reach."""


@dataclass(frozen=True)
class Crossing:
    """Two items of the game.

    Attributes:
        kinds: of their parts, sorted.
        between: their ids.
        volume: that they share, in mm3.
    """

    kinds: tuple[str, str]
    between: tuple[str, str]
    volume: float


def crossings(kit: WrittenKit) -> Iterator[Crossing]:
    """Every pair whose boxes touch; those that stand alike are measured once, for all of them."""
    known: dict[tuple[object, ...], float] = {}
    bounds = {item: np.array(kit.standing(item).bounding_box()) for item in kit.items}
    on_quarters: dict[str, list[str]] = {}
    for first, second in touching(bounds):
        kinds = kit.parts[kit.items[first].part].kind, kit.parts[kit.items[second].part].kind
        if sorted(kinds) == ["board-quarter", "tile"]:
            quarter, tile = (first, second) if kinds[0] == "board-quarter" else (second, first)
            on_quarters.setdefault(quarter, []).append(tile)
            continue
        names = kit.items[first].part, kit.items[second].part
        key = (*names, placed(relative(kit, first, second)))
        if key not in known:
            known[key] = _common(kit, first, second, bounds)
        yield Crossing(_sorted(*kinds), (first, second), known[key])
    for quarter, tiles in on_quarters.items():
        yield from _tiles_on(kit, quarter, tiles, bounds)


def touching(bounds: dict[str, Floats]) -> Iterator[tuple[str, str]]:
    """Pairs whose (6,) boxes, lowest corner first, have a volume in common."""
    names = list(bounds)
    corners = np.array([bounds[name] for name in names]).reshape(-1, 6)
    low, high = corners[:, :3], corners[:, 3:]
    near = ((low[:, None] < high[None]) & (high[:, None] > low[None])).all(axis=2)
    for a, b in np.argwhere(np.triu(near, 1)):
        yield names[a], names[b]


def four_at_once(kit: WrittenKit, quarters: list[str]) -> float:
    """What four quarters share in the crowded centre, counted as often as it is shared, in mm3."""
    size = [CENTRE_MM, CENTRE_MM, 100.0]
    centre = box([-CENTRE_MM, -CENTRE_MM, -1.0], size)
    pieces = [kit.standing(quarter) ^ centre for quarter in quarters]
    return float(sum(piece.volume() for piece in pieces) - united(pieces).volume())


def upon_its_like(kit: WrittenKit, part: str, pitch: float) -> float:
    """What two tiles of one file share, the one a pitch above the other, in mm3."""
    solid = kit.solid(part)
    return overlap_mm3(solid.translate([0.0, 0.0, pitch]), solid)


def _sorted(first: str, second: str) -> tuple[str, str]:
    return (first, second) if first <= second else (second, first)


def _common(kit: WrittenKit, first: str, second: str, bounds: dict[str, Floats]) -> float:
    a, b = bounds[first].reshape(2, 3), bounds[second].reshape(2, 3)
    low, high = np.maximum(a[0], b[0]) - MARGIN_MM, np.minimum(a[1], b[1]) + MARGIN_MM
    near = box(low.tolist(), high.tolist())
    pieces = [
        solid if _small(kit, item, bounds, low, high) else solid ^ near
        for item, solid in ((first, kit.standing(first)), (second, kit.standing(second)))
    ]
    return overlap_mm3(*pieces)


def _small(
    kit: WrittenKit, item: str, bounds: dict[str, Floats], low: Floats, high: Floats
) -> bool:
    """Whether cutting a part down costs more than it saves."""
    part = kit.mesh(kit.items[item].part)
    share = np.prod(np.clip(high - low, 0, None)) / np.prod(bounds[item][3:] - bounds[item][:3])
    return bool(share > 0.5 or len(part.faces) < 3000)


def _tiles_on(
    kit: WrittenKit, quarter: str, tiles: list[str], bounds: dict[str, Floats]
) -> Iterator[Crossing]:
    """All tiles near a quarter at once, as they stand apart from each other."""
    apart = not any(touching({tile: bounds[tile] for tile in tiles}))
    if apart:
        shared = _composed([kit.standing(tile) for tile in tiles]) ^ kit.standing(quarter)
        volumes = _by_place(shared, {tile: bounds[tile] for tile in tiles})
    else:
        volumes = {tile: _common(kit, tile, quarter, bounds) for tile in tiles}
    for tile in tiles:
        yield Crossing(("board-quarter", "tile"), (tile, quarter), volumes[tile])


def _composed(solids: list[Manifold]) -> Manifold:
    import manifold3d

    return manifold3d.Manifold.compose(solids)


def _by_place(shared: Manifold, bounds: dict[str, Floats]) -> dict[str, float]:
    """Share out the pieces of what is common to the boxes that they lie in."""
    volumes = dict.fromkeys(bounds, 0.0)
    if shared.is_empty():
        return volumes
    pieces = shared.decompose() if shared.volume() > NOTHING_MM3 else [shared]
    for piece in pieces:
        inner = np.array(piece.bounding_box())
        middle = (inner[:3] + inner[3:]) / 2
        nearest = min(
            bounds,
            key=lambda name: float(np.abs(middle - bounds[name].reshape(2, 3).mean(0)).max()),
        )
        volumes[nearest] += float(piece.volume())
    return volumes
