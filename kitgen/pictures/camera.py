"""Where the eye stands so that everything that is drawn lies in the frame, and fills it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kitgen.pictures.scene import Scene

Floats = NDArray[np.float64]

VIEW_ANGLE_DEG = 24.0
"""Of the picture's height; small, so that what is square looks square."""
MARGIN = 1.08
"""Of the frame to what is drawn."""
NEAREST_MM = 10.0
"""From the eye to what is drawn, at least."""
SMALLEST_MM = 0.1
"""Height of a picture, at least."""
_STRAIGHT_DOWN = 0.99
"""Cosine to the z axis from which on "up" in the picture is y."""


@dataclass(frozen=True, eq=False)
class Camera:
    """An eye.

    Attributes:
        eye: (3,) its place in mm.
        middle: (3,) what it looks at.
        right: (3,) unit vector to the right in the picture.
        up: (3,) unit vector up in the picture.
        half_height_mm: half the picture's height in parallel projection; None in perspective.
    """

    eye: Floats
    middle: Floats
    right: Floats
    up: Floats
    half_height_mm: float | None

    def project(self, points: Floats, aspect: float) -> tuple[Floats, Floats]:
        """Give places in the picture.

        Args:
            points: (n, 3) in mm.
            aspect: height of the picture over its width.

        Returns:
            (n, 2), -1 to 1 from left to right and from the bottom to the top, and (n,) distances
            from the eye along the line of sight in mm.
        """
        toward = np.cross(self.right, self.up)
        away = points - self.eye
        depth = -(away @ toward)
        flat = np.stack([away @ self.right, away @ self.up], axis=1)
        if self.half_height_mm is None:
            half = depth * math.tan(math.radians(VIEW_ANGLE_DEG / 2))
        else:
            half = np.full(len(points), self.half_height_mm)
        return flat / np.stack([half / aspect, half], axis=1), depth

    def on_plane(self, z: float, size: tuple[int, int]) -> tuple[Floats, Floats, Floats]:
        """Look through each pixel at a level plane.

        Args:
            z: height of the plane in mm.
            size: height and width of the picture in pixels.

        Returns:
            (height, width) each, the top row first: x and y on the plane and the distance from the
            eye along the line of sight, in mm; infinite where the plane is not before the eye.
        """
        rows, columns = size
        up = (1 - (2 * np.arange(rows) + 1) / rows)[:, None]
        across = ((2 * np.arange(columns) + 1) / columns - 1)[None, :] * (columns / rows)
        away = -np.cross(self.right, self.up)
        aside = [across * self.right[i] + up * self.up[i] for i in range(3)]
        if self.half_height_mm is None:
            tangent = math.tan(math.radians(VIEW_ANGLE_DEG / 2))
            begins, ways = self.eye, [away[i] + tangent * aside[i] for i in range(3)]
            with np.errstate(divide="ignore", invalid="ignore"):
                depth = (z - begins[2]) / ways[2]
                x, y = (begins[i] + depth * ways[i] for i in range(2))
        else:
            starts = [self.eye[i] + self.half_height_mm * aside[i] for i in range(3)]
            with np.errstate(divide="ignore", invalid="ignore"):
                depth = (z - starts[2]) / away[2]
                x, y = (starts[i] + depth * away[i] for i in range(2))
        before = np.isfinite(depth) & (depth > 0)
        x, y, depth = (np.where(before, values, np.inf) for values in (x, y, depth))
        return x, y, depth


def aim(scene: Scene, corners: Floats) -> Camera:
    """Place the eye.

    Args:
        scene: Gives direction, projection and shape of the picture.
        corners: (n, 3) points that must lie in the frame, in mm.
    """
    toward = np.array(scene.toward, dtype=np.float64)
    toward /= np.linalg.norm(toward)
    upward = np.array((0.0, 1.0, 0.0) if abs(toward[2]) > _STRAIGHT_DOWN else (0.0, 0.0, 1.0))
    right = np.cross(upward, toward)
    right /= np.linalg.norm(right)
    up = np.cross(toward, right)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    if scene.width_mm is not None:
        middle = np.array(scene.focus, dtype=np.float64)
        distance = _clear_of(corners, middle, toward)
        half = scene.width_mm * scene.height / 2
        return Camera(middle + toward * distance, middle, right, up, half)
    if scene.projection == "parallel":
        across, along = (corners - middle) @ right, (corners - middle) @ up
        middle = middle + right * (across.min() + across.max()) / 2
        middle = middle + up * (along.min() + along.max()) / 2
        half = max(np.ptp(along), np.ptp(across) * scene.height, SMALLEST_MM) / 2 * MARGIN
        distance = _clear_of(corners, middle, toward)
        return Camera(middle + toward * distance, middle, right, up, float(half))
    half_up = math.tan(math.radians(VIEW_ANGLE_DEG / 2))
    half_right = half_up / scene.height
    distance = _clear_of(corners, middle, toward)
    # What is near looks larger, so the middle of the picture is not that of the box.
    for _ in range(12):
        away = corners - middle
        depth = distance - away @ toward
        across, along = away @ right / depth, away @ up / depth
        shift = right * (across.min() + across.max()) + up * (along.min() + along.max())
        middle = middle + distance / 2 * shift
        away = corners - middle
        needed = np.maximum(np.abs(away @ right) / half_right, np.abs(away @ up) / half_up)
        distance = float(np.max(np.maximum(needed * MARGIN, NEAREST_MM) + away @ toward))
    return Camera(middle + toward * distance, middle, right, up, None)


def _clear_of(corners: Floats, middle: Floats, toward: Floats) -> float:
    """A distance from which everything lies before the eye."""
    return float(np.max((corners - middle) @ toward)) + 100.0
