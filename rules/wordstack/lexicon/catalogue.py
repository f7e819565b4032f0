"""Lexicons by name: the shipped ones, those that a user has stored, and files."""

import difflib
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from wordstack.errors import ProfileError, shown
from wordstack.lexicon.alphabet import Alphabet
from wordstack.lexicon.cache import cached_lexicon
from wordstack.lexicon.intake import WordPolicy, sift
from wordstack.lexicon.languages import LANGUAGES, is_known, language_of, primary
from wordstack.lexicon.lexicon import Lexicon
from wordstack.lexicon.report import Report
from wordstack.lexicon.shipped import (
    ALIASES,
    DEFAULT_BY_LANGUAGE,
    ENGLISH,
    EnglishWords,
    facts,
)
from wordstack.lexicon.word_files import WordFile, stored_names, stored_words
from wordstack.profile import GameProfile


class WordSource(Protocol):
    """A word list, wherever it lies."""

    @property
    def digest(self) -> str:
        """Hash of all that `words` depends on."""

    def words(self) -> list[str]:
        """Return the words."""


@dataclass(frozen=True)
class Listed:
    """One lexicon that can be named.

    Attributes:
        name: What to call it.
        also: Other names for it.
        language: BCP 47 tag.
        words: Words in its list, before anything is left out.
        shipped: Whether it came with the package.
    """

    name: str
    also: tuple[str, ...]
    language: str
    words: int
    shipped: bool


def lexicons() -> tuple[Listed, ...]:
    """List the shipped lexicons, small to large, then the stored ones by name.

    Raises:
        ProfileError: A stored list is damaged.
    """
    known = facts()
    found = [
        Listed(
            name,
            tuple(alias for alias, meant in ALIASES.items() if meant == name),
            known["language"],
            known["words"][str(tier)],
            shipped=True,
        )
        for name, tier in ENGLISH.items()
    ]
    for name in stored_names():
        stored = stored_words(name)
        found.append(Listed(name, (), stored.language, stored.count, shipped=False))
    return tuple(found)


def build_lexicon(
    name: str, source: WordSource, alphabet: Alphabet, policy: WordPolicy
) -> tuple[Lexicon, Report]:
    """Build a lexicon from a word list, without the cache, and report on every word.

    Raises:
        ProfileError: No word of the list is left.
    """
    tilings, report = sift(name, source.words(), alphabet, policy)
    if not tilings:
        why = f": {report.reasons_in_short()}" if report.read else ""
        raise ProfileError(
            f"{name}: none of its {report.read} words can be played with the "
            f"{len(alphabet.labels)} letters given{why}"
        )
    return Lexicon.from_tilings(tilings, alphabet.labels, name=name), report


def load_lexicon(name_or_path: str | Path | None, profile: GameProfile) -> Lexicon:
    """Load the lexicon that judges words under a profile.

    Args:
        name_or_path: The name of a shipped or stored lexicon; or the path of a UTF-8 file with a
            word a line (a text with a separator or the ending `.txt`); `None` for the profile's
            own, or where it names none (`house`) for the one of its language: `english-70`, else
            a stored list that has the language's tag as its name.
        profile: Whose letters, language, digraphs and board decide what is a word.

    Raises:
        ProfileError: There is no such lexicon, none for the language, it is in another language,
            or it has no word for these letters.
    """
    wanted = name_or_path if name_or_path is not None else profile.lexicon
    if wanted == "house":
        wanted = None
    if wanted is None:
        wanted = default_name(profile.language)
    name, source, language, policy = _find(wanted, profile.language)
    if primary(language) != primary(profile.language):
        raise ProfileError(
            f'lexicon {name}: its language is "{language}", that of profile {profile.name} is '
            f'"{profile.language}": must be the same'
        )
    alphabet = Alphabet.of(profile)
    key = {
        "name": name,
        "words": source.digest,
        "policy": asdict(policy),
        "labels": alphabet.labels,
        "language": alphabet.language,
        "digraphs": alphabet.digraphs,
        "longest": alphabet.longest,
        "lone_letters": alphabet.lone_letters,
    }
    return cached_lexicon(key, lambda: build_lexicon(name, source, alphabet, policy)[0])


def default_name(language: str) -> str:
    """Return the lexicon that stands for a language where none is named.

    Raises:
        ProfileError: There is none; the message names the command that brings one.
    """
    code = primary(language)
    if code in DEFAULT_BY_LANGUAGE:
        return DEFAULT_BY_LANGUAGE[code]
    if code in stored_names():
        return code
    yours = [one.name for one in lexicons() if not one.shipped and primary(one.language) == code]
    hint = f", or name one of yours with --lexicon: {', '.join(yours)}" if yours else ""
    raise ProfileError(
        f'no lexicon for language "{language}": bring one with kitgen lexicon build FILE '
        f"--lang {code}{hint}"
    )


def _find(wanted: str | Path, language: str) -> tuple[str, WordSource, str, WordPolicy]:
    if isinstance(wanted, Path) or is_lexicon_path(wanted):
        path = Path(wanted)
        return path.name, WordFile(path), language, WordPolicy()
    name = ALIASES.get(wanted, wanted)
    if name in ENGLISH:
        return name, EnglishWords(ENGLISH[name]), "en", WordPolicy()
    if name in stored_names():
        stored = stored_words(name)
        return name, stored, stored.language, stored.policy
    known = (*ENGLISH, *ALIASES, *stored_names())
    close = difflib.get_close_matches(wanted, known, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise ProfileError(
        f"unknown lexicon {shown(wanted)}: {hint}Known are {', '.join(known)}; a file of your own "
        "needs its ending .txt"
    )


def is_lexicon_path(name: str) -> bool:
    """Tell whether a text means a file rather than the name of a lexicon."""
    return name.endswith(".txt") or "/" in name or os.sep in name or "\\" in name


def alphabet_of_language(tag: str) -> Alphabet:
    """Return the plain letters of a language, for a list that no profile is at hand for.

    Raises:
        ProfileError: The language is not in the table.
    """
    if not is_known(tag):
        raise ProfileError(
            f'language "{tag}": its letters are not known here (known are '
            f"{', '.join(LANGUAGES)}); name a profile that has them: --profile FILE"
        )
    rules = language_of(tag)
    return Alphabet(tuple(rules.upper(letter) for letter in rules.letters), tag)
