"""Which letters fit where two lines cross."""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeAlias

from wordstack.word_graph import WordGraph

Fits: TypeAlias = frozenset[str] | None
"""Letters that make a word of the run through a square; `None`: no run there, any letter fits."""

_MOST_LINES = 50_000


@lru_cache(maxsize=4)
def _remembered(lexicon: Hashable) -> dict[tuple[str, ...], tuple[Fits, ...]]:  # noqa: ARG001
    return {}


def fits_of_line(letters: tuple[str, ...], lexicon: WordGraph) -> tuple[Fits, ...]:
    """Return for every square of a line the letters that fit there, were they laid alone.

    Occupied squares have an answer as well, since a tile may cover them. The answer depends on the
    line and the lexicon only and is remembered: a play changes few of the lines of a board.

    Args:
        letters: Letters of a row or column, `""` where a square is empty.
        lexicon: The words.
    """
    known = _remembered(lexicon)
    fits = known.get(letters)
    if fits is None:
        if len(known) >= _MOST_LINES:
            known.clear()
        fits = known[letters] = tuple(
            _fits(letters, square, lexicon) for square in range(len(letters))
        )
    return fits


def _fits(letters: tuple[str, ...], square: int, lexicon: WordGraph) -> Fits:
    first, end = square, square + 1
    while first > 0 and letters[first - 1]:
        first -= 1
    while end < len(letters) and letters[end]:
        end += 1
    if end - first == 1:
        return None
    before = _walked(lexicon, lexicon.root, letters[first:square])
    if before is None:
        return frozenset()
    after = letters[square + 1 : end]
    fitting = []
    for letter, child in lexicon.children(before).items():
        last = _walked(lexicon, child, after)
        if last is not None and lexicon.is_final(last):
            fitting.append(letter)
    return frozenset(fitting)


def _walked(lexicon: WordGraph, node: int | None, letters: tuple[str, ...]) -> int | None:
    for letter in letters:
        if node is None:
            return None
        node = lexicon.children(node).get(letter)
    return node
