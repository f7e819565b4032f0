"""Draws scenes with VTK, without a display. Ends its process where there is no OpenGL."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import VIEW_ANGLE_DEG, Camera, aim
from kitgen.pictures.look import (
    AMBIENT,
    BACKGROUND,
    CREASE_DEG,
    DIFFUSE,
    LIGHTS,
    rgb,
    shown_colour,
)
from kitgen.pictures.shading import occlusion, shrunk, table_shadow
from kitgen.pictures.stage import Table, reach, scene_corners

if TYPE_CHECKING:
    from kitgen.mesh.mesh import Mesh
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Pose, Prop, Scene, Slab

SUPERSAMPLING = 2


class VtkRenderer:
    """One window that draws one scene after another; shapes are prepared once."""

    def __init__(self, kit: PicturedKit) -> None:
        """Take a kit whose parts will be drawn."""
        from vtkmodules.vtkRenderingCore import vtkRenderer

        self._window = opened_window()
        self._kit = kit
        self._mappers: dict[str, Any] = {}
        self._stage = vtkRenderer()
        self._stage.SetBackground(*rgb(BACKGROUND))
        _light(self._stage)
        self._window.AddRenderer(self._stage)

    def draw(self, scene: Scene, width: int) -> NDArray[np.uint8]:
        """Draw a scene.

        Returns:
            (height, width, 3) uint8, the top row first.
        """
        stage = self._stage
        stage.RemoveAllViewProps()
        for prop in scene.props:
            stage.AddActor(self._actor(prop, scene.cut_z))
        for slab in scene.slabs:
            stage.AddActor(_slab(slab))
        corners = scene_corners(self._kit, scene)
        camera = aim(scene, corners)
        if scene.cut_z is None:
            stage.AddActor(self._table(Table.under(corners)))
        height = round(width * scene.height)
        size = (width * SUPERSAMPLING, height * SUPERSAMPLING)
        fine, depth = self._rendered(camera, size)
        pixels = shrunk(fine, SUPERSAMPLING)
        if scene.cut_z is None:
            pixels *= occlusion(depth, camera, reach(corners))[..., None]
        return np.rint(pixels).astype(np.uint8)

    def _mapper(self, part: str) -> Any:
        """What sends the surface of a part to OpenGL, once for all places where it stands."""
        if part not in self._mappers:
            self._mappers[part] = _surface_mapper(_shape(self._kit.mesh(part)))
        return self._mappers[part]

    def _actor(self, prop: Prop, cut_z: float | None) -> Any:
        from vtkmodules.vtkRenderingCore import vtkActor

        actor = vtkActor()
        mapper = self._mapper(prop.part)
        if cut_z is None:
            actor.SetMapper(mapper)
            actor.SetUserMatrix(_matrix(prop.pose))
        else:
            actor.SetMapper(_surface_mapper(_cut(mapper.GetInput(), prop.pose, cut_z)))
        look = actor.GetProperty()
        look.SetColor(*rgb(shown_colour(self._kit, prop)))
        flat = cut_z is not None  # a drawing, not a view
        look.SetLighting(not flat)
        look.SetAmbient(1.0 if flat else AMBIENT)
        look.SetDiffuse(0.0 if flat else DIFFUSE)
        look.SetSpecular(0.0 if flat else 0.08)
        look.SetSpecularPower(14)
        return actor

    def _table(self, table: Table) -> Any:
        """The table under everything, as light as the background but for a soft shadow."""
        from vtkmodules.util.numpy_support import numpy_to_vtk
        from vtkmodules.vtkCommonDataModel import vtkImageData
        from vtkmodules.vtkFiltersSources import vtkPlaneSource
        from vtkmodules.vtkRenderingCore import vtkActor, vtkTexture

        width, height = table.size_px
        _, depth = self._rendered(table.from_above(), table.size_px)
        colours = table_shadow(np.isfinite(depth).astype(np.float32), table.blur_px)
        image = vtkImageData()
        image.SetDimensions(width, height, 1)
        # VTK counts rows from below.
        image.GetPointData().SetScalars(numpy_to_vtk(colours[::-1].reshape(-1, 3), deep=True))
        texture = vtkTexture()
        texture.SetInputData(image)
        texture.InterpolateOn()
        (x0, y0), (x1, y1) = table.low, table.high
        plane = vtkPlaneSource()
        plane.SetOrigin(x0, y0, table.z)
        plane.SetPoint1(x1, y0, table.z)
        plane.SetPoint2(x0, y1, table.z)
        plane.Update()
        actor = vtkActor()
        actor.SetMapper(_surface_mapper(plane.GetOutput()))
        actor.SetTexture(texture)
        actor.GetProperty().LightingOff()
        return actor

    def _rendered(
        self, camera: Camera, size: tuple[int, int]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Draw what stands on the stage.

        Returns:
            (height, width, 3) uint8 and (height, width) distances from the eye along the line of
            sight in mm, infinite where nothing is; the top row first.
        """
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkCommonCore import vtkFloatArray, vtkUnsignedCharArray

        width, height = size
        window = self._window
        window.SetSize(width, height)
        _place(self._stage, camera)
        window.Render()
        pixels, depths = vtkUnsignedCharArray(), vtkFloatArray()
        window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
        window.GetZbufferData(0, 0, width - 1, height - 1, depths)
        colours = vtk_to_numpy(pixels).reshape(height, width, 3)[::-1]
        buffer = vtk_to_numpy(depths).reshape(height, width)[::-1]
        near, far = self._stage.GetActiveCamera().GetClippingRange()
        if camera.half_height_mm is None:
            depth = near * far / (far - buffer * (far - near))
        else:
            depth = near + buffer * (far - near)
        return colours, np.where(buffer < 1, depth, np.inf).astype(np.float32)


def opened_window() -> Any:
    """A window that nobody sees. Ends the process, without a word, where there is no OpenGL."""
    # Without it VTK asks for OpenGL by itself, and complains of each thing it tries.
    os.environ.pop("DISPLAY", None)
    # Mesa is silent, and uses one core: there is a process for each.
    os.environ.setdefault("EGL_LOG_LEVEL", "fatal")
    os.environ.setdefault("LP_NUM_THREADS", "1")
    _leave_no_core()
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401 - registers what draws
    from vtkmodules.vtkCommonCore import vtkLogger, vtkObject
    from vtkmodules.vtkRenderingCore import vtkRenderWindow

    vtkObject.GlobalWarningDisplayOff()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    return window


def _leave_no_core() -> None:
    """Its end is foreseen and must not leave a dump of its memory behind."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _surface_mapper(data: Any) -> Any:
    from vtkmodules.vtkRenderingCore import vtkPolyDataMapper

    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    return mapper


def _shape(mesh: Mesh) -> Any:
    """The surface of a part with normals that keep its edges sharp."""
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkPolyDataNormals

    points, cells, data = vtkPoints(), vtkCellArray(), vtkPolyData()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(mesh.vertices), deep=True))
    rows = np.column_stack([np.full(len(mesh.faces), 3), mesh.faces]).astype(np.int64)
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


def _matrix(pose: Pose) -> Any:
    from vtkmodules.vtkCommonMath import vtkMatrix4x4

    matrix = vtkMatrix4x4()
    matrix.DeepCopy([float(number) for number in pose.ravel()])
    return matrix


def _cut(shape: Any, pose: Pose, z: float) -> Any:
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


def _slab(slab: Slab) -> Any:
    from vtkmodules.vtkFiltersSources import vtkCubeSource
    from vtkmodules.vtkRenderingCore import vtkActor

    cube = vtkCubeSource()
    cube.SetBounds(*(edge for pair in zip(slab.low, slab.high, strict=True) for edge in pair))
    cube.Update()
    actor = vtkActor()
    actor.SetMapper(_surface_mapper(cube.GetOutput()))
    look = actor.GetProperty()
    look.SetColor(*rgb(slab.colour))
    look.SetAmbient(AMBIENT)
    look.SetDiffuse(DIFFUSE)
    return actor


def _place(renderer: Any, camera: Camera) -> None:
    eye = renderer.GetActiveCamera()
    eye.SetViewAngle(VIEW_ANGLE_DEG)
    eye.SetViewUp(*camera.up)
    eye.SetFocalPoint(*camera.middle)
    eye.SetPosition(*camera.eye)
    eye.SetParallelProjection(camera.half_height_mm is not None)
    if camera.half_height_mm is not None:
        eye.SetParallelScale(camera.half_height_mm)
    renderer.ResetCameraClippingRange()


def _light(renderer: Any) -> None:
    from vtkmodules.vtkRenderingCore import vtkLight

    renderer.RemoveAllLights()
    for lamp in LIGHTS:
        light = vtkLight()
        if lamp.at_eye:
            light.SetLightTypeToCameraLight()
        else:
            light.SetLightTypeToSceneLight()
        light.SetPosition(*lamp.toward)
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(lamp.intensity)
        renderer.AddLight(light)
