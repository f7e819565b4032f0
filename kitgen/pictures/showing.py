"""What a position must be like to make a picture, and where on the board it is shown."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordstack import Board, Position, Rulebook

MOST_LAID = 38
"""Tiles on the board; on small ones fewer, so that squares stay free: 17 on one of 6 x 6."""
WANTED_HEIGHTS = (2, 3, 4)
TALLEST = 4
"""A tower of five hides what lies behind it."""


def flaws(position: Position) -> float:
    """How far a position is from what a picture wants; 0 if not at all."""
    board = position.board
    cells = {divmod(i, board.size): len(stack) for i, stack in enumerate(board.stacks) if stack}
    heights = Counter(cells.values())
    missing = sum(height not in heights for height in WANTED_HEIGHTS)
    few = (heights[2] < 3) + (heights[3] < 2)
    tall = max(0, max(heights) - TALLEST)
    short = target(position.rulebook) > sum(cells.values())
    middles = zip(_middles(board), shift(position), strict=True)
    off = max(abs(middle + moved) for middle, moved in middles) / board.size
    return float(2 * (missing + tall + short) + few + 5 * off)


def _middles(board: Board) -> tuple[float, float]:
    """How far the middle of what lies there is off the board's, in rows and in columns."""
    cells = [divmod(i, board.size) for i, stack in enumerate(board.stacks) if stack]
    rows, columns = zip(*cells, strict=True)
    down, right = ((min(line) + max(line) - board.size + 1) / 2 for line in (rows, columns))
    return down, right


def shift(position: Position) -> tuple[int, int]:
    """Rows and columns to the middle of the board, for a game that may begin anywhere."""
    if len(position.rulebook.start_cells) < position.board.size**2:
        return 0, 0
    down, right = _middles(position.board)
    return -math.floor(down), -math.floor(right)


def target(rulebook: Rulebook) -> int:
    """How many tiles are laid."""
    return min(MOST_LAID, round(rulebook.size**2 * 0.36) + 4)
