"""Letters in G-code: each style passes as built, and what a slicer loses is found."""

import numpy as np
import pytest
from manifold3d import CrossSection, Manifold
from sabotage import sabotaged

from kitgen.checks.laid_down import findings, lettered
from kitgen.checks.written import WrittenKit
from kitgen.slicing.finding import find_slicer

LABELS = ["B", "L", "S", "Qu"]
TILES = [f"tile-{label}" for label in LABELS]
RELIEF_MM = 0.8
LAYER_MM = 0.2


@pytest.fixture
def laid(system_tool):
    """Slice tiles of a kit; gives failing findings by tile, and all of them."""
    system_tool("prusa-slicer")

    def check(folder, labels):
        return list(findings(WrittenKit.read(folder), find_slicer(), labels=labels))

    return check


@pytest.fixture
def kit_of(kits):
    """Kits of a few tiles, in a style."""

    def folder(style):
        return kits(size=6, only=TILES, letter_style=style).folder

    return folder


def failing(found, tile):
    return {one.check: one for one in found if one.between == (tile,) and one.verdict == "fail"}


@pytest.mark.parametrize("style", ["engraved", "raised", "inlay"])
def test_letters_are_laid_down_as_written(kit_of, laid, style):
    found = laid(kit_of(style), None)
    assert {one.between[0] for one in found} == set(TILES)
    assert {one.verdict for one in found} == {"pass"}
    asked = {one.check for one in found if one.between == ("tile-B",)}
    stands = {"laid.letter", "laid.beyond"}
    cut = {"laid.pocket", "laid.rim"}
    of_style = {"engraved": cut, "raised": stands, "inlay": cut | stands}[style]
    assert asked == of_style | {"laid.counters", "laid.depth"}


def test_each_tile_is_reported_once_done(kit_of, system_tool):
    system_tool("prusa-slicer")
    kit, done = WrittenKit.read(kit_of("raised")), []
    list(findings(kit, find_slicer(), labels=["L", "S"], done=done.append))
    assert sorted(done) == lettered(kit, ["L", "S"]) == ["tile-L", "tile-S"]


def strokes_of(shape: CrossSection, width: float) -> CrossSection:
    """A shape worn down until its thickest stroke has a width."""
    low, high = 0.0, 5.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if shape.offset(-middle).is_empty() else (middle, high)
    return shape.offset(-(low - width / 2))


def with_letter_thinned(solid: Manifold) -> Manifold:
    """Strokes of 0.3 mm on a tile with a raised letter: three quarters of a nozzle."""
    top = solid.bounding_box()[5]
    letter = solid.slice(top - RELIEF_MM / 2)
    body = solid.trim_by_plane((0, 0, -1), -(top - RELIEF_MM))
    thin = Manifold.extrude(strokes_of(letter, 0.3), RELIEF_MM + 0.1)
    return body + thin.translate((0, 0, top - RELIEF_MM - 0.1))


@pytest.mark.parametrize("label", LABELS[1:])
def test_a_letter_thinned_to_less_than_a_line_is_found(kit_of, laid, tmp_path, label):
    name = f"tile-{label}"
    spoilt = sabotaged(kit_of("raised"), tmp_path / "kit", solids={name: with_letter_thinned})
    found = laid(spoilt, [label])
    assert {"laid.letter", "laid.beyond"} & set(failing(found, name)), found


def with_letter_file_thinned(solid: Manifold) -> Manifold:
    return Manifold.extrude(strokes_of(solid.slice(RELIEF_MM / 2), 0.3), RELIEF_MM)


def test_an_inlaid_letter_thinned_leaves_its_pocket_open(kit_of, laid, tmp_path):
    spoil = {"tile-S-letter": with_letter_file_thinned}
    found = laid(sabotaged(kit_of("inlay"), tmp_path / "kit", solids=spoil), ["S"])
    missing = failing(found, "tile-S")["laid.letter"]
    assert missing.value < 0.4


def with_pocket_of(depth: float):
    """A tile whose letter is cut in by less than its relief."""

    def spoil(solid: Manifold) -> Manifold:
        box = solid.bounding_box()
        size = [box[3] - box[0] - 6, box[4] - box[1] - 6, RELIEF_MM + 0.05 - depth]
        middle = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, box[5] - depth - size[2] / 2]
        return solid + Manifold.cube(size, True).translate(middle)

    return spoil


@pytest.mark.parametrize("label", LABELS[1:])
def test_a_pocket_half_a_layer_deep_is_found(kit_of, laid, tmp_path, label):
    name = f"tile-{label}"
    spoil = {name: with_pocket_of(LAYER_MM / 2 - 0.01)}
    found = laid(sabotaged(kit_of("engraved"), tmp_path / "kit", solids=spoil), [label])
    wrong = failing(found, name)
    assert wrong["laid.pocket"].value < 0.05
    assert wrong["laid.depth"].value == 0


def test_a_pocket_a_layer_too_shallow_is_found_with_its_depth(kit_of, laid, tmp_path):
    spoil = {"tile-S": with_pocket_of(RELIEF_MM - LAYER_MM)}
    found = laid(sabotaged(kit_of("engraved"), tmp_path / "kit", solids=spoil), ["S"])
    assert failing(found, "tile-S")["laid.depth"].value == pytest.approx(RELIEF_MM - LAYER_MM)


def with_counters_filled(solid: Manifold) -> Manifold:
    """The slit in a counter of a raised letter closed below what is seen at its mouth."""
    top = solid.bounding_box()[5]
    letter = solid.slice(top - 0.01)
    outer = [ring for ring in letter.to_polygons() if signed_area(ring) > 0]
    plug = Manifold.extrude(CrossSection(outer), RELIEF_MM - LAYER_MM)
    return solid + plug.translate((0, 0, top - RELIEF_MM))


def signed_area(ring) -> float:
    x, y = np.asarray(ring).T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def test_a_counter_that_is_filled_in_is_found(kit_of, laid, tmp_path):
    spoil = {"tile-B": with_counters_filled}
    found = laid(sabotaged(kit_of("raised"), tmp_path / "kit", solids=spoil), ["B"])
    assert failing(found, "tile-B")["laid.counters"].value < 0.1


def test_a_tile_without_its_letter_is_found(kit_of, laid, tmp_path):
    found = laid(
        sabotaged(kit_of("engraved"), tmp_path / "kit", solids={"tile-L": with_pocket_of(-0.001)}),
        ["L"],
    )
    assert failing(found, "tile-L")["laid.letter"].note.startswith("no letter")


def test_a_file_that_is_no_mesh_is_said(kit_of, laid, tmp_path):
    folder = sabotaged(kit_of("engraved"), tmp_path / "kit")
    (folder / "stl/tile-L.stl").write_bytes(b"nothing")
    assert "laid.letter" in failing(laid(folder, ["L"]), "tile-L")
