"""Pictures of the steps: what moves stands apart along its way, and nothing else does."""

import numpy as np
import pytest
from kits import Kits

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import placed
from kitgen.pictures.scenes import steps as scenes
from kitgen.pictures.simple_renderer import SimpleRenderer
from kitgen.pictures.stage import prop_corners
from kitgen.steps import steps
from kitgen.wording import LANGUAGES, Wording


@pytest.fixture(scope="module")
def kit(kits: Kits) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2).folder)


def test_what_moves_stands_back_along_its_way_and_comes_to_its_place(kit: PicturedKit) -> None:
    pictures = {picture.path: picture.scene for picture in scenes.pictures(kit, "en")}
    for number, step in enumerate(steps(kit.manifest), start=1):
        apart, together = (
            pictures[scenes.picture_path(number, step, state)] for state in scenes.STATES
        )
        assert [prop.part for prop in apart.props] == [prop.part for prop in together.props]
        for name, before, after in zip(step.standing, apart.props, together.props, strict=True):
            assert np.allclose(after.pose, placed(kit.standing[name].pose))
            way = (after.pose - before.pose)[:3, 3]
            assert np.allclose(before.pose[:, :3], after.pose[:, :3])
            if name in step.moving:
                assert np.dot(way, step.insert) > 5, (step.key, name)
                assert np.allclose(np.cross(way, step.insert), 0)
            else:
                assert np.allclose(way, 0), (step.key, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_picture_are_those_of_its_step(kit: PicturedKit, language: str) -> None:
    wording = Wording.read("kitgen.steps", "steps", language)
    alts = {picture.path: picture.alt for picture in scenes.pictures(kit, language)}
    for number, step in enumerate(steps(kit.manifest), start=1):
        for state in scenes.STATES:
            said = wording.text(f"{step.key}.{state}")
            assert alts[scenes.picture_path(number, step, state)] == said
            assert len(said) > 15


def test_the_arrow_points_at_the_square_where_the_tile_comes_to_lie(kit: PicturedKit) -> None:
    number, step = next(
        (n, one) for n, one in enumerate(steps(kit.manifest), start=1) if one.key == "square"
    )
    scenes_by_path = {picture.path: picture.scene for picture in scenes.pictures(kit, "en")}
    apart, together = (
        scenes_by_path[scenes.picture_path(number, step, state)] for state in scenes.STATES
    )
    tile = step.standing.index(step.moving[0])
    laid = prop_corners(kit, together.props[tile])
    held = prop_corners(kit, apart.props[tile])
    low = np.min([slab.low for slab in apart.slabs], axis=0)
    high = np.max([slab.high for slab in apart.slabs], axis=0)
    assert np.all(low[:2] > laid.min(axis=0)[:2])
    assert np.all(high[:2] < laid.max(axis=0)[:2])
    assert laid.min(axis=0)[2] < low[2] < high[2] < held.min(axis=0)[2]
    pixels = SimpleRenderer(kit).draw(apart, 360).astype(int)
    orange = (pixels[..., 0] > pixels[..., 2] + 90) & (pixels[..., 1] < 140)
    assert orange.mean() > 0.003, "the tile does not hide it"
