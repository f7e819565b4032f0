"""Every worked example of the cases file, and the facts beside them."""

import json
from pathlib import Path
from typing import Any

import engine_games as games
import pytest
from wordstack import Placement, Play, Position, Ruling, load_profile, result, validate
from wordstack.board import Board
from wordstack.lexicon import Lexicon
from wordstack.lexicon.alphabet import Alphabet
from wordstack.scoring import word_bonus, word_points

FILE = Path(__file__).resolve().parents[1] / "cases" / "stacking_plays.json"
DATA = json.loads(FILE.read_text(encoding="utf-8"))
JUDGED = [c for c in DATA["cases"] if c["kind"] != "disputed" or "options" in c]


def ruling(case: dict[str, Any], profile: str | None = None) -> Ruling:
    options = {key.replace(".", "__"): value for key, value in case.get("options", {}).items()}
    rules = games.rulebook(profile or case["profile"], **({} if profile else options))
    tops = [{".": "", "Q": "Qu"}.get(mark, mark) for row in case["grid_before"] for mark in row]
    heights = [int(mark) for row in case["heights_before"] for mark in row]
    unknown = ("?",) * rules.rack_size
    position = Position(rules, Board.from_tops(tops, heights), (unknown, unknown))
    tiles = {one["tile"] for one in case["placements"]} | set(tops) - {""}
    labels = dict.fromkeys((*rules.profile.letters, *sorted(tiles)))
    words = Lexicon.from_words(case["lexicon"], Alphabet(tuple(labels), lone_letters=1))
    play = Play(tuple(Placement(one["row"], one["col"], one["tile"]) for one in case["placements"]))
    return validate(position, play, words)


def test_the_file_is_whole() -> None:
    assert len(DATA["cases"]) == 61
    assert len(JUDGED) == 61


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["id"])
def test_a_worked_example(case: dict[str, Any]) -> None:
    found, expect = ruling(case), case["expect"]
    if not expect["legal"]:
        assert expect["reason"] in found.codes
        return
    assert found.reasons == ()
    words = [
        {
            "tiles": list(word.letters),
            "dir": word.direction,
            "start": list(word.cells[0]),
            "heights": list(word.heights),
            "flat": word.is_flat,
            "points": points,
        }
        for word, points in zip(found.words, found.points.words, strict=True)
    ]
    wanted = [{key: one[key] for key in words[0]} for one in expect["words"]]
    assert sorted(words, key=repr) == sorted(wanted, key=repr)
    assert found.points.bonus == expect["bonus"]
    assert found.points.letter_bonus == expect.get("letter_bonus", 0)
    assert found.points.total == expect["total"]


@pytest.mark.parametrize(
    "case",
    [case for case in JUDGED if "derived_alt" in case["expect"]],
    ids=lambda case: case["id"],
)
def test_the_same_play_scored_as_werdup_has_it(case: dict[str, Any]) -> None:
    total = case["expect"]["derived_alt"]["werdup_literal_total"]
    assert ruling(case, "werdup").points.total == total


def test_every_reason_of_the_file_was_asked_for() -> None:
    asked = {case["expect"].get("reason") for case in JUDGED} - {None}
    assert asked | {"max_height"} == set(DATA["reasons"])


@pytest.mark.parametrize("fact", DATA["word_score_facts"], ids=str)
def test_word_score_facts(fact: dict[str, Any]) -> None:
    rules = games.rulebook().rules
    heights = [1] * (fact["tiles"] - 1) + [1 + fact["height_sum"] - fact["tiles"]]
    tops = ["Qu"] * fact["qu"] + ["E"] * (fact["tiles"] - fact["qu"])
    flat = max(heights) == 1
    points = word_points(rules.scoring, heights)
    bonus = word_bonus(rules.bonus, tops, [True] * fact["tiles"], flat)
    assert points + bonus == fact["points"]


@pytest.mark.parametrize("fact", DATA["endgame_facts"][:3], ids=str)
def test_endgame_facts(fact: dict[str, Any]) -> None:
    rack = fact.get("rack", ["E"] * fact["tiles_left"])
    position = Position(
        games.rulebook(), Board.empty(10), (rack, ()), scores=(fact["score_before"], 0), ended="out"
    )
    assert result(position).scores[0] == fact["score_after"]
    assert position.scores[0] == fact["score_before"]


def test_the_penalty_comes_only_once_the_game_is_over() -> None:
    fact = DATA["endgame_facts"][3]
    racks = tuple(("E",) * count for count in fact["tiles_left"])
    scores = tuple(fact["scores_before"])
    going = Position(games.rulebook(), Board.empty(10), racks, scores=scores)
    assert going.final_scores == scores
    over = Position(games.rulebook(), Board.empty(10), racks, scores=scores, ended="out")
    assert over.final_scores == tuple(fact["scores_after"])


@pytest.mark.parametrize("fact", DATA["bag_facts"], ids=lambda fact: fact["set"])
def test_bag_facts(fact: dict[str, Any]) -> None:
    size = {64: 8, 100: 10}[fact["total"]]
    tiles = load_profile("hasbro-2006").tile_set(size)
    assert dict(tiles.counts) == fact["counts"]
    assert tiles.total == fact["total"]
