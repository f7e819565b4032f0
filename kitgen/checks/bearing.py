"""How much of the tongues of a seam bears when its parts are pressed up or down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.finding import Finding, within
from kitgen.checks.meetings import Meetings
from kitgen.checks.motion import FARTHEST_MM, NOTHING_MM3, Matrix, Meeting, play, translation
from kitgen.checks.turns import UP, middle_of
from kitgen.checks.written import box, united
from kitgen.export.manifest import Joint

if TYPE_CHECKING:
    from manifold3d import Manifold

LEAST_BEARING_MM2 = 10.0
"""Seen from above, which is what a vertical force presses on, however the faces lean. Carries 20 N
at 2 MPa, a twentieth of PLA's strength, at which it does not creep; a board of 10 x 10 with its
tiles, picked up by two rims, presses on the tongues of its middle seam with about 13 N (4 N over
214 mm bend by 100 N mm, on a lever of two thirds of a tongue's length)."""
LEAST_BORNE_SHARE = 0.2
"""Of a seam's length that bears up or down: less leaves stretches that gape."""
_PRESSED_MM = 0.02
"""How far faces are pushed into each other to see how much of them bears."""


def bearing_findings(meetings: Meetings, joint: Joint, low: Meeting) -> Iterator[Finding]:
    """What of the tongues bears when one part is pressed up or down against the other."""
    arms = [meetings.arm_solids(item) for item in joint.members]
    borne: list[tuple[float, float]] = []
    areas = []
    for way in (UP, -UP):
        start = play([low], way)
        if start >= FARTHEST_MM:
            areas.append(0.0)
            continue
        motion = translation(way * (start + _PRESSED_MM))
        places = [motion @ meetings.kit.pose(joint.members[0]), meetings.kit.pose(joint.members[1])]
        boxes = [
            arm.transform(place[:3])
            for place, member in zip(places, arms, strict=True)
            for arm in member
        ]
        pressed = low.common(motion) - united(boxes)
        areas.append(float(pressed.project().area()))
        borne += _loaded(joint, low, motion, pressed)
    yield within(
        "held.bearing",
        "least area by which tongues bear against roof and flanks, pressed up or down",
        joint.members,
        min(areas),
        low=LEAST_BEARING_MM2,
        unit="mm2",
        source="design rule: 20 N at 2 MPa, at which PLA does not creep",
        note=f"up {areas[0]:.0f} mm2, down {areas[1]:.0f} mm2, seen from above",
    )
    yield within(
        "held.bearing_share",
        "share of the seam's length over which tongues bear, up or down",
        joint.members,
        _covered(borne) / _length(joint, low),
        low=LEAST_BORNE_SHARE,
        unit="",
        source="design rule: borne over a fifth of the seam",
    )


def _loaded(
    joint: Joint, low: Meeting, motion: Matrix, pressed: Manifold
) -> list[tuple[float, float]]:
    """From where to where along the seam the tongues reach that are pressed, mm."""
    along = int(np.argmax(np.abs(np.cross(joint.insert, UP))))
    across = int(np.argmax(np.abs(joint.insert)))
    seam = float(middle_of(joint, low)[across])
    far = np.array([1e3, 1e3, 1e3])
    beyond, before = -far, far.copy()
    beyond[across] = before[across] = seam
    spans = []
    moving, fixed = low.shapes()
    for shape, sign in ((moving.transform(motion[:3]), 1.0), (fixed, -1.0)):
        # The first member stands out along the way in, the second against it.
        outside = sign * joint.insert[across] > 0
        room = (beyond, far) if outside else (-far, before)
        out = shape ^ box(room[0].tolist(), room[1].tolist())
        for piece in out.decompose():
            if (piece ^ pressed).volume() > NOTHING_MM3 * 1e-3:
                bounds = np.array(piece.bounding_box()).reshape(2, 3)
                spans.append((float(bounds[0, along]), float(bounds[1, along])))
    return spans


def _length(joint: Joint, low: Meeting) -> float:
    """Of a seam, by the bodies that meet there, in mm."""
    along = int(np.argmax(np.abs(np.cross(joint.insert, UP))))
    bounds = np.array([shape.bounding_box() for shape in low.shapes()]).reshape(2, 2, 3)
    return float(bounds[:, 1, along].min() - bounds[:, 0, along].max())


def _covered(spans: list[tuple[float, float]]) -> float:
    total, end = 0.0, -math.inf
    for start, stop in sorted(spans):
        total += max(0.0, stop - max(start, end))
        end = max(end, stop)
    return total
