"""Kits as a rules booklet sees them: any game over the parts of one small kit."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from kits import Kits

from kitgen.pictures.kit import PicturedKit

KitOf = Callable[..., PicturedKit]


@pytest.fixture(scope="session")
def kit_of(kits: Kits) -> KitOf:
    """Call it with the name of a profile and what else is to hold; rules by dotted key."""
    from wordstack import GameProfile, load_profile

    small = PicturedKit.read(kits(size=6, players=2).folder)

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
        table = GameProfile.model_validate(table).model_dump(mode="json")
        profile = {**small.manifest.profile, "game": table, "size": size, "tiles": tiles}
        return replace(small, manifest=small.manifest.model_copy(update={"profile": profile}))

    return of
