"""Pairs of items of the game, cut down to what they have near each other.

The same two files at the same place to each other are one pair, wherever in the game they stand:
the four seams of a board are measured once.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.motion import Matrix, Meeting, Near, Vector, inverse, rounded
from kitgen.checks.written import WrittenKit, box, united

if TYPE_CHECKING:
    from manifold3d import Manifold

_MARGIN_MM = 4.5
"""Around the room that both parts share: more than any motion here moves anything."""
_LOW_MM = 1.0
_SLAB_MM = 1.0


class Meetings:
    """Meetings of a kit's items, each pair of shapes cut out once."""

    def __init__(self, kit: WrittenKit) -> None:
        self.kit = kit
        self._digests: dict[str, str] = {}
        self._near: dict[object, Near] = {}

    def digest(self, part: str) -> str:
        """SHA-256 of a part's file as it is, whatever the manifest says."""
        if part not in self._digests:
            data = (self.kit.folder / self.kit.parts[part].file).read_bytes()
            self._digests[part] = hashlib.sha256(data).hexdigest()
        return self._digests[part]

    def key(self, first: str, second: str) -> tuple[str, str, bytes]:
        """What two items measure depends on: their files and the second's place to the first."""
        relative = inverse(self.kit.pose(first)) @ self.kit.pose(second)
        parts = [self.kit.items[item].part for item in (first, second)]
        return self.digest(parts[0]), self.digest(parts[1]), rounded(relative)

    def between(
        self, moving: str, fixed: str, *, stiff: bool = False, across: Vector | None = None
    ) -> Meeting:
        """Two items, the first of which is moved.

        Args:
            moving: id of the item that is moved.
            fixed: id of the other.
            stiff: their snap arms are taken off, by the manifest's boxes.
            across: the normal of the seam between them, in the game's frame: only what is no higher
                than `_LOW_MM` over what the other has there is kept. That is all that meets in
                small motions, and quick; in larger ones less overlaps than would.

        Raises:
            UnsoundFileError: A file bounds no solid.
        """
        keys = self.key(moving, fixed), self.key(fixed, moving)
        turned_round = keys[1] < keys[0]
        first, second = (fixed, moving) if turned_round else (moving, fixed)
        boxes = (self._arms(first), self._arms(second)) if stiff else ()
        normal = None
        if across is not None:
            normal = np.abs(np.round(np.asarray(across) @ self.kit.pose(first)[:3, :3], 6))
        key = (min(keys), boxes, None if normal is None else rounded(normal))
        if key not in self._near:
            near = self._cut(first, second, stiff)
            self._near[key] = near if normal is None else lowered(near, int(normal.argmax()))
        return Meeting(moving, fixed, self._near[key], self.kit.pose(first), turned_round)

    def arm_solids(self, item: str) -> list[Manifold]:
        """The manifest's boxes round the arms of an item, in its file's coordinates."""
        return [box(list(low), list(high)) for low, high in self._arms(item)]

    def _arms(self, item: str) -> tuple[tuple[Vector, Vector], ...]:
        found = {
            tuple(map(tuple, arm)): None
            for joint in self.kit.manifest.joints
            for arm, member in zip(joint.arms, joint.arm_members, strict=True)
            if joint.members[member] == item
        }
        return tuple(sorted(found))  # type: ignore[arg-type]

    def _cut(self, first: str, second: str, stiff: bool) -> Near:
        solids = [self.kit.solid(self.kit.items[item].part) for item in (first, second)]
        if stiff:
            arms = [self.arm_solids(item) for item in (first, second)]
            solids = [
                solid - united(boxes) if boxes else solid
                for solid, boxes in zip(solids, arms, strict=True)
            ]
        relative = inverse(self.kit.pose(first)) @ self.kit.pose(second)
        one, other = solids[0], solids[1].transform(relative[:3])
        bounds = np.array([one.bounding_box(), other.bounding_box()]).reshape(2, 2, 3)
        low = bounds[:, 0].max(axis=0) - _MARGIN_MM
        high = bounds[:, 1].min(axis=0) + _MARGIN_MM
        if np.any(low >= high):
            return Near(one ^ box(low, low), other ^ box(low, low))
        room = box(low.tolist(), high.tolist())
        return Near(one ^ room, other ^ room)


def lowered(near: Near, axis: int) -> Near:
    """Both shapes without what rises more than `_LOW_MM` above all of the other that is near.

    Args:
        near: both shapes.
        axis: the seam's normal, 0 for x and 1 for y of their frame; nearness is measured along it.
    """
    bounds = np.array([near.first.bounding_box(), near.second.bounding_box()]).reshape(2, 2, 3)
    low, high = bounds[:, 0].min(axis=0) - 1.0, bounds[:, 1].max(axis=0) + 1.0
    edges = np.arange(low[axis], high[axis] + _SLAB_MM, _SLAB_MM)
    tops = [_tops(shape, axis, edges) for shape in (near.first, near.second)]
    made = []
    for shape, other in ((near.first, tops[1]), (near.second, tops[0])):
        padded = np.pad(other, 1, mode="edge")
        beside = np.maximum(np.maximum(padded[:-2], padded[1:-1]), padded[2:]) + _LOW_MM
        keep = [
            _slab(axis, edges[k], edges[k + 1], low, high, top)
            for k, top in enumerate(beside)
            if top > low[2]
        ]
        made.append(shape ^ united(keep))
    return Near(made[0], made[1])


def _tops(shape: Manifold, axis: int, edges: Matrix) -> Matrix:
    """The highest z of a shape in each slab between two edges along an axis, -inf in empty ones."""
    mesh = shape.to_mesh64()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    start = np.searchsorted(edges, corners[:, :, axis].min(axis=1), side="right") - 1
    stop = np.searchsorted(edges, corners[:, :, axis].max(axis=1), side="left")
    top = corners[:, :, 2].max(axis=1)
    tops = np.full(len(edges) - 1, -np.inf)
    for slab in range(len(tops)):
        inside = (start <= slab) & (slab < np.maximum(stop, start + 1))
        if inside.any():
            tops[slab] = top[inside].max()
    return tops


def _slab(axis: int, start: float, stop: float, low: Matrix, high: Matrix, top: float) -> Manifold:
    corner, opposite = low.copy(), high.copy()
    corner[axis], opposite[axis], opposite[2] = start, stop, min(top, high[2])
    return box(corner.tolist(), opposite.tolist())
