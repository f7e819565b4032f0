"""The board: a square of stacks, each a row of tiles from the bottom to the top."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from wordstack.actions import Placement
from wordstack.labels import BLANK

Direction: TypeAlias = Literal["across", "down"]
Stack: TypeAlias = tuple[str, ...]
DIRECTIONS: tuple[Direction, Direction] = ("across", "down")

HIDDEN = "?"
"""A tile that nobody has seen: under the top of a stack in the short form, or on a rack."""


class Cell(NamedTuple):
    """A square, counted from 0 at the top left."""

    row: int
    col: int


def letter_of(tile: str) -> str:
    """Return what a tile on the board shows: `_A` is a blank laid as A."""
    return tile[1:] if len(tile) > 1 and tile[0] == BLANK else tile


def held_as(tile: str) -> str:
    """Return what a tile on the board was on the rack: `_A` was a blank."""
    return BLANK if tile[0] == BLANK else tile


@dataclass(frozen=True)
class Board:
    """An immutable board.

    Attributes:
        size: Squares along one side.
        stacks: All `size * size` stacks, row by row; an empty square is an empty tuple. A tile is
            its label, a blank `_` and the letter it was laid as, and `?` where nobody knows.
    """

    size: int
    stacks: tuple[Stack, ...]

    def __post_init__(self) -> None:
        if len(self.stacks) != self.size**2:
            raise ValueError(f"{len(self.stacks)} stacks: a board of {self.size} has {self.size}²")

    @classmethod
    def empty(cls, size: int) -> "Board":
        """Return a board without tiles."""
        return cls(size, ((),) * size**2)

    @classmethod
    def from_tops(cls, letters: Sequence[str], heights: Sequence[int]) -> "Board":
        """Make a board of which only the top tiles are known.

        Args:
            letters: Top tile of every square, row by row; `""` where there is none.
            heights: Height of every square, row by row.

        Raises:
            ValueError: A square has a tile and no height, or a height and no tile.
        """
        size = round(len(letters) ** 0.5)
        stacks: list[Stack] = []
        for tile, height in zip(letters, heights, strict=True):
            if bool(tile) != (height > 0):
                raise ValueError(f"{tile!r} with height {height}")
            stacks.append((HIDDEN,) * (height - 1) + (tile,) if tile else ())
        return cls(size, tuple(stacks))

    @cached_property
    def tops(self) -> tuple[str, ...]:
        """Top tile of every square, row by row; `""` where there is none."""
        return tuple([stack[-1] if stack else "" for stack in self.stacks])

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """Letter shown on every square, row by row; `""` where there is none."""
        return tuple([letter_of(tile) for tile in self.tops])

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """Height of every stack, row by row."""
        return tuple(map(len, self.stacks))

    @cached_property
    def is_empty(self) -> bool:
        """Whether no tile lies on the board."""
        return not any(self.stacks)

    @cached_property
    def tile_count(self) -> int:
        """Number of tiles on the board."""
        return sum(self.heights)

    def __contains__(self, cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def index(self, cell: tuple[int, int]) -> int:
        """Return where a square stands in `stacks`."""
        return cell[0] * self.size + cell[1]

    def stack(self, cell: tuple[int, int]) -> Stack:
        """Return the stack on a square, empty where the square is empty or off the board."""
        return self.stacks[cell[0] * self.size + cell[1]] if cell in self else ()

    def line(self, direction: Direction, number: int) -> slice:
        """Return what cuts row (or column) `number` out of `stacks`, `letters` or `heights`."""
        if direction == "across":
            return slice(number * self.size, (number + 1) * self.size)
        return slice(number, None, self.size)

    def neighbours(self, cell: tuple[int, int]) -> Iterator[Cell]:
        """Yield the squares of the board that share a side with a square."""
        row, col = cell
        for one in (Cell(row - 1, col), Cell(row, col - 1), Cell(row, col + 1), Cell(row + 1, col)):
            if one in self:
                yield one

    def run(self, cell: tuple[int, int], direction: Direction) -> tuple[Cell, ...]:
        """Return the longest unbroken row of tiles through a square, none where it is empty."""
        if not self.stack(cell):
            return ()
        stacks, size = self.stacks, self.size
        if direction == "across":
            first, step, begin = cell[0] * size, 1, cell[1]
        else:
            first, step, begin = cell[1], size, cell[0]
        end = begin + 1
        while begin > 0 and stacks[first + (begin - 1) * step]:
            begin -= 1
        while end < size and stacks[first + end * step]:
            end += 1
        if direction == "across":
            return tuple([Cell(cell[0], col) for col in range(begin, end)])
        return tuple([Cell(row, cell[1]) for row in range(begin, end)])

    def lay(self, placements: Iterable[Placement]) -> "Board":
        """Return the board with tiles laid, in the order given.

        Raises:
            IndexError: A square is off the board.
        """
        stacks = list(self.stacks)
        for one in placements:
            if (one.row, one.col) not in self:
                raise IndexError(f"({one.row}, {one.col}) is off a board of {self.size}")
            stacks[one.row * self.size + one.col] += (one.tile + one.shows,)
        return Board(self.size, tuple(stacks))

    def lift(self, placements: Iterable[Placement]) -> "Board":
        """Return the board with tiles taken off again that lie on top."""
        stacks = list(self.stacks)
        for one in placements:
            index = one.row * self.size + one.col
            stacks[index] = stacks[index][:-1]
        return Board(self.size, tuple(stacks))

    def transposed(self) -> "Board":
        """Return the board with rows and columns exchanged."""
        return Board(
            self.size,
            tuple(stack for col in range(self.size) for stack in self.stacks[col :: self.size]),
        )
