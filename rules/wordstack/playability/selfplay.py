"""Whole games of greedy players against each other."""

from dataclasses import dataclass

from wordstack.actions import Action, Exchange, Pass
from wordstack.generation import ScoredPlay, scored_plays
from wordstack.illegal import IllegalActionError
from wordstack.playability.streams import GAMES, stream
from wordstack.position import EndReason, Position
from wordstack.randomness import draw_below
from wordstack.rulebook import Rulebook
from wordstack.setup import new_game
from wordstack.transitions import apply
from wordstack.word_graph import WordGraph


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened in one game; whole numbers, so sums of them are exact in any order.

    Attributes:
        turns: Actions in all.
        words: Plays among them.
        exchanges: Exchanges among them.
        stuck: Turns in which no word could be made although there were tiles to draw.
        tiles_left: Tiles on racks and in the bag at the end.
        bag_left: Those of them in the bag.
        points: Sum of all players' scores, before anything is taken off.
        first: Seat of the player who began.
        winners: Seats with the most points in the end.
        ended: Why it ended.
    """

    turns: int
    words: int
    exchanges: int
    stuck: int
    tiles_left: int
    bag_left: int
    points: int
    first: int
    winners: tuple[int, ...]
    ended: EndReason


def play_numbered_game(
    rulebook: Rulebook, lexicon: WordGraph, players: int, seed: int, number: int
) -> Outcome:
    """Play one game of a sample, which is the same whoever plays it, and when.

    Args:
        rulebook: The rules.
        lexicon: The words.
        players: Number of players.
        seed: Root seed of the sample, from 0 to 2^64 - 1.
        number: Which game, from 0.

    Raises:
        ProfileError: The profile does not allow so many players.
        ValueError: The seed is out of range.
    """
    return play_game(rulebook, lexicon, players, stream(seed, GAMES, number))


def play_game(rulebook: Rulebook, lexicon: WordGraph, players: int, seed: int) -> Outcome:
    """Play one game to its end; every player takes the play with the most points.

    Of plays with equally many points the first in the order of plays is taken. A player who can
    make no word exchanges one tile, any of the rack with equal chance, or passes where that is not
    allowed. Greedy players are good enough to tell sets apart and need no foresight.

    Args:
        rulebook: The rules.
        lexicon: The words.
        players: Number of players.
        seed: From 0 to 2^64 - 1; one seed is one game on every platform.

    Raises:
        ProfileError: The profile does not allow so many players.
        ValueError: The seed is out of range.
    """
    position, start = new_game(rulebook, players, seed)
    choices = stream(seed, GAMES, 0)
    turns = words = exchanges = stuck = 0
    while not position.is_over:
        turns += 1
        plays = scored_plays(position, lexicon)
        if plays:
            words += 1
            position = apply(position, max(plays, key=_points).play, lexicon)
            continue
        stuck += bool(position.bag)
        place, choices = draw_below(max(len(position.rack), 1), choices)
        before = position.exchanges
        position = _without_word(position, Exchange(position.rack[place : place + 1]), lexicon)
        exchanges += position.exchanges - before
    left = sum(map(len, position.racks)) + len(position.bag)
    best = max(position.final_scores)
    return Outcome(
        turns=turns,
        words=words,
        exchanges=exchanges,
        stuck=stuck,
        tiles_left=left,
        bag_left=len(position.bag),
        points=sum(position.scores),
        first=start.first,
        winners=tuple(seat for seat, score in enumerate(position.final_scores) if score == best),
        ended=position.ended,
    )


def _points(one: ScoredPlay) -> int:
    return one.points


def _without_word(position: Position, exchange: Action, lexicon: WordGraph) -> Position:
    """Exchange where the rules allow it, which only they know; else pass."""
    try:
        return apply(position, exchange, lexicon)
    except IllegalActionError:
        return apply(position, Pass(), lexicon)
