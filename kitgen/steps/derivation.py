"""The steps in which a kit goes together, from the joints and poses in its manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kitgen.export.manifest import Joint, Manifest, Vector

StepKey = Literal["board-pairs", "board", "rack", "tiles"]

_DOWN: Vector = (0.0, 0.0, -1.0)


@dataclass(frozen=True)
class Step:
    """One step of putting a kit together.

    Attributes:
        key: Which; its text stands under it in ``wording/``.
        times: How often it is done.
        needs: Parts, or keys of earlier steps whose outcome it takes, and how many each time.
        standing: Ids of the assembly that its picture shows, those that move among them.
        moving: Ids that are brought to the others.
        insert: Unit vector along which they move, in the assembled game.
    """

    key: StepKey
    times: int
    needs: tuple[tuple[str, int], ...]
    standing: tuple[str, ...]
    moving: tuple[str, ...]
    insert: Vector


def steps(manifest: Manifest) -> tuple[Step, ...]:
    """Give the steps in the order in which they are done.

    The board goes together pairs first, then pair to pair; a rack from two halves; tiles last.
    What the kit does not have is left out.
    """
    return (*_board(manifest), *_rack(manifest), *_tiles(manifest))


def _board(manifest: Manifest) -> tuple[Step, ...]:
    joints = [joint for joint in manifest.joints if joint.kind == "board-snap"]
    if not joints:
        return ()
    first = joints[0]
    along = [joint for joint in joints if _parallel(joint.insert, first.insert)]
    across = [joint for joint in joints if not _parallel(joint.insert, first.insert)]
    pairs = Step(
        "board-pairs",
        len(along),
        _counted(manifest, first.members),
        first.members,
        first.members[:1],
        first.insert,
    )
    if not across:
        return (pairs,)
    second = across[0]
    moving = next(joint.members for joint in along if second.members[0] in joint.members)
    whole = tuple(dict.fromkeys(member for joint in along for member in joint.members))
    return pairs, Step("board", 1, (("board-pairs", 2),), whole, moving, second.insert)


def _rack(manifest: Manifest) -> tuple[Step, ...]:
    joints = [joint for joint in manifest.joints if joint.kind == "rack-snap"]
    if not joints:
        return ()
    first = joints[0]
    needs = _counted(manifest, first.members)
    return (Step("rack", len(joints), needs, first.members, first.members[:1], first.insert),)


def _tiles(manifest: Manifest) -> tuple[Step, ...]:
    stacked = [placed.id for placed in manifest.assembly if placed.group == "stack"]
    levels = list(dict.fromkeys(_level(name) for name in stacked))
    if len(levels) < 2:
        return ()
    top = tuple(name for name in stacked if _level(name) == levels[-1])
    return (Step("tiles", 1, (), tuple(stacked), top, _DOWN),)


def _level(name: str) -> str:
    """Of a stack; an inlaid letter stands at the level of its tile."""
    return name.removesuffix("-letter")


def _counted(manifest: Manifest, members: Sequence[str]) -> tuple[tuple[str, int], ...]:
    part_of = {placed.id: placed.part for placed in manifest.assembly}
    return tuple(Counter(part_of[member] for member in members).items())


def _parallel(first: Vector, second: Vector) -> bool:
    return abs(sum(a * b for a, b in zip(first, second, strict=True))) > 0.5


def joints_closed(manifest: Manifest, step: Step) -> tuple[Joint, ...]:
    """Give the snap joints that a step closes where it is done the first time."""
    rest = set(step.standing) - set(step.moving)
    return tuple(
        joint
        for joint in manifest.joints
        if joint.kind != "nest"
        and len({*joint.members} & rest) == 1
        and len({*joint.members} & set(step.moving)) == 1
    )
