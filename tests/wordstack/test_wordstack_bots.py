"""Bots: what they do follows from seed and position, is always allowed, and is what they say."""

from dataclasses import replace
from itertools import product

import pytest
from wordstack import (
    Exchange,
    Game,
    Pass,
    Play,
    Rulebook,
    apply,
    profile_names,
    read_play,
    scored_plays,
)
from wordstack.bots import Bot, GentleBot, GreedyBot, RandomBot, Share, without_a_play
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.words import formed_words

RULES = Rulebook.of("hasbro-2006", 8)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicon("english-35", RULES.profile)


def bots(seed: int = 5) -> list[Bot]:
    return [RandomBot(seed), GreedyBot(), GentleBot(Share(0.5, seed))]


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_can_be_played_to_its_end(profile: str) -> None:
    rulebook = Rulebook.of(profile, 6)
    words = load_lexicon("english-35", rulebook.profile)
    game = Game(rulebook, lexicon=words, seed=3)
    seated = bots()
    while not game.is_over:
        game.push(seated[len(game.actions) % 3].choose(game.position, words))
        assert len(game.actions) < 200
    assert game.result().reason


def test_bots_are_deterministic_and_keep_no_state(lexicon: Lexicon) -> None:
    game = Game(RULES, lexicon=lexicon, seed=8)
    first, second = bots(), bots()
    for turn in range(12):
        if game.is_over:
            break
        expected = [bot.choose(game.position, lexicon) for bot in first]
        assert [bot.choose(game.position, lexicon) for bot in reversed(second)][::-1] == expected
        game.push(expected[turn % 3])


def test_bots_do_not_look_at_the_bag_or_at_other_racks(lexicon: Lexicon) -> None:
    game = Game(RULES, lexicon=lexicon, seed=8)
    game.push(GreedyBot().choose(game.position, lexicon))
    position = game.position
    other = 1 - position.turn
    rack, bag = position.racks[other], position.bag
    count = len(rack)
    swapped = replace(position.with_rack(other, bag[:count]), bag=(*bag[count:], *rack)[::-1])
    for bot in bots():
        assert bot.choose(swapped, lexicon) == bot.choose(position, lexicon)


def test_greedy_takes_the_most(lexicon: Lexicon) -> None:
    game = Game(RULES, lexicon=lexicon, seed=8)
    for _ in range(6):
        plays = scored_plays(game.position, lexicon)
        best = max(one.points for one in plays)
        chosen = GreedyBot().choose(game.position, lexicon)
        assert chosen == next(one.play for one in plays if one.points == best)
        game.push(chosen)


def test_random_takes_anything(lexicon: Lexicon) -> None:
    position = Game(RULES, lexicon=lexicon, seed=8).position
    plays = {one.play for one in scored_plays(position, lexicon)}
    chosen = {RandomBot(seed).choose(position, lexicon) for seed in range(60)}
    assert chosen <= plays
    assert len(chosen) > 20


def test_gentle_knows_what_it_plays_and_plays_the_best_of_it(lexicon: Lexicon) -> None:
    game = Game(RULES, lexicon=lexicon, seed=8)
    known = Share(0.3, 1)
    weaker = 0
    for _ in range(10):
        position = game.position
        chosen = GentleBot(known).choose(position, lexicon)
        points = {}
        for one in scored_plays(position, lexicon):
            after = position.board.lay(one.play.placements)
            words = formed_words(position.board, after, one.play)
            if all(word.letters in known for word in words):
                points[one.play] = one.points
        if points:
            assert isinstance(chosen, Play)
            assert points[chosen] == max(points.values())
        else:
            assert not isinstance(chosen, Play)
        weaker += chosen != GreedyBot().choose(position, lexicon)
        game.push(GreedyBot().choose(position, lexicon))
    assert weaker


def test_a_share_of_words_is_that_share() -> None:
    short = list(product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=3))
    long = [(*word, "A", "B", "C", "D") for word in short]
    known = [sum(word in Share(0.5, seed) for word in short) / len(short) for seed in range(4)]
    assert known == pytest.approx([0.5] * 4, abs=0.02)
    assert len(set(known)) > 1
    assert sum(word in Share(0.5, 1) for word in long) / len(long) == pytest.approx(0.4, abs=0.02)
    assert not any(word in Share(0, 1) for word in short)
    assert all(word in Share(1, 1) for word in short)
    assert "CAT" not in Share(1, 1)


def test_only_greedy_doubts_and_only_what_is_no_word(lexicon: Lexicon) -> None:
    position = Game(RULES, lexicon=lexicon, seed=8).position
    position = position.with_rack(position.turn, ("X", "Z", "T", "O", "E", "N", "S"))
    phony = apply(position, read_play("4d xz", position), lexicon)
    word = apply(position, read_play("4d tone", position), lexicon)
    assert [bot.doubts(phony, lexicon) for bot in bots()] == [False, True, False]
    assert [bot.doubts(word, lexicon) for bot in bots()] == [False, False, False]


def test_without_a_play_the_hardest_tile_goes_or_nothing(lexicon: Lexicon) -> None:
    position = Game(RULES, lexicon=lexicon, seed=8).position
    seat = position.turn
    assert without_a_play(position.with_rack(seat, "BCDFGHZ"), lexicon) == Exchange(("Z",))
    assert without_a_play(position.with_rack(seat, "BCCFGHZ"), lexicon) == Exchange(("C",))
    empty = replace(position, bag=())
    assert without_a_play(empty, lexicon) == Pass()
    assert without_a_play(position.with_rack(seat, ()), lexicon) == Pass()
    werdup = replace(position, rulebook=Rulebook.of("werdup", 8))
    assert without_a_play(werdup.with_rack(seat, "TONESAB"), lexicon) == Pass()


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_out_of_range_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="must be from 0 to 1"):
        Share(share, 1)


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="seed"):
        RandomBot(-1)
    with pytest.raises(ValueError, match="seed"):
        Share(0.5, 2**64)
