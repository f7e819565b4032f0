"""The rules booklet: the game of a kit, told from its profile and shown by its rules engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kitgen.wording import Wording

if TYPE_CHECKING:
    from pathlib import Path

    from kitgen.pictures.kit import PicturedKit
    from kitgen.store import Store

ART = 7
"""Squares along a side of the board on the cover."""
WORDING = ("kitgen.paper", "booklet")


def _silent(_: str) -> None:
    """Say nothing."""


def booklet(
    kit: PicturedKit,
    language: str,
    paper: str,
    *,
    store: Store | None = None,
    scratch: Path | None = None,
    note: Callable[[str], None] = _silent,
) -> bytes:
    """Typeset the rules booklet of a kit.

    Args:
        kit: Its manifest holds the resolved rules.
        language: Of the text; the words of the examples are in the language of the game.
        paper: ``a4`` or ``letter`` for reading, ``a5`` or ``half-letter`` for folding, untagged.
        store: Where documents are kept; by default nowhere.
        scratch: Folder for what typst reads; by default one of its own.
        note: Told in one line where no words of the game's language are at hand.

    Returns:
        A PDF; the same kit gives the same bytes.

    Raises:
        UserError: No typeface has one of the letters.
    """
    from kitgen.paper.typesetting import typeset

    data = booklet_data(kit, language, note=note)
    return typeset(
        "booklet.typ",
        data,
        language=language,
        paper=paper,
        title=data["title"],
        tagged=paper in ("a4", "letter"),
        own_font=kit.letter_font,
        own_weight=kit.letter_weight,
        store=store,
        scratch=scratch,
    )


def booklet_data(
    kit: PicturedKit, language: str, *, note: Callable[[str], None] = _silent
) -> dict[str, Any]:
    """Gather what ``templates/booklet.typ`` shows: JSON values; see :func:`booklet`."""
    from kitgen.paper.board_drawing import drawn_board, legend
    from kitgen.paper.examples import examples
    from kitgen.paper.sections.box import cover
    from kitgen.paper.sections.listing import sections
    from kitgen.paper.sections.telling import Telling

    wording = Wording.read(*WORDING, language)
    rulebook = kit.rulebook
    worked = examples(rulebook)
    if any(example.invented for example in worked.values()):
        note(
            f"examples in the rules booklet: there are no words in {rulebook.profile.language!r} "
            "for these letters, so rows of letters stand for words"
        )
    told = Telling(kit, rulebook, wording, worked)
    front = cover(told)
    art = worked.get("two_words") or worked.get("first")
    return {
        "title": wording.text("cover.document", name=front["name"]),
        "cover": front,
        "art": art and drawn_board(art, art.after, wording, rows=ART),
        "legend": legend(wording, worked.values(), flat=told.flat),
        "sections": sections(told),
    }
