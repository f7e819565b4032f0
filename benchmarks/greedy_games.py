"""Prints how many greedy games the reference engine plays in the time of a plain loop.

The loop is `sum(i * i for i in range(10**7))`; a ratio measured in one run travels from computer to
computer, seconds do not. Loop and games take turns, so that a slow minute slows them alike, and
the medians are divided. Nothing is asserted.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

from wordstack import Exchange, Game, Pass
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.profile import load_profile

PROFILE, LEXICON, WANTED = "hasbro-2006", "english-70", 5.0


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes, in seconds."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def loop() -> int:
    """Do what the games are measured by."""
    return sum(i * i for i in range(10**7))


def greedy_game(lexicon: Lexicon, seed: int) -> None:
    """Play one game for two in which everybody lays what scores most."""
    game = Game(PROFILE, lexicon=lexicon, players=2, seed=seed)
    while not game.is_over:
        plays = game.scored_plays()
        if plays:
            game.push(max(plays, key=lambda one: one.points).play)
        else:
            game.push(Exchange(game.position.rack[:1]) if game.position.bag else Pass())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of one loop and two games")
    lexicon = load_lexicon(LEXICON, load_profile(PROFILE))
    greedy_game(lexicon, 0)
    loops: list[float] = []
    games: list[float] = []
    for number in range(parser.parse_args().rounds):
        loops.append(seconds(loop))
        games.append(seconds(partial(greedy_game, lexicon, 2 * number + 1)))
        games.append(seconds(partial(greedy_game, lexicon, 2 * number + 2)))
    ratio = statistics.median(loops) / statistics.median(games)
    print(
        f"{ratio:.1f} greedy games, 10 x 10, {LEXICON}, in the time of the loop (aim: {WANTED:g})"
    )


if __name__ == "__main__":
    main()
