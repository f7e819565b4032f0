"""Counts perft anew and writes `tests/wordstack/cases/perft.json`; run it only to accept a change.

The positions are taken from seeded games, so the file holds them as text: a change of the random
numbers changes no position that is already there.
"""

import json
import random
from pathlib import Path
from typing import Any

from wordstack import Game, Pass, divide, full_text, perft
from wordstack.lexicon import Lexicon, load_lexicon
from wordstack.position import Position
from wordstack.position_reading import parse_position
from wordstack.rulebook import Rulebook

FILE = Path(__file__).resolve().parents[1] / "cases" / "perft.json"
ABOUT = (
    "Perft: rows of legal plays from a position, racks and bag order fixed, no exchange and no "
    "pass. `counts` are those of depth 1, 2 and so on; `divide` splits the last of them by the "
    "first play. `position` is in the full text form of wordstack; `words` and `seed` say how the "
    "position came about."
)
PROFILES = ("hasbro-2006", "werdup", "euro-topwords")
OPENINGS = tuple((profile, 8, 0, 2) for profile in PROFILES)
LATER = tuple(
    (profile, size, turns, 2) for profile in PROFILES for size in (8, 10) for turns in (6, 20)
)
LATE = tuple((profile, 8, 32, 3) for profile in PROFILES)


def main() -> None:
    """Write the file."""
    small = json.loads(FILE.with_name("perft_words.json").read_text(encoding="utf-8"))
    entries: list[dict[str, Any]] = []
    for seed, (profile, size, turns, depth) in enumerate((*OPENINGS, *LATER, *LATE)):
        rules = Rulebook.of(profile, size)
        words = Lexicon.from_words(small, rules.profile)
        entries.append(entry(rules, profile, words, "small", seed, turns, depth))
    for seed, profile in enumerate(PROFILES):
        rules = Rulebook.of(profile)
        words = load_lexicon("english-70", rules.profile)
        entries.append(entry(rules, profile, words, "english-70", seed, 8, 1))
    text = json.dumps({"about": ABOUT, "positions": entries}, ensure_ascii=False, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


def entry(
    rules: Rulebook, profile: str, words: Lexicon, name: str, seed: int, turns: int, depth: int
) -> dict[str, Any]:
    """Count one position."""
    position = played(rules, words, seed, turns)
    made = {
        "profile": profile,
        "board_size": rules.size,
        "words": name,
        "seed": seed,
        "position": full_text(position),
        "counts": [perft(position, words, one) for one in range(1, depth + 1)],
    }
    if depth > 1:
        made["divide"] = divide(position, words, depth)
    assert parse_position(full_text(position), rules) == position
    return made


def played(rules: Rulebook, words: Lexicon, seed: int, turns: int) -> Position:
    """Play at random until so many turns are over, starting anew where a game is stuck."""
    for attempt in range(1000):
        rng = random.Random(f"{seed} {attempt}")
        game = Game(rules, lexicon=words, players=2, seed=seed * 1000 + attempt)
        while len(game.actions) < turns and not game.is_over:
            plays = game.legal_plays()
            game.push(rng.choice(plays) if plays else Pass())
        if not game.is_over and game.legal_plays():
            return game.position
    raise AssertionError("no such game")


if __name__ == "__main__":
    main()
