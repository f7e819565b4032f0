"""How points are counted."""

from __future__ import annotations

from kitgen.paper.rules_at_hand import bonus_tiles, bonus_when
from kitgen.paper.sections.telling import Block, Telling, bullets, paragraph


def scoring(told: Telling) -> list[Block]:
    """What words and tiles are worth."""
    by_letter = told.rules.scoring.mode == "per_letter"
    opening = [] if told.flat else [paragraph(told.text(f"scoring.by_{_unit(told)}"))]
    rows = [_flat(told, by_letter)]
    if not told.flat:
        rows.append(_stacked(told, by_letter))
    header = [told.text("scoring.situation"), told.text("scoring.worth")]
    return [
        *opening,
        {"kind": "table", "header": header, "rows": rows, "columns": [2, 3]},
        paragraph(told.text("scoring.every")),
        bullets([_rare(told), _full(told)]),
        *told.shown("tall", "letter_bonus", "no_letter_bonus", "full_rack", "last_tiles"),
    ]


def _unit(told: Telling) -> str:
    return "letter" if told.rules.scoring.mode == "per_letter" else "word"


def _flat(told: Telling, by_letter: bool) -> list[str]:
    points = told.rules.scoring.flat_points
    if told.flat:
        return [told.text("scoring.any_word"), told.count("scoring.flat_word_points", points)]
    if by_letter:
        return [told.text("scoring.flat_letter"), told.count("scoring.letter_flat", points)]
    return [told.text("scoring.flat_word"), told.count("scoring.flat_word_points", points)]


def _stacked(told: Telling, by_letter: bool) -> list[str]:
    rule = told.rules.scoring
    key = "letter" if by_letter else "stacked"
    return [
        told.text("scoring.stacked_letter" if by_letter else "scoring.stacked_word"),
        told.count(f"scoring.{key}_{rule.stack_count}", rule.stack_points),
    ]


def _rare(told: Telling) -> str:
    bonus = told.rules.bonus
    listed = bonus_tiles(told.rulebook)
    if not listed:
        return told.text("scoring.rare_none")
    items = [
        told.text("scoring.rare_item", label=label, n=told.number(points))
        for label, points in listed.items()
    ]
    key = f"rare_{bonus.per}_{bonus_when(told.rulebook)}"
    if told.flat and key == "rare_word_always":
        key = "rare_word_always_flat"
    return told.text(f"scoring.{key}", list=told.wording.listed(items))


def _full(told: Telling) -> str:
    bonus = told.rules.bonus
    if not bonus.all_tiles:
        return told.text("scoring.full_none")
    return told.count(
        f"scoring.full_{bonus.all_tiles_requires}",
        bonus.all_tiles,
        tiles=told.number(told.rulebook.rack_size),
    )
