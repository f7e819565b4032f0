"""Phonies: in every mode, with either window, and with tiles drawn at once or later."""

from dataclasses import replace
from itertools import product

import engine_games as games
import pytest
from wordstack import (
    Challenge,
    Exchange,
    Game,
    IllegalActionError,
    Pass,
    Play,
    Position,
    Withdraw,
    apply,
    challenge_succeeds,
)
from wordstack.board import Board

PHONY, GOOD, ANSWER = games.across(4, 3, "ZAX"), games.across(4, 3, "SAT"), games.down(4, 4, ".N")
BAG = tuple("BCDEFGHI")


def start(players: int = 2, bag: tuple[str, ...] = BAG, **options: object) -> Position:
    rules = games.rulebook(**options)
    racks = (tuple("AANSTXZ"), tuple("AANOSTZ"), tuple("AEINOST"))[:players]
    return Position(rules, Board.empty(10), racks, bag, random=7)


def do(position: Position, *actions: object) -> Position:
    for action in actions:
        position = apply(position, action, games.ENGLISH)  # type: ignore[arg-type]
    return position


def refused(position: Position, action: object) -> tuple[str, ...]:
    with pytest.raises(IllegalActionError) as caught:
        do(position, action)
    assert str(caught.value)
    return caught.value.codes


@pytest.mark.parametrize("mode", ["retry_or_pass", "retry_then_miss", "lose_turn"])
def test_a_phony_stands_until_it_is_challenged(mode: str) -> None:
    before = start(challenge__mode=mode)
    after = do(before, PHONY)
    assert (after.turn, after.scores, len(after.racks[0])) == (1, (6, 0), 4)
    assert challenge_succeeds(after, games.ENGLISH)
    back = do(after, Challenge(1))
    assert back.board == before.board
    assert (back.racks, back.bag, back.scores) == (before.racks, BAG, (0, 0))
    assert back.window is None
    assert back.turn == (1 if mode == "lose_turn" else 0)


@pytest.mark.parametrize("mode", ["retry_or_pass", "retry_then_miss", "lose_turn"])
def test_a_phony_that_nobody_challenges_stays(mode: str) -> None:
    after = do(start(challenge__mode=mode), PHONY, ANSWER)
    assert after.scores[0] == 6
    assert len(after.racks[0]) == 7
    assert "X" in after.board.tops
    assert after.window is not None
    assert after.window.player == 1


def test_auto_refuses_a_phony() -> None:
    position = start(challenge__mode="auto")
    assert refused(position, PHONY) == ("not_a_word",)
    after = do(position, GOOD)
    assert after.window is None
    assert len(after.racks[0]) == 7
    assert refused(after, Challenge(1)) == ("no_open_play",)
    assert refused(after, Withdraw()) == ("no_open_play",)


@pytest.mark.parametrize("mode", ["retry_or_pass", "retry_then_miss", "lose_turn", "auto"])
def test_no_mode_lays_a_placement_fault(mode: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        do(start(challenge__mode=mode), games.across(0, 0, "TAN"))
    assert caught.value.codes == ("first_move_centre",)
    assert caught.value.ruling is not None
    assert caught.value.ruling.words[0].text == "TAN"


def test_without_a_lexicon_auto_judges_no_word() -> None:
    after = apply(start(challenge__mode="auto"), PHONY)
    assert after.scores == (6, 0)


def test_a_retry_is_a_play_or_a_pass() -> None:
    back = do(start(), PHONY, Challenge(1))
    assert back.withdrawn == 1
    assert refused(back, Exchange(("Z",))) == ("exchange_after_challenge",)
    assert do(back, GOOD).turn == 1
    assert do(back, Pass()).turn == 1
    assert do(back, Pass()).withdrawn == 0


def test_retries_without_end_or_a_turn_missed() -> None:
    endless = start()
    for _ in range(4):
        endless = do(endless, PHONY, Challenge(1))
        assert endless.turn == 0
    again = do(start(challenge__mode="retry_then_miss"), PHONY, Challenge(1), PHONY)
    missed = do(again, Challenge(1))
    assert (missed.turn, missed.withdrawn, missed.scores) == (1, 0, (0, 0))
    assert (missed.passes, missed.scoreless) == (0, 1)
    assert do(missed, GOOD).turn == 0
    anew = do(missed, Pass(), PHONY, Challenge(1))
    assert anew.turn == 0


def test_counters_return_with_a_withdrawn_play() -> None:
    """A passes, B's phony is taken back, B passes: everybody has passed in a row."""
    after = do(start(), Pass(), games.across(4, 3, "ZAT"), Challenge(0), Pass())
    assert after.ended == "passes"
    lost = do(start(challenge__mode="lose_turn"), Pass(), games.across(4, 3, "ZAT"), Challenge(0))
    assert (lost.turn, lost.passes, lost.scoreless) == (0, 0, 2)


@pytest.mark.parametrize("mode", ["retry_or_pass", "retry_then_miss", "lose_turn"])
def test_a_wrong_challenge_costs_nothing_and_settles_the_play(mode: str) -> None:
    played = do(start(challenge__mode=mode), GOOD)
    after = do(played, Challenge(1))
    assert (after.turn, after.scores) == (1, (6, 0))
    assert len(after.racks[0]) == 7
    assert refused(after, Challenge(1)) == ("no_open_play",)


def test_who_may_challenge() -> None:
    played = do(start(3), PHONY)
    assert refused(played, Challenge(0)) == ("own_play",)
    assert refused(played, Challenge(3)) == ("no_such_player",)
    assert do(played, Challenge(2)).turn == 0
    with pytest.raises(IllegalActionError, match="without a lexicon"):
        apply(played, Challenge(1))


def test_a_play_is_withdrawn_without_a_lexicon() -> None:
    before = start()
    played = apply(before, GOOD)
    back = apply(played, Withdraw())
    assert replace(back, withdrawn=0) == before
    assert back.withdrawn == 1


def test_the_window_stays_open_until_another_word() -> None:
    passed = do(start(3), PHONY, Pass())
    assert passed.window is not None
    back = do(passed, Challenge(2))
    assert (back.turn, back.passes) == (0, 0)
    answered = do(passed, Pass(), Pass())
    assert answered.window is None
    answered = do(passed, ANSWER)
    assert refused(answered, Challenge(2)) == ("own_play",)
    assert "X" in do(answered, Challenge(0)).board.tops


def test_the_window_closes_at_the_next_action_by_option() -> None:
    for action in (Pass(), Exchange(("A",))):
        open_still = do(start(3), PHONY, action)
        closed = do(start(3, challenge__window="next_action"), PHONY, action)
        assert open_still.window is not None
        assert closed.window is None
        assert refused(closed, Challenge(2)) == ("no_open_play",)


def test_the_author_draws_at_the_latest_when_the_turn_comes_round() -> None:
    around = do(start(), PHONY, Pass())
    assert around.turn == 0
    assert len(around.rack) == 7
    back = do(around, Challenge(1))
    assert back.racks[0] == start().racks[0]
    assert sorted(back.bag) == sorted(BAG)
    assert refused(do(around, Pass()), Challenge(1)) == ("no_open_play",)


def test_ones_own_next_action_settles_the_play_before() -> None:
    settled = do(start(3), PHONY, Pass(), Pass(), Exchange(("A",)))
    assert settled.window is None


@pytest.mark.parametrize(
    ("refill", "window"),
    list(product(["window_closed", "at_once"], ["before_next_word", "next_action"])),
)
def test_when_tiles_are_drawn_changes_no_game_without_challenges(refill: str, window: str) -> None:
    options = {"challenge__refill": refill, "challenge__window": window}
    usual, other = start(3), start(3, **options)
    for action in (GOOD, Exchange(("Z",)), Pass(), ANSWER, Pass(), games.down(4, 3, ".O")):
        usual, other = do(usual, action), do(other, action)
    closed = [do(position, Pass(), Pass(), Pass()) for position in (usual, other)]
    assert closed[0].racks == closed[1].racks
    assert closed[0].bag == closed[1].bag
    assert closed[0].scores == closed[1].scores == (10, 0, 8)


def test_tiles_drawn_at_once_go_back_with_the_play() -> None:
    before = start(challenge__refill="at_once")
    played = do(before, PHONY)
    assert played.racks[0] == tuple("ABCDNST")
    assert played.bag == BAG[3:]
    back = do(played, Challenge(1))
    assert back.racks == before.racks
    assert sorted(back.bag) == sorted(BAG)
    orders = {do(replace(played, random=seed), Challenge(1)).bag for seed in range(20)}
    assert len(orders) > 10


def test_the_last_play_of_all_can_still_be_challenged() -> None:
    rules = games.rulebook()
    position = Position(rules, Board.empty(10), (tuple("AXZ"), tuple("AT")))
    over = do(position, PHONY)
    assert (over.ended, over.final_scores) == ("out", (6, -10))
    assert refused(over, Pass()) == ("wrong_turn",)
    back = do(over, Challenge(1))
    assert (back.ended, back.turn, back.final_scores) == ("", 0, (0, 0))
    upheld = do(position, Pass(), games.across(4, 3, "AT"), Challenge(0))
    assert (upheld.ended, upheld.scores) == ("out", (0, 4))


def test_a_turn_is_missed_past_players_without_tiles() -> None:
    """B is out of tiles, so after A's phony is taken back the turn comes to A again."""
    rules = games.rulebook(challenge__mode="lose_turn", end__out="all_players")
    position = Position(rules, Board.empty(10), (tuple("AOT"), ()))
    over = do(position, games.across(4, 3, "TAO"))
    assert (over.ended, over.turn) == ("out", 1)
    back = do(over, Challenge(1))
    assert (back.turn, back.rack, back.ended) == (0, tuple("AOT"), "")


def test_undo_takes_back_a_challenge_too() -> None:
    game = Game.from_position(start(), games.ENGLISH)
    for action in (PHONY, Challenge(1), GOOD):
        game.push(action)
    positions = list(game.positions)
    while game.actions:
        game.pop()
        positions.pop()
        assert game.position == positions[-1]
    with pytest.raises(IndexError):
        game.pop()
    assert game.position == start()
    assert isinstance(GOOD, Play)


def test_what_others_did_in_the_window_of_a_missed_turn_is_counted() -> None:
    before = start(players=3, challenge__mode="lose_turn")
    at_once = do(before, PHONY, Challenge(2))
    assert (at_once.passes, at_once.scoreless, at_once.turn) == (0, 1, 1)
    after_a_pass = do(before, PHONY, Pass(), Challenge(2))
    assert (after_a_pass.passes, after_a_pass.scoreless, after_a_pass.turn) == (1, 2, 2)
