"""Two parts of the assembled game moved against each other, and what is in the way.

Everything is measured by exact booleans on what both parts have near each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from manifold3d import Manifold

Matrix = NDArray[np.float64]
Vector = Sequence[float] | NDArray[np.float64]

NOTHING_MM3 = 1e-6
"""Overlap below this is rounding of coordinates."""
HELD_MM3 = 0.01
"""Overlap from which something is in the way: far above rounding, far below a hook."""
FARTHEST_MM = 3.0
"""How far parts are moved to see whether they are held, and how deep."""
BEYOND_CONTACT_MM = 0.3
"""From here on a hold must be more than a touch."""
_STEP_MM = 0.1
_FINE_MM = 5e-4
_DEPTHS_MM = (0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 2.5)
_DEPTH_FINE_MM = 0.02


@dataclass
class Near:
    """What two parts have near each other, both in the first one's file coordinates."""

    first: Manifold
    second: Manifold
    overlaps: dict[bytes, float] = field(default_factory=dict)
    kept: dict[object, object] = field(default_factory=dict)
    """Results of searches, by what was searched."""


@dataclass(frozen=True)
class Meeting:
    """Two items of the game, the first of which is moved; motions are given in the game's frame.

    Attributes:
        moving: id of the item that is moved.
        fixed: id of the other.
        near: their shapes, shared by all meetings of the same files at the same relative pose.
        pose: (4, 4) from the coordinates of `near` into the game.
        turned_round: `near.first` is the fixed item; motions are undone instead.
    """

    moving: str
    fixed: str
    near: Near
    pose: Matrix
    turned_round: bool

    def overlap(self, motion: Matrix) -> float:
        """Common volume in mm3 after a rigid motion, (4, 4)."""
        local = self.local(motion)
        key = rounded(local)
        if key not in self.near.overlaps:
            moved = self.near.first.transform(local[:3])
            self.near.overlaps[key] = float((moved ^ self.near.second).volume())
        return self.near.overlaps[key]

    def local(self, motion: Matrix) -> Matrix:
        """A motion of the moving item as the motion of `near.first` that comes to the same."""
        back = inverse(self.pose)
        return back @ (inverse(motion) if self.turned_round else motion) @ self.pose

    def common(self, motion: Matrix) -> Manifold:
        """What is in both after a motion, where the fixed item stands, in the game's frame."""
        moved = self.near.first.transform(self.local(motion)[:3]) ^ self.near.second
        stands = motion @ self.pose if self.turned_round else self.pose
        return moved.transform(stands[:3])

    def shapes(self) -> tuple[Manifold, Manifold]:
        """What is moved and what stays, where both stand in the game."""
        both = [part.transform(self.pose[:3]) for part in (self.near.first, self.near.second)]
        return (both[1], both[0]) if self.turned_round else (both[0], both[1])

    def direction(self, vector: Vector) -> Matrix:
        """A direction in which the moving item goes, as one in which `near.first` does."""
        sign = -1.0 if self.turned_round else 1.0
        return np.asarray(sign * (np.asarray(vector, dtype=float) @ self.pose[:3, :3]))

    def shifted(self, direction: Vector, distance: float) -> float:
        """Overlap in mm3 after a move along a unit vector."""
        return self.overlap(translation(np.asarray(direction, dtype=float) * distance))

    def play(self, direction: Vector) -> float:
        """How far in mm it moves before it touches, `FARTHEST_MM` where nothing stops it."""
        key = ("play", rounded(self.direction(direction)))
        return self.keep(key, lambda: self._play(direction))

    def _play(self, direction: Vector) -> float:
        low = high = 0.0
        while self.shifted(direction, high) <= NOTHING_MM3:
            low, high = high, high + _STEP_MM
            if high > FARTHEST_MM:
                return FARTHEST_MM
        while high - low > _FINE_MM:
            middle = (low + high) / 2
            if self.shifted(direction, middle) > NOTHING_MM3:
                high = middle
            else:
                low = middle
        return low

    def keep(self, key: object, search: Callable[[], float]) -> float:
        """The result of a search that depends on nothing but the two shapes and the key."""
        if key not in self.near.kept:
            self.near.kept[key] = search()
        found = self.near.kept[key]
        assert isinstance(found, float)  # noqa: S101 - for the type checker
        return found


def play(meetings: Sequence[Meeting], direction: Vector) -> float:
    """How far in mm several that are moved as one go before the first touches."""
    return min((meeting.play(direction) for meeting in meetings), default=FARTHEST_MM)


def depth(meetings: Sequence[Meeting], direction: Vector) -> float:
    """How far in mm beyond the first touch the motion stays blocked, 0 where nothing blocks it.

    A touch alone does not hold: from `BEYOND_CONTACT_MM` on it takes `HELD_MM3` in the way. The
    search ends at 2.5 mm, or at `FARTHEST_MM` less the play.
    """
    start = play(meetings, direction)

    def is_blocked(beyond: float) -> bool:
        enough = HELD_MM3 if beyond >= BEYOND_CONTACT_MM - 1e-9 else NOTHING_MM3
        return any(meeting.shifted(direction, start + beyond) > enough for meeting in meetings)

    blocked = 0.0
    for beyond in _DEPTHS_MM:
        if start + beyond > FARTHEST_MM:
            break
        if not is_blocked(beyond):
            free = beyond
            while free - blocked > _DEPTH_FINE_MM:
                middle = (free + blocked) / 2
                if is_blocked(middle):
                    blocked = middle
                else:
                    free = middle
            break
        blocked = beyond
    return blocked


def translation(vector: Vector) -> Matrix:
    """(4, 4) of a move in mm."""
    matrix = np.eye(4)
    matrix[:3, 3] = vector
    return matrix


def rotation(point: Vector, axis: Vector, deg: float) -> Matrix:
    """(4, 4) of a turn about an axis through a point, by Rodrigues' formula."""
    x, y, z = np.asarray(axis, dtype=float)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angle = np.radians(deg)
    turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    matrix = np.eye(4)
    matrix[:3, :3] = turn
    matrix[:3, 3] = np.asarray(point, dtype=float) - turn @ np.asarray(point, dtype=float)
    return matrix


def inverse(motion: Matrix) -> Matrix:
    """Of a rigid motion."""
    matrix = np.eye(4)
    matrix[:3, :3] = motion[:3, :3].T
    matrix[:3, 3] = -motion[:3, :3].T @ motion[:3, 3]
    return matrix


def rounded(values: Matrix) -> bytes:
    """A key for what differs by no more than the rounding of a manifest."""
    return np.asarray(np.round(values, 6) + 0.0).tobytes()
