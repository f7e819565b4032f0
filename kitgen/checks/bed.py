"""How a part stands on the bed: contact, sharp corners, what elephant foot does to its edge."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.layers import polygons, triangle_normals

if TYPE_CHECKING:
    import trimesh
    from manifold3d import CrossSection, Manifold

BED_MM = 1e-6
"""How far from z = 0 a vertex may lie and count as lying on the bed: rounding of a file."""

FOOT_MM = 0.2
"""How far plastic is squeezed outward over the lowest `FOOT_MM`; stock profiles take back 0.15 to
0.2 mm (PrusaResearch, Orca BBL)."""

FOOT_HEALED_MM = 0.5
"""Height over which walls are plumb again; the usual chamfer against elephant foot is 0.4 mm."""

_ARM_MM = 4.0
"""Arms narrower than this do not lift."""
_CORNER_RAD = math.radians(60)
"""Turn of an outline that makes a corner."""


def contact_mm2(mesh: trimesh.Trimesh) -> float:
    """Area of the triangles that lie on z = 0 and face down."""
    flat = np.abs(np.asarray(mesh.triangles)[:, :, 2]).max(axis=1) <= BED_MM
    down = triangle_normals(mesh)[:, 2] < 0
    return float(np.asarray(mesh.area_faces)[flat & down].sum())


def footprint_mm2(solid: Manifold) -> float:
    """What the part covers, seen from above."""
    return float(solid.project().area())


def foot_overhang_mm(solid: Manifold) -> float:
    """How far the squeezed-out foot stands out beyond the walls above it, 0 if nowhere.

    The outline at the top of the foot, where a chamfer has least left, is grown by `FOOT_MM`.
    """
    import shapely
    from manifold3d import JoinType

    foot = solid.slice(FOOT_MM - 1e-4).offset(FOOT_MM, JoinType.Round, 2.0, 32)
    wall = solid.slice(FOOT_HEALED_MM)
    beyond = foot - wall.offset(1e-3, JoinType.Miter)
    if beyond.is_empty():
        return 0.0
    corners = shapely.points(np.concatenate(beyond.to_polygons()))
    return float(shapely.distance(corners, polygons(wall)).max())


def sharpest_corner_mm(solid: Manifold) -> float:
    """Radius of the sharpest outer corner of the part where it lies on the bed, in mm.

    Outer corners are those of the hull. Tips of thin arms do not lift: what counts as a corner
    is one with thin features as well as without them.
    """
    from manifold3d import JoinType

    contact = solid.slice(1e-4)
    stout = contact.offset(-_ARM_MM / 2, JoinType.Miter).offset(_ARM_MM / 2, JoinType.Miter)
    return max(_sharpest(contact), _sharpest(stout ^ contact))


def _sharpest(section: CrossSection) -> float:
    """Least radius of the hull's corners; 0 where nothing is left of a section."""
    if section.is_empty():
        return 0.0
    # Where facets meet a slice leaves crumbs of edges, which have no direction to speak of.
    ring = np.asarray(section.hull().simplify(2e-3).to_polygons()[0])
    ahead = np.roll(ring, -1, axis=0) - ring
    lengths = np.linalg.norm(ahead, axis=1)
    angles = np.arctan2(ahead[:, 1], ahead[:, 0])
    # How far the outline turns at the start of each edge.
    turns = (angles - np.roll(angles, 1) + math.pi) % (2 * math.pi) - math.pi
    count, least = len(ring), math.inf
    for start in range(count):
        turned, run, at = float(turns[start]), 0.0, start
        while turned < _CORNER_RAD and at < start + count:
            run += float(lengths[at % count])
            at += 1
            turned += float(turns[at % count])
        if at == start:
            return 0.0
        # Of the facets of an arc the two at its ends turn by half for the straight sides.
        ends = float(turns[start] + turns[at % count]) / 2
        least = min(least, run / (turned - ends))
    return least
