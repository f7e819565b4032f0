"""Raised letters have the colour of the second filament, in every picture and by both renderers."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from kits import Kits
from numpy.typing import NDArray
from rendering import drawn_by_vtk

from kitgen.pictures import drawing
from kitgen.pictures.colouring import body_colour, letter_colour, lettering
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.look import BACKGROUND, mixed
from kitgen.pictures.scene import Picture, Prop, Scene, turned
from kitgen.pictures.simple_renderer import SimpleRenderer

SECOND = "#B01010"
TOWARD = (0.1, -0.6, 1.0)


@pytest.fixture(scope="module")
def kit(kits: Kits) -> PicturedKit:
    printed = {"letter_style": "raised", "letter_colour": SECOND}
    return PicturedKit.read(kits(size=6, only=("tile-E", "tile-I"), **printed).folder)


@pytest.fixture(scope="module")
def engraved(kits: Kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, only=("tile-E", "tile-I")).folder)


def scene(**about: object) -> Scene:
    return Scene([Prop("tile-E", turned("z", 0), **about)], TOWARD)  # type: ignore[arg-type]


def red(image: NDArray[np.uint8]) -> float:
    """Share of the pixels that have the second filament's colour."""
    pixels = image.astype(int)
    return float(((pixels[..., 0] > pixels[..., 1] + 50) & (pixels[..., 1] < 90)).mean())


def test_raised_letters_are_drawn_in_the_second_colour(kit: PicturedKit) -> None:
    scenes = [scene(), scene(faded=True), scene(colour="#F4EBDD")]
    drawn = drawn_by_vtk(kit, scenes, 160)
    simple = [SimpleRenderer(kit).draw(each, 160) for each in scenes]
    for letter, faded, other in (drawn, simple):
        assert 0.02 < red(letter) < 0.3
        assert red(faded) == red(other) == 0
    agreed = abs(red(drawn[0]) - red(simple[0]))
    assert agreed < 0.01


def test_all_above_the_change_is_the_letter_and_nothing_below(kit: PicturedKit) -> None:
    change = kit.manifest.filament_change
    found = lettering(kit, "tile-E")
    assert change is not None
    assert found is not None
    mesh = kit.mesh("tile-E")
    heights = mesh.vertices[mesh.faces][..., 2]
    shown = found.facets(mesh)
    assert np.all(heights[shown].min(axis=1) >= change.z_mm - 1e-4)
    assert np.all(heights[~shown].max(axis=1) <= change.z_mm + 1e-4)
    assert heights[shown].max() == pytest.approx(kit.parts["tile-E"].bbox_mm[1][2], abs=1e-4)


def test_the_ground_of_an_engraved_letter_is_shaded(engraved: PicturedKit) -> None:
    found = lettering(engraved, "tile-E")
    assert found is not None
    mesh = engraved.mesh("tile-E")
    shown = mesh.vertices[mesh.faces][found.facets(mesh)]
    letter = engraved.parts["tile-E"].letter
    assert letter is not None
    deep = engraved.parts["tile-E"].bbox_mm[1][2] - letter.relief_mm
    assert shown[..., 2] == pytest.approx(deep, abs=1e-3)
    a, b, c = shown.transpose(1, 0, 2)
    area = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)
    assert 10 < area < 60, "of an E of some 8 by 6 mm"
    prop = Prop("tile-E", turned("z", 0), "#808080")
    assert (body_colour(engraved, prop), letter_colour(engraved, prop)) == ("#808080", "#4D4D4D")


def test_inlaid_letters_and_other_parts_have_one_colour(kits: Kits) -> None:
    kit = PicturedKit.read(kits(size=6, players=1, letter_style="inlay").folder)
    assert [name for name in kit.parts if lettering(kit, name)] == []


def test_what_is_pale_is_pale_in_both_colours(kit: PicturedKit) -> None:
    prop = Prop("tile-E", turned("z", 0), faded=True)
    share = mixed(SECOND, BACKGROUND, 0.62)
    assert letter_colour(kit, prop) == share


@pytest.mark.parametrize("key", ["z_mm", "second"])
def test_another_change_of_filament_is_drawn_anew(
    kit: PicturedKit, tmp_path: Path, key: str
) -> None:
    shutil.copytree(kit.folder, tmp_path / "kit")
    path = tmp_path / "kit/manifest.json"
    manifest = json.loads(path.read_text())
    changed = {"z_mm": manifest["filament_change"]["z_mm"] + 0.2, "second": "#1010B0"}
    manifest["filament_change"][key] = changed[key]
    path.write_text(json.dumps(manifest))
    other = PicturedKit.read(tmp_path / "kit")
    picture = Picture("tile.png", scene(), "", 160)
    keys = {drawing._key(each, picture, "vtk") for each in (kit, other, kit)}
    assert len(keys) == 2
