"""Faces that stand opposite each other, and the gap between them, exactly.

Two triangles face each other where their normals oppose and the one lies over the other, seen along
a normal. The distance along that normal is linear over their common polygon, so its least value is
at a corner: a corner of one over the other, or a crossing of two edges. That is exact for flat
faces; for round ones it is exact in one of the two directions, so both are looked along.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.mesh.components import components

if TYPE_CHECKING:
    import trimesh

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Mask = NDArray[np.bool_]

SIDE_SINE = 0.5
"""A mating side face leans by at most 30 degrees from upright: sine of its normal's rise."""
FLAT_COSINE = np.cos(np.radians(1.0))
"""A horizontal face: cosine of its normal to the vertical."""
COPLANAR_RAD = np.radians(0.1)
"""Triangles of one flat face, after rounding to float32."""
SLIVER_MM = 1e-3
"""Triangles of less height have no normal to speak of; their neighbours share their corners."""
LEAST_SLOPE = 1e-2
"""Rise of the normals of faces that can be met from above; steeper ones are met by their rims."""
LEAST_OVERLAP_MM2 = 1e-4
"""Triangles that only touch, seen along the normal, do not face each other."""


@dataclass(frozen=True)
class Facets:
    """Triangles of a part.

    Attributes:
        corners: (n, 3, 3) float64 in mm, counter-clockwise from outside.
        normals: (n, 3) float64, unit length, outward.
        faces: (n,) int, the flat face that each belongs to.
    """

    corners: Floats
    normals: Floats
    faces: Ints

    @classmethod
    def of(cls, mesh: trimesh.Trimesh, *, grouped: bool = False) -> Facets:
        """Triangles of a mesh but for slivers.

        Args:
            mesh: in file coordinates.
            grouped: find out which triangles make one flat face; otherwise each is its own.
        """
        corners = np.asarray(mesh.triangles, dtype=np.float64)
        sides = np.roll(corners, -1, axis=1) - corners
        crossed = np.cross(sides[:, 0], sides[:, 1])
        doubled = np.linalg.norm(crossed, axis=1)
        longest = np.linalg.norm(sides, axis=2).max(axis=1)
        kept = doubled > SLIVER_MM * longest
        faces = np.arange(len(corners), dtype=np.intp)
        if grouped:
            flat = mesh.face_adjacency_angles < COPLANAR_RAD
            pairs = np.asarray(mesh.face_adjacency)[flat].astype(np.intp)
            faces = components(len(corners), pairs[:, 0], pairs[:, 1])
        return cls(corners[kept], crossed[kept] / doubled[kept, None], faces[kept])

    def __len__(self) -> int:
        return len(self.corners)

    def where(self, kept: Mask | Ints) -> Facets:
        """Some of them."""
        return Facets(self.corners[kept], self.normals[kept], self.faces[kept])

    def moved(self, pose: Floats) -> Facets:
        """All of them by a (4, 4) pose, which only turns and moves."""
        turn, way = pose[:3, :3], pose[:3, 3]
        return Facets(self.corners @ turn.T + way, self.normals @ turn.T, self.faces)

    def within(self, low: Floats, high: Floats) -> Mask:
        """(n,) which of them have a box that reaches into a box."""
        inside: Mask = np.asarray(
            ((self.boxes[:, 0] <= high) & (self.boxes[:, 1] >= low)).all(axis=1)
        )
        return inside

    @cached_property
    def boxes(self) -> Floats:
        """(n, 2, 3) lowest and highest corner of the box round each."""
        c = self.corners
        low = np.minimum(np.minimum(c[:, 0], c[:, 1]), c[:, 2])
        high = np.maximum(np.maximum(c[:, 0], c[:, 1]), c[:, 2])
        return np.stack([low, high], axis=1)

    @property
    def sides(self) -> Mask:
        """(n,) which stand within 30 degrees of upright."""
        return np.asarray(np.abs(self.normals[:, 2]) <= SIDE_SINE)

    @property
    def up(self) -> Mask:
        """(n,) which lie flat and face up."""
        return np.asarray(self.normals[:, 2] >= FLAT_COSINE)

    @property
    def down(self) -> Mask:
        """(n,) which lie flat and face down."""
        return np.asarray(self.normals[:, 2] <= -FLAT_COSINE)

    @property
    def areas(self) -> Floats:
        """(n,) in mm2."""
        c = self.corners
        areas: Floats = np.linalg.norm(np.cross(c[:, 1] - c[:, 0], c[:, 2] - c[:, 0]), axis=1) / 2
        return areas


def both(first: Facets, second: Facets) -> Facets:
    """The triangles of two as one."""
    return Facets(
        np.concatenate([first.corners, second.corners]),
        np.concatenate([first.normals, second.normals]),
        np.concatenate([first.faces, second.faces]),
    )


@dataclass(frozen=True)
class Facing:
    """Pairs of triangles that face each other; all arrays have one entry a pair.

    Attributes:
        first: index of the triangle of the first.
        second: index of the triangle of the second.
        gap: least distance along the normal over their common polygon in mm, negative where they
            cross.
        area: of the common polygon in mm2.
        place: (n, 3) where the least distance is.
    """

    first: Ints
    second: Ints
    gap: Floats
    area: Floats
    place: Floats

    def __len__(self) -> int:
        return len(self.gap)

    def where(self, kept: Mask | Ints) -> Facing:
        """Some of them."""
        return Facing(
            self.first[kept], self.second[kept], self.gap[kept], self.area[kept], self.place[kept]
        )


def facing(
    first: Facets,
    second: Facets,
    *,
    reach: float,
    crossing: float = 0.5,
    opposed_deg: float = 25.0,
) -> Facing:
    """Find the triangles of two parts that face each other.

    Args:
        first: triangles of one part.
        second: triangles of the other, in the same frame.
        reach: largest distance in mm that is looked for.
        crossing: how far, in mm, they may stand within each other.
        opposed_deg: how far their normals may be from opposite.
    """
    a, b = np.nonzero(first.normals @ second.normals.T < -np.cos(np.radians(opposed_deg)))
    there = _seen(first, second, a, b, crossing, reach)
    back = _seen(second, first, b, a, crossing, reach)
    return Facing(
        np.concatenate([there.first, back.second]),
        np.concatenate([there.second, back.first]),
        np.concatenate([there.gap, back.gap]),
        np.concatenate([there.area, back.area]),
        np.concatenate([there.place, back.place]),
    )


EXACT_MM = 1e-9
"""Rounding of float64."""
CHUNK = 256
"""Pairs measured at a time, nearest first."""


@dataclass(frozen=True)
class Contact:
    """Where one part first meets another.

    Attributes:
        gap: way until they meet, in mm; negative where they cross, inf if they never do.
        first: index of the triangle of the first.
        second: index of the triangle of the second.
        place: (3,) where, on the first.
    """

    gap: float
    first: int
    second: int
    place: Floats


NEVER = Contact(np.inf, -1, -1, np.zeros(3))


def first_contact(upper: Facets, lower: Facets, *, crossing: float = np.inf) -> Contact:
    """How far one part can be lowered until it meets another, exactly.

    Args:
        upper: triangles of the part that is lowered along -z; those that face up do not count.
        lower: triangles of the other; those that face down do not count.
        crossing: faces more than this in mm past each other belong to different storeys.
    """
    upper_index = np.flatnonzero(upper.normals[:, 2] < -LEAST_SLOPE)
    lower_index = np.flatnonzero(lower.normals[:, 2] > LEAST_SLOPE)
    upper, lower = upper.where(upper_index), lower.where(lower_index)
    if not len(upper) or not len(lower):
        return NEVER
    boxes = upper.boxes[:, :, :2], lower.boxes[:, :, :2]
    near = np.full((len(upper), len(lower)), True)
    for axis in range(2):
        near &= boxes[0][:, None, 0, axis] < boxes[1][None, :, 1, axis]
        near &= boxes[0][:, None, 1, axis] > boxes[1][None, :, 0, axis]
    a, b = np.nonzero(near)
    bounds = _least_between_planes(upper, lower, a, b, boxes)
    order = bounds.argsort(kind="stable")
    best = NEVER
    for start in range(0, len(order), CHUNK):
        chunk = order[start : start + CHUNK]
        if bounds[chunk[0]] >= best.gap - EXACT_MM:
            break
        way = np.broadcast_to(np.array([0.0, 0.0, -1.0]), (len(chunk), 3))
        wanted = -crossing, best.gap
        gap, area, place = _overlay(upper, lower, a[chunk], b[chunk], way, wanted)
        gap = np.where(area > LEAST_OVERLAP_MM2, gap, np.inf)
        least = int(gap.argmin())
        if gap[least] < best.gap:
            pair = chunk[least]
            best = Contact(
                float(gap[least]),
                int(upper_index[a[pair]]),
                int(lower_index[b[pair]]),
                place[least],
            )
    return best


def _least_between_planes(
    upper: Facets, lower: Facets, a: Ints, b: Ints, boxes: tuple[Floats, Floats]
) -> Floats:
    """A lower bound of the height of one triangle over another.

    The height of their planes over the common rectangle of their boxes, or what is between their
    lowest and highest corners.
    """
    low = np.maximum(boxes[0][a, 0], boxes[1][b, 0])
    high = np.minimum(boxes[0][a, 1], boxes[1][b, 1])
    middle, half = (low + high) / 2, (high - low) / 2
    slopes = [-f.normals[:, :2] / f.normals[:, 2:] for f in (upper, lower)]
    heights = [
        f.corners[i, 0, 2] + ((middle - f.corners[i, 0, :2]) * slope[i]).sum(axis=1)
        for f, i, slope in zip((upper, lower), (a, b), slopes, strict=True)
    ]
    steepest = np.abs(slopes[0][a] - slopes[1][b])
    by_planes = heights[0] - heights[1] - (steepest * half).sum(axis=1)
    by_corners = upper.boxes[a, 0, 2] - lower.boxes[b, 1, 2]
    bounds: Floats = np.maximum(by_planes, by_corners)
    return bounds


def _seen(first: Facets, second: Facets, a: Ints, b: Ints, crossing: float, reach: float) -> Facing:
    """What triangles of the first see of the second along their own normals."""
    # The box round a triangle that is moved along its normal.
    ways = first.normals[:, None] * np.array([-crossing, reach])[:, None]
    low = first.boxes[:, 0] + ways.min(axis=1)
    high = first.boxes[:, 1] + ways.max(axis=1)
    near = ((low[a] <= second.boxes[b, 1]) & (high[a] >= second.boxes[b, 0])).all(axis=1)
    a, b = a[near], b[near]
    gap, area, place = _overlay(first, second, a, b, first.normals[a], (-crossing, reach))
    found = (area > LEAST_OVERLAP_MM2) & (gap >= -crossing) & (gap <= reach)
    return Facing(a[found], b[found], gap[found], area[found], place[found])


def _overlay(
    first: Facets, second: Facets, a: Ints, b: Ints, way: Floats, wanted: tuple[float, float]
) -> tuple[Floats, Floats, Floats]:
    """Least distance, area and place of the common polygon of each pair, seen along `way`.

    The area is 0 where the distance is not within what is wanted.
    """
    if not len(a):
        return np.empty(0), np.empty(0), np.empty((0, 3))
    # A frame a pair: w along the way, u and v across it.
    aside = np.eye(3)[np.argmin(np.abs(way), axis=1)]
    u = np.cross(way, aside)
    u /= np.linalg.norm(u, axis=1)[:, None]
    frame = np.stack([u, np.cross(way, u), way], axis=1)
    origin = first.corners[a, 0]
    near = np.einsum("nij,nkj->nki", frame, first.corners[a] - origin[:, None])
    far = np.einsum("nij,nkj->nki", frame, second.corners[b] - origin[:, None])[:, ::-1]
    seen_near, seen_far = near[:, :, :2], far[:, :, :2]
    crossed, crossings = _crossings(seen_near, seen_far)
    spots = np.concatenate([seen_near, seen_far, crossings], axis=1)
    inside = [_inside(seen_near, seen_far), _inside(seen_far, seen_near), crossed]
    real = np.concatenate(inside, axis=1)
    distance = _height(far, spots) - _height(near, spots)
    distance = np.where(real, distance, np.inf)
    least = distance.argmin(axis=1)
    rows = np.arange(len(a))
    where = spots[rows, least]
    local = np.column_stack([where, _height(near, where[:, None])[:, 0]])
    place = np.einsum("nij,ni->nj", frame, local) + origin
    gap = distance[rows, least]
    area = np.zeros(len(a))
    chosen = np.flatnonzero((gap >= wanted[0]) & (gap <= wanted[1]))
    area[chosen] = _hull_area(spots[chosen], real[chosen])
    return gap, area, place


def _height(triangles: Floats, spots: Floats) -> Floats:
    """W of the planes of (n, 3, 3) triangles at (n, k, 2) spots."""
    origin = triangles[:, 0]
    normal = np.cross(triangles[:, 1] - origin, triangles[:, 2] - origin)
    slope = normal[:, :2] / normal[:, 2:]
    offset = spots - origin[:, None, :2]
    heights: Floats = origin[:, 2:] - np.einsum("nki,ni->nk", offset, slope)
    return heights


def _inside(points: Floats, triangles: Floats) -> Mask:
    """(n, k) which of (n, k, 2) points lie in (n, 3, 2) counter-clockwise triangles."""
    inside = np.full(points.shape[:2], True)
    for corner in range(3):
        start, end = triangles[:, corner], triangles[:, (corner + 1) % 3]
        side, offset = (end - start)[:, None], points - start[:, None]
        inside &= side[..., 0] * offset[..., 1] - side[..., 1] * offset[..., 0] >= -1e-12
    return inside


def _crossings(first: Floats, second: Floats) -> tuple[Mask, Floats]:
    """Whether (n, 9) and where (n, 9, 2) the edges of two triangles cross."""
    p, q = np.repeat(first, 3, axis=1), np.tile(second, (1, 3, 1))
    r = np.repeat(np.roll(first, -1, axis=1), 3, axis=1) - p
    s = np.tile(np.roll(second, -1, axis=1), (1, 3, 1)) - q
    across = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    parallel = np.abs(across) < 1e-12
    across = np.where(parallel, 1.0, across)
    d = q - p
    t = (d[..., 0] * s[..., 1] - d[..., 1] * s[..., 0]) / across
    w = (d[..., 0] * r[..., 1] - d[..., 1] * r[..., 0]) / across
    valid = ~parallel & (t >= 0) & (t <= 1) & (w >= 0) & (w <= 1)
    return valid, p + t[..., None] * r


def _hull_area(spots: Floats, real: Mask) -> Floats:
    """Area of the convex polygon that the real ones of (n, k, 2) spots bound."""
    counts = np.maximum(real.sum(axis=1), 1)
    middle = (spots * real[..., None]).sum(axis=1) / counts[:, None]
    offset = np.where(real[..., None], spots - middle[:, None], 0.0)
    angles = np.where(real, np.arctan2(offset[..., 1], offset[..., 0]), np.inf)
    order = angles.argsort(axis=1)
    ring = np.take_along_axis(offset, order[..., None], axis=1)
    # What is not real sits in the middle and would cut wedges out: it becomes the last real one.
    last = np.take_along_axis(ring, (counts - 1)[:, None, None], axis=1)
    past = np.arange(ring.shape[1])[None, :] >= counts[:, None]
    ring = np.where(past[..., None], last, ring)
    after = np.roll(ring, -1, axis=1)
    doubled = ring[..., 0] * after[..., 1] - ring[..., 1] * after[..., 0]
    areas: Floats = doubled.sum(axis=1) / 2
    return areas
