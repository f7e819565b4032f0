"""Which parts of the assembled game fit into each other, and how they must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kitgen.joints.seam import Edge, SeamParameters, arm_boxes
from kitgen.kit.assembly import QUARTER_NAMES, Standing
from kitgen.kit.dimensions import Dimensions
from kitgen.kit.poses import Vector, direction
from kitgen.parts.board import BoardQuarterParameters
from kitgen.parts.rack import RackHalfParameters

Box = tuple[Vector, Vector]

SIDES: tuple[Vector, ...] = (
    (1.0, 0.0, 0.0),
    (-1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, -1.0, 0.0),
)
FIRST: Literal[0] = 0
SECOND: Literal[1] = 1
UP: Vector = (0.0, 0.0, 1.0)
DOWN: Vector = (0.0, 0.0, -1.0)


@dataclass(frozen=True)
class Fit:
    """Two parts of the assembled game that fit into each other; lengths in mm."""

    id: str
    kind: Literal["nest", "board-snap", "rack-snap"]
    members: tuple[str, str]
    clearance_per_side: float
    insert: Vector
    """Along which the first member seats."""
    locked: tuple[Vector, ...]
    """Along which it must not leave."""
    snap_travel: float = 0.0
    arms: tuple[Box, ...] = ()
    """In the file coordinates of the member that carries them."""
    arm_members: tuple[Literal[0, 1], ...] = ()
    land: tuple[Vector, Vector] | None = None
    """Point and normal of the plane on which the first member rests, in the game."""


def fits(dimensions: Dimensions, standing: Sequence[Standing]) -> tuple[Fit, ...]:
    """List the joints between parts that stand in the assembly."""
    return (
        *_board_snaps(dimensions, standing),
        *_rack_snaps(standing),
        *_cell_nests(dimensions, standing),
        *_stack_nests(dimensions, standing),
    )


def _board_snaps(dimensions: Dimensions, standing: Sequence[Standing]) -> Iterator[Fit]:
    quarters = {item.id: item for item in standing if item.part.kind == "board-quarter"}
    for turns, name in enumerate(QUARTER_NAMES):
        # A quarter's edge along y closes against the edge along x of the next quarter round.
        first = quarters.get(f"quarter-{name}")
        second = quarters.get(f"quarter-{QUARTER_NAMES[(turns + 1) % 4]}")
        if first is None or second is None:
            continue
        shape = first.part.parameters
        if not isinstance(shape, BoardQuarterParameters):
            continue
        insert = direction(first.pose, (1.0, 0.0, 0.0))
        yield snap_fit(
            f"board-snap-{turns + 1}",
            "board-snap",
            (first, second),
            dimensions.board_seam,
            (shape.edge_y, shape.edge_x),
            insert,
        )


def _rack_snaps(standing: Sequence[Standing]) -> Iterator[Fit]:
    halves: dict[str, list[Standing]] = {}
    for item in standing:
        if item.part.kind == "rack-half":
            halves.setdefault(item.group, []).append(item)
    for group, members in halves.items():
        if len(members) != 2:
            continue
        left, right = members
        shapes = left.part.parameters, right.part.parameters
        if isinstance(shapes[0], RackHalfParameters) and isinstance(shapes[1], RackHalfParameters):
            edges = shapes[0].edge, shapes[1].edge
            seam = shapes[0].seam
            name = f"{group}-snap"
            yield snap_fit(name, "rack-snap", (left, right), seam, edges, (1.0, 0.0, 0.0))


def snap_fit(
    name: str,
    kind: Literal["board-snap", "rack-snap"],
    members: tuple[Standing, Standing],
    seam: SeamParameters,
    edges: tuple[Edge, Edge],
    insert: Vector,
) -> Fit:
    """Two parts that snap together at a seam.

    Args:
        name: Of the joint.
        kind: Of the joint.
        members: The parts; the first is moved to seat.
        seam: Their joints.
        edges: The edge of each that closes against the other's.
        insert: Unit vector along which the first seats, in the game.
    """
    first, second = arm_boxes(seam, edges[0]), arm_boxes(seam, edges[1])
    return Fit(
        id=name,
        kind=kind,
        members=(members[0].id, members[1].id),
        clearance_per_side=seam.gap,
        insert=insert,
        locked=(*SIDES, UP, DOWN),
        snap_travel=seam.snap.travel,
        arms=(*first, *second),
        arm_members=(*[FIRST] * len(first), *[SECOND] * len(second)),
    )


def _cell_nests(dimensions: Dimensions, standing: Sequence[Standing]) -> Iterator[Fit]:
    quarters = {item.id for item in standing if item.part.kind == "board-quarter"}
    half = dimensions.cells
    for item in standing:
        if item.part.kind != "tile" or item.group != "board":
            continue
        row, column = (int(number) for number in item.id.split("-")[1:])
        side = "left" if column < half else "right"
        quarter = f"quarter-{'far' if row < half else 'near'}-{side}"
        if quarter in quarters:
            yield nest_fit(f"nest-{item.id}", dimensions.nest.clearance_per_side, item, quarter)


def _stack_nests(dimensions: Dimensions, standing: Sequence[Standing]) -> Iterator[Fit]:
    tiles = [item for item in standing if item.group == "stack" and item.part.kind == "tile"]
    for below, above in pairwise(tiles):
        rises = above.pose[2][3] - below.pose[2][3]
        if abs(rises - dimensions.tile_height) < 1e-6:
            clearance = dimensions.nest.clearance_per_side
            yield nest_fit(f"nest-{above.id}", clearance, above, below.id)


def nest_fit(name: str, clearance: float, above: Standing, below: str) -> Fit:
    """A part that sits on a boss.

    Args:
        name: Of the joint.
        clearance: On each side, in mm.
        above: The part with the pocket; its underside is the land.
        below: Id of the part with the boss.
    """
    point = (above.pose[0][3], above.pose[1][3], above.pose[2][3])
    return Fit(
        id=name,
        kind="nest",
        members=(above.id, below),
        clearance_per_side=clearance,
        insert=DOWN,
        locked=(*SIDES, DOWN),
        land=(point, UP),
    )
