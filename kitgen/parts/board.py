"""The board quarter: one shape, printed four times, that clips into the whole board.

The file's frame puts the board's centre at the origin and the quarter at negative x and y, so that
both seams face away from the printer's front: slicers judge the free edge of a bridged roof by the
point where its outline starts, which is the one nearest the front, and would ask for support there.
The two seam edges carry complementary features at equal distances from the centre, so that a
quarter turn brings each feature onto its mate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.joints import nest as nests
from kitgen.joints.limits import require_at_least
from kitgen.joints.nest import NestParameters
from kitgen.joints.prisms import ELEPHANT_FOOT_CHAMFER_MM, only_solid, rounded_plate
from kitgen.joints.seam import Edge, Feature, Placed, SeamParameters, joined, mates, volume_change

if TYPE_CHECKING:
    import cadquery as cq

ORDER_FROM_CENTRE = (Feature.TONGUE, Feature.CLIP, Feature.GROOVE, Feature.SOCKET)
"""Of the edge along x, a feature a cell. With three cells a seam still has a clip, and tongues from
both sides."""
LEAST_ROOF_MM = 1.0
"""Over tongues and snaps: five layers carry a tile and close a bridge."""
LEAST_WALL_LINES = 2
"""Lines of plastic that a wall between two features needs."""
SEAM_CORNER_RADIUS_MM = 1.1 + ELEPHANT_FOOT_CHAMFER_MM
"""Leaves 1 mm at the bed, where the chamfer takes from it: sharp corners lift."""
RIM_CORNER_RADIUS_MM = 4.0
TOP_CHAMFER_MM = 0.4
"""Breaks the upper edge, and makes of every seam a fine line instead of a step."""
CIRCLE_DEPTH_LAYERS = 3
CIRCLE_WIDTH_LINES = 4


@dataclass(frozen=True)
class BoardQuarterParameters:
    """Dimensions of a quarter in mm."""

    cells: int
    """Along one edge of the quarter."""
    pitch: float
    thickness: float
    rim: float
    nest: NestParameters
    seam: SeamParameters
    circle_depth: float
    line_width: float

    def __post_init__(self) -> None:
        require_at_least(
            "roof over the joints (print.board_thickness less print.snap_height and its gap)",
            self.thickness - self.seam.roof_z,
            "what carries a tile",
            LEAST_ROOF_MM,
        )
        for feature in (Feature.TONGUE, Feature.CLIP):
            require_at_least(
                f"room for a {feature.value} in a cell (print.pitch)",
                self.pitch,
                "its width and a wall",
                2 * self.seam.half_width(feature) + LEAST_WALL_LINES * self.line_width,
            )
        require_at_least(
            "room behind the seam (cells x print.pitch)",
            2 * self.pitch,
            "depth of the joints and a wall",
            self.seam.depth + LEAST_WALL_LINES * self.line_width,
        )

    @property
    def edge_x(self) -> Edge:
        """The edge along the x axis; places are counted from the board's centre."""
        features = tuple(
            Placed(ORDER_FROM_CENTRE[k % len(ORDER_FROM_CENTRE)], (k + 0.5) * self.pitch)
            for k in range(self.cells)
        )
        return Edge(features, outward_deg=90.0, along=(-1.0, 0.0))

    @property
    def edge_y(self) -> Edge:
        """The edge along the y axis, onto which a quarter turn brings the edge along x."""
        return Edge(mates(self.edge_x.features), outward_deg=0.0, along=(0.0, -1.0))

    @property
    def side(self) -> float:
        """From the board's centre to its outer edge."""
        return self.cells * self.pitch + self.rim

    @property
    def circle_radius(self) -> float:
        """Outer radius of the circle on the central square."""
        return 0.36 * self.nest.top_size

    @property
    def circle_width(self) -> float:
        """Width of the engraved ring."""
        return CIRCLE_WIDTH_LINES * self.line_width

    @property
    def height(self) -> float:
        """Of the whole part."""
        return round(self.thickness + self.nest.boss_height, 9)


def build_board_quarter(parameters: BoardQuarterParameters) -> cq.Solid:
    """Build a quarter in print orientation, cells up."""
    p = parameters
    near = -p.seam.gap / 2
    plate = rounded_plate(
        (-p.side, -p.side),
        (near, near),
        (RIM_CORNER_RADIUS_MM, SEAM_CORNER_RADIUS_MM, SEAM_CORNER_RADIUS_MM, SEAM_CORNER_RADIUS_MM),
        p.thickness,
        bottom_chamfer=ELEPHANT_FOOT_CHAMFER_MM,
        top_chamfer=TOP_CHAMFER_MM,
    )
    plate = joined(plate, p.seam, (p.edge_x, p.edge_y))
    boss = nests.boss(p.nest, p.thickness)
    places = [-(k + 0.5) * p.pitch for k in range(p.cells)]
    bosses = [boss.translate((x, y, 0.0)) for x in places for y in places]
    bosses[0] = only_solid(bosses[0].cut(_circle(p)))
    return only_solid(plate.fuse(*bosses))


def board_quarter_volume(parameters: BoardQuarterParameters) -> float:
    """Volume in mm3 in closed form, but for slivers of chamfer at the joints."""
    p = parameters
    side = p.side - p.seam.gap / 2
    corners = (1 - math.pi / 4) * (3 * SEAM_CORNER_RADIUS_MM**2 + RIM_CORNER_RADIUS_MM**2)
    plate = (side**2 - corners) * p.thickness
    chamfers = 0.5 * 4 * side * (ELEPHANT_FOOT_CHAMFER_MM**2 + TOP_CHAMFER_MM**2)
    bosses = p.cells**2 * nests.boss_volume(p.nest)
    ring = p.circle_radius**2 - (p.circle_radius - p.circle_width) ** 2
    circle = math.pi * ring * p.circle_depth
    joints = volume_change(p.seam, p.edge_x.features)
    joints += volume_change(p.seam, p.edge_y.features)
    return plate - chamfers + bosses - circle + joints


def _circle(p: BoardQuarterParameters) -> cq.Solid:
    """The ring that is cut into the boss nearest the board's centre."""
    import cadquery as cq

    middle = cq.Vector(-p.pitch / 2, -p.pitch / 2, p.height - p.circle_depth)
    outer = cq.Solid.makeCylinder(p.circle_radius, p.circle_depth, middle)
    inner = cq.Solid.makeCylinder(p.circle_radius - p.circle_width, p.circle_depth, middle)
    return only_solid(outer.cut(inner))
