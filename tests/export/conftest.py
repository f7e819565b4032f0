"""Meshes that stand on the bed, for the writers."""

from collections.abc import Callable

import numpy as np
import pytest

from kitgen.mesh.mesh import Mesh
from kitgen.mesh.weld import weld


def _box(size: tuple[float, float, float], at: tuple[float, float, float] = (0, 0, 0)) -> Mesh:
    unit = np.array(
        [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]
    )
    faces = [
        [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4],
        [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7],
    ]  # fmt: skip
    return weld(unit * np.array(size) + np.array(at), faces)


@pytest.fixture(scope="session")
def box() -> Callable[..., Mesh]:
    return _box


@pytest.fixture(scope="session")
def ring() -> Mesh:
    """A ring of 14 x 14 mm about (7, 7), standing on the bed on 24 triangles, genus 1."""
    around, across = 48, 12
    u, v = np.divmod(np.arange(around * across), across)
    turn, tilt = u * 2 * np.pi / around, (v + 0.5) * 2 * np.pi / across
    r = 5 + 2 * np.cos(tilt)
    points = np.stack([r * np.cos(turn) + 7, r * np.sin(turn) + 7, 2 * np.sin(tilt)], 1)
    points[:, 2] -= points[:, 2].min()
    a = np.arange(around * across).reshape(around, across)
    b, d = np.roll(a, -1, 0), np.roll(a, -1, 1)
    c = np.roll(b, -1, 1)
    return weld(
        points, np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
    )
