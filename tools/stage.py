"""A stage for pictures of a kit: its parts as VTK actors, light, camera, and a PNG file.

Everything is read from the kit's folder: shapes from the STL files, places and colours from
``manifest.json``. Draws without a display.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

WIDTH = 1200
SUPERSAMPLING = 2
BACKGROUND = "#F7F5F0"
SHADOW = 0.62
"""Brightness of the table under a part."""
SHADOW_BLUR_MM = 3.0
LIGHTS = (
    ((-0.7, -0.2, 1.0), 0.62, False),
    ((1.0, -0.5, 0.4), 0.20, False),
    ((0.0, 0.0, 1.0), 0.36, True),
)
"""(direction to the light, intensity, whether it moves with the eye)."""
COLOURS = 160
"""In a picture file: an eighth of the bytes, and no eye sees it."""
VIEW_ANGLE_DEG = 24.0
MARGIN = 1.08
"""Of the frame to what is drawn."""
CREASE_DEG = 28.0
"""Facets that meet at less than this are shaded as one smooth face."""

Pose = np.ndarray[Any, np.dtype[np.float64]]
"""4 x 4, float64, mm."""


@dataclass(frozen=True)
class Kit:
    """A built kit as its manifest describes it."""

    folder: Path
    parts: dict[str, dict[str, Any]]
    standing: dict[str, dict[str, Any]]
    """By id, in the assembly's order."""
    joints: list[dict[str, Any]]
    colours: dict[str, str]
    """``#RRGGBB`` by kind of part."""
    settings: dict[str, Any]
    _read: dict[str, vtk.vtkPolyData] = field(default_factory=dict)

    @staticmethod
    def read(folder: Path) -> Kit:
        """Read the manifest; shapes are read when they are drawn."""
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        printed = manifest["profile"]["print"]
        return Kit(
            folder,
            {part["name"]: part for part in manifest["parts"]},
            {item["id"]: item for item in manifest["assembly"]},
            manifest["joints"],
            {
                "tile": printed["tile_colour"],
                "tile-letter": printed["letter_colour"],
                "board-quarter": printed["board_colour"],
                "rack-half": printed["rack_colour"],
            },
            printed,
        )

    def pose(self, item: str) -> Pose:
        """Where something stands in the assembled game."""
        return np.array(self.standing[item]["pose"], dtype=float)

    def named_tile(self, label: str) -> str | None:
        """Name of the tile that carries a label."""
        names = (n for n, p in self.parts.items() if p["kind"] == "tile" and p["label"] == label)
        return next(names, None)

    def shape(self, part: str) -> vtk.vtkPolyData:
        """The welded surface of a part, in file coordinates."""
        if part not in self._read:
            reader = vtk.vtkSTLReader()
            reader.SetFileName(str(self.folder / self.parts[part]["file"]))
            clean = vtk.vtkCleanPolyData()
            clean.SetInputConnection(reader.GetOutputPort())
            clean.Update()
            self._read[part] = clean.GetOutput()
        return self._read[part]


@dataclass(frozen=True)
class Prop:
    """A part on the stage."""

    part: str
    pose: Pose
    colour: str | None = None
    """Instead of the kit's own."""


def moved(pose: Pose, by: Sequence[float] | np.ndarray[Any, Any]) -> Pose:
    """A pose shifted in the assembled game, by mm."""
    shift = np.eye(4)
    shift[:3, 3] = by
    return shift @ pose


def turned(axis: str, degrees: float) -> Pose:
    """A turn about one of the axes x, y, z."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    pose = np.eye(4)
    pose[first, first] = pose[second, second] = c
    pose[first, second], pose[second, first] = -s, s
    return pose


@dataclass(frozen=True)
class Scene:
    """What a picture shows, and from where."""

    props: Sequence[Prop]
    toward: tuple[float, float, float]
    """From what is drawn to the eye."""
    height: float = 0.67
    """Of the picture to its width."""
    focus: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Middle of a picture in parallel projection, in mm."""
    width_mm: float | None = None
    """Draw in parallel projection, this wide; by default in perspective, all parts in frame."""
    cut_z: float | None = None
    """Draw only what lies below this height in mm, cut faces closed."""


def draw(kit: Kit, scene: Scene, path: Path, width: int = WIDTH) -> None:
    """Draw a scene into a PNG file.

    Args:
        kit: Where the parts come from.
        scene: What to draw.
        path: The file; its folder exists.
        width: Of the picture in pixels.
    """
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(*_rgb(BACKGROUND))
    actors = [_actor(kit, prop, scene.cut_z) for prop in scene.props]
    for actor in actors:
        renderer.AddActor(actor)
    bounds = renderer.ComputeVisiblePropBounds()
    _aim(renderer, scene, [actor.GetBounds() for actor in actors])
    if scene.cut_z is None:
        renderer.AddActor(_table(actors, bounds))
        size = max(bounds[1] - bounds[0], bounds[3] - bounds[2])
        renderer.SetPass(_occlusion(size))
    _light(renderer)
    renderer.ResetCameraClippingRange()
    _write(renderer, width, round(width * scene.height), path)


def _actor(kit: Kit, prop: Prop, cut_z: float | None) -> vtk.vtkActor:
    matrix = vtk.vtkTransform()
    matrix.SetMatrix([float(number) for number in prop.pose.ravel()])
    placed = vtk.vtkTransformPolyDataFilter()
    placed.SetInputData(kit.shape(prop.part))
    placed.SetTransform(matrix)
    source: vtk.vtkAlgorithm = placed
    if cut_z is not None:
        plane = vtk.vtkPlane()
        plane.SetOrigin(0, 0, cut_z)
        plane.SetNormal(0, 0, -1)
        planes = vtk.vtkPlaneCollection()
        planes.AddItem(plane)
        source = vtk.vtkClipClosedSurface()
        source.SetInputConnection(placed.GetOutputPort())
        source.SetClippingPlanes(planes)
    normals = vtk.vtkPolyDataNormals()
    normals.SetInputConnection(source.GetOutputPort())
    normals.SetFeatureAngle(CREASE_DEG)
    normals.SplittingOn()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(normals.GetOutputPort())
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetColor(*_rgb(prop.colour or kit.colours[kit.parts[prop.part]["kind"]]))
    flat = cut_z is not None  # a drawing, not a view
    look.SetLighting(not flat)
    look.SetAmbient(1.0 if flat else 0.30)
    look.SetDiffuse(0.0 if flat else 0.85)
    look.SetSpecular(0.0 if flat else 0.08)
    look.SetSpecularPower(14)
    return actor


def _table(actors: Sequence[vtk.vtkActor], bounds: Sequence[float]) -> vtk.vtkActor:
    """The table under everything, as light as the background but for a soft shadow."""
    blur = min(SHADOW_BLUR_MM, 0.05 * max(bounds[1] - bounds[0], bounds[3] - bounds[2]))
    margin = 4 * blur
    x0, x1 = bounds[0] - margin, bounds[1] + margin
    y0, y1 = bounds[2] - margin, bounds[3] + margin
    plane = vtk.vtkPlaneSource()
    plane.SetOrigin(x0, y0, bounds[4] - 0.02)
    plane.SetPoint1(x1, y0, bounds[4] - 0.02)
    plane.SetPoint2(x0, y1, bounds[4] - 0.02)
    texture = vtk.vtkTexture()
    texture.SetInputData(_shadow(actors, (x0, x1, y0, y1), blur))
    texture.InterpolateOn()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(plane.GetOutputPort())
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.SetTexture(texture)
    actor.GetProperty().LightingOff()
    return actor


def _shadow(
    actors: Sequence[vtk.vtkActor], area: tuple[float, float, float, float], blur: float
) -> vtk.vtkImageData:
    """What the parts cover, seen from above, blurred: a picture to lay on the table."""
    x0, x1, y0, y1 = area
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(*_rgb(BACKGROUND))
    for actor in actors:
        # A mapper keeps what it sent to one window and must not serve another.
        mapper = vtk.vtkPolyDataMapper()
        mapper.SetInputConnection(actor.GetMapper().GetInputConnection(0, 0))
        mapper.ScalarVisibilityOff()
        shade = vtk.vtkActor()
        shade.SetMapper(mapper)
        shade.GetProperty().LightingOff()
        shade.GetProperty().SetColor(*(SHADOW * part for part in _rgb(BACKGROUND)))
        renderer.AddActor(shade)
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint((x0 + x1) / 2, (y0 + y1) / 2, 0)
    camera.SetPosition((x0 + x1) / 2, (y0 + y1) / 2, 1000)
    camera.SetViewUp(0, 1, 0)
    camera.SetParallelScale((y1 - y0) / 2)
    renderer.ResetCameraClippingRange()
    width = 512
    height = max(1, round(width * (y1 - y0) / (x1 - x0)))
    blurred = vtk.vtkImageGaussianSmooth()
    blurred.SetInputData(_rendered(renderer, width, height))
    blurred.SetDimensionality(2)
    deviation = blur * width / (x1 - x0)
    blurred.SetStandardDeviations(deviation, deviation)
    blurred.SetRadiusFactors(3, 3)
    blurred.Update()
    return blurred.GetOutput()


def _aim(renderer: vtk.vtkRenderer, scene: Scene, boxes: Sequence[Sequence[float]]) -> None:
    camera = renderer.GetActiveCamera()
    camera.SetViewAngle(VIEW_ANGLE_DEG)
    toward = np.array(scene.toward, dtype=float)
    toward /= np.linalg.norm(toward)
    camera.SetViewUp(*((0, 1, 0) if abs(toward[2]) > 0.99 else (0, 0, 1)))
    corners = np.concatenate(
        [np.array(np.meshgrid(b[0:2], b[2:4], b[4:6])).reshape(3, -1).T for b in boxes]
    )
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    distance = 1000.0
    if scene.width_mm is not None:
        middle = np.array(scene.focus)
        camera.ParallelProjectionOn()
        camera.SetParallelScale(scene.width_mm * scene.height / 2)
    else:
        right, up = _frame(toward, np.array(camera.GetViewUp()))
        half_up = math.tan(math.radians(VIEW_ANGLE_DEG / 2))
        half_right = half_up / scene.height
        # What is near looks larger, so the middle of the picture is not that of the box.
        for _ in range(12):
            away = corners - middle
            depth = distance - away @ toward
            across, along = away @ right / depth, away @ up / depth
            middle = middle + distance / 2 * (
                right * (across.min() + across.max()) + up * (along.min() + along.max())
            )
            needed = np.maximum(
                np.abs((corners - middle) @ right) / half_right,
                np.abs((corners - middle) @ up) / half_up,
            )
            distance = float(np.max(needed * MARGIN + (corners - middle) @ toward))
    camera.SetFocalPoint(*middle)
    camera.SetPosition(*(middle + toward * distance))


def _frame(toward: np.ndarray, up: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    right = np.cross(up, toward)
    right /= np.linalg.norm(right)
    return right, np.cross(toward, right)


def _light(renderer: vtk.vtkRenderer) -> None:
    """A lamp over the table, a weaker one to the right, and one at the eye."""
    renderer.RemoveAllLights()
    for place, strength, at_eye in LIGHTS:
        light = vtk.vtkLight()
        if at_eye:
            light.SetLightTypeToCameraLight()
        else:
            light.SetLightTypeToSceneLight()
        light.SetPosition(*place)
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(strength)
        renderer.AddLight(light)


def _occlusion(size: float) -> vtk.vtkRenderPass:
    """Shades corners and grooves, which is what makes engraved letters readable."""
    occlusion = vtk.vtkSSAOPass()
    radius = min(0.06 * size, 3.0)
    occlusion.SetRadius(radius)
    occlusion.SetBias(0.14 * radius)
    occlusion.SetKernelSize(256)
    occlusion.BlurOn()
    occlusion.SetDelegatePass(vtk.vtkRenderStepsPass())
    return occlusion


def _rendered(renderer: vtk.vtkRenderer, width: int, height: int) -> vtk.vtkImageData:
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(width, height)
    window.AddRenderer(renderer)
    window.Render()
    image = vtk.vtkWindowToImageFilter()
    image.SetInput(window)
    image.ReadFrontBufferOff()
    image.Update()
    picture = vtk.vtkImageData()
    picture.DeepCopy(image.GetOutput())
    window.RemoveRenderer(renderer)
    window.Finalize()
    return picture


def _write(renderer: vtk.vtkRenderer, width: int, height: int, path: Path) -> None:
    smaller = vtk.vtkImageShrink3D()
    smaller.SetInputData(_rendered(renderer, width * SUPERSAMPLING, height * SUPERSAMPLING))
    smaller.SetShrinkFactors(SUPERSAMPLING, SUPERSAMPLING, 1)
    smaller.MeanOn()
    quantised = vtk.vtkImageQuantizeRGBToIndex()
    quantised.SetInputConnection(smaller.GetOutputPort())
    quantised.SetNumberOfColors(COLOURS)
    quantised.Update()
    table = quantised.GetLookupTable()
    palette = [table.GetTableValue(i)[:3] for i in range(table.GetNumberOfTableValues())]
    indices = vtk_to_numpy(quantised.GetOutput().GetPointData().GetScalars())
    # VTK counts rows from below, PNG from above.
    rows = indices.astype(np.uint8).reshape(height, width)[::-1]
    path.write_bytes(indexed_png(rows, np.rint(np.array(palette) * 255).astype(np.uint8)))


def indexed_png(rows: np.ndarray, palette: np.ndarray) -> bytes:
    """Encode a picture of few colours as PNG; VTK's writer knows full colour only.

    Args:
        rows: (height, width) uint8, indices into the palette, the top row first.
        palette: (n, 3) uint8, at most 256 colours.
    """

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    height, width = rows.shape
    unfiltered = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", palette.tobytes()),
            chunk(b"IDAT", zlib.compress(unfiltered, 9)),
            chunk(b"IEND", b""),
        )
    )


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
