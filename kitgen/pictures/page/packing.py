"""Meshes small enough for a page: positions of 16 bits, and what many parts share only once."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kitgen.mesh.mesh import Mesh

STEPS = 65_534
"""Steps along the longest edge of a part: 1.5 micrometres on 100 mm."""


@dataclass(frozen=True)
class Packed:
    """Meshes packed for JSON.

    Attributes:
        common: ``positions``, base64 of little-endian int16 triples, and ``indices``, base64 of
            uint16, or of uint32 where ``wide``, of the facets that every mesh has; None if there
            are none, as with a single mesh.
        own: The same of what each mesh has besides. Its indices count the positions of
            ``common`` first. A coordinate in mm, of ``common`` too, is
            ``middle + step * position``.
    """

    common: dict[str, Any] | None
    own: list[dict[str, Any]]


def packed(meshes: Sequence[Mesh]) -> Packed:
    """Pack meshes that are alike: tiles differ in their letters only, and most facets are others.

    Args:
        meshes: At least one, in mm. Vertices at exactly one place become one.
    """
    every = np.concatenate([mesh.vertices for mesh in meshes]) + np.float32(0)  # -0.0 is 0.0
    points, number = np.unique(every, axis=0, return_inverse=True)
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low.astype(np.float64) + high) / 2
    step = float((high - low).max()) / STEPS or 1.0
    scale = {"middle": [round(float(value), 6) for value in middle], "step": step}
    positions = np.rint((points - middle) / step).astype("<i2")
    names: list[NDArray[np.int64]] = []
    begin = 0
    for mesh in meshes:
        numbered = number.reshape(-1)[begin : begin + len(mesh.vertices)]
        names.append(_facet_names(numbered[mesh.faces].astype(np.int64), len(points)))
        begin += len(mesh.vertices)
    shared = _in_all(names)
    shared_points = np.unique(_facets(shared, len(points)))
    own = []
    for facets in names:
        rest = _facets(facets[~np.isin(facets, shared)], len(points))
        other_points = np.setdiff1d(rest, shared_points)
        own.append(scale | _pack(positions, shared_points, other_points, rest))
    nothing = shared_points[:0]
    common = _pack(positions, nothing, shared_points, _facets(shared, len(points)))
    return Packed(common if len(shared) else None, own)


def _facet_names(facets: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """One number for each facet, the same from whichever corner its list begins."""
    first = facets.argmin(axis=1)[:, None]
    a, b, c = np.take_along_axis(facets, (first + np.arange(3)) % 3, axis=1).T
    named: NDArray[np.int64] = (a * count + b) * count + c  # fits below two million points
    return named


def _facets(names: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The inverse of :func:`_facet_names`."""
    return np.stack([names // count**2, names // count % count, names % count], axis=1)


def _in_all(names: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Facets that every one of several meshes has."""
    if len(names) < 2:
        return names[0][:0]
    found = np.unique(names[0])
    for others in names[1:]:
        found = np.intersect1d(found, others)
    return found


def _pack(
    positions: NDArray[np.int16],
    before: NDArray[np.int64],
    points: NDArray[np.int64],
    facets: NDArray[np.int64],
) -> dict[str, Any]:
    """Positions of some points, and facets by indices into those before and these."""
    wide = len(before) + len(points) > 1 << 16
    index = np.zeros(len(positions), "<u4" if wide else "<u2")
    index[before] = np.arange(len(before))
    index[points] = len(before) + np.arange(len(points))
    return {
        "positions": _base64(positions[points].tobytes()),
        "wide": wide,
        "indices": _base64(index[facets].tobytes()),
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
