"""CuraEngine reads the kit's STL files: every part comes out solid, whole and in its place.

Its command line takes STL and no 3MF, and needs a value for each of its settings: a printer of our
own, every other line of infill side by side, so that a part takes as much plastic as it has volume.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges"))

from kits import kits

__all__ = ["kits"]

PRINTER = Path(__file__).parent / "cura_printer.json"
KINDS = {bool: "bool", int: "int", float: "float", str: "str"}
LINE_WIDTH_MM = 0.45
BED_MM = (250, 210)


@pytest.fixture(scope="module")
def printer(tmp_path_factory) -> Path:
    """The printer in CuraEngine's form."""
    settings = {
        name: {"type": KINDS[type(group["value"])], "default_value": group["value"]}
        for group in json.loads(PRINTER.read_text())
        for name in group["settings"]
    }
    for name, setting in settings.items():
        setting.update(label=name, description="")
    everything = {"type": "category", "label": "all", "description": "", "children": settings}
    path = tmp_path_factory.mktemp("cura") / "printer.def.json"
    path.write_text(json.dumps({"name": "test", "version": 2, "settings": {"all": everything}}))
    return path


@pytest.fixture
def sliced(system_tool, printer, tmp_path):
    """Slice STL files at places on the bed; give the figures of the header."""

    def run(*placed: tuple[Path, float, float]) -> dict[str, float]:
        models = []
        for path, x, y in placed:
            # Places are settings of the extruder at the time, counted from the middle of the bed.
            models += ["-e0", "-s", f"mesh_position_x={x - BED_MM[0] / 2}"]
            models += ["-s", f"mesh_position_y={y - BED_MM[1] / 2}", "-l", str(path)]
        target = tmp_path / "out.gcode"
        answer = subprocess.run(
            [
                *(system_tool("CuraEngine"), "slice", "-v", "-j", str(printer)),
                *("-o", str(target), "-s", "center_object=false", *models),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        said = answer.stdout + answer.stderr
        assert answer.returncode == 0, said
        assert "[ERROR]" not in said
        figures = {key: float(n) for key, n in re.findall(r"^;(M\w+):([-\d.]+)$", said, re.M)}
        figures["mm3"] = float(re.search(r"^Filament \(mm\^3\): (\d+)$", said, re.M).group(1))
        figures["layers"] = len(re.findall("^;LAYER:", target.read_text(), re.M))
        return figures

    return run


@pytest.mark.parametrize("name", ["tile-E", "rack-half-left", "board-quarter"])
def test_a_part_takes_its_volume_in_plastic(kits, sliced, name):
    game = kits(size=6, only=("board-quarter", "rack-half-left", "tile-E"))
    (part,) = (part for part in game.manifest["parts"] if part["name"] == name)
    low, high = part["bbox_mm"]
    found = sliced((game.folder / part["file"], 125, 105))
    assert found["mm3"] == pytest.approx(part["volume_mm3"], rel=0.02)
    assert found["layers"] == round(high[2] / 0.2)
    assert found["MAXZ"] == pytest.approx(high[2], abs=1e-3)
    line = LINE_WIDTH_MM / 2
    for axis, corner in enumerate((125, 105)):
        assert found[f"MIN{'XY'[axis]}"] == pytest.approx(corner + low[axis] + line, abs=0.3)
        assert found[f"MAX{'XY'[axis]}"] == pytest.approx(corner + high[axis] - line, abs=0.3)


def test_two_files_lie_side_by_side(kits, sliced):
    game = kits(size=6, only=("board-quarter", "rack-half-left", "tile-E"))
    parts = {part["name"]: part for part in game.manifest["parts"]}
    tile, rack = parts["tile-E"], parts["rack-half-left"]
    found = sliced((game.folder / tile["file"], 40, 40), (game.folder / rack["file"], 150, 120))
    assert found["mm3"] == pytest.approx(tile["volume_mm3"] + rack["volume_mm3"], rel=0.02)
    assert found["MINX"] == pytest.approx(40 + tile["bbox_mm"][0][0], abs=0.5)
    assert found["MAXY"] == pytest.approx(120 + rack["bbox_mm"][1][1], abs=0.5)


def test_the_judge_sees_a_part_without_its_bottom(kits, sliced, tmp_path):
    """Half a mesh: CuraEngine says nothing, but the plastic is not there."""
    game = kits(size=6, only=("board-quarter", "rack-half-left", "tile-E"))
    mesh = game.meshes["tile-E"]
    below = mesh.triangles_center[:, 2] < 2
    mesh = mesh.copy()
    mesh.update_faces(~below)
    mesh.export(tmp_path / "half.stl")
    found = sliced((tmp_path / "half.stl", 125, 105))
    assert found["mm3"] < 0.9 * game.meshes["tile-E"].volume
