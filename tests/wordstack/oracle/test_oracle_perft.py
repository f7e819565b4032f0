"""Perft recomputed by the oracle, with its own idea of whose rack comes next."""

import random

import bridge
import oracle
import positions
import pytest
from test_oracle_cases import PROFILES
from wordstack import Position, Rulebook
from wordstack.perft import divide, perft

Racks = tuple[tuple[str, ...], ...]


def counted(
    game: positions.Setting, plain: oracle.Position, racks: Racks, bag: tuple[str, ...], depth: int
) -> list[int]:
    """Count by first play the rows of plays of two players who play by turns.

    A player has drawn, from the front of the bag, before the next turn of their own.
    """
    plays = oracle.all_plays({**plain, "rack": list(racks[0])}, game.options, set(game.words))
    counts = []
    for play in plays:
        if depth == 1:
            counts.append(1)
            continue
        rest = list(racks[0])
        for _, _, tile in play:
            rest.remove(tile)
        lacking = game.rack_size - len(rest)
        refilled = (*rest, *bag[:lacking])
        after = positions.laid(plain, play)
        rows = counted(game, after, (racks[1], refilled), bag[lacking:], depth - 1)
        counts.append(sum(rows))
    return sorted(counts)


def case(seed: int, most: int) -> tuple[positions.Setting, oracle.Position, Racks, tuple[str, ...]]:
    """Return the first position of a series with some plays, but not too many to follow."""
    for number in range(seed, 100_000, 100):
        game = positions.setting(number, PROFILES[list(PROFILES)[seed % len(PROFILES)]])
        rng = random.Random(number)
        *_, (plain, plays) = positions.walk(rng, game, positions.empty(game), 1 + seed % 5)
        full = tuple(sorted(rng.choices(game.alphabet, k=game.rack_size)))
        bag = tuple(rng.choices(game.alphabet, k=30))
        if most // 4 <= len(plays) <= most and len(plain["rack"]) == game.rack_size:
            return game, plain, (tuple(plain["rack"]), full), bag
    raise AssertionError("no such position")


@pytest.mark.parametrize(
    ("seed", "depth", "most"),
    [(seed, 1, 200) for seed in range(24)]
    + [(seed, 2, 40) for seed in range(24, 32)]
    + [(seed, 3, 8) for seed in range(34, 37)],
)
def test_perft(seed: int, depth: int, most: int) -> None:
    game, plain, racks, bag = case(seed, most)
    profile = bridge.profile_of(game)
    lexicon = bridge.lexicon_of(game, profile)
    position = Position(Rulebook.of(profile), bridge.board_of(plain), racks, bag)
    expected = counted(game, plain, racks, bag, depth)
    assert sum(expected) > 0
    assert perft(position, lexicon, depth) == sum(expected)
    assert sorted(divide(position, lexicon, depth).values()) == expected
