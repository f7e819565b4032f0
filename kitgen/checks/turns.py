"""Fold, twist and roll of a seam: how far two joined parts turn before they are caught."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kitgen.checks.finding import Finding, within
from kitgen.checks.folding import Hinge, caught_at
from kitgen.checks.holds import LARGEST_PLAY, whole_layers
from kitgen.checks.motion import Matrix, Meeting
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Joint

UP = np.array([0.0, 0.0, 1.0])
LARGEST_TURN_DEG = 2.0
"""Play about a seam, any way, at which a lifted board still feels stiff."""
LARGEST_ROLL_DEG = 5.0
"""In the plane and about the way in, where a rack has little breadth to hold on to: half of its
28 mm move by 1.2 mm then, and it looks broken."""
FARTHEST_DEG = 10.0


def turn_findings(kit: WrittenKit, joint: Joint, low: Meeting) -> Iterator[Finding]:
    """Degrees until a fold, a twist in the plane, or a roll about the way in is caught."""
    out = -np.array(joint.insert)
    along = np.cross(out, UP)
    side = LARGEST_PLAY * joint.clearance_per_side_mm
    rise = LARGEST_PLAY * whole_layers(kit, joint.clearance_per_side_mm)
    point = middle_of(joint, low)
    turns = (
        ("fold", "rims up", Hinge(point, along, (UP, out), (rise, side)), 1),
        ("fold", "rims down", Hinge(point, along, (UP, out), (rise, side)), -1),
        ("twist", "in the plane, one way", Hinge(point, UP, (along, out), (side, side)), 1),
        ("twist", "in the plane, the other way", Hinge(point, UP, (along, out), (side, side)), -1),
        ("roll", "about the way in, one way", Hinge(point, out, (UP, along), (rise, side)), 1),
        (
            "roll",
            "about the way in, the other way",
            Hinge(point, out, (UP, along), (rise, side)),
            -1,
        ),
    )
    for name, title, hinge, sense in turns:
        limit = LARGEST_TURN_DEG if name == "fold" else LARGEST_ROLL_DEG
        deg = caught_at(low, hinge, sense, farthest_deg=FARTHEST_DEG)
        yield within(
            f"held.{name}",
            f"turn until caught, {title}, over small shifts up and across",
            joint.members,
            deg,
            high=limit,
            unit="deg",
            source=f"design rule: caught by {limit:g} degrees",
            note=f"free at {deg:g} degrees" if deg >= FARTHEST_DEG else "",
        )


def middle_of(joint: Joint, low: Meeting) -> Matrix:
    """The middle of what both parts share, at half the height of the arms, in the game."""
    bounds = np.array([shape.bounding_box() for shape in low.shapes()]).reshape(2, 2, 3)
    middle = (bounds[:, 0].max(axis=0) + bounds[:, 1].min(axis=0)) / 2
    heights = [corner[2] for arm in joint.arms for corner in arm]
    middle[2] = float(np.mean(heights)) if heights else 1.0
    return np.asarray(middle)
