"""A play that every rule allows but those about words, where there is no list of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordstack import Placement, Play, validate
from wordstack.labels import BLANK
from wordstack.randomness import draw_below

if TYPE_CHECKING:
    from wordstack import Position

ATTEMPTS = 300
"""A turn; on a board that is not full far fewer are needed."""
_LONGEST = 5


def wordless_play(position: Position, seed: int) -> Play | None:
    """Lay two to five tiles in a row somewhere, as if every row of letters were a word.

    Args:
        position: Whose player to move lays them.
        seed: From 0; with the position it decides which.

    Returns:
        A play against which the rules have nothing; None if none was found.
    """
    laid = sum(map(len, position.board.stacks))
    # Far enough apart that turns do not follow from each other.
    state = seed * 1_000_003 + laid * 101 + position.turn
    rack = [tile for tile in position.rack if tile != BLANK]
    for _ in range(ATTEMPTS):
        length, state = draw_below(_LONGEST - 1, state)
        across, state = draw_below(2, state)
        line, state = draw_below(position.board.size, state)
        start, state = draw_below(position.board.size - 1, state)
        first, state = draw_below(max(1, len(rack)), state)
        tiles = (rack[first:] + rack[:first])[: length + 2]
        cells = [(line, start + k) if across else (start + k, line) for k in range(len(tiles))]
        if max(map(max, cells), default=0) >= position.board.size:
            continue
        play = Play(tuple(Placement(*cell, tile) for cell, tile in zip(cells, tiles, strict=True)))
        if tiles and validate(position, play, None).is_legal:
            return play
    return None
