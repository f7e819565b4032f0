"""Meshes small enough for a page: positions of 16 bits, indices of 16 bits where they suffice."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kitgen.mesh.mesh import Mesh

STEPS = 65_534
"""Steps along the longest edge of a part: 1.5 micrometres on 100 mm."""


def packed(mesh: Mesh) -> dict[str, Any]:
    """Pack a mesh for JSON.

    Args:
        mesh: In mm.

    Returns:
        ``positions``, base64 of little-endian int16 triples; ``indices``, base64 of uint16, or
        of uint32 where ``wide``; a coordinate in mm is ``middle + step * position``.
    """
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    middle = (low.astype(np.float64) + high) / 2
    step = float((high - low).max()) / STEPS or 1.0
    positions = np.rint((mesh.vertices - middle) / step).astype("<i2")
    wide = len(mesh.vertices) > 1 << 16
    return {
        "middle": [round(float(value), 6) for value in middle],
        "step": step,
        "positions": _base64(positions.tobytes()),
        "wide": wide,
        "indices": _base64(mesh.faces.astype("<u4" if wide else "<u2").tobytes()),
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
