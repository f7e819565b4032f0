"""Parts with fewer corners than their files have, where a page would grow too large otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kitgen.mesh.mesh import Mesh
from kitgen.pictures.page.thinning import thinned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

_UPRIGHT = 0.1
"""Sine of the lean from the z axis up to which a facet is one of a wall."""
_LEVEL = 0.99
"""Cosine to the z axis from which on a facet is level."""
_DIGITS = 4
"""Of a place in mm: an outline on the ground and one on the top are alike to so many."""

Place = tuple[float, float]


def coarser(mesh: Mesh, off_mm: float) -> Mesh:
    """Leave out vertices within walls, and corners of outlines with the walls on them.

    A letter's outlines on its top and on its ground lie over each other, in a tile and in the body
    that is laid into it: they lose the same corners, and walls stay upright.

    Args:
        mesh: Of a part.
        off_mm: How far an outline may be off, at most; with 0 all outlines stay as they are.

    Returns:
        A mesh of some of the vertices; a facet that has no area left is gone.
    """
    vertices, faces = mesh.vertices.astype(np.float64), mesh.faces.astype(np.int64)
    places = [(float(x), float(y)) for x, y in np.round(vertices[:, :2], _DIGITS)]
    faces = _plain_walls(vertices, faces, places)
    goes_to = np.arange(len(vertices))
    known: dict[Place, Place] = {}
    slopes = _slopes(vertices, faces)
    leaning = (np.abs(slopes) > _UPRIGHT) & (np.abs(slopes) < _LEVEL)
    # On what is neither wall nor level a corner that goes elsewhere would be seen to be missing.
    fixed = {places[vertex] for vertex in np.unique(faces[leaning])}
    for level in (faces[slopes > _LEVEL], faces[slopes < -_LEVEL]):
        for loop in _outlines(level):
            flat = [places[vertex] for vertex in loop]
            if not all(at in known for at in flat):
                known |= thinned(flat, off_mm, fixed)
            there = dict(zip(flat, loop, strict=True))
            for at, vertex in zip(flat, loop, strict=True):
                goes_to[vertex] = there.get(known[at], vertex)
    faces = goes_to[faces]
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    left, numbered = np.unique(faces, return_inverse=True)
    return Mesh(mesh.vertices[left], numbered.reshape(-1, 3).astype(np.int32))


def _slopes(vertices: Floats, faces: Whole) -> Floats:
    """(n,) the part of each facet's unit normal that looks up."""
    corners = vertices[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    slopes: Floats = normals[:, 2] / np.maximum(np.linalg.norm(normals, axis=1), 1e-12)
    return slopes


def _outlines(faces: Whole) -> Iterator[list[int]]:
    """Closed outlines of some facets as vertices, in the direction of the facets inside."""
    count = int(faces.max(initial=0)) + 1
    begin, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    rim = ~np.isin(begin * count + end, end * count + begin)
    begin, end = begin[rim], end[rim]
    # Where outlines touch each other it would be open how they go on.
    once = np.bincount(begin, minlength=count)[begin] == 1
    follows = dict(zip(begin[once].tolist(), end[once].tolist(), strict=True))
    while follows:
        first = next(iter(follows))
        loop = [first]
        while (then := follows.pop(loop[-1], None)) not in (None, first):
            loop.append(then)
        if then == first:
            yield loop


def _plain_walls(vertices: Floats, faces: Whole, places: list[Place]) -> Whole:
    """Make each wall between two outlines that lie over each other anew, of upright strips."""
    is_wall = np.abs(_slopes(vertices, faces)) < _UPRIGHT
    walls = faces[is_wall]
    plain = [faces[~is_wall]]
    wall_of = _connected(walls, len(vertices))[walls[:, 0]]
    for wall in np.unique(wall_of):
        here = walls[wall_of == wall]
        plain.append(_strips(list(_outlines(here)), places, here))
    return np.concatenate(plain)


def _strips(outlines: list[list[int]], places: list[Place], wall: Whole) -> Whole:
    """The strips of a wall; the wall as it is where it is no such wall."""
    if len(outlines) != 2:
        return wall
    one, other = ({places[vertex]: vertex for vertex in outline} for outline in outlines)
    if one.keys() != other.keys() or len(one) != len(outlines[0]) or len(other) != len(one):
        return wall
    strips = []
    for here, then in zip(outlines[0], [*outlines[0][1:], outlines[0][0]], strict=True):
        across, beyond = other[places[here]], other[places[then]]
        strips += [(here, then, beyond), (here, beyond, across)]
    return np.array(strips, dtype=np.int64)


def _connected(faces: Whole, count: int) -> Whole:
    """(count,) for each vertex the lowest number of those that facets connect it to."""
    lowest = np.arange(count)
    while True:
        before = lowest.copy()
        least = lowest[faces].min(axis=1)
        for corner in range(3):
            np.minimum.at(lowest, faces[:, corner], least)
        lowest = lowest[lowest]
        if np.array_equal(before, lowest):
            return lowest
