"""A part as the slicer sees it: one plane section a layer, through the layer's middle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import trimesh
    from manifold3d import CrossSection, Manifold
    from shapely import MultiPolygon, Polygon

FLAT_MM = 1e-5
"""Spread of heights within one horizontal triangle: rounding of float32 coordinates."""

LEAST_FACE_MM2 = 1e-3
"""A horizontal face smaller than this is a crumb of meshing, not a face."""


@dataclass(frozen=True)
class Run:
    """Consecutive layers with one and the same section.

    Attributes:
        first: number of the lowest layer, from 0 on the bed.
        count: how many.
        z: middle of the lowest layer, in mm.
        section: what is plastic there.
    """

    first: int
    count: int
    z: float
    section: CrossSection

    def with_section(self, section: CrossSection) -> Run:
        """The same layers with another section."""
        return replace(self, section=section)


def runs(solid: Manifold, mesh: trimesh.Trimesh, layer_height: float) -> list[Run]:
    """Sections through the middles of all layers; where walls are upright one stands for many.

    Args:
        solid: the part, on the bed.
        mesh: the same part's triangles.
        layer_height: in mm.
    """
    heights = np.asarray(mesh.triangles, dtype=np.float64)[:, :, 2]
    normals = triangle_normals(mesh)
    sloped = (np.abs(normals[:, 2]) > 1e-4) & (np.ptp(heights, axis=1) > FLAT_MM)
    lows, highs = heights[sloped].min(axis=1), heights[sloped].max(axis=1)
    levels = np.unique(heights.round(5))
    found: list[Run] = []
    last = -1
    for number in range(max(1, round(float(levels[-1]) / layer_height))):
        z = (number + 0.5) * layer_height
        between = int(np.searchsorted(levels, z))
        leans = bool(np.any((lows < z) & (z < highs)))
        if found and between == last and not leans:
            found[-1] = replace(found[-1], count=found[-1].count + 1)
        else:
            found.append(Run(number, 1, z, solid.slice(z)))
        last = -1 if leans else between
    return found


def triangle_normals(mesh: trimesh.Trimesh) -> NDArray[np.float64]:
    """(m, 3) outward unit normals; of a triangle without area zero."""
    corners = np.asarray(mesh.triangles, dtype=np.float64)
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(crossed, axis=1, keepdims=True)
    normals: NDArray[np.float64] = crossed / np.maximum(lengths, 1e-30)
    return normals


def horizontal(mesh: trimesh.Trimesh, up: bool) -> dict[float, NDArray[np.intp]]:
    """Numbers of the level triangles that look up (or down), by height in mm, highest first.

    Heights are those of the file; faces without area to speak of are left out.
    """
    heights = np.asarray(mesh.triangles, dtype=np.float64)[:, :, 2]
    looks = triangle_normals(mesh)[:, 2] * (1 if up else -1)
    chosen = np.flatnonzero((looks > 0.5) & (np.ptp(heights, axis=1) <= FLAT_MM))
    areas = np.asarray(mesh.area_faces)
    levels = heights[chosen].mean(axis=1).round(5)
    found = {}
    for level in np.unique(levels)[::-1]:
        members = chosen[levels == level]
        if areas[members].sum() >= LEAST_FACE_MM2:
            found[float(level)] = members
    return found


def off_layers(mesh: trimesh.Trimesh, layer_height: float) -> tuple[float, float]:
    """How far the worst horizontal face is from a boundary between layers, and where it lies.

    Rounding to float32, which is how a file holds heights, is no distance.

    Returns:
        Distance and height in mm.
    """
    worst, at = 0.0, 0.0
    heights = np.asarray(mesh.triangles, dtype=np.float64)[:, :, 2]
    for up in (False, True):
        for members in horizontal(mesh, up).values():
            for z in np.unique(heights[members]):
                boundary = np.float32(np.round(z / layer_height) * layer_height)
                off = max(0.0, abs(z - float(boundary)) - float(np.spacing(boundary)))
                if off > worst:
                    worst, at = off, float(z)
    return worst, at


def letter_floor(mesh: trimesh.Trimesh) -> tuple[float, float]:
    """Top of a tile and the next level face below it, between which its letter stands or is cut.

    Returns:
        Two heights in mm; the same one twice if there is no second.
    """
    levels = list(horizontal(mesh, up=True))
    top = levels[0] if levels else float(np.asarray(mesh.bounds)[1][2])
    return top, levels[1] if len(levels) > 1 else top


def polygons(section: CrossSection) -> MultiPolygon:
    """A section as polygons with holes; islands in holes are polygons of their own."""
    import shapely

    outers: list[Polygon] = []
    holes: list[Polygon] = []
    for ring in section.to_polygons():
        if len(ring) >= 3:
            around = shapely.Polygon(ring)
            (outers if _turns_left(ring) else holes).append(around)
    outers.sort(key=lambda outer: float(outer.area))
    inner: list[list[object]] = [[] for _ in outers]
    for hole in holes:
        corner = shapely.Point(hole.exterior.coords[0])
        for number, outer in enumerate(outers):
            if outer.area > hole.area and outer.intersects(corner):
                inner[number].append(hole.exterior.coords)
                break
    return shapely.MultiPolygon(
        [(outer.exterior.coords, rings) for outer, rings in zip(outers, inner, strict=True)]
    )


def filled(section: CrossSection) -> CrossSection:
    """A section without its holes."""
    from manifold3d import CrossSection, FillRule

    outer = [ring for ring in section.to_polygons() if _turns_left(ring)]
    return CrossSection(outer, FillRule.NonZero) if outer else CrossSection()


def _turns_left(ring: NDArray[np.float64]) -> bool:
    """Whether a closed ring, (n, 2), runs counter-clockwise, by its signed area."""
    (x, y), (ahead_x, ahead_y) = ring.T, np.roll(ring, -1, axis=0).T
    return bool(np.sum(x * ahead_y - ahead_x * y) > 0)
