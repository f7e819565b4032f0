"""What rules come to with the tiles and the stacks of the game at hand, wherever paper tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from wordstack import Rulebook


def is_flat(rulebook: Rulebook) -> bool:
    """Whether nothing is ever put on a tile."""
    return rulebook.rules.stack.max_height == 1


def is_doubted(rulebook: Rulebook, *, alone: bool) -> bool:
    """Whether players challenge each other's words."""
    return rulebook.rules.challenge.mode != "auto" and not alone


def are_exchanged(rulebook: Rulebook, *, alone: bool) -> bool:
    """Whether tiles are ever exchanged."""
    rule = rulebook.rules.exchange
    none_alone = not rule.solo_free and rule.solo_after == "forbid"
    return rule.when != "never" and not (alone and none_alone)


def exchange_may_pass(rulebook: Rulebook, *, alone: bool) -> bool:
    """Whether it matters if an exchange is a pass: from an empty bag nobody exchanges."""
    return are_exchanged(rulebook, alone=alone) and not rulebook.rules.end.pass_needs_empty_bag


def scoreless_rounds(rulebook: Rulebook, *, alone: bool) -> bool:
    """Whether rounds without points can come: alone, passing may end the game before.

    Other exchanges of a single player cost no turn.
    """
    rule = rulebook.rules
    costly = are_exchanged(rulebook, alone=alone) and rule.exchange.solo_after == "lose_turn"
    return not alone or rule.end.pass_rounds > 1 or costly


def plural_rule(
    rulebook: Rulebook, *, alone: bool
) -> Literal["off", "unspelt", "s_append", "referee"]:
    """What comes of a word to which only a plural ending is put.

    ``unspelt`` where no tile spells an ending, so that the rule never bites. The players can decide
    only where somebody else may doubt the play.
    """
    rule, tiles = rulebook.rules.plural, rulebook.tiles
    if rule.rule == "off" or not rule.suffixes:
        return "off"
    if not any(ending in tiles or all(c in tiles for c in ending) for ending in rule.suffixes):
        return "unspelt"
    return rule.rule if is_doubted(rulebook, alone=alone) else "s_append"


def bonus_tiles(rulebook: Rulebook) -> dict[str, int]:
    """Points of the tiles that earn a bonus; one that the set lacks earns none."""
    bonus = rulebook.rules.bonus
    return {label: points for label, points in bonus.tiles.items() if label in rulebook.tiles}


def bonus_when(rulebook: Rulebook) -> str:
    """When they earn it; where nothing is stacked, every word is flat."""
    when = rulebook.rules.bonus.when
    return "always" if is_flat(rulebook) and when == "flat_word" else when
