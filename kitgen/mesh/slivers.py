"""Removal of needle and cap triangles, keeping the surface closed and in place.

A needle (two vertices almost in one place) loses its short edge: both ends become one vertex. A
cap (a vertex almost on the opposite edge) gives that edge away: the edge is flipped in the two
triangles that share it. No point of the surface moves by more than the sliver's own height or
short edge, at most 1.6e-4 mm, and no vertex is put in the middle of an edge (no T-junction). Both
operations are textbook (Botsch et al., Polygon Mesh Processing, 2010, chapters 6 and 8).
"""

import numpy as np
from numpy.typing import NDArray

from kitgen.mesh.measure import double_area_vectors

MIN_AREA_MM2 = 1e-8
MIN_HEIGHT_MM = 1e-4
MAX_COLLAPSE_MM = 1.6e-4
"""Longest edge that is collapsed. An equilateral triangle of 1e-8 mm2 has edges of 1.52e-4 mm, and
a needle of 1e-4 mm height whose short edge leans by 45 degrees one of 1.41e-4 mm; what is longer
and still a sliver leans more, and is a cap that a flip removes."""

MAX_ROUNDS = 20
"""A removal may make a new sliver beside it; the chains seen in practice end within three."""

Corners = tuple[int, int, int]


def slivers(vertices: NDArray[np.float32], faces: NDArray[np.int64]) -> NDArray[np.intp]:
    """Find triangles with an area under 1e-8 mm2 or a height under 1e-4 mm.

    Args:
        vertices: (n, 3) float32 in mm.
        faces: (m, 3) int64.

    Returns:
        (k,) int row numbers of ``faces``, ascending.
    """
    triangles = vertices.astype(np.float64)[faces]
    double_area = np.linalg.norm(double_area_vectors(triangles), axis=1)
    sides = np.linalg.norm(triangles - np.roll(triangles, -1, axis=1), axis=2)
    low = double_area < MIN_HEIGHT_MM * sides.max(axis=1, initial=0.0)
    return np.flatnonzero(low | (double_area < 2 * MIN_AREA_MM2))


def remove_slivers(
    vertices: NDArray[np.float32], faces: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """Collapse needles and flip caps until none is left that can be removed safely.

    Args:
        vertices: (n, 3) float32 in canonical order, which makes the outcome independent of how
            the tessellator numbered the triangles.
        faces: (m, 3) int64.

    Returns:
        The new faces, (k, 3); None where there was nothing to do.
    """
    found = slivers(vertices, faces)
    if not len(found):
        return None
    surface = _Surface(vertices.astype(np.float64), faces)
    for _ in range(MAX_ROUNDS):
        changed = False
        for row in found.tolist():
            if row in surface.faces and surface.is_sliver(surface.faces[row]):
                changed |= surface.collapse(row) or surface.flip(row)
        if not changed:
            break
        rows = np.array(sorted(surface.faces))
        left = np.array([surface.faces[row] for row in rows.tolist()], dtype=np.int64)
        found = rows[slivers(vertices, left.reshape(-1, 3))]
    return np.array([surface.faces[row] for row in sorted(surface.faces)], np.int64).reshape(-1, 3)


class _Surface:
    """Triangles that can be edited, with the triangles around each vertex at hand."""

    def __init__(self, points: NDArray[np.float64], faces: NDArray[np.int64]) -> None:
        self.points = points
        self.faces: dict[int, Corners] = {
            row: (a, b, c) for row, (a, b, c) in enumerate(faces.tolist())
        }
        self.around: dict[int, set[int]] = {}
        for row, corners in self.faces.items():
            for corner in corners:
                self.around.setdefault(corner, set()).add(row)

    def _put(self, row: int, corners: Corners) -> None:
        self._drop(row)
        self.faces[row] = corners
        for corner in corners:
            self.around[corner].add(row)

    def _drop(self, row: int) -> None:
        for corner in self.faces.pop(row):
            self.around[corner].discard(row)

    def _double_area(self, corners: Corners) -> NDArray[np.float64]:
        a, b, c = self.points[list(corners)]
        return np.cross(b - a, c - a)

    def _length(self, a: int, b: int) -> float:
        return float(np.linalg.norm(self.points[a] - self.points[b]))

    def _height(self, corners: Corners) -> float:
        a, b, c = corners
        longest = max(self._length(a, b), self._length(b, c), self._length(c, a))
        return float(np.linalg.norm(self._double_area(corners))) / longest

    def is_sliver(self, corners: Corners) -> bool:
        double_area = float(np.linalg.norm(self._double_area(corners)))
        return double_area < 2 * MIN_AREA_MM2 or self._height(corners) < MIN_HEIGHT_MM

    def _neighbours(self, vertex: int) -> set[int]:
        return {v for row in self.around[vertex] for v in self.faces[row]} - {vertex}

    def collapse(self, row: int) -> bool:
        """Merge the ends of the shortest edge, where it is short and nothing else closes up."""
        a, b, c = self.faces[row]
        ends = min(((a, b), (b, c), (c, a)), key=lambda e: (self._length(*e), sorted(e)))
        if self._length(*ends) > MAX_COLLAPSE_MM:
            return False
        # The lower end stays, if it can: what lies on the bed must not rise from it.
        low, high = sorted(ends, key=lambda vertex: (float(self.points[vertex, 2]), vertex))
        for gone, kept in ((high, low), (low, high)):
            shared = self.around[gone] & self.around[kept]
            near_gone, near_kept = self._neighbours(gone), self._neighbours(kept)
            common = near_gone & near_kept
            # Link condition: exactly the two triangles on the edge may hold common neighbours.
            if len(shared) != 2 or len(common) != 2:
                return False
            # And no vertex may be left with fewer than three triangles.
            if len(near_gone) + len(near_kept) < 7 or any(
                len(self.around[tip]) < 4 for tip in common
            ):
                return False
            moved = {
                other: _replaced(self.faces[other], gone, kept)
                for other in self.around[gone] - shared
            }
            if all(self._keeps_side(self.faces[old], new) for old, new in moved.items()):
                for other in shared:
                    self._drop(other)
                for other, corners in moved.items():
                    self._put(other, corners)
                return True
        return False

    def _keeps_side(self, old: Corners, new: Corners) -> bool:
        # A new sliver is no objection: there are two triangles fewer, and its turn comes.
        turned = float(np.dot(self._double_area(old), self._double_area(new))) <= 0
        return self.is_sliver(old) or not turned

    def flip(self, row: int) -> bool:
        """Swap the longest edge for the other diagonal, where that makes the worst height grow."""
        corners = self.faces[row]
        turn = max(
            range(3), key=lambda k: (self._length(corners[k], corners[(k + 1) % 3]), corners[k])
        )
        a, b, tip = corners[turn], corners[(turn + 1) % 3], corners[(turn + 2) % 3]
        shared = self.around[a] & self.around[b]
        if len(shared) != 2:
            return False
        (other,) = shared - {row}
        (far,) = set(self.faces[other]) - {a, b}
        if far == tip or self.around[far] & self.around[tip]:
            return False
        first, second = (a, far, tip), (far, b, tip)
        before = min(self._height(corners), self._height(self.faces[other]))
        if min(self._height(first), self._height(second)) <= before:
            return False
        normal = self._double_area(self.faces[other]) + self._double_area(corners)
        if min(np.dot(self._double_area(new), normal) for new in (first, second)) <= 0:
            return False
        self._put(row, first)
        self._put(other, second)
        return True


def _replaced(corners: Corners, gone: int, kept: int) -> Corners:
    a, b, c = (kept if corner == gone else corner for corner in corners)
    return a, b, c
