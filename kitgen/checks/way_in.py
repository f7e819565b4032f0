"""Whether parts come together: free along the way in but for bending arms."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kitgen.checks.finding import Finding, within
from kitgen.checks.meetings import Meetings
from kitgen.checks.motion import NOTHING_MM3
from kitgen.export.manifest import Joint

_WAY_STEP_MM = 1.0
_BEFORE_SNAP_MM = (0.05, 0.5, 2.0)
_BEFORE_START_MM = 2.0
"""How far outside the first touch of the arms the way in is looked at."""


def way_in_findings(
    meetings: Meetings,
    joint: Joint,
    sides: tuple[tuple[str, ...], tuple[str, ...]],
    title: str,
) -> Iterator[Finding]:
    """Whether the way in is free but for bending arms, and wholly free until they bend."""
    out = -np.array(joint.insert)
    travel = joint.snap_travel_mm
    stiff = [meetings.between(a, b, stiff=True) for a in sides[0] for b in sides[1]]
    whole = [meetings.between(a, b) for a in sides[0] for b in sides[1]]
    steps = np.arange(0.0, travel + _BEFORE_START_MM, _WAY_STEP_MM)
    between = (*sides[0], *sides[1])
    for name, what, pairs, distances in (
        ("way_in", "stiff bodies on", stiff, steps),
        (
            "before_snap",
            "anything before the arms bend on",
            whole,
            travel + np.array(_BEFORE_SNAP_MM),
        ),
    ):
        volumes = [sum(pair.shifted(out, float(at)) for pair in pairs) for at in distances]
        worst = int(np.argmax(volumes))
        yield within(
            f"held.{name}",
            f"largest overlap of {what} {title}",
            between,
            volumes[worst],
            high=NOTHING_MM3,
            unit="mm3",
            source="manifest: joints.insert, joints.snap_travel_mm and joints.arms",
            note=f"{distances[worst]:.1f} mm before the seat" if volumes[worst] else "",
        )
