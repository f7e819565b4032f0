"""Every rule option of a game as a question and an answer that a player can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kitgen.paper.rules_at_hand import (
    are_exchanged,
    bonus_tiles,
    bonus_when,
    exchange_may_pass,
    is_doubted,
    is_flat,
    plural_rule,
    scoreless_rounds,
)
from kitgen.wording import Wording

if TYPE_CHECKING:
    from wordstack import Rulebook

_RULES = "game.rules."


@dataclass(frozen=True)
class OptionRow:
    """One option as it stands.

    Attributes:
        key: In the profile, without ``game.``.
        title: The question.
        value: The answer.
        moot: Whether another option makes the question pointless, which is then the answer.
    """

    key: str
    title: str
    value: str
    moot: bool = False


def option_rows(
    rulebook: Rulebook, wording: Wording, *, players_most: int | None = None
) -> list[OptionRow]:
    """Say all options of a game in words: first the set, then each rule in the engine's order.

    Args:
        rulebook: The rules, with letters and board.
        wording: Of the booklet.
        players_most: How many can play with the kit at hand; None for all whom the game allows.
    """
    from wordstack.options import leaves

    rows = [_row(key, key, value, wording) for key, value in _set(rulebook).items()]
    most = players_most or rulebook.profile.players_max
    rows[2] = _players(rulebook, wording, most)
    plural = plural_rule(rulebook, alone=most == 1)
    for leaf in leaves(rulebook.rules, "game.rules"):
        key = leaf.key.removeprefix("game.")
        value = leaf.value
        if key == "rules.bonus.tiles":
            value = bonus_tiles(rulebook)
        if key == "rules.bonus.when":
            value = bonus_when(rulebook)
        if key == "rules.plural.rule":
            value = "off" if plural == "unspelt" else plural
        rows.append(_row(key, leaf.key.removeprefix(_RULES), value, wording))
    pointless = _moot(rulebook, alone=most == 1)
    nothing = wording.text("options.moot")
    return [
        OptionRow(row.key, row.title, nothing, moot=True)
        if row.key.removeprefix("rules.") in pointless
        else row
        for row in rows
    ]


def _moot(rulebook: Rulebook, *, alone: bool) -> frozenset[str]:
    """Names of the rules that change nothing in this game, whatever they say."""
    rules, profile = rulebook.rules, rulebook.profile
    plural = ("plural.double", "plural.stacked_s", "plural.suffixes")
    stack = ("stack.same_letter", "stack.max_new_per_cell", "stack.max_stacked_cells_per_turn")
    found: list[str] = []
    if not rules.bonus.all_tiles:
        found.append("bonus.all_tiles_requires")
    if not bonus_tiles(rulebook):
        found += ["bonus.when", "bonus.per"]
    if is_flat(rulebook):
        found += [*stack, "scoring.stack_points", "scoring.stack_count"]
        found += ["cover.full_word", "cover.scope", "plural.stacked_s"]
        found.append("scoring.mode")
    if rules.cover.full_word == "allow":
        found.append("cover.scope")
    if rules.first_word.centre == "none":
        found.append("start_squares")
    if not are_exchanged(rulebook, alone=alone):
        found += ["exchange.count", "exchange.order"]
        if rules.exchange.when != "never":
            found.append("exchange.when")
    if not exchange_may_pass(rulebook, alone=alone):
        found.append("end.exchange_counts_as_pass")
    if not scoreless_rounds(rulebook, alone=alone):
        found.append("end.scoreless_turns")
    if rules.exchange.when == "never" or profile.players_min > 1:
        found += ["exchange.solo_free", "exchange.solo_after"]
    if plural_rule(rulebook, alone=alone) in ("off", "unspelt"):
        found += plural
    if not is_doubted(rulebook, alone=alone):
        found += ["challenge.window", "challenge.refill", "challenge.failed_penalty"]
    if alone:
        found += ["start.draw", "start.ties", "challenge.mode"]
    if not any(len(label) > 1 for label in rulebook.tiles):
        found.append("digraphs")
    return frozenset(found)


def _set(rulebook: Rulebook) -> dict[str, Any]:
    profile = rulebook.profile
    return {
        "board_size": profile.board_size,
        "rack_size": profile.rack_size,
        "players": profile.players_max,
        "tiles": rulebook.tile_total,
        "blanks": rulebook.tiles.get("_", 0) or None,
        "start_squares": profile.start_squares,
        "lexicon": profile.lexicon if profile.lexicon != "house" else None,
    }


def _players(rulebook: Rulebook, wording: Wording, high: int) -> OptionRow:
    low = rulebook.profile.players_min
    value = wording.text(
        f"option.players.{'exactly' if low == high else 'value'}",
        low=wording.number(low),
        high=wording.number(high),
    )
    return OptionRow("players_min, players_max", wording.text("option.players.title"), value)


def _row(key: str, name: str, value: Any, wording: Wording) -> OptionRow:
    return OptionRow(key, wording.text(f"option.{name}.title"), _value(name, value, wording))


def _value(name: str, value: Any, wording: Wording) -> str:
    where = f"option.{name}"
    if name == "players":
        return wording.number(value)
    if name == "start_squares":
        if value is None:
            return wording.text(f"{where}.central")
        return wording.text(f"{where}.value", n=wording.number(len(value)))
    if name == "lexicon":
        if value is None:
            return wording.text(f"{where}.house")
        return wording.text(f"{where}.value", name=value)
    if isinstance(value, bool):
        return wording.text(f"{where}.{'yes' if value else 'no'}")
    if value is None or (name == "bonus.all_tiles" and not value):
        return wording.text(f"{where}.none")
    if isinstance(value, int):
        return wording.text(f"{where}.value", n=wording.number(value))
    if isinstance(value, str):
        return wording.text(f"{where}.{value}")
    items = (
        [f"{label} {wording.number(n)}" for label, n in value.items()]
        if name == ("bonus.tiles")
        else [str(item) for item in value]
    )
    if not items:
        return wording.text(f"{where}.none")
    return wording.text(f"{where}.value", list=", ".join(items))
