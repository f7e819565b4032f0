"""Where the eye stands: everything in frame, the frame filled, and each pixel's ray its own."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kitgen.pictures import camera as camera_module
from kitgen.pictures.camera import MARGIN, Camera, aim
from kitgen.pictures.scene import Scene

DIRECTIONS = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-0.9, 1)).filter(
    lambda v: sum(x * x for x in v) > 0.05
)
PROJECTIONS = st.sampled_from(["perspective", "parallel"])
POINTS = st.lists(st.tuples(*[st.floats(-300, 300)] * 3), min_size=3, max_size=12)


@given(DIRECTIONS, st.floats(0.3, 1.5), PROJECTIONS, POINTS)
def test_everything_is_in_frame_and_fills_it(toward, height, projection, points) -> None:
    corners = np.array(points)
    assume(np.ptp(corners, axis=0).max() > 1)
    scene = Scene([], toward, height, projection=projection)
    flat, depth = aim(scene, corners).project(corners, height)
    assert depth.min() > 0
    assert np.abs(flat).max() <= 1
    # Points in a line toward the eye are one in the picture, and cannot fill it.
    if projection == "parallel" and np.ptp(flat, axis=0).max() > 0.01:
        assert np.ptp(flat, axis=0).max() / 2 == pytest.approx(1 / MARGIN)


def test_a_box_in_perspective_fills_the_frame_in_one_direction() -> None:
    corners = np.array([[x, y, z] for x in (0, 200.0) for y in (0, 120.0) for z in (0, 9.0)])
    for toward in ((0, -1, 1), (1, -1, 1), (0.2, -1, 0.4), (0, 0, 1)):
        flat, _ = aim(Scene([], toward), corners).project(corners, 0.67)
        assert np.ptp(flat, axis=0).max() / 2 > 0.85


def test_too_small_a_margin_cuts_things_off(monkeypatch) -> None:
    monkeypatch.setattr(camera_module, "MARGIN", 0.8)
    corners = np.array([[0.0, 0, 0], [10, 10, 10]])
    for projection in ("perspective", "parallel"):
        scene = Scene([], (0, -1, 1), projection=projection)
        flat, _ = aim(scene, corners).project(corners, scene.height)
        assert np.abs(flat).max() > 1


def test_a_given_width_about_a_focus_is_what_is_shown() -> None:
    scene = Scene([], (0, 0, 1), 0.5, projection="parallel", width_mm=40, focus=(5, 6, 0))
    camera = aim(scene, np.array([[-100.0, -100, -10], [100, 100, 10]]))
    places = np.array([[5.0, 6, 0], [25, 6, 0], [5, 16, 3]])
    flat, depth = camera.project(places, scene.height)
    assert flat == pytest.approx(np.array([[0, 0], [1, 0], [0, 1]]))
    assert depth.min() > 0


@given(DIRECTIONS.filter(lambda v: abs(v[2]) > 0.2), st.floats(0.3, 1.5), PROJECTIONS)
def test_a_place_on_a_plane_is_projected_to_the_pixel_that_looks_at_it(
    toward, height, projection
) -> None:
    corners = np.array([[-40.0, -30, 0], [50, 20, 15], [10, 30, 5]])
    camera = aim(Scene([], toward, height, projection=projection), corners)
    columns = 23
    rows = round(columns * height)
    x, y, depth = camera.on_plane(2.0, (rows, columns))
    hit = np.isfinite(depth)
    places = np.stack([x[hit], y[hit], np.full(hit.sum(), 2.0)], axis=1)
    flat, seen_at = camera.project(places, rows / columns)
    row, column = np.nonzero(hit)
    assert (flat[:, 0] + 1) / 2 * columns - 0.5 == pytest.approx(column, abs=1e-6)
    assert (1 - flat[:, 1]) / 2 * rows - 0.5 == pytest.approx(row, abs=1e-6)
    assert seen_at == pytest.approx(depth[hit])


def test_a_plane_behind_the_eye_or_along_it_is_nowhere() -> None:
    level = Camera(np.zeros(3), np.array([0.0, 1, 0]), np.eye(3)[0], np.eye(3)[2], None)
    _, _, depth = level.on_plane(-1.0, (4, 6))
    assert np.isinf(depth[:2]).all()
    assert np.isfinite(depth[2:]).all()
    parallel = Camera(np.zeros(3), np.array([0.0, 1, 0]), np.eye(3)[0], np.eye(3)[2], 1.0)
    _, _, depth = parallel.on_plane(-1.0, (4, 6))
    assert np.isinf(depth).all()
