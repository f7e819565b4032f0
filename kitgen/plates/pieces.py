"""What is packed, on what, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.kit.contents import KitPart
from kitgen.mesh.mesh import Mesh

if TYPE_CHECKING:
    import shapely

Point = tuple[float, float]

TURNS = (0, 90, 180, 270)
"""Degrees by which parts are turned on a bed; more would put their edges across the axes."""


@dataclass(frozen=True)
class Piece:
    """One unique part as the packer sees it.

    Attributes:
        name: of the part.
        kind: of the part; those that begin with ``coupon`` are printed first.
        colours: of its bodies; parts share a plate only if all of these are the same.
        outline: what it covers on the bed, in the coordinates of its file, mm, no holes.
        count: how many are needed, 0 or more.
    """

    name: str
    kind: str
    colours: tuple[str, ...]
    outline: shapely.Polygon
    count: int


@dataclass(frozen=True)
class Bed:
    """The print bed; its origin is the front left corner.

    Attributes:
        width_mm: along x.
        depth_mm: along y.
        excluded_mm: rectangles that nothing may lie on, lowest and highest corner.
    """

    width_mm: float
    depth_mm: float
    excluded_mm: tuple[tuple[Point, Point], ...] = ()


@dataclass(frozen=True)
class PackedItem:
    """One part on a plate: turned about the z axis of its file, then moved.

    Attributes:
        part: name of the part.
        turn_deg: counter-clockwise.
        place_mm: where the file's origin comes to lie on the bed.
    """

    part: str
    turn_deg: int
    place_mm: Point


@dataclass(frozen=True)
class PackedPlate:
    """One print.

    Attributes:
        title: what lies on it, for people.
        colours: of its parts.
        items: in the order of the kit.
    """

    title: str
    colours: tuple[str, ...]
    items: tuple[PackedItem, ...]


def kit_pieces(
    parts: Sequence[KitPart], meshes: Mapping[str, Mesh], *, letter_colour: str | None = None
) -> tuple[Piece, ...]:
    """Give the pieces of a kit; the letter of an inlay tile is printed with its tile.

    Args:
        parts: Of the kit; those whose count is 0 are left out.
        meshes: By part name, in mm.
        letter_colour: Where tiles are printed in two colours (inlaid, or raised with a change of
            filament, which must reach no other part), the second; else None.
    """
    tiles = {part.label for part in parts if part.kind == "tile"}
    pieces = []
    for part in parts:
        if part.count == 0 or (part.kind == "tile-letter" and part.label in tiles):
            continue
        colours: tuple[str, ...] = (part.colour,)
        if part.kind == "tile" and letter_colour is not None:
            # A blank keeps the lettered ones company: their plate has both colours anyway.
            colours = (part.colour, letter_colour)
        pieces.append(Piece(part.name, part.kind, colours, outline(meshes[part.name]), part.count))
    return tuple(pieces)


def outline(mesh: Mesh) -> shapely.Polygon:
    """Give what a mesh covers, seen from above, without holes.

    Args:
        mesh: Sound, in mm.

    Returns:
        One polygon; of a mesh whose bodies lie apart, the convex hull of all.
    """
    import manifold3d
    import numpy as np
    import shapely

    # Copies, because meshes from the cache are read-only and manifold takes none of those.
    solid = manifold3d.Manifold(
        manifold3d.Mesh(
            vert_properties=np.array(mesh.vertices, dtype=np.float32, order="C"),
            tri_verts=np.array(mesh.faces, dtype=np.uint32, order="C"),
        )
    )
    rings = [ring for ring in solid.project().to_polygons() if len(ring) >= 3]
    if rings:
        covered = shapely.union_all([shapely.Polygon(ring).buffer(0) for ring in rings])
    else:  # What manifold does not take as a solid still has triangles.
        corners = mesh.vertices[mesh.faces][:, :, :2].astype(float)
        covered = shapely.union_all(
            [hull for hull in shapely.convex_hull(shapely.multipoints(corners)) if hull.area]
        )
    if isinstance(covered, shapely.MultiPolygon):
        covered = covered.convex_hull
    return shapely.Polygon(covered.exterior)
