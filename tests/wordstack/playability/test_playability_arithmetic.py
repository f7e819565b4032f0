"""Exact figures of a set against counting by hand, by enumeration and word by word."""

# ruff: noqa: RUF001 - letters that look alike are vowels all the same

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import Rulebook
from wordstack.lexicon import Lexicon
from wordstack.playability.arithmetic import arithmetic, share_of_racks_without
from wordstack.playability.vowels import is_consonant, is_vowel


def test_the_classic_set(werdup, english):
    found = arithmetic(werdup, english)
    assert (found.tiles, found.rack_tiles) == (100, 28)
    assert (found.vowels, found.consonants) == (34 + 2, 66)  # Y is either, Qu a consonant
    assert found.absent == ()
    assert found.words.total == len(english)
    assert found.words.dead == ()


def test_words_in_reach_are_those_whose_letters_are_there(rules_with, english):
    tiles = {"A": 2, "B": 1, "E": 1, "N": 1, "R": 1, "S": 1, "T": 2, "Qu": 1, "I": 1}
    found = arithmetic(rules_with(tiles), english)
    wanted = [word for word in english if not Counter(word) - Counter(tiles)]
    assert found.words.in_reach == len(wanted) > 100
    used = {letter for word in wanted for letter in word}
    assert set(found.words.dead) == set(tiles) - used
    assert found.absent == tuple(label for label in english.labels if label not in tiles)


def test_a_blank_stands_for_any_letter_but_only_once(rules_with):
    rulebook = rules_with({"A": 1, "B": 1, "_": 1}, blanks=True)
    lexicon = Lexicon.from_words(["ab", "ac", "cd", "abc", "aab", "aabb"], rulebook.profile)
    found = arithmetic(rulebook, lexicon)
    assert (found.words.total, found.words.in_reach) == (6, 4)
    assert found.words.dead == ()


def test_dead_tiles_are_counted(rules_with):
    rulebook = rules_with({"A": 3, "T": 3, "X": 2, "Z": 1})
    lexicon = Lexicon.from_words(["at", "tat", "zzz", "xb"], rulebook.profile)
    found = arithmetic(rulebook, lexicon).words
    assert (found.in_reach, found.dead, found.dead_tiles) == (2, ("X", "Z"), 3)


@given(st.integers(1, 9), st.integers(0, 9), st.integers(1, 6))
def test_racks_without_a_kind_by_enumeration(total, kind, size):
    kind = min(kind, total)
    racks = list(combinations(range(total), min(size, total)))
    without = sum(all(tile >= kind for tile in rack) for rack in racks)
    assert share_of_racks_without(kind, total, size) == pytest.approx(without / len(racks))


@pytest.mark.parametrize(
    "label", ["A", "É", "Ö", "Å", "I", "İ", "ı", "Æ", "Œ", "Ω", "Ы", "Ё", "IJ"]
)
def test_vowels(label):
    assert is_vowel(label)
    assert not is_consonant(label)


@pytest.mark.parametrize("label", ["B", "Ñ", "Qu", "SZ", "Ş", "Ł", "Ð", "Σ", "Й", "Ч"])
def test_consonants(label):
    assert is_consonant(label)
    assert not is_vowel(label)


@pytest.mark.parametrize("label", ["Y", "Ý", "_"])
def test_what_does_for_either(label):
    assert is_vowel(label)
    assert is_consonant(label)


def test_without_a_lexicon_the_tiles_are_counted_all_the_same():
    found = arithmetic(Rulebook.of("werdup", 8), None)
    assert found.words is None
    assert found.tiles == 64
