"""Shades that come from depth: corners and grooves, and the soft shadow on the table.

Both renderers share them, so that their pictures look alike.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.camera import VIEW_ANGLE_DEG, Camera
from kitgen.pictures.look import BACKGROUND, SHADOW, rgb

Floats32 = NDArray[np.float32]

STRENGTH = 0.85
"""Darkness of a place that is shut in on all sides."""
_BIAS = 0.06
"""Slope that is not darkened yet: round walls are made of flat facets."""
_FULL = 0.8
"""Height over the pixel, as a share of the reach, up to which things darken it in full; from twice
as much on they do not at all."""
_MOST_PX = 14.0
"""Reach in the picture, at most: farther apart the single distances would be seen as steps."""
_ROUNDS = ((0.0, (0.12, 0.4, 0.75)), (0.5, (0.25, 0.55, 1.0)))
"""For every other pixel of the fine picture: share of a turn from pair to pair, and distances at
which the surroundings are looked at, as shares of the reach."""
_NOTHING = np.float32(1e9)
"""As far as where nothing is, in mm."""
_PAIRS = 4
"""Directions in which to look, each with its opposite."""


def closeness(depth: Floats32, camera: Camera) -> Floats32:
    """Give what is linear in the picture on every plane, and greater for what is nearer.

    Args:
        depth: distances from the eye along the line of sight in mm; as good as nothing where
            infinite.
        camera: in perspective the inverse distance is linear, otherwise the distance is.
    """
    near = 1 / depth if camera.half_height_mm is None else -np.minimum(depth, _NOTHING)
    return near.astype(np.float32)


def occlusion(fine: Floats32, camera: Camera, reach_mm: float) -> Floats32:
    """How much light reaches each pixel: little in corners and grooves.

    Each pixel is compared with pairs of opposite pixels around it. On a plane their mean is the
    pixel itself, whatever the plane's slope; where it is nearer, they shut the pixel in. Similar to
    horizon-based ambient occlusion (Bavoil and Sainz 2008), but it needs neither normals nor noise.

    Args:
        fine: (2 height, 2 width) distances from the eye along the line of sight in mm, infinite
            where nothing is.
        camera: The eye.
        reach_mm: How far things darken each other.

    Returns:
        (height, width) from 0 to 1.
    """
    seen = np.isfinite(fine)
    if not seen.any():
        return np.ones((fine.shape[0] // 2, fine.shape[1] // 2), dtype=np.float32)
    half = camera.half_height_mm
    if half is None:
        # One scale for all of the picture: what is far is darkened a little wider.
        half = float(np.median(fine[seen])) * math.tan(math.radians(VIEW_ANGLE_DEG / 2))
    px_per_mm = fine.shape[0] / 4 / half
    dark = np.zeros((fine.shape[0] // 2, fine.shape[1] // 2), dtype=np.float32)
    # Two pixels of each block of four, so that edges are as smooth as those of the colours.
    for phase, (turn, shares) in enumerate(_ROUNDS):
        depth = fine[phase::2, phase::2]
        for share in shares:
            radius_px = max(1.0, share * min(reach_mm * px_per_mm, _MOST_PX))
            dark += _shut_in(depth, camera, reach_mm, radius_px, px_per_mm, turn)
    light = np.clip(1 - STRENGTH / (_PAIRS * sum(len(r) for _, r in _ROUNDS)) * dark, 0, 1)
    return light.astype(np.float32)


def _shut_in(
    depth: Floats32,
    camera: Camera,
    reach_mm: float,
    radius_px: float,
    px_per_mm: float,
    turn: float,
) -> Floats32:
    """(height, width) for how many pairs at one distance a pixel is shut in, 0 to all."""
    here = closeness(depth, camera)
    margin = math.ceil(radius_px)
    around = np.pad(here, margin, constant_values=closeness(np.array(_NOTHING), camera))
    to_mm = np.ones_like(depth) if camera.half_height_mm is not None else depth * depth
    slope = to_mm * np.float32(px_per_mm / (2 * radius_px))
    slope = np.where(np.isfinite(depth), slope, np.float32(0))
    twice = 2 * here
    height, width = depth.shape
    dark = np.zeros_like(depth)
    for pair in range(_PAIRS):
        angle = math.pi * (pair + turn) / _PAIRS
        dx, dy = round(radius_px * math.cos(angle)), round(radius_px * math.sin(angle))
        rise = (
            around[margin + dy : margin + dy + height, margin + dx : margin + dx + width]
            + around[margin - dy : margin - dy + height, margin - dx : margin - dx + width]
        )
        rise -= twice
        rise *= slope
        # What is far before it hides a pixel from the eye, not from the light.
        near = np.clip(2 - rise * np.float32(radius_px / (_FULL * reach_mm * px_per_mm)), 0, 1)
        dark += np.clip(rise - np.float32(_BIAS), 0, 1) * near
    return dark


def table_shadow(covered: Floats32, blur_px: float) -> NDArray[np.uint8]:
    """Colour the table: as the background, but darker under and beside what lies on it.

    Args:
        covered: (height, width) 1 where something lies, seen from above.
        blur_px: Standard deviation of the blur.

    Returns:
        (height, width, 3) uint8.
    """
    soft = _blurred(_blurred(covered, blur_px).T, blur_px).T
    light = 1 - (1 - SHADOW) * soft[..., None]
    colours: NDArray[np.uint8] = np.rint(255 * light * np.array(rgb(BACKGROUND))).astype(np.uint8)
    return colours


def _blurred(picture: Floats32, deviation: float) -> Floats32:
    """A Gaussian blur of the columns; nothing is outside.

    Row by row, as is sooner done for so small a picture than a library is loaded that filters.
    """
    reach = math.ceil(3 * deviation)
    weights = np.exp(-((np.arange(-reach, reach + 1) / deviation) ** 2) / 2)
    weights = (weights / weights.sum()).astype(np.float32)
    around = np.pad(picture, ((reach, reach), (0, 0)))
    soft = np.zeros_like(picture)
    for place, weight in enumerate(weights):
        soft += weight * around[place : place + len(picture)]
    return soft


def shrunk(fine: NDArray[np.uint8], times: int) -> Floats32:
    """Means of blocks of pixels; (height, width, 3) from 0 to 255."""
    total = np.zeros((fine.shape[0] // times, fine.shape[1] // times, 3), dtype=np.float32)
    for row in range(times):
        for column in range(times):
            total += fine[row::times, column::times]
    total /= times * times
    return total
