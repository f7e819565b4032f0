"""Makes the record of a game from its positions and actions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wordstack.actions import Action, Challenge, Exchange, Pass, Play
from wordstack.drawing import author_drawn
from wordstack.lexicon import Lexicon
from wordstack.play_text import format_play
from wordstack.position import Position
from wordstack.position_text import position_sha256
from wordstack.record.record import (
    PASSED,
    TAKEN_BACK,
    UPHELD,
    Ending,
    EndReasonSaid,
    Entry,
    Final,
    Record,
    Seat,
    Source,
)
from wordstack.tile_text import tiles_text


def record_of(
    positions: Sequence[Position],
    actions: Sequence[Action],
    seats: Sequence[Seat],
    *,
    lexicon: Lexicon | None = None,
    seed: int | None = None,
    ending: Ending | None = None,
    others: Sequence[tuple[str, str]] = (),
    notes: Mapping[int, tuple[str, ...]] | None = None,
) -> Record:
    """Write down a game that was played.

    Args:
        positions: From the opening on, one more than actions.
        actions: What was done between them.
        seats: The players.
        lexicon: What judged the words.
        seed: What the opening was made from, `None` for a game on a real board.
        ending: How it ended, as `ending_of` gives it.
        others: Headers that the format does not know.
        notes: What was noted after an action, by its number from 0.

    Raises:
        ValueError: There are not as many players, or not as many positions.
    """
    first = positions[0]
    if len(seats) != first.players:
        raise ValueError(f"{len(seats)} seats for {first.players} players")
    noted = notes or {}
    entries = [
        replace(entry_of(before, action, after), notes=noted.get(number, ()))
        for number, (before, action, after) in enumerate(
            zip(positions[:-1], actions, positions[1:], strict=True)
        )
    ]
    profile = first.rulebook.profile
    return Record(
        Source(profile.name, first.rulebook.sha256),
        first.rulebook.size,
        None if lexicon is None else Source(lexicon.name, lexicon.sha256),
        seed,
        first.turn,
        tuple(seats),
        position_sha256(positions[-1]),
        tuple(entries),
        ending,
        tuple(others),
    )


def entry_of(before: Position, action: Action, after: Position) -> Entry:
    """Return the line of one action.

    Raises:
        ValueError: It looks a play up, and none is open to a challenge.
    """
    if not isinstance(action, Play | Exchange | Pass):
        if before.window is None:
            raise ValueError("no play is open to a challenge")
        seat = before.window.player
        doubter = action.player if isinstance(action, Challenge) else None
        fell = after.board != before.board
        rack, move = tiles_text(after.racks[seat]), TAKEN_BACK if fell else UPHELD
    else:
        seat, doubter = before.turn, None
        rack = tiles_text(before.rack)
        if isinstance(action, Play):
            move = format_play(action, before)
        elif isinstance(action, Exchange):
            move = PASSED + tiles_text(action.tiles)
        else:
            move = PASSED
    total = after.scores[seat]
    return Entry(seat, rack, move, total - before.scores[seat], total, doubter)


def ending_of(
    position: Position, reason: EndReasonSaid | None = None, seat: int | None = None
) -> Ending:
    """Return how a game ended: what each player has left, and what it costs.

    Args:
        position: The last position; racks that nobody has seen may have been filled in.
        reason: `agreed` or `resigned`; by default the ending that the rules found.
        seat: Who resigned.

    Raises:
        ValueError: The rules found none, and none is given.
    """
    said = reason or position.ended
    if not said:
        raise ValueError("the game goes on")
    closed = closed_position(position)
    finals = [
        Final(tiles_text(rack), points, total)
        for rack, points, total in zip(
            closed.racks, closed.adjustments, closed.final_scores, strict=True
        )
    ]
    return Ending(said, tuple(finals), seat)


def closed_position(position: Position) -> Position:
    """Return a position whose game is over, however it ended: tiles left cost their points."""
    drawn = author_drawn(position)
    # Players who stop say in effect that nobody wants to move; only that it is over matters here.
    return drawn if drawn.is_over else replace(drawn, ended="nobody_can_move")
