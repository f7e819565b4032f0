"""tools/pictures.py draws every picture from a kit's files, without a display."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pages import ROOT
from PIL import Image

from kitgen.pictures.look import BACKGROUND
from kitgen.pictures.png import encode

WIDTH = 300
NEEDED = "libegl1 libegl-mesa0 libgl1-mesa-dri"
TRIAL = "from kitgen.pictures.vtk_renderer import opened_window; opened_window().Render()"
"""In a process of its own: where no way of drawing is found, VTK may end the process."""


def without_display() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}


def draw(kit: Path, output: Path, *more: str) -> subprocess.CompletedProcess[str]:
    tool = str(ROOT / "tools/pictures.py")
    return subprocess.run(
        [sys.executable, tool, str(kit), str(output), *more],
        capture_output=True,
        text=True,
        env=without_display(),
    )


@pytest.fixture(scope="module")
def drawn(kits, tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """Every picture of a small kit in two colours: (height, width, 3) uint8 by name."""
    trial = subprocess.run(
        [sys.executable, "-c", TRIAL], env=without_display(), capture_output=True
    )
    if trial.returncode != 0:
        reason = f"VTK cannot draw without a display (Debian: apt-get install {NEEDED})"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    kit = kits(size=6, players=1, letter_style="inlay").folder
    folder = tmp_path_factory.mktemp("pictures")
    done = draw(kit, folder, "--width", str(WIDTH))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return {path.stem: pixels(path) for path in folder.iterdir()}


def pixels(path: Path) -> np.ndarray:
    return np.array(Image.open(path).convert("RGB"))


def covered(picture: np.ndarray) -> np.ndarray:
    """Where something else than table and background is, its shadow left out."""
    empty = np.array([int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)])
    difference = np.abs(picture.astype(int) - empty)
    grey = np.ptp(difference, axis=2) < 12
    return (difference.max(axis=2) > 24) & ~(grey & (difference.max(axis=2) < 110))


def test_there_is_a_picture_for_each_name(drawn: dict[str, np.ndarray]) -> None:
    import pictures

    assert set(drawn) == set(pictures.PICTURES)


def test_pictures_are_not_blank_and_hold_all_they_show(drawn: dict[str, np.ndarray]) -> None:
    for name, picture in drawn.items():
        assert picture.shape[1] == WIDTH
        shown = covered(picture)
        assert 0.08 < shown.mean() < 0.95, name
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2, name
        if name != "snap":  # a detail, which goes on beyond the frame
            frame = np.concatenate([shown[0], shown[-1], shown[:, 0], shown[:, -1]])
            assert not frame.any(), name


def test_parts_have_the_colours_of_the_profile(drawn: dict[str, np.ndarray]) -> None:
    """Tiles light, letters dark, board green-blue: each by some of the pixels."""
    picture = drawn["game"].astype(int)
    red, blue = picture[..., 0], picture[..., 2]
    assert (blue - red > 40).mean() > 0.1
    assert ((red > 200) & (red - blue > 8)).mean() > 0.02
    assert (picture.max(axis=2) < 70).mean() > 0.002


def test_a_blank_picture_would_be_found(tmp_path: Path) -> None:
    back = np.array([int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)], np.uint8)
    path = tmp_path / "blank.png"
    path.write_bytes(encode(np.tile(back, (20, 30, 1))))
    assert pixels(path).shape == (20, 30, 3)
    assert not covered(pixels(path)).any()


def test_an_unknown_picture_is_refused(tmp_path: Path) -> None:
    done = draw(tmp_path, tmp_path, "gaem")
    assert done.returncode == 2
    assert "gaem: no such picture; known are game" in done.stderr
