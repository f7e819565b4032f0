"""Which tiles are vowels and which are consonants."""

import unicodedata

from wordstack.labels import BLANK

# ruff: noqa: RUF001 - Greek and Cyrillic letters look like Latin ones

_VOWELS = frozenset("aeiouyæœøıəαεηιουωаеєиіоуыэюя")
_BOTH = frozenset("y")
"""Letters that do for either: a rack of Y and consonants is not without a vowel."""
_CONSONANTS = frozenset("йў")
"""Letters that Unicode takes apart into a vowel and a mark."""


def is_vowel(label: str) -> bool:
    """Tell whether a tile can serve as a vowel: by its first letter, so Qu cannot; a blank can."""
    return label == BLANK or _first(label) in _VOWELS


def is_consonant(label: str) -> bool:
    """Tell whether a tile can serve as a consonant; a blank can, and so can Y."""
    first = _first(label)
    return label == BLANK or first not in _VOWELS or first in _BOTH


def _first(label: str) -> str:
    composed = unicodedata.normalize("NFC", label.replace("İ", "i")).lower()[0]
    return composed if composed in _CONSONANTS else unicodedata.normalize("NFD", composed)[0]
