"""Draws scenes with VTK, without a display. Ends its process where there is no OpenGL."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import VIEW_ANGLE_DEG, Camera, aim
from kitgen.pictures.colouring import body_colour, letter_colour, lettering
from kitgen.pictures.look import BACKGROUND, LIGHTS, rgb
from kitgen.pictures.shading import occlusion, shrunk, table_shadow
from kitgen.pictures.stage import Table, reach, scene_corners
from kitgen.pictures.vtk_shapes import box_of, cut_below, mapper_of, matrix_of, painted, surface

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Prop, Scene

SUPERSAMPLING = 2


class VtkRenderer:
    """One window that draws one scene after another; shapes are prepared once."""

    def __init__(self, kit: PicturedKit) -> None:
        """Take a kit whose parts will be drawn."""
        from vtkmodules.vtkRenderingCore import vtkRenderer

        self._window = opened_window()
        self._kit = kit
        self._mappers: dict[str, tuple[Any, Any]] = {}
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
            for actor in self._actors(prop, scene.cut_z):
                stage.AddActor(actor)
        for slab in scene.slabs:
            stage.AddActor(box_of(slab))
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

    def _mapped(self, part: str) -> tuple[Any, Any]:
        """What sends the surface of a part to OpenGL, once for all places where it stands.

        Returns:
            For its body, and for the letter that is one body with it; None where there is none.
        """
        if part not in self._mappers:
            mesh, letter = self._kit.mesh(part), lettering(self._kit, part)
            shown = np.zeros(len(mesh.faces), bool) if letter is None else letter.facets(mesh)
            self._mappers[part] = (
                mapper_of(surface(mesh.vertices, mesh.faces[~shown])),
                mapper_of(surface(mesh.vertices, mesh.faces[shown])) if shown.any() else None,
            )
        return self._mappers[part]

    def _actors(self, prop: Prop, cut_z: float | None) -> Iterator[Any]:
        if cut_z is not None:  # a drawing, not a view
            mesh = self._kit.mesh(prop.part)
            shape = cut_below(surface(mesh.vertices, mesh.faces), prop.pose, cut_z)
            yield painted(mapper_of(shape), body_colour(self._kit, prop), flat=True)
            return
        body, letter = self._mapped(prop.part)
        for mapper, colour in ((body, body_colour), (letter, letter_colour)):
            if mapper is not None:
                actor = painted(mapper, colour(self._kit, prop), flat=False)
                actor.SetUserMatrix(matrix_of(prop.pose))
                yield actor

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
        actor.SetMapper(mapper_of(plane.GetOutput()))
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
