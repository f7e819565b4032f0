"""PNG files: small, true to the picture, without a date."""

import io

import numpy as np
import pytest
from PIL import Image

from kitgen.pictures.look import BACKGROUND
from kitgen.pictures.png import COLOURS, encode

BACK = np.array([int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)])


@pytest.fixture
def shaded() -> np.ndarray:
    """Background, and a ball in more shades than a palette has."""
    pixels = np.empty((200, 300, 3), np.uint8)
    pixels[:] = BACK
    y, x = np.mgrid[-1:1:200j, -1.5:1.5:300j]
    inside = x**2 + y**2 < 0.8
    light = 0.5 + 0.5 * np.clip(0.6 * x - 0.5 * y + 0.4, -1, 1)
    pixels[inside] = (light[..., None] * np.array([90, 200, 180])).astype(np.uint8)[inside]
    return pixels


def test_colours_are_nearly_those_of_the_picture(shaded) -> None:
    decoded = np.array(Image.open(io.BytesIO(encode(shaded))).convert("RGB")).astype(int)
    assert decoded.shape == shaded.shape
    assert np.abs(decoded - shaded).max() <= 8


def test_the_background_is_exact_and_colours_are_few(shaded) -> None:
    image = Image.open(io.BytesIO(encode(shaded)))
    assert image.mode == "P"
    assert len(image.getcolors()) <= COLOURS
    assert image.convert("RGB").getpixel((0, 0)) == tuple(BACK)


def test_the_same_picture_gives_the_same_bytes_without_a_date(shaded) -> None:
    data = encode(shaded)
    assert data == encode(shaded.copy())
    kinds, place = [], 8
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        kinds.append(data[place + 4 : place + 8])
        place += 12 + length
    assert set(kinds) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def test_a_picture_of_one_colour_is_encoded() -> None:
    plain = np.full((5, 7, 3), 40, np.uint8)
    decoded = Image.open(io.BytesIO(encode(plain))).convert("RGB")
    assert decoded.size == (7, 5)
    assert decoded.getpixel((3, 3)) == (40, 40, 40)
