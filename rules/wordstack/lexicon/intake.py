"""From a word list to tilings: levels case and accents, and sorts out what is no word to play."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from wordstack.lexicon.alphabet import Alphabet
from wordstack.lexicon.report import REASONS, Rejected, Report

_HYPHENS = frozenset("-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{SOFT HYPHEN}")
_APOSTROPHES = frozenset(
    "'\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}"
    "\N{MODIFIER LETTER APOSTROPHE}`\N{ACUTE ACCENT}"
)
_EXAMPLES = 5


@dataclass(frozen=True)
class WordPolicy:
    """What a word list means where it can mean two things.

    Attributes:
        accept_capitalised: Whether words with capitals are taken. German nouns have them, and so
            have names: a list that holds both cannot tell them apart. A list without any small
            letter is written in capitals throughout, and they mean nothing there.
        two_letter_rule: Whether the language's rule for short words is applied; a list made for
            games needs none.
    """

    accept_capitalised: bool = False
    two_letter_rule: bool = True


def sift(
    name: str, words: Iterable[str], alphabet: Alphabet, policy: WordPolicy
) -> tuple[list[tuple[int, ...]], Report]:
    """Turn a word list into tilings.

    A character that stands on a tile is a letter, never punctuation: the dot of L·L, the
    apostrophe of Breton C'H.

    Args:
        name: What the lexicon is called, for the report.
        words: The list; spaces around a word and empty lines are ignored.
        alphabet: The tiles.
        policy: What capitals and short words mean.

    Returns:
        The tilings as indices of labels, sorted by these, without repetition; and what became of
        each word.
    """
    listed = [unicodedata.normalize("NFC", word).strip() for word in words]
    listed = [word for word in listed if word]
    sieve = _Sieve(alphabet, policy, in_capitals=not any(map(_has_small_letter, listed)))
    kept: set[str] = set()
    tilings: set[tuple[int, ...]] = set()
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    repeated = 0
    for word in listed:
        spelling, found, reason = sieve.sort_out(word)
        if reason:
            counts[reason] += 1
            shown = examples.setdefault(reason, [])
            if len(shown) < _EXAMPLES and word not in shown:
                shown.append(word)
        elif spelling in kept:
            repeated += 1
        else:
            kept.add(spelling)
            tilings.update(found)
    ordered = sorted(tilings)
    by_length = Counter(map(len, ordered))
    report = Report(
        name=name,
        language=alphabet.language,
        labels=len(alphabet.labels),
        longest=alphabet.longest,
        read=len(listed),
        kept=len(kept),
        repeated=repeated,
        tilings=len(ordered),
        by_length={length: by_length[length] for length in sorted(by_length)},
        rejected={
            reason: Rejected(counts[reason], tuple(examples[reason]))
            for reason in REASONS
            if counts[reason]
        },
    )
    return ordered, report


def _has_small_letter(word: str) -> bool:
    return any(character.islower() for character in word)


class _Sieve:
    def __init__(self, alphabet: Alphabet, policy: WordPolicy, *, in_capitals: bool) -> None:
        self._alphabet = alphabet
        self._rules = alphabet.rules
        self._takes_capitals = policy.accept_capitalised or in_capitals
        self._short_words = self._rules.short_words if policy.two_letter_rule else {}
        self._dots = frozenset(".") - alphabet.characters
        self._hyphens = _HYPHENS - alphabet.characters
        self._apostrophes = _APOSTROPHES - alphabet.characters

    def sort_out(self, word: str) -> tuple[str, tuple[tuple[int, ...], ...], str]:
        """Return the levelled spelling, the tilings, and the reason where there are none."""
        if not word.isalpha() and (reason := self._punctuation(word)):
            return word, (), reason
        if not self._takes_capitals and any(c.isupper() or c.istitle() for c in word):
            return word, (), "capitalised"
        spelling = self._rules.fold(self._rules.lower(word), self._alphabet.characters)
        needed = self._short_words.get(len(spelling))
        if needed is not None and not set(needed) & set(spelling):
            return spelling, (), "two_letter_rule"
        laid = self._alphabet.tilings(spelling)
        if not laid:
            return spelling, (), "letters"
        found = tuple(tiling for tiling in laid if self._alphabet.takes(tiling))
        return spelling, found, "" if found else "length"

    def _punctuation(self, word: str) -> str:
        if word[0] in self._hyphens or word[-1] in self._hyphens:
            return "affix"
        characters = set(word)
        for reason, marks in (
            ("abbreviation", self._dots),
            ("apostrophe", self._apostrophes),
            ("hyphen", self._hyphens),
        ):
            if characters & marks:
                return reason
        return "several_words" if any(map(str.isspace, word)) else ""
