"""How parts hold each other: what happens when one is moved out of its seat."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import trimesh
from assembled import NOTHING_MM3, box, overlap, shifted
from manifold3d import Manifold

HELD_MM3 = 0.01
"""Overlap from which something is in the way: far above rounding, far below a hook."""
SHIFTS_MM = (0.1, 0.3, 0.6, 1.0, 2.0, 3.0)
"""By how much beyond the clearance a part is moved where it must not go."""


def crossings(solids: dict[str, Manifold]) -> dict[tuple[str, str], float]:
    """Every pair that overlaps, with the common volume in mm3."""
    found = {}
    for (first, a), (second, b) in combinations(solids.items(), 2):
        lows, highs = np.array([a.bounding_box(), b.bounding_box()]).reshape(2, 2, 3).swapaxes(0, 1)
        if np.any(lows.max(axis=0) >= highs.min(axis=0)):
            continue
        volume = overlap(a, b)
        if volume > NOTHING_MM3:
            found[first, second] = volume
    return found


def least_hold(
    moving: Manifold,
    fixed: Manifold,
    direction: Sequence[float],
    clearance: float,
    shifts: Sequence[float] = SHIFTS_MM,
) -> float:
    """The least overlap in mm3 on the way out; 0 where the way is free somewhere."""
    return min(overlap(shifted(moving, direction, clearance + shift), fixed) for shift in shifts)


def most_in_the_way(
    moving: Manifold, fixed: Manifold, direction: Sequence[float], distances: Iterable[float]
) -> float:
    """The largest overlap in mm3 along a way."""
    return max(overlap(shifted(moving, direction, distance), fixed) for distance in distances)


def near_plane(solid: Manifold, axis: int, half: float) -> Manifold:
    """What of a solid lies within `half` mm of the plane x = 0 (axis 0) or y = 0 (axis 1)."""
    low, high = [-1e3, -1e3, -1e3], [1e3, 1e3, 1e3]
    low[axis], high[axis] = -half, half
    return solid ^ box(low, high)


def is_free_at(
    moving: Manifold, fixed: Manifold, point: Sequence[float], axis: Sequence[float], deg: float
) -> bool:
    """Whether a part can be turned about an axis, for some small shift up or across."""
    across = np.cross(axis, [0.0, 0.0, 1.0])
    turn = trimesh.transformations.rotation_matrix(np.radians(deg), axis, point)
    turned = moving.transform(turn[:3])
    for up in np.arange(-0.32, 0.33, 0.04):
        for aside in np.arange(-0.2, 0.21, 0.1):
            move = across * aside + np.array([0.0, 0.0, up])
            if overlap(turned.translate(move.tolist()), fixed) < NOTHING_MM3:
                return True
    return False
