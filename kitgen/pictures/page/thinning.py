"""Which corners of an outline can be left out."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Place = tuple[float, float]


def thinned(
    outline: Sequence[Place], off_mm: float, fixed: AbstractSet[Place] = frozenset()
) -> dict[Place, Place]:
    """For each corner of an outline the one that stands for it, by Douglas and Peucker.

    The same wherever the outline begins and whichever way it goes round.

    Args:
        outline: Closed, without repeating its first corner, in mm.
        off_mm: How far a corner that is left out may lie from what remains.
        fixed: Corners that stay.
    """
    points = np.array(outline)
    after = np.roll(points, -1, axis=0)
    if np.sum(points[:, 0] * after[:, 1] - points[:, 1] * after[:, 0]) < 0:
        points = points[::-1]
    points = np.roll(points, -int(np.lexsort(points.T[::-1])[0]), axis=0)
    points = np.concatenate([points, points[:1]])
    far = int(np.argmax(np.linalg.norm(points - points[0], axis=1)))
    kept = {0, far, len(points) - 1}
    kept |= {number for number, (x, y) in enumerate(points) if (float(x), float(y)) in fixed}
    spans = list(pairwise(sorted(kept)))
    while spans:
        low, high = spans.pop()
        if high - low < 2:
            continue
        away = _distances(points[low + 1 : high], points[low], points[high])
        most = int(np.argmax(away))
        if away[most] > off_mm:
            middle = low + 1 + most
            kept.add(middle)
            spans += [(low, middle), (middle, high)]
    stays = np.array(sorted(kept))
    stands: dict[Place, Place] = {}
    for number, (x, y) in enumerate(points[:-1]):
        right = int(np.searchsorted(stays, number))
        near = [stays[right]] if right == 0 else [stays[right - 1], stays[right]]
        best = min(near, key=lambda one: float(np.linalg.norm(points[one] - points[number])))
        stands[float(x), float(y)] = (float(points[best][0]), float(points[best][1]))
    return stands


def _distances(points: Floats, begin: Floats, end: Floats) -> Floats:
    """From points to the straight line between two others, at most to its ends."""
    way = end - begin
    share = (points - begin) @ way / max(float(way @ way), 1e-18)
    nearest = begin + np.clip(share, 0, 1)[:, None] * way
    found: Floats = np.linalg.norm(points - nearest, axis=1)
    return found
