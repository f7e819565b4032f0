"""Tiles on a rack rest on its floor and its back; what floats, tilts or tips over is found."""

import numpy as np
import pytest
from assembled import box
from sabotage import sabotaged

from kitgen.checks.rack_rests import findings
from kitgen.checks.written import WrittenKit

PARTS = ["board-quarter", "rack-half", *(f"tile-{label}" for label in "ABCDEFG")]
TILES = ["rack-1-tile-2", "rack-1-tile-3", "rack-1-tile-6"]


def judge(folder):
    return list(findings(WrittenKit.read(folder)))


def failing(folder):
    return {f.check: f for f in judge(folder) if f.verdict == "fail"}


@pytest.fixture(scope="module")
def small(kits):
    return kits(size=6, only=PARTS)


def moved(item, change):
    """Change the pose of an item and of its letter, a (4, 4) array, in place."""

    def apply(record):
        for each in record["assembly"]:
            if each["id"] in (item, f"{item}-letter"):
                pose = np.array(each["pose"])
                change(pose)
                each["pose"] = pose.round(6).tolist()

    return apply


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"size": 6, "clearance_per_side": 0.05},
        {"size": 6, "clearance_per_side": 0.4},
        {"size": 6, "letter_style": "raised"},
        {"size": 6, "letter_style": "inlay"},
        {"size": 6, "rack_size": 6, "rack_angle": 62.0},
        {"size": 6, "rack_size": 9},
    ],
    ids=str,
)
def test_rows_as_built_rest(kits, settings):
    found = judge(kits(**settings).folder)
    assert {f.verdict for f in found} == {"pass"}
    values = {f.check: f.value for f in found}
    assert len(values) == 5
    assert 0 < values["seated.rack_floor"] < 1e-4
    assert 0 < values["seated.rack_rest"] < 1e-4


def test_kits_without_a_whole_rack_are_not_asked(kits):
    assert judge(kits(size=6, only=["tile-A", "rack-half-left"]).folder) == []
    assert judge(kits(size=6, only=["rack-half"]).folder) == []


@pytest.mark.parametrize("item", TILES)
def test_a_tile_that_is_lifted(small, tmp_path, item):
    def lift(pose):
        pose[2, 3] += 0.5

    found = failing(sabotaged(small.folder, tmp_path / "kit", manifest=moved(item, lift)))
    assert set(found) == {
        f"seated.rack_{end}" for end in ("floor", "rest", "floor_area", "rest_area")
    }
    assert {f.between[0] for f in found.values()} == {item}
    angle = np.radians(small.printed["rack_angle"])
    assert found["seated.rack_floor"].value == pytest.approx(0.5 * np.sin(angle), abs=1e-3)
    assert found["seated.rack_rest"].value == pytest.approx(0.5 * np.cos(angle), abs=1e-3)


@pytest.mark.parametrize("item", TILES)
@pytest.mark.parametrize(("column", "end"), [(1, "floor"), (2, "rest")])
def test_a_tile_that_leaves_one_face(small, tmp_path, item, column, end):
    def draw(pose):
        pose[:3, 3] += 0.05 * pose[:3, column]

    found = failing(sabotaged(small.folder, tmp_path / "kit", manifest=moved(item, draw)))
    assert set(found) == {f"seated.rack_{end}", f"seated.rack_{end}_area"}
    assert found[f"seated.rack_{end}"].value == pytest.approx(0.05, abs=1e-3)


@pytest.mark.parametrize("item", TILES)
def test_a_tile_that_leans_on_its_edge(small, tmp_path, item):
    """Tilted forward by a degree about its lower back edge, which still touches."""
    angle = np.radians(1.0)

    def tilt(pose):
        edge = pose[:3, 3] - 9.5 * pose[:3, 1]
        turn = np.eye(3)
        turn[1:, 1:] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        pose[:3, :3] = turn @ pose[:3, :3]
        pose[:3, 3] = edge + 9.5 * pose[:3, 1]

    found = failing(sabotaged(small.folder, tmp_path / "kit", manifest=moved(item, tilt)))
    assert "seated.rack_rest_area" in found
    assert found["seated.rack_rest_area"].between[0] == item


@pytest.mark.parametrize("part", ["tile-B", "tile-C", "tile-F"])
def test_a_tile_whose_underside_is_planed_off(small, tmp_path, part):
    def plane(solid):
        return solid - box([-10, -10, -1], [10, 10, 0.1])

    found = failing(sabotaged(small.folder, tmp_path / "kit", solids={part: plane}))
    assert {"seated.rack_rest", "seated.rack_rest_area"} <= set(found)
    assert found["seated.rack_rest"].value == pytest.approx(0.1, abs=1e-3)


@pytest.mark.parametrize("cut", [9.5, 11.0, 12.5])
def test_a_rack_that_tips_over_backward(small, tmp_path, cut):
    """Its foot cut off from some way behind the front on: by so much it comes nearer to tipping."""
    before = next(f for f in judge(small.folder) if f.check == "seated.rack_steady")

    def shorten(solid):
        return solid - box([-100, cut, -1], [100, 100, 0.3])

    halves = dict.fromkeys(("rack-half-left", "rack-half-right"), shorten)
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids=halves))
    place = small.item("rack-1-left")["pose"][1][3]
    centre = float(before.note.split()[4]) - place
    assert set(found) == {"seated.rack_steady"}
    assert found["seated.rack_steady"].value == pytest.approx(cut - centre, abs=0.3)
