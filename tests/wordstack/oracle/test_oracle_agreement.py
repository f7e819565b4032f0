"""Engine and oracle agree: complete lists of plays with points, and rulings on any play."""

import random
from collections.abc import Iterator
from typing import Any

import bridge
import oracle
import positions
import pytest
from test_oracle_cases import PROFILES
from wordstack import Position, Rulebook, Ruling, legal_plays, scored_plays, validate
from wordstack.lexicon import Lexicon

PLIES = 6


def start(rng: random.Random, game: positions.Setting, seed: int) -> oracle.Position:
    return positions.scattered(rng, game) if seed % 3 == 0 else positions.empty(game)


def verdict_of_engine(ruling: Ruling) -> tuple[Any, ...]:
    return (
        {reason.code for reason in ruling.placement_reasons},
        {reason.code for reason in ruling.word_reasons},
        sorted(
            (word.direction, word.cells, word.tops, word.heights, word.is_flat, points)
            for word, points in zip(ruling.words, ruling.points.words, strict=True)
        ),
        (ruling.points.letter_bonus, ruling.points.bonus, ruling.points.total),
    )


def verdict_of_oracle(verdict: oracle.Verdict) -> tuple[Any, ...]:
    return (
        verdict.placement,
        verdict.word,
        sorted(
            (word.direction, word.cells, word.tiles, word.heights, word.flat, word.points)
            for word in verdict.words
        ),
        (verdict.letter_bonus, verdict.bonus, verdict.total),
    )


def check_list(
    position: Position, lexicon: Lexicon, plays: dict[oracle.Play, oracle.Verdict]
) -> None:
    found = scored_plays(position, lexicon)
    assert len({one.play for one in found}) == len(found)
    assert [one.play for one in found] == sorted(one.play for one in found)
    assert {bridge.plain(one.play): one.points for one in found} == {
        play: verdict.total for play, verdict in plays.items()
    }


def check_game(game: positions.Setting, seed: int) -> None:
    """Compare every position of a random game, all its plays and some that nobody would make."""
    rng = random.Random(seed)
    profile = bridge.profile_of(game)
    rules, lexicon = Rulebook.of(profile), bridge.lexicon_of(game, profile)
    for plain, plays in positions.walk(rng, game, start(rng, game, seed), PLIES):
        position = bridge.position_of(plain, rules)
        check_list(position, lexicon, plays)
        tried = [positions.any_play(rng, game, plain) for _ in range(4)]
        for play in tried + rng.sample(sorted(plays), min(2, len(plays))):
            verdict = oracle.judge(plain, play, game.options, set(game.words))
            ruling = validate(position, bridge.play_of(play), lexicon)
            assert verdict_of_engine(ruling) == verdict_of_oracle(verdict), play
            assert ruling.is_legal == verdict.legal == (oracle.canonical(play) in plays)


@pytest.mark.parametrize("seed", range(180))
def test_random_rules(seed: int) -> None:
    check_game(positions.setting(seed), seed)


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("name", PROFILES)
def test_rules_of_a_shipped_profile(name: str, seed: int) -> None:
    check_game(positions.setting(1000 + seed, PROFILES[name]), 1000 + seed)


def _depth_two(seed: int) -> Iterator[tuple[positions.Setting, oracle.Position, list[str]]]:
    for number in range(seed, 10_000, 100):
        game = positions.setting(number, PROFILES[list(PROFILES)[seed % len(PROFILES)]])
        rng = random.Random(number)
        *_, (plain, plays) = positions.walk(rng, game, positions.empty(game), 4)
        if 10 <= len(plays) <= 60:
            yield game, plain, positions.rack(rng, game)


@pytest.mark.parametrize("seed", range(8))
def test_two_plies_counted_play_by_play(seed: int) -> None:
    game, plain, reply = next(_depth_two(seed))
    profile = bridge.profile_of(game)
    rules, lexicon = Rulebook.of(profile), bridge.lexicon_of(game, profile)
    position = bridge.position_of(plain, rules, tuple(reply))
    counts = {}
    for play in legal_plays(position, lexicon):
        board = position.board.lay(play.placements)
        after = Position(rules, board, position.racks, turn=1)
        counts[bridge.plain(play)] = len(legal_plays(after, lexicon))
    plays = oracle.all_plays(plain, game.options, set(game.words))
    assert counts == {
        play: len(
            oracle.all_plays(
                {**positions.laid(plain, play), "rack": reply}, game.options, set(game.words)
            )
        )
        for play in plays
    }
    assert sum(counts.values()) > 0


@pytest.mark.parametrize("option", positions.CHOICES)
def test_the_random_games_notice_every_option(option: str) -> None:
    """Each option, set wrong on one side, makes a difference somewhere within few games."""
    for seed in range(400):
        game = positions.setting(seed)
        rng = random.Random(seed)
        now = game.options[option]
        other = next(value for value in positions.CHOICES[option] if value != now)
        for plain, plays in positions.walk(rng, game, start(rng, game, seed), 3):
            wrong = {**game.options, option: other}
            if oracle.all_plays(plain, wrong, set(game.words), game.alphabet) != plays:
                return
    pytest.fail("no random game depends on it")
