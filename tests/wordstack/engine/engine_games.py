"""Small games for the tests: profiles with options, positions as rows, random games."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from wordstack import (
    Action,
    Challenge,
    Exchange,
    Game,
    IllegalActionError,
    Layer,
    Pass,
    Placement,
    Play,
    Position,
    Rulebook,
    Withdraw,
    parse_position,
    read_layers,
    resolve_game,
)
from wordstack.lexicon import Lexicon

WORDS = """
AN ANT ANTS ART ARTS AS AT ATE BAN BAR BARN BARON BAT BATS BE BED BID BOD CAN CAR CARE CARED
CARES CART CARTS CAST CAT CATS CATER COG COGS DO DOG DOGS DOT DOTS EAR EARS EAT EATS ERA HAT
HATS HIS HISS HIT HOT IN INN INNS IS IT ITS LEA LEAP LIT NET NETS NO NOT OAR OAT ON ONE ONES OR
OUT PIN PINS PIT PLUS QUA QUAD QUIN QUIT QUITS RAN RAT RATE RATES RATS SAT SO SON SONS SOT TAN
TAR TARS TEA TEAR TEARS TEN TENS TIN TINS TO TOE TON TONE TOP UN UP US USE WOOD WOOL
""".split()  # noqa: SIM905


def nested(options: dict[str, Any]) -> dict[str, Any]:
    """Turn dotted keys into tables."""
    tables: dict[str, Any] = {}
    for key, value in options.items():
        *path, last = key.split(".")
        table = tables
        for name in path:
            table = table.setdefault(name, {})
        table[last] = list(value) if isinstance(value, tuple) else value
    return tables


def rulebook(
    profile: str = "hasbro-2006", game: dict[str, Any] | None = None, **options: Any
) -> Rulebook:
    """Make a rulebook: options of `[game.rules]` with `__` for the dot."""
    rules = nested({key.replace("__", "."): value for key, value in options.items()})
    layer = Layer("test", {"game": {**(game or {}), "rules": rules}})
    return Rulebook.of(resolve_game((*read_layers(profile), layer)))


def lexicon(words: Iterable[str] = WORDS, rules: Rulebook | None = None) -> Lexicon:
    return Lexicon.from_words(words, (rules or rulebook()).profile)


ENGLISH = lexicon()


def board(
    rows: dict[int, str],
    rules: Rulebook,
    racks: str = "",
    heights: str = "",
    tail: str = "",
) -> Position:
    """Make a position from rows such as {4: "3CAT4"}, all others empty."""
    size = rules.size
    letters = "/".join(rows.get(row, str(size)) for row in range(size))
    count = len([mark for mark in letters if mark.isalpha() and not mark.islower()])
    given = heights or "1" * count or "-"
    return parse_position(f"{letters} {given} {racks}{tail}".strip(), rules)


def across(row: int, col: int, letters: str) -> Play:
    """Lay letters in a row; `.` leaves a square as it is."""
    return Play(
        tuple(Placement(row, col + n, mark) for n, mark in enumerate(letters) if mark != ".")
    )


def down(row: int, col: int, letters: str) -> Play:
    return across(col, row, letters).transposed()


def random_actions(position: Position, rng: random.Random, game: Game) -> Iterator[Action]:
    """Yield actions of every kind, legal or not, ending with one that is."""
    if rng.random() < 0.25:
        yield Challenge(rng.randrange(position.players))
    if rng.random() < 0.1:
        yield Withdraw()
    if not position.is_over:
        plays = game.legal_plays()
        if plays and rng.random() < 0.3:
            placements = list(rng.choice(plays).placements)
            other = rng.choice(position.rack)
            if other != "_":
                placements[-1] = placements[-1]._replace(tile=other, shows="")
            yield Play(tuple(placements))
        if position.rack and rng.random() < 0.2:
            yield Exchange((rng.choice(position.rack),))
        if plays and rng.random() < 0.95:
            yield rng.choice(plays)
        yield Pass()


def random_game(game: Game, seed: int, most: int = 40) -> Iterator[Position]:
    """Play at random, phonies and challenges included; yields every position after the first."""
    rng = random.Random(seed)
    for _ in range(most):
        for action in random_actions(game.position, rng, game):
            try:
                yield game.push(action)
            except IllegalActionError:
                continue
            break
        else:
            return
