"""Draws scenes with VTK, without a display. Ends its process where there is no OpenGL."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import VIEW_ANGLE_DEG, Camera, aim
from kitgen.pictures.look import BACKGROUND, CREASE_DEG, LIGHTS, SHADOW, rgb, shown_colour
from kitgen.pictures.stage import prop_corners, slab_corners

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Pose, Prop, Scene, Slab

SUPERSAMPLING = 2
OCCLUSION_SAMPLES = 16
_SHADOW_WIDTH_PX = 384


class VtkRenderer:
    """One window that draws one scene after another; shapes are prepared once."""

    def __init__(self, kit: PicturedKit) -> None:
        """Take a kit whose parts will be drawn."""
        # Without it VTK asks for OpenGL by itself, and complains of each thing it tries.
        os.environ.pop("DISPLAY", None)
        import vtkmodules.vtkRenderingOpenGL2  # noqa: F401 - registers what draws
        from vtkmodules.vtkCommonCore import vtkObject
        from vtkmodules.vtkRenderingCore import vtkRenderWindow

        vtkObject.GlobalWarningDisplayOff()
        self._kit = kit
        self._shapes: dict[str, Any] = {}
        self._window = vtkRenderWindow()
        self._window.SetOffScreenRendering(1)
        self._window.SetMultiSamples(0)

    def draw(self, scene: Scene, width: int) -> NDArray[np.uint8]:
        """Draw a scene.

        Returns:
            (height, width, 3) uint8, the top row first.
        """
        from vtkmodules.vtkRenderingCore import vtkRenderer

        renderer = vtkRenderer()
        renderer.SetBackground(*rgb(BACKGROUND))
        actors = [self._actor(prop, scene.cut_z) for prop in scene.props]
        actors += [_slab(slab) for slab in scene.slabs]
        for actor in actors:
            renderer.AddActor(actor)
        corners = np.concatenate(
            [prop_corners(self._kit, prop) for prop in scene.props]
            + [slab_corners(slab) for slab in scene.slabs]
        )
        low, high = corners.min(axis=0), corners.max(axis=0)
        _place(renderer, aim(scene, corners))
        if scene.cut_z is None:
            renderer.AddActor(self._table(actors, low, high))
            renderer.SetPass(_occlusion(float(max(high[:2] - low[:2]))))
        _light(renderer)
        renderer.ResetCameraClippingRange()
        height = round(width * scene.height)
        fine = self._rendered(renderer, width * SUPERSAMPLING, height * SUPERSAMPLING)
        blocks = fine.reshape(height, SUPERSAMPLING, width, SUPERSAMPLING, 3)
        pixels: NDArray[np.uint8] = blocks.mean(axis=(1, 3)).astype(np.uint8)
        return pixels

    def _shape(self, part: str) -> Any:
        """The surface of a part with normals that keep its edges sharp."""
        if part not in self._shapes:
            from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
            from vtkmodules.vtkCommonCore import vtkPoints
            from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
            from vtkmodules.vtkFiltersCore import vtkPolyDataNormals

            mesh = self._kit.mesh(part)
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
            self._shapes[part] = normals.GetOutput()
        return self._shapes[part]

    def _actor(self, prop: Prop, cut_z: float | None) -> Any:
        from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

        mapper = vtkPolyDataMapper()
        actor = vtkActor()
        if cut_z is None:
            mapper.SetInputData(self._shape(prop.part))
            actor.SetUserMatrix(_matrix(prop.pose))
        else:
            mapper.SetInputConnection(
                _cut(self._shape(prop.part), prop.pose, cut_z).GetOutputPort()
            )
        mapper.ScalarVisibilityOff()
        actor.SetMapper(mapper)
        look = actor.GetProperty()
        look.SetColor(*rgb(shown_colour(self._kit, prop)))
        flat = cut_z is not None  # a drawing, not a view
        look.SetLighting(not flat)
        look.SetAmbient(1.0 if flat else 0.30)
        look.SetDiffuse(0.0 if flat else 0.85)
        look.SetSpecular(0.0 if flat else 0.08)
        look.SetSpecularPower(14)
        return actor

    def _table(self, actors: Sequence[Any], low: NDArray[Any], high: NDArray[Any]) -> Any:
        """The table under everything, as light as the background but for a soft shadow."""
        from vtkmodules.vtkFiltersSources import vtkPlaneSource
        from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkTexture

        blur = min(3.0, 0.05 * float(max(high[:2] - low[:2])))
        x0, y0 = low[:2] - 4 * blur
        x1, y1 = high[:2] + 4 * blur
        z = low[2] - 0.02
        plane = vtkPlaneSource()
        plane.SetOrigin(x0, y0, z)
        plane.SetPoint1(x1, y0, z)
        plane.SetPoint2(x0, y1, z)
        texture = vtkTexture()
        texture.SetInputData(self._shadow(actors, (x0, x1, y0, y1), blur))
        texture.InterpolateOn()
        mapper = vtkPolyDataMapper()
        mapper.SetInputConnection(plane.GetOutputPort())
        actor = vtkActor()
        actor.SetMapper(mapper)
        actor.SetTexture(texture)
        actor.GetProperty().LightingOff()
        return actor

    def _shadow(
        self, actors: Sequence[Any], area: tuple[float, float, float, float], blur: float
    ) -> Any:
        """What the parts cover, seen from above, blurred: a picture to lay on the table."""
        from scipy.ndimage import gaussian_filter
        from vtkmodules.util.numpy_support import numpy_to_vtk
        from vtkmodules.vtkCommonDataModel import vtkImageData
        from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer

        x0, x1, y0, y1 = area
        renderer = vtkRenderer()
        renderer.SetBackground(0, 0, 0)
        for actor in actors:
            # A mapper keeps what it sent to one renderer and must not serve another.
            mapper = vtkPolyDataMapper()
            mapper.SetInputData(actor.GetMapper().GetInput())
            mapper.ScalarVisibilityOff()
            shade = vtkActor()
            shade.SetMapper(mapper)
            shade.SetUserMatrix(actor.GetUserMatrix())
            shade.GetProperty().LightingOff()
            shade.GetProperty().SetColor(1, 1, 1)
            renderer.AddActor(shade)
        camera = renderer.GetActiveCamera()
        camera.ParallelProjectionOn()
        camera.SetFocalPoint((x0 + x1) / 2, (y0 + y1) / 2, 0)
        camera.SetPosition((x0 + x1) / 2, (y0 + y1) / 2, 1000)
        camera.SetViewUp(0, 1, 0)
        camera.SetParallelScale((y1 - y0) / 2)
        renderer.ResetCameraClippingRange()
        width = _SHADOW_WIDTH_PX
        height = max(1, round(width * (y1 - y0) / (x1 - x0)))
        covered = self._rendered(renderer, width, height)[::-1, :, 0].astype(np.float32) / 255
        covered = gaussian_filter(covered, blur * width / (x1 - x0))
        light = 1 - (1 - SHADOW) * covered[..., None]
        pixels = np.rint(255 * light * np.array(rgb(BACKGROUND))).astype(np.uint8)
        image = vtkImageData()
        image.SetDimensions(width, height, 1)
        image.GetPointData().SetScalars(numpy_to_vtk(pixels.reshape(-1, 3), deep=True))
        return image

    def _rendered(self, renderer: Any, width: int, height: int) -> NDArray[np.uint8]:
        """Draw into the window; (height, width, 3) uint8, the top row first."""
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

        window = self._window
        window.SetSize(width, height)
        window.AddRenderer(renderer)
        window.Render()
        pixels = vtkUnsignedCharArray()
        window.GetPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
        rows: NDArray[np.uint8] = vtk_to_numpy(pixels).reshape(height, width, 3)[::-1].copy()
        renderer.ReleaseGraphicsResources(window)
        window.RemoveRenderer(renderer)
        return rows


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
    return cut


def _slab(slab: Slab) -> Any:
    from vtkmodules.vtkFiltersSources import vtkCubeSource
    from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

    cube = vtkCubeSource()
    cube.SetBounds(*(edge for pair in zip(slab.low, slab.high, strict=True) for edge in pair))
    cube.Update()
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(cube.GetOutput())
    mapper.ScalarVisibilityOff()
    actor = vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetColor(*rgb(slab.colour))
    look.SetAmbient(0.45)
    look.SetDiffuse(0.6)
    return actor


def _place(renderer: Any, camera: Camera) -> None:
    eye = renderer.GetActiveCamera()
    eye.SetViewAngle(VIEW_ANGLE_DEG)
    eye.SetViewUp(*camera.up)
    eye.SetFocalPoint(*camera.middle)
    eye.SetPosition(*camera.eye)
    if camera.half_height_mm is not None:
        eye.ParallelProjectionOn()
        eye.SetParallelScale(camera.half_height_mm)


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


def _occlusion(size_mm: float) -> Any:
    """Shades corners and grooves, which is what makes engraved letters readable."""
    from vtkmodules.vtkRenderingOpenGL2 import vtkRenderStepsPass, vtkSSAOPass

    occlusion = vtkSSAOPass()
    radius = min(0.06 * size_mm, 3.0)
    occlusion.SetRadius(radius)
    occlusion.SetBias(0.14 * radius)
    occlusion.SetKernelSize(OCCLUSION_SAMPLES)
    occlusion.BlurOn()
    occlusion.SetDelegatePass(vtkRenderStepsPass())
    return occlusion
