"""Pictures of the steps: what moves stands apart along its way, and nothing else does."""

import numpy as np
import pytest
from kits import Kits

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import placed
from kitgen.pictures.scenes import steps as scenes
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
