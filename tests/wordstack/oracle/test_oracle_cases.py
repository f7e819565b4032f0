"""The oracle agrees with every worked example, so it may be held against the engine."""

import json
from pathlib import Path
from typing import Any

import oracle
import pytest
import wordstack

CASES_FILE = Path(__file__).parents[1] / "cases" / "stacking_plays.json"
DATA = json.loads(CASES_FILE.read_text(encoding="utf-8"))
LABEL = {"Q": "Qu"}

# What the profiles change of plays and scores, told again from the table of editions.
PROFILES: dict[str, dict[str, Any]] = {
    "hasbro-2006": {},
    "classic-8x8": {},
    "app": {},
    "solo": {},
    "werdup-classic": {},
    "wikipedia": {"first_word.min": 1},
    "werdup": {
        "scoring.mode": "per_letter",
        "first_word.min_unit": "letters",
        "bonus.all_tiles": 0,
        "bonus.tiles": {},
        "cover.full_word": "allow",
    },
    "euro-topwords": {
        "bonus.all_tiles": 10,
        "bonus.all_tiles_requires": "emptied_rack",
        "bonus.tiles": {"J": 2, "Q": 2, "X": 2, "Y": 2, "Z": 2},
        "bonus.when": "newly_placed",
        "bonus.per": "turn",
        "cover.full_word": "allow",
    },
}

# Fault that a case shows beside the one it is about, as its notes say.
ALSO = {"hw3-cat-tot": {"full_cover"}}

# The file gives tops and heights; this case depends on what lies below, which its notes tell.
BELOW = {"forum-moon-again-strict": {(4, 3): ["M", "L", "S"]}}


def _split(word: str) -> tuple[str, ...]:
    """Split a word of the file into tiles: the English sets have no plain Q."""
    return tuple(LABEL.get(char, char) for char in word.replace("QU", "Q"))


def position_of(case: dict[str, Any]) -> oracle.Position:
    stacks = {}
    for row, (letters, heights) in enumerate(
        zip(case["grid_before"], case["heights_before"], strict=True)
    ):
        for column, (letter, height) in enumerate(zip(letters, heights, strict=True)):
            if int(height):
                stacks[row, column] = ["#"] * (int(height) - 1) + [LABEL.get(letter, letter)]
    stacks.update(BELOW.get(case["id"], {}))
    return {
        "size": case["board_size"],
        "stacks": stacks,
        "rack": None,
        "rack_size": 7,
        "start_squares": None,
    }


def play_of(case: dict[str, Any]) -> oracle.Play:
    return tuple((one["row"], one["col"], one["tile"]) for one in case["placements"])


def judged(case: dict[str, Any], **more: Any) -> oracle.Verdict:
    options = {**PROFILES[case["profile"]], **case.get("options", {}), **more}
    words = {_split(word) for word in case.get("lexicon", [])}
    return oracle.judge(position_of(case), play_of(case), options, words)


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    expect, verdict = case["expect"], judged(case)
    if not expect["legal"]:
        assert verdict.reasons == {expect["reason"]} | ALSO.get(case["id"], set())
        return
    assert verdict.reasons == set()
    assert {
        (word.direction, word.cells[0], word.labels, word.heights, word.flat, word.points)
        for word in verdict.words
    } == {
        (
            word["dir"],
            tuple(word["start"]),
            tuple(word["tiles"]),
            tuple(word["heights"]),
            word["flat"],
            word["points"],
        )
        for word in expect["words"]
    }
    assert len(verdict.words) == len(expect["words"])
    assert verdict.bonus == expect["bonus"]
    assert verdict.letter_bonus == expect.get("letter_bonus", 0)
    assert verdict.total == expect["total"]
    literal = expect.get("derived_alt", {}).get("werdup_literal_total")
    if literal is not None:
        options = {**PROFILES["werdup"], **case.get("options", {})}
        words = {_split(word) for word in case["lexicon"]}
        other = oracle.judge(position_of(case), play_of(case), options, words)
        assert (other.legal, other.total) == (True, literal)


@pytest.mark.parametrize("fact", DATA["word_score_facts"], ids=lambda fact: str(fact["points"]))
def test_word_score_fact(fact: dict[str, Any]) -> None:
    tiles = ["Qu"] * fact["qu"] + list("ABCDE")[: fact["tiles"] - fact["qu"]]
    stacks = {(0, column): [tile] for column, tile in enumerate(tiles[:-1])}
    for _ in range(fact["height_sum"] - fact["tiles"]):
        stacks[0, 1].insert(0, "#")
    position = {
        "size": 10,
        "stacks": stacks,
        "rack": None,
        "rack_size": 7,
        "start_squares": None,
    }
    verdict = oracle.judge(position, [(0, len(tiles) - 1, tiles[-1])], {}, None)
    assert verdict.total == fact["points"]


@pytest.mark.parametrize("name", PROFILES)
def test_the_shipped_profile_says_what_the_oracle_was_told(name: str) -> None:
    rules = wordstack.load_profile(name).rules.model_dump()
    for key, value in {**oracle.DEFAULTS, **PROFILES[name]}.items():
        table, option = key.split(".")
        assert rules[table][option] == value, key


def test_every_shipped_profile_is_known_to_the_oracle() -> None:
    assert set(PROFILES) == set(wordstack.profile_names())
