"""A mesh and the facts about it as bytes, for the cache: no pickle, no compression, one copy."""

import json
import struct
from typing import Any

import numpy as np

from kitgen.mesh.mesh import Mesh

MAGIC = b"KGMESH1\n"
_LENGTHS = struct.Struct("<III")


def encode(mesh: Mesh, facts: dict[str, Any]) -> bytes:
    """Write a mesh and a dictionary of JSON values.

    Layout: 8 bytes magic; three little-endian uint32: vertices, faces, bytes of JSON; the JSON
    in UTF-8, filled up with blanks so that the arrays are aligned; float32 vertices; int32 faces,
    both little-endian and row by row.

    Raises:
        ValueError: for facts that JSON cannot hold (NaN).
        TypeError: for facts of another type.
    """
    text = json.dumps(facts, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    lengths = _LENGTHS.pack(len(mesh.vertices), len(mesh.faces), len(text))
    return b"".join(
        (
            MAGIC,
            lengths,
            text,
            mesh.vertices.astype("<f4").tobytes(),
            mesh.faces.astype("<i4").tobytes(),
        )
    )


def decode(data: bytes) -> tuple[Mesh, dict[str, Any]]:
    """Read what :func:`encode` wrote; the arrays are read-only views of ``data``.

    Raises:
        ValueError: for bytes that :func:`encode` did not write.
    """
    head = len(MAGIC) + _LENGTHS.size
    if len(data) < head or not data.startswith(MAGIC):
        raise ValueError("not an encoded mesh")
    vertices, faces, text = _LENGTHS.unpack_from(data, len(MAGIC))
    if len(data) != head + text + 12 * (vertices + faces):
        raise ValueError("an encoded mesh of the wrong length")
    facts = json.loads(data[head : head + text])
    if not isinstance(facts, dict):
        raise ValueError("an encoded mesh without facts")
    start = head + text
    points = np.frombuffer(data, "<f4", 3 * vertices, start).reshape(-1, 3)
    corners = np.frombuffer(data, "<i4", 3 * faces, start + 12 * vertices).reshape(-1, 3)
    return Mesh(points, corners), facts
