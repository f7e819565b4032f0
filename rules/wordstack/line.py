"""One row or column as a search for plays sees it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from wordstack.actions import Placement, Play
from wordstack.board import Direction, held_as
from wordstack.cross_words import Fits
from wordstack.labels import BLANK
from wordstack.piles import Choices, Pile

Laid: TypeAlias = tuple[tuple[int, Pile], ...]
"""What one play lays, from its first square to its last, by square of the line."""


@dataclass(frozen=True)
class Line:
    """One row or column, with what may be laid on each of its squares.

    Attributes:
        direction: How it reads.
        number: Which row (or column) it is.
        letters: Letters that show, `""` where a square is empty, and once more for the edge.
        tops: Top tiles, `""` where a square is empty.
        heights: Heights of the stacks.
        fits: Letters that make a word across each square, `None` where nothing crosses.
        anchors: Whether a play that has the square joins what lay before.
        choices: What the rack can lay on each square without a fault across it.
    """

    direction: Direction
    number: int
    letters: Sequence[str]
    tops: Sequence[str]
    heights: Sequence[int]
    fits: Sequence[Fits]
    anchors: Sequence[bool]
    choices: Sequence[Choices]

    @property
    def starts(self) -> Iterator[tuple[int, int]]:
        """Every square where a word can start, with the first anchor from there on."""
        first = -1
        for start in range(len(self.anchors)):
            if first < start:
                first = next((n for n in range(start, len(self.anchors)) if self.anchors[n]), -1)
            if first < 0:
                return
            if not start or not self.letters[start - 1]:
                yield start, first

    @cached_property
    def inside_word(self) -> tuple[bool, ...]:
        """For each square whether it has a letter and the square before it as well."""
        pairs = zip(("", *self.letters), self.letters, strict=False)
        return tuple([before != "" != letter for before, letter in pairs])

    @cached_property
    def ends_word(self) -> tuple[bool, ...]:
        """For each square and the edge whether a word of two letters or more stands before it."""
        return (False, *self.inside_word[:-1])

    def has_word(self, start: int, end: int) -> bool:
        """Tell whether a word of two letters or more stands between two squares."""
        return True in self.inside_word[start:end]

    def play(self, laid: Laid) -> Play:
        """Make a play of tiles laid on squares of this line."""
        placements = []
        across = self.direction == "across"
        for square, pile in laid:
            row, col = (self.number, square) if across else (square, self.number)
            for tile in pile:
                held = held_as(tile)
                placements.append(Placement(row, col, held, tile[1:] if held == BLANK else ""))
        return Play(tuple(placements))
