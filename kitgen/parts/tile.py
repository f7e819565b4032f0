"""The letter tile: boss and letter on top, pocket below; and the letter alone, for two colours.

The file's frame has the tile's centre at x = y = 0, the reader's up along y and the underside on
z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from kitgen.joints import nest as nests
from kitgen.joints.limits import require_at_least
from kitgen.joints.nest import NestParameters
from kitgen.joints.prisms import (
    ELEPHANT_FOOT_CHAMFER_MM,
    only_solid,
    rounded_box,
    rounded_box_volume,
)
from kitgen.lettering.outline import Contour, Outline

if TYPE_CHECKING:
    import cadquery as cq

LetterStyle = Literal["engraved", "raised", "inlay"]

LEAST_FLOOR_MM = 0.8
"""Between the letter's ground and the pocket: four layers over a bridge."""
LEAST_SHOULDER_MM = 0.5
"""Between the pocket's leaning walls and the land above them: what joins boss and body all around,
three layers of 0.2."""
LEAST_BED_SHARE = 0.20
"""Of the footprint that lies on the bed; less and tiles come loose while printing."""
LEAST_GAP_MM = 1.6
"""Between neighbouring bodies on the board: room for a finger nail."""
LEAST_TOP_GAP_MM = 3.0
"""Between neighbours at their broken upper edges: sharp, close tiles cannot be lifted."""
LEAST_LAND_MM = 0.6
"""Width of the land on which a tile rests."""


@dataclass(frozen=True)
class TileParameters:
    """Dimensions of a tile in mm."""

    size: float
    height: float
    """Of the body without the boss: what a stack grows by with each tile."""
    pitch: float
    """Of the board's cells."""
    corner_radius: float
    edge_chamfer: float
    nest: NestParameters
    style: LetterStyle
    relief: float
    """Depth or height of the letter, in whole layers."""
    letter: Outline
    """Placed on the tile's centre, orientation bar included; empty for a blank."""

    def __post_init__(self) -> None:
        require_at_least(
            "gap between tiles (print.pitch - print.tile_size)",
            self.pitch - self.size,
            "room for a finger nail",
            LEAST_GAP_MM,
        )
        require_at_least(
            "gap at the upper edges (print.pitch - print.tile_size + 2 x print.tile_edge_chamfer)",
            self.pitch - self.size + 2 * self.edge_chamfer,
            "what lets a finger lift a tile",
            LEAST_TOP_GAP_MM,
        )
        floor = self.top_z - self.nest.pocket_depth - self.sunk
        require_at_least(
            "floor under the letter (print.tile_height less print.letter_relief and air)",
            floor,
            "four layers over the pocket",
            LEAST_FLOOR_MM,
        )
        require_at_least(
            "shoulder of a tile (print.tile_height less print.boss_height and air)",
            self.shoulder,
            "what joins boss and body",
            LEAST_SHOULDER_MM,
        )
        require_at_least(
            "print.tile_corner_radius",
            self.corner_radius,
            "print.tile_edge_chamfer and 0.3",
            self.edge_chamfer + 0.3,
        )
        require_at_least(
            "land under a tile (print.boss_inset less clearance, flare and edge chamfer)",
            (self.size - self.nest.pocket_size) / 2 - ELEPHANT_FOOT_CHAMFER_MM - self.edge_chamfer,
            "what carries a tile",
            LEAST_LAND_MM,
        )
        require_at_least(
            "share of the footprint on the bed (print.boss_inset against print.tile_size)",
            100 * self.bed_share,
            "what holds a tile while printing",
            100 * LEAST_BED_SHARE,
            unit="%",
        )

    @property
    def top_z(self) -> float:
        """Height of the boss's flat top."""
        return round(self.height + self.nest.boss_height, 9)

    @property
    def sunk(self) -> float:
        """How deep the letter cuts into the top."""
        return 0.0 if self.style == "raised" else self.relief

    @property
    def shoulder(self) -> float:
        """Thickness under the edge where the boss stands on the land."""
        return self.height - self.nest.vault_z(self.nest.boss_size / 2)

    @property
    def bed_share(self) -> float:
        """Part of the footprint that touches the bed."""
        flare = ELEPHANT_FOOT_CHAMFER_MM
        outer = _square(self.size - 2 * flare, self.corner_radius - flare)
        inner = _square(self.nest.pocket_size + 2 * flare, self.nest.pocket_radius + flare)
        return (outer - inner) / _square(self.size, self.corner_radius)


@dataclass(frozen=True)
class TileLetterParameters:
    """The second body of an inlay tile; lengths in mm."""

    relief: float
    letter: Outline


def build_tile(parameters: TileParameters) -> cq.Solid:
    """Build a tile in print orientation, face up."""
    blank = _blank(parameters)
    if not parameters.letter.contours:
        return blank
    z0, z1 = parameters.top_z - parameters.sunk, parameters.top_z
    if parameters.style == "raised":
        return only_solid(
            blank.fuse(*_letter_solids(parameters.letter, z1, z1 + parameters.relief))
        )
    # The tool ends in the top face: its own edges then bound the opening, not an approximated
    # intersection, and an inlay that is built from the same outline fills it exactly.
    return only_solid(blank.cut(*_letter_solids(parameters.letter, z0, z1)))


def build_tile_letter(parameters: TileLetterParameters) -> cq.Compound:
    """Build the letter that fills an inlay tile's pocket exactly, on z = 0."""
    import cadquery as cq

    return cq.Compound.makeCompound(_letter_solids(parameters.letter, 0.0, parameters.relief))


def blank_tile_volume(parameters: TileParameters) -> float:
    """Volume of the tile without its letter, in mm3, in closed form."""
    p = parameters
    body = rounded_box_volume(
        p.size,
        p.corner_radius,
        p.height,
        bottom_chamfer=ELEPHANT_FOOT_CHAMFER_MM,
        top_chamfer=p.edge_chamfer,
    )
    return body + nests.boss_volume(p.nest) - nests.pocket_volume(p.nest)


def tile_volume(parameters: TileParameters) -> float:
    """Volume of the tile in mm3: the blank less or plus outline area times relief."""
    from kitgen.lettering.polygons import area

    sign = 1 if parameters.style == "raised" else -1
    return blank_tile_volume(parameters) + sign * area(parameters.letter) * parameters.relief


def tile_letter_volume(parameters: TileLetterParameters) -> float:
    """Volume of an inlay letter in mm3."""
    from kitgen.lettering.polygons import area

    return area(parameters.letter) * parameters.relief


def _square(width: float, radius: float) -> float:
    """Area in mm2 of a square with rounded corners."""
    return rounded_box_volume(width, radius, 1.0)


def _blank(parameters: TileParameters) -> cq.Solid:
    p = parameters
    # A solid carries its mesh: were the blank's faces shared, a tile would be meshed as finely as
    # the finest one before it.
    copied = _blank_of(p.size, p.height, p.corner_radius, p.edge_chamfer, p.nest).copy()
    return only_solid(copied)


@lru_cache(maxsize=4)
def _blank_of(
    size: float, height: float, corner_radius: float, edge_chamfer: float, nest: NestParameters
) -> cq.Solid:
    """The tile without its letter: the same for a whole set, so it is built once."""
    body = rounded_box(
        size,
        size,
        corner_radius,
        0.0,
        height,
        bottom_chamfer=ELEPHANT_FOOT_CHAMFER_MM,
        top_chamfer=edge_chamfer,
    )
    return only_solid(body.fuse(nests.boss(nest, height)).cut(nests.pocket(nest)))


def _letter_solids(letter: Outline, z0: float, z1: float) -> list[cq.Solid]:
    """Extrude an outline, one solid for each of its pieces, holes left open."""
    import cadquery as cq

    from kitgen.lettering.polygons import islands

    up = cq.Vector(0, 0, z1 - z0)
    solids = []
    for shell, holes in islands(letter):
        inner = [_wire(hole, z0) for hole in holes]
        solids.append(cq.Solid.extrudeLinear(cq.Face.makeFromWires(_wire(shell, z0), inner), up))
    return solids


def _wire(contour: Contour, z: float) -> cq.Wire:
    """A closed contour as exact curves at height ``z``."""
    import cadquery as cq

    edges = []
    for segment in contour:
        points = [cq.Vector(x, y, z) for x, y in segment]
        edges.append(cq.Edge.makeLine(*points) if len(points) == 2 else cq.Edge.makeBezier(points))
    return cq.Wire.assembleEdges(edges)
