"""The assembled view shows each part as often as the kit has it, and leaves no hole."""

import re
from collections import Counter

import pytest

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.page.content import content
from kitgen.pictures.page.filling import there_at_once
from kitgen.steps import stack_allowed
from kitgen.wording import Wording

KITS = {
    "6 x 6 for one": {"size": 6, "players": 1},
    "8 x 8 for two, inlaid": {"size": 8, "players": 2, "letter_style": "inlay"},
    "8 x 8, another game": {"profile": "classic-8x8"},
    "10 x 10": {},
}


@pytest.fixture(params=KITS.values(), ids=KITS)
def kit(request, kits) -> PicturedKit:
    return PicturedKit.read(kits(**request.param).folder)


def test_each_part_is_there_as_often_as_the_kit_has_it(kit) -> None:
    shown = Counter(placed.part for placed in there_at_once(kit))
    assert shown == {p.name: p.count for p in kit.manifest.parts if "coupon" not in p.name}


@pytest.mark.parametrize("language", ["en", "de"])
def test_as_many_are_said_as_are_shown(kit, language) -> None:
    told = content(kit, Wording.read("kitgen.pictures.page", "page", language))
    of = [part.kind for part in kit.manifest.parts]
    shown = [item for item in told["assembly"] if of[item["part"]] != "tile-letter"]
    (said,) = re.findall(r"\d+", told["words"]["assembled"])
    assert int(said) == len(shown)
    whole = [
        p.count for p in kit.manifest.parts if p.kind in ("board-quarter", "rack-half", "tile")
    ]
    assert int(said) == sum(whole)


def test_no_two_stand_in_one_place(kit) -> None:
    bodies = [p for p in there_at_once(kit) if kit.parts[p.part].kind != "tile-letter"]
    assert len({placed.id for placed in bodies}) == len(bodies)


def test_the_rack_is_full_and_the_stack_is_what_can_be_spared(kit) -> None:
    there = {placed.id: placed.part for placed in there_at_once(kit)}
    rack = [name for name in kit.standing if re.fullmatch(r"rack-1-tile-\d+", name)]
    assert rack
    assert all(name in there for name in rack)
    assert len({there[name] for name in rack}) == len(rack)
    stack = [name for name in stack_allowed(kit.manifest) if not name.endswith("-letter")]
    assert stack
    labels = [there[name] for name in stack]
    assert len(set(labels)) == len(labels)
    assert all(kit.parts[name].count > 1 for name in labels)


def test_the_board_is_filled_from_its_far_left(kit) -> None:
    there = {placed.id: placed.part for placed in there_at_once(kit)}
    size = int(kit.manifest.profile["size"])
    cells = [f"cell-{row}-{column}" for row in range(size) for column in range(size)]
    filled = [name in there for name in cells]
    assert any(filled)
    assert filled == sorted(filled, reverse=True), "no square is free before one that is not"
    order = [list(kit.parts).index(there[name]) for name in cells if name in there]
    assert order == sorted(order)


def test_of_some_parts_none_is_shown_oftener_than_there_is_one(kits) -> None:
    for only in (("tile-A",), ("tile-A", "tile-B", "rack-half"), ("board-quarter",)):
        kit = PicturedKit.read(kits(size=6, only=only).folder)
        shown = Counter(placed.part for placed in there_at_once(kit))
        assert shown
        assert all(count <= kit.parts[name].count for name, count in shown.items())


def test_letters_without_their_tiles_are_shown_as_well(kits) -> None:
    kit = PicturedKit.read(kits(size=6, only=("tile-A-letter",), letter_style="inlay").folder)
    assert {placed.part for placed in there_at_once(kit)} <= {"tile-A-letter"}
    assert bool(there_at_once(kit)) == bool(kit.manifest.assembly)
