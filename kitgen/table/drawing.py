"""The board as lines of text: readable in 80 columns and without colour."""

from collections.abc import Iterable

from wordstack import Board, Cell, Position
from wordstack.board import held_as
from wordstack.labels import BLANK

WIDTH = 80
_EMPTY, _START = ".", "*"

LEGEND = (
    "On the board: A is one tile, A3 a stack of three, a (small) a blank laid as A,",
    "* is a start square, <A> was laid in the last play, which may be challenged.",
)


def board_lines(position: Position) -> list[str]:
    """Draw a board with its stacks.

    A square shows the top tile, and the height of its stack where that is more than one. The tiles
    of a play that is still open to a challenge stand in `<>`.
    """
    board, size = position.board, position.board.size
    window = position.window
    fresh = {one.cell for one in window.play.placements} if window is not None else set()
    texts = [
        [_square(board, Cell(row, col), position, fresh) for col in range(size)]
        for row in range(size)
    ]
    widest = max((len(text) for line in texts for text in line), default=1)
    # A number, a space, the squares, a space, a number; squares touch only where 80 is too few.
    gap = 1 if 3 + size * (max(widest, 2) + 1) + 3 <= WIDTH else 0
    width = max(widest, 2) + gap
    columns = "   " + "".join(f" {chr(ord('A') + col)}".ljust(width) for col in range(size))
    lines = [columns.rstrip()]
    for number, line in enumerate(texts, 1):
        squares = "".join(text.ljust(width) for text in line)
        lines.append(f"{number:2} {squares}{number:2}".rstrip())
    lines.append(columns.rstrip())
    return lines


def _square(board: Board, cell: Cell, position: Position, fresh: Iterable[tuple[int, int]]) -> str:
    stack = board.stack(cell)
    if not stack:
        starts = position.rulebook.start_cells
        every = len(starts) == board.size**2
        return f" {_START if cell in starts and not every else _EMPTY}"
    top = stack[-1]
    letter = board.letters[board.index(cell)]
    text = letter.lower() if held_as(top) == BLANK else letter
    height = str(len(stack)) if len(stack) > 1 else ""
    return f"<{text}{height}>" if cell in fresh else f" {text}{height}"


def rack_line(position: Position, seat: int) -> str:
    """Draw a rack: tiles with a space between them."""
    return " ".join(position.racks[seat]) or "no tiles"
