"""Whether an object is the part that it is named after, wherever it lies: vertex by vertex."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.mesh.components import components
from kitgen.mesh.measure import Measures, measure
from kitgen.mesh.mesh import Mesh

SAME_MM = 2e-5
"""Vertices this close are one: an object moved in its own frame is rounded to float32 again."""
MOST_PAIRED = 500
"""Vertices without their like that are paired at the least total distance; of more, each is
measured against the nearest."""


@dataclass(frozen=True, eq=False)
class Compared:
    """An object beside the part that it is named after.

    Attributes:
        part: name of both.
        found: measures of the object.
        wanted: measures of the part.
        moved: (3,) from the STL's coordinates to the object's, in mm.
        off: the largest distance between vertices that should be one, in mm; infinite where their
            numbers differ.
        at: where the vertex lies that is farthest off, in the object's frame.
    """

    part: str
    found: Measures
    wanted: Measures
    moved: NDArray[np.float64]
    off: float
    at: NDArray[np.float64]


def compare(part: str, found: Mesh, wanted: Mesh) -> Compared:
    """Lay an object over the part that it should be.

    Args:
        part: its name.
        found: the object's mesh.
        wanted: the part's, which may lie elsewhere.
    """
    here, there = found.vertices.astype(np.float64), wanted.vertices.astype(np.float64)
    moved, lone, missed = np.zeros(3), here, there
    for tried in _candidates(here, there):
        left = _without_like(here, there + tried)
        if len(left[0]) + len(left[1]) < len(lone) + len(missed):
            moved, (lone, missed) = tried, left
        if not len(lone) and not len(missed):
            break
    off, at = _farthest(lone, missed)
    return Compared(part, measure(found), measure(wanted), moved, off, at)


def _candidates(
    here: NDArray[np.float64], there: NDArray[np.float64]
) -> Iterator[NDArray[np.float64]]:
    """Ways in which the object may have been moved: not at all, or by any corner of its bounds."""
    yield np.zeros(3)
    yield here.min(axis=0) - there.min(axis=0)
    yield here.max(axis=0) - there.max(axis=0)
    yield np.median(here, axis=0) - np.median(there, axis=0)


def _without_like(
    here: NDArray[np.float64], there: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Leave out, on both sides, the vertices that the other has too, each with but one.

    A vertex that was moved is then measured against where it was, not against a neighbour that
    happens to be nearer, and a letter is not taken for the pocket that it fills.
    """
    from scipy.spatial import cKDTree

    points = np.concatenate([here, there])
    one, two = cKDTree(points).query_pairs(SAME_MM, output_type="ndarray").T
    label = components(len(points), one, two)
    # Labels are numbers of points: each counts its surplus of vertices here over those there.
    surplus = np.bincount(label[: len(here)], minlength=len(points)) - np.bincount(
        label[len(here) :], minlength=len(points)
    )
    return (
        np.repeat(points, np.maximum(surplus, 0), axis=0),
        np.repeat(points, np.maximum(-surplus, 0), axis=0),
    )


def _farthest(
    lone: NDArray[np.float64], missed: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64]]:
    """The largest distance between vertices that should be one, and where."""
    from scipy.optimize import linear_sum_assignment
    from scipy.spatial import cKDTree
    from scipy.spatial.distance import cdist

    if not len(lone) and not len(missed):
        return 0.0, np.zeros(3)
    if len(lone) != len(missed):
        return math.inf, (lone if len(lone) > len(missed) else missed)[0]
    if len(lone) > MOST_PAIRED:
        distances = cKDTree(missed).query(lone)[0]
        return float(distances.max()), lone[int(np.argmax(distances))]
    rows, columns = linear_sum_assignment(cdist(lone, missed))
    distances = np.linalg.norm(lone[rows] - missed[columns], axis=1)
    return float(distances.max()), lone[int(rows[np.argmax(distances)])]
