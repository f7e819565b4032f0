"""Kits of which only the rules are known, which is all that a rules booklet needs."""

import typing
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest

from kitgen.export.manifest import Manifest
from kitgen.pictures.kit import PicturedKit

KitOf = Callable[..., PicturedKit]


def rules_only(game: Mapping[str, Any], size: int, tiles: Mapping[str, int]) -> PicturedKit:
    """A kit with rules and without a part."""
    manifest = Manifest(
        kitgen_version="0",
        profile={"game": dict(game), "print": {}, "size": size, "tiles": dict(tiles)},
        parts=(),
        files=(),
        assembly=(),
        joints=(),
        material=None,
        printer=None,
    )
    return PicturedKit(Path("nowhere"), manifest, "0" * 64)


@pytest.fixture(scope="session")
def kit_of() -> KitOf:
    """Call it with the name of a profile and what else is to hold; rules by dotted key."""
    from wordstack import GameProfile, load_profile

    def of(
        name: str,
        *,
        letters: Mapping[str, int] | None = None,
        rules: Mapping[str, Any] | None = None,
        **game: Any,
    ) -> PicturedKit:
        table = load_profile(name).model_dump(mode="json") | game
        size = table["board_size"]
        tiles = dict(letters) if letters else table["tiles"][str(size)]
        if letters:
            order = [label for label in letters if label != "_"]
            table |= {"letters": order, "blanks": "_" in letters, "tiles": {str(size): tiles}}
        for key, value in (rules or {}).items():
            *above, last = key.split(".")
            inner = table["rules"]
            for step in above:
                inner = inner[step]
            inner[last] = value
        GameProfile.model_validate(table)
        return rules_only(table, size, tiles)

    return of


LETTERS = {**dict.fromkeys("ABCDEFGHIKLMNOPRSTU", 4), "Q": 1, "Qu": 2}
"""With a pair that could be laid as two tiles too."""
OTHER_NUMBERS = {
    "scoring.flat_points": (1, 3),
    "scoring.stack_points": (2,),
    "first_word.min": (1, 3),
    "bonus.all_tiles": (0, 1, 10),
    "bonus.tiles": ({}, {"Qu": 3}, {"K": 2, "Qu": 2}),
    "end.pass_rounds": (2,),
    "end.scoreless_turns": (1, 4),
    "end.penalty_per_tile": (0, 1, 4),
    "exchange.count": (2,),
    "exchange.solo_free": (1, 3),
    "stack.max_new_per_cell": (2,),
    "stack.max_stacked_cells_per_turn": (1, 2),
    "stack.max_height": (1, 4),
    "plural.suffixes": ((), ("S", "EN")),
}
"""Values besides the one of the Hasbro sheet, for options that are no list of words."""
GAMES: tuple[dict[str, Any], ...] = (
    {"rack_size": 6},
    {"board_size": 8},
    {"players_max": 6},
    {"players_min": 2},
    {"players_min": 1, "players_max": 1},
    {"lexicon": "house-list"},
    {"start_squares": [[0, 0], [5, 5]]},
    {"letters": {**LETTERS, "A": 5}},
    {"letters": {**LETTERS, "_": 2}},
    {"letters": {label: n for label, n in LETTERS.items() if label != "Qu"}},
)


def changes() -> Iterator[tuple[str, Any]]:
    """All other values of all rules: words and flags from the engine's own model."""
    from wordstack import RulesOptions
    from wordstack.options import leaves

    for leaf in leaves(RulesOptions(), ""):
        key = leaf.key.lstrip(".")
        model: Any = RulesOptions
        *above, last = key.split(".")
        for step in above:
            model = model.model_fields[step].annotation
        kind = model.model_fields[last].annotation
        if typing.get_origin(kind) is Literal:
            values: tuple[Any, ...] = typing.get_args(kind)
        elif kind is bool:
            values = (False, True)
        else:
            values = OTHER_NUMBERS[key]
        yield from ((key, value) for value in values if value != leaf.value)


def full(kit_of: KitOf, **changed: Any) -> PicturedKit:
    """A game in which every option has a say."""
    kit: PicturedKit = kit_of("hasbro-2006", **{"players_min": 1, "letters": LETTERS, **changed})
    return kit
