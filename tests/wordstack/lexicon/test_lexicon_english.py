"""The shipped English words: as many as were counted, from where the facts say, and no more."""

import hashlib
import lzma
import re
import string
import unicodedata
from collections.abc import Callable
from itertools import pairwise

import pytest
from wordstack.lexicon import Alphabet, Lexicon, Report, WordPolicy, sift
from wordstack.lexicon.shipped import (
    DEFAULT_TIER,
    FACTS_FILE,
    FAMILY_TIER,
    NOTICE_FILE,
    TIERS,
    WORDS_FILE,
    EnglishWords,
    facts,
    lexicon_folder,
)

Built = Callable[[int], tuple[Lexicon, Report]]
COUNTED = {35: (33_819, 42, 40), 50: (50_270, 61, 53), 60: (61_087, 69, 61), 70: (84_703, 93, 77)}
"""Words of 2 to 10 small letters a-z, those of two, and of these the ones with a, e, i, o, u or y;
counted with grep in the package's own files, possessives and all."""


@pytest.mark.parametrize("tier", TIERS)
def test_counts(tier: int) -> None:
    ascii_words = [word for word in EnglishWords(tier).words() if word.isascii()]
    alphabet = Alphabet(tuple(string.ascii_uppercase), "en")
    everything, two, two_with_vowel = COUNTED[tier]
    lax, _ = sift("all", ascii_words, alphabet, WordPolicy(two_letter_rule=False))
    assert (len(lax), sum(len(word) == 2 for word in lax)) == (everything, two)
    kept, report = sift("all", ascii_words, alphabet, WordPolicy())
    assert report.by_length[2] == two_with_vowel
    assert len(kept) == everything - (two - two_with_vowel)


@pytest.mark.parametrize("tier", TIERS)
def test_words_for_werdup_counted_another_way(tier: int, english: Built) -> None:
    lexicon, report = english(tier)
    wanted = set()
    for word in EnglishWords(tier).words():
        apart = unicodedata.normalize("NFD", word).replace("æ", "ae").replace("œ", "oe")
        plain = "".join(c for c in apart if not unicodedata.combining(c)).replace("ø", "o")
        in_tiles = plain.replace("qu", "Q")
        if re.fullmatch("[a-pr-zQ]{2,10}", in_tiles) and not re.fullmatch("[^aeiouy]{2}", plain):
            wanted.add(plain)
    assert {"".join(word).lower() for word in lexicon} == wanted
    assert report.kept == report.tilings == len(lexicon) == len(wanted)


def test_each_tier_holds_the_smaller_ones(english: Built) -> None:
    sets = [set(english(tier)[0]) for tier in TIERS]
    assert all(small < large for small, large in pairwise(sets))
    assert (DEFAULT_TIER, FAMILY_TIER) == (70, 60)


def test_every_two_letter_word_has_a_vowel_and_the_junk_is_out(english: Built) -> None:
    two = {"".join(word) for word in english(70)[0] if sum(map(len, word)) == 2}
    assert len(two) == 76  # QI is the 77th, and there is no plain Q
    assert {"AX", "BY", "XU", "OX", "MY"} <= two
    assert not two & set(re.findall("..", "CSGSKBKSLMLNLSLXMBMFMSPSRSSHSSTS"))


def test_words_with_accents_can_be_played_without_them(english: Built) -> None:
    lexicon = english(70)[0]
    for word in ("CAFE", "FETE", "NAIVE", "ELAN", "PINATA", "GARCON"):
        assert tuple(word) in lexicon


def test_no_names_contractions_or_possessives(english: Built) -> None:
    words = EnglishWords(70).words()
    assert not [word for word in words if set("'.- ") & set(word)]
    for name in ("LONDON", "THOMAS", "ITS'", "NASA"):
        assert tuple(name) not in english(70)[0]


def test_qu_words_are_longer_in_letters_than_in_tiles(english: Built) -> None:
    lexicon = english(70)[0]
    assert ("Qu", *"ARTER") in lexicon
    assert all("Q" not in word for word in lexicon)
    assert all("Qu" in word for word in lexicon if sum(map(len, word)) > 10)
    assert max(map(len, lexicon)) == 10


def test_the_file_is_what_the_facts_say() -> None:
    known = facts()
    text = lzma.decompress((lexicon_folder() / WORDS_FILE).read_bytes())
    assert hashlib.sha256(text).hexdigest() == known["sha256"]
    assert known["package"] == "scowl"
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in known["inputs"].values())
    for tier in TIERS:
        assert known["words"][str(tier)] == len(set(EnglishWords(tier).words()))
    sections = [part.split("\n")[1:-1] for part in text.decode().split("# ")[1:]]
    assert all(section == sorted(section) for section in sections)
    assert unicodedata.is_normalized("NFC", text.decode())


def test_only_the_words_class_in_two_spellings_up_to_70_was_read() -> None:
    for name in facts()["inputs"]:
        spelling, kind, size = re.fullmatch(r"(\w+)-(\w+)\.(\d+)", name).groups()  # type: ignore[union-attr]
        assert (spelling in {"english", "american"}, kind, int(size) <= 70) == (True, "words", True)


def test_the_notice_is_beside_it_and_says_what_was_changed() -> None:
    notice = (lexicon_folder() / NOTICE_FILE).read_text(encoding="utf-8")
    for needed in (
        "is a modified version of SCOWL",
        facts()["version"],
        "Permission to use, copy, modify, distribute and sell these word",
        "WordNet 1.6 Copyright 1997 by Princeton University",
        "Geoff Kuenning",
    ):
        assert needed in notice
    assert {path.name for path in lexicon_folder().iterdir()} == {
        WORDS_FILE,
        FACTS_FILE,
        NOTICE_FILE,
    }
