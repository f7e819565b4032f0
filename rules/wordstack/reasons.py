"""Why a play is not allowed: the codes, and one reason with what a referee would point at."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from wordstack.board import Cell

PlacementCode: TypeAlias = Literal[
    "no_tiles",
    "wrong_turn",
    "tile_not_held",
    "off_board",
    "not_in_line",
    "gap",
    "not_connected",
    "first_move_centre",
    "first_move_min_length",
    "no_word",
    "same_letter",
    "max_height",
    "one_tile_per_stack_per_turn",
    "too_many_stacks",
    "full_cover",
    "plural_s",
]
WordCode: TypeAlias = Literal["not_a_word", "plural_s"]
ReasonClass: TypeAlias = Literal["placement", "word"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with a play.

    Attributes:
        code: What rule it breaks.
        kind: `placement`: it can be seen on the board, and no play that has one is ever laid.
            `word`: only a dictionary or a referee can say it, so the play stands until challenged.
        text: The ruling in one line.
        cells: Squares that it is about, row by row.
        words: Words that it is about, as they read.
    """

    code: PlacementCode | WordCode
    kind: ReasonClass
    text: str
    cells: tuple[Cell, ...] = ()
    words: tuple[str, ...] = ()
