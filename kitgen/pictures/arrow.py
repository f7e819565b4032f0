"""A flat arrow that shows which way a part moves, of slabs as scenes have them."""

from __future__ import annotations

from kitgen.pictures.scene import Slab

COLOUR = "#D9822B"
_THICKNESS_MM = 0.8
_SLICES = 24
"""Of the head; so many that it looks like a triangle."""


def arrow(
    tip: tuple[float, float, float],
    along: tuple[float, float, float],
    across: int,
    length_mm: float,
    width_mm: float,
) -> tuple[Slab, ...]:
    """Give a shaft and a head.

    Args:
        tip: Where it ends, in mm.
        along: Unit vector along an axis, the way that it points.
        across: 0, 1 or 2: the other axis in whose direction it is wide; in the third it is thin.
        length_mm: From end to tip.
        width_mm: Of the head; the shaft has two fifths of it.

    Returns:
        Boxes that touch but do not overlap.
    """
    axis = max(range(3), key=lambda i: abs(along[i]))
    sign = 1.0 if along[axis] > 0 else -1.0
    head = min(width_mm * 0.9, length_mm * 0.6)

    def box(start: float, end: float, width: float) -> Slab:
        low, high = list(tip), list(tip)
        thin = ({0, 1, 2} - {axis, across}).pop()
        near, far = sorted((tip[axis] - sign * start, tip[axis] - sign * end))
        low[axis], high[axis] = near, far
        low[across], high[across] = tip[across] - width / 2, tip[across] + width / 2
        high[thin] = tip[thin] + _THICKNESS_MM
        return Slab((low[0], low[1], low[2]), (high[0], high[1], high[2]), COLOUR)

    step = head / _SLICES
    slices = (box(k * step, (k + 1) * step, width_mm * (k + 0.5) / _SLICES) for k in range(_SLICES))
    return (*slices, box(head, length_mm, width_mm * 0.4))
