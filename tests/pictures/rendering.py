"""Pictures drawn for tests, as arrays."""

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Scene
from kitgen.store import Store


def decoded(data: bytes) -> NDArray[np.uint8]:
    """(height, width, 3) uint8 of a PNG file."""
    return np.array(Image.open(io.BytesIO(data)).convert("RGB"))


def drawn_by_vtk(kit: PicturedKit, scenes: Sequence[Scene], width: int) -> list[NDArray[np.uint8]]:
    """Draw scenes in a process of their own; VTK must be able to."""
    pictures = [Picture(f"{i}.png", scene, "", width) for i, scene in enumerate(scenes)]
    drawn = draw_all(kit, pictures, Store(None), jobs=1)
    assert drawn.renderer == "vtk"
    return [decoded(drawn.files[picture.path]) for picture in pictures]
