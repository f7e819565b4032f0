"""Whether a mesh bounds solid bodies: what a slicer and the 3MF core specification ask for."""

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import BuildError
from kitgen.mesh.components import components
from kitgen.mesh.measure import body_labels, corners, double_area_vectors, triangle_volumes
from kitgen.mesh.mesh import Mesh

MIN_TRIANGLE_AREA_MM2 = 1e-8
"""Below this a triangle is degenerate: its normal is lost in float32 rounding."""

MIN_TRIANGLES_PER_BODY = 4
"""A closed surface has at least the four triangles of a tetrahedron (3MF core 1.4, 4.1.4)."""


def faults(mesh: Mesh) -> list[str]:
    """List everything that keeps a mesh from bounding solid bodies.

    Returns:
        One sentence a kind of fault, with how often it occurs; empty for a sound mesh. Kinds:
        no triangles; a coordinate that is no finite number; an index out of range; a vertex
        that no triangle uses; two vertices in one place; a triangle that uses one vertex twice,
        has no area, or occurs twice; an edge that is open, or used more than twice, or by two
        triangles in the same direction; a vertex where the surface pinches; a body with fewer
        than four triangles or without positive volume.
    """
    if not len(mesh.faces):
        return ["no triangles"]
    if not np.isfinite(mesh.vertices).all():
        return ["a coordinate is not a finite number"]
    if mesh.faces.min() < 0 or mesh.faces.max() >= len(mesh.vertices):
        return ["a triangle names a vertex that does not exist"]
    found = _vertex_faults(mesh) + _triangle_faults(mesh)
    edge_faults = _edge_faults(mesh)
    found += edge_faults
    if not edge_faults:
        # Fans and volumes have a meaning only where every edge has its two sides.
        pinched = pinch_vertices(mesh)
        if len(pinched):
            x, y, z = (float(v) for v in mesh.vertices[pinched[0]])
            found.append(
                f"the surface pinches at {_times(len(pinched), 'vertex', 'vertices')}, "
                f"first at ({x:g}, {y:g}, {z:g})"
            )
        found += _body_faults(mesh)
    return found


def require_sound(mesh: Mesh, name: str, bodies: int) -> None:
    """Refuse a mesh that has a fault or not the declared number of bodies.

    Raises:
        BuildError: one line with the part's name and every fault.
    """
    found = faults(mesh)
    if found:
        raise BuildError(f"the mesh of {name} is not sound: {'; '.join(found)}")
    counted = int(body_labels(mesh).max()) + 1
    if counted != bodies:
        raise BuildError(
            f"the mesh of {name} has {_times(counted, 'body', 'bodies')}, {bodies} declared"
        )


def pinch_vertices(mesh: Mesh) -> NDArray[np.intp]:
    """Find vertices where the surface touches itself: their triangles form more than one fan.

    Args:
        mesh: every edge used exactly twice, in opposite directions.

    Returns:
        (k,) int vertex indices, ascending.
    """
    count = len(mesh.faces)
    start = mesh.faces.astype(np.intp)
    end = np.roll(start, -1, axis=1)
    # Half-edge h = 3 * face + side; as a node, h stands for the corner at its start.
    here = start.ravel() * len(mesh.vertices) + end.ravel()
    back = end.ravel() * len(mesh.vertices) + start.ravel()
    order = np.argsort(here)
    twin = order[np.searchsorted(here, back, sorter=order)].astype(np.intp)
    halves = np.arange(3 * count, dtype=np.intp)
    following = halves - halves % 3 + (halves + 1) % 3
    # The corner at the start of h and the one at the end of its twin share vertex and edge.
    label = components(3 * count, halves, following[twin])
    fans = np.bincount(start.ravel()[label == halves], minlength=len(mesh.vertices))
    return np.flatnonzero(fans > 1)


def _times(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _vertex_faults(mesh: Mesh) -> list[str]:
    found = []
    unused = len(mesh.vertices) - len(np.unique(mesh.faces))
    if unused:
        found.append(f"{_times(unused, 'vertex', 'vertices')} in no triangle")
    repeated = len(mesh.vertices) - len(np.unique(mesh.vertices, axis=0))
    if repeated:
        found.append(f"{_times(repeated, 'vertex repeats', 'vertices repeat')} another")
    return found


def _triangle_faults(mesh: Mesh) -> list[str]:
    found = []
    a, b, c = mesh.faces.T
    folded = int(((a == b) | (b == c) | (c == a)).sum())
    if folded:
        found.append(f"{_times(folded, 'triangle uses', 'triangles use')} one vertex twice")
    areas = np.linalg.norm(double_area_vectors(corners(mesh)), axis=1) / 2
    empty = int((areas < MIN_TRIANGLE_AREA_MM2).sum()) - folded
    if empty > 0:
        found.append(
            f"{_times(empty, 'triangle', 'triangles')} under {MIN_TRIANGLE_AREA_MM2:g} mm2"
        )
    twice = len(mesh.faces) - len(np.unique(np.sort(mesh.faces, axis=1), axis=0))
    if twice:
        found.append(f"{_times(twice, 'triangle occurs', 'triangles occur')} twice")
    return found


def _edge_faults(mesh: Mesh) -> list[str]:
    start = mesh.faces.astype(np.int64).ravel()
    end = np.roll(mesh.faces.astype(np.int64), -1, axis=1).ravel()
    low, high = np.minimum(start, end), np.maximum(start, end)
    _, which, uses = np.unique(
        low * len(mesh.vertices) + high, return_inverse=True, return_counts=True
    )
    forward = np.bincount(which, weights=start < end, minlength=len(uses))
    found = []
    if count := int((uses == 1).sum()):
        found.append(f"{_times(count, 'edge is', 'edges are')} open")
    if count := int((uses > 2).sum()):
        found.append(f"{_times(count, 'edge has', 'edges have')} more than two triangles")
    if count := int(((uses == 2) & (forward != 1)).sum()):
        found.append(f"{_times(count, 'edge is', 'edges are')} wound the same way twice")
    return found


def _body_faults(mesh: Mesh) -> list[str]:
    labels = body_labels(mesh)
    sizes = np.bincount(labels)
    volumes = np.bincount(labels, weights=triangle_volumes(corners(mesh)))
    found = []
    if count := int((sizes < MIN_TRIANGLES_PER_BODY).sum()):
        found.append(f"{_times(count, 'body has', 'bodies have')} fewer than four triangles")
    if count := int((volumes <= 0).sum()):
        found.append(
            f"{_times(count, 'body has', 'bodies have')} no positive volume"
            f" (lowest {float(volumes.min()):.6g} mm3)"
        )
    return found
