"""Shades from depth: planes have none, grooves and corners have; shadows are soft and in place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.pictures.camera import Camera
from kitgen.pictures.look import BACKGROUND, SHADOW, rgb
from kitgen.pictures.shading import _blurred, occlusion, shrunk, table_shadow

ABOVE = Camera(
    np.array([0.0, 0, 200]), np.zeros(3), np.array([1.0, 0, 0]), np.array([0.0, 1, 0]), 20.0
)
"""Parallel, straight down, 40 mm high."""
SIZE = (160, 240)


def leaning(camera: Camera, slope: tuple[float, float]) -> np.ndarray:
    """Depths of the plane z = slope . (x, y), by rays, whatever the projection."""
    rows, columns = SIZE
    up = 1 - (2 * np.arange(rows) + 1) / rows
    across = ((2 * np.arange(columns) + 1) / columns - 1) * columns / rows
    if camera.half_height_mm is None:
        tangent = np.tan(np.radians(12))
        run = slope[0] * across[None, :] * tangent + slope[1] * up[:, None] * tangent
        return (200 / (1 + run)).astype(np.float32)
    half = camera.half_height_mm
    rise = slope[0] * across[None, :] * half + slope[1] * up[:, None] * half
    return (200 - rise).astype(np.float32)


@given(
    st.tuples(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5)),
    st.sampled_from([20.0, None]),
    st.floats(0.5, 3),
)
def test_a_plane_is_lit_in_full_however_it_leans(slope, half, reach) -> None:
    camera = Camera(ABOVE.eye, ABOVE.middle, ABOVE.right, ABOVE.up, half)
    light = occlusion(leaning(camera, slope), camera, reach)
    assert light.shape == (80, 120)
    assert light == pytest.approx(1)


def test_a_groove_is_dark_and_the_plane_beside_it_is_not() -> None:
    depth = np.full(SIZE, 200, np.float32)
    depth[:, 110:130] += 0.6  # 5 mm wide
    light = occlusion(depth, ABOVE, 2.0)[20:-20]
    assert light[:, 55].max() < 0.85  # at its wall
    assert light[:, 55].mean() < light[:, 56].mean() < light[:, 59].mean()
    assert light[:, :50] == pytest.approx(1)
    assert light[:, 70:] == pytest.approx(1)


def test_what_is_far_before_something_does_not_darken_it() -> None:
    near = np.full(SIZE, 200, np.float32)
    near[60:100, 100:140] -= 1
    far = np.full(SIZE, 200, np.float32)
    far[60:100, 100:140] -= 100
    assert occlusion(near, ABOVE, 2.0).min() < 0.8
    assert occlusion(far, ABOVE, 2.0) == pytest.approx(1)


def test_where_nothing_is_there_is_no_shade() -> None:
    nothing = np.full(SIZE, np.inf, np.float32)
    assert occlusion(nothing, ABOVE, 2.0) == pytest.approx(1)
    island = nothing.copy()
    island[40:120, 60:180] = 200
    assert occlusion(island, ABOVE, 2.0) == pytest.approx(1)


def test_a_shadow_is_soft_and_where_something_lies() -> None:
    covered = np.zeros((120, 160), np.float32)
    covered[40:100, 50:130] = 1
    shadow = table_shadow(covered, 3.0).astype(float)
    back = 255 * np.array(rgb(BACKGROUND))
    assert shadow[5, 5] == pytest.approx(back, abs=0.6)
    assert shadow[70, 90] == pytest.approx(SHADOW * back, abs=0.6)
    edge = shadow[70, 40:62, 0]
    assert (np.diff(edge) <= 0).all()
    assert len(set(edge)) > 8


def test_the_blur_is_gaussian() -> None:
    """One row of light becomes a bell of that deviation, and none of it is lost."""
    row = np.zeros((101, 1), np.float32)
    row[50] = 1
    soft = _blurred(row, 5.0)[:, 0].astype(float)
    place = np.arange(101) - 50
    assert soft.sum() == pytest.approx(1)
    assert (soft * place).sum() == pytest.approx(0, abs=1e-6)
    assert np.sqrt((soft * place**2).sum()) == pytest.approx(5, rel=0.02)


def test_blocks_of_pixels_become_their_mean() -> None:
    fine = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    assert shrunk(fine, 2) == pytest.approx(fine.reshape(2, 2, 3, 2, 3).mean(axis=(1, 3)))
