"""The steps in which a kit goes together, from the joints and poses in its manifest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kitgen.export.manifest import Joint, Manifest, Vector

StepKey = Literal["board-pairs", "board", "rack", "square", "stack", "rack-tiles"]

_LETTER = "-letter"
"""Ends the id of an inlaid letter, which goes where its tile goes."""


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
        earlier: Of those that stand, the ids that earlier steps put together.
    """

    key: StepKey
    times: int
    needs: tuple[tuple[str, int], ...]
    standing: tuple[str, ...]
    moving: tuple[str, ...]
    insert: Vector
    earlier: tuple[str, ...] = ()


def steps(manifest: Manifest) -> tuple[Step, ...]:
    """Give the steps in the order in which they are done.

    The board goes together pairs first, then pair to pair; a rack from two halves; then a tile is
    set on a square, a tile on a tile, and tiles on a rack. What the kit does not have is left out.
    """
    return (
        *_board(manifest),
        *_rack(manifest),
        *_square(manifest),
        *_stack(manifest),
        *_rack_tiles(manifest),
    )


def stack_allowed(manifest: Manifest) -> tuple[str, ...]:
    """Ids of the assembly's stack, from the bottom, as high as the game lets one grow."""
    rules = manifest.profile.get("game", {}).get("rules", {})
    allowed = rules.get("stack", {}).get("max_height")
    stack = _ids(manifest, "stack")
    tiles = [name for name in stack if not name.endswith(_LETTER)][:allowed]
    return tuple(name for name in stack if name.removesuffix(_LETTER) in tiles)


def joints_closed(manifest: Manifest, step: Step) -> tuple[Joint, ...]:
    """Give the joints that a step closes where it is done the first time.

    They have one member among what moves and one among what stands still.
    """
    moving, rest = set(step.moving), set(step.standing) - set(step.moving)
    return tuple(
        joint
        for joint in manifest.joints
        if len(rest & {*joint.members}) == 1 and len(moving & {*joint.members}) == 1
    )


def _board(manifest: Manifest) -> tuple[Step, ...]:
    joints = _joints(manifest, "board-snap", _ids(manifest, "board"))
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
    needs = (("board-pairs", len(along)),)
    return pairs, Step("board", 1, needs, whole, moving, second.insert, whole)


def _rack(manifest: Manifest) -> tuple[Step, ...]:
    joints = _joints(manifest, "rack-snap", _racks(manifest))
    if not joints:
        return ()
    first = joints[0]
    needs = _counted(manifest, first.members)
    return (Step("rack", len(joints), needs, first.members, first.members[:1], first.insert),)


def _square(manifest: Manifest) -> tuple[Step, ...]:
    board = _ids(manifest, "board")
    nests = _joints(manifest, "nest", board)
    quarters = [name for name in board if name in {joint.members[1] for joint in nests}]
    if not quarters:
        return ()
    here = [joint for joint in nests if joint.members[1] == quarters[0]]
    # In the middle of the squares of one quarter, so that the picture is full of board.
    joint = here[len(here) // 2]
    moving = _with_letters(manifest, joint.members[:1])
    snapped = {m for one in _joints(manifest, "board-snap", board) for m in one.members}
    earlier = tuple(quarters)
    outcome = (("board", 1),) if set(quarters) <= snapped else _counted(manifest, quarters)
    needs = (*outcome, *_counted(manifest, moving))
    return (Step("square", 1, needs, (*earlier, *moving), moving, joint.insert, earlier),)


def _stack(manifest: Manifest) -> tuple[Step, ...]:
    stack = stack_allowed(manifest)
    nests = _joints(manifest, "nest", stack)
    if not nests:
        return ()
    top = _with_letters(manifest, nests[-1].members[:1])
    needs = _counted(manifest, stack)
    return (Step("stack", 1, needs, stack, top, nests[-1].insert),)


def _rack_tiles(manifest: Manifest) -> tuple[Step, ...]:
    halves = {m for one in _joints(manifest, "rack-snap", _racks(manifest)) for m in one.members}
    for joint in _joints(manifest, "rack-snap", _racks(manifest)):
        group = next(one.group for one in manifest.assembly if one.id == joint.members[0])
        tiles = tuple(name for name in _ids(manifest, group) if name not in halves)
        if tiles:
            pose = next(one.pose for one in manifest.assembly if one.id == tiles[0])
            # A tile comes from above, down its own letter: against the y axis of its file.
            down = (-pose[0][1], -pose[1][1], -pose[2][1])
            size = math.hypot(*down)
            insert = (down[0] / size, down[1] / size, down[2] / size)
            needs = (("rack", 1), *_counted(manifest, tiles))
            standing = (*joint.members, *tiles)
            return (Step("rack-tiles", 1, needs, standing, tiles, insert, joint.members),)
    return ()


def _ids(manifest: Manifest, group: str) -> tuple[str, ...]:
    return tuple(placed.id for placed in manifest.assembly if placed.group == group)


def _racks(manifest: Manifest) -> tuple[str, ...]:
    return tuple(one.id for one in manifest.assembly if one.group.startswith("rack-"))


def _joints(manifest: Manifest, kind: str, among: Sequence[str]) -> list[Joint]:
    """Those of the game: coupons have joints of the same kinds."""
    ids = set(among)
    return [joint for joint in manifest.joints if joint.kind == kind and {*joint.members} <= ids]


def _with_letters(manifest: Manifest, tiles: Iterable[str]) -> tuple[str, ...]:
    known = {placed.id for placed in manifest.assembly}
    names = (name for tile in tiles for name in (tile, tile + _LETTER))
    return tuple(name for name in names if name in known)


def _counted(manifest: Manifest, members: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Count parts; an inlaid letter is printed into its tile and is none to look for."""
    part_of = {placed.id: placed.part for placed in manifest.assembly}
    tiles = [part_of[name] for name in members if not name.endswith(_LETTER)]
    return tuple(Counter(tiles).items())


def _parallel(first: Vector, second: Vector) -> bool:
    return abs(sum(a * b for a, b in zip(first, second, strict=True))) > 0.5
