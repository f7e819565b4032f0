"""Each word of a list is kept, repeated, or left out for a reason that is said."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack.lexicon import REASONS, Alphabet, WordPolicy, sift

PLAIN = Alphabet(tuple(string.ascii_uppercase), "en")
AS_IS = WordPolicy()


def reason(word: str, alphabet: Alphabet = PLAIN, policy: WordPolicy = AS_IS) -> str:
    """Give the one reason for which a word is left out; the empty text where it is kept."""
    _, report = sift("list", [word, "any"], alphabet, policy)
    assert report.read == report.kept + report.repeated + report.rejected_count == 2
    return next(iter(report.rejected), "")


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("word", ""), ("of", ""), ("my", ""), ("café", ""), ("  spaces ", ""),
        ("-ness", "affix"), ("pre-", "affix"), ("-", "affix"), ("\u2010ness", "affix"),
        ("e.g.", "abbreviation"), ("etc.", "abbreviation"), ("U.S.", "abbreviation"),
        ("don't", "apostrophe"), ("don\u2019t", "apostrophe"), ("'tis", "apostrophe"),
        ("co-op", "hyphen"), ("co\u2011op", "hyphen"), ("co\u00adop", "hyphen"),
        ("ad hoc", "several_words"), ("ad\u00a0hoc", "several_words"), ("ad\thoc", "several_words"),
        ("London", "capitalised"), ("OK", "capitalised"), ("dB", "capitalised"),
        ("McX", "capitalised"), ("ǅak", "capitalised"),
        ("kb", "two_letter_rule"), ("hm", "two_letter_rule"), ("x", "two_letter_rule"),
        ("e", "two_letter_rule"), ("naïveté1", "letters"), ("слово", "letters"), ("a/b", "letters"),
        ("#word", "letters"), ("2nd", "letters"),
        ("a", "length"), ("abbreviates", "length"),
    ],
)  # fmt: skip
def test_reason(word: str, wanted: str) -> None:
    assert reason(word) == wanted
    assert wanted == "" or wanted in REASONS


def test_all_vowels_and_y_make_a_two_letter_word() -> None:
    kept, _ = sift("list", [f"b{c}" for c in string.ascii_lowercase], PLAIN, AS_IS)
    assert "".join(PLAIN.labels[second] for _, second in kept) == "AEIOUY"


def test_the_rule_for_two_letters_is_english_and_can_be_lifted() -> None:
    assert reason("kb", policy=WordPolicy(two_letter_rule=False)) == ""
    assert reason("kb", Alphabet(PLAIN.labels, "cs")) == ""
    assert reason("hmm") == ""


def test_length_is_counted_in_tiles() -> None:
    alphabet = Alphabet((*string.ascii_uppercase, "Qu"), "en", longest=5)
    assert reason("queue", alphabet) == ""
    assert reason("quarts", alphabet) == ""
    assert reason("quarter", alphabet) == "length"
    assert reason("carts", alphabet) == ""
    assert reason("carter", alphabet) == "length"


def test_of_a_word_with_two_tilings_the_one_that_fits_is_kept() -> None:
    alphabet = Alphabet(("A", "C", "H", "CH"), "es", "optional", longest=3)
    found, report = sift("list", ["chac", "chacha"], alphabet, AS_IS)
    assert found == [(3, 0, 1)]
    assert (report.kept, report.rejected["length"].examples) == (1, ("chacha",))


def test_a_character_on_a_tile_is_no_punctuation() -> None:
    assert reason("c'hoar", Alphabet((*string.ascii_uppercase, "C'H"), "br")) == ""
    assert reason("col·lar", Alphabet((*string.ascii_uppercase, "L·L"), "ca")) == ""
    assert reason("a-b", Alphabet(("A", "B", "N", "Y", "-"), "xx")) == ""


def test_capitals_are_taken_on_request() -> None:
    assert reason("London", policy=WordPolicy(accept_capitalised=True)) == ""


def test_a_list_in_capitals_has_no_names() -> None:
    found, report = sift("list", ["AARDVARK", "QI", "KB", "OF"], PLAIN, AS_IS)
    assert (len(found), list(report.rejected)) == (3, ["two_letter_rule"])


def test_a_list_in_turkish_capitals_has_the_turkish_letters() -> None:
    alphabet = Alphabet(tuple("AIİKR"), "tr")
    found, _ = sift("list", ["IRK", "KİR"], alphabet, AS_IS)
    assert found == [(1, 4, 3), (3, 2, 4)]


def test_the_report_counts_everything_and_shows_the_first_of_each_kind() -> None:
    words = ["Ann", "Bob", "Ann", "Cy", "Di", "Ed", "Flo", "cafe", "café", "", "  ", "x-ray"]
    found, report = sift("mine", words, PLAIN, AS_IS)
    assert (report.read, report.kept, report.repeated, report.rejected_count) == (10, 1, 1, 8)
    assert report.rejected["capitalised"].count == 7
    assert report.rejected["capitalised"].examples == ("Ann", "Bob", "Cy", "Di", "Ed")
    assert report.by_length == {4: 1}
    assert len(found) == report.tilings == 1
    text = report.to_text()
    assert "10 read, 1 kept, 1 repeated, 8 left out" in text
    assert "Ann, Bob, Cy, Di, Ed ..." in text
    assert "holds a hyphen: x-ray" in text
    tree = json.loads(json.dumps(report.to_json()))
    assert tree["rejected"]["hyphen"] == {"count": 1, "examples": ["x-ray"]}
    assert list(tree["rejected"]) == ["hyphen", "capitalised"]
    assert report.reasons_in_short() == "7 capitalised (Ann, Bob), 1 hyphen (x-ray)"


@given(st.lists(st.text(max_size=6), max_size=20), st.booleans(), st.booleans())
def test_any_text_is_sorted_out_and_none_is_lost(
    words: list[str], capitals: bool, short: bool
) -> None:
    policy = WordPolicy(accept_capitalised=capitals, two_letter_rule=short)
    found, report = sift("list", words, PLAIN, policy)
    assert report.read == report.kept + report.repeated + report.rejected_count
    assert report.read == sum(1 for word in words if word.strip())
    assert found == sorted(set(found))
    assert len(found) == report.tilings == report.kept  # single letters: one tiling each
    assert sift("list", list(reversed(words)), PLAIN, policy)[0] == found
