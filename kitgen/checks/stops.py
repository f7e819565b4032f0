"""What stops two parts that are pushed into each other: which faces meet first, and after how much.

The seam faces are the stops: broad, and square to the way in. Nothing else may meet before them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.faces import FLAT_COSINE, Facets, facing, first_contact
from kitgen.checks.pairs import Fit
from kitgen.checks.written import WrittenKit

Floats = NDArray[np.float64]
REACH_MM = 3.0
"""Farther apart than this faces are no stops of each other."""
STOREY_MM = 0.5
"""Faces that are farther past each other than this belong to different features."""


@dataclass(frozen=True)
class Stop:
    """How two seated parts come to a stop.

    Attributes:
        gap: between the stops, along the way in, in mm; NaN if there are none.
        area: of the stops, in mm2.
        first: way in mm until anything meets.
        place: (3,) where it meets, in the game.
    """

    gap: float
    area: float
    first: float
    place: tuple[float, float, float]


def stop(kit: WrittenKit, fit: Fit) -> Stop:
    """Measure how far the first part can be pushed on, and what stops it."""
    down = lowering(fit.insert)
    moving = Facets.of(kit.mesh(fit.first)).moved(down @ fit.relative)
    fixed = Facets.of(kit.mesh(fit.second)).moved(down)
    moving, fixed = _near(moving, fixed)
    met = first_contact(moving, fixed, crossing=STOREY_MM)
    faces = facing(
        moving.where(moving.normals[:, 2] < -FLAT_COSINE),
        fixed.where(fixed.normals[:, 2] > FLAT_COSINE),
        reach=REACH_MM,
        crossing=STOREY_MM,
        opposed_deg=2.0,
    )
    gap, area = np.nan, 0.0
    if len(faces):
        heights = (faces.place[:, 2] - faces.gap).round(3)
        levels, which = np.unique(heights, return_inverse=True)
        areas = np.bincount(which, weights=faces.area)
        broadest = int(areas.argmax())
        # Every pair is seen from both sides.
        area = float(areas[broadest]) / 2
        gap = float(faces.gap[heights == levels[broadest]].min())
    place = fit.game @ np.linalg.inv(down) @ np.append(met.place, 1.0)
    return Stop(gap, area, met.gap, (float(place[0]), float(place[1]), float(place[2])))


def lowering(way: tuple[float, float, float]) -> Floats:
    """(4, 4) turn that makes a way point down."""
    z = -np.asarray(way, dtype=np.float64)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    turn = np.eye(4)
    turn[:3, :3] = np.stack([x, np.cross(z, x), z])
    return turn


def _near(moving: Facets, fixed: Facets) -> tuple[Facets, Facets]:
    """What of either reaches into the other's box."""
    bounds = [
        np.array([f.corners.min(axis=(0, 1)) - REACH_MM, f.corners.max(axis=(0, 1)) + REACH_MM])
        for f in (moving, fixed)
    ]
    return moving.where(moving.within(*bounds[1])), fixed.where(fixed.within(*bounds[0]))
