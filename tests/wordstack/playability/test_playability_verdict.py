"""Good sets and hopeless ones are told apart, and nothing else is claimed."""

import pytest
from wordstack import Rulebook
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.playability import GATES, QUICK, Sample, Share, assess
from wordstack.playability.gates import Gate
from wordstack.playability.verdict import Finding, findings, overall

GAME_GATES = {"games_stuck", "games_with_bag_left", "games_with_racks_left"}


def gate(limit: float) -> Gate:
    return Gate("games_stuck", "title", limit, "reason", "source")


@pytest.mark.parametrize(
    ("count", "total", "verdict"),
    [
        (0, 40, "playable"),
        (40, 40, "not playable"),
        (10, 40, "undecided"),  # just the limit
        (3, 40, "playable"),  # 2.6 to 19.9 %
        (16, 40, "not playable"),  # 26.3 to 55.4 %
        (0, 4, "undecided"),  # 0 to 49 %
        (0, 0, "undecided"),
    ],
)
def test_the_whole_interval_must_lie_on_one_side(count, total, verdict):
    assert Finding(gate(0.25), Share(count, total)).verdict == verdict


def test_an_exact_share_is_always_decided():
    assert Finding(gate(0.25), Share(1, 4, is_sample=False)).verdict == "playable"
    assert Finding(gate(0.24), Share(1, 4, is_sample=False)).verdict == "not playable"


def test_one_gate_refuses_and_all_must_hold():
    yes = Finding(gate(0.25), Share(0, 40))
    no = Finding(gate(0.25), Share(40, 40))
    open_ = Finding(gate(0.25), Share(10, 40))
    assert overall([yes, yes]) == "playable"
    assert overall([yes, open_]) == "undecided"
    assert overall([yes, open_, no]) == "not playable"


def test_findings_keep_the_order_of_the_table():
    shares = {"games_stuck": Share(0, 1), "dead_tiles": Share(0, 1)}
    assert [found.gate.key for found in findings(shares)] == ["dead_tiles", "games_stuck"]


def test_every_gate_says_why_and_whence():
    assert len({one.key for one in GATES}) == len(GATES)
    for one in GATES:
        assert 0 <= one.limit < 1
        assert one.reason
        assert one.source


@pytest.mark.parametrize("size", [10, 8])
def test_werdup_is_playable(size):
    rulebook = Rulebook.of("werdup", size)
    found = assess(rulebook, load_lexicon(None, rulebook.profile), QUICK)
    assert found.verdict == "playable"
    assert {one.verdict for one in found.findings} == {"playable"}


@pytest.mark.parametrize(
    "name",
    ["letters equally often", "too few vowels", "rare consonants only", "no vowels"],
)
def test_hopeless_sets_are_refused_by_their_games(rules_with, english, hopeless, name):
    tiles = hopeless[name]
    assert 90 <= sum(tiles.values()) <= 110
    found = assess(rules_with(tiles), english, QUICK)
    assert found.verdict == "not playable"
    refused = {one.gate.key for one in found.findings if one.verdict == "not playable"}
    assert refused & GAME_GATES


def test_few_letters_of_the_right_kind_are_playable(rules_with):
    tiles = {"A": 5, "E": 7, "I": 4, "O": 4, "L": 3, "N": 4, "R": 4, "S": 4, "T": 5}
    rulebook = rules_with(tiles, board_size=6)
    found = assess(rulebook, load_lexicon(None, rulebook.profile), QUICK)
    assert found.arithmetic.words.in_reach < found.arithmetic.words.total / 10
    assert found.verdict == "playable"


def test_too_few_tiles_for_all_players_are_refused_without_a_game(rules_with, english):
    found = assess(rules_with({"A": 6, "T": 7}), english, Sample(racks=10, games=10))
    assert found.verdict == "not playable"
    assert [one.gate.key for one in found.findings if one.verdict == "not playable"] == [
        "tiles_short"
    ]
    assert found.games == ()


def test_without_words_nothing_is_judged_but_what_can_be_counted(rules_with, werdup):
    assert assess(werdup, None).verdict == "not judged"
    assert assess(rules_with({"A": 6, "T": 7}), None).verdict == "not playable"


def test_no_number_of_processes_changes_the_result(werdup):
    small = Lexicon.from_words(["at", "eat", "tea", "tie", "or", "toe", "rat"], werdup.profile)
    sample = Sample(racks=100, games=20, seed=4)
    alone = assess(werdup, small, sample, jobs=1)
    assert assess(werdup, small, sample, jobs=2).to_json() == alone.to_json()
    assert assess(werdup, small, sample, jobs=2) == alone
    other = assess(werdup, small, Sample(racks=100, games=20, seed=5), jobs=1)
    assert other.to_json() != alone.to_json()


def test_json_has_every_gate_with_its_figures(werdup, english):
    data = assess(werdup, english, Sample(racks=50, games=2), jobs=1).to_json()
    assert [one["gate"] for one in data["gates"]] == [one.key for one in GATES]
    for one in data["gates"]:
        assert one["low"] <= one["share"] <= one["high"]
    assert data["sample"] == {"racks": 50, "games": 2, "seed": 0, "players": 2}
    assert data["racks"]["drawn"] == 50
