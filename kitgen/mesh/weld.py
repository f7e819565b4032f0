"""Triangle soup to the one welded mesh that the files hold, the same however it was numbered."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kitgen.mesh.cracks import close_cracks
from kitgen.mesh.mesh import Mesh
from kitgen.mesh.slivers import remove_slivers


def weld(vertices: ArrayLike, faces: ArrayLike) -> Mesh:
    """Round to float32, merge what coincides, mend what the rounding spoilt, number canonically.

    CadQuery's tessellation repeats the vertices along the seam of two faces; here they become
    one. Rounding may fold a triangle into a line or two triangles onto each other: the first
    vanishes, two that face each other vanish both, so that a closed surface stays closed.
    Slivers are removed without a gap (see :func:`kitgen.mesh.slivers.remove_slivers`).

    Args:
        vertices: (n, 3) float coordinates in mm.
        faces: (m, 3) integer indices, counter-clockwise seen from outside.

    Returns:
        The mesh, with used vertices only, sorted by x, y, z, each triangle turned to start at
        its smallest index, and triangles sorted. It may still be open or pinched where the
        input was: ask :func:`kitgen.mesh.soundness.faults`.

    Raises:
        ValueError: for a coordinate that is no finite float32 or an index out of range.
    """
    points = np.asarray(vertices, dtype=np.float64).reshape(-1, 3)
    triangles = np.asarray(faces, dtype=np.int64).reshape(-1, 3)
    if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(points)):
        raise ValueError("a triangle names a vertex that does not exist")
    with np.errstate(over="ignore"):
        # Adding zero turns -0.0 into 0.0, which would otherwise differ in bytes only.
        rounded = points.astype(np.float32) + np.float32(0)
    if not np.isfinite(rounded).all():
        raise ValueError("a coordinate is not a finite number")
    rounded, triangles = canonical(rounded, triangles)
    moved = close_cracks(rounded, triangles)
    if moved is not None:
        rounded, triangles = canonical(rounded, moved)
    mended = remove_slivers(rounded, triangles)
    if mended is not None:
        rounded, triangles = canonical(rounded, mended)
    return Mesh(rounded, triangles.astype(np.int32))


def canonical(
    vertices: NDArray[np.float32], faces: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Merge identical vertices, drop triangles that cancel, and number everything by value.

    Args:
        vertices: (n, 3) float32, free of -0.0.
        faces: (m, 3) int64.

    Returns:
        (k, 3) float32 sorted by x, y, z, every one used; (l, 3) int64 sorted, each row starting
        at its smallest index, winding kept.
    """
    vertices, faces = _merge_identical(vertices, faces)
    a, b, c = faces.T
    faces = _cancel(faces[(a != b) & (b != c) & (c != a)])
    used = np.zeros(len(vertices), dtype=bool)
    used[faces] = True
    faces = (np.cumsum(used) - 1)[faces]
    order = np.lexsort((faces[:, 2], faces[:, 1], faces[:, 0]))
    return vertices[used], faces[order]


def _merge_identical(
    vertices: NDArray[np.float32], faces: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    order = np.lexsort((vertices[:, 2], vertices[:, 1], vertices[:, 0]))
    ranked = vertices[order]
    fresh = np.ones(len(ranked), dtype=bool)
    fresh[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    number = np.empty(len(ranked), dtype=np.int64)
    number[order] = np.cumsum(fresh) - 1
    return ranked[fresh], number[faces]


def _cancel(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Turn each row to start at its smallest index; keep the net of opposite windings, once."""
    first = np.argmin(faces, axis=1)
    rows = np.arange(len(faces))
    turned = np.stack([faces[rows, (first + k) % 3] for k in range(3)], axis=1)
    up = turned[:, 1] < turned[:, 2]
    sides, which = np.unique(np.sort(turned, axis=1), axis=0, return_inverse=True)
    net = np.bincount(which.ravel(), weights=np.where(up, 1.0, -1.0), minlength=len(sides))
    upward, downward = sides[net > 0], sides[net < 0]
    return np.concatenate([upward, downward[:, [0, 2, 1]]])
