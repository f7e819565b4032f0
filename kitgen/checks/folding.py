"""How far two joined parts turn against each other before they are caught."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kitgen.checks.motion import (
    NOTHING_MM3,
    Matrix,
    Meeting,
    inverse,
    rotation,
    rounded,
    translation,
)

_FIRST_DEG = (0.5, 2.0)
"""Tried first: sound joints are caught before the second."""
_FINE_DEG = 0.02
_FINE_SHARE = 0.03
_FINEST_SHIFT_MM = 0.01
_WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


@dataclass(frozen=True)
class Hinge:
    """About what two parts turn, in the game's frame, and how far they may shift meanwhile.

    Attributes:
        point: on the axis, mm.
        axis: unit vector.
        shifts: two unit vectors along which the moving part may give way.
        reach_mm: by at most so much, along each.
    """

    point: Matrix
    axis: Matrix
    shifts: tuple[Matrix, Matrix]
    reach_mm: tuple[float, float]


def caught_at(meeting: Meeting, hinge: Hinge, sense: int, *, farthest_deg: float) -> float:
    """Degrees that the moving item turns before no small shift keeps it free.

    Args:
        meeting: both parts.
        hinge: about what it turns, in the game's frame.
        sense: +1 for a right-handed turn about the axis, -1 for the other.
        farthest_deg: where the search ends.
    """
    place = inverse(meeting.pose)
    parts = [sense * hinge.axis, *hinge.shifts]
    local = tuple(rounded(place[:3, :3] @ part) for part in parts)
    key = ("turn", meeting.turned_round, rounded(place @ np.append(hinge.point, 1.0)))
    return meeting.keep(
        (*key, *local, hinge.reach_mm, farthest_deg),
        lambda: _caught_at(meeting, hinge, sense, farthest_deg),
    )


def _caught_at(meeting: Meeting, hinge: Hinge, sense: int, farthest_deg: float) -> float:
    free, at = 0.0, np.zeros(2)
    for caught in (*_FIRST_DEG, farthest_deg):
        at, volume = _least(meeting, hinge, sense * caught, at)
        if volume > NOTHING_MM3:
            break
        free = caught
    else:
        return farthest_deg
    known = (caught, math.sqrt(volume))
    middle = (free + caught) / 2
    while caught - free > max(_FINE_DEG, _FINE_SHARE * caught):
        at, volume = _least(meeting, hinge, sense * middle, at * middle / known[0])
        if volume <= NOTHING_MM3:
            free, middle = middle, (middle + caught) / 2
            continue
        # A wedge in the way grows with the square of the turn beyond the touch.
        before, known = known, (middle, math.sqrt(volume))
        rise = (before[1] - known[1]) / (before[0] - known[0])
        touch = known[0] - known[1] / rise - _FINE_DEG / 2 if rise > 0 else 0.0
        caught = middle
        middle = touch if free < touch < caught else (free + caught) / 2
    return free


def _least(meeting: Meeting, hinge: Hinge, deg: float, start: Matrix) -> tuple[Matrix, float]:
    """The shift at which least overlaps after a turn, and that overlap in mm3.

    The search goes downhill along a shrinking compass. It stops where nothing overlaps, and where
    what overlaps is so deep that no shift within the compass can free it: overlap grows ever faster
    with depth (it is convex), so it falls toward a point by no more than it rises away from it.
    """
    turned = rotation(hinge.point, hinge.axis, deg)
    reach = np.array(hinge.reach_mm)
    across = np.array(hinge.shifts)

    def overlap(at: Matrix) -> float:
        return meeting.overlap(translation(at @ across) @ turned)

    best = np.clip(start, -reach, reach)
    least = overlap(best)
    step = 0.25
    while least > NOTHING_MM3 and step * reach.max() > _FINEST_SHIFT_MM:
        highest = 0.0
        for way in _WAYS:
            at = np.clip(best + np.array(way) * step * reach, -reach, reach)
            volume = overlap(at)
            if volume < least:
                best, least = at, volume
                break
            highest = max(highest, volume)
        else:
            if 2 * least - highest > NOTHING_MM3:
                break
            step /= 2
    return best, least
