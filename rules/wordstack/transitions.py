"""One action makes one position of another."""

from dataclasses import replace

from wordstack.actions import Action, Challenge, Exchange, Play, Withdraw
from wordstack.drawing import author_drawn, put_back, settled, taken
from wordstack.ending import with_ending
from wordstack.exchanging import exchange_faults, exchanged, is_free
from wordstack.illegal import IllegalActionError
from wordstack.position import OpenPlay, Position
from wordstack.ruling import validate
from wordstack.word_graph import WordGraph


def apply(
    position: Position,
    action: Action,
    lexicon: WordGraph | None = None,
    *,
    player: int | None = None,
) -> Position:
    """Return the position after an action.

    A play with a placement fault is never laid; one with a word fault only where nobody challenges
    (`challenge.mode = "auto"`), else it stands until its window closes. Without a lexicon no word
    is at fault, no challenge can be decided, and no game ends because nobody can move.

    Args:
        position: The position before.
        action: What is done.
        lexicon: The words of the game.
        player: Who does it, checked if given; by default whose turn it is.

    Raises:
        IllegalActionError: The rules do not allow it.
    """
    if isinstance(action, Challenge):
        return _challenged(position, action, lexicon)
    if isinstance(action, Withdraw):
        return with_ending(_taken_back(position, _window(position)), lexicon)
    if isinstance(action, Play):
        after = _played(position, action, lexicon, player)
    else:
        _check_turn(position, player)
        if isinstance(action, Exchange):
            after = _exchanged(position, action, lexicon)
        else:
            after = _passed(position)
    return with_ending(after, lexicon)


def _check_turn(position: Position, player: int | None) -> None:
    if position.is_over:
        raise IllegalActionError("the game is over", "wrong_turn")
    if player is not None and player != position.turn:
        turn = position.turn + 1
        raise IllegalActionError(f"it is the turn of player {turn}", "wrong_turn")


def _played(
    position: Position, play: Play, lexicon: WordGraph | None, player: int | None
) -> Position:
    challenge = position.rulebook.rules.challenge
    ruling = validate(position, play, lexicon, player=player)
    refused = ruling.reasons if challenge.mode == "auto" else ruling.placement_reasons
    if refused:
        text = "; ".join(reason.text for reason in refused)
        raise IllegalActionError(text, *(reason.code for reason in refused), ruling=ruling)
    before = settled(position)
    seat, points = before.turn, ruling.points.total
    window = OpenPlay(seat, play, points, (), before.passes, before.scoreless, before.withdrawn)
    scores = list(before.scores)
    scores[seat] += points
    rack = taken(before.rack, (one.tile for one in play.placements))
    after = replace(
        before.with_rack(seat, rack),
        board=before.board.lay(play.placements),
        scores=tuple(scores),
        passes=0,
        scoreless=0,
        window=window,
    )
    if challenge.mode == "auto":
        after = settled(after)
    elif challenge.refill == "at_once":
        after = author_drawn(after)
    return _next_turn(after)


def _passed(position: Position) -> Position:
    after = _acted(position)
    passes = after.passes + 1 if _passes_count(after) else after.passes
    return _next_turn(replace(after, passes=passes, scoreless=after.scoreless + 1))


def _passes_count(position: Position) -> bool:
    """Tell whether a pass now counts towards the end of the game."""
    return not (position.rulebook.rules.end.pass_needs_empty_bag and position.bag)


def _exchanged(position: Position, action: Exchange, lexicon: WordGraph | None) -> Position:
    # Whoever is owed tiles draws before others do, so the bag does not depend on when a window
    # closes.
    after = author_drawn(_acted(position))
    if faults := list(exchange_faults(after, len(action.tiles), lexicon)):
        raise IllegalActionError(
            "; ".join(text for _, text in faults), *(code for code, _ in faults)
        )
    free = is_free(after)
    try:
        after = exchanged(after, action)
    except ValueError as error:
        raise IllegalActionError(str(error), "tile_not_held") from None
    if free:
        return after
    as_pass = position.rulebook.rules.end.exchange_counts_as_pass and _passes_count(position)
    passes = after.passes + 1 if as_pass else 0
    return _next_turn(replace(after, passes=passes, scoreless=after.scoreless + 1))


def _acted(position: Position) -> Position:
    """Close a window that an action other than a play closes: by option, or its author's own."""
    window = position.window
    if window is None:
        return position
    by_option = position.rulebook.rules.challenge.window == "next_action"
    return settled(position) if by_option or window.player == position.turn else position


def _next_turn(position: Position) -> Position:
    """Give the turn to the next player with tiles: to skip the others is no pass."""
    seats = [(position.turn + step) % position.players for step in range(1, position.players + 1)]
    turn = next((seat for seat in seats if position.has_tiles(seat)), seats[0])
    return _begun(replace(position, turn=turn, withdrawn=0))


def _begun(position: Position) -> Position:
    """Fill the rack of an author whose turn comes round while the play is still open."""
    window = position.window
    mine = window is not None and window.player == position.turn
    return author_drawn(position) if mine else position


def _window(position: Position) -> OpenPlay:
    if position.window is None:
        raise IllegalActionError("no play is open to a challenge", "no_open_play")
    return position.window


def _challenged(position: Position, action: Challenge, lexicon: WordGraph | None) -> Position:
    window = _window(position)
    if not 0 <= action.player < position.players:
        raise IllegalActionError(f"there is no player {action.player + 1}", "no_such_player")
    if action.player == window.player:
        raise IllegalActionError("nobody challenges a play of their own", "own_play")
    if lexicon is None:
        raise IllegalActionError("without a lexicon no challenge can be decided", "no_lexicon")
    if challenge_succeeds(position, lexicon):
        return with_ending(_taken_back(position, window), lexicon)
    return with_ending(settled(position), lexicon)


def challenge_succeeds(position: Position, lexicon: WordGraph) -> bool:
    """Tell whether the open play has a word fault.

    Raises:
        IllegalActionError: No play is open to a challenge.
    """
    window = _window(position)
    before = replace(position, board=position.board.lift(window.play.placements), ended="")
    return bool(validate(before, window.play, lexicon).word_reasons)


def _taken_back(position: Position, window: OpenPlay) -> Position:
    """Undo an open play as the players do: its tiles to the rack, what was drawn to the bag."""
    seat, mode = window.player, position.rulebook.rules.challenge.mode
    scores = list(position.scores)
    scores[seat] -= window.points
    rack = taken(position.racks[seat], window.drawn)
    rack += tuple(one.tile for one in window.play.placements)
    before = replace(
        put_back(position.with_rack(seat, rack), window.drawn),
        board=position.board.lift(window.play.placements),
        scores=tuple(scores),
        window=None,
        ended="",
    )
    withdrawn = window.withdrawn + 1
    if mode == "lose_turn" or (mode == "retry_then_miss" and withdrawn > 1):
        # A turn that is missed scored nothing, but its player did not pass; what others did while
        # the window was open, they did.
        return _turn_kept(replace(before, scoreless=window.scoreless + 1 + position.scoreless))
    return replace(
        before,
        turn=seat,
        passes=window.passes,
        scoreless=window.scoreless,
        withdrawn=withdrawn,
    )


def _turn_kept(position: Position) -> Position:
    """Leave the turn where it went after the play, unless that player has no tiles."""
    if position.has_tiles(position.turn):
        return replace(position, withdrawn=0)
    return _next_turn(position)
