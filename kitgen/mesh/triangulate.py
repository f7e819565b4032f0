"""From an exact solid to a welded mesh, by OpenCASCADE's own mesher.

CadQuery's ``tessellate`` copies every node through Python lists and repeats the nodes along the
edges between faces; here the triangulation of each face is read as it is and welded afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kitgen.mesh.mesh import Mesh
from kitgen.mesh.weld import weld

if TYPE_CHECKING:
    import cadquery as cq

ANGLE_STEP_RAD = 0.2
"""Largest turn between neighbouring facets; the chord error rules on all but the smallest radii."""


def triangulate(shape: cq.Shape, chord_error: float) -> Mesh:
    """Mesh a solid or a compound of solids.

    Args:
        shape: What is to be printed, in mm.
        chord_error: Largest distance of the mesh from the exact surface, in mm.

    Returns:
        A welded mesh, the same for the same shape on one machine: the mesher runs in one thread.

    Raises:
        ValueError: If a face could not be meshed.
    """
    from OCP.BRep import BRep_Tool
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TopAbs import TopAbs_Orientation
    from OCP.TopLoc import TopLoc_Location

    BRepMesh_IncrementalMesh(shape.wrapped, chord_error, False, ANGLE_STEP_RAD, False)
    vertices: list[np.ndarray] = []
    faces: list[np.ndarray] = []
    count = 0
    for face in shape.Faces():
        location = TopLoc_Location()
        triangulation = BRep_Tool.Triangulation_s(face.wrapped, location)
        if triangulation is None:
            raise ValueError("a face of the solid could not be meshed")
        transformation = location.Transformation()
        nodes = [
            triangulation.Node(i).Transformed(transformation)
            for i in range(1, triangulation.NbNodes() + 1)
        ]
        vertices.append(np.array([(node.X(), node.Y(), node.Z()) for node in nodes]))
        corners = np.array(
            [triangulation.Triangle(i).Get() for i in range(1, triangulation.NbTriangles() + 1)]
        )
        if face.wrapped.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
            corners = corners[:, ::-1]
        faces.append(corners - 1 + count)
        count += len(nodes)
    # What should be 0 comes out of rotations as 1e-15: files are for people to read as well.
    return weld(np.round(np.concatenate(vertices), 7), np.concatenate(faces))
