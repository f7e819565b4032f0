"""The bar below a letter that says which way up the tile is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from kitgen.lettering.polygons import Box

if TYPE_CHECKING:
    from shapely import MultiPolygon

ALWAYS = frozenset("MWNZCU")
"""One-letter labels that read as another letter, or as another alphabet's, when turned."""

LOOKALIKE = 0.85
"""Intersection over union from which a turned letter is taken for another of the set."""

THICKNESS_LINES = 2.2
"""Thickness of the bar in line widths: a tenth over the thinnest stroke that is allowed."""

GAP_LINES = 2.5
"""Distance of the bar from the baseline in line widths: two, and room for the overshoot of
round letters, which go some 2 % of the cap height below the baseline."""

CLEARANCE_LINES = 1.0
"""Distance kept between the bar and a tail, in line widths."""

LEAST_LENGTH = 0.5
"""Length of the shortest bar as a share of the cap height, so that I does not become !."""

LEAST_REST_LINES = 2.0
"""What a tail must leave of the bar, in line widths: no less than its thickness."""


def depth(line_width: float) -> float:
    """How far below the baseline (mm) a bar in its usual place ends."""
    return (GAP_LINES + THICKNESS_LINES) * line_width


def bar_below(ink: MultiPolygon, line_width: float, cap_height: float, width: float) -> Box:
    """The bar of one letter, in the letter's own frame with its baseline at y = 0.

    It is as long as the ink is wide, but at least half a cap height. A tail that comes nearer
    than a line width shortens it to its longest free stretch. Should that be shorter than
    it is thick, it stays whole and goes down until it clears the tail by a line width.

    Args:
        ink: The letter, flattened, in mm, centred on x = 0.
        line_width: Width of a printed line in mm.
        cap_height: Common cap height in mm.
        width: Width of the box that the letter must stay in, in mm.
    """
    import shapely

    x0, low, x1, _ = ink.bounds
    half = min(max(x1 - x0, LEAST_LENGTH * cap_height), width) / 2
    middle = (x0 + x1) / 2
    x0, x1 = min(x0, middle - half), max(x1, middle + half)
    top, bottom = -GAP_LINES * line_width, -depth(line_width)
    clear = CLEARANCE_LINES * line_width
    if low >= top + clear:
        return x0, bottom, x1, top
    tails = shapely.clip_by_rect(ink, x0 - 1, bottom - clear, x1 + 1, top + clear)
    a, b = _longest_free(x0, x1, _spans(tails, clear))
    if b - a >= LEAST_REST_LINES * line_width:
        return a, bottom, b, top
    top = low - clear
    return x0, top - THICKNESS_LINES * line_width, x1, top


def _spans(tails: object, clear: float) -> list[tuple[float, float]]:
    """From where to where each piece of ink forbids the bar, left to right."""
    import shapely

    parts = [part for part in shapely.get_parts(tails) if not part.is_empty]
    return sorted((p.bounds[0] - clear, p.bounds[2] + clear) for p in parts)


def _longest_free(
    x0: float, x1: float, spans: Iterable[tuple[float, float]]
) -> tuple[float, float]:
    best, at = (x0, x0), x0
    for start, end in (*spans, (x1, x1)):
        if min(start, x1) - at > best[1] - best[0]:
            best = (at, min(start, x1))
        at = max(at, end)
    return best


def ambiguous(shapes: Mapping[str, MultiPolygon]) -> set[str]:
    """Labels that, turned by 90, 180 or 270 degrees, pass for another one of the set.

    Both outlines are centred by the middle of their ink. They pass for one another from an
    intersection over union of `LOOKALIKE`. To turn one a quarter to the left is to turn the
    other to the right, so both labels of such a pair are returned.
    """
    import shapely
    from shapely.affinity import affine_transform, translate

    centred = []
    for shape in shapes.values():
        x0, y0, x1, y1 = shape.bounds
        centred.append(translate(shape, -(x0 + x1) / 2, -(y0 + y1) / 2))
    areas = [shape.area for shape in centred]
    # a pair whose areas differ too much could not pass even if one lay within the other
    pairs = [
        (a, b)
        for a, b in combinations(range(len(centred)), 2)
        if min(areas[a], areas[b]) >= LOOKALIKE * max(areas[a], areas[b])
    ]
    labels, found = list(shapes), set[str]()
    for turn in ((0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)):
        turned = [affine_transform(shape, [*turn, 0, 0]) for shape in centred]
        common = shapely.area(
            shapely.intersection([turned[a] for a, _ in pairs], [centred[b] for _, b in pairs])
        )
        for (a, b), shared in zip(pairs, common, strict=True):
            if shared >= LOOKALIKE * (areas[a] + areas[b] - shared):
                found |= {labels[a], labels[b]}
    return found
