"""The oracle's two ways to find plays agree: blind trial of every square, and word by word."""

import random

import oracle
import positions
import pytest


@pytest.mark.parametrize("seed", range(45))
def test_blind_trial_and_trial_by_words_find_the_same_plays(seed: int) -> None:
    game = positions.setting(seed)
    rng = random.Random(seed)
    board = positions.scattered(rng, game) if seed % 3 == 0 else positions.empty(game)
    *_, (position, _) = positions.walk(rng, game, board, rng.randint(1, 6))
    position["rack"] = position["rack"][:3]
    words = set(game.words)
    blind = oracle.all_plays_blind(position, game.options, words, game.alphabet)
    assert oracle.all_plays(position, game.options, words, game.alphabet) == blind
