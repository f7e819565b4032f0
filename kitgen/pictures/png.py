"""PNG files of pictures: few colours, no clock."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

COLOURS = 160
"""A quarter of the bytes of full colour, and no eye sees it."""


def encode(pixels: NDArray[np.uint8]) -> bytes:
    """Encode a picture.

    Args:
        pixels: (height, width, 3) uint8, the top row first.
    """
    from PIL import Image

    image = Image.fromarray(pixels)
    few = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, format="PNG", optimize=True)
    return written.getvalue()
