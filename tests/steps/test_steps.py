"""Steps lead from loose parts to the assembled game, along the ways in which joints seat."""

import tomllib
from collections import Counter
from importlib.resources import files
from typing import get_args

import numpy as np
import pytest

from kitgen.export.manifest import Manifest
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scenes import steps as scenes
from kitgen.steps import StepKey, explosion, joints_closed, steps
from kitgen.steps.exploding import LIFT_MM
from kitgen.wording import LANGUAGES, Wording


@pytest.fixture(scope="module", params=["engraved", "inlay"])
def kit(kits, request) -> PicturedKit:
    return PicturedKit.read(kits(size=6, players=2, letter_style=request.param).folder)


@pytest.fixture(scope="module")
def manifest(kit) -> Manifest:
    return kit.manifest


def by_key(manifest: Manifest) -> dict[str, object]:
    return {step.key: step for step in steps(manifest)}


def test_a_whole_kit_takes_every_step_in_its_order(manifest):
    assert [step.key for step in steps(manifest)] == list(get_args(StepKey))


def test_pairs_and_racks_use_up_just_the_parts_that_the_kit_has(manifest):
    used = Counter()
    for step in steps(manifest):
        if step.key in ("board-pairs", "rack"):
            for name, count in step.needs:
                used[name] += count * step.times
    kinds = ("board-quarter", "rack-half")
    assert used == {part.name: part.count for part in manifest.parts if part.kind in kinds}


def test_what_earlier_steps_made_is_all_used(manifest):
    found = by_key(manifest)
    assert found["board"].needs == (("board-pairs", found["board-pairs"].times),)
    assert ("board", 1) in found["square"].needs
    assert ("rack", 1) in found["rack-tiles"].needs


def test_every_seam_is_closed_by_a_step_along_its_own_way(manifest):
    found = by_key(manifest)
    closed = Counter()
    for key in ("board-pairs", "board", "rack"):
        step = found[key]
        for joint in joints_closed(manifest, step):
            sign = 1 if joint.members[0] in step.moving else -1
            assert np.allclose(np.array(joint.insert) * sign, step.insert)
            closed[joint.kind] += step.times
    there = Counter(joint.kind for joint in manifest.joints if joint.kind != "nest")
    assert closed == there == {"board-snap": 4, "rack-snap": 2}


def test_tiles_go_onto_squares_and_tiles_along_their_nests(manifest):
    for key in ("square", "stack"):
        step = by_key(manifest)[key]
        (joint,) = joints_closed(manifest, step)
        assert joint.kind == "nest"
        assert joint.members[0] in step.moving
        assert step.insert == joint.insert == (0, 0, -1)


def test_an_inlaid_letter_moves_with_its_tile_and_is_no_part_to_look_for(manifest):
    placed = {one.id for one in manifest.assembly}
    kinds = {part.name: part.kind for part in manifest.parts}
    for step in steps(manifest):
        for name in step.moving:
            assert name + "-letter" not in placed or name + "-letter" in step.moving
        assert "tile-letter" not in {kinds.get(name) for name, _ in step.needs}


def test_the_exploded_picture_brought_back_along_the_way_is_the_finished_one(kit):
    pictures = scenes.pictures(kit, "en")
    for number, step in enumerate(steps(kit.manifest)):
        apart, done = (pictures[2 * number + i].scene for i in (0, 1))
        ways = []
        for name, before, after in zip(step.standing, apart.props, done.props, strict=True):
            assert np.array_equal(after.pose, np.array(kit.standing[name].pose))
            way = (after.pose - before.pose)[:3, 3]
            assert np.array_equal(after.pose[:3, :3], before.pose[:3, :3])
            if name in step.moving:
                ways.append(way)
            else:
                assert not way.any()
        assert all(np.allclose(way, ways[0]) for way in ways)
        length = np.linalg.norm(ways[0])
        assert length > 5
        assert np.allclose(ways[0] / length, step.insert, atol=1e-5)


def test_nothing_is_left_of_steps_whose_parts_the_kit_lacks(manifest):
    def without(*prefixes: str) -> Manifest:
        assembly = tuple(one for one in manifest.assembly if not one.id.startswith(prefixes))
        ids = {one.id for one in assembly}
        joints = tuple(joint for joint in manifest.joints if {*joint.members} <= ids)
        return manifest.model_copy(update={"assembly": assembly, "joints": joints})

    def keys(left: Manifest) -> list[str]:
        return [step.key for step in steps(left)]

    assert keys(without("rack")) == ["board-pairs", "board", "square", "stack"]
    assert keys(without("quarter", "cell")) == ["rack", "stack", "rack-tiles"]
    assert keys(without("cell", "stack", "rack-1-tile")) == ["board-pairs", "board", "rack"]
    assert keys(without("quarter", "cell", "rack", "stack")) == []


def test_coupons_whose_joints_are_of_the_same_kinds_take_no_step(manifest):
    assembly = tuple(one.model_copy(update={"group": "coupon-board"}) for one in manifest.assembly)
    assert steps(manifest.model_copy(update={"assembly": assembly})) == ()


def test_more_racks_are_more_times_and_no_more_steps(manifest, kits):
    alone = PicturedKit.read(kits(size=6, players=1).folder).manifest
    assert [step.key for step in steps(alone)] == [step.key for step in steps(manifest)]
    assert (by_key(alone)["rack"].times, by_key(manifest)["rack"].times) == (1, 2)


def test_joints_come_apart_against_the_way_in_which_they_seat(manifest):
    moves = explosion(manifest)
    assert moves.keys() == {one.id for one in manifest.assembly}
    for joint in manifest.joints:
        first, second = (np.array(moves[member]) for member in joint.members)
        apart = (first - second) @ np.array(joint.insert)
        assert apart < -10, joint.id
        assert np.allclose(first - second, apart * np.array(joint.insert)), joint.id


def test_nothing_touches_anything_once_the_game_is_exploded(kit):
    moves = explosion(kit.manifest)
    boxes = {}
    for name, one in kit.standing.items():
        if not name.endswith("-letter"):
            corners = np.array(kit.parts[one.part].bbox_mm)
            grid = np.array(np.meshgrid(*corners.T)).reshape(3, -1).T
            pose = np.array(one.pose)
            there = grid @ pose[:3, :3].T + pose[:3, 3] + moves[name]
            boxes[name] = there.min(axis=0), there.max(axis=0)
    names = list(boxes)
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            (low, high), (bottom, top) = boxes[first], boxes[second]
            # Tiles lean in their rack, so their boxes are larger than they are.
            if "-tile-" not in first + second:
                assert np.any((high <= bottom) | (top <= low)), (first, second)


def test_inlaid_letters_stay_in_their_tiles(manifest):
    moves = explosion(manifest)
    for name, move in moves.items():
        if name.endswith("-letter"):
            assert move == moves[name.removesuffix("-letter")]
    assert all(move[2] == LIFT_MM for name, move in moves.items() if name.startswith("cell-"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(language):
    wording = Wording.read("kitgen.steps", "steps", language)
    for key in get_args(StepKey):
        for what in ("title", "feel", "stuck", "undo", "exploded", "finished"):
            assert wording.text(f"{key}.{what}").strip()
        told = wording.table[key]["do"]
        assert told
        assert all(text.endswith(".") for text in told)
    assert set(wording.table) == set(get_args(StepKey))


def test_french_keeps_its_signs_with_their_words():
    for package, name in (("kitgen.steps", "steps"), ("kitgen.paper", "manual")):
        text = (files(package) / "wording" / f"{name}.fr.toml").read_text(encoding="utf-8")
        words = "\n".join(strings(tomllib.loads(text)))
        assert not {f" {sign}" for sign in ";:!?»"} & {words[i : i + 2] for i in range(len(words))}
        assert "« " not in words
        assert "'" not in words


def strings(value) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value
    return [text for item in inner for text in strings(item)]
