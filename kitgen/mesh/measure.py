"""What a mesh measures: volume, area, bounds, bodies, genus, contact with the bed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.mesh.components import components
from kitgen.mesh.mesh import Mesh

Point = tuple[float, float, float]

BED_TOLERANCE_MM = 1e-6
"""How far from z = 0 a vertex may lie and still count as lying on the bed."""


@dataclass(frozen=True)
class Measures:
    """Figures of one mesh, as written (float32 coordinates, float64 arithmetic).

    Attributes:
        volume_mm3: signed volume, positive for outward winding.
        area_mm2: surface area.
        bbox_mm: lowest and highest corner.
        bodies: number of connected components.
        genus: number of through holes, over all bodies.
        bed_area_mm2: area of the triangles that lie on z = 0 and face down.
    """

    volume_mm3: float
    area_mm2: float
    bbox_mm: tuple[Point, Point]
    bodies: int
    genus: int
    bed_area_mm2: float


def corners(mesh: Mesh) -> NDArray[np.float64]:
    """Give the corner coordinates of every triangle, (m, 3, 3) float64 in mm."""
    return mesh.vertices.astype(np.float64)[mesh.faces]


def double_area_vectors(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give (m, 3) cross products: along the outward normal, as long as twice the area in mm2."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return np.cross(b - a, c - a)


def triangle_volumes(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give (m,) signed volumes in mm3 of the tetrahedra that triangles span with the centre.

    Their sum over a closed surface is its volume (divergence theorem). The common apex is the
    centre of the bounds, so that no digits are lost on a part far from the origin.
    """
    if not len(triangles):
        return np.zeros(0)
    flat = triangles.reshape(-1, 3)
    local = triangles - (flat.min(axis=0) + flat.max(axis=0)) / 2
    crossed = np.cross(local[:, 1], local[:, 2])
    volumes: NDArray[np.float64] = np.einsum("ij,ij->i", local[:, 0], crossed) / 6
    return volumes


def body_labels(mesh: Mesh) -> NDArray[np.intp]:
    """Give (m,) int: for each face the number, from 0, of the connected body it belongs to."""
    if not len(mesh.faces):
        return np.zeros(0, dtype=np.intp)
    a, b, c = mesh.faces.T.astype(np.intp)
    label = components(len(mesh.vertices), np.concatenate([a, b]), np.concatenate([b, c]))
    _, numbered = np.unique(label[a], return_inverse=True)
    return numbered.astype(np.intp)


def genus(mesh: Mesh, bodies: int) -> int:
    """Give the total genus of a sound closed mesh: V - E + F = 2 bodies - 2 genus (Euler).

    In a closed triangle mesh every edge has two triangles, so E = 3 F / 2.
    """
    used = len(np.unique(mesh.faces))
    return bodies - (used - len(mesh.faces) // 2) // 2


def bounds(mesh: Mesh) -> tuple[Point, Point]:
    """Give the lowest and the highest corner in mm, exactly as the written float32 values.

    Raises:
        ValueError: for a mesh without vertices.
    """
    low = [float(v) for v in mesh.vertices.min(axis=0)]
    high = [float(v) for v in mesh.vertices.max(axis=0)]
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def bed_area(triangles: NDArray[np.float64]) -> float:
    """Give the area in mm2 of the triangles lying on z = 0 with their outside facing down."""
    flat = np.all(np.abs(triangles[:, :, 2]) <= BED_TOLERANCE_MM, axis=1)
    return float(-np.minimum(double_area_vectors(triangles[flat])[:, 2], 0).sum() / 2)


def measure(mesh: Mesh) -> Measures:
    """Measure a sound mesh.

    Raises:
        ValueError: for a mesh without vertices.
    """
    triangles = corners(mesh)
    labels = body_labels(mesh)
    bodies = int(labels.max()) + 1 if len(labels) else 0
    return Measures(
        volume_mm3=float(triangle_volumes(triangles).sum()),
        area_mm2=float(np.linalg.norm(double_area_vectors(triangles), axis=1).sum() / 2),
        bbox_mm=bounds(mesh),
        bodies=bodies,
        genus=genus(mesh, bodies),
        bed_area_mm2=bed_area(triangles),
    )
