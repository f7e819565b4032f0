"""Surfaces, colours and places as VTK takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.look import AMBIENT, CREASE_DEG, DIFFUSE, rgb

if TYPE_CHECKING:
    from kitgen.pictures.scene import Pose, Slab


def painted(mapper: Any, colour: str, *, flat: bool) -> Any:
    """What is drawn of a surface in one colour: as in a drawing if flat, else in the light."""
    from vtkmodules.vtkRenderingCore import vtkActor

    actor = vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetColor(*rgb(colour))
    look.SetLighting(not flat)
    look.SetAmbient(1.0 if flat else AMBIENT)
    look.SetDiffuse(0.0 if flat else DIFFUSE)
    look.SetSpecular(0.0 if flat else 0.06)
    look.SetSpecularPower(14)
    return actor


def mapper_of(data: Any) -> Any:
    """What sends a surface to OpenGL."""
    from vtkmodules.vtkRenderingCore import vtkPolyDataMapper

    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    return mapper


def surface(vertices: NDArray[np.float32], faces: NDArray[np.int32]) -> Any:
    """A surface with normals that keep its edges sharp."""
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkPolyDataNormals

    points, cells, data = vtkPoints(), vtkCellArray(), vtkPolyData()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(vertices), deep=True))
    rows = np.column_stack([np.full(len(faces), 3), faces]).astype(np.int64)
    cells.ImportLegacyFormat(numpy_to_vtkIdTypeArray(rows.ravel(), deep=True))
    data.SetPoints(points)
    data.SetPolys(cells)
    normals = vtkPolyDataNormals()
    normals.SetInputData(data)
    normals.SetFeatureAngle(CREASE_DEG)
    normals.SplittingOn()
    normals.ConsistencyOff()
    normals.Update()
    return normals.GetOutput()


def matrix_of(pose: Pose) -> Any:
    """A pose."""
    from vtkmodules.vtkCommonMath import vtkMatrix4x4

    matrix = vtkMatrix4x4()
    matrix.DeepCopy([float(number) for number in pose.ravel()])
    return matrix


def cut_below(shape: Any, pose: Pose, z: float) -> Any:
    """What lies below a height, with its cut faces closed."""
    from vtkmodules.vtkCommonDataModel import vtkPlane, vtkPlaneCollection
    from vtkmodules.vtkCommonTransforms import vtkTransform
    from vtkmodules.vtkFiltersCore import vtkCleanPolyData
    from vtkmodules.vtkFiltersGeneral import vtkClipClosedSurface, vtkTransformPolyDataFilter

    transform = vtkTransform()
    transform.SetMatrix([float(number) for number in pose.ravel()])
    stood = vtkTransformPolyDataFilter()
    stood.SetInputData(shape)
    stood.SetTransform(transform)
    welded = vtkCleanPolyData()
    welded.SetInputConnection(stood.GetOutputPort())
    plane = vtkPlane()
    plane.SetOrigin(0, 0, z)
    plane.SetNormal(0, 0, -1)
    planes = vtkPlaneCollection()
    planes.AddItem(plane)
    cut = vtkClipClosedSurface()
    cut.SetInputConnection(welded.GetOutputPort())
    cut.SetClippingPlanes(planes)
    cut.Update()
    return cut.GetOutput()


def box_of(slab: Slab) -> Any:
    """A plain box in its place and its colour."""
    from vtkmodules.vtkFiltersSources import vtkCubeSource
    from vtkmodules.vtkRenderingCore import vtkActor

    cube = vtkCubeSource()
    cube.SetBounds(*(edge for pair in zip(slab.low, slab.high, strict=True) for edge in pair))
    cube.Update()
    actor = vtkActor()
    actor.SetMapper(mapper_of(cube.GetOutput()))
    look = actor.GetProperty()
    look.SetColor(*rgb(slab.colour))
    look.SetAmbient(AMBIENT)
    look.SetDiffuse(DIFFUSE)
    return actor
