"""How tiles sit: side play, depth and rest of every nest, lean and height of a stack."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.motion import HELD_MM3, Vector
from kitgen.checks.nest_sections import NestSections
from kitgen.checks.several import MOST_FAILURES
from kitgen.checks.written import WrittenKit, overlap_mm3, shifted
from kitgen.export.manifest import Joint

LARGEST_PLAY = 1.5
"""Times the clearance asked for: what mating faces may stand apart."""
CHORD_SLACK_MM = 2e-3
LEAST_ENGAGEMENT_MM = 1.0
"""Height over which side faces catch; less lets a tile rock out."""
LEAST_REST_SHARE = 0.25
"""Of a tile's width, by which it is borne on every side of its middle: less lets it rock."""
STACK = 5
"""The highest stack of the game."""
HEIGHT_SLACK_MM = 0.01
_DROP_MM = 0.5
_NEAR_MM = 1.2
"""More than twice the way that a tile is let down."""
_FINE_MM = 2e-4
_SHOWN = 10
"""Failing pairs that are listed one by one."""


@dataclass(frozen=True)
class Seat:
    """One nest as measured; mm.

    Attributes:
        joint: of the manifest.
        ways: unit vectors in the plane along which the tile must not leave.
        plays: along each, before it touches.
        engagement: least height over which side faces catch.
        rest: how far from the tile's middle it is borne on every side.
        width: of the tile.
    """

    joint: Joint
    ways: tuple[Vector, ...]
    plays: tuple[float, ...]
    engagement: float
    rest: float
    width: float

    @property
    def play(self) -> float:
        """The largest."""
        return max(self.plays)


def nest_findings(kit: WrittenKit) -> Iterator[Finding]:
    """Judge every nest of the assembly."""
    sections = NestSections(kit)
    seats: dict[str, list[Seat]] = {}
    unlocked: list[str] = []
    for joint in kit.joints("nest"):
        if any(abs(kit.pose(item)[2, 2] - 1.0) > 1e-6 for item in joint.members):
            yield unjudged("held.side_play", "side play", joint.members, "does not stand upright")
            continue
        if not any(abs(way[2]) < 0.5 for way in joint.locked):
            unlocked.append(joint.id)
            continue
        lower = kit.parts[kit.items[joint.members[1]].part].kind
        kind = "tile on a cell" if lower == "board-quarter" else "tile on a tile"
        seats.setdefault(kind, []).append(_seat(sections, joint))
    if unlocked:
        why = f"the manifest locks no side of {len(unlocked)} nests"
        named = tuple(unlocked[:MOST_FAILURES])
        yield unjudged("held.side_play", "side play", named, why, fails=True)
    for kind, group in seats.items():
        yield from _judged(kind, group)
    yield from _stack(kit, seats)


def _seat(sections: NestSections, joint: Joint) -> Seat:
    upper, lower = joint.members
    kit = sections.kit
    ways = [way for way in joint.locked if abs(way[2]) < 0.5]
    flat = np.array([way[:2] for way in ways], dtype=float).reshape(-1, 2)
    land_z = joint.land.point_mm[2] if joint.land else float(kit.pose(upper)[2, 3])
    stretches = sections.stretches(upper, lower, land_z, flat)
    gaps = np.array([stretch.gaps for stretch in stretches]).reshape(-1, 2, len(ways))
    heights = np.array([stretch.height for stretch in stretches])
    near = LARGEST_PLAY * joint.clearance_per_side_mm + CHORD_SLACK_MM
    catches = (gaps <= near).all(axis=1)
    bounds = np.asarray(kit.mesh(kit.items[upper].part).bounds)
    return Seat(
        joint,
        tuple(ways),
        tuple(gaps.min(axis=(0, 1)).tolist()) if len(gaps) else (math.inf,) * len(ways),
        float((heights[:, None] * catches).sum(axis=0).min()) if len(gaps) and len(ways) else 0.0,
        _rest(sections, upper, lower, land_z),
        float((bounds[1] - bounds[0])[:2].min()),
    )


def _rest(sections: NestSections, upper: str, lower: str, land_z: float) -> float:
    """How far from its middle an item is borne on every side, 0 where its middle may tip."""
    import shapely

    hull = sections.borne(upper, lower, land_z).convex_hull
    kit = sections.kit
    bounds = np.asarray(kit.mesh(kit.items[upper].part).bounds).mean(axis=0)
    middle = shapely.Point(*(kit.pose(upper) @ np.append(bounds, 1.0))[:2])
    if hull.area <= 0 or not hull.contains(middle):
        return 0.0
    return float(hull.exterior.distance(middle))


def _judged(kind: str, seats: Sequence[Seat]) -> Iterator[Finding]:
    """The worst of each figure, and those that fail one by one."""
    yield from _worst(
        "held.side_play",
        f"largest side play, {kind}",
        seats,
        [min(seat.play, 99.0) for seat in seats],
        highs=[LARGEST_PLAY * seat.joint.clearance_per_side_mm + CHORD_SLACK_MM for seat in seats],
        source="1.5 times the manifest's joints.clearance_per_side_mm",
    )
    yield from _worst(
        "held.engagement",
        f"height over which side faces catch, {kind}",
        seats,
        [seat.engagement for seat in seats],
        lows=[LEAST_ENGAGEMENT_MM - CHORD_SLACK_MM for _ in seats],
        source="design rule: 1 mm at least, or a tile rocks out",
    )
    yield from _worst(
        "held.rest",
        f"borne at least so far from its middle on every side, {kind}",
        seats,
        [seat.rest for seat in seats],
        lows=[LEAST_REST_SHARE * seat.width for seat in seats],
        source="design rule: a quarter of the tile's width, or it rocks",
    )


def _worst(
    check: str,
    measured: str,
    seats: Sequence[Seat],
    values: Sequence[float],
    *,
    lows: Sequence[float] | None = None,
    highs: Sequence[float] | None = None,
    source: str,
) -> Iterator[Finding]:
    def finding(at: int) -> Finding:
        return within(
            check,
            measured,
            seats[at].joint.members,
            values[at],
            low=lows[at] if lows else None,
            high=highs[at] if highs else None,
            unit="mm",
            source=source,
            note=f"worst of {len(seats)}" if at == order[0] else "",
        )

    excess = [
        values[at] - highs[at] if highs else (lows[at] if lows else 0.0) - values[at]
        for at in range(len(seats))
    ]
    order = sorted(range(len(seats)), key=lambda at: -round(excess[at], 6))
    yield finding(order[0])
    failing = [at for at in order[1:] if finding(at).verdict == "fail"]
    for at in failing[: _SHOWN - 1]:
        yield finding(at)
    if len(failing) >= _SHOWN:
        more = len(failing) - _SHOWN + 1
        yield unjudged(check, measured, (), f"{more} more fail the same way", fails=True)


def _stack(kit: WrittenKit, seats: dict[str, list[Seat]]) -> Iterator[Finding]:
    """How far a full stack leans, and how high it is."""
    items = kit.ids("stack", "tile")
    nests = [seat for seat in seats.get("tile on a tile", []) if seat.joint.members[0] in items]
    if not nests:
        return
    cells = seats.get("tile on a cell", [])
    # The lowest tile of a stack sits on the board, with the cell's own play.
    chain = [*nests, *sorted(cells, key=lambda seat: -seat.play)[:1]]
    sums: dict[Vector, float] = {}
    for seat in chain:
        for way, play in zip(seat.ways, seat.plays, strict=True):
            sums[way] = sums.get(way, 0.0) + min(play, 99.0)
    asked = sum(seat.joint.clearance_per_side_mm for seat in chain)
    drops = [_drop(kit, seat.joint) for seat in nests]
    poses = [float(kit.pose(item)[2, 3]) for item in (items[0], items[-1])]
    rise = poses[1] - poses[0]
    worst = max(sums.values(), default=0.0)
    yield within(
        "held.stack_lean",
        f"how far the top of a stack of {STACK} moves aside, all plays one way",
        tuple(items),
        worst,
        high=asked + len(chain) * CHORD_SLACK_MM,
        unit="mm",
        source="manifest: sum of joints.clearance_per_side_mm over the stack",
        note=f"leans by {math.degrees(math.atan2(worst, rise)):.1f} degrees" if rise else "",
    )
    top = float(np.asarray(kit.mesh(kit.items[items[-1]].part).bounds)[1, 2])
    expected = rise + kit.parts[kit.items[items[-1]].part].bbox_mm[1][2]
    yield within(
        "held.stack_height",
        f"height of a stack of {len(items)}, each tile let down until it rests",
        tuple(items),
        rise + sum(drops) + top,
        low=expected - HEIGHT_SLACK_MM,
        high=expected + HEIGHT_SLACK_MM,
        unit="mm",
        source="manifest: assembly.pose and parts.bbox_mm",
    )


def _drop(kit: WrittenKit, joint: Joint) -> float:
    """How much higher than its pose a tile comes to rest, mm; negative where it sinks."""
    up = [-part for part in joint.insert]
    # Only what lies near the land can rest.
    land_z = float(kit.pose(joint.members[0])[2, 3])
    upper, lower = (
        kit.standing(item)
        .trim_by_plane((0.0, 0.0, 1.0), land_z - _NEAR_MM)
        .trim_by_plane((0.0, 0.0, -1.0), -land_z - _NEAR_MM)
        for item in joint.members
    )
    low, high = -_DROP_MM, _DROP_MM
    while high - low > _FINE_MM:
        middle = (low + high) / 2
        if overlap_mm3(shifted(upper, up, middle), lower) > HELD_MM3:
            low = middle
        else:
            high = middle
    return (low + high) / 2
