"""One row or column as a search for plays sees it."""

from collections.abc import Sequence
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

    @cached_property
    def next_anchor(self) -> tuple[int | None, ...]:
        """For each square the first anchor from there on."""
        found: list[int | None] = []
        nearest = None
        for square in reversed(range(len(self.anchors))):
            nearest = square if self.anchors[square] else nearest
            found.append(nearest)
        return tuple(reversed(found))

    def ends_word(self, start: int, end: int) -> bool:
        """Tell whether a word of two letters or more stood just before a square."""
        return end - start > 1 and bool(self.letters[end - 1] and self.letters[end - 2])

    def has_word(self, start: int, end: int) -> bool:
        """Tell whether a word stood between two squares."""
        return any(self.letters[one] and self.letters[one + 1] for one in range(start, end - 1))

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
