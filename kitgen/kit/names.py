"""ASCII names of parts, for people and for every file system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

BLANK = "_"


def label_names(labels: Iterable[str]) -> dict[str, str]:
    """Give each tile label a name for its file.

    ASCII letters and digits stand for themselves; others are called by their Unicode name
    (``Ä`` is ``A-diaeresis``, ``Ж`` is ``cyrillic-zhe``), a blank is ``blank``. Names that differ
    in case only, or not at all, are numbered in the order of the labels.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for label in labels:
        base = "blank" if label == BLANK else _spelt(label)
        name, number = base, 2
        while name.casefold() in taken:
            name, number = f"{base}-{number}", number + 1
        taken.add(name.casefold())
        names[label] = name
    return names


def _spelt(label: str) -> str:
    pieces: list[str] = []
    plain = ""
    for character in label:
        if character.isascii() and character.isalnum():
            plain += character
            continue
        if plain:
            pieces.append(plain)
            plain = ""
        pieces.append(_called(character))
    if plain:
        pieces.append(plain)
    return "-".join(pieces)


def _called(character: str) -> str:
    name = unicodedata.name(character, f"u{ord(character):04x}")
    latin = re.fullmatch(r"LATIN (CAPITAL|SMALL) LETTER (\w+)(?: WITH (.+))?", name)
    if latin:
        case, letter, mark = latin.groups()
        base = letter if case == "CAPITAL" else letter.lower()
        return base if mark is None else f"{base}-{_dashed(mark)}"
    return _dashed(re.sub(r"\b(CAPITAL|SMALL) LETTER ", "", name))


def _dashed(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
