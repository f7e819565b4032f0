"""Tiles between rack, bag and pile."""

from collections.abc import Iterable
from dataclasses import replace

from wordstack.board import HIDDEN
from wordstack.position import Position
from wordstack.randomness import mixed_in


def taken(rack: Iterable[str], tiles: Iterable[str]) -> tuple[str, ...]:
    """Return a rack without some of its tiles; one that is not there is one not seen yet.

    Raises:
        ValueError: The rack has neither the tile nor one that nobody has seen.
    """
    left = list(rack)
    for tile in tiles:
        if tile in left:
            left.remove(tile)
        elif HIDDEN in left:
            left.remove(HIDDEN)
        else:
            raise ValueError(f"the rack holds no {tile}")
    return tuple(left)


def drawn(position: Position, player: int, most: int | None = None) -> Position:
    """Let a player draw from the top of the bag.

    Args:
        position: The position.
        player: Who draws.
        most: Number of tiles; by default as many as the rack lacks.
    """
    rack = position.racks[player]
    count = position.rulebook.rack_size - len(rack) if most is None else most
    count = min(max(count, 0), len(position.bag))
    if not count:
        return position
    bag = position.bag[count:]
    return replace(position.with_rack(player, (*rack, *position.bag[:count])), bag=bag)


def put_back(position: Position, tiles: Iterable[str]) -> Position:
    """Mix tiles into the bag."""
    bag, state = mixed_in(position.bag, tiles, position.random)
    return replace(position, bag=bag, random=state)


def author_drawn(position: Position) -> Position:
    """Let the author of an open play draw, and remember what: it goes back with the play."""
    window = position.window
    if window is None:
        return position
    after = drawn(position, window.player)
    count = len(position.bag) - len(after.bag)
    if not count:
        return position
    return replace(after, window=replace(window, drawn=(*window.drawn, *position.bag[:count])))


def settled(position: Position) -> Position:
    """Close the window of the last play, whose author draws."""
    return replace(author_drawn(position), window=None)
