"""What rules come to with the tiles and the stacks of the game at hand, wherever paper tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordstack import Rulebook


def is_flat(rulebook: Rulebook) -> bool:
    """Whether nothing is ever put on a tile."""
    return rulebook.rules.stack.max_height == 1


def bonus_tiles(rulebook: Rulebook) -> dict[str, int]:
    """Points of the tiles that earn a bonus; one that the set lacks earns none."""
    bonus = rulebook.rules.bonus
    return {label: points for label, points in bonus.tiles.items() if label in rulebook.tiles}


def bonus_when(rulebook: Rulebook) -> str:
    """When they earn it; where nothing is stacked, every word is flat."""
    when = rulebook.rules.bonus.when
    return "always" if is_flat(rulebook) and when == "flat_word" else when
