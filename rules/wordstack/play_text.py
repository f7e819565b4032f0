"""Plays as text: `6B BEL...D`.

First the square where the word begins. Rows are numbered from 1, columns lettered from A; a word
across has the number first (`6B`), a word down the letter (`B6`). Then a mark for every square of
the word: a tile that is laid, or `.` for one that stays as it is. Several tiles on one square stand
in round brackets, the lowest first. The word is given whole, so one play has one text; a piece
of it is understood as well.
"""

import re
from collections.abc import Sequence

from wordstack.actions import Placement, Play
from wordstack.board import HIDDEN, Board, Cell, Direction, held_as
from wordstack.labels import BLANK
from wordstack.lexicon.alphabet import Alphabet
from wordstack.notation_error import NotationError
from wordstack.position import Position
from wordstack.rulebook import Rulebook
from wordstack.tile_text import Reader, tile_text

KEPT = "."
_ACROSS, _DOWN = re.compile(r"([1-9][0-9]?)([A-Z])"), re.compile(r"([A-Z])([1-9][0-9]?)")


def square_text(cell: tuple[int, int], direction: Direction) -> str:
    """Name a square: `6B` where a word across begins, `B6` for a word down."""
    row, col = str(cell[0] + 1), chr(ord("A") + cell[1])
    return row + col if direction == "across" else col + row


def format_play(play: Play, position: Position) -> str:
    """Write a play in its one spelling.

    Args:
        play: Tiles in one row or column, on the board.
        position: Before the play.

    Raises:
        ValueError: The tiles are in no line, off the board, or there are none.
    """
    cells = [Cell(*one.cell) for one in play.placements]
    if not cells or len({cell.row for cell in cells}) > 1 < len({cell.col for cell in cells}):
        raise ValueError("only tiles in one row or column can be written as a play")
    if not all(cell in position.board for cell in cells):
        raise ValueError("a play off the board cannot be written")
    after = position.board.lay(play.placements)
    direction = _direction(after, cells)
    first, last = after.run(cells[0], direction)[0], after.run(cells[-1], direction)[-1]
    return f"{square_text(first, direction)} {_marks(play, first, last)}"


def _direction(after: Board, cells: Sequence[Cell]) -> Direction:
    if cells[0] != cells[-1]:
        return "across" if cells[0].row == cells[-1].row else "down"
    alone = len(after.run(cells[0], "across")) == 1
    return "down" if alone and len(after.run(cells[0], "down")) > 1 else "across"


def _marks(play: Play, first: Cell, last: Cell) -> str:
    """Write what is laid on the squares of a line from the first to the last."""
    piles: dict[tuple[int, int], str] = {}
    for one in play.placements:
        piles[one.cell] = piles.get(one.cell, "") + tile_text(one.tile + one.shows)
    many = {cell for cell in piles if [one.cell for one in play.placements].count(cell) > 1}
    text = ""
    for row in range(first.row, last.row + 1):
        for col in range(first.col, last.col + 1):
            pile = piles.get((row, col), KEPT)
            text += f"({pile})" if (row, col) in many else pile
    return text


def compact_play(play: Play) -> str:
    """Write a play without regard to the board, from its first tile to its last, as `6B:BEL...D`.

    Args:
        play: Tiles in one row or column.
    """
    first, last = Cell(*play.placements[0].cell), Cell(*play.placements[-1].cell)
    direction: Direction = "across" if first.row == last.row else "down"
    return f"{square_text(first, direction)}:{_marks(play, first, last)}"


def parse_play(text: str, rulebook: Rulebook) -> Play:
    """Read a play as `format_play` writes it, or a piece of one; whether it is legal is not asked.

    Args:
        text: Such as `6B BEL...D`.
        rulebook: Whose tiles it is laid with.

    Raises:
        NotationError: It is damaged, or lays no tile.
    """
    reader = Reader(text, rulebook)
    play = read_marks(reader, " ", "")
    if reader.next:
        raise reader.fail("the play ends here")
    return play


def read_marks(reader: Reader, gap: str, ends: str) -> Play:
    """Read a square, a gap, and marks up to one of some characters or the end.

    Raises:
        NotationError: It is damaged, or lays no tile.
    """
    row, col, direction = _read_square(reader)
    reader.expect(gap, "a space" if gap == " " else f'"{gap}"')
    start = reader.at
    placements: list[Placement] = []
    while reader.next and reader.next not in ends:
        if not reader.take(KEPT):
            placements.extend(_placement(row, col, tile) for tile in _read_pile(reader))
        row, col = (row, col + 1) if direction == "across" else (row + 1, col)
    if not placements:
        raise reader.fail("no tile is laid", start)
    return Play(tuple(placements))


def _read_square(reader: Reader) -> tuple[int, int, Direction]:
    for pattern, direction in ((_ACROSS, "across"), (_DOWN, "down")):
        if match := pattern.match(reader.text, reader.at):
            reader.at = match.end()
            row, col = match.groups() if direction == "across" else reversed(match.groups())
            return int(row) - 1, ord(col) - ord("A"), "across" if direction == "across" else "down"
    raise reader.fail("expected a square, 6B for a word across or B6 for one down")


def _read_pile(reader: Reader) -> list[str]:
    start = reader.at
    if not reader.take("("):
        return [_read_tile(reader)]
    tiles = []
    while reader.next and reader.next != ")":
        tiles.append(_read_tile(reader))
    reader.expect(")", '")"')
    if len(tiles) < 2:
        raise reader.fail("round brackets hold two tiles or more", start)
    return tiles


def _read_tile(reader: Reader) -> str:
    start = reader.at
    tile = reader.tile(laid=True)
    if tile == HIDDEN:
        raise reader.fail("a tile cannot be laid unseen", start)
    return tile


def _placement(row: int, col: int, tile: str) -> Placement:
    held = held_as(tile)
    return Placement(row, col, held, tile[1:] if held == BLANK else "")


def read_play(text: str, position: Position) -> Play:
    """Read a play as a person types it: any case, no brackets needed, `6b belated` as well.

    A letter that the square already shows is kept, unless letters may cover themselves. Letters
    become tiles as in the lexicon (`quit` is Qu, I, T); a blank steps in for a tile that the rack
    lacks.

    Args:
        text: What was typed.
        position: Before the play.

    Raises:
        NotationError: It cannot be understood.
    """
    rulebook = position.rulebook
    typed = " ".join(text.split())
    square, _, word = typed.partition(" ")
    try:
        return parse_play(f"{square.upper()} {_keeping(word, square.upper(), position)}", rulebook)
    except NotationError as error:
        if isinstance(error.place, int) and error.place > len(square):
            raise NotationError(len(square) + 1, error.problem, word) from None
        raise


def _keeping(word: str, square: str, position: Position) -> str:
    """Spell typed letters as marks: tiles to lay, dots for letters that stay."""
    reader = Reader(square, position.rulebook)
    row, col, direction = _read_square(reader)
    keeps = position.rulebook.rules.stack.same_letter != "allow"
    held, marks = list(position.rack), ""
    for token in _tokens(word, position.rulebook):
        stack = position.board.stack((row, col))
        shown = position.board.letters[position.board.index((row, col))] if stack else ""
        if token == KEPT or (keeps and token == shown):
            marks += KEPT
        elif token.startswith("(") or BLANK in token:
            marks += token if token.startswith("(") else tile_text(token)
        elif token not in held and BLANK in held:
            held.remove(BLANK)
            marks += tile_text(BLANK + token)
        else:
            held = (
                held[: held.index(token)] + held[held.index(token) + 1 :] if token in held else held
            )
            marks += tile_text(token)
        row, col = (row, col + 1) if direction == "across" else (row + 1, col)
    return marks


def _tokens(word: str, rulebook: Rulebook) -> list[str]:
    """Split typed text into dots, bracketed piles and labels."""
    alphabet = Alphabet.of(rulebook.profile)
    lower = alphabet.rules.lower
    labels = {lower(label): label for label in alphabet.labels}
    tokens: list[str] = []
    for part in re.findall(r"\[[^\]]*\]|\([^)]*\)|\.|[^.\[(]+|.", word):
        if part in (KEPT,) or part.startswith("("):
            tokens.append(part)
        elif part.startswith("["):
            inner = part[1:-1]
            blank = BLANK if inner.startswith(BLANK) else ""
            tokens.append(blank + labels.get(lower(inner.removeprefix(BLANK)), inner))
        else:
            tilings = alphabet.tilings(lower(part))
            tokens += [alphabet.labels[n] for n in tilings[0]] if tilings else list(part)
    return tokens
