"""The rules booklet: the game of a kit, told from its profile and shown by its rules engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kitgen.wording import Wording

if TYPE_CHECKING:
    from wordstack import Rulebook

    from kitgen.pictures.kit import PicturedKit

ART = 7
"""Squares along a side of the board on the cover."""
WORDING = ("kitgen.paper", "booklet")


def _silent(_: str) -> None:
    """Say nothing."""


def booklet(
    kit: PicturedKit, language: str, paper: str, *, note: Callable[[str], None] = _silent
) -> bytes:
    """Typeset the rules booklet of a kit.

    Args:
        kit: Its manifest holds the resolved rules.
        language: Of the text; the words of the examples are in the language of the game.
        paper: ``a4`` or ``letter`` for reading, ``a5`` or ``half-letter`` for folding, untagged.
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
    )


def booklet_data(
    kit: PicturedKit, language: str, *, note: Callable[[str], None] = _silent
) -> dict[str, Any]:
    """Gather what ``templates/booklet.typ`` shows: JSON values; see :func:`booklet`."""
    from kitgen.paper.board_drawing import drawn_board, legend
    from kitgen.paper.booklet_sections import cover, sections
    from kitgen.paper.examples import examples

    wording = Wording.read(*WORDING, language)
    rulebook = rulebook_of(kit)
    worked = examples(rulebook)
    if any(example.invented for example in worked.values()):
        note(
            f"examples in the rules booklet: there are no words in {rulebook.profile.language!r} "
            "for these letters, so rows of letters stand for words"
        )
    front = cover(kit, rulebook, wording)
    art = worked.get("two_words") or worked.get("first")
    return {
        "title": wording.text("cover.document", name=front["name"]),
        "cover": front,
        "art": art and drawn_board(art, art.after, wording, rows=ART),
        "legend": legend(wording, worked.values()),
        "sections": sections(kit, rulebook, wording, worked),
    }


def rulebook_of(kit: PicturedKit) -> Rulebook:
    """Work out the rules of a kit from its manifest, for its own board and tiles."""
    from wordstack import GameProfile, Rulebook

    game = {**kit.game, "tiles": dict(kit.game["tiles"])}
    size = int(kit.manifest.profile["size"])
    game["tiles"][str(size)] = kit.manifest.profile["tiles"]
    if game["board_size"] != size:
        game["board_size"] = size
    return Rulebook.of(GameProfile.model_validate(game), size)
