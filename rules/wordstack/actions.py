"""What a player can do: five small values."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Placement(NamedTuple):
    """One tile on one square.

    Attributes:
        row: Counted from 0 at the top.
        col: Counted from 0 at the left.
        tile: The tile as it was on the rack: a label, or `_` for a blank.
        shows: The letter that a blank is laid as; empty for every other tile.
    """

    row: int
    col: int
    tile: str
    shows: str = ""

    @property
    def letter(self) -> str:
        """The letter that can be read on the square."""
        return self.shows or self.tile

    @property
    def cell(self) -> tuple[int, int]:
        """The square."""
        return self.row, self.col


def _by_square(placement: Placement) -> tuple[int, int]:
    return placement.row, placement.col


@dataclass(frozen=True, order=True, slots=True)
class Play:
    """Tiles laid in one turn.

    Two plays are equal where the same tiles come to lie on the same squares, in whatever order
    they were given; of several tiles on one square the first lies lowest.

    Attributes:
        placements: The tiles, row by row.
    """

    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        ordered = tuple(sorted(map(_placement, self.placements), key=_by_square))
        object.__setattr__(self, "placements", ordered)

    def transposed(self) -> "Play":
        """Return the play with rows and columns exchanged."""
        return Play(tuple(Placement(one.col, one.row, *one[2:]) for one in self.placements))


def _placement(one: Iterable[object]) -> Placement:
    return one if isinstance(one, Placement) else Placement(*one)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles of the rack given for as many out of the bag.

    Attributes:
        tiles: The tiles given, sorted.
    """

    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing done."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """The last play's words doubted; the lexicon decides.

    Attributes:
        player: Who doubts, as a seat from 0.
    """

    player: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The last play taken back as illegal, by its author or by the players' own dictionary.

    It has the effect of a challenge that succeeds, and needs no lexicon.
    """


Action: TypeAlias = Play | Exchange | Pass | Challenge | Withdraw
