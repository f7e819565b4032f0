"""On which level a letter ends, how much of it does, and how thick the floor under it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.faces import Facets, first_contact
from kitgen.checks.layers import horizontal, letter_floor

if TYPE_CHECKING:
    import trimesh
    from shapely import MultiPolygon

BROAD_SHARE = 0.1
"""Of a tile's footprint: its flat top has more, whatever is cut into it, and a crumb has not."""
LEANING = 0.25
"""Rise of the normals of what is no wall: splinters of round walls lean by chance."""
EDGE_MM = 0.01
"""By which triangles of the top may reach past its rounded bounds."""


@dataclass(frozen=True)
class LetterLevels:
    """Heights in mm.

    Attributes:
        top: of the tile's flat top.
        letter: on which most of the letter ends: its ground, or its top where it is raised.
        share: of the letter's area that ends on that level.
    """

    top: float
    letter: float
    share: float


def letter_levels(mesh: trimesh.Trimesh, ink: MultiPolygon, *, raised: bool) -> LetterLevels:
    """Find the levels of a tile by their areas: crumbs on other levels do not count.

    Args:
        mesh: of the tile.
        ink: section of its letter; what ends inside of it is the letter's.
        raised: the letter stands on the top, instead of being cut into it.
    """
    import shapely

    centres = np.asarray(mesh.triangles_center, dtype=np.float64)
    areas = np.asarray(mesh.area_faces, dtype=np.float64)
    levels = horizontal(mesh, up=True)
    inked = dict.fromkeys(levels, 0.0)
    if not ink.is_empty:
        shapely.prepare(ink)
        for z, members in levels.items():
            inside = shapely.contains_xy(ink, centres[members, 0], centres[members, 1])
            inked[z] = float(areas[members[inside]].sum())
    letter = max(inked, key=lambda z: inked[z], default=0.0)
    first, second = letter_floor(mesh)
    if not inked or not inked[letter]:
        # Nothing ends inside of the letter: it is missing, or cut through.
        return LetterLevels(second, first, 0.0) if raised else LetterLevels(first, second, 0.0)
    x, y = np.ptp(np.asarray(mesh.bounds), axis=0)[:2]
    broad = [
        z
        for z, members in levels.items()
        if areas[members].sum() - inked[z] >= BROAD_SHARE * x * y and (z < letter or not raised)
    ]
    return LetterLevels(broad[0] if broad else first, letter, inked[letter] / float(ink.area))


def least_floor(
    mesh: trimesh.Trimesh, levels: LetterLevels, top_face: tuple[float, float, float, float]
) -> float:
    """Least thickness in mm between what lies open inside the top's bounds and the pocket below.

    Args:
        mesh: of the tile.
        levels: of its top and its letter; what hangs over the lower of them is no ceiling.
        top_face: bounds of the flat top, x0, y0, x1, y1 in mm.

    Returns:
        The least height over the pocket's ceiling, its leaning roof included; inf if there is none.
    """
    facets = Facets.of(mesh)
    low = np.array(top_face[:2]) - EDGE_MM
    high = np.array(top_face[2:]) + EDGE_MM
    inside = ((facets.boxes[:, 0, :2] >= low) & (facets.boxes[:, 1, :2] <= high)).all(axis=1)
    grounds = facets.where(inside & (facets.normals[:, 2] > LEANING))
    under = facets.boxes[:, 1, 2] < min(levels.top, levels.letter) - EDGE_MM
    ceilings = facets.where(under & (facets.normals[:, 2] < -LEANING))
    # Turned inside out, the ground is what is lowered upon the ceiling.
    return first_contact(_turned(grounds), _turned(ceilings), crossing=0.0).gap


def _turned(facets: Facets) -> Facets:
    return Facets(facets.corners[:, ::-1], -facets.normals, facets.faces)
