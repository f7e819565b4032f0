"""Which triangle each pixel shows: a z buffer in NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import Camera

Floats = NDArray[np.float64]

_MOST_FRAGMENTS = 2_000_000
"""Drawn at a time, so that memory stays small."""


def seen_triangles(
    triangles: Floats, camera: Camera, size: tuple[int, int], *, both_sides: bool = False
) -> tuple[NDArray[np.int64], Floats]:
    """Find what is seen.

    Args:
        triangles: (n, 3, 3) corners in mm, counter-clockwise from outside.
        camera: The eye, before which they lie.
        size: height and width of the picture in pixels.
        both_sides: Draw what turns away from the eye too: others of a closed surface hide it, but
            not of an open one.

    Returns:
        (height, width) numbers of the triangles that are seen, -1 for none, and their distances
        from the eye along the line of sight in mm, infinite for none; the top row first.
    """
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
    # Rows are counted from above, so that what turns toward the eye has a negative area.
    shown = np.abs(area) > 1e-12 if both_sides else area < -1e-12
    fragments = np.where((wide > 0) & (tall > 0) & shown, wide * tall, 0)
    drawn = np.flatnonzero(fragments)
    best = np.full(height * width, -np.inf)
    nearest = np.full(height * width, -1, dtype=np.int64)
    cuts = np.flatnonzero(np.diff(np.cumsum(fragments[drawn]) // _MOST_FRAGMENTS)) + 1
    for group in np.split(drawn, cuts) if len(drawn) else ():
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
    found = np.full(height * width, np.inf)
    hit = nearest >= 0
    found[hit] = 1 / best[hit] if camera.half_height_mm is None else -best[hit]
    return nearest.reshape(height, width), found.reshape(height, width)
