"""Where the things of a scene lie: corners of their boxes, for framing."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Prop, Slab

Floats = NDArray[np.float64]


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
