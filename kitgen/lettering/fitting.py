"""Labels of several characters, and accented capitals, made to fit by themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.errors import UserError
from kitgen.lettering.bars import bar_below
from kitgen.lettering.outline import EMPTY, Outline
from kitgen.lettering.polygons import bounds, to_polygons

NARROWEST = 0.75
"""A letter narrowed further than to this looks like one of another font."""

SMALLEST = 0.60
"""A label smaller than this share of the common cap height is refused."""

_ROUNDING = 1e-6
"""The baseline is rounded to six decimals (mm): what just fits may seem to miss by as much."""

_CHORD = 0.01
"""Flattening (mm) where distances between letters are measured."""


@dataclass(frozen=True)
class Room:
    """Where a label may lie, seen from the baseline in the middle of the tile, in mm."""

    width: float
    above: float
    below: float
    line_width: float
    cap_height: float


@dataclass(frozen=True)
class Fitted:
    """A label at its final size, its ink centred on x = 0, its baseline at y = 0."""

    outline: Outline
    scale: float
    narrowing: float


def spaced(characters: Sequence[Outline], gap: float) -> Outline:
    """Characters side by side, moved apart until every two are ``gap`` (mm) from each other.

    Two letters that nearly touch would melt into one on the bed, so that kerning counts
    only as long as a whole line fits between them. Inks are never moved together.
    """
    import shapely
    from shapely.affinity import translate

    if len(characters) == 1:
        return characters[0]
    placed, result, shift = None, EMPTY, 0.0
    for character in characters:
        ink = to_polygons(character, _CHORD)
        if placed is not None:
            x0 = ink.bounds[0]
            far = max(shift, placed.bounds[2] + gap + 2 * _CHORD - x0)

            def is_clear(dx: float, ink: object = ink, placed: object = placed) -> bool:
                return bool(shapely.distance(translate(ink, dx), placed) >= gap + 2 * _CHORD)

            shift = shift if is_clear(shift) else -largest(lambda dx: is_clear(-dx), -far, -shift)
        moved = translate(ink, shift)
        placed = moved if placed is None else shapely.union(placed, moved)
        result = result + character.moved(shift, 0.0)
    return result


def fit(label: str, characters: Sequence[Outline], unit: float, room: Room, barred: bool) -> Fitted:
    """The largest and then the widest that the label can be inside the room.

    It is narrowed to no less than `NARROWEST` and then scaled down; where only the height
    asks for scaling it is not narrowed further than its width needs.

    Args:
        label: For messages.
        characters: The label's characters in font units.
        unit: Size in mm of a font unit at the common cap height.
        room: Where it may lie.
        barred: Whether there is a bar below it.

    Raises:
        UserError: It would have to be smaller than `SMALLEST` of the cap height.
    """

    def made(scale: float, narrowing: float) -> Outline:
        size = unit * scale
        return centred(
            spaced([c.scaled(size * narrowing, size) for c in characters], room.line_width)
        )

    def fits(scale: float, narrowing: float) -> bool:
        return is_inside(made(scale, narrowing), room, barred)

    if fits(1.0, 1.0):
        return Fitted(made(1.0, 1.0), 1.0, 1.0)
    scale = 1.0
    if not fits(1.0, NARROWEST):
        scale = largest(lambda s: fits(s, NARROWEST), SMALLEST / 8, 1.0)
    if scale < SMALLEST:
        percent = math.floor(1000 * scale) / 10  # rounded up, it might seem to be allowed
        raise UserError(
            f'label "{label}": would have to shrink to {percent:.1f} % of the cap height '
            f"({scale * room.cap_height:.2f} of {room.cap_height:.2f} mm) to lie inside the "
            f"margins, at least {100 * SMALLEST:.0f} % is allowed; a larger tile, smaller "
            "margins or a narrower font would help"
        )
    narrowing = largest(lambda n: fits(scale, n), NARROWEST, 1.0)
    return Fitted(made(scale, narrowing), scale, narrowing)


def centred(outline: Outline) -> Outline:
    """The outline with the middle of its ink on x = 0."""
    x0, _, x1, _ = bounds(outline)
    return outline.moved(-(x0 + x1) / 2, 0.0)


def is_inside(outline: Outline, room: Room, barred: bool) -> bool:
    """Whether the centred ink, and its bar if it has one, lie inside the room."""
    x0, low, x1, high = bounds(outline)
    above, below = room.above + _ROUNDING, room.below + _ROUNDING
    if x1 - x0 > room.width + _ROUNDING or high > above or low < -below:
        return False
    if not barred:
        return True
    ink = to_polygons(outline, _CHORD)
    return bar_below(ink, room.line_width, room.cap_height, room.width)[1] >= -below


def largest(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The largest value up to ``high`` for which something holds, which holds at ``low``.

    Bisection to a millionth: what is asked has no closed form, since gaps between letters
    and the bar keep their size while the letters change theirs.
    """
    if holds(high):
        return high
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
