"""Counts of rows of plays, written down once; the oracle counts some of them again."""

import json
from pathlib import Path
from typing import Any

import pytest
from wordstack import Rulebook, divide, full_text, legal_plays, parse_position, perft
from wordstack.lexicon import Lexicon, load_lexicon

CASES = Path(__file__).resolve().parents[1] / "cases"
POSITIONS = json.loads((CASES / "perft.json").read_text(encoding="utf-8"))["positions"]
WORDS = json.loads((CASES / "perft_words.json").read_text(encoding="utf-8"))


def names(case: dict[str, Any]) -> str:
    return f"{case['profile']}-{case['board_size']}-{case['words']}-{case['seed']}"


@pytest.mark.parametrize("case", POSITIONS, ids=names)
def test_perft(case: dict[str, Any]) -> None:
    rules = Rulebook.of(case["profile"], case["board_size"])
    position = parse_position(case["position"], rules)
    words = (
        Lexicon.from_words(WORDS, rules.profile)
        if case["words"] == "small"
        else load_lexicon(case["words"], rules.profile)
    )
    depth = len(case["counts"])
    for below in range(1, depth):
        assert perft(position, words, below) == case["counts"][below - 1]
    split = divide(position, words, depth)
    assert len(split) == len(legal_plays(position, words)) == case["counts"][0]
    assert sum(split.values()) == case["counts"][-1]
    assert split == case.get("divide", split)
    assert perft(position, words, 0) == 1
    assert full_text(position) == case["position"]


def test_enough_positions_of_enough_profiles() -> None:
    assert len(POSITIONS) >= 20
    assert len({case["profile"] for case in POSITIONS}) == 3
    assert {len(case["counts"]) for case in POSITIONS} == {1, 2, 3}
