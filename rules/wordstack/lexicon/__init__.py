"""Lexicons: words as rows of tiles, from any word list, in a minimal automaton."""

from wordstack.lexicon.alphabet import Alphabet
from wordstack.lexicon.catalogue import (
    Listed,
    WordSource,
    alphabet_of_language,
    build_lexicon,
    default_name,
    lexicons,
    load_lexicon,
)
from wordstack.lexicon.intake import WordPolicy, sift
from wordstack.lexicon.languages import Language, language_of
from wordstack.lexicon.lexicon import Lexicon
from wordstack.lexicon.report import REASONS, Rejected, Report

__all__ = [
    "REASONS",
    "Alphabet",
    "Language",
    "Lexicon",
    "Listed",
    "Rejected",
    "Report",
    "WordPolicy",
    "WordSource",
    "alphabet_of_language",
    "build_lexicon",
    "default_name",
    "language_of",
    "lexicons",
    "load_lexicon",
    "sift",
]
