"""What other editions do differently: the shipped profiles against the game at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kitgen.paper.options_in_words import OptionRow, option_rows
from kitgen.wording import Wording

if TYPE_CHECKING:
    from kitgen.pictures.kit import PicturedKit

FEW = 2
"""Editions that are named as exceptions rather than all the others."""


def edition_blocks(kit: PicturedKit, wording: Wording) -> list[dict[str, Any]]:
    """Compare the game at hand with every shipped profile, question by question.

    Args:
        kit: Whose game it is.
        wording: Of the booklet.
    """
    from wordstack import Rulebook, profile_names

    own = option_rows(kit.rulebook, wording, players_most=kit.players_most)
    differing = {
        name: {row.key: row.value for row in _differing(own, option_rows(other, wording))}
        for name in profile_names()
        for other in [Rulebook.of(name)]
    }
    others = {name: answers for name, answers in differing.items() if answers}
    same = [name for name in differing if name not in others and name != kit.rulebook.profile.name]
    rows = []
    for row in own:
        answers: dict[str, list[str]] = {}
        for name, values in others.items():
            if row.key in values:
                answers.setdefault(values[row.key], []).append(name)
        if answers:
            rows.append([row.title, row.value, _elsewhere(answers, list(others), wording)])
    listed = [
        wording.text(
            "editions.item",
            short=wording.text(f"editions.short.{name}"),
            name=wording.text(f"editions.name.{name}"),
        )
        for name in others
    ]
    names = wording.listed(wording.text(f"editions.name.{name}") for name in same)
    return [
        {"kind": "text", "text": wording.text("editions.intro")},
        {"kind": "names", "items": listed},
        *([{"kind": "text", "text": wording.text("editions.others", list=names)}] if same else []),
        {"kind": "small", "text": wording.text("editions.marks")},
        {"kind": "text", "text": wording.text("editions.table")},
        {
            "kind": "editions",
            "header": [wording.text(f"editions.{key}") for key in ("topic", "here", "elsewhere")],
            "rows": rows,
        },
    ]


def _elsewhere(answers: dict[str, list[str]], others: list[str], wording: Wording) -> list[str]:
    """Write each other answer and whose it is."""
    return [
        wording.text("editions.value", value=value, list=_whose(names, others, wording))
        for value, names in answers.items()
    ]


def _whose(names: list[str], others: list[str], wording: Wording) -> str:
    """Name editions, or those that are not among them where these are few."""
    rest = [name for name in others if name not in names]
    short = [wording.text(f"editions.short.{name}") for name in (rest or names)]
    if len(names) < 3 or len(rest) > FEW:
        return ", ".join(wording.text(f"editions.short.{name}") for name in names)
    if not rest:
        return wording.text("editions.all")
    return wording.text("editions.all_but", list=wording.listed(short))


def _differing(own: list[OptionRow], other: list[OptionRow]) -> list[OptionRow]:
    """The other edition's answers that are not the kit's, without those that are moot there."""
    here = {row.key: row.value for row in own}
    return [row for row in other if row.value != here[row.key] and not row.moot]
