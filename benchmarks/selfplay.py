"""Prints how fast the reference engine plays, as ratios measured in one run.

Five complete greedy games of two on 10 x 10 with 100 tiles and the words of tier 70, against
`sum(i * i for i in range(10**7))` in the same process, both in processor time. Then the quick
judgement of a tile set, as `kitgen build` makes it, against `import cadquery`, both as new
processes in wall time, with the lexicon built before and no judgement known.

Nothing is asserted: a busy computer must not fail a build.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measuring import seconds
from wordstack import Rulebook
from wordstack.lexicon import load_lexicon
from wordstack.playability import QUICK, play_numbered_game

GAMES = 5
QUICK_FORM = ["--games", str(QUICK.games), "--racks", str(QUICK.racks), "--json"]


def yardstick() -> float:
    """Return the processor time of a plain loop, in seconds."""
    begin = time.process_time()
    sum(i * i for i in range(10**7))
    return time.process_time() - begin


def games(first: int) -> float:
    """Return the processor time of five games, in seconds."""
    rulebook = Rulebook.of("werdup")
    lexicon = load_lexicon("english-70", rulebook.profile)
    play_numbered_game(rulebook, lexicon, 2, 0, first)  # what is remembered, is remembered
    begin = time.process_time()
    for number in range(first + 1, first + 1 + GAMES):
        play_numbered_game(rulebook, lexicon, 2, 0, number)
    return time.process_time() - begin


def quick_form(folder: Path, seed: int) -> tuple[float, float, float]:
    """Return seconds of an import, of the quick form, and of the quick form once it is known."""
    validate = ["-m", "kitgen", "validate", "werdup", *QUICK_FORM, "--seed", str(seed)]
    imported = seconds(["-c", "import cadquery"], folder)
    return imported, seconds(validate, folder), seconds(validate, folder)


def main() -> None:
    """Measure some rounds and print the ratios of the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each thing is measured")
    rounds = parser.parse_args().rounds
    plain, played = [], []
    for number in range(rounds):
        plain.append(yardstick())
        played.append(games(100 * number))
        print(f"round {number + 1}: yardstick {plain[-1]:.2f} s, {GAMES} games {played[-1]:.2f} s")
    with tempfile.TemporaryDirectory(prefix="kitgen-bench-") as name:
        folder = Path(name)
        quick_form(folder, rounds)  # warms the file cache and builds the lexicon
        measured = [quick_form(folder, number) for number in range(rounds)]
    imported, quick, known = (statistics.median(each) for each in zip(*measured, strict=True))
    ratio = statistics.median(played) / statistics.median(plain)
    print(f"\nmedians of {rounds} rounds, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(f"{GAMES} greedy games / sum of squares     {ratio:5.2f}  (aim: at most 1)")
    print(f"quick judgement / import cadquery  {quick / imported:5.2f}  (aim: at most 2)")
    print(f"known judgement / import cadquery  {known / imported:5.2f}")


if __name__ == "__main__":
    main()
