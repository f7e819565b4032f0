"""The z buffer: areas as on paper, the nearest wins, what turns away is not drawn."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kitgen.pictures import raster
from kitgen.pictures.camera import Camera, aim
from kitgen.pictures.raster import seen_triangles
from kitgen.pictures.scene import Scene

ABOVE = Camera(
    np.array([0.0, 0, 100]), np.zeros(3), np.array([1.0, 0, 0]), np.array([0.0, 1, 0]), 10.0
)
"""Parallel, straight down; 20 mm are the picture's height."""
SIZE = (400, 400)


def facing(corners: list[tuple[float, float, float]]) -> np.ndarray:
    """One triangle, counter-clockwise from above."""
    a, b, c = (np.array(corner, float) for corner in corners)
    return np.array([[a, b, c] if np.cross(b - a, c - a)[2] > 0 else [a, c, b]])


@given(st.lists(st.tuples(*[st.floats(-9.5, 9.5)] * 2, st.floats(-5, 5)), min_size=3, max_size=3))
def test_a_triangle_covers_its_area(corners) -> None:
    flat = np.array(corners)[:, :2]
    (ax, ay), (bx, by) = flat[1] - flat[0], flat[2] - flat[0]
    area = abs(ax * by - ay * bx) / 2
    assume(area > 1)
    numbers, depth = seen_triangles(facing(corners), ABOVE, SIZE)
    outline = sum(np.linalg.norm(flat[i] - flat[i - 1]) for i in range(3))
    assert (numbers == 0).sum() / 400 == pytest.approx(area, abs=outline / 20)
    seen = depth[numbers == 0]
    heights = [z for _, _, z in corners]
    assert 100 - max(heights) - 1e-6 <= seen.min() <= seen.max() <= 100 - min(heights) + 1e-6
    assert np.isinf(depth[numbers < 0]).all()


@given(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.sampled_from(["perspective", "parallel"]))
def test_depth_is_that_of_the_plane(across, along, projection) -> None:
    corners = np.array([[-9.0, -9, 0], [9, -9, 0], [0, 9, 0]])
    camera = aim(Scene([], (across, along, 1), 1.0, projection=projection), corners)
    numbers, depth = seen_triangles(corners[None], camera, (60, 60))
    _, _, plane = camera.on_plane(0.0, (60, 60))
    assert (numbers == 0).sum() > 500
    assert depth[numbers == 0] == pytest.approx(plane[numbers == 0])


def test_the_nearest_is_seen_in_any_order(monkeypatch) -> None:
    low = facing([(-8, -8, 0), (8, -8, 0), (0, 8, 0)])
    high = facing([(-2, -2, 3), (2, -2, 3), (0, 2, 3)])
    first, _ = seen_triangles(np.concatenate([low, high]), ABOVE, SIZE)
    second, _ = seen_triangles(np.concatenate([high, low]), ABOVE, SIZE)
    assert first[200, 200] == 1
    assert second[200, 200] == 0
    assert ((first == 1) == (second == 0)).all()
    monkeypatch.setattr(raster, "_MOST_FRAGMENTS", 100)
    in_groups, _ = seen_triangles(np.concatenate([low, high]), ABOVE, SIZE)
    assert (in_groups == first).all()


def test_what_turns_away_is_not_drawn() -> None:
    up = facing([(-8, -8, 0), (8, -8, 0), (0, 8, 0)])
    assert (seen_triangles(up, ABOVE, SIZE)[0] == 0).any()
    down = up[:, ::-1]
    assert (seen_triangles(down, ABOVE, SIZE)[0] == -1).all()
    assert (seen_triangles(down, ABOVE, SIZE, both_sides=True)[0] == 0).any()


def test_what_is_outside_the_frame_or_without_area_is_not_drawn() -> None:
    outside = facing([(50, 50, 0), (60, 50, 0), (50, 60, 0)])
    point = np.zeros((1, 3, 3))
    numbers, _ = seen_triangles(np.concatenate([outside, point]), ABOVE, SIZE)
    assert (numbers == -1).all()
