"""Which triangles face the wrong way, and which edges have not their two sides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kitgen.mesh.components import components
from kitgen.mesh.measure import corners, triangle_volumes
from kitgen.mesh.mesh import Mesh


def unpaired_edges(mesh: Mesh) -> int:
    """Count the edges that are not used exactly twice, once in each direction."""
    start, end = _half_edges(mesh)
    low, high = np.minimum(start, end), np.maximum(start, end)
    _, which, uses = np.unique(
        low * len(mesh.vertices) + high, return_inverse=True, return_counts=True
    )
    forward = np.bincount(which, weights=start < end, minlength=len(uses))
    return int(((uses != 2) | (forward != 1)).sum())


def flipped_triangles(mesh: Mesh) -> int:
    """Count the triangles to be turned over so that all of the surface faces outward.

    Triangles that meet at an edge used twice face the same way if they use it in opposite
    directions; that decides for each connected piece of surface all but one choice, and its signed
    volume decides that.

    Args:
        mesh: with any number of faults; pieces are joined over edges used exactly twice.

    Returns:
        All of a piece's triangles where it is inside out; of a piece that no choice makes
        consistent (a Moebius band) half of them.
    """
    count = len(mesh.faces)
    start, end = _half_edges(mesh)
    key = np.minimum(start, end) * len(mesh.vertices) + np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    _, first, uses = np.unique(key[order], return_index=True, return_counts=True)
    one, two = order[first[uses == 2]], order[first[uses == 2] + 1]
    a, b = one // 3, two // 3
    against = (start[one] < end[one]) == (start[two] < end[two])
    # Node f is triangle f as it is, node f + count the same turned over.
    other = np.where(against, b + count, b)
    turned = np.where(against, b, b + count)
    label = components(2 * count, np.concatenate([a, a + count]), np.concatenate([other, turned]))
    as_is, over = label[:count], label[count:]
    piece = np.minimum(as_is, over)
    kept = as_is == piece
    # The volume of each piece if those that agree with its first triangle stay as they are.
    signed = np.where(kept, 1.0, -1.0) * triangle_volumes(corners(mesh))
    _, number = np.unique(piece, return_inverse=True)
    volumes = np.bincount(number, weights=signed)
    outward = volumes[number] > 0
    undecided = as_is == over
    wrong = (kept != outward) & ~undecided
    return int(wrong.sum() + undecided.sum() // 2)


def _half_edges(mesh: Mesh) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Start and end of every side of every triangle, (3 m,) each."""
    faces = mesh.faces.astype(np.int64)
    return faces.ravel(), np.roll(faces, -1, axis=1).ravel()
