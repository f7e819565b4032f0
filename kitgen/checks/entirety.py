"""Whether the manifest tells of the entire game, and asks all that its joints have to be asked.

`standing` asks for what no kit may leave out; this is how much of it a whole kit has to show. Other
checks measure what the assembly and the joints name, so a record that names less is judged less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.several import MOST_FAILURES
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Joint

QUARTERS = 4
"""A board has four quarters, and as many seams."""
STACK_HEIGHT = 5
"""Tiles of the stack, all different where the set has so many."""
LEAST_ARMS = 2
"""A clip has one on either side."""
SIDES = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0))
UP, DOWN = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)
SAME_WAY = 1e-5
"""By which the product of two unit vectors may fall short of 1: six decimals."""
SNAPS = ("board-snap", "rack-snap")


def entire(kit: WrittenKit) -> Iterator[Finding]:
    """Ask a whole kit for the whole game, and every joint for all that it has to hold."""
    if kit.manifest.whole:
        yield from _tiles(kit)
        yield from _racks(kit)
        yield from _seams(kit)
    yield from _joints(kit)


def _tiles(kit: WrittenKit) -> Iterator[Finding]:
    """The board's cells as far as the tiles go, a stack, and a full row."""
    kinds = kit.named("tile")
    if not kinds:
        return  # `package.count` misses them
    size = kit.manifest.profile.get("size")
    # A set of tiles may be smaller than the board, or larger.
    tiles = sum(kit.parts[name].count for name in kinds)
    cells = min(size * size, tiles) if isinstance(size, int) else tiles
    yield within(
        "package.cells",
        "tiles that stand on the board",
        (),
        len(kit.ids("board", "tile")),
        low=cells,
        unit="",
        source="manifest: profile.size squared, or the number of tiles if that is less",
    )
    stacked = kit.ids("stack", "tile")
    height = min(STACK_HEIGHT, len(kinds))
    yield within(
        "package.stack",
        "different tiles that stand in the stack",
        tuple(stacked[:MOST_FAILURES]),
        len({kit.items[item].part for item in stacked}),
        low=height,
        high=height,
        unit="",
        source=f"design rule: {STACK_HEIGHT}, or as many as there are different tiles",
    )
    yield from _row(kit)


def _row(kit: WrittenKit) -> Iterator[Finding]:
    """The first rack is full: a rack may hold and stand with a few tiles, and not with all."""
    game = kit.manifest.profile.get("game", {})
    row = game.get("rack_size") if isinstance(game, dict) else None
    words = "tiles that stand on the first rack"
    if not isinstance(row, int) or isinstance(row, bool) or row < 1:
        why = "profile.game.rack_size is no number of tiles"
        yield unjudged("package.row", words, (), why, fails=True)
        return
    first = next(iter(_rack_groups(kit)), "")
    yield within(
        "package.row",
        words,
        (),
        len(kit.ids(first, "tile")) if first else 0,
        low=row,
        high=row,
        unit="",
        source="manifest: profile.game.rack_size",
    )


def _racks(kit: WrittenKit) -> Iterator[Finding]:
    """As many racks as players, each of two halves that clip into each other."""
    groups = _rack_groups(kit)
    odd = []
    for group in groups:
        halves = kit.ids(group, "rack-half")
        joined = {frozenset(joint.members) for joint in kit.joints("rack-snap")}
        if len(halves) != 2 or frozenset(halves) not in joined:
            odd.append(group)
    yield within(
        "package.rack_seams",
        "racks that are not two halves with a joint between them",
        tuple(odd[:MOST_FAILURES]),
        len(odd),
        high=0,
        unit="",
        source="manifest: assembly, joints",
    )
    players = kit.printed.get("players")
    if isinstance(players, int):
        yield within(
            "package.racks",
            "racks that stand in the game",
            tuple(groups[:MOST_FAILURES]),
            len(groups),
            low=players,
            unit="",
            source="manifest: profile.print.players",
        )


def _rack_groups(kit: WrittenKit) -> list[str]:
    """Groups of the assembly that have a rack, in its order."""
    return list(dict.fromkeys(kit.items[item].group for item in kit.ids(kind="rack-half")))


def _seams(kit: WrittenKit) -> Iterator[Finding]:
    quarters = set(kit.ids("board", "board-quarter"))
    joined = {frozenset(joint.members) for joint in kit.joints("board-snap")}
    yield within(
        "package.board_seams",
        "pairs of board quarters with a joint between them",
        (),
        sum(pair <= quarters for pair in joined),
        low=QUARTERS,
        high=QUARTERS,
        unit="",
        source="design rule: four quarters, each joined to two others",
    )


def _joints(kit: WrittenKit) -> Iterator[Finding]:
    """All joints by themselves: what is not locked, has no arms or no land is not judged so."""
    joints = kit.joints()
    if not joints:
        return
    yield _none(
        "package.locked",
        "joints that leave out a direction in which they have to hold",
        [joint for joint in joints if _unlocked(joint)],
        "design rule: clips hold in all six directions, nests to the four sides and down",
        "; ".join(
            f"{joint.id}: {_words(_unlocked(joint))}" for joint in joints if _unlocked(joint)
        )[:200],
    )
    snaps = [joint for joint in joints if joint.kind in SNAPS]
    if snaps:
        yield _none(
            "package.arms",
            "clips without two arms and a way over which they bend",
            [j for j in snaps if len(j.arms) < LEAST_ARMS or j.snap_travel_mm <= 0],
            "manifest: joints.arms, joints.snap_travel_mm",
        )
    yield _none(
        "package.lands",
        "nests without a land and clips with one",
        [joint for joint in joints if (joint.land is None) != (joint.kind in SNAPS)],
        "manifest: joints.land",
    )
    nests = kit.joints("nest")
    if nests:
        yield _none(
            "package.nested",
            "nests that do not set a tile on the board, or on the tile under it",
            [joint for joint in nests if not _carried(kit, joint)],
            "manifest: joints.members",
        )


def _none(
    check: str, measured: str, wrong: Sequence[Joint], source: str, note: str = ""
) -> Finding:
    names = tuple(joint.id for joint in wrong[:MOST_FAILURES])
    return within(check, measured, names, len(wrong), high=0, unit="", source=source, note=note)


def _unlocked(joint: Joint) -> list[tuple[float, float, float]]:
    """Directions in which a joint of its kind holds, and this one is not said to."""
    needed = [*SIDES, DOWN] if joint.kind == "nest" else [*SIDES, UP, DOWN]
    locked = np.reshape(np.array(joint.locked, dtype=np.float64), (-1, 3))
    return [way for way in needed if not np.any(locked @ np.array(way) >= 1 - SAME_WAY)]


def _words(ways: Sequence[tuple[float, float, float]]) -> str:
    return " ".join(
        f"{'+' if sum(way) > 0 else '-'}{'xyz'[int(np.argmax(np.abs(way)))]}" for way in ways
    )


def _carried(kit: WrittenKit, joint: Joint) -> bool:
    """Whether a nest's tile stands on a quarter of its own group, or on the tile before it."""
    tile, carrier = joint.members
    kinds = kit.parts[kit.items[tile].part].kind, kit.parts[kit.items[carrier].part].kind
    if any(kind.startswith("coupon") for kind in kinds):
        return True  # a coupon tries nests on pieces of its own
    group = kit.items[tile].group
    if kinds[0] != "tile" or kit.items[carrier].group != group:
        return False
    if kinds[1] == "board-quarter":
        return True
    tiles = kit.ids(group, "tile")
    place = tiles.index(tile)
    return kinds[1] == "tile" and place > 0 and tiles[place - 1] == carrier
