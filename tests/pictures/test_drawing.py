"""What is drawn, by whom, in which processes, and what is drawn again."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from kits import Kits

from kitgen.pictures import drawing
from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene, moved, turned
from kitgen.pictures.stage import prop_corners
from kitgen.store import Store

TOWARD = (0.2, -1.0, 1.2)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="OpenGL is hidden as Linux finds it")


@pytest.fixture(scope="module")
def kit(kits: Kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2).folder)


def tile(kit: PicturedKit, label: str = "E", path: str = "tile.png", width: int = 200) -> Picture:
    scene = Scene([Prop(kit.tile(label) or "", turned("z", 8))], TOWARD)
    return Picture(path, scene, "a tile", width)


@pytest.fixture
def ordered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths of pictures that had to be drawn."""
    paths: list[str] = []
    draw = drawing._draw

    def counted(kit, pictures, *rest):  # type: ignore[no-untyped-def]
        paths.extend(picture.path for picture in pictures)
        return draw(kit, pictures, *rest)

    monkeypatch.setattr(drawing, "_draw", counted)
    return paths


def test_the_same_scene_gives_the_same_bytes_on_any_number_of_processes(kit: PicturedKit) -> None:
    pictures = [tile(kit, label, f"{label}.png", 120) for label in "EFAI"]
    told: list[str] = []
    one = draw_all(kit, pictures, Store(None), jobs=1, drawn_one=told.append)
    two = draw_all(kit, pictures[::-1], Store(None), jobs=2)
    assert dict(one.files) == dict(two.files)
    assert sorted(told) == sorted(one.files)
    assert list(one.files) == [picture.path for picture in pictures]
    assert len(set(one.files.values())) == 4


def test_only_what_changed_is_drawn_again(
    kit: PicturedKit, tmp_path: Path, ordered: list[str]
) -> None:
    store = Store(tmp_path)
    first = draw_all(kit, [tile(kit, "E", "a.png"), tile(kit, "F", "b.png")], store, jobs=1)
    assert ordered == ["a.png", "b.png"]
    ordered.clear()
    # Another path and other words are the same picture; another letter is not.
    again = draw_all(kit, [tile(kit, "E", "c.png"), tile(kit, "A", "b.png")], store, jobs=1)
    assert ordered == ["b.png"]
    assert again.files["c.png"] == first.files["a.png"]
    assert again.files["b.png"] != first.files["b.png"]


def test_all_that_is_seen_counts(kit: PicturedKit) -> None:
    name, pose = kit.tile("E") or "", turned("z", 8)
    prop = Prop(name, pose)
    pictures = [
        Picture("a.png", Scene([prop], TOWARD), "", 200),
        Picture("a.png", Scene([prop], TOWARD), "", 201),
        Picture("a.png", Scene([prop], (0.3, -1.0, 1.2)), "", 200),
        Picture("a.png", Scene([prop], TOWARD, 0.5), "", 200),
        Picture("a.png", Scene([prop], TOWARD, projection="parallel"), "", 200),
        Picture("a.png", Scene([prop], TOWARD, cut_z=1.0), "", 200),
        Picture("a.png", Scene([Prop(name, pose, "#00FF00")], TOWARD), "", 200),
        Picture("a.png", Scene([Prop(name, pose, faded=True)], TOWARD), "", 200),
        Picture("a.png", Scene([Prop(name, moved(pose, (0, 0, 5)))], TOWARD), "", 200),
    ]
    keys = [drawing._key(kit, picture, "vtk") for picture in pictures]
    assert len(set(keys)) == len(keys)
    other_words = Picture("b.png", pictures[0].scene, "words", 200)
    assert drawing._key(kit, other_words, "vtk") == keys[0]
    assert drawing._key(kit, pictures[0], "simple") != keys[0]


def test_a_changed_part_is_drawn_again_and_no_other(
    kit: PicturedKit, tmp_path: Path, ordered: list[str]
) -> None:
    store = Store(tmp_path / "cache")
    draw_all(kit, [tile(kit, "E", "E.png"), tile(kit, "F", "F.png")], store, jobs=1)
    ordered.clear()
    folder = Path(shutil.copytree(kit.folder, tmp_path / "other"))
    changed = kit.parts["tile-E"]
    flatter = kit.parts["tile-F"]
    (folder / changed.file).write_bytes((folder / flatter.file).read_bytes())
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace(changed.sha256, flatter.sha256))
    other = PicturedKit.read(folder)
    again = draw_all(other, [tile(kit, "E", "E.png"), tile(kit, "F", "F.png")], store, jobs=1)
    assert set(ordered) <= {"E.png"}
    assert again.files["E.png"] == again.files["F.png"]


PROBE = """
import os, signal, sys
from pathlib import Path
from kitgen.pictures import drawing
from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene, turned
from kitgen.processes import EndedProcessError
from kitgen.store import Store

def killed(order):
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    folder, cache, what = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    kit = PicturedKit.read(folder)
    # Who runs tests in the background may have told all below to ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    count = 400 if what == "many" else 1
    pictures = [
        Picture(f"{n}.png", Scene([Prop("tile-E", turned("z", 8 + n))], (0.2, -1.0, 1.2)), "", 200)
        for n in range(count)
    ]
    if what == "killed":
        drawing._drawn = killed
    told = (lambda path: print(path, flush=True)) if what == "many" else (lambda path: None)
    try:
        drawn = draw_all(kit, pictures, Store(cache), jobs=2, drawn_one=told, note=print)
    except EndedProcessError as error:
        sys.exit(f"ended: {error}")
    heavy = [n for n in ("vtkmodules", "PIL", "scipy") if n in sys.modules]
    print(drawn.renderer, len(drawn.files["0.png"]), heavy)
"""
VTK_ALONE = """
import vtkmodules.vtkRenderingOpenGL2
from vtkmodules.vtkRenderingCore import vtkRenderWindow
window = vtkRenderWindow()
window.SetOffScreenRendering(1)
window.Render()
"""


@pytest.fixture
def command(kit: PicturedKit, tmp_path: Path) -> list[str]:
    script = tmp_path / "probe.py"
    script.write_text(PROBE)
    return [sys.executable, str(script), str(kit.folder), str(tmp_path / "cache")]


@pytest.fixture(params=["vendor", "linker"])
def without_opengl(tmp_path: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    """An environment without OpenGL: no vendor's library is listed, or libEGL is no library."""
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    if request.param == "vendor":
        return environment | {"__EGL_VENDOR_LIBRARY_DIRS": str(hidden)}
    for name in ("libEGL.so", "libEGL.so.1", "libOSMesa.so.8", "libOSMesa.so.6", "libOSMesa.so"):
        (hidden / name).write_bytes(b"no library")
    return environment | {"LD_LIBRARY_PATH": str(hidden)}


@LINUX
def test_without_opengl_a_simple_renderer_draws(
    command: list[str], without_opengl: dict[str, str]
) -> None:
    alone = subprocess.run(
        [sys.executable, "-c", VTK_ALONE], env=without_opengl, capture_output=True, check=False
    )
    assert alone.returncode == -signal.SIGSEGV, "VTK lives on: OpenGL is not hidden"
    command = [*command, "one"]
    for _ in range(2):
        ran = subprocess.run(
            command, env=without_opengl, capture_output=True, text=True, check=True
        )
        assert ran.stderr == ""
        noted, drawn = ran.stdout.splitlines()
        assert "VTK cannot draw" in noted
        assert "libegl1" in noted
        assert drawn.startswith("simple ")
    # With OpenGL back, VTK draws: what the simple renderer drew does not stand for it.
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout.startswith("vtk ")
    # What VTK drew is known without OpenGL, and without any library that draws.
    ran = subprocess.run(command, env=without_opengl, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("vtk ")
    assert ran.stdout.strip().endswith("[]")


@LINUX
def test_a_process_that_was_killed_is_not_taken_for_a_computer_without_opengl(
    command: list[str],
) -> None:
    ran = subprocess.run([*command, "killed"], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.startswith("ended: a process that draws pictures was ended by the system")
    assert len(ran.stderr.splitlines()) == 1


@LINUX
def test_an_interrupt_ends_all_processes(command: list[str]) -> None:
    with subprocess.Popen(
        [*command, "many"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline().endswith(".png\n")
        os.killpg(running.pid, signal.SIGINT)
        try:
            _, errors = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert running.returncode != 0
    assert errors.count("Traceback") == 1
    assert errors.rstrip().endswith("KeyboardInterrupt")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            os.killpg(running.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("processes that draw outlive who ordered")


def test_corners_follow_the_pose(kit: PicturedKit) -> None:
    prop = Prop("tile-E", moved(turned("z", 90), (10, 20, 30)))
    low, high = kit.parts["tile-E"].bbox_mm
    corners = prop_corners(kit, prop)
    assert corners[:, 2].min() == pytest.approx(30 + low[2])
    assert np.ptp(corners[:, 0]) == pytest.approx(high[1] - low[1])
