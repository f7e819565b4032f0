"""A worked example as the booklet shows it: boards, words, and how their points come about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kitgen.paper.board_drawing import drawn_board
from kitgen.paper.examples import REFUSED_WITH, Counted, Example
from kitgen.paper.rules_at_hand import plural_rule
from kitgen.wording import Wording

if TYPE_CHECKING:
    from wordstack import Rulebook


def example_block(
    example: Example, rulebook: Rulebook, wording: Wording, *, alone: bool
) -> dict[str, Any]:
    """Describe an example for the template: all numbers are the engine's.

    Args:
        example: As the engine ruled on it.
        rulebook: The rules.
        wording: Of the booklet.
        alone: Whether it is a game for one: nobody else then decides on a play.

    Returns:
        ``boards`` before (unless empty) and after; a table of words with their points and a total,
        or why the play is not allowed.
    """
    boards = [] if example.before.is_empty else [(example.before, "before")]
    boards.append((example.after, "tried" if example.refused else "after"))
    return {
        "kind": "example",
        "example": example.kind,
        "title": wording.text(f"example.kind.{example.kind}"),
        "boards": [
            {**drawn_board(example, board, wording), "caption": wording.text(f"example.{key}")}
            for board, key in boards
        ],
        "header": [wording.text(f"example.{key}") for key in ("word", "count", "points")],
        "rows": [] if example.refused else _rows(example, rulebook, wording),
        "total": [wording.text("example.total"), wording.number(example.total)],
        "refused": _refused(example, rulebook, wording, alone),
    }


def _rows(example: Example, rulebook: Rulebook, wording: Wording) -> list[list[str]]:
    rows = [
        [word.text, _sum(word, rulebook, wording), wording.number(word.points)]
        for word in example.words
    ]
    for points, key in ((example.letter_bonus, "rare_turn"), (example.rack_bonus, "rack")):
        if points:
            rows.append(["+", wording.text(f"example.{key}"), wording.number(points)])
    return rows


def _sum(word: Counted, rulebook: Rulebook, wording: Wording) -> str:
    """Write how a word's points come about: 4 times 2, or 1 + 2 + 1."""
    each = rulebook.rules.scoring.flat_points
    if max(word.heights) == 1:
        tiles = wording.number(len(word.heights))
        text = wording.text("example.product", n=tiles, each=wording.number(each))
    else:
        text = " + ".join(map(wording.number, word.terms))
    return text + (f" + {wording.number(word.bonus)}" if word.bonus else "")


def _refused(example: Example, rulebook: Rulebook, wording: Wording, alone: bool) -> list[str]:
    """Verdict and reason; empty where the play is allowed."""
    if not example.refused:
        return []
    about = wording.listed(example.about)
    reason = wording.text(f"example.reason.{example.refused}", words=about)
    decided = plural_rule(rulebook, alone=alone) == "referee"
    if decided and example.refused == REFUSED_WITH["bare_plural"]:
        doubtful = wording.text("example.reason_doubtful")
        return [wording.text("example.doubtful"), f"{reason} {doubtful}"]
    return [wording.text("example.refused"), reason]
