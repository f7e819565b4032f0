"""Draws scenes with NumPy alone, for computers where VTK cannot.

Slower and plainer than VTK (round walls show their facets), and the same to the last bit wherever
NumPy counts alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import Camera, aim
from kitgen.pictures.colouring import body_colour, letter_colour, lettering
from kitgen.pictures.look import AMBIENT, BACKGROUND, DIFFUSE, LIGHTS, rgb
from kitgen.pictures.raster import seen_triangles
from kitgen.pictures.shading import occlusion, shrunk, table_shadow
from kitgen.pictures.stage import Table, box_corners, reach, scene_corners

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Scene

Floats = NDArray[np.float64]

SUPERSAMPLING = 2
_CUBE = np.array(
    [
        *([0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]),
        *([2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]),
    ]
)
"""Triangles of a box with the corners of :func:`box_corners`, counter-clockwise from outside."""


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
        corners = scene_corners(self._kit, scene)
        camera = aim(scene, corners)
        height = round(width * scene.height)
        size = (height * SUPERSAMPLING, width * SUPERSAMPLING)
        triangles, colours = self._surfaces(scene)
        image = np.empty((*size, 3), dtype=np.uint8)
        image[:] = np.rint(255 * np.array(rgb(BACKGROUND)))
        if scene.cut_z is not None:
            triangles, colours = _below(triangles, colours, scene.cut_z)
            nearest, _ = seen_triangles(triangles, camera, size, both_sides=True)
            _paint(image, nearest, colours)
            return _whole(shrunk(image, SUPERSAMPLING))
        nearest, depth = seen_triangles(triangles, camera, size)
        _lay_table(image, depth, camera, Table.under(corners), triangles)
        _paint(image, nearest, _lit(triangles, colours, camera))
        light = occlusion(depth.astype(np.float32), camera, reach(corners))
        return _whole(shrunk(image, SUPERSAMPLING) * light[..., None])

    def _surfaces(self, scene: Scene) -> tuple[Floats, Floats]:
        """(n, 3, 3) corners of all triangles in mm, and (n, 3) colours from 0 to 1."""
        triangles, colours = [], []
        for prop in scene.props:
            mesh = self._kit.mesh(prop.part)
            points = mesh.vertices.astype(np.float64) @ prop.pose[:3, :3].T + prop.pose[:3, 3]
            triangles.append(points[mesh.faces])
            painted = np.tile(rgb(body_colour(self._kit, prop)), (len(mesh.faces), 1))
            letter = lettering(self._kit, prop.part)
            if letter is not None and scene.cut_z is None:
                painted[letter.facets(mesh)] = rgb(letter_colour(self._kit, prop))
            colours.append(painted)
        for slab in scene.slabs:
            triangles.append(box_corners(slab.low, slab.high)[_CUBE])
            colours.append(np.tile(rgb(slab.colour), (len(_CUBE), 1)))
        return np.concatenate(triangles), np.concatenate(colours)


def _whole(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    rounded: NDArray[np.uint8] = np.rint(values).astype(np.uint8)
    return rounded


def _paint(image: NDArray[np.uint8], nearest: NDArray[np.int64], colours: Floats) -> None:
    seen = nearest >= 0
    image[seen] = np.rint(255 * colours).astype(np.uint8)[nearest[seen]]


def _lit(triangles: Floats, colours: Floats, camera: Camera) -> Floats:
    """(n, 3) colours of the triangles in the light of the lamps."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    normals /= np.where(length > 0, length, 1)
    toward_eye = np.cross(camera.right, camera.up)
    light = np.full(len(triangles), AMBIENT)
    for lamp in LIGHTS:
        toward = np.array(lamp.toward) / np.linalg.norm(lamp.toward)
        if lamp.at_eye:
            toward = toward[0] * camera.right + toward[1] * camera.up + toward[2] * toward_eye
        light += DIFFUSE * lamp.intensity * np.clip(normals @ toward, 0, None)
    lit: Floats = np.clip(colours * light[:, None], 0, 1)
    return lit


def _lay_table(
    image: NDArray[np.uint8], depth: Floats, camera: Camera, table: Table, triangles: Floats
) -> None:
    """Draw the table with the shadows on it, and put its distances where nothing is nearer."""
    width, height = table.size_px
    _, above = seen_triangles(triangles, table.from_above(), (height, width))
    shadow = table_shadow(np.isfinite(above).astype(np.float32), table.blur_px)
    x, y, far = camera.on_plane(table.z, depth.shape)
    (x0, y0), (x1, y1) = table.low, table.high
    on_it = (x > x0) & (x < x1) & (y > y0) & (y < y1) & (far < depth)
    column = ((x[on_it] - x0) / (x1 - x0) * width).astype(np.int64)
    row = ((y1 - y[on_it]) / (y1 - y0) * height).astype(np.int64)
    image[on_it] = shadow[np.minimum(row, height - 1), np.minimum(column, width - 1)]
    depth[on_it] = far[on_it]


def _below(triangles: Floats, colours: Floats, z: float) -> tuple[Floats, Floats]:
    """What lies below a height; open at the cut, where the inside of a far wall is then seen."""
    under = triangles[..., 2] < z
    count = under.sum(axis=1)
    # Turned so that the corner that is alone on its side comes first.
    alone = np.where(count == 1, under.argmax(axis=1), (~under).argmax(axis=1))
    first, second, third = (
        triangles[np.arange(len(triangles)), (alone + step) % 3] for step in range(3)
    )
    on_second, on_third = (_crossing(first, other, z) for other in (second, third))
    one, two = count == 1, count == 2
    kept = [
        triangles[count == 3],
        np.stack([first, on_second, on_third], axis=1)[one],
        np.stack([on_second, second, third], axis=1)[two],
        np.stack([on_second, third, on_third], axis=1)[two],
    ]
    theirs = [colours[count == 3], colours[one], colours[two], colours[two]]
    return np.concatenate(kept), np.concatenate(theirs)


def _crossing(above: Floats, below: Floats, z: float) -> Floats:
    """(n, 3) where edges meet a height; of those that do not, anything."""
    rise = below[:, 2] - above[:, 2]
    share = (z - above[:, 2]) / np.where(rise == 0, 1, rise)
    crossing: Floats = above + share[:, None] * (below - above)
    return crossing
