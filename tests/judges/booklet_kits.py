"""Kits of which only the rules are known, which is all that a rules booklet needs."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

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
