"""Binary STL: 80 bytes of header, a count, then 50 bytes a triangle, all little-endian."""

import numpy as np

from kitgen.mesh.measure import corners, double_area_vectors
from kitgen.mesh.mesh import Mesh

HEADER_BYTES = 80

_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def encode(mesh: Mesh, name: str) -> bytes:
    """Write a mesh as binary STL.

    The header is ``kitgen NAME mm``: it must not begin with ``solid``, by which readers tell
    ASCII STL, and it holds no date, so that equal meshes give equal bytes.

    Args:
        mesh: at least one triangle, none of them without area.
        name: the part's name; what is not ASCII becomes ``?``, and a long name is cut.

    Returns:
        84 + 50 m bytes.
    """
    header = f"kitgen {name}".encode("ascii", "replace")[: HEADER_BYTES - 3] + b" mm"
    triangles = np.zeros(len(mesh.faces), dtype=_TRIANGLE)
    normals = double_area_vectors(corners(mesh))
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    # Adding zero turns -0.0 into 0.0: the sign of a zero depends on the order of corners.
    triangles["normal"] = normals / np.where(lengths > 0, lengths, 1) + 0.0
    triangles["corners"] = mesh.vertices[mesh.faces]
    count = len(triangles).to_bytes(4, "little")
    return header.ljust(HEADER_BYTES, b" ") + count + triangles.tobytes()
