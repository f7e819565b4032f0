"""Engine and oracle agree in whole games with the real set, board, rack and English words."""

import random

import bridge
import oracle
import pytest
from test_oracle_cases import PROFILES
from wordstack import Board, Game, Pass, load_profile, scored_plays
from wordstack.lexicon import load_lexicon

PLIES_COMPARED = (0, 5, 14, 26)


def plain_position(board: Board, rack: tuple[str, ...], rack_size: int) -> oracle.Position:
    stacks = {
        divmod(index, board.size): list(stack) for index, stack in enumerate(board.stacks) if stack
    }
    return {
        "size": board.size,
        "stacks": stacks,
        "rack": list(rack),
        "rack_size": rack_size,
        "start_squares": None,
    }


@pytest.mark.parametrize("name", ["hasbro-2006", "werdup", "classic-8x8"])
def test_a_random_game_with_english_words(name: str) -> None:
    profile = load_profile(name)
    lexicon = load_lexicon("english-35", profile)
    words = set(lexicon)
    game = Game(profile, lexicon=lexicon, players=2, seed=len(name))
    rng = random.Random(name)
    for ply in range(max(PLIES_COMPARED) + 1):
        position = game.position
        plays = scored_plays(position, lexicon)
        if ply in PLIES_COMPARED:
            plain = plain_position(position.board, position.rack, profile.rack_size)
            expected = oracle.all_plays(plain, PROFILES[name], words)
            assert {bridge.plain(one.play): one.points for one in plays} == {
                play: verdict.total for play, verdict in expected.items()
            }
            assert len(plays) == len(expected)
        game.push(rng.choice(plays).play if plays else Pass())
        if game.is_over:
            return
