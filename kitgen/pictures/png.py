"""PNG files of pictures: few colours, no clock."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.look import BACKGROUND

COLOURS = 192
"""A third of the bytes of full colour, and no eye sees it."""
_OFF = 8
"""By so much, of 255, colours are off at most."""

_LEVEL = 7
"""Of zlib; 9 takes five times as long for three hundredths of the bytes."""


def encode(pixels: NDArray[np.uint8]) -> bytes:
    """Encode a picture.

    Args:
        pixels: (height, width, 3) uint8, the top row first.
    """
    from PIL import Image

    image = Image.fromarray(pixels)
    # Of Pillow's methods the one without visible steps in soft shadows.
    few = image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette = np.array(few.getpalette(), dtype=np.int64).reshape(-1, 3)
    # The picture must not show as a rectangle on a page of the background's colour.
    background = np.array([int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)])
    off = np.abs(palette - background).max(axis=1)
    if off.min() <= _OFF:
        palette[off.argmin()] = background
        few.putpalette(palette.ravel().tolist())
    written = io.BytesIO()
    few.save(written, format="PNG", compress_level=_LEVEL)
    return written.getvalue()
