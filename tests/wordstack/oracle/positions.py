"""Random lexicons, options, positions and plays as plain data: one seed, one result.

Small alphabets and small boards, so that crossings, stacks, edges and plurals are everywhere.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import oracle

ALPHABETS: dict[str, tuple[str, ...]] = {
    "en": ("A", "E", "Qu", "S", "T"),
    "hu": ("A", "C", "CS", "O", "S", "ZS"),
    "ca": ("A", "L", "L·L", "N", "NY", "S"),
    "plural": ("A", "E", "S", "T"),
    "el": ("Γ", "Σ", "Ψ", "Ω"),
}

# For every option that touches plays or scores the values that a random profile draws from; the
# first is the default and drawn half of the time.
CHOICES: dict[str, tuple[Any, ...]] = {
    "scoring.mode": ("word_flat_or_stacked", "per_letter"),
    "scoring.flat_points": (2, 3, 0),
    "scoring.stack_points": (1, 2),
    "scoring.stack_count": ("all_tiles", "added_tiles"),
    "first_word.min": (2, 1, 3),
    "first_word.min_unit": ("tiles", "letters"),
    "first_word.centre": ("any_of_four", "none"),
    "bonus.all_tiles": (20, 10, 0),
    "bonus.all_tiles_requires": ("rack_size", "emptied_rack"),
    "bonus.when": ("flat_word", "always", "newly_placed"),
    "bonus.per": ("word", "turn"),
    "cover.full_word": ("forbid", "allow"),
    "cover.scope": ("each_old_word", "finished_line"),
    "stack.same_letter": ("not_on_top", "not_anywhere_in_stack", "allow"),
    "stack.max_new_per_cell": (1, 1, 1, 2, 3),
    "stack.max_stacked_cells_per_turn": (None, 1, 2),
    "stack.max_height": (5, 1, 2, 3, 9),
    "plural.rule": ("s_append", "off", "referee"),
    "plural.double": ("forbid", "allow"),
    "plural.stacked_s": ("allow", "forbid"),
}


@dataclass(frozen=True)
class Setting:
    """A random game to judge plays of: everything but the engine's own objects."""

    name: str
    alphabet: tuple[str, ...]
    options: dict[str, Any]
    words: frozenset[tuple[str, ...]]
    size: int
    rack_size: int
    start_squares: tuple[oracle.Square, ...] | None
    blanks: bool


def lexicon(rng: random.Random, alphabet: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """Draw words of one to six tiles, dense where they are short, with plurals.

    A plural for every short word where the alphabet has four letters: one S that makes two
    plurals at once is else too rare.
    """
    words: set[tuple[str, ...]] = {(rng.choice(alphabet),)}
    for length, number in ((2, 9), (3, 30), (4, 50), (5, 40), (6, 20)):
        words |= {tuple(rng.choices(alphabet, k=length)) for _ in range(number)}
    if "S" in alphabet:
        stems = [word for word in sorted(words) if 2 <= len(word) <= 4]
        more = len(stems) if len(alphabet) == 4 else len(stems) // 3
        words |= {(*stem, "S") for stem in rng.sample(stems, more)}
    return frozenset(words)


def options(rng: random.Random, alphabet: tuple[str, ...]) -> dict[str, Any]:
    """Draw a value for every option of the rules."""
    drawn = {
        key: values[0] if rng.random() < 0.5 else rng.choice(values)
        for key, values in CHOICES.items()
    }
    if rng.random() < 0.5:
        labels = rng.sample(alphabet, rng.randint(0, 2))
        drawn["bonus.tiles"] = {label: rng.randint(1, 3) for label in labels}
    if rng.random() < 0.3:
        drawn["plural.suffixes"] = tuple(rng.sample(["S", "ES", "A", "QuS"], rng.randint(0, 2)))
    return drawn


def setting(seed: int, profile: dict[str, Any] | None = None) -> Setting:
    """Draw a game; `profile` fixes the options that a named profile changes."""
    rng = random.Random(seed)
    name = rng.choice([*ALPHABETS, "en", "plural", "plural"])
    alphabet = ALPHABETS[name]
    drawn = options(rng, alphabet) if profile is None else dict(profile)
    many = drawn.get("stack.max_new_per_cell", 1) > 1
    size = rng.choice((5, 6)) if many else rng.choice((5, 6, 6, 7, 8))
    starts = None
    if (size % 2 and drawn.get("first_word.centre") != "none") or rng.random() < 0.2:
        squares = [(row, column) for row in range(size) for column in range(size)]
        starts = tuple(sorted(rng.sample(squares, rng.randint(1, 4))))
    rack_size = 3 if many else rng.choice((3, 4, 4, 5))
    blanks = not many and profile is None and rng.random() < 0.15
    words = lexicon(rng, alphabet)
    return Setting(name, alphabet, drawn, words, size, rack_size, starts, blanks)


def empty(game: Setting) -> oracle.Position:
    return {
        "size": game.size,
        "stacks": {},
        "rack": [],
        "rack_size": game.rack_size,
        "start_squares": game.start_squares,
    }


def rack(rng: random.Random, game: Setting) -> list[str]:
    """Draw a rack, mostly full."""
    held = game.rack_size if rng.random() < 0.8 else rng.randint(1, game.rack_size)
    tiles = rng.choices(game.alphabet, k=held)
    if game.blanks and rng.random() < 0.5:
        tiles[0] = "_"
    return sorted(tiles)


def laid(position: oracle.Position, play: oracle.Play) -> oracle.Position:
    """Return the position with a play's tiles on the board; racks are left as they are."""
    stacks = {cell: list(tiles) for cell, tiles in position["stacks"].items()}
    for row, column, tile in play:
        stacks.setdefault((row, column), []).append(tile)
    return {**position, "stacks": stacks}


def walk(
    rng: random.Random, game: Setting, position: oracle.Position, plies: int
) -> Iterator[tuple[oracle.Position, dict[oracle.Play, oracle.Verdict]]]:
    """Yield a position with all its plays, lay a random one, and so on."""
    for _ in range(plies):
        position = {**position, "rack": rack(rng, game)}
        plays = oracle.all_plays(position, game.options, set(game.words), game.alphabet)
        yield position, plays
        if plays:
            position = laid(position, rng.choice(sorted(plays)))


def scattered(rng: random.Random, game: Setting) -> oracle.Position:
    """Lay stacks of any letters anywhere, which no play would leave."""
    highest = game.options.get("stack.max_height", 5)
    density = rng.choice((0.1, 0.25, 0.4, 0.7))
    stacks = {}
    for row in range(game.size):
        for column in range(game.size):
            if rng.random() < density:
                height = 1 if rng.random() < 0.5 else rng.randint(1, highest)
                stacks[row, column] = rng.choices(game.alphabet, k=height)
    if rng.random() < 0.5:
        # Two words that end at one free square, where one tile lengthens both.
        row, column = (rng.randrange(2, game.size) for _ in range(2))
        for cell in ((row, column), (row + 1, column), (row, column + 1)):
            stacks.pop(cell, None)
        pairs = sorted(word for word in game.words if len(word) == 2)
        across, down = rng.choice(pairs), rng.choice(pairs)
        for back in (1, 2):
            stacks[row, column - back] = [across[-back]]
            stacks[row - back, column] = [down[-back]]
    return {**empty(game), "stacks": stacks, "rack": rack(rng, game)}


def any_play(rng: random.Random, game: Setting, position: oracle.Position) -> oracle.Play:
    """Lay tiles at random, mostly in a line and mostly held; seldom legal."""
    held = list(position["rack"])
    rng.shuffle(held)
    tiles = held[: rng.randint(1, len(held))] if rng.random() < 0.95 else []
    tiles = [f"_{rng.choice(game.alphabet)}" if tile == "_" else tile for tile in tiles]
    if tiles and rng.random() < 0.1:
        tiles[0] = rng.choice(game.alphabet)
    row, column = rng.randrange(game.size), rng.randrange(game.size)
    if position["stacks"] and rng.random() < 0.7:
        row, column = rng.choice(sorted(position["stacks"]))
    elif rng.random() < 0.8:
        row, column = (position["size"] // 2 - rng.randint(0, 1) for _ in range(2))
    across = rng.random() < 0.5
    back = rng.randint(0, min(len(tiles), column if across else row))
    row, column = (row, column - back) if across else (row - back, column)
    play = []
    for tile in tiles:
        play.append((row, column, tile))
        step = rng.choices((1, 2, 0, -1), (14, 4, 1, 1))[0]
        row, column = (row, column + step) if across else (row + step, column)
        if rng.random() < 0.04:
            across = not across
    return tuple(play)
