"""What a picture shows and from where: plain values that any renderer can draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Pose = NDArray[np.float64]
"""(4, 4) float64, from a file's coordinates into the scene, in mm."""


@dataclass(frozen=True, eq=False)
class Prop:
    """A part in a scene.

    Attributes:
        part: Name in the manifest.
        pose: Where it stands.
        colour: ``#RRGGBB`` instead of the kit's own.
        faded: Drawn pale: it is there already, and not what the picture is about.
    """

    part: str
    pose: Pose
    colour: str | None = None
    faded: bool = False


@dataclass(frozen=True, eq=False)
class Slab:
    """A plain box in a scene that is no part: a print bed, the way along which a part moves.

    Attributes:
        low: Lowest corner, (x, y, z) in mm.
        high: Highest corner.
        colour: ``#RRGGBB``.
    """

    low: tuple[float, float, float]
    high: tuple[float, float, float]
    colour: str


@dataclass(frozen=True, eq=False)
class Scene:
    """What a picture shows, and from where.

    Attributes:
        props: Parts; at least one.
        toward: From what is drawn to the eye; need not be a unit vector.
        height: Of the picture, as a share of its width.
        slabs: Plain boxes beside the parts.
        projection: ``perspective`` with everything in frame, or ``parallel`` likewise.
        cut_z: Draw only what lies below this height in mm, cut faces closed.
        width_mm: In parallel projection, show just this width about ``focus``.
        focus: Middle of the picture where ``width_mm`` is given, in mm.
    """

    props: Sequence[Prop]
    toward: tuple[float, float, float]
    height: float = 0.67
    slabs: Sequence[Slab] = ()
    projection: Literal["perspective", "parallel"] = "perspective"
    cut_z: float | None = None
    width_mm: float | None = None
    focus: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Picture:
    """A scene with the file it becomes.

    Attributes:
        path: In the kit's folder, with forward slashes, such as ``pictures/parts/tile-E.png``.
        scene: What it shows.
        alt: The same in words, for who cannot see it.
        width_px: Of the PNG.
    """

    path: str
    scene: Scene
    alt: str
    width_px: int = 960


def placed(matrix: Sequence[Sequence[float]]) -> Pose:
    """A pose of the manifest as an array."""
    return np.array(matrix, dtype=np.float64)


def moved(pose: Pose, by: ArrayLike) -> Pose:
    """A pose shifted in the scene, by (x, y, z) mm."""
    shift = np.eye(4)
    shift[:3, 3] = by
    result: Pose = shift @ pose
    return result


def turned(axis: Literal["x", "y", "z"], degrees: float) -> Pose:
    """A turn about one of the axes through the origin, counter-clockwise."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    pose: NDArray[Any] = np.eye(4)
    pose[first, first] = pose[second, second] = c
    pose[first, second], pose[second, first] = -s, s
    return pose
