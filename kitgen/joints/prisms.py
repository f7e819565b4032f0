"""Solids with planar faces, built from polygons, and the rounded boxes that tiles are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cadquery as cq

Point = tuple[float, float]
Polygon = tuple[Point, ...]
"""Corners in order, counter-clockwise."""

ELEPHANT_FOOT_CHAMFER_MM = 0.4
"""Bed edges that mate stand back by this much at 45 degrees: the first layers are squeezed outward
by 0.15 to 0.2 mm (stock profiles compensate as much), and a chamfer, never a fillet, takes it."""


SMALL_CORNER_FACETS = 4
LARGE_CORNER_FACETS = 12
LARGE_CORNER_MM = 3.0
"""Radius from which facets of a fine corner stay long enough for slicers to keep them apart."""


def mirrored(polygon: Sequence[Point]) -> Polygon:
    """Mirror a polygon in the second axis, keeping it counter-clockwise."""
    return tuple((-x, y) for x, y in reversed(polygon))


def offset(polygon: Sequence[Point], distances: float | Sequence[float]) -> Polygon:
    """Move the edges of a polygon outward, keeping its corners sharp.

    Args:
        polygon: Counter-clockwise corners in mm.
        distances: One distance for all edges, or one for the edge that starts at each corner;
            positive is outward.

    Returns:
        As many corners as before, so that two offsets of one polygon can be skinned.
    """
    count = len(polygon)
    steps = [distances] * count if isinstance(distances, int | float) else list(distances)
    corners: list[Point] = []
    for index in range(count):
        before = _moved_line(polygon[index - 1], polygon[index], steps[index - 1])
        after = _moved_line(polygon[index], polygon[(index + 1) % count], steps[index])
        corners.append(_crossing(before, after))
    return tuple(corners)


def area(polygon: Sequence[Point]) -> float:
    """Signed area in mm2, positive for counter-clockwise corners."""
    return 0.5 * sum(
        x0 * y1 - x1 * y0
        for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


def stack_volume(levels: Sequence[tuple[float, Polygon]]) -> float:
    """Volume in mm3 of `layered_prism`, by the prismoidal formula."""
    total = 0.0
    for (z0, lower), (z1, upper) in pairwise(levels):
        middle = tuple(
            ((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(lower, upper, strict=True)
        )
        total += (z1 - z0) / 6 * (area(lower) + 4 * area(middle) + area(upper))
    return total


def layered_prism(levels: Sequence[tuple[float, Polygon]]) -> cq.Solid:
    """Skin polygons at rising heights with planar faces.

    Args:
        levels: (z, polygon) from bottom to top, in mm. All polygons have the same number of
            corners, and edges of one index are parallel, so that every side face is planar.
    """
    import cadquery as cq

    faces = []
    for (z0, lower), (z1, upper) in pairwise(levels):
        for i in range(len(lower)):
            j = (i + 1) % len(lower)
            corners = [(*lower[i], z0), (*lower[j], z0), (*upper[j], z1), (*upper[i], z1)]
            faces.append(_planar_face(corners))
    bottom_z, bottom = levels[0]
    top_z, top = levels[-1]
    faces.append(_planar_face([(x, y, bottom_z) for x, y in reversed(bottom)]))
    faces.append(_planar_face([(x, y, top_z) for x, y in top]))
    solid = cq.Solid.makeSolid(cq.Shell.makeShell(faces))
    return solid if solid.Volume() > 0 else cq.Solid(solid.wrapped.Reversed())


def prism(polygon: Sequence[Point], z0: float, z1: float) -> cq.Solid:
    """Extrude a polygon from height ``z0`` to ``z1``."""
    return layered_prism([(z0, tuple(polygon)), (z1, tuple(polygon))])


def corner_fillet(corner: Point, toward: Point, radius: float, z0: float, z1: float) -> cq.Solid:
    """The solid that rounds the inner corner between two walls at right angles.

    Args:
        corner: Where the walls meet.
        toward: Signs of the two axes along which the open side lies, such as (1, -1).
        radius: Fillet radius in mm.
        z0: Bottom of the fillet.
        z1: Top of the fillet.
    """
    import cadquery as cq

    x, y = corner
    sx, sy = toward
    along_x, along_y = (x + sx * radius, y), (x, y + sy * radius)
    far = radius * (1 - math.sqrt(0.5))
    # The fillet reaches a little into both walls: a solid that only touches them along a face
    # edge would leave a seam for the boolean to trip over, and one that reached less far than their
    # bed chamfers an islet in the first layer.
    sink = ELEPHANT_FOOT_CHAMFER_MM + 0.1
    outline = (
        cq.Workplane("XY", origin=(0, 0, z0))
        .moveTo(*along_x)
        .threePointArc((x + sx * far, y + sy * far), along_y)
        .lineTo(x - sx * sink, y + sy * radius)
        .lineTo(x - sx * sink, y - sy * sink)
        .lineTo(x + sx * radius, y - sy * sink)
        .close()
    )
    return only_solid(outline.extrude(z1 - z0).val())


def only_solid(shape: object) -> cq.Solid:
    """The one solid of a shape.

    Raises:
        ValueError: If a construction fell into several bodies, or none: dimensions that no
            inequality caught.
    """
    import cadquery as cq

    solids = shape.Solids() if isinstance(shape, cq.Shape) else []
    if len(solids) != 1:
        raise ValueError(f"one body was meant, {len(solids)} came out")
    return solids[0]


def rounded_plate(
    low: Point,
    high: Point,
    radii: tuple[float, float, float, float],
    height: float,
    *,
    bottom_chamfer: float = 0.0,
    top_chamfer: float = 0.0,
) -> cq.Solid:
    """A plate on z = 0 whose four corners have radii of their own.

    The corners are facets, not arcs. A slicer that inset a small arc would merge its first chord
    into the straight edge beside it, tilt that edge by a hair, take the hair for a direction of
    the bridges over the joints, and then ask for support under their free ends.

    Args:
        low: Corner with the least x and y, in mm.
        high: Corner with the largest x and y.
        radii: Of the corners in the order low-low, high-low, high-high, low-high (x, y).
        height: Thickness in mm.
        bottom_chamfer: Of the lower outline, at 45 degrees.
        top_chamfer: Of the upper outline.
    """
    (x0, y0), (x1, y1) = low, high
    centres = (
        (x0 + radii[0], y0 + radii[0]),
        (x1 - radii[1], y0 + radii[1]),
        (x1 - radii[2], y1 - radii[2]),
        (x0 + radii[3], y1 - radii[3]),
    )
    outline: list[Point] = []
    for quadrant, ((x, y), radius) in enumerate(zip(centres, radii, strict=True)):
        facets = SMALL_CORNER_FACETS if radius < LARGE_CORNER_MM else LARGE_CORNER_FACETS
        for step in range(facets + 1):
            angle = (quadrant + 2 + step / facets) * math.pi / 2
            outline.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    plan = tuple(outline)
    levels = [(0.0, offset(plan, -bottom_chamfer))] if bottom_chamfer else []
    levels += [(bottom_chamfer, plan), (height - top_chamfer, plan)]
    levels += [(height, offset(plan, -top_chamfer))] if top_chamfer else []
    return layered_prism(levels)


def rounded_box(
    width: float,
    depth: float,
    radius: float,
    z0: float,
    z1: float,
    *,
    bottom_chamfer: float = 0.0,
    top_chamfer: float = 0.0,
    top_run: float = 1.0,
) -> cq.Solid:
    """A box centred on the z axis with rounded upright edges and chamfers.

    Args:
        width: Along x, in mm.
        depth: Along y.
        radius: Of the upright edges.
        z0: Bottom.
        z1: Top.
        bottom_chamfer: Of the lower edges, at 45 degrees.
        top_chamfer: Height of the chamfer of the upper edges.
        top_run: How far that chamfer leans in for each mm of height.
    """
    import cadquery as cq

    plane = cq.Workplane("XY", origin=(0, 0, z0)).rect(width, depth).extrude(z1 - z0)
    box = plane.edges("|Z").fillet(radius)
    if bottom_chamfer:
        box = box.faces("<Z").edges().chamfer(bottom_chamfer)
    solid = only_solid(box.val())
    return _top_chamfered(solid, top_chamfer, top_run) if top_chamfer else solid


def rounded_box_volume(
    width: float,
    radius: float,
    height: float,
    *,
    bottom_chamfer: float = 0.0,
    top_chamfer: float = 0.0,
    top_run: float = 1.0,
) -> float:
    """Volume in mm3 of a square `rounded_box`, in closed form."""
    corner = 4 - math.pi
    straight = (width**2 - corner * radius**2) * (height - bottom_chamfer - top_chamfer)

    def chamfered(size: float) -> float:
        # Integral over t of (w - 2t)^2 - (4 - pi)(r - t)^2, t from 0 to the chamfer.
        outer = (width**3 - (width - 2 * size) ** 3) / 6
        return outer - corner * (radius**3 - (radius - size) ** 3) / 3

    return straight + chamfered(bottom_chamfer) + chamfered(top_run * top_chamfer) / top_run


def _top_chamfered(solid: cq.Solid, height: float, run: float) -> cq.Solid:
    """Chamfer the edges of the top face, ``height`` down and ``run`` times as far inward."""
    import cadquery as cq
    from OCP.BRepFilletAPI import BRepFilletAPI_MakeChamfer

    # CadQuery's own chamfer takes two lengths, but does not say which of two faces gets which.
    top = max(solid.Faces(), key=lambda face: face.Center().z)
    chamfer = BRepFilletAPI_MakeChamfer(solid.wrapped)
    for edge in top.Edges():
        chamfer.Add(run * height, height, edge.wrapped, top.wrapped)
    return only_solid(cq.Shape.cast(chamfer.Shape()))


def _planar_face(corners: Sequence[tuple[float, float, float]]) -> cq.Face:
    import cadquery as cq

    wire = cq.Wire.makePolygon([cq.Vector(*corner) for corner in corners], close=True)
    return cq.Face.makeFromWires(wire)


def _moved_line(start: Point, end: Point, distance: float) -> tuple[Point, Point]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    shift_x, shift_y = dy / length * distance, -dx / length * distance
    return (start[0] + shift_x, start[1] + shift_y), (dx / length, dy / length)


def _crossing(first: tuple[Point, Point], second: tuple[Point, Point]) -> Point:
    (x0, y0), (ux, uy) = first
    (x1, y1), (vx, vy) = second
    cross = ux * vy - uy * vx
    along = ((x1 - x0) * vy - (y1 - y0) * vx) / cross
    return x0 + along * ux, y0 + along * uy
