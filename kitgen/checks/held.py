"""Whether seated parts stay where they must, and come together where they may.

A quarter that is pulled alone is held by the tongues of its other seam, even where every hook is
missing; hooks are therefore pulled seam by seam, and pair against pair, both ways of pairing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kitgen.checks.bearing import bearing_findings
from kitgen.checks.finding import Finding
from kitgen.checks.holds import Hold, hooks_finding, play_findings
from kitgen.checks.inventory import is_coupon
from kitgen.checks.meetings import Meetings
from kitgen.checks.motion import Vector
from kitgen.checks.nest_play import nest_findings
from kitgen.checks.turns import turn_findings
from kitgen.checks.way_in import way_in_findings
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Joint

SNAPS = ("board-snap", "rack-snap")


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Judge how parts are held; says nothing of what a kit does not have."""
    meetings = Meetings(kit)
    joints = [joint for joint in kit.manifest.joints if joint.kind in SNAPS]
    for joint in joints:
        low = meetings.between(*joint.members, across=joint.insert)
        yield from play_findings(
            kit,
            Hold(
                "seam, its two parts alone",
                joint.members,
                (low,),
                joint.locked,
                joint.clearance_per_side_mm,
            ),
        )
        yield hooks_finding(meetings, joint, low)
        if not _is_coupon(kit, joint):
            # A coupon's tongue is cut short and stands on one side only: it tries the clip.
            yield from turn_findings(kit, joint, low)
            yield from bearing_findings(meetings, joint, low)
        members = ((joint.members[0],), (joint.members[1],))
        yield from way_in_findings(meetings, joint, members, "the way in")
    yield from _singles(kit, meetings)
    yield from _pairs(kit, meetings)
    yield from nest_findings(kit)


def _is_coupon(kit: WrittenKit, joint: Joint) -> bool:
    return all(is_coupon(kit.parts[kit.items[member].part]) for member in joint.members)


def _singles(kit: WrittenKit, meetings: Meetings) -> Iterator[Finding]:
    """Each quarter against all others."""
    board = [joint for joint in kit.manifest.joints if joint.kind == "board-snap"]
    quarters = list(dict.fromkeys(member for joint in board for member in joint.members))
    if len(quarters) < 3:
        return
    for quarter in quarters:
        near = tuple(
            meetings.between(quarter, other, across=_across(board, quarter, other))
            for other in quarters
            if other != quarter
        )
        locked: dict[tuple[float, float, float], None] = {}
        for joint in board:
            for way in joint.locked:
                if joint.members[0] == quarter:
                    locked[_tuple(way)] = None
                elif joint.members[1] == quarter:
                    locked[_tuple(-np.array(way))] = None
        clearance = max(joint.clearance_per_side_mm for joint in board)
        yield from play_findings(
            kit, Hold("quarter by itself", (quarter,), near, tuple(locked), clearance)
        )


def _pairs(kit: WrittenKit, meetings: Meetings) -> Iterator[Finding]:
    """Pair against pair, for each way in which seams part the board in two."""
    board = [joint for joint in kit.manifest.joints if joint.kind == "board-snap"]
    for axis in (0, 1):
        parting = [joint for joint in board if abs(joint.insert[axis]) > 0.5]
        staying = [joint for joint in board if joint not in parting]
        if not parting or not staying:
            continue
        moved = _joined(parting[0].members[0], staying)
        fixed = _joined(parting[0].members[1], staying)
        if set(moved) & set(fixed):
            continue
        near = tuple(meetings.between(a, b, across=parting[0].insert) for a in moved for b in fixed)
        hold = Hold(
            "pair against the other pair",
            (*moved, *fixed),
            near,
            parting[0].locked,
            parting[0].clearance_per_side_mm,
        )
        yield from play_findings(kit, hold)
        yield from way_in_findings(
            meetings, parting[0], (moved, fixed), "the way in of pair to pair"
        )


def _joined(start: str, joints: Sequence[Joint]) -> tuple[str, ...]:
    """What hangs together with an item by some joints."""
    found = [start]
    for _ in joints:
        for joint in joints:
            first, second = joint.members
            if first in found and second not in found:
                found.append(second)
            elif second in found and first not in found:
                found.append(first)
    return tuple(found)


def _across(joints: Sequence[Joint], first: str, second: str) -> Vector | None:
    """The normal of the seam between two items, None where they share none."""
    for joint in joints:
        if {first, second} == set(joint.members):
            return joint.insert
    return None


def _tuple(way: Vector) -> tuple[float, float, float]:
    x, y, z = (float(part) + 0.0 for part in way)
    return x, y, z
