"""A lexicon is a frozen set of words that can be walked label by label."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import GameProfile, ProfileError, load_profile
from wordstack.lexicon import Alphabet, Lexicon

LABELS = ("A", "B", "Qu", "CH", "C", "H")
ALPHABET = Alphabet(LABELS, "en", "optional")
rows = st.lists(st.sampled_from(LABELS), min_size=1, max_size=6).map(tuple)


@given(st.sets(rows, max_size=40), st.lists(rows, max_size=20))
def test_words_in_are_words_out(words: set[tuple[str, ...]], others: list[tuple[str, ...]]) -> None:
    lexicon = Lexicon.from_words(words, ALPHABET)
    assert list(lexicon) == sorted(words, key=lambda word: [LABELS.index(tile) for tile in word])
    assert len(lexicon) == len(words)
    assert all(word in lexicon for word in words)
    assert all((other in lexicon) == (other in words) for other in others)
    again = Lexicon.from_bytes(lexicon.to_bytes())
    assert again == lexicon == pickle.loads(pickle.dumps(lexicon))
    assert (list(again), again.name, again.sha256) == (list(lexicon), "words", lexicon.sha256)


@given(st.sets(rows, max_size=40))
def test_walking_finds_the_words(words: set[tuple[str, ...]]) -> None:
    lexicon = Lexicon.from_words(words, ALPHABET)

    def below(node: int, so_far: tuple[str, ...]) -> set[tuple[str, ...]]:
        labels = list(lexicon.children(node))
        assert labels == sorted(labels, key=LABELS.index)
        found = {so_far} if lexicon.is_final(node) else set()
        for label, child in lexicon.children(node).items():
            found |= below(child, (*so_far, label))
        return found

    assert below(lexicon.root, ()) == words


def test_the_digest_is_of_the_words_in_order_and_can_be_made_elsewhere() -> None:
    lexicon = Lexicon.from_words(["quit", "cat", "at"], load_profile("werdup"))
    assert lexicon.sha256 == sha256(b"A T\nC A T\nQu I T\n").hexdigest()


def test_equal_words_are_equal_lexicons_whatever_the_order_and_the_name() -> None:
    werdup = load_profile("werdup")
    one = Lexicon.from_words(["cat", "AT", "at"], werdup, name="one")
    two = Lexicon.from_words(["at", "Cat"], werdup, name="two")
    assert (one == two, hash(one) == hash(two), one.name) == (True, True, "one")
    assert one != Lexicon.from_words(["at"], werdup)
    assert one != "one"


def test_composed_and_decomposed_letters_are_one_letter_on_tiles_too() -> None:
    composed = Alphabet(("T", "\N{LATIN CAPITAL LETTER E WITH ACUTE}"), "hu")
    apart = Alphabet(("T", "E\N{COMBINING ACUTE ACCENT}"), "hu")
    for alphabet in (composed, apart):
        for word in ("t\N{LATIN SMALL LETTER E WITH ACUTE}", "te\N{COMBINING ACUTE ACCENT}"):
            assert list(Lexicon.from_words([word], alphabet)) == [alphabet.labels]


def test_only_whole_words_are_words() -> None:
    lexicon = Lexicon.from_words(["real"], load_profile("werdup"))
    for no_word in ("REA", "R", "REALS", "EAL", ""):
        assert tuple(no_word) not in lexicon
    assert ["R", "E", "A", "L"] in lexicon
    assert ("REAL",) not in lexicon


@pytest.mark.parametrize("wrong", ["REAL", 7, {"R"}])
def test_asking_for_what_is_no_row_of_tiles_is_an_error(wrong: object) -> None:
    with pytest.raises(TypeError, match="a row of tiles"):
        assert wrong in Lexicon.from_words(["real"], load_profile("werdup"))


def test_an_empty_lexicon() -> None:
    lexicon = Lexicon.from_words([], ALPHABET)
    assert (len(lexicon), list(lexicon), lexicon.is_final(lexicon.root)) == (0, [], False)
    assert dict(lexicon.children(lexicon.root)) == {}


@pytest.mark.parametrize("word", ["qat", "", (), ("Q", "A"), "naj1"])
def test_a_word_that_cannot_be_laid_is_refused(word: str | tuple[str, ...]) -> None:
    with pytest.raises(ProfileError) as refusal:
        Lexicon.from_words(["at", word], load_profile("werdup"))
    assert "\n" not in str(refusal.value)


def test_it_cannot_be_changed() -> None:
    lexicon = Lexicon.from_words(["at"], load_profile("werdup"))
    for attribute in ("name", "sha256", "root", "labels", "other"):
        with pytest.raises(AttributeError):
            setattr(lexicon, attribute, "changed")


def test_a_word_with_two_tilings_is_in_it_twice(profile_with: Callable[..., GameProfile]) -> None:
    """D1 and D2: with one CH tile a player lays CHOCHO by C and H where the profile allows it."""
    for digraphs, tilings in (("exclusive", 1), ("optional", 4)):
        lexicon = Lexicon.from_words(["chocho"], profile_with("C CH H O", "es", digraphs))
        assert len(lexicon) == tilings
        assert (("C", "H", "O", "CH", "O") in lexicon) == (digraphs == "optional")
        assert ("CH", "O", "CH", "O") in lexicon


def test_its_bytes_do_not_depend_on_the_order_of_hashing() -> None:
    code = (
        "from wordstack import load_profile; from wordstack.lexicon import Lexicon; import hashlib;"
        "w = {a + b + c for a in 'abc' for b in 'aeiou' for c in 'rst'};"
        "x = Lexicon.from_words(w, load_profile('werdup'));"
        "print(hashlib.sha256(x.to_bytes()).hexdigest())"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


@pytest.mark.parametrize("data", [b"", b"WSLEX1\n", b"WSLEX1\n{}", b"something else\n\n"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a lexicon"):
        Lexicon.from_bytes(data)
