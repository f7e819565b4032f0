"""How a game ends."""

from dataclasses import dataclass, replace

from wordstack.drawing import author_drawn
from wordstack.exchanging import exchange_faults
from wordstack.generation import can_play
from wordstack.position import EndReason, Position, is_known
from wordstack.word_graph import WordGraph


@dataclass(frozen=True, slots=True)
class Result:
    """How a game stands, or ended.

    Attributes:
        scores: Points of each player, tiles left taken off once the game is over.
        adjustments: What was taken off, as numbers below 0.
        winners: Seats with the most points; several where they tie.
        reason: Why the game is over; empty while it goes on.
    """

    scores: tuple[int, ...]
    adjustments: tuple[int, ...]
    winners: tuple[int, ...]
    reason: EndReason


def result(position: Position) -> Result:
    """Return the scores, and who leads or has won."""
    scores = position.final_scores
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Result(scores, position.adjustments, winners, position.ended)


def with_ending(position: Position, lexicon: WordGraph | None) -> Position:
    """Return the position, over if one of the endings is reached; asked after every action."""
    reason = _reason(position) or ("nobody_can_move" if _stuck(position, lexicon) else "")
    return replace(author_drawn(position), ended=reason) if reason else position


def _reason(position: Position) -> EndReason:
    end = position.rulebook.rules.end
    if not position.bag:
        is_out = [not rack for rack in position.racks]
        if all(is_out) or (any(is_out) and end.out == "first_player"):
            return "out"
    if position.passes >= end.pass_rounds * position.active:
        return "passes"
    if position.scoreless >= end.scoreless_turns * position.active:
        return "scoreless"
    return ""


def _stuck(position: Position, lexicon: WordGraph | None) -> bool:
    """Tell whether the rules end the game because nobody can make a word.

    A player who has yet to draw is judged with the tiles that will be drawn; a rack that nobody
    sees may always hold a word. A game for one goes on as long as it can exchange.
    """
    when = position.rulebook.rules.end.nobody_can_move
    if lexicon is None or when == "off" or (when == "bag_empty" and position.bag):
        return False
    if not all(map(is_known, (*position.racks, position.bag))):
        return False
    full = author_drawn(position)
    seats = (full.turn, *(seat for seat in range(full.players) if seat != full.turn))
    if any(can_play(full, lexicon, full.racks[seat]) for seat in seats):
        return False
    return full.players > 1 or any(True for _ in exchange_faults(full, 1, lexicon))
