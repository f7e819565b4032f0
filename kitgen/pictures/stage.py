"""Where the things of a scene lie: corners of their boxes, and the table under them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import Camera

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Prop, Scene, Slab

Floats = NDArray[np.float64]

SHADOW_PX = 256
"""Of the longer side of the table's shadow, which is blurred anyway."""
_BLUR_MM = 3.0
_REACH_MM = 2.0
_SHARE = 0.05
"""Of what is drawn: small things have small shadows."""


@dataclass(frozen=True)
class Table:
    """A plane under everything.

    Attributes:
        low: (x, y) of a corner in mm.
        high: (x, y) of the opposite corner.
        z: its height.
        top: height of what lies on it.
        blur_mm: Standard deviation of the edge of a shadow on it.
    """

    low: tuple[float, float]
    high: tuple[float, float]
    z: float
    top: float
    blur_mm: float

    @classmethod
    def under(cls, corners: Floats) -> Table:
        """A table large enough for what has these corners, and for its shadow."""
        low, high = corners.min(axis=0), corners.max(axis=0)
        blur = min(_BLUR_MM, _SHARE * float(max(high[:2] - low[:2])))
        (x0, y0), (x1, y1) = low[:2] - 4 * blur, high[:2] + 4 * blur
        corner, opposite = (float(x0), float(y0)), (float(x1), float(y1))
        return cls(corner, opposite, float(low[2]) - 0.02, float(high[2]), blur)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of a picture of its shadow."""
        wide, deep = self.high[0] - self.low[0], self.high[1] - self.low[1]
        scale = SHADOW_PX / max(wide, deep)
        return max(1, round(wide * scale)), max(1, round(deep * scale))

    @property
    def blur_px(self) -> float:
        """Standard deviation of the blur in such a picture."""
        return self.blur_mm * self.size_px[1] / (self.high[1] - self.low[1])

    def from_above(self) -> Camera:
        """An eye that sees just the table and what lies on it."""
        middle = [(a + b) / 2 for a, b in zip(self.low, self.high, strict=True)]
        return Camera(
            np.array([*middle, self.top + 100.0]),
            np.array([*middle, self.z]),
            np.array([1.0, 0.0, 0.0]),
            np.array([0.0, 1.0, 0.0]),
            (self.high[1] - self.low[1]) / 2,
        )


def reach(corners: Floats) -> float:
    """How far things in a scene darken each other, in mm."""
    extent = np.ptp(corners, axis=0)
    return min(_REACH_MM, _SHARE * float(max(extent[:2])))


def scene_corners(kit: PicturedKit, scene: Scene) -> Floats:
    """(n, 3) corners of the boxes of all that a scene shows, in mm."""
    return np.concatenate(
        [prop_corners(kit, prop) for prop in scene.props]
        + [slab_corners(slab) for slab in scene.slabs]
    )


def prop_corners(kit: PicturedKit, prop: Prop) -> Floats:
    """(8, 3) corners of a part's box where it stands, in mm."""
    box = box_corners(*kit.parts[prop.part].bbox_mm)
    corners: Floats = box @ prop.pose[:3, :3].T + prop.pose[:3, 3]
    return corners


def slab_corners(slab: Slab) -> Floats:
    """(8, 3) corners of a slab, in mm."""
    return box_corners(slab.low, slab.high)


def box_corners(low: tuple[float, float, float], high: tuple[float, float, float]) -> Floats:
    """(8, 3) corners of a box with edges along the axes, in mm."""
    return np.array(list(product(*zip(low, high, strict=True))), dtype=np.float64)
