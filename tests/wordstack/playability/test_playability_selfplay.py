"""Games of greedy players: complete, greedy, honest in their figures, the same on any cores."""

import pytest
from wordstack import Rulebook, apply, new_game, scored_plays
from wordstack.lexicon import Lexicon
from wordstack.playability import play_game, play_numbered_game
from wordstack.playability.workers import Games


def test_a_game_is_that_of_the_engine_with_the_best_play_each_turn(werdup, english):
    position, start = new_game(werdup, 2, 5)
    turns = 0
    while not position.is_over:
        plays = scored_plays(position, english)
        assert plays, "this seed has a word for every turn"
        best = max(one.points for one in plays)
        first = next(one.play for one in plays if one.points == best)
        position = apply(position, first, english)
        turns += 1
    outcome = play_game(werdup, english, 2, 5)
    assert (outcome.turns, outcome.words, outcome.exchanges) == (turns, turns, 0)
    assert outcome.points == sum(position.scores)
    assert outcome.tiles_left == sum(map(len, position.racks)) + len(position.bag)
    assert (outcome.first, outcome.ended) == (start.first, position.ended)
    assert outcome.winners == tuple(
        seat
        for seat, score in enumerate(position.final_scores)
        if score == max(position.final_scores)
    )


def test_games_differ_by_number_and_by_seed_and_in_nothing_else(werdup, english):
    def game(seed, number):
        return play_numbered_game(werdup, english, 2, seed, number)

    assert game(0, 0) == game(0, 0)
    assert len({game(0, 0), game(0, 1), game(1, 0)}) == 3


def without_words(rules: str) -> tuple[Rulebook, Lexicon]:
    rulebook = Rulebook.of(rules)
    return rulebook, Lexicon.from_words(["zzzzzzzzzz"], rulebook.profile)


@pytest.mark.parametrize(
    ("profile", "players", "exchanges", "ended"),
    [
        ("werdup", 2, 1, "nobody_can_move"),  # asked after every action, bag empty or not
        ("hasbro-2006", 2, 6, "scoreless"),  # three rounds of exchanges
        ("solo", 1, 5, "nobody_can_move"),  # once the five free exchanges are made
    ],
)
def test_players_without_a_word_exchange_as_long_as_they_may(profile, players, exchanges, ended):
    rulebook, lexicon = without_words(profile)
    outcome = play_game(rulebook, lexicon, players, 1)
    assert outcome.words == 0
    assert outcome.exchanges == exchanges
    assert outcome.stuck == outcome.turns
    assert outcome.ended == ended
    assert outcome.tiles_left == rulebook.tile_total


@pytest.mark.parametrize("players", [1, 3, 4])
def test_any_number_of_players(werdup, english, players):
    outcome = play_game(werdup, english, players, 2)
    assert outcome.words > 20
    assert 0 <= outcome.first < players


def test_one_process_and_two_play_the_same_games(werdup):
    small = Lexicon.from_words(["at", "eat", "tea", "tie", "or", "toe", "rat"], werdup.profile)

    def outcomes(jobs):
        counted = []
        games = Games(werdup, small, 2, 9, 40, jobs=jobs)
        found = games.outcomes(lambda: counted.append(1))
        assert len(counted) == 40
        return found

    alone = outcomes(1)
    assert outcomes(2) == outcomes(3) == alone
    assert alone[3] == play_numbered_game(werdup, small, 2, 9, 3)


def test_a_fault_in_a_game_is_told_and_ends_the_processes(werdup, english):
    from wordstack import ProfileError

    games = Games(werdup, english, 99, 0, 16, jobs=2)
    with pytest.raises(ProfileError, match="players = 99"):
        games.outcomes()
