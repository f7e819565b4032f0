"""Reads positions that `position_text` writes; damage is refused with the place of the fault."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar, get_args

from wordstack.board import HIDDEN, Board, Stack
from wordstack.notation_error import NotationError
from wordstack.play_text import compact_play, read_marks
from wordstack.position import EndReason, OpenPlay, Position
from wordstack.rulebook import Rulebook
from wordstack.tile_text import NONE, Reader, tiles_text

T = TypeVar("T")
_MOST = 10**9
_SHORT, _FULL = 8, 10
_ENDINGS: tuple[EndReason, ...] = tuple(reason for reason in get_args(EndReason) if reason)


def parse_position(text: str, rulebook: Rulebook) -> Position:
    """Read a position in either form.

    Args:
        text: One line.
        rulebook: The rules that it is a position of; they are not in the text.

    Raises:
        NotationError: It is damaged; the message says at which character.
    """
    fields = text.count(" ") + 1
    if fields == _FULL:
        return _read_full(Reader(text, rulebook))
    if 2 <= fields <= _SHORT:
        return _read_short(Reader(text, rulebook), fields)
    raise NotationError(
        len(text), f"{fields} fields: a short position has 2 to {_SHORT}, a full one {_FULL}"
    )


def _read_full(reader: Reader) -> Position:
    board = Board(reader.rulebook.size, tuple(_read_rows(reader, _read_stack)))
    racks = _field(reader, lambda: _read_racks(reader, ordered=True))
    bag = _field(reader, lambda: tuple(reader.tiles(" ")))
    discards = _field(reader, lambda: tuple(reader.tiles(" ")))
    scores = _field(reader, lambda: _read_numbers(reader, len(racks), -_MOST))
    turn = _field(reader, lambda: reader.number(1, len(racks), "a player") - 1)
    passes, scoreless, exchanges, withdrawn = _field(reader, lambda: _read_numbers(reader, 4, 0))
    window = _field(reader, lambda: _read_window(reader, board, racks))
    ended = _field(reader, lambda: _read_ended(reader))
    random = _field(reader, lambda: _read_state(reader))
    _end(reader)
    position = Position(
        reader.rulebook,
        board,
        racks,
        bag,
        discards,
        scores,
        turn,
        passes,
        scoreless,
        exchanges,
        withdrawn,
        window,
        ended,
        random,
    )
    check_tiles(position)
    return position


def _read_short(reader: Reader, fields: int) -> Position:
    rulebook = reader.rulebook
    tops: list[str] = [stack[0] if stack else "" for stack in _read_rows(reader, _read_top)]
    board = _field(reader, lambda: _read_heights(reader, tops))
    players = min(max(2, rulebook.profile.players_min), rulebook.profile.players_max)
    racks: tuple[tuple[str, ...], ...] = ((HIDDEN,) * rulebook.rack_size,) * players
    if fields > 2:
        racks = _field(reader, lambda: _read_racks(reader, ordered=False))
    bag = max(0, rulebook.tile_total - board.tile_count - sum(map(len, racks)))
    if fields > 3:
        bag = _field(reader, lambda: reader.number(0, 256 * 256, "a number of tiles"))
    scores: tuple[int, ...] = (0,) * len(racks)
    if fields > 4:
        scores = _field(reader, lambda: _read_numbers(reader, len(racks), -_MOST))
    turn = 0
    if fields > 5:
        turn = _field(reader, lambda: reader.number(1, len(racks), "a player") - 1)
    counters: tuple[int, ...] = (0, 0, 0, 0)
    if fields > 6:
        counters = _field(reader, lambda: _read_numbers(reader, 4, 0))
    ended: EndReason = ""
    if fields > 7:
        ended = _field(reader, lambda: _read_ended(reader))
    _end(reader)
    passes, scoreless, exchanges, withdrawn = counters
    return Position(
        rulebook,
        board,
        racks,
        (HIDDEN,) * bag,
        scores=scores,
        turn=turn,
        passes=passes,
        scoreless=scoreless,
        exchanges=exchanges,
        withdrawn=withdrawn,
        ended=ended,
    )


def _field(reader: Reader, read: Callable[[], T]) -> T:
    reader.expect(" ", "a space and the next field")
    return read()


def _end(reader: Reader) -> None:
    if reader.next:
        raise reader.fail("the position ends here")


def _read_rows(reader: Reader, read: Callable[[Reader], Stack]) -> list[Stack]:
    """Read all rows of a board; each square is an empty tuple or what `read` makes of it."""
    size = reader.rulebook.size
    stacks: list[Stack] = []
    for row in range(size):
        if row:
            reader.expect("/", f'"/" and row {row + 1} of {size}')
        squares: list[Stack] = []
        digits = False
        while reader.next and reader.next not in "/ ":
            if reader.next.isascii() and reader.next.isdigit():
                if digits:
                    raise reader.fail("expected a tile")
                left = size - len(squares)
                squares += [()] * reader.number(1, left, "a number of empty squares in the row")
                digits = True
            else:
                start = reader.at
                squares.append(read(reader))
                digits = False
                if len(squares) > size:
                    raise reader.fail(f"row {row + 1} has more than {size} squares", start)
        if len(squares) != size:
            raise reader.fail(f"row {row + 1} has {len(squares)} squares, the board has {size}")
        stacks += squares
    return stacks


def _read_top(reader: Reader) -> Stack:
    start = reader.at
    tile = reader.tile(laid=True)
    if tile == HIDDEN:
        raise reader.fail("the top tile of a stack is known", start)
    return (tile,)


def _read_stack(reader: Reader) -> Stack:
    start = reader.at
    if not reader.take("("):
        return _read_top(reader)
    tiles: list[str] = []
    while reader.next and reader.next != ")":
        tiles.append(reader.tile(laid=True))
    reader.expect(")", '")"')
    highest = reader.rulebook.rules.stack.max_height
    if not 2 <= len(tiles) <= highest:
        raise reader.fail(f"a stack in brackets has 2 to {highest} tiles", start)
    if tiles[-1] == HIDDEN:
        raise reader.fail("the top tile of a stack is known", start)
    return tuple(tiles)


def _read_heights(reader: Reader, tops: list[str]) -> Board:
    heights = []
    highest = reader.rulebook.rules.stack.max_height
    for tile in tops:
        height = int(reader.next) if tile and reader.next in set("123456789") else 0
        if tile and not 1 <= height <= highest:
            raise reader.fail(f"expected a height from 1 to {highest} for every letter")
        reader.at += 1 if tile else 0
        heights.append(height)
    if not any(heights):
        reader.expect(NONE, '"-" for no heights')
    elif reader.next not in ("", " "):
        raise reader.fail("more heights than letters")
    return Board.from_tops(tops, heights)


def _read_racks(reader: Reader, *, ordered: bool) -> tuple[tuple[str, ...], ...]:
    rulebook = reader.rulebook
    racks: list[tuple[str, ...]] = []
    while not racks or reader.take("/"):
        start = reader.at
        rack = tuple(reader.tiles("/ "))
        if len(rack) > rulebook.rack_size:
            raise reader.fail(f"a rack holds at most {rulebook.rack_size} tiles", start)
        if ordered and rack != rulebook.sorted(rack):
            raise reader.fail("a rack is written in the order of the alphabet", start)
        racks.append(rack)
        if len(racks) > rulebook.profile.players_max:
            raise reader.fail(f"more than {rulebook.profile.players_max} players", start)
    return tuple(racks)


def _read_numbers(reader: Reader, count: int, low: int) -> tuple[int, ...]:
    numbers: list[int] = []
    for index in range(count):
        if index:
            reader.expect(",", f'"," and {count} numbers')
        numbers.append(reader.number(low, _MOST, "a whole number"))
    return tuple(numbers)


def _read_window(
    reader: Reader, board: Board, racks: tuple[tuple[str, ...], ...]
) -> OpenPlay | None:
    if reader.take(NONE):
        return None
    player = reader.number(1, len(racks), "a player") - 1
    reader.expect(":", '":"')
    start = reader.at
    play = read_marks(reader, ":", ":")
    for one in reversed(play.placements):
        if board.stack(one.cell)[-1:] != (one.tile + one.shows,):
            raise reader.fail("the tiles of the open play do not lie on the board", start)
        board = board.lift((one,))
    if compact_play(play) != reader.text[start : reader.at]:
        raise reader.fail("not the one spelling of the play", start)
    reader.expect(":", '":"')
    points = reader.number(-_MOST, _MOST, "the points")
    reader.expect(":", '":"')
    start = reader.at
    drawn = tuple(reader.tiles(":"))
    if Counter(drawn) - Counter(racks[player]):
        raise reader.fail("the player does not hold the tiles drawn", start)
    reader.expect(":", '":"')
    passes, scoreless, withdrawn = _read_numbers(reader, 3, 0)
    return OpenPlay(player, play, points, drawn, passes, scoreless, withdrawn)


def _read_ended(reader: Reader) -> EndReason:
    if reader.take(NONE):
        return ""
    for reason in _ENDINGS:
        if reader.take(reason):
            return reason
    raise reader.fail(f'expected "-" or one of {", ".join(_ENDINGS)}')


def _read_state(reader: Reader) -> int:
    digits = reader.text[reader.at : reader.at + 16]
    if len(digits) != 16 or set(digits) - set("0123456789abcdef"):
        raise reader.fail("expected 16 hexadecimal digits")
    reader.at += 16
    return int(digits, 16)


def check_tiles(position: Position) -> None:
    """Refuse a position whose tiles are not those of the game; unknown ones may be any.

    Raises:
        NotationError: Tiles are missing, or there are too many of a kind.
    """
    tiles, game = Counter(position.all_tiles()), Counter(dict(position.rulebook.tiles))
    hidden = tiles.pop(HIDDEN, 0)
    if extra := tiles - game:
        raise NotationError("tiles", f"the game has no more {tiles_text(extra)}")
    if tiles.total() + hidden != game.total():
        raise NotationError(
            "tiles", f"{tiles.total() + hidden} in all, the game has {game.total()}"
        )
