"""Opening racks: the quick test against the engine, the sample against exact figures."""

import itertools
from collections import Counter
from functools import cache
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wordstack import Board, Position, Rulebook, can_play, load_profile
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.playability import sample_racks, wilson
from wordstack.playability.arithmetic import arithmetic
from wordstack.playability.racks import Opening, draw_rack
from wordstack.playability.streams import GAMES, RACKS, stream

LETTERS = load_profile("werdup").letters


def rulebook_with(**first_word: object) -> Rulebook:
    profile = load_profile("werdup")
    first = profile.rules.first_word.model_copy(update=first_word)
    rules = profile.rules.model_copy(update={"first_word": first})
    return Rulebook(profile.model_copy(update={"rules": rules, "blanks": True}))


OPENINGS = {
    "as it is": {},
    "one letter": {"min": 1},
    "one tile": {"min": 1, "min_unit": "tiles"},
    "four tiles": {"min": 4, "min_unit": "tiles"},
    "five letters": {"min": 5, "min_unit": "letters"},
    "anywhere": {"centre": "none"},
}


@cache
def opening_rules(name: str) -> tuple[Rulebook, Lexicon]:
    rulebook = rulebook_with(**OPENINGS[name])
    return rulebook, load_lexicon("english-35", rulebook.profile)


@pytest.mark.parametrize("name", OPENINGS)
@settings(deadline=None, max_examples=60)
@given(rack=st.lists(st.sampled_from([*LETTERS, "_", *"AEIOU"]), min_size=1, max_size=7))
def test_an_opening_is_possible_where_the_engine_finds_a_play(name, rack):
    rulebook, lexicon = opening_rules(name)
    position = Position(rulebook, Board.empty(rulebook.size), (tuple(rack), ()))
    assert Opening(rulebook, lexicon).is_possible(rack) == can_play(position, lexicon)


def test_a_sample_holds_the_exact_shares(werdup, english):
    exact = arithmetic(werdup, english)
    found = sample_racks(werdup, english, 4_000, seed=7)
    low, high = wilson(found.no_vowel, found.total, z=4)
    assert low < exact.no_vowel < high
    low, high = wilson(found.no_consonant, found.total, z=4)
    assert low < exact.no_consonant < high
    assert found.no_word > 0


def test_a_larger_sample_begins_with_the_smaller(werdup, english):
    one = sample_racks(werdup, english, 1, seed=3)
    many = [sample_racks(werdup, english, number, seed=3) for number in range(1, 60)]
    assert many[0] == one
    steps = [after.no_word - before.no_word for before, after in itertools.pairwise(many)]
    assert set(steps) <= {0, 1}


def test_every_rack_is_equally_likely():
    drawn = Counter(
        frozenset(draw_rack("abcde", 2, stream(1, RACKS, number))) for number in range(10_000)
    )
    assert len(drawn) == comb(5, 2)
    # 1,000 expected, standard deviation 30.
    assert all(850 < number < 1150 for number in drawn.values())


def test_a_rack_takes_no_more_than_there_is():
    assert sorted(draw_rack("aab", 7, 0)) == ["a", "a", "b"]


def test_streams_do_not_meet():
    states = {
        stream(root, kind, number)
        for root in (0, 1, 2**64 - 1)
        for kind in (RACKS, GAMES)
        for number in range(1_000)
    }
    assert len(states) == 6_000
