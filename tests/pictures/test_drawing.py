"""Pictures: what is in frame, what VTK and the simple renderer agree on, what is drawn again."""

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits import Kits
from numpy.typing import NDArray
from PIL import Image

from kitgen.pictures import drawing
from kitgen.pictures.camera import aim
from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.look import BACKGROUND
from kitgen.pictures.scene import Picture, Prop, Scene, Slab, moved, turned
from kitgen.pictures.simple_renderer import SimpleRenderer
from kitgen.pictures.stage import prop_corners
from kitgen.store import Store

NOWHERE = "/nonexistent"
WITHOUT_OPENGL = {"__EGL_VENDOR_LIBRARY_DIRS": NOWHERE, "LIBGL_DRIVERS_PATH": NOWHERE}


@pytest.fixture
def kit(kits: Kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2).folder)


def tile(kit: PicturedKit, label: str = "E", path: str = "tile.png", width: int = 200) -> Picture:
    scene = Scene([Prop(kit.tile(label) or "", turned("z", 8))], (0.2, -1.0, 1.2))
    return Picture(path, scene, "a tile", width)


def pixels(data: bytes) -> NDArray[np.uint8]:
    return np.array(Image.open(io.BytesIO(data)).convert("RGB"))


def covered(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where something other than the table, dark or light, is seen."""
    back = np.array([int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)])
    return np.abs(image.astype(int) - back).max(axis=-1) > 60


@given(
    st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-0.9, 1)).filter(
        lambda v: sum(x * x for x in v) > 0.05
    ),
    st.floats(0.3, 1.5),
    st.sampled_from(["perspective", "parallel"]),
    st.lists(st.tuples(*[st.floats(-300, 300)] * 3), min_size=3, max_size=12),
)
def test_everything_is_in_frame_and_fills_it(toward, height, projection, points) -> None:  # type: ignore[no-untyped-def]
    corners = np.array(points)
    if np.ptp(corners, axis=0).max() < 1:
        return
    scene = Scene([], toward, height, projection=projection)
    flat, depth = aim(scene, corners).project(corners, height)
    assert depth.min() > 0
    assert np.abs(flat).max() <= 1
    if projection == "parallel" and np.ptp(flat, axis=0).max() > 0.01:
        assert np.ptp(flat, axis=0).max() / 2 > 0.9


def test_a_point_out_of_frame_is_seen() -> None:
    corners = np.array([[0.0, 0, 0], [10, 10, 10]])
    camera = aim(Scene([], (0, -1, 1)), corners)
    flat, _ = camera.project(np.array([[500.0, 0, 0]]), 0.67)
    assert np.abs(flat).max() > 1


def test_both_renderers_draw_the_same_outline(kit: PicturedKit) -> None:
    quarter = next(p.name for p in kit.manifest.parts if p.kind == "board-quarter")
    scene = Scene([Prop(quarter, turned("z", 180))], (0.75, -1.0, 0.95))
    drawn = draw_all(kit, [Picture("q.png", scene, "", 300)], Store(None), jobs=1)
    assert drawn.renderer == "vtk"
    seen = covered(pixels(drawn.files["q.png"]))
    simple = covered(SimpleRenderer(kit).draw(scene, 300))
    assert (seen & simple).sum() / (seen | simple).sum() > 0.95


def test_an_engraved_letter_is_drawn(kit: PicturedKit) -> None:
    """Turned over, a tile shows no letter: the pictures differ where the letter is."""
    for renderer in (SimpleRenderer(kit),):
        above = Scene([Prop("tile-E", turned("z", 0))], (0, -0.3, 1), projection="parallel")
        other = Scene([Prop("tile-F", turned("z", 0))], (0, -0.3, 1), projection="parallel")
        first, second = renderer.draw(above, 160), renderer.draw(other, 160)
        assert (np.abs(first.astype(int) - second).max(axis=-1) > 25).sum() > 20


def test_a_slab_and_a_cut_are_drawn(kit: PicturedKit) -> None:
    props = [Prop("tile-E", turned("z", 0))]
    slab = Slab((-30, -30, -1), (30, 30, 0), "#FF0000")
    image = SimpleRenderer(kit).draw(Scene(props, (0, -1, 1), slabs=(slab,)), 120)
    assert ((image[..., 0] > 120) & (image[..., 1] < 60)).mean() > 0.1
    cut = Scene(props, (0, 0, 1), projection="parallel", cut_z=1.0)
    drawn = draw_all(kit, [Picture("c.png", cut, "", 120)], Store(None), jobs=1)
    outline = covered(SimpleRenderer(kit).draw(Scene(props, (0, 0, 1), projection="parallel"), 120))
    assert pixels(drawn.files["c.png"]).std() > 5
    assert outline.any()


def test_the_same_scene_gives_the_same_bytes_on_any_number_of_processes(kit: PicturedKit) -> None:
    pictures = [tile(kit, label, f"{label}.png") for label in "EFAI"]
    one = draw_all(kit, pictures, Store(None), jobs=1)
    two = draw_all(kit, pictures, Store(None), jobs=2)
    assert dict(one.files) == dict(two.files)


def test_only_what_changed_is_drawn_again(
    kit: PicturedKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path)
    ordered: list[str] = []
    draw = drawing._draw

    def counted(kit, pictures, *rest):  # type: ignore[no-untyped-def]
        ordered.extend(picture.path for picture in pictures)
        return draw(kit, pictures, *rest)

    monkeypatch.setattr(drawing, "_draw", counted)
    first = draw_all(kit, [tile(kit, "E", "a.png"), tile(kit, "F", "b.png")], store, jobs=1)
    assert ordered == ["a.png", "b.png"]
    ordered.clear()
    # Another path and other words are the same picture; another letter is not.
    again = draw_all(kit, [tile(kit, "E", "c.png"), tile(kit, "A", "b.png")], store, jobs=1)
    assert ordered == ["b.png"]
    assert again.files["c.png"] == first.files["a.png"]
    assert again.files["b.png"] != first.files["b.png"]
    ordered.clear()
    recoloured = Prop(kit.tile("E") or "", turned("z", 8), colour="#00FF00")
    faded = Prop(kit.tile("E") or "", turned("z", 8), faded=True)
    lifted = Prop(kit.tile("E") or "", moved(turned("z", 8), (0, 0, 5)))
    toward = (0.2, -1.0, 1.2)
    others = [
        Picture(f"{number}.png", Scene([prop], toward), "", 200)
        for number, prop in enumerate((recoloured, faded, lifted))
    ]
    draw_all(kit, others, store, jobs=1)
    assert sorted(ordered) == ["0.png", "1.png", "2.png"]


PROBE = """
import sys
from pathlib import Path
from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene, turned
from kitgen.store import Store
if __name__ == "__main__":
    kit = PicturedKit.read(Path(sys.argv[1]))
    scene = Scene([Prop("tile-E", turned("z", 8))], (0.2, -1.0, 1.2))
    drawn = draw_all(kit, [Picture("e.png", scene, "", 200)], Store(Path(sys.argv[2])), note=print)
    print(drawn.renderer, len(drawn.files["e.png"]))
"""
VTK_ALONE = """
import vtkmodules.vtkRenderingOpenGL2
from vtkmodules.vtkRenderingCore import vtkRenderWindow
window = vtkRenderWindow()
window.SetOffScreenRendering(1)
window.Render()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="OpenGL is hidden by how Linux finds it")
def test_without_opengl_a_simple_renderer_draws(
    kit: PicturedKit, tmp_path: Path, without_opengl: dict[str, str]
) -> None:
    alone = subprocess.run([sys.executable, "-c", VTK_ALONE], env=without_opengl, check=False)
    assert alone.returncode < 0, "VTK lives on: OpenGL is not hidden"
    script = tmp_path / "probe.py"
    script.write_text(PROBE)
    command = [sys.executable, str(script), str(kit.folder), str(tmp_path / "cache")]
    hidden = subprocess.run(
        command, env=without_opengl, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(hidden) == 2
    assert "VTK cannot draw" in hidden[0]
    assert "libegl1" in hidden[0]
    assert hidden[1].startswith("simple ")
    # With OpenGL back, VTK draws: what the simple renderer drew does not stand for it.
    seen = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(seen) == 1
    assert seen[0].startswith("vtk ")


@pytest.fixture
def without_opengl(tmp_path: Path) -> dict[str, str]:
    """An environment in which the dynamic linker finds libraries for OpenGL that are none."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    for name in ("libEGL.so.1", "libOSMesa.so.8", "libOSMesa.so.6", "libOSMesa.so"):
        (hidden / name).write_bytes(b"no library")
    environment = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    return environment | WITHOUT_OPENGL | {"LD_LIBRARY_PATH": str(hidden)}


def test_corners_follow_the_pose(kit: PicturedKit) -> None:
    prop = Prop("tile-E", moved(turned("z", 90), (10, 20, 30)))
    low, high = kit.parts["tile-E"].bbox_mm
    corners = prop_corners(kit, prop)
    assert corners[:, 2].min() == pytest.approx(30 + low[2])
    assert np.ptp(corners[:, 0]) == pytest.approx(high[1] - low[1])
