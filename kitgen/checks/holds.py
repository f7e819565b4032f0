"""Play of what is held before it touches, how deep it stays blocked, and whether hooks catch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kitgen.checks.finding import Finding, within
from kitgen.checks.meetings import Meetings
from kitgen.checks.motion import (
    BEYOND_CONTACT_MM,
    FARTHEST_MM,
    HELD_MM3,
    Meeting,
    depth,
    play,
    translation,
)
from kitgen.checks.written import WrittenKit, box
from kitgen.export.manifest import Joint

LARGEST_PLAY = 1.5
"""Times the clearance asked for: what mating faces may stand apart, sideways."""
PLAY_SLACK_MM = 2e-3
"""Chords and rounding."""
LEAST_DEPTH_MM = 1.0
"""A hold that ends sooner gives way before a hand feels it."""


@dataclass(frozen=True)
class Hold:
    """Something moved against something else: a seam, a quarter, or two pairs.

    Attributes:
        title: for the reader.
        between: ids of what is moved and of what stays.
        meetings: of each moved item with each that stays, where they come near.
        locked: unit vectors along which it must not leave.
        clearance: asked for, mm per side.
    """

    title: str
    between: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    locked: tuple[tuple[float, float, float], ...]
    clearance: float


def whole_layers(kit: WrittenKit, height_mm: float) -> float:
    """A height in whole layers, at least one: what a vertical gap must be."""
    layer = kit.number("layer_height", 0.2)
    return max(1, math.ceil(round(height_mm / layer, 6))) * layer


def play_findings(kit: WrittenKit, hold: Hold) -> Iterator[Finding]:
    """Play before contact along locked directions, and how deep the motion stays blocked."""
    if not hold.locked:
        return
    plays = {way: play(hold.meetings, way) for way in hold.locked}
    depths = {way: depth(hold.meetings, way) for way in hold.locked}
    free = f"free over {FARTHEST_MM:g} mm or more"
    note = ", ".join(
        f"{_named(way)}: "
        + (free if plays[way] >= FARTHEST_MM else f"{plays[way]:.2f} mm, then {depths[way]:.1f} mm")
        for way in hold.locked
    )
    flat = [plays[way] for way in hold.locked if abs(way[2]) < 0.5]
    steep = [plays[way] for way in hold.locked if abs(way[2]) >= 0.5]
    if flat:
        yield within(
            "held.play",
            f"largest play in the plane of the {hold.title}",
            hold.between,
            max(flat),
            high=LARGEST_PLAY * hold.clearance + PLAY_SLACK_MM,
            unit="mm",
            source="1.5 times the manifest's joints.clearance_per_side_mm",
            note=note,
        )
    if steep:
        yield within(
            "held.lift",
            f"largest play up or down of the {hold.title}",
            hold.between,
            max(steep),
            high=whole_layers(kit, hold.clearance) + PLAY_SLACK_MM,
            unit="mm",
            source="manifest: joints.clearance_per_side_mm, in whole layers",
            note=note,
        )
    yield within(
        "held.depth",
        f"least way over which the {hold.title} stays blocked after its play",
        hold.between,
        min(depths.values()),
        low=LEAST_DEPTH_MM,
        unit="mm",
        source="design rule: blocked over 1 mm at least",
        note=note,
    )


def _named(way: Sequence[float]) -> str:
    axis = int(np.argmax(np.abs(way)))
    names = (("right", "left"), ("away", "near"), ("up", "down"))[axis]
    return names[0] if way[axis] > 0 else names[1]


def hooks_finding(meetings: Meetings, joint: Joint, low: Meeting) -> Finding:
    """Which arms catch when the seam is pulled straight open."""
    out = -np.array(joint.insert)
    start = play([low], out)
    start = joint.clearance_per_side_mm if start >= FARTHEST_MM else start
    motion = translation(out * (start + BEYOND_CONTACT_MM))
    caught = low.common(motion)
    places = [motion @ meetings.kit.pose(joint.members[0]), meetings.kit.pose(joint.members[1])]
    numbers = []
    for (corner, opposite), member in zip(joint.arms, joint.arm_members, strict=True):
        room = box(corner, opposite).transform(places[member][:3])
        numbers.append(float((caught ^ room).volume()))
    missing = [str(at + 1) for at, volume in enumerate(numbers) if volume <= HELD_MM3]
    return within(
        "held.hooks",
        "snap arms whose hooks catch when the seam is pulled open",
        joint.members,
        len(numbers) - len(missing),
        low=len(numbers),
        unit="",
        source="manifest: joints.arms",
        note=f"arms that do not, in the manifest's order: {', '.join(missing)}" if missing else "",
    )
