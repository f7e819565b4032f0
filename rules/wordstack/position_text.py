"""Positions as text, in two forms that start alike: rows from the top, `/` between them.

A number counts empty squares, a tile stands for itself (`tile_text`). Fields are separated by one
space; players and counts are in seat order.

Short, as a person writes it; what lies under the top tiles and in the bag is not said:

    letters heights racks bag scores turn counters ended

    10/10/10/10/3CATER2/10/10/10/10/10 11111 AEINRST/7? 81 10,0 2 0,0,0,0 -

`heights` holds a digit for each letter in reading order, `bag` a number of tiles. All fields after
the heights may be left out from the end.

Full, from which the game goes on; stacks stand in round brackets, the lowest tile first, the bag in
the order in which it will be drawn:

    stacks racks bag discards scores turn counters window ended random

`turn` is a player from 1; `counters` are passes, scoreless turns, exchanges and withdrawn plays;
`window` is `-` or the open play as `player:square:marks:points:drawn:passes,scoreless,withdrawn`;
`ended` is `-` or why the game is over; `random` is the generator's state in 16 hexadecimal digits.
The tiles of the full form must be those of the game.
"""

import hashlib
from collections.abc import Callable

from wordstack.board import Board, Stack
from wordstack.play_text import compact_play
from wordstack.position import OpenPlay, Position
from wordstack.tile_text import NONE, tile_text, tiles_text


def full_text(position: Position) -> str:
    """Write everything that is in a position."""
    return " ".join(
        (
            _board_text(position.board, _stack_text),
            "/".join(map(tiles_text, position.racks)),
            tiles_text(position.bag),
            tiles_text(position.discards),
            ",".join(map(str, position.scores)),
            str(position.turn + 1),
            _counters_text(position),
            _window_text(position.window) if position.window else NONE,
            position.ended or NONE,
            f"{position.random:016x}",
        )
    )


def short_text(position: Position) -> str:
    """Write a position without what lies under its top tiles and in its bag."""
    heights = "".join(str(height) for height in position.board.heights if height)
    return " ".join(
        (
            _board_text(position.board, lambda stack: tile_text(stack[-1])),
            heights or NONE,
            "/".join(map(tiles_text, position.racks)),
            str(len(position.bag)),
            ",".join(map(str, position.scores)),
            str(position.turn + 1),
            _counters_text(position),
            position.ended or NONE,
        )
    )


def position_sha256(position: Position) -> str:
    """Return the digest of a position: SHA-256 of its full text in UTF-8."""
    return hashlib.sha256(full_text(position).encode()).hexdigest()


def _board_text(board: Board, write: Callable[[Stack], str]) -> str:
    rows = []
    for number in range(board.size):
        text, empty = "", 0
        for stack in board.stacks[board.line("across", number)]:
            if stack:
                text += (str(empty) if empty else "") + write(stack)
                empty = 0
            else:
                empty += 1
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows)


def _stack_text(stack: Stack) -> str:
    text = "".join(map(tile_text, stack))
    return f"({text})" if len(stack) > 1 else text


def _counters_text(position: Position) -> str:
    counters = (position.passes, position.scoreless, position.exchanges, position.withdrawn)
    return ",".join(map(str, counters))


def _window_text(window: OpenPlay) -> str:
    return ":".join(
        (
            str(window.player + 1),
            compact_play(window.play),
            str(window.points),
            tiles_text(window.drawn),
            f"{window.passes},{window.scoreless},{window.withdrawn}",
        )
    )
