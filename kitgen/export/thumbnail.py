"""A small picture of a plate from above, drawn from the meshes with Pillow."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from kitgen.export.threemf import Body, Instance, PrintObject

SIDE_PX = 512
"""Of the picture; what slicers write themselves."""
SUPERSAMPLING = 3
_BED = (246, 247, 248, 255)
_BED_EDGE = (150, 156, 162, 255)
_EXCLUDED = (222, 205, 205, 255)
_DARKEST = 0.5
"""Brightness of a part's lowest face that is seen, against its highest. In between it goes by the
root of the depth, so that a letter cut a little into the top shows."""
_LEVEL = 0.999
"""Cosine of the tilt up to which a facet counts as level."""

_Colour = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Sprite:
    """One part at one turn, and where its lowest corner lies about the file's origin, in px."""

    picture: Image.Image
    left: float
    top: float

    def turned(self, quarters: int) -> _Sprite:
        """Turn it counter-clockwise about the file's origin by quarter turns."""
        sprite = self
        for _ in range(quarters):
            sprite = _Sprite(
                sprite.picture.transpose(Image.Transpose.ROTATE_90),
                sprite.top,
                -(sprite.left + sprite.picture.width),
            )
        return sprite


def thumbnail(
    objects: Sequence[PrintObject],
    instances: Sequence[Instance],
    bed_mm: tuple[float, float],
    excluded_mm: Sequence[tuple[tuple[float, float], tuple[float, float]]] = (),
) -> bytes:
    """Draw a plate: level faces in the parts' colours, darker the lower they lie.

    Args:
        objects: Every unique part once.
        instances: What lies where, turned about z and moved, in mm.
        bed_mm: Width and depth; the origin is the front left corner.
        excluded_mm: Rectangles that nothing may lie on.

    Returns:
        A PNG of 512 x 512 px. Equal input gives equal bytes with one version of Pillow.
    """
    side = SIDE_PX * SUPERSAMPLING
    scale = 0.96 * side / max(bed_mm)
    origin = ((side - bed_mm[0] * scale) / 2, (side + bed_mm[1] * scale) / 2)
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    _rectangle(draw, origin, scale, ((0.0, 0.0), bed_mm), _BED, outline=_BED_EDGE)
    for zone in excluded_mm:
        _rectangle(draw, origin, scale, zone, _EXCLUDED)
    known = {thing.name: thing for thing in objects}
    sprites: dict[tuple[str, float], _Sprite] = {}
    for instance in instances:
        turn, x, y = _placed(instance)
        key = (instance.object_name, turn)
        if key not in sprites:
            quarters, odd = divmod(turn % 360, 90)
            upright = (instance.object_name, odd)
            if upright not in sprites:
                sprites[upright] = _sprite(known[instance.object_name], odd, scale)
            sprites[key] = sprites[upright].turned(int(quarters))
        sprite = sprites[key]
        at = (
            round(origin[0] + x * scale + sprite.left),
            round(origin[1] - y * scale + sprite.top),
        )
        image.alpha_composite(sprite.picture, at)
    small = image.resize((SIDE_PX, SIDE_PX), Image.Resampling.BOX)
    buffer = io.BytesIO()
    small.save(buffer, "PNG", optimize=False)
    return buffer.getvalue()


def _placed(instance: Instance) -> tuple[float, float, float]:
    """Give the turn in degrees and the place of an instance that stands on the bed."""
    place = np.asarray(instance.place, dtype=np.float64)
    if place.shape == (3,):
        return 0.0, float(place[0]), float(place[1])
    turn = math.degrees(math.atan2(place[1, 0], place[0, 0]))
    return round(turn, 6) + 0.0, float(place[0, 3]), float(place[1, 3])


def _sprite(thing: PrintObject, turn_deg: float, scale: float) -> _Sprite:
    """Draw one part; what lies higher is drawn later."""
    angle = math.radians(turn_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    # Image rows run downward.
    to_pixels = scale * np.array([[cos, -sin], [-sin, -cos]])
    facets = sorted(
        (facet for body in thing.bodies for facet in _facets(body, to_pixels)),
        key=lambda facet: facet[0],
    )
    corners = np.concatenate([facet[1] for facet in facets])
    low = np.floor(corners.min(axis=0)) - 1
    width, height = (np.ceil(corners.max(axis=0)) - low + 2).astype(int).tolist()
    picture = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    for _, triangle, colour in facets:
        draw.polygon([tuple(corner) for corner in (triangle - low).tolist()], fill=colour)
    return _Sprite(picture, float(low[0]), float(low[1]))


def _facets(
    body: Body, to_pixels: NDArray[np.float64]
) -> list[tuple[float, NDArray[np.float64], _Colour]]:
    """Give the facets that look up: height, corners in px, (3, 2), and colour."""
    corners = body.mesh.vertices[body.mesh.faces].astype(np.float64)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    up = normals[:, 2] > 1e-3 * lengths
    level = normals[:, 2] > _LEVEL * lengths
    heights = corners[:, :, 2].mean(axis=1)
    low, high = (heights[up].min(), heights[up].max()) if up.any() else (0.0, 0.0)
    red, green, blue = ImageColor.getrgb(body.colour or "#C8CCD0")[:3]
    found = []
    for index in np.flatnonzero(up).tolist():
        height = float(heights[index])
        depth = max(0.0, high - height) / (high - low) if high - low > 1e-6 else 0.0
        bright = 1 - (1 - _DARKEST) * math.sqrt(depth)
        # Slopes lie between the levels that they join, a shade darker than either.
        shade = bright if level[index] else bright * 0.93
        colour = (round(red * shade), round(green * shade), round(blue * shade), 255)
        found.append((height, corners[index, :, :2] @ to_pixels.T, colour))
    return found


def _rectangle(
    draw: ImageDraw.ImageDraw,
    origin: tuple[float, float],
    scale: float,
    corners: tuple[tuple[float, float], tuple[float, float]],
    fill: _Colour,
    outline: _Colour | None = None,
) -> None:
    (x0, y0), (x1, y1) = corners
    draw.rectangle(
        (
            origin[0] + x0 * scale,
            origin[1] - y1 * scale,
            origin[0] + x1 * scale,
            origin[1] - y0 * scale,
        ),
        fill=fill,
        outline=outline,
        width=SUPERSAMPLING,
    )
