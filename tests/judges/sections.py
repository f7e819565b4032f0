"""Plane sections of solids as shapely polygons."""

from functools import reduce

import numpy as np
import shapely
from manifold3d import CrossSection, Manifold
from shapely.geometry.base import BaseGeometry


def polygons(cross: CrossSection) -> BaseGeometry:
    """A cross section, islands in holes included."""
    rings = (shapely.Polygon(ring) for ring in cross.to_polygons())
    return reduce(shapely.symmetric_difference, rings, shapely.Polygon())


def level(solid: Manifold, z: float) -> BaseGeometry:
    """The section of a solid at a height in mm."""
    return polygons(solid.slice(z))


def footprint(solid: Manifold) -> BaseGeometry:
    """What a solid covers, seen from above."""
    return polygons(solid.project())


def upright(solid: Manifold, axis: int, at: float) -> BaseGeometry:
    """The section across x (axis 0) or y (axis 1), with z as the second coordinate."""
    turned = (
        np.array([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]], dtype=float)
        if axis == 0
        else np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0]], dtype=float)
    )
    return level(solid.transform(turned), at if axis == 0 else -at)


def overlap_share(first: BaseGeometry, second: BaseGeometry) -> float:
    """Common area over the area of both together, 1 for equal shapes."""
    return float(first.intersection(second).area / first.union(second).area)
