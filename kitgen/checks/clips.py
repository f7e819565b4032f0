"""Where the manifest says that the snap arms of a joint are, in the assembled game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.pairs import Fit
from kitgen.checks.written import WrittenKit

MARGIN_MM = 0.45
"""Around an arm: faces of its socket are told to belong to it."""


@dataclass(frozen=True)
class ArmBox:
    """The box round one arm.

    Attributes:
        number: of the arm in its joint.
        member: 0 or 1, which member of the joint carries it.
        low: (3,) lowest corner in the game, in mm.
        high: (3,) highest corner.
    """

    number: int
    member: int
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def holds(self, place: NDArray[np.float64]) -> bool:
        """Whether a point of the game lies in or at the arm."""
        return bool(
            (place >= self.low - MARGIN_MM).all() and (place <= self.high + MARGIN_MM).all()
        )


def arm_boxes(kit: WrittenKit, fit: Fit) -> list[ArmBox]:
    """The arms of a joint where they stand in the game."""
    if fit.joint is None:
        return []
    found = []
    for number, (box, member) in enumerate(zip(fit.joint.arms, fit.joint.arm_members, strict=True)):
        pose = kit.pose(fit.joint.members[member])
        corners = np.array(box) @ pose[:3, :3].T + pose[:3, 3]
        found.append(ArmBox(number, member, corners.min(axis=0), corners.max(axis=0)))
    return found
