"""Words are laid with tiles, not with characters: D1 and D2 of the complaints on word games."""

# ruff: noqa: E501 - a table

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import GameProfile, ProfileError, load_profile
from wordstack.lexicon import Alphabet, Lexicon

HUNGARIAN = (
    "A Á B C CS D DZ DZS E É F G GY H I Í J K L LY M N NY O Ó Ö Ő P R S SZ T TY U Ú Ü Ű V Z ZS"
)
CATALAN = "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z"
SPANISH = "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z"


def laid(word: str, letters: str, language: str, digraphs: str) -> set[str]:
    alphabet = Alphabet(tuple(letters.split()), language, digraphs)  # type: ignore[arg-type]
    return {" ".join(one) for one in Lexicon.from_words([word], alphabet)}


@pytest.mark.parametrize(
    ("word", "letters", "language", "exclusive", "optional"),
    [
        ("nyak", HUNGARIAN + " Y", "hu", {"NY A K"}, {"NY A K", "N Y A K"}),
        ("nyak", HUNGARIAN, "hu", {"NY A K"}, {"NY A K"}),
        ("dzseki", HUNGARIAN, "hu", {"DZS E K I"}, {"DZS E K I", "DZ S E K I", "D ZS E K I", "D Z S E K I"}),
        ("egészség", HUNGARIAN, "hu", {"E G É SZ S É G"}, {"E G É SZ S É G", "E G É S ZS É G", "E G É S Z S É G"}),
        ("any", CATALAN, "ca", {"A NY"}, {"A NY"}),
        ("col·legi", CATALAN, "ca", {"C O L·L E G I"}, {"C O L·L E G I"}),
        ("coŀlegi", CATALAN, "ca", {"C O L·L E G I"}, {"C O L·L E G I"}),
        ("quota", CATALAN, "ca", {"QU O T A"}, {"QU O T A"}),
        ("chocho", SPANISH, "es", {"CH O CH O"}, {"CH O CH O", "CH O C H O", "C H O CH O", "C H O C H O"}),
        ("perro", SPANISH, "es", {"P E RR O"}, {"P E RR O", "P E R R O"}),
    ],
)  # fmt: skip
def test_digraphs(
    word: str, letters: str, language: str, exclusive: set[str], optional: set[str]
) -> None:
    assert laid(word, letters, language, "exclusive") == exclusive
    assert laid(word, letters, language, "optional") == optional


def test_a_profile_with_tiles_of_three_characters(profile_with: Callable[..., GameProfile]) -> None:
    lexicon = Lexicon.from_words(["col·legi"], profile_with(CATALAN, "ca"))
    assert ("C", "O", "L·L", "E", "G", "I") in lexicon


def test_qu_is_one_tile_and_there_is_no_plain_q() -> None:
    alphabet = Alphabet.of(load_profile("werdup"))
    assert [alphabet.labels[i] for i in alphabet.tilings("quit")[0]] == ["Qu", "I", "T"]
    assert alphabet.tilings("qat") == ()


def test_a_longest_label_that_leads_nowhere_is_given_up() -> None:
    alphabet = Alphabet(("A", "AB", "BC"), "xx")
    assert alphabet.tilings("abc") == ((0, 2),)


def test_one_tile_is_no_word_however_many_letters_it_shows() -> None:
    takes = Alphabet(("L·L", "A"), "ca").takes
    assert [takes((0,)), takes((0, 1)), takes((1,) * 10), takes((1,) * 11)] == [
        False,
        True,
        True,
        False,
    ]


def test_a_lone_tile_is_a_word_where_it_may_open_the_game() -> None:
    werdup, wikipedia = (Alphabet.of(load_profile(name)) for name in ("werdup", "wikipedia"))
    qu, a = ((werdup.labels.index(label),) for label in ("Qu", "A"))
    assert (werdup.takes(qu), werdup.takes(a)) == (True, False)  # it counts letters: at least two
    assert wikipedia.takes(a)  # a single tile
    assert not Alphabet.of(load_profile("hasbro-2006")).takes(qu)  # it counts tiles


label_sets = st.sets(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=7)
texts = st.text("abc", min_size=1, max_size=7)


def every_split(word: str, labels: tuple[str, ...]) -> set[tuple[int, ...]]:
    """All ways to cut a word, tried blindly at every gap."""
    found = set()
    for cuts in product((False, True), repeat=len(word) - 1):
        parts = [word[0]]
        for cut, character in zip(cuts, word[1:], strict=True):
            if cut:
                parts.append(character)
            else:
                parts[-1] += character
        if all(part in labels for part in parts):
            found.add(tuple(labels.index(part) for part in parts))
    return found


@given(label_sets, texts)
def test_optional_gives_every_tiling(labels: set[str], word: str) -> None:
    ordered = tuple(sorted(labels))
    found = Alphabet(ordered, "xx", "optional").tilings(word)
    assert len(set(found)) == len(found)
    assert set(found) == every_split(word, ordered)


@given(label_sets, texts)
def test_exclusive_gives_the_tiling_with_the_longest_labels_first(
    labels: set[str], word: str
) -> None:
    ordered = tuple(sorted(labels))
    found = Alphabet(ordered, "xx", "exclusive").tilings(word)
    splits = every_split(word, ordered)
    best = max(splits, key=lambda split: [len(ordered[i]) for i in split], default=None)
    assert found == (() if best is None else (best,))


def test_a_hostile_alphabet_is_refused_and_not_tried_out() -> None:
    alphabet = Alphabet(("A", "AA", "AAA"), "xx", "optional")
    with pytest.raises(ProfileError, match="more than 1024 ways"):
        alphabet.tilings("a" * 40)
    assert alphabet.tilings("a" * 400 + "b") == ()


@pytest.mark.parametrize(
    ("labels", "language"), [(("CH", "Ch"), "es"), (("Σ", "ς"), "el"), (("İ", "i"), "tr")]
)
def test_labels_that_differ_in_case_only_are_refused(
    labels: tuple[str, ...], language: str
) -> None:
    with pytest.raises(ProfileError, match="one label in the case of"):
        Alphabet(labels, language)
