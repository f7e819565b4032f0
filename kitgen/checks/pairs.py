"""Which files meet in which relative pose: every joint, each once, and each tile on its like."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Joint

Floats = NDArray[np.float64]
FitKind = Literal["tile on a square", "tile on a tile", "tile on its like", "quarters", "halves"]
POSE_DECIMALS = 6
"""Of the manifest."""


@dataclass(frozen=True)
class Fit:
    """Two files in a relative pose.

    Attributes:
        kind: what fits into what.
        between: ids of the assembly, or the part's name where a tile is set on its like.
        first: the part that moves.
        second: the part that receives it.
        relative: (4, 4) from the first's file coordinates into the second's.
        game: (4, 4) from the second's file coordinates into the game.
        clearance: that was asked for, in mm per side.
        land_z: height of the land in the second's file coordinates, as the manifest says; None
            where nothing rests.
        insert: along which the first seats, in the second's file coordinates.
        joint: of the manifest; None for a tile on its like.
        alike: ids of all joints' members in the game that are this measurement.
    """

    kind: FitKind
    between: tuple[str, str]
    first: str
    second: str
    relative: Floats
    game: Floats
    clearance: float
    land_z: float | None
    insert: tuple[float, float, float]
    joint: Joint | None
    alike: tuple[tuple[str, str], ...] = ()

    @property
    def count(self) -> int:
        """How many joints of the game this is."""
        return max(1, len(self.alike))


def fits(kit: WrittenKit) -> list[Fit]:
    """All joints; those of the same two files in the same relative pose are one."""
    found: dict[tuple[object, ...], Fit] = {}
    for joint in kit.joints():
        fit = _fit(kit, joint)
        key = (fit.first, fit.second, placed(fit.relative), fit.clearance)
        known = found.get(key, fit)
        found[key] = replace(known, alike=(*known.alike, fit.between))
    return list(found.values())


def nests(kit: WrittenKit) -> list[Fit]:
    """Tiles on squares, tiles on tiles as in the game, and each tile on its like."""
    return [*(fit for fit in fits(kit) if fit.land_z is not None), *_on_their_like(kit)]


def seams(kit: WrittenKit) -> list[Fit]:
    """Quarters and rack halves that clip into each other."""
    return [fit for fit in fits(kit) if fit.land_z is None]


def stack_pitch(kit: WrittenKit) -> float:
    """What a tile adds to a stack by the profile, in mm.

    Its height in whole layers, and that of a raised letter.
    """
    layer = kit.number("layer_height", 0.2)
    pitch = in_layers(kit.number("tile_height", 0.0), layer)
    if kit.printed.get("letter_style") == "raised":
        pitch += in_layers(kit.number("letter_relief", 0.0), layer)
    return round(pitch, 9)


def in_layers(length: float, layer: float) -> float:
    """A length rounded up to whole layers, at least one."""
    return round(max(1, math.ceil(round(length / layer, 6))) * layer, 9)


def relative(kit: WrittenKit, first: str, second: str) -> Floats:
    """(4, 4) from one item's file coordinates into another's."""
    pose = np.linalg.inv(kit.pose(second)) @ kit.pose(first)
    rounded: Floats = np.round(pose, 9) + 0.0
    return rounded


def placed(pose: Floats) -> tuple[float, ...]:
    """A pose as a key: equal for what stands alike."""
    return tuple((np.round(pose[:3], POSE_DECIMALS) + 0.0).ravel().tolist())


def _fit(kit: WrittenKit, joint: Joint) -> Fit:
    first, second = joint.members
    into = np.linalg.inv(kit.pose(second))
    land_z = None
    if joint.land is not None:
        land_z = float((into[:3, :3] @ joint.land.point_mm + into[:3, 3])[2])
    insert = np.round(into[:3, :3] @ joint.insert, 9) + 0.0
    kind: FitKind
    if joint.kind == "nest":
        on_board = kit.parts[kit.items[second].part].kind == "board-quarter"
        kind = "tile on a square" if on_board else "tile on a tile"
    else:
        kind = "quarters" if joint.kind == "board-snap" else "halves"
    return Fit(
        kind,
        (first, second),
        kit.items[first].part,
        kit.items[second].part,
        relative(kit, first, second),
        kit.pose(second),
        joint.clearance_per_side_mm,
        land_z,
        (float(insert[0]), float(insert[1]), float(insert[2])),
        joint,
    )


def _on_their_like(kit: WrittenKit) -> Iterator[Fit]:
    """In the game few tiles carry another; so each is set on one of its own."""
    asked = [joint.clearance_per_side_mm for joint in kit.joints("nest")]
    clearance = asked[0] if asked else kit.number("clearance_per_side", 0.2)
    pitch = stack_pitch(kit)
    rise = np.eye(4)
    rise[2, 3] = pitch
    for name in kit.named("tile"):
        yield Fit(
            "tile on its like",
            (name, name),
            name,
            name,
            rise,
            np.eye(4),
            clearance,
            pitch,
            (0.0, 0.0, -1.0),
            None,
        )
