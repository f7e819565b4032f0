"""Where the nozzle changes filament, and what is said where that is not where letters begin."""

import re

import numpy as np
import pytest
from manifold3d import Manifold
from rewritten import Copy
from sabotage import sabotaged

from kitgen.checks.filament import SWAP_PATH
from kitgen.checks.package import findings
from kitgen.checks.written import WrittenKit

TILES = ("tile-A", "tile-B", "tile-O", "rack-half")
PLACES = ("tile-A", "tile-B", "tile-O")
CHECKS = ("package.filament", "package.colours")


def failed(folder):
    """The failing findings of the change by check, the worst of each."""
    found = {}
    for finding in findings(WrittenKit.read(folder)):
        if finding.verdict == "fail" and finding.check.startswith(CHECKS):
            found.setdefault(finding.check, finding)
    return found


@pytest.fixture
def folder(kits):
    return kits(size=6, only=TILES, letter_style="raised", slicer="prusa").folder


@pytest.fixture
def copy(folder, tmp_path):
    return Copy(folder, tmp_path / "spoilt")


def tiles_plate(copy):
    (path,) = {
        p["file"] for p in copy.record["plates"] for i in p["items"] if i["part"] == "tile-B"
    }
    return path


@pytest.mark.parametrize("by", [0.1, 0.2, -0.2])
def test_a_change_at_another_height_is_found(copy, by):
    right = copy.record["filament_change"]["z_mm"]
    copy.record["filament_change"]["z_mm"] = right + by
    found = failed(copy.done())
    assert found["package.filament_change"].value == pytest.approx(right, abs=1e-5)
    assert found["package.filament_change"].low == pytest.approx(right + by, abs=1e-4)


@pytest.mark.parametrize("by", [1, -1, 10])
def test_another_layer_is_found(copy, by):
    right = copy.record["filament_change"]["layer"]
    copy.record["filament_change"]["layer"] = right + by
    found = failed(copy.done())
    assert found.keys() == {"package.filament_layer"}
    assert found["package.filament_layer"].value == pytest.approx(right, abs=1e-4)


@pytest.mark.parametrize("height", [0.15, 0.21, 0.45])
def test_letters_that_begin_inside_a_layer_or_are_thin_are_found(copy, height):
    """The same meshes in layers of another height."""
    copy.record["profile"]["print"]["layer_height"] = height
    change = copy.record["filament_change"]
    change["layer"] = round(change["z_mm"] / height) + 1
    found = failed(copy.done())
    assert found["package.filament_layer"].value == pytest.approx(
        change["z_mm"] / height + 1, abs=1e-3
    )
    assert ("package.filament_letters" in found) == (height == 0.45)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("by", [0.2, 0.1])
def test_a_tile_whose_letter_begins_higher_is_found(folder, tmp_path, name, by):
    """The boss of one tile grown: it would be coloured too."""
    part = next(p for p in Copy(folder, tmp_path / "plain").record["parts"] if p["name"] == name)
    top = part["bbox_mm"][1][2]
    base = top - part["letter"]["relief_mm"]

    def grow(solid):
        low, high = solid.split_by_plane((0, 0, 1), base - 0.01)[::-1]
        boss = Manifold.extrude(solid.slice(base - 0.01), 0.01 + by).translate((0, 0, base - 0.01))
        return low + boss + high

    found = failed(sabotaged(folder, tmp_path / "grown", solids={name: grow}))
    assert found["package.filament_change"].between == (name,)
    assert found["package.filament_change"].value == pytest.approx(base + by, abs=1e-4)


def test_no_change_for_raised_letters_is_found(copy):
    copy.record["filament_change"] = None
    assert "package.filament_change" in failed(copy.done())


@pytest.mark.parametrize("style", ["engraved", "inlay"])
@pytest.mark.parametrize("z", [3.4, 3.6, 4.0])
def test_a_change_without_raised_letters_is_found(kits, tmp_path, style, z):
    copy = Copy(kits(size=6, only=TILES, letter_style=style).folder, tmp_path / "kit")
    printed = copy.record["profile"]["print"]
    copy.record["filament_change"] = {
        "z_mm": z,
        "layer": round(z / 0.2) + 1,
        "first": printed["tile_colour"],
        "second": printed["letter_colour"],
    }
    found = failed(copy.done())
    assert found.keys() == {"package.filament_change"}
    assert f"{z:g} mm" in found["package.filament_change"].note


@pytest.mark.parametrize("by", [0.2, -0.2, 0.05])
def test_another_height_in_the_slicers_file_is_found(copy, by):
    path = tiles_plate(copy)
    right = copy.record["filament_change"]["z_mm"] + 0.2

    def move(text):
        return re.sub(r'print_z="[^"]*"', f'print_z="{right + by:g}"', text)

    copy.member(path, SWAP_PATH, move)
    found = failed(copy.done())
    assert found.keys() == {"package.filament_height"}
    assert found["package.filament_height"].value == pytest.approx(right + by, abs=1e-5)
    assert found["package.filament_height"].low == pytest.approx(right, abs=1e-4)
    assert found["package.filament_height"].between[0] == path


@pytest.mark.parametrize(
    "change",
    [
        lambda _: None,
        lambda text: re.sub(r"<code [^>]*/>\n", "", text),
        lambda text: re.sub(r"(<code [^>]*/>\n)", r"\1\1", text),
    ],
)
def test_a_plate_of_tiles_without_its_one_change_is_found(copy, change):
    path = tiles_plate(copy)
    copy.member(path, SWAP_PATH, change)
    found = failed(copy.done())
    assert found.keys() == {"package.filament_plates"}
    assert (found["package.filament_plates"].between, found["package.filament_plates"].low) == (
        (path,),
        1,
    )


def test_another_colour_in_the_slicers_file_is_found(copy):
    path = tiles_plate(copy)
    copy.member(path, SWAP_PATH, lambda t: re.sub(r'color="[^"]*"', 'color="#FF0000"', t))
    found = failed(copy.done())
    assert found.keys() == {"package.filament_colour"}
    assert "#FF0000" in found["package.filament_colour"].note


@pytest.mark.parametrize("style", ["engraved", "inlay", "raised"])
def test_a_change_on_what_has_no_raised_letters_is_found(kits, tmp_path, style):
    """Racks, tiles of another style, and the sheet of the whole kit."""
    code = '<c><code print_z="3" type="0" extruder="1" color="#000000" gcode="M600"/></c>'
    copy = Copy(
        kits(size=6, only=TILES, letter_style=style, slicer="prusa").folder, tmp_path / "kit"
    )
    paths = ["3mf/kit.3mf", *(p["file"] for p in copy.record["plates"])]
    if style == "raised":
        paths.remove(tiles_plate(copy))
    for path in paths:
        copy.member(path, SWAP_PATH, lambda _: code)
    found = [
        f for f in findings(WrittenKit.read(copy.done())) if f.check == "package.filament_plates"
    ]
    assert {f.between[0] for f in found if f.verdict == "fail"} == set(paths)
    assert {f.value for f in found} == {1}


@pytest.mark.parametrize("name", ["rack-half-left", "rack-half-right"])
def test_a_part_without_a_letter_beside_the_tiles_is_found(copy, name):
    """It would change colour as well."""
    path = tiles_plate(copy)
    plate = next(p for p in copy.record["plates"] if p["file"] == path)
    plate["items"].append({"part": name, "turn_deg": 0.0, "place_mm": [50.0, 50.0]})
    found = failed(copy.done())
    assert found["package.filament_others"].between == (path, name)
    height = np.ptp(np.array(copy.part(name)["bbox_mm"])[:, 2])
    assert found["package.filament_others"].value == pytest.approx(height, abs=1e-4)
