"""Meshes whose figures are known by arithmetic."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kitgen.mesh.mesh import Mesh
from kitgen.mesh.weld import weld

CUBE_FACES = np.array(
    [
        [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4],
        [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7],
    ]
)  # fmt: skip


def box_soup(size=(1.0, 1.0, 1.0), at=(0.0, 0.0, 0.0)) -> tuple[NDArray, NDArray]:
    """Give the eight corners and twelve triangles of a box, wound outward."""
    unit = np.array(
        [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]
    )
    return unit * np.array(size) + np.array(at), CUBE_FACES


def torus_soup(around: int, across: int, ring=10.0, tube=3.0) -> tuple[NDArray, NDArray]:
    """Give a torus about the z axis as a grid of triangles."""
    u, v = np.meshgrid(
        np.arange(around) * 2 * np.pi / around, np.arange(across) * 2 * np.pi / across,
        indexing="ij",
    )  # fmt: skip
    r = ring + tube * np.cos(v)
    points = np.stack([r * np.cos(u), r * np.sin(u), tube * np.sin(v)], -1).reshape(-1, 3)
    a = np.arange(around * across).reshape(around, across)
    b, d = np.roll(a, -1, 0), np.roll(a, -1, 1)
    c = np.roll(b, -1, 1)
    quads = [np.stack(t, -1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))]
    return points, np.concatenate(quads)


def joined(*soups: tuple[NDArray, NDArray]) -> tuple[NDArray, NDArray]:
    """Put several soups into one."""
    points, faces, offset = [], [], 0
    for p, f in soups:
        points.append(p)
        faces.append(f + offset)
        offset += len(p)
    return np.concatenate(points), np.concatenate(faces)


def unwelded(soup: tuple[NDArray, NDArray]) -> tuple[NDArray, NDArray]:
    """Give every triangle corners of its own, as an STL file does."""
    points, faces = soup
    return points[faces].reshape(-1, 3), np.arange(3 * len(faces)).reshape(-1, 3)


@pytest.fixture
def soups():
    """The makers above, for tests (which cannot import a conftest by name)."""

    class Soups:
        box = staticmethod(box_soup)
        torus = staticmethod(torus_soup)
        joined = staticmethod(joined)
        unwelded = staticmethod(unwelded)

    return Soups


@pytest.fixture
def cube() -> Mesh:
    return weld(*box_soup())
