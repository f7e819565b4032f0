"""A little board for the booklet: squares as plain values for typst, and the words that say it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kitgen.paper.examples import Example
from kitgen.wording import Wording

if TYPE_CHECKING:
    from wordstack import Board, Cell

LEAST = 6
"""Squares along a side of the piece of board that is shown, where the board has as many."""


def drawn_board(
    example: Example, board: Board, wording: Wording, *, rows: int = 0
) -> dict[str, Any]:
    """Describe the piece of a board on which an example happens.

    Args:
        example: Says which squares matter and which tiles are new.
        board: Its board before or after the play.
        wording: Of the booklet.
        rows: Least number of rows shown, and of columns if it is more than usual.

    Returns:
        ``rows`` of squares, each with ``letter`` (empty where there is none), ``height``, ``new``
        and ``start``; ``edges``: whether the piece ends at the board's edge above, right, below
        and left; ``alt``: the same in words.
    """
    top, left, bottom, right = _piece(example, rows)
    is_after = board is example.after
    squares = [
        [
            {
                "letter": board.letters[board.index((row, col))],
                "height": board.heights[board.index((row, col))],
                "new": is_after and (row, col) in example.laid,
                "start": (row, col) in example.start,
            }
            for col in range(left, right + 1)
        ]
        for row in range(top, bottom + 1)
    ]
    edges = [top == 0, right == board.size - 1, bottom == board.size - 1, left == 0]
    return {"rows": squares, "edges": edges, "alt": alternative(example, board, wording)}


def alternative(example: Example, board: Board, wording: Wording) -> str:
    """Say in words what lies on a board, and what is laid."""
    listed = wording.listed(_words_on(board, wording))
    if board is not example.after:
        return wording.text("example.alt_before", words=listed)
    laid = sorted(example.laid)
    tiles = wording.listed(board.letters[board.index(cell)] for cell in laid)
    said = wording.text("example.alt_after", tiles=tiles, words=listed)
    return said + (" " + wording.text("example.alt_refused") if example.refused else "")


def legend(wording: Wording, worked: Iterable[Example], *, flat: bool) -> dict[str, str]:
    """Give what explains the drawings, and the note on letters that stand for words or "".

    Args:
        wording: Of the booklet.
        worked: What is drawn.
        flat: Whether nothing is ever put on a tile.
    """
    examples = list(worked)
    invented = any(example.invented for example in examples)
    said = [wording.text("example.legend")]
    if not flat:
        said.append(wording.text("example.legend_heights"))
    if any(example.start for example in examples):
        said.append(wording.text("example.legend_starts"))
    return {
        "text": " ".join(said),
        "any": wording.text("example.any") if invented else "",
    }


def _piece(example: Example, rows: int) -> tuple[int, int, int, int]:
    """First and last row and column shown: all tiles with a square around them, if there is one."""
    board = example.after
    cells = [divmod(n, board.size) for n, height in enumerate(board.heights) if height]
    top, bottom = _span([row for row, _ in cells], board.size, rows)
    left, right = _span([col for _, col in cells], board.size, max(LEAST, rows))
    return top, left, bottom, right


def _span(numbers: list[int], size: int, least: int) -> tuple[int, int]:
    """First and last of the numbers, one more on each side, and more where it is too few."""
    low, high = max(0, min(numbers) - 1), min(size - 1, max(numbers) + 1)
    least = min(least, size)
    spare = max(0, least - (high - low + 1))
    low = max(0, min(low - spare // 2, size - least))
    return low, max(high, low + least - 1)


def _words_on(board: Board, wording: Wording) -> list[str]:
    from wordstack import Cell
    from wordstack.board import DIRECTIONS

    found: dict[tuple[Cell, ...], str] = {}
    for number, height in enumerate(board.heights):
        if not height:
            continue
        for direction in DIRECTIONS:
            run = board.run(Cell(*divmod(number, board.size)), direction)
            if len(run) > 1 or (board.tile_count == 1 and direction == DIRECTIONS[0]):
                found.setdefault(run, direction)
    return [_word(board, run, direction, wording) for run, direction in found.items()]


def _word(board: Board, run: tuple[Cell, ...], direction: str, wording: Wording) -> str:
    heights = [board.heights[board.index(cell)] for cell in run]
    key = "alt_heights" if max(heights) > 1 else "alt_word"
    values = {"heights": " ".join(map(wording.number, heights))} if max(heights) > 1 else {}
    return wording.text(
        f"example.{key}",
        word="".join(board.letters[board.index(cell)] for cell in run),
        direction=wording.text(f"example.{direction}"),
        row=wording.number(run[0].row + 1),
        column=wording.number(run[0].col + 1),
        **values,
    )
