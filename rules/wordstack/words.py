"""The words that a play makes or changes."""

from dataclasses import dataclass

from wordstack.actions import Play
from wordstack.board import DIRECTIONS, Board, Cell, Direction, letter_of


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A run of tiles in which at least one was laid in this turn.

    Attributes:
        cells: Its squares.
        tops: Its top tiles; a blank is `_` and its letter.
        heights: Heights of its stacks after the play.
        laid: For each square whether it got a tile in this turn.
        direction: How it reads.
    """

    cells: tuple[Cell, ...]
    tops: tuple[str, ...]
    heights: tuple[int, ...]
    laid: tuple[bool, ...]
    direction: Direction

    @property
    def letters(self) -> tuple[str, ...]:
        """Its labels, which a lexicon is asked for."""
        return tuple(letter_of(tile) for tile in self.tops)

    @property
    def text(self) -> str:
        """How it reads, labels joined: `QuIT`."""
        return "".join(self.letters)

    @property
    def is_flat(self) -> bool:
        """Whether no letter of it lies on another."""
        return max(self.heights) == 1


def formed_words(before: Board, after: Board, play: Play) -> tuple[FormedWord, ...]:
    """Return the words of a play: the one along the play first, then those that cross it.

    A single square is no word, however many letters its tile shows, unless it is the only one of
    the whole board: an opening of one tile.

    Args:
        before: The board without the play.
        after: The board with it.
        play: The tiles laid, all on the board.
    """
    cells = dict.fromkeys(Cell(one.row, one.col) for one in play.placements)
    along: Direction = "down" if len({cell.row for cell in cells}) > 1 else "across"
    across = DIRECTIONS[1] if along == DIRECTIONS[0] else DIRECTIONS[0]
    found: dict[tuple[Cell, ...], Direction] = {}
    for direction in (along, across):
        for cell in cells:
            run = after.run(cell, direction)
            if len(run) > 1:
                found[run] = direction
    if before.is_empty and len(cells) == 1:
        found[tuple(cells)] = "across"
    return tuple(_word(after, run, cells, direction) for run, direction in found.items())


def _word(
    board: Board, run: tuple[Cell, ...], laid: dict[Cell, None], direction: Direction
) -> FormedWord:
    stacks = [board.stack(cell) for cell in run]
    return FormedWord(
        cells=run,
        tops=tuple(stack[-1] for stack in stacks),
        heights=tuple(map(len, stacks)),
        laid=tuple(cell in laid for cell in run),
        direction=direction,
    )
