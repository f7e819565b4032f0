"""Shapes made small for the page: points on a grid of 16 bits, indices as short as they can be."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from kitgen.mesh.mesh import Mesh

STEPS = 65535
"""Of the grid along the longest side; on a quarter of 120 mm a step is 0.002 mm."""


def packed(mesh: Mesh) -> dict[str, Any]:
    """Pack a mesh.

    Returns:
        ``origin`` (lowest corner, mm), ``step`` (mm), ``points`` (base64 of little-endian uint16,
        x y z of each) and ``faces`` (base64 of uint16, or uint32 where ``wide``).
    """
    low = mesh.vertices.min(axis=0).astype(np.float64)
    extent = float((mesh.vertices.max(axis=0) - low).max())
    step = extent / STEPS
    points = np.rint((mesh.vertices - low) / step).astype("<u2")
    wide = len(mesh.vertices) > STEPS
    faces = mesh.faces.astype("<u4" if wide else "<u2")
    return {
        "origin": [round(float(value), 6) + 0.0 for value in low],
        "step": step,
        "points": base64.b64encode(points.tobytes()).decode("ascii"),
        "faces": base64.b64encode(faces.tobytes()).decode("ascii"),
        "wide": wide,
    }
