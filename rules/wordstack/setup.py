"""A new game from one whole number."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordstack.board import HIDDEN, Board
from wordstack.drawing import drawn
from wordstack.position import Position
from wordstack.randomness import check_seed, shuffled
from wordstack.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class StartDraw:
    """Who begins, and the tiles that decided it.

    Attributes:
        rounds: One mapping a round, from seat to the tile drawn; a later round is among those who
            tied in the one before.
        first: Who begins.
    """

    rounds: tuple[dict[int, str], ...]
    first: int


def new_game(rulebook: Rulebook, players: int, seed: int) -> tuple[Position, StartDraw]:
    """Set up a game: tiles mixed, the beginner drawn, tiles mixed again, racks filled.

    Args:
        rulebook: The rules.
        players: Number of players.
        seed: From 0 to 2^64 - 1; one seed is one game on every platform.

    Raises:
        ProfileError: The profile does not allow so many players.
        ValueError: The seed is out of range.
    """
    rulebook.check_players(players)
    tiles = [tile for tile, number in rulebook.tiles.items() for _ in range(number)]
    bag, state = shuffled(tiles, check_seed(seed))
    start = start_draw(rulebook, players, bag)
    bag, state = shuffled(tiles, state)
    return _dealt(rulebook, players, bag, start.first, state), start


def real_game(rulebook: Rulebook, players: int, first: int = 0) -> Position:
    """Set up the score sheet of a game on a real board, whose racks and bag nobody sees.

    Args:
        rulebook: The rules.
        players: Number of players.
        first: Who begins.

    Raises:
        ProfileError: The profile does not allow so many players.
    """
    rulebook.check_players(players)
    return _dealt(rulebook, players, (HIDDEN,) * rulebook.tile_total, first, 0)


def _dealt(
    rulebook: Rulebook, players: int, bag: tuple[str, ...], first: int, state: int
) -> Position:
    racks: tuple[tuple[str, ...], ...] = ((),) * players
    board = Board.empty(rulebook.size)
    position = Position(rulebook, board, racks, bag, turn=first, random=state)
    for step in range(players):
        position = drawn(position, (first + step) % players)
    return position


def start_draw(rulebook: Rulebook, players: int, bag: Sequence[str]) -> StartDraw:
    """Draw for the first turn: the tile nearest to the first letter begins, a blank comes last.

    Players who tie draw again, from what is left in the bag. Where too few tiles are left for
    that, the first of them in seat order begins.

    Args:
        rulebook: The rules.
        players: Number of players.
        bag: Tiles in the order in which they are drawn.
    """
    rounds: list[dict[int, str]] = []
    tied, top = list(range(players)), 0
    while len(tied) > 1 and top + len(tied) <= len(bag):
        draw = dict(zip(tied, bag[top:], strict=False))
        top += len(tied)
        rounds.append(draw)
        nearest = min(rulebook.order[tile] for tile in draw.values())
        tied = [seat for seat, tile in draw.items() if rulebook.order[tile] == nearest]
    return StartDraw(tuple(rounds), tied[0])
