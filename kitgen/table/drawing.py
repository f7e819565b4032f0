"""The board as lines of text: readable in 80 columns and without colour."""

from wordstack import Cell, Position
from wordstack.board import held_as
from wordstack.labels import BLANK

WIDTH = 80
_EMPTY, _START = ".", "*"

LEGEND = (
    "On the board: A is one tile, A3 a stack of three, a (small) a blank laid as A,",
    "* is a start square, <A> was laid in the last play, which may be challenged.",
)


def board_lines(position: Position) -> list[str]:
    """Draw a board with its stacks, at most 80 columns wide.

    A square shows the top tile, and the height of its stack where that is more than one. The tiles
    of a play that is still open to a challenge stand in `<>`, unless the board is too wide for it.
    """
    size = position.board.size
    for marked, gap in ((True, 1), (True, 0), (False, 1), (False, 0)):
        texts = [
            [_square(position, Cell(row, col), marked) for col in range(size)]
            for row in range(size)
        ]
        width = max(2, *(len(text) for line in texts for text in line)) + gap
        if 5 + size * width <= WIDTH:
            break
    indent = " " if marked else ""
    columns = "   " + "".join(f"{indent}{chr(ord('A') + col)}".ljust(width) for col in range(size))
    lines = [columns.rstrip()]
    for number, line in enumerate(texts, 1):
        squares = "".join(text.ljust(width) for text in line)
        lines.append(f"{number:2} {squares}{number:2}")
    lines.append(columns.rstrip())
    return lines


def _square(position: Position, cell: Cell, marked: bool) -> str:
    board, window = position.board, position.window
    stack = board.stack(cell)
    if stack:
        letter = board.letters[board.index(cell)]
        text = letter.lower() if held_as(stack[-1]) == BLANK else letter
        text += str(len(stack)) if len(stack) > 1 else ""
    else:
        starts = position.rulebook.start_cells
        text = _START if cell in starts and len(starts) < board.size**2 else _EMPTY
    if not marked:
        return text
    fresh = window is not None and cell in {one.cell for one in window.play.placements}
    return f"<{text}>" if fresh else f" {text}"


def rack_line(position: Position, seat: int) -> str:
    """Draw a rack: tiles with a space between them."""
    return " ".join(position.racks[seat]) or "no tiles"
