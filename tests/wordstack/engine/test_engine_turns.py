"""Turns, exchanges, and how games end."""

import engine_checks as checks
import engine_games as games
import pytest
from wordstack import (
    Exchange,
    Game,
    IllegalActionError,
    Pass,
    Position,
    apply,
    can_play,
    real_game,
    result,
)
from wordstack.board import Board

SAT = games.across(4, 3, "SAT")


def start(
    *racks: str, bag: str = "BCD", profile: str = "hasbro-2006", **options: object
) -> Position:
    rules = games.rulebook(profile, **options)
    return Position(rules, Board.empty(10), tuple(map(tuple, racks)), tuple(bag), random=3)


def do(position: Position, *actions: object) -> Position:
    for action in actions:
        position = apply(position, action, games.ENGLISH)  # type: ignore[arg-type]
    return position


def refused(position: Position, action: object) -> tuple[str, ...]:
    with pytest.raises(IllegalActionError) as caught:
        do(position, action)
    return caught.value.codes


def test_an_exchange_draws_first() -> None:
    checks.an_exchange_draws_before_it_returns()


@pytest.mark.parametrize(
    ("bag", "count", "most", "codes"),
    [
        ("", 1, 1, ("bag_too_small",)),
        ("B", 1, 1, ()),
        ("BCD", 2, 1, ("exchange_count",)),
        ("BCD", 2, 2, ()),
        ("B", 2, 2, ("bag_too_small",)),
        ("BCD", 0, 1, ("exchange_count",)),
    ],
)
def test_how_many_tiles_may_be_exchanged(
    bag: str, count: int, most: int, codes: tuple[str, ...]
) -> None:
    position = start("AEIOSTT", "AEIOSTT", bag=bag, exchange__count=most)
    action = Exchange(tuple("AE"[:count]))
    if codes:
        assert refused(position, action) == codes
    else:
        after = do(position, action)
        assert after.all_tiles() == position.all_tiles()
        assert (len(after.racks[0]), len(after.bag), after.turn) == (7, len(bag), 1)


def test_exchanges_by_option() -> None:
    can, cannot = start("AEIOSTT", "AEIOSTT"), start("VVVVVWW", "AEIOSTT")
    assert refused(start("AEI", "AEI", exchange__when="never"), Exchange(("A",))) == (
        "exchange_never",
    )
    assert do(can, Exchange(("A",))).turn == 1
    only = {"exchange__when": "cannot_play"}
    assert refused(start("AEIOSTT", "AEIOSTT", **only), Exchange(("A",))) == ("can_play",)
    assert do(start("VVVVVWW", "AEIOSTT", **only), Exchange(("V",))).turn == 1
    assert apply(start("AEIOSTT", "AEIOSTT", **only), Exchange(("A",))).turn == 1
    assert refused(cannot, Exchange(("A",))) == ("tile_not_held",)


def test_discarded_tiles_leave_the_game_and_are_counted() -> None:
    position = start("AEIOSTT", "AEIOSTT", profile="wikipedia")
    after = do(position, Exchange(("A",)), Exchange(("E",)))
    assert after.discards == ("A", "E")
    assert after.bag == ("D",)
    assert after.all_tiles() == position.all_tiles()


def test_whose_turn_it_is() -> None:
    position = start("SATTTTT", "AEIOSTT")
    for action in (Pass(), Exchange(("S",)), SAT):
        with pytest.raises(IllegalActionError) as caught:
            apply(position, action, games.ENGLISH, player=1)
        assert "wrong_turn" in caught.value.codes
        assert apply(position, action, games.ENGLISH, player=0).turn == 1


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (2, 3), (3, 1), (4, 2)])
def test_passes_in_a_row_end_the_game(players: int, rounds: int) -> None:
    position = start(*["SATEIOU"] * players, end__pass_rounds=rounds, end__scoreless_turns=20)
    for count in range(players * rounds):
        assert not position.is_over, count
        position = do(position, Pass())
    assert position.ended == "passes"
    assert position.adjustments == (-35,) * players


def test_a_play_or_an_exchange_breaks_a_row_of_passes() -> None:
    position = start("SATEIOU", "SATEIOU")
    assert do(position, Pass(), Exchange(("S",)), Pass()).ended == ""
    assert do(position, Pass(), SAT, Pass()).ended == ""
    counted = start("SATEIOU", "SATEIOU", end__exchange_counts_as_pass=True)
    assert do(counted, Pass(), Exchange(("S",))).ended == "passes"


def test_passes_may_need_an_empty_bag() -> None:
    position = start("SATEIOU", "SATEIOU", end__pass_needs_empty_bag=True)
    assert do(position, *[Pass()] * 5).ended == ""
    assert do(position, *[Pass()] * 6).ended == "scoreless"
    counted = start(
        "SATEIOU",
        "SATEIOU",
        end__pass_needs_empty_bag=True,
        end__exchange_counts_as_pass=True,
    )
    assert do(counted, Exchange(("S",)), Exchange(("S",))).ended == ""
    empty = start("SATEIOU", "SATEIOU", bag="", end__pass_needs_empty_bag=True)
    assert do(empty, Pass(), Pass()).ended == "passes"


@pytest.mark.parametrize("rounds", [1, 3])
def test_stuck_players_do_not_exchange_for_ever(rounds: int) -> None:
    position = start("VVVVVVV", "WWWWWWW", end__scoreless_turns=rounds)
    for count in range(2 * rounds):
        assert position.ended == "", count
        position = do(position, Exchange((position.rack[-1],)))
    assert position.ended == "scoreless"


def test_passes_and_exchanges_are_alike_without_a_score() -> None:
    turns = [Pass(), Exchange(("V",)), Pass(), Exchange(("V",)), Exchange(("V",)), Pass()]
    position = start("VVVVVVV", "VVVWWWW", end__pass_rounds=5)
    assert do(position, *turns).ended == "scoreless"
    assert do(position, *turns[:5]).scoreless == 5


def test_one_player_out_ends_the_game_only_with_an_empty_bag() -> None:
    out = do(start("SAT", "EEE", bag=""), SAT)
    assert (out.ended, result(out).scores) == ("out", (6, -15))
    assert do(start("SAT", "EEE", bag="B"), SAT).ended == ""
    left = do(start("SATX", "EEE", bag="", end__nobody_can_move="off"), SAT)
    assert left.ended == ""


def test_nothing_can_be_done_once_it_is_over() -> None:
    over = do(start("SAT", "EEE", bag=""), SAT)
    for action in (Pass(), Exchange(("E",)), games.across(4, 6, "E")):
        assert "wrong_turn" in refused(over, action)
    assert not can_play(over, games.ENGLISH)


def test_all_players_out_and_those_without_tiles_are_skipped() -> None:
    rules = {"bag": "", "end__out": "all_players", "end__nobody_can_move": "off"}
    first = do(start("SAT", "SO", "ES", **rules), SAT)
    assert (first.ended, first.turn) == ("", 1)
    second = do(first, games.down(4, 3, ".O"))
    assert (second.ended, second.turn) == ("", 2)
    skipped = do(second, Pass())
    assert (skipped.turn, skipped.passes) == (1, 1)
    third = do(skipped, Pass())
    assert third.ended == "passes"
    assert third.final_scores[0] == third.scores[0]
    played = do(second, games.across(4, 6, "E"), games.across(5, 4, "S"))
    assert (played.turn, played.ended) == (2, "")
    assert do(played, games.down(3, 5, "S")).ended == "out"


def test_nobody_can_move_by_option() -> None:
    racks = ("VVV", "WWW")
    for option, bag, ended in (
        ("bag_empty", "", "nobody_can_move"),
        ("bag_empty", "V", ""),
        ("always", "V", "nobody_can_move"),
        ("always", "", "nobody_can_move"),
        ("off", "", ""),
    ):
        position = start(*racks, bag=bag, end__nobody_can_move=option)
        assert do(position, Pass()).ended == ended
        assert apply(position, Pass()).ended == ""
    one_can = start("VVV", "SAT", bag="", end__nobody_can_move="always")
    assert do(one_can, Pass()).ended == ""
    other_can = start("SAT", "VVV", bag="", end__nobody_can_move="always")
    assert do(other_can, Pass()).ended == ""


def test_a_player_who_has_yet_to_draw_is_not_stuck() -> None:
    """After SAT nobody holds a tile that fits, but the O that is drawn does."""
    options = {"end__nobody_can_move": "always"}
    assert do(start("SATVVVV", "VVVVVVV", bag="OVV", **options), SAT).ended == ""
    over = do(start("SATVVVV", "VVVVVVV", bag="VVV", **options), SAT)
    assert over.ended == "nobody_can_move"
    assert over.adjustments == (-35, -35)


def test_every_action_can_end_a_game() -> None:
    position = start("VVV", "WWW", bag="V", end__nobody_can_move="always")
    assert do(position, Exchange(("V",))).ended == "nobody_can_move"
    assert do(position, Pass()).ended == "nobody_can_move"


def test_solo_has_five_exchanges_that_cost_nothing() -> None:
    position = start("AVVVVVW", bag="VVVVVVVVVVVV", profile="solo")
    for count in range(5):
        assert (position.exchanges, position.ended) == (count, "")
        position = do(position, Exchange(("V",)))
    assert position.ended == "nobody_can_move"
    assert position.scoreless == 0
    able = start("SATVVVV", bag="VVVVVVVVVVVV", profile="solo")
    for _ in range(5):
        able = do(able, Exchange(("V",)))
    assert refused(able, Exchange(("V",))) == ("exchanges_used",)
    assert do(able, SAT).turn == 0


def test_solo_goes_on_while_it_can_exchange() -> None:
    position = start("VVVVVVW", bag="SATVVVV", profile="solo")
    after = do(position, Exchange(("V",)))
    assert (after.ended, len(after.rack)) == ("", 7)
    paid = start("VVVVVVW", bag="VVVVVV", profile="solo", exchange__solo_after="lose_turn")
    paid = do(paid, *[Exchange(("V",))] * 5)
    assert (paid.ended, paid.scoreless) == ("", 0)
    assert do(paid, *[Exchange(("V",))] * 3).ended == "scoreless"


def test_solo_ends_when_the_tiles_are_used_up() -> None:
    over = do(start("SAT", bag="", profile="solo"), SAT)
    assert (over.ended, over.final_scores) == ("out", (6,))


def test_equal_scores_are_a_tie() -> None:
    over = do(start("SATEIOU", "SATEIOU"), Pass(), Pass())
    assert result(over).winners == (0, 1)
    assert result(over).reason == "passes"
    behind = do(start("SAT", "AT", bag=""), SAT)
    assert result(behind).winners == (0,)


def test_a_score_sheet_of_a_real_game() -> None:
    """Nobody sees racks or bag: plays are ruled on, tiles are counted."""
    rules = games.rulebook("werdup")
    position = real_game(rules, 2, first=1)
    assert (position.turn, len(position.bag)) == (1, 86)
    for action in (SAT, games.down(4, 3, ".O"), Exchange(("Z",)), Exchange(("?",)), Pass()):
        position = do(position, action)
        assert len(position.all_tiles()) == 100
    assert position.scores == (4, 6)
    assert "tile_not_held" in refused(position, games.across(4, 6, "ZZ"))
    assert not position.is_over


def test_a_game_twice_in_one_process_is_the_same_game() -> None:
    def play(seed: int) -> list[Position]:
        game = Game("hasbro-2006", lexicon=games.ENGLISH, seed=seed)
        return list(games.random_game(game, seed, 12))

    assert play(5) == play(5)
    assert play(5) != play(6)


def test_a_game_without_a_lexicon() -> None:
    game = Game("solo")
    assert game.position.players == 1
    with pytest.raises(ValueError, match="without a lexicon"):
        game.legal_plays()
