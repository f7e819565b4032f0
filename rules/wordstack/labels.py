"""What stands on a tile: strings of one to three characters, and `_` for a blank."""

import unicodedata
from collections.abc import Mapping

from wordstack.errors import RefusedValueError
from wordstack.frozen_map import FrozenMap

BLANK = "_"
LONGEST_LABEL = 3
_MARKS = "?[]"
_LARGEST_ALPHABET = 256


def read_label(raw: object, *path: str) -> str:
    """Return a label in Unicode's composed form (NFC).

    Two spellings of one accented letter are thereby one label. Characters are counted after
    that, so a letter that Unicode cannot compose counts its combining marks.

    Args:
        raw: What the profile holds.
        path: Where it stands, for the message.

    Raises:
        RefusedValueError: It is no string, too long, or holds what cannot be seen on a tile.
    """
    if not isinstance(raw, str):
        raise RefusedValueError("a label must be a text of 1 to 3 characters", *path, value=raw)
    label = unicodedata.normalize("NFC", raw)
    if not 1 <= len(label) <= LONGEST_LABEL:
        raise RefusedValueError(
            f"a label must have 1 to {LONGEST_LABEL} characters, not {len(label)}",
            *path,
            value=raw,
        )
    if any(unicodedata.category(character)[0] in "CZ" for character in label):
        raise RefusedValueError(
            "a label must not hold spaces or control characters", *path, value=raw
        )
    if unicodedata.category(label[0])[0] == "M":
        raise RefusedValueError("a label must not begin with a combining mark", *path, value=raw)
    if marks := set(label) & set(_MARKS):
        raise RefusedValueError(
            f'"{min(marks)}" is a mark of the notation and cannot stand on a tile '
            f'(a blank is written "{BLANK}")',
            *path,
            value=raw,
        )
    if BLANK in label and label != BLANK:
        raise RefusedValueError(f'"{BLANK}" stands for a blank and only alone', *path, value=raw)
    return label


def read_letters(raw: object) -> tuple[str, ...]:
    """Read the alphabet in its order, which the start draw and ties in scaling go by.

    Raises:
        RefusedValueError: It is no list, empty, holds a bad or repeated label, or the blank.
    """
    if not isinstance(raw, list | tuple) or not raw:
        raise RefusedValueError("must be a list of labels in alphabetical order", value=raw)
    if len(raw) > _LARGEST_ALPHABET:
        raise RefusedValueError(f"{len(raw)} labels: must be at most {_LARGEST_ALPHABET}")
    letters: list[str] = []
    seen: set[str] = set()
    for one in raw:
        label = read_label(one)
        if label == BLANK:
            raise RefusedValueError(
                f'"{BLANK}" is a blank, no letter: set game.blanks = true instead'
            )
        if label in seen:
            raise RefusedValueError("this label stands twice", value=label)
        seen.add(label)
        letters.append(label)
    return tuple(letters)


def read_amounts(raw: object, largest: int, *path: str) -> FrozenMap[str, int]:
    """Read a table of labels, each with a positive whole number.

    Zero is refused rather than taken as "none": a label that is not there is left out, so one
    set has one spelling.

    Args:
        raw: What the profile holds.
        largest: Largest number allowed.
        path: Where the table stands, for the message.

    Raises:
        RefusedValueError: It is no table, or a label or a number is not allowed.
    """
    if not isinstance(raw, Mapping):
        raise RefusedValueError("must be a table of labels and whole numbers", *path, value=raw)
    amounts: dict[str, int] = {}
    for key, amount in raw.items():
        where = (*path, str(key))
        try:
            label = read_label(key)
        except RefusedValueError as fault:
            raise RefusedValueError(fault.problem, *where) from None
        if label in amounts:
            raise RefusedValueError("this label stands twice", *where)
        if not isinstance(amount, int) or isinstance(amount, bool) or not 1 <= amount <= largest:
            raise RefusedValueError(
                f"must be a whole number from 1 to {largest} (leave the label out for none)",
                *where,
                value=amount,
            )
        amounts[label] = amount
    return FrozenMap(amounts)
