"""Gaps: mating faces keep the clearance that was asked for, measured face by face.

A mating face is a side face of a joint within 30 degrees of upright in print orientation. Each pair
of flat faces has its own value, so that a feature that is shifted shows on the side where it is too
near, whatever its other side does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.clips import ArmBox, arm_boxes
from kitgen.checks.faces import Facets, Facing, facing
from kitgen.checks.finding import Finding
from kitgen.checks.pairs import Fit, in_layers, nests, seams
from kitgen.checks.several import Case, judged
from kitgen.checks.written import WrittenKit

Floats = NDArray[np.float64]
REACH_MM = 3.0
"""Farther apart than this no faces mate."""
NEAR_MM = 0.7
"""Where a mate is looked for first."""
TOUCH_MM = 1e-3
"""Faces that share less height than this do not stand opposite each other."""
PARALLEL_DEG = 2.0
"""Flat faces that mate are parallel."""
LEAST_FACE_MM2 = 0.3
"""Flat faces smaller than this are facets of rounded ones."""
LEAST_WALL_MM2 = 1.0
"""What stands opposite in one direction of a nest: corners' facets are less."""
MOST_GAP = 1.5
"""Of the clearance: the most that a mating face may keep."""
ROOM_PER_CLEARANCE, ROOM_MM = 1.75, 0.1
"""Parallel faces farther apart than 1.75 clearances and 0.1 mm are room to bend in, not mates."""
EXACT_MM = 2e-3
"""To which a gap in whole layers is kept."""
ASKED = "manifest: joints.clearance_per_side_mm, to 1.5 times of it"
CHORD = "; less profile.print.chord_error"
SIDES = {(1, 0): "right", (-1, 0): "left", (0, 1): "far", (0, -1): "near"}


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Measure the gaps of every joint, and of each tile on its like.

    Args:
        kit: as written.

    Raises:
        UnsoundFileError: A file is absent or bounds no solid.
    """
    chord = kit.number("chord_error", 0.0)
    yield from _nests(kit, nests(kit), chord)
    measured = [SeamGaps(kit, fit) for fit in seams(kit)]
    for kind in dict.fromkeys(gaps.fit.kind for gaps in measured):
        yield from _seams(kit, [gaps for gaps in measured if gaps.fit.kind == kind], chord)


def _nests(kit: WrittenKit, fits: list[Fit], chord: float) -> Iterator[Finding]:
    """Four sides of every nest, and how near anything comes in its corners."""
    facets = lru_cache(maxsize=None)(lambda part: _side_faces(kit, part))
    by_kind: dict[str, list[tuple[Fit, dict[str, float], float]]] = {}
    for fit in fits:
        walls, nearest = nest_sides(facets(fit.first), facets(fit.second), fit)
        by_kind.setdefault(fit.kind, []).append((fit, walls, nearest))
    for kind, measured in by_kind.items():
        yield from judged(
            "gaps.sides",
            f"on how many sides the boss catches a {kind}",
            [Case(fit.between, float(len(walls)), low=4.0) for fit, walls, _ in measured],
            unit="",
            source="design rule: a nest is caught on four sides",
        )
        yield from judged(
            "gaps.nest",
            f"gap between the pocket of a {kind} and the boss, on each side",
            [
                Case(
                    fit.between,
                    gap,
                    low=fit.clearance - chord,
                    high=MOST_GAP * fit.clearance,
                    note=f"on the {side} side",
                )
                for fit, walls, _ in measured
                for side, gap in walls.items()
            ],
            unit="mm",
            source=ASKED + CHORD,
        )
        yield from judged(
            "gaps.corners",
            f"least gap between the pocket of a {kind} and the boss, corners included",
            [
                Case(fit.between, nearest, low=fit.clearance - chord)
                for fit, _, nearest in measured
                if np.isfinite(nearest)
            ],
            unit="mm",
            source="manifest: joints.clearance_per_side_mm" + CHORD,
        )


def _side_faces(kit: WrittenKit, part: str) -> Facets:
    facets = Facets.of(kit.mesh(part))
    return facets.where(facets.sides)


def nest_sides(tile: Facets, below: Facets, fit: Fit) -> tuple[dict[str, float], float]:
    """Gap on each side of a nest, by the side's name in the game, and the least anywhere.

    Args:
        tile: side faces of the part above, in its file coordinates.
        below: side faces of the part that carries it.
        fit: the two.

    Returns:
        Gaps in mm of the sides that are caught; the least gap, inf where nothing is opposite.
    """
    upper = tile.moved(fit.relative)
    low, high = upper.corners.min(axis=(0, 1)), upper.corners.max(axis=(0, 1))
    lower = below.where(below.within(low, high))
    lower = lower.where(lower.boxes[:, 1, 2] > low[2] + TOUCH_MM)
    if not len(lower):
        return {}, float("inf")
    upper = upper.where(upper.boxes[:, 0, 2] < lower.boxes[:, 1, 2].max() - TOUCH_MM)
    # Nearly all nests are tight: only where a side is not met at once is it looked for farther off.
    for reach in (NEAR_MM, REACH_MM):
        met = facing(lower, upper, reach=reach)
        walls = _walls(met, lower, upper, fit)
        if len(walls) == len(SIDES):
            break
    return walls, float(met.gap.min()) if len(met) else float("inf")


def _walls(met: Facing, lower: Facets, upper: Facets, fit: Fit) -> dict[str, float]:
    walls: dict[str, float] = {}
    parallel = _parallel(met, lower, upper)
    normals = np.round(lower.normals[met.first] @ fit.game[:3, :3].T, 1)
    for (x, y), side in SIDES.items():
        chosen = parallel & (normals[:, 0] == x) & (normals[:, 1] == y)
        if met.area[chosen].sum() / 2 > LEAST_WALL_MM2:
            walls[side] = float(met.gap[chosen].min())
    return walls


def _parallel(met: Facing, first: Facets, second: Facets) -> NDArray[np.bool_]:
    dots = (first.normals[met.first] * second.normals[met.second]).sum(axis=1)
    return np.asarray(dots < -np.cos(np.radians(PARALLEL_DEG)))


@dataclass(frozen=True)
class FaceGap:
    """Two flat faces that stand opposite each other.

    Attributes:
        gap: least distance in mm.
        area: that stands opposite, in mm2.
        way: (3,) normal of the first member's face in the game.
        place: (3,) where they are nearest, in the game.
        arm: the snap arm that one of them belongs to.
    """

    gap: float
    area: float
    way: Floats
    place: Floats
    arm: ArmBox | None

    @property
    def where(self) -> str:
        """For the reader."""
        x, y, z = self.place
        what = "snap arm" if self.arm else "face"
        return f"{what} at x {x:.1f}, y {y:.1f}, z {z:.1f} of the game"


class SeamGaps:
    """The faces of one seam that stand opposite each other, and how far apart they are."""

    def __init__(self, kit: WrittenKit, fit: Fit) -> None:
        self.fit = fit
        self.arms = arm_boxes(kit, fit)
        first = Facets.of(kit.mesh(fit.first), grouped=True).moved(fit.game @ fit.relative)
        second = Facets.of(kit.mesh(fit.second), grouped=True).moved(fit.game)
        self.first, self.second = _near(first, second), _near(second, first)
        self.met = facing(self.first, self.second, reach=REACH_MM)

    def faces(self) -> list[FaceGap]:
        """Pairs of flat faces, parallel and opposite, each with its least gap."""
        met = self.met.where(_parallel(self.met, self.first, self.second))
        keys = np.stack([self.first.faces[met.first], self.second.faces[met.second]], axis=1)
        pairs, which = np.unique(keys, axis=0, return_inverse=True)
        which = which.reshape(-1)
        found = []
        for pair in range(len(pairs)):
            chosen = np.flatnonzero(which == pair)
            area = float(met.area[chosen].sum()) / 2
            if area < LEAST_FACE_MM2:
                continue
            least = chosen[met.gap[chosen].argmin()]
            way, place = self.first.normals[met.first[least]], met.place[least]
            arm = next((arm for arm in self.arms if arm.holds(place)), None)
            found.append(FaceGap(float(met.gap[least]), area, way, place, arm))
        return found

    @property
    def nearest(self) -> float:
        """Least gap of any two triangles that stand opposite, rounded ones included."""
        return float(self.met.gap.min()) if len(self.met) else float("inf")


def _near(facets: Facets, other: Facets) -> Facets:
    low = other.corners.min(axis=(0, 1)) - REACH_MM
    high = other.corners.max(axis=(0, 1)) + REACH_MM
    return facets.where(facets.within(low, high))


def _seams(kit: WrittenKit, measured: Sequence[SeamGaps], chord: float) -> Iterator[Finding]:
    kind = measured[0].fit.kind
    layer = kit.number("layer_height", 0.2)
    sides: list[Case] = []
    flats: list[Case] = []
    flanks: list[Case] = []
    missing: list[Case] = []
    for gaps in measured:
        fit, faces = gaps.fit, gaps.faces()
        upright = [face for face in faces if abs(face.way[2]) <= 0.5 + 1e-6]
        low, high = fit.clearance - chord, MOST_GAP * fit.clearance
        sides += [
            Case(fit.between, face.gap, low, high, face.where) for face in _mating(fit, upright)
        ]
        rise = in_layers(fit.clearance, layer)
        for face in faces:
            if abs(face.way[2]) > 1 - 1e-6:
                case = Case(fit.between, face.gap, rise - EXACT_MM, rise + EXACT_MM, face.where)
                flats.append(case)
            elif abs(face.way[2]) > 0.5 + 1e-6:
                flanks.append(Case(fit.between, face.gap, low, None, face.where))
        mates = sum(_has_mates(fit, arm, upright) for arm in gaps.arms)
        missing.append(Case(fit.between, float(mates), low=float(len(gaps.arms))))
    asked = "manifest: joints.clearance_per_side_mm"
    words = f"gap between mating faces of {kind}, face by face"
    yield from judged("gaps.faces", words, sides, unit="mm", source=ASKED + CHORD)
    words = f"gap under the roofs over tongues and arms of {kind}"
    source = f"{asked}, in whole layers of profile.print.layer_height"
    yield from judged("gaps.roofs", words, flats, unit="mm", source=source)
    words = f"gap square to the leaning flanks of the tongues of {kind}"
    yield from judged("gaps.flanks", words, flanks, unit="mm", source=asked + CHORD)
    words = f"snap arms of {kind} with a wall beside them and a face to hook behind"
    source = "manifest: joints.arms"
    yield from judged("gaps.arms", words, missing, unit="", source=source)
    least = [Case(g.fit.between, g.nearest, low=g.fit.clearance - chord) for g in measured]
    words = f"least gap of {kind} anywhere, rounded faces included"
    yield from judged("gaps.least", words, least, unit="mm", source=asked + CHORD)


def _mating(fit: Fit, upright: list[FaceGap]) -> Iterator[FaceGap]:
    """Those that are meant to be the clearance apart.

    Along the way in all are; across it an arm has room to bend on its inner side, and the socket's
    mouth is wider. Of each arm the nearest wall across counts all the same, and the nearest face
    behind its hook.
    """
    most = ROOM_PER_CLEARANCE * fit.clearance + ROOM_MM
    insert = fit.game[:3, :3] @ fit.insert
    nearest: dict[tuple[int, str], FaceGap] = {}
    for face in upright:
        if face.arm is not None:
            key = (face.arm.number, _direction(face, insert))
            if key not in nearest or face.gap < nearest[key].gap:
                nearest[key] = face
    for face in upright:
        along = abs(float(face.way @ insert)) > np.cos(np.radians(PARALLEL_DEG))
        if face.gap <= most or along or face in nearest.values():
            yield face


def _has_mates(fit: Fit, arm: ArmBox, upright: list[FaceGap]) -> bool:
    insert = fit.game[:3, :3] @ fit.insert
    found = {_direction(face, insert) for face in upright if face.arm is arm}
    return {"across", "hook"} <= found


def _direction(face: FaceGap, insert: Floats) -> str:
    """Whether a face of an arm stands across the way in, behind the hook, or at the tip."""
    assert face.arm is not None  # noqa: S101 - callers pass faces of arms only
    outward = float(face.way @ insert)
    # An arm of the second member is met from the other side.
    if abs(outward) < 0.2:
        return "across"
    return "hook" if outward < 0 else "tip"
