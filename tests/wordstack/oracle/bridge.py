"""From the oracle's plain data to the engine's values and back."""

from typing import Any

import oracle
import positions
from wordstack import GameProfile
from wordstack.actions import Placement, Play
from wordstack.board import Board
from wordstack.lexicon import Lexicon
from wordstack.position import Position
from wordstack.rulebook import Rulebook


def profile_of(game: positions.Setting) -> GameProfile:
    rules: dict[str, Any] = {}
    for key, value in game.options.items():
        table, option = key.split(".")
        rules.setdefault(table, {})[option] = value
    counts = dict.fromkeys(game.alphabet, 200)
    return GameProfile.model_validate(
        {
            "name": "random",
            "letters": game.alphabet,
            "blanks": game.blanks,
            "board_size": game.size,
            "start_squares": game.start_squares,
            "rack_size": game.rack_size,
            "players_min": 1,
            "tiles": {game.size: {**counts, "_": 9} if game.blanks else counts},
            "rules": rules,
        }
    )


def lexicon_of(game: positions.Setting, profile: GameProfile) -> Lexicon:
    return Lexicon.from_words(sorted(game.words), profile, name="random")


def board_of(position: oracle.Position) -> Board:
    size, stacks = position["size"], position["stacks"]
    return Board(
        size,
        tuple(tuple(stacks.get((row, col), ())) for row in range(size) for col in range(size)),
    )


def position_of(
    position: oracle.Position, rules: Rulebook, other_rack: tuple[str, ...] = ("S",)
) -> Position:
    return Position(rules, board_of(position), (tuple(position["rack"]), other_rack))


def play_of(play: oracle.Play) -> Play:
    return Play(tuple(Placement(row, col, *_tile(tile)) for row, col, tile in play))


def _tile(tile: str) -> tuple[str, ...]:
    return ("_", tile[1:]) if tile.startswith("_") and len(tile) > 1 else (tile,)


def plain(play: Play) -> oracle.Play:
    return oracle.canonical((one.row, one.col, one.tile + one.shows) for one in play.placements)
