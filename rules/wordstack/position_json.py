"""Positions as JSON: the same as the full text, in names; seats are counted from 0."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from wordstack.actions import Placement, Play
from wordstack.board import HIDDEN, Board, held_as, letter_of
from wordstack.labels import BLANK
from wordstack.notation_error import NotationError
from wordstack.position import EndReason, OpenPlay, Position
from wordstack.position_reading import check_tiles
from wordstack.rulebook import Rulebook

T = TypeVar("T")
_MOST = 10**9
_KEYS = (
    "board",
    "racks",
    "bag",
    "discards",
    "scores",
    "turn",
    "passes",
    "scoreless",
    "exchanges",
    "withdrawn",
    "window",
    "ended",
    "random",
)
_WINDOW_KEYS = ("player", "play", "points", "drawn", "passes", "scoreless", "withdrawn")


def position_to_json(position: Position) -> dict[str, Any]:
    """Return everything that is in a position, as JSON has it.

    `board` is a list of rows of stacks of tiles, `play` a list of [row, column, tile], a blank
    being `_` and the letter it shows.
    """
    board, window = position.board, position.window
    return {
        "board": [
            [list(stack) for stack in board.stacks[board.line("across", row)]]
            for row in range(board.size)
        ],
        "racks": [list(rack) for rack in position.racks],
        "bag": list(position.bag),
        "discards": list(position.discards),
        "scores": list(position.scores),
        "turn": position.turn,
        "passes": position.passes,
        "scoreless": position.scoreless,
        "exchanges": position.exchanges,
        "withdrawn": position.withdrawn,
        "window": None
        if window is None
        else {
            "player": window.player,
            "play": [[one.row, one.col, one.tile + one.shows] for one in window.play.placements],
            "points": window.points,
            "drawn": list(window.drawn),
            "passes": window.passes,
            "scoreless": window.scoreless,
            "withdrawn": window.withdrawn,
        },
        "ended": position.ended,
        "random": f"{position.random:016x}",
    }


def position_from_json(data: object, rulebook: Rulebook) -> Position:
    """Read what `position_to_json` gives.

    Args:
        data: What a JSON parser made of the text.
        rulebook: The rules that it is a position of; they are not in the data.

    Raises:
        NotationError: It is damaged; the message names the key.
    """
    table = _table(data, _KEYS, "position")
    size = rulebook.size

    def stack(value: object, where: str) -> tuple[str, ...]:
        tiles = _list(value, _tile(rulebook, laid=True), where)
        highest = rulebook.rules.stack.max_height
        if len(tiles) > highest:
            raise NotationError(where, f"a stack has at most {highest} tiles")
        if tiles and tiles[-1] == HIDDEN:
            raise NotationError(where, "the top tile of a stack is known")
        return tiles

    def row(value: object, where: str) -> tuple[tuple[str, ...], ...]:
        return _list(value, stack, where, size)

    def rack(value: object, where: str) -> tuple[str, ...]:
        tiles = _list(value, _tile(rulebook), where)
        if len(tiles) > rulebook.rack_size:
            raise NotationError(where, f"a rack holds at most {rulebook.rack_size} tiles")
        return tiles

    rows = _list(table["board"], row, "board", size)
    board = Board(size, tuple(one for stacks in rows for one in stacks))
    racks = _list(table["racks"], rack, "racks")
    players = len(racks)
    if not 1 <= players <= rulebook.profile.players_max:
        raise NotationError("racks", f"must be 1 to {rulebook.profile.players_max}")
    count = _number(0, _MOST)
    if table["ended"] not in get_args(EndReason):
        raise NotationError(
            "ended", f"must be one of {', '.join(filter(None, get_args(EndReason)))}"
        )
    window = table["window"]
    position = Position(
        rulebook,
        board,
        racks,
        _list(table["bag"], _tile(rulebook), "bag"),
        _list(table["discards"], _tile(rulebook), "discards"),
        _list(table["scores"], _number(-_MOST, _MOST), "scores", players),
        _number(0, players - 1)(table["turn"], "turn"),
        count(table["passes"], "passes"),
        count(table["scoreless"], "scoreless"),
        count(table["exchanges"], "exchanges"),
        count(table["withdrawn"], "withdrawn"),
        None if window is None else _window(window, rulebook, players),
        table["ended"],
        _state(table["random"]),
    )
    check_tiles(position)
    if position.window:
        _check_window(position, position.window)
    return position


def _window(data: object, rulebook: Rulebook, players: int) -> OpenPlay:
    table = _table(data, _WINDOW_KEYS, "window")
    tile, count = _tile(rulebook, laid=True), _number(0, _MOST)

    def placement(value: object, where: str) -> Placement:
        parts = value if isinstance(value, list) else []
        if len(parts) != 3:
            raise NotationError(where, "must be [row, column, tile]")
        square = _number(0, rulebook.size - 1)
        laid = tile(parts[2], where)
        held = held_as(laid)
        shows = laid[1:] if held == BLANK else ""
        return Placement(square(parts[0], where), square(parts[1], where), held, shows)

    return OpenPlay(
        _number(0, players - 1)(table["player"], "window.player"),
        Play(_list(table["play"], placement, "window.play")),
        _number(-_MOST, _MOST)(table["points"], "window.points"),
        _list(table["drawn"], _tile(rulebook), "window.drawn"),
        count(table["passes"], "window.passes"),
        count(table["scoreless"], "window.scoreless"),
        count(table["withdrawn"], "window.withdrawn"),
    )


def _check_window(position: Position, window: OpenPlay) -> None:
    board = position.board
    for one in reversed(window.play.placements):
        if board.stack(one.cell)[-1:] != (one.tile + one.shows,):
            raise NotationError("window.play", "the tiles do not lie on the board")
        board = board.lift((one,))
    if not window.play.placements:
        raise NotationError("window.play", "no tile is laid")
    rack = list(position.racks[window.player])
    if any(rack.count(tile) < window.drawn.count(tile) for tile in window.drawn):
        raise NotationError("window.drawn", "the player does not hold them")


def _table(data: object, keys: Sequence[str], where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise NotationError(where, "must be an object")
    for key in (*keys, *data):
        if key not in data:
            raise NotationError(where, f"{key} is missing")
        if key not in keys:
            raise NotationError(where, f"unknown key {key}")
    return data


def _list(
    value: object, read: Callable[[object, str], T], where: str, length: int | None = None
) -> tuple[T, ...]:
    if not isinstance(value, list):
        raise NotationError(where, "must be a list")
    if length is not None and len(value) != length:
        raise NotationError(where, f"has {len(value)} entries, must have {length}")
    return tuple(read(one, f"{where}[{index}]") for index, one in enumerate(value))


def _number(low: int, high: int) -> Callable[[object, str], int]:
    def read(value: object, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise NotationError(where, f"must be a whole number from {low} to {high}", str(value))
        return value

    return read


def _tile(rulebook: Rulebook, *, laid: bool = False) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        known = value == HIDDEN or (
            isinstance(value, str)
            and value != ""
            and (
                (value == BLANK and not laid)
                or (letter_of(value) in rulebook.profile.letters and (laid or value[0] != BLANK))
            )
        )
        if not known:
            raise NotationError(where, "must be a tile of the game", str(value))
        return str(value)

    return read


def _state(value: object) -> int:
    if not isinstance(value, str) or len(value) != 16 or set(value) - set("0123456789abcdef"):
        raise NotationError("random", "must be 16 hexadecimal digits", str(value))
    return int(value, 16)
