"""Binary STL as written, read from its bytes: nothing is mended, so that nothing is hidden.

The format: 80 bytes of header, a count, then 50 bytes a triangle, all little-endian. It has no
shared vertices; corners that are equal to the last bit are one point.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import KitgenError
from kitgen.mesh.mesh import Mesh

HEADER_BYTES = 84
"""Header and count."""

_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


class NoBinaryStlError(KitgenError):
    """The bytes are no binary STL file; the text says why."""


@dataclass(frozen=True, eq=False)
class StlFile:
    """What a file says.

    Attributes:
        normals: (m, 3) float32, as stored.
        corners: (m, 3, 3) float32 in mm, as stored.
    """

    normals: NDArray[np.float32]
    corners: NDArray[np.float32]


def read_stl(data: bytes) -> StlFile:
    """Read a file's bytes.

    Raises:
        NoBinaryStlError: They are an ASCII STL, do not have the length that their count asks for,
            hold no triangle, or a coordinate that is no finite number.
    """
    if len(data) < HEADER_BYTES:
        raise NoBinaryStlError(f"{len(data)} bytes, a binary STL has at least {HEADER_BYTES}")
    count = int.from_bytes(data[80:HEADER_BYTES], "little")
    length = HEADER_BYTES + _TRIANGLE.itemsize * count
    if len(data) != length:
        if data.lstrip()[:5].lower() == b"solid":
            raise NoBinaryStlError("ASCII STL; kits hold binary STL")
        raise NoBinaryStlError(
            f"{len(data)} bytes, but {count} triangles, which it announces, take {length}"
        )
    if count == 0:
        raise NoBinaryStlError("no triangles")
    triangles = np.frombuffer(data, dtype=_TRIANGLE, offset=HEADER_BYTES)
    corners = triangles["corners"]
    if broken := int((~np.isfinite(corners)).any(axis=(1, 2)).sum()):
        raise NoBinaryStlError(f"{broken} of {count} triangles have a coordinate that is no number")
    return StlFile(triangles["normal"], corners)


def welded(corners: NDArray[np.float32]) -> Mesh:
    """Make points of corners that are equal to the last bit.

    Unlike :func:`kitgen.mesh.weld.weld`, which writes the files, it drops and mends nothing.

    Args:
        corners: (m, 3, 3) float32, all finite.

    Returns:
        The mesh with its triangles in the order of the file.
    """
    points = corners.reshape(-1, 3) + np.float32(0)  # -0.0 is 0.0
    order = np.lexsort((points[:, 2], points[:, 1], points[:, 0]))
    ranked = points[order]
    fresh = np.ones(len(ranked), dtype=bool)
    fresh[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    number = np.empty(len(ranked), dtype=np.int32)
    number[order] = np.cumsum(fresh) - 1
    return Mesh(ranked[fresh], number.reshape(-1, 3))
