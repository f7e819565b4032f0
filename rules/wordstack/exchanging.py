"""Exchanging tiles: when it is allowed, and what it does."""

from collections.abc import Iterator
from dataclasses import replace

from wordstack.actions import Exchange
from wordstack.board import HIDDEN
from wordstack.drawing import drawn, put_back, taken
from wordstack.generation import can_play
from wordstack.position import Position, is_known
from wordstack.word_graph import WordGraph


def exchange_faults(
    position: Position, count: int, lexicon: WordGraph | None
) -> Iterator[tuple[str, str]]:
    """Yield what forbids the player to move to exchange so many tiles, as (code, text).

    Which tiles is another matter. Whether no word can be made is only asked where the rules ask it
    and lexicon and rack are known.
    """
    options = position.rulebook.rules.exchange
    if options.when == "never":
        yield "exchange_never", "these rules know no exchange"
    if position.withdrawn:
        yield "exchange_after_challenge", "after an illegal word one plays another or passes"
    if not 1 <= count <= options.count:
        yield "exchange_count", f"{count} tiles: must be from 1 to {options.count}"
    if count > len(position.bag):
        yield "bag_too_small", f"the bag holds {len(position.bag)} tiles"
    if no_free_exchange(position) and options.solo_after == "forbid":
        yield "exchanges_used", f"all {options.solo_free} exchanges are made"
    if (
        options.when == "cannot_play"
        and lexicon is not None
        and is_known(position.rack)
        and can_play(position, lexicon)
    ):
        yield "can_play", "an exchange is only for who can make no word"


def no_free_exchange(position: Position) -> bool:
    """Tell whether a single player has made all exchanges that cost nothing."""
    options = position.rulebook.rules.exchange
    return position.players == 1 and position.exchanges >= options.solo_free


def is_free(position: Position) -> bool:
    """Tell whether an exchange now would cost no turn: only a single player's first ones."""
    return position.players == 1 and not no_free_exchange(position)


def exchanged(position: Position, action: Exchange) -> Position:
    """Return the position after an allowed exchange: drawn first, then the old tiles go.

    Raises:
        ValueError: The rack does not hold the tiles.
    """
    player, bag = position.turn, position.bag
    rest = taken(position.rack, action.tiles)
    after = drawn(position.with_rack(player, rest), player, len(action.tiles))
    after = replace(after, exchanges=position.exchanges + 1)
    # Where nobody sees the bag, what goes back into it is seen no more.
    back = tuple(HIDDEN for _ in action.tiles) if HIDDEN in bag else action.tiles
    if position.rulebook.rules.exchange.order == "discard":
        return replace(after, discards=(*after.discards, *action.tiles))
    return put_back(after, back)
