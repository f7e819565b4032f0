"""Draws scenes with NumPy alone, for computers where VTK cannot: flat shades, one z buffer.

Slower and plainer than VTK, and the same to the last bit wherever NumPy counts alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import Camera, aim
from kitgen.pictures.look import BACKGROUND, CREASE_DEG, LIGHTS, rgb, shown_colour
from kitgen.pictures.stage import box_corners, prop_corners, slab_corners

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Scene, Slab

Floats = NDArray[np.float64]

SUPERSAMPLING = 2
AMBIENT = 0.30
DIFFUSE = 0.85
EDGE = 0.45
"""Brightness of the line along an edge, against what it lies on."""
_PARALLEL = 0.9999
"""Cosine between faces that count as parallel: then a step between them is an edge too."""
_STEP_MM = 0.15
_CUBE = np.array(
    [
        *([0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]),
        *([2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]),
    ]
)
"""Triangles of a box with the corners of :func:`box_corners`."""
_MOST_FRAGMENTS = 4_000_000
"""Drawn at a time, so that memory stays small."""


class SimpleRenderer:
    """Draws scenes of one kit."""

    def __init__(self, kit: PicturedKit) -> None:
        """Take a kit whose parts will be drawn."""
        self._kit = kit

    def draw(self, scene: Scene, width: int) -> NDArray[np.uint8]:
        """Draw a scene.

        Returns:
            (height, width, 3) uint8, the top row first.
        """
        corners = np.concatenate(
            [prop_corners(self._kit, prop) for prop in scene.props]
            + [slab_corners(slab) for slab in scene.slabs]
        )
        camera = aim(scene, corners)
        triangles, colours = self._surfaces(scene)
        if scene.cut_z is not None:
            triangles, colours = _below(triangles, colours, scene.cut_z)
            shades = colours
        else:
            shades = _lit(triangles, colours, camera)
        height = round(width * scene.height)
        size = (height * SUPERSAMPLING, width * SUPERSAMPLING)
        image = np.empty((*size, 3))
        image[:] = rgb(BACKGROUND)
        nearest = _nearest(triangles, camera, size)
        seen = nearest >= 0
        image[seen] = shades[nearest[seen]]
        image[_edges(nearest, triangles)] *= EDGE
        blocks = image.reshape(height, SUPERSAMPLING, width, SUPERSAMPLING, 3)
        pixels: NDArray[np.uint8] = np.rint(255 * blocks.mean(axis=(1, 3))).astype(np.uint8)
        return pixels

    def _surfaces(self, scene: Scene) -> tuple[Floats, Floats]:
        """(n, 3, 3) corners of all triangles in mm, and (n, 3) colours from 0 to 1."""
        triangles, colours = [], []
        for prop in scene.props:
            mesh = self._kit.mesh(prop.part)
            points = mesh.vertices.astype(np.float64) @ prop.pose[:3, :3].T + prop.pose[:3, 3]
            triangles.append(points[mesh.faces])
            colours.append(np.tile(rgb(shown_colour(self._kit, prop)), (len(mesh.faces), 1)))
        for slab in scene.slabs:
            triangles.append(_cube(slab))
            colours.append(np.tile(rgb(slab.colour), (len(_CUBE), 1)))
        return np.concatenate(triangles), np.concatenate(colours)


def _cube(slab: Slab) -> Floats:
    corners: Floats = box_corners(slab.low, slab.high)[_CUBE]
    return corners


def _normals(triangles: Floats) -> Floats:
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(across, axis=1, keepdims=True)
    unit: Floats = across / np.where(length > 0, length, 1)
    return unit


def _lit(triangles: Floats, colours: Floats, camera: Camera) -> Floats:
    normals = _normals(triangles)
    toward_eye = np.cross(camera.right, camera.up)
    light = np.full(len(triangles), AMBIENT)
    for lamp in LIGHTS:
        toward = np.array(lamp.toward) / np.linalg.norm(lamp.toward)
        if lamp.at_eye:
            toward = toward[0] * camera.right + toward[1] * camera.up + toward[2] * toward_eye
        light += DIFFUSE * lamp.intensity * np.clip(normals @ toward, 0, None)
    lit: Floats = np.clip(colours * light[:, None], 0, 1)
    return lit


def _edges(nearest: NDArray[np.int64], triangles: Floats) -> NDArray[np.bool_]:
    """(height, width) where one face ends and another, or the table, begins.

    Drawn dark: without them the floor of an engraved letter looks like the tile around it.
    """
    normals = _normals(triangles)
    # One plane more than triangles: -1 is the table.
    planes = np.zeros((len(triangles) + 1, 4))
    planes[:-1, :3] = normals
    planes[:-1, 3] = np.einsum("ij,ij->i", normals, triangles[:, 0])
    seen = planes[nearest]
    edges = np.zeros(nearest.shape, dtype=np.bool_)
    edges[:, 1:] |= _apart(seen[:, 1:], seen[:, :-1])
    edges[1:] |= _apart(seen[1:], seen[:-1])
    return edges


def _apart(first: Floats, second: Floats) -> NDArray[np.bool_]:
    """Whether two pixels show faces that meet at an edge, or one behind the other.

    Args:
        first: (h, w, 4) unit normals and distances of planes in mm; zeros are the table.
        second: likewise.
    """
    along = np.einsum("ijk,ijk->ij", first[..., :3], second[..., :3])
    step = (along > _PARALLEL) & (np.abs(first[..., 3] - second[..., 3]) > _STEP_MM)
    on_table = ~(first[..., :3].any(axis=-1) | second[..., :3].any(axis=-1))
    apart: NDArray[np.bool_] = ((along < np.cos(np.radians(CREASE_DEG))) | step) & ~on_table
    return apart


def _below(triangles: Floats, colours: Floats, z: float) -> tuple[Floats, Floats]:
    """What lies below a height, flattened; seen from above, the cut shows as the part's colour."""
    kept = triangles[..., 2].min(axis=1) < z
    flat = triangles[kept].copy()
    flat[..., 2] = np.minimum(flat[..., 2], z)
    return flat, colours[kept]


def _nearest(triangles: Floats, camera: Camera, size: tuple[int, int]) -> NDArray[np.int64]:
    """(height, width) numbers of the triangles that are seen, -1 for none."""
    height, width = size
    flat, depth = camera.project(triangles.reshape(-1, 3), height / width)
    x = ((flat[:, 0] + 1) / 2 * width - 0.5).reshape(-1, 3)
    y = ((1 - flat[:, 1]) / 2 * height - 0.5).reshape(-1, 3)
    inverse = (1 / depth if camera.half_height_mm is None else -depth).reshape(-1, 3)
    first_x = np.clip(np.ceil(x.min(axis=1)), 0, width).astype(np.int64)
    last_x = np.clip(np.floor(x.max(axis=1)), -1, width - 1).astype(np.int64)
    first_y = np.clip(np.ceil(y.min(axis=1)), 0, height).astype(np.int64)
    last_y = np.clip(np.floor(y.max(axis=1)), -1, height - 1).astype(np.int64)
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    wide, tall = last_x - first_x + 1, last_y - first_y + 1
    fragments = np.where((wide > 0) & (tall > 0) & (np.abs(area) > 1e-12), wide * tall, 0)
    drawn = np.flatnonzero(fragments)
    best = np.full(height * width, -np.inf)
    nearest = np.full(height * width, -1, dtype=np.int64)
    cuts = np.flatnonzero(np.diff(np.cumsum(fragments[drawn]) // _MOST_FRAGMENTS)) + 1
    for group in np.split(drawn, cuts):
        number = np.repeat(group, fragments[group])
        begin = np.concatenate([[0], np.cumsum(fragments[group])[:-1]])
        place = np.arange(len(number)) - np.repeat(begin, fragments[group])
        px = first_x[number] + place % wide[number]
        py = first_y[number] + place // wide[number]
        weights = []
        for one, two in ((1, 2), (2, 0), (0, 1)):
            ax, ay, bx, by = (v[number, i] for i in (one, two) for v in (x, y))
            weights.append(((ax - px) * (by - py) - (bx - px) * (ay - py)) / area[number])
        inside = (weights[0] >= 0) & (weights[1] >= 0) & (weights[2] >= 0)
        number, px, py = number[inside], px[inside], py[inside]
        closeness = sum(w[inside] * inverse[number, i] for i, w in enumerate(weights))
        pixel = py * width + px
        # Of all that fall on one pixel the last in this order is the nearest, ties by number.
        order = np.lexsort((-number, closeness, pixel))
        pixel, closeness, number = pixel[order], closeness[order], number[order]
        last = np.flatnonzero(np.append(pixel[1:] != pixel[:-1], True)[: len(pixel)])
        pixel, closeness, number = pixel[last], closeness[last], number[last]
        nearer = closeness > best[pixel]
        best[pixel[nearer]] = closeness[nearer]
        nearest[pixel[nearer]] = number[nearer]
    return nearest.reshape(height, width)
