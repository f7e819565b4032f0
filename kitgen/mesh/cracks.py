"""Seams whose two sides were rounded apart: merged again, along open edges only."""

import numpy as np
from numpy.typing import NDArray

from kitgen.mesh.components import components

SEAM_TOLERANCE_MM = 2e-5
"""Two computations of one point may round to neighbouring float32 values: up to 1.6e-5 mm apart
at 100 to 256 mm from the origin (24 bit mantissa)."""


def close_cracks(
    vertices: NDArray[np.float32], faces: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """Merge vertices of open edges that lie within the seam tolerance of each other.

    Vertices of closed edges never move, so that real detail is not lost.

    Args:
        vertices: (n, 3) float32 in canonical order.
        faces: (m, 3) int64.

    Returns:
        (m, 3) faces in which merged vertices carry the smallest index among them; None where no
        edge is open, which is the usual case.
    """
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    there = start * len(vertices) + end
    back = end * len(vertices) + start
    unmatched = ~np.isin(there, back)
    if not unmatched.any():
        return None
    rim = np.unique(np.concatenate([start[unmatched], end[unmatched]]))
    points = vertices[rim].astype(np.float64)
    # The rim is sorted by x: only a short run of candidates follows each point.
    last = np.searchsorted(points[:, 0], points[:, 0] + SEAM_TOLERANCE_MM, side="right")
    pairs = [
        (i, j)
        for i, stop in enumerate(last.tolist())
        for j in range(i + 1, stop)
        if np.abs(points[i] - points[j]).max() <= SEAM_TOLERANCE_MM
    ]
    if not pairs:
        return None
    a, b = np.array(pairs, dtype=np.intp).T
    target = np.arange(len(vertices))
    target[rim] = rim[components(len(rim), a, b)]
    merged: NDArray[np.int64] = target[faces]
    return merged
