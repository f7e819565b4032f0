"""Plays of the worked examples as the data files hold them, brought onto a board of the game.

``examples/LANGUAGE.toml`` holds plays by the language of the game, ``any.toml`` plays for letters
that no file has words for: there signs stand for tiles.
"""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wordstack import Board, Placement, Play, Rulebook

_PLAY = re.compile(r"(-?\d+),(-?\d+) ([>v]) (\S+)")
Speller = Callable[[str], tuple[str, ...] | None]
"""From a spelling to tiles; None where a letter has no tile."""
_NEAR = 41
"""Squares tried around the middle: those up to four steps away."""


@lru_cache
def entries(language: str) -> Mapping[str, Any]:
    """Plays by kind of example, as the file of a language has them; none where there is no file."""
    path = importlib.resources.files("kitgen.paper") / "examples" / f"{language}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}


@dataclass(frozen=True)
class Laid:
    """A word of the data as tiles: place relative to the start square, and what is forced."""

    row: int
    col: int
    down: bool
    tiles: tuple[str, ...]
    forced: frozenset[int]

    def cells(self, row: int, col: int) -> list[tuple[int, int]]:
        """Squares of the tiles, the start square lying at (row, col)."""
        row, col = row + self.row, col + self.col
        return [(row + n, col) if self.down else (row, col + n) for n in range(len(self.tiles))]


def play_of(board: Board, word: Laid, place: tuple[int, int]) -> Play | None:
    """Lay the tiles of a word that do not lie there yet; None where it leaves the board."""
    from wordstack import Cell, Placement, Play

    cells = word.cells(*place)
    if not all(Cell(*cell) in board for cell in cells):
        return None
    laid: list[Placement] = [
        Placement(*cell, tile)
        for number, (cell, tile) in enumerate(zip(cells, word.tiles, strict=True))
        if number in word.forced or board.stack(cell)[-1:] != (tile,)
    ]
    return Play(tuple(laid)) if laid else None


def places(rulebook: Rulebook) -> Iterator[tuple[int, int]]:
    """Squares where the data's (0, 0) may lie: the first start square, then those around it."""
    size = rulebook.size
    starts = rulebook.start_cells
    middle = (size - 1) // 2
    first = (middle, middle) if len(starts) == size**2 else tuple(min(starts))
    every = ((row, col) for row in range(size) for col in range(size))
    near = sorted(every, key=lambda at: (abs(at[0] - first[0]) + abs(at[1] - first[1]), at))
    return iter(near[:_NEAR])


@lru_cache(maxsize=8)
def of_several_turns(rulebook: Rulebook) -> Rulebook:
    """Rules for what lies there before an example: it need not have been laid in one turn.

    The words are what a game may have come to, so neither the rack nor the first word limits them.
    """
    profile = rulebook.profile
    first_word = profile.rules.first_word.model_copy(update={"min": 1})
    rules = profile.rules.model_copy(update={"first_word": first_word})
    return type(rulebook)(
        profile.model_copy(update={"rules": rules, "rack_size": rulebook.tile_total})
    )


def read(text: str, spell: Speller) -> Laid | None:
    """Read a play such as ``0,1 > LATE``; None where a letter has no tile.

    Raises:
        ValueError: It is no play.
    """
    match = _PLAY.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no play of an example")
    row, col, direction, word = match.groups()
    tiles = spell(word.replace("!", ""))
    if tiles is None:
        return None
    forced = frozenset(
        len(spell(word[: mark.start()].replace("!", "")) or ()) - 1
        for mark in re.finditer("!", word)
    )
    return Laid(int(row), int(col), direction == "v", tuple(tiles), forced)


def speller(rulebook: Rulebook) -> Speller:
    """Words to tiles, as the lexicon does it."""
    from wordstack.lexicon.alphabet import Alphabet

    alphabet = Alphabet.of(rulebook.profile)

    def spell(word: str) -> tuple[str, ...] | None:
        tilings = alphabet.tilings(alphabet.rules.lower(word))
        return tuple(alphabet.labels[n] for n in tilings[0]) if tilings else None

    return spell


def stand_ins(rulebook: Rulebook) -> Speller:
    """Signs of ``any.toml`` to tiles: the commonest first, endings and rare tiles apart."""
    rules, tiles = rulebook.rules, rulebook.tiles
    ending = next((label for label in rules.plural.suffixes if label in tiles), None)
    rare = next((label for label in rules.bonus.tiles if label in tiles), None)
    plain = [label for label in tiles if label not in (ending, rare, "_")]
    plain.sort(key=lambda label: -tiles[label])
    signs: dict[str, str | None] = dict(zip("abcdefghijklmnopqrstuvwxyz", plain, strict=False))
    signs |= {"+": ending, "*": rare}

    def spell(word: str) -> tuple[str, ...] | None:
        found = [signs.get(sign) for sign in word]
        return None if None in found else tuple(label for label in found if label)

    return spell
