"""Whether snap arms bend without harm, and hold.

An arm is a cantilever on the bed. It must bend within the layers of the print, by less than its
material takes again and again, and its hook must still hold when the part has moved sideways by all
that its stiff guides, the tongues, allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kitgen.checks.arms import Arm, measure_arm
from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.meetings import Meetings
from kitgen.checks.motion import inverse, rounded
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Joint

LEAST_SLENDERNESS = 5.0
"""Length over thickness, below which beam formula and print both fail."""
LEAST_HOOK_LEFT_MM = 0.2
HOOK_SLACK_MM = 1e-3
"""What the search for the play leaves open."""
LEAST_FILLET = 0.5
"""Of the thickness, at the root (Hubs' rules for snap fits)."""
FILLET_SLACK_MM = 5e-3
"""Chords and float32."""
LEAD_IN_DEG = (30.0, 45.0)
"""Slides in by hand."""
CATCH_DEG = (30.0, 60.0)
"""Holds, and lets go again by hand."""
LARGEST_TILT_DEG = 5.0
"""Between the direction of bending and the bed: more, and layers are pulled apart."""
LARGEST_RISE_MM = 1e-3
"""Under an arm that lies on the bed."""
SLACK = 1e-4
"""Of strain and slenderness, relative: what float32 coordinates do to figures at their limit."""
_NEVER_MM = 99.0


@dataclass(frozen=True)
class _Measured:
    """An arm, its number in the joint, and what of its hook is left in the worst case, mm."""

    number: int
    arm: Arm
    hook_left: float
    sideways: float


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Judge the arms of every snap joint; says nothing of kits without any."""
    meetings = Meetings(kit)
    kept: dict[object, Arm | None] = {}
    for joint in kit.manifest.joints:
        if not joint.arms:
            continue
        arms = [_measured(meetings, joint, at, kept) for at in range(len(joint.arms))]
        found = [arm for arm in arms if arm is not None]
        missing = [str(at + 1) for at, arm in enumerate(arms) if arm is None]
        yield within(
            "snaps.arms",
            "arms found in the boxes that the manifest puts round them",
            joint.members,
            len(found),
            low=len(arms),
            unit="",
            source="manifest: joints.arms",
            note=f"no arm in the box: {', '.join(missing)}" if missing else "",
        )
        if found:
            yield _strain(kit, joint, found)
            yield from _beam(joint, found)
            yield from _hook(kit, joint, found)


def _measured(
    meetings: Meetings, joint: Joint, at: int, kept: dict[object, Arm | None]
) -> _Measured | None:
    member = joint.arm_members[at]
    carrier, mate = joint.members[member], joint.members[1 - member]
    kit = meetings.kit
    pose = kit.pose(carrier)
    out = np.array(joint.insert) * (1.0 if member == 0 else -1.0) @ pose[:3, :3]
    low, high = (np.array(corner) for corner in joint.arms[at])
    key = (meetings.key(carrier, mate), rounded(np.array([low, high, out])))
    if key not in kept:
        relative = inverse(pose) @ kit.pose(mate)
        other = kit.solid(kit.items[mate].part).transform(relative[:3])
        kept[key] = measure_arm(kit.solid(kit.items[carrier].part), other, low, high, out)
    arm = kept[key]
    if arm is None:
        return None
    guides = meetings.between(carrier, mate, stiff=True, across=joint.insert)
    sideways = guides.play(-(pose[:3, :3] @ arm.toward))
    return _Measured(at + 1, arm, arm.deflection - sideways - arm.foot, sideways)


def _strain(kit: WrittenKit, joint: Joint, arms: Sequence[_Measured]) -> Finding:
    worst = max(arms, key=lambda one: one.arm.strain)
    arm = worst.arm
    measured = "peak strain at the root while an arm bends, 1.5 h Y / L^2"
    if kit.manifest.material is None:
        why = f"the manifest names no material; the strain is {100 * arm.strain:.3f} %"
        return unjudged("snaps.strain", measured, joint.members, why)
    return within(
        "snaps.strain",
        measured,
        joint.members,
        100 * arm.strain,
        high=100 * kit.manifest.material.strain_limit_repeated * (1 + SLACK),
        unit="%",
        source="manifest: material.strain_limit_repeated",
        note=(
            f"arm {worst.number}: h {arm.thickness:.3f}, L {arm.length:.3f},"
            f" Y {arm.deflection:.3f} mm"
        ),
    )


def _beam(joint: Joint, arms: Sequence[_Measured]) -> Iterator[Finding]:
    slim = min(arms, key=lambda one: one.arm.slenderness)
    yield within(
        "snaps.slenderness",
        "free length over thickness of an arm",
        joint.members,
        slim.arm.slenderness,
        low=LEAST_SLENDERNESS * (1 - SLACK),
        unit="",
        source="design rule: five thicknesses at least",
        note=f"arm {slim.number}: L {slim.arm.length:.3f}, h {slim.arm.thickness:.3f} mm",
    )
    tilted = max(arms, key=lambda one: one.arm.tilt)
    yield within(
        "snaps.flat",
        "angle between the way an arm bends and the bed",
        joint.members,
        tilted.arm.tilt,
        high=LARGEST_TILT_DEG,
        unit="deg",
        source="design rule: an arm bends within its layers",
        note=f"arm {tilted.number}",
    )
    raised = max(arms, key=lambda one: one.arm.under)
    yield within(
        "snaps.on_bed",
        "height of an arm's underside over the bed",
        joint.members,
        raised.arm.under,
        high=LARGEST_RISE_MM,
        unit="mm",
        source="design rule: an arm lies on the bed",
        note=f"arm {raised.number}, {raised.arm.height:.3f} mm high",
    )
    sharp = min(arms, key=lambda one: one.arm.fillet - LEAST_FILLET * one.arm.thickness)
    yield within(
        "snaps.fillet",
        "fillet at the root of an arm",
        joint.members,
        sharp.arm.fillet,
        low=LEAST_FILLET * sharp.arm.thickness - FILLET_SLACK_MM,
        unit="mm",
        source="design rule: half the thickness",
        note=f"arm {sharp.number}",
    )


def _hook(kit: WrittenKit, joint: Joint, arms: Sequence[_Measured]) -> Iterator[Finding]:
    weak = min(arms, key=lambda one: one.hook_left)
    arm = weak.arm
    revisions = {kit.parts[kit.items[member].part].joint_revision for member in joint.members}
    yield within(
        "snaps.hook_left",
        "hook that still holds after clearance, sideways play of the guides and elephant foot",
        joint.members,
        weak.hook_left,
        low=LEAST_HOOK_LEFT_MM - HOOK_SLACK_MM,
        unit="mm",
        source="design rule: 0.2 mm at least",
        note=(
            f"arm {weak.number}: hook {arm.hook:.3f}, of which {arm.deflection:.3f} behind the"
            f" mouth, play {weak.sideways:.3f}, foot {arm.foot:.3f} mm"
        ),
        # Its hooks are those that it was made with: who wants a spare part for it is only told.
        warn_only=revisions == {1},
    )
    tight = min(arms, key=lambda one: one.arm.room - one.arm.deflection)
    yield within(
        "snaps.room",
        "way that an arm can give inward, less what it has to",
        joint.members,
        tight.arm.room - tight.arm.deflection,
        low=0.0,
        unit="mm",
        source="design rule: an arm bends freely until its hook has passed",
        note=f"arm {tight.number}: {tight.arm.room:.3f} mm to the core",
    )
    for name, title, limits in (
        ("lead_in", "slope of an arm's tip to its axis", LEAD_IN_DEG),
        ("catch", "slope of a hook's return face to the arm's axis", CATCH_DEG),
    ):
        angles = {one.number: float(getattr(one.arm, name)) for one in arms}
        middle = sum(limits) / 2
        number = max(angles, key=lambda key: abs(angles[key] - middle))
        yield within(
            f"snaps.{name}",
            title,
            joint.members,
            angles[number],
            low=limits[0],
            high=limits[1],
            unit="deg",
            source="design rule: goes in, holds and lets go by hand",
            note=f"arm {number}",
        )
