"""The score sheet: a column for each player, rounds enough for the longest simulated game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kitgen.paper.rules_at_hand import bonus_tiles, bonus_when, is_flat
from kitgen.wording import Wording

if TYPE_CHECKING:
    from pathlib import Path

    from kitgen.pictures.kit import PicturedKit
    from kitgen.store import Store

ACROSS = 4
"""Players side by side on a sheet, so that a word can be written in their column."""
GAMES_ALONE = 3
"""Games side by side where only one player can play."""
TILES_A_TURN = 2
"""Assumed where no game was simulated; simulated players lay more."""


def score_sheet(
    kit: PicturedKit,
    language: str,
    paper: str,
    *,
    store: Store | None = None,
    scratch: Path | None = None,
) -> bytes:
    """Typeset the score sheet of a kit.

    Args:
        kit: Its manifest holds rules and the longest simulated game.
        language: Of the text.
        paper: ``a4`` or ``letter``.
        store: Where documents are kept; by default nowhere.
        scratch: Folder for what typst reads; by default one of its own.

    Returns:
        A PDF.

    Raises:
        UserError: No typeface has one of the letters.
    """
    from kitgen.paper.typesetting import typeset

    data = score_sheet_data(kit, language)
    return typeset(
        "score-sheet.typ",
        data,
        language=language,
        paper=paper,
        title=f"{data['title']} · {data['name']}",
        own_font=kit.letter_font,
        own_weight=kit.letter_weight,
        store=store,
        scratch=scratch,
    )


def score_sheet_data(kit: PicturedKit, language: str) -> dict[str, Any]:
    """Gather what ``templates/score-sheet.typ`` shows: JSON values."""
    wording = Wording.read("kitgen.paper", "score-sheet", language)
    penalty = kit.rulebook.rules.end.penalty_per_tile
    deduction = wording.text("deduction", points=wording.number(penalty)) if penalty else None
    return {
        "title": wording.text("title"),
        "name": kit.title(language),
        "groups": list(_groups(kit, wording)),
        "reminder": list(_reminder(kit, wording)),
        "words": {
            **{key: wording.text(key) for key in _WORDS},
            "deduction": deduction,
            "winner": wording.text("winner") if kit.players_most > 1 else None,
        },
    }


_WORDS = ("round", "word", "points", "total", "final", "date", "reminder")


def _groups(kit: PicturedKit, wording: Wording) -> Iterator[dict[str, Any]]:
    """What stands over each column, by sheets of about equally many columns, and their rounds.

    A game for one player only has columns for several games.
    """
    players = kit.players_most
    if players == 1:
        games = [wording.text("game", n=wording.number(n)) for n in range(1, GAMES_ALONE + 1)]
        yield {"columns": games, "rounds": rounds(kit)}
        return
    names = [wording.text("player", n=wording.number(n)) for n in range(1, players + 1)]
    sheets = math.ceil(players / ACROSS)
    across = math.ceil(players / sheets)
    for start in range(0, players, across):
        # Who needs a further sheet shares the game with all that are on those before it.
        yield {"columns": names[start : start + across], "rounds": rounds(kit, start + 1)}


def rounds(kit: PicturedKit, players: int = 1) -> int:
    """Lines for each player: the turns of the longest simulated game, shared among its players.

    Where none was simulated, the turns in which all tiles are laid two at a time.

    Args:
        kit: Its manifest holds the longest simulated game.
        players: As many or more share the turns.
    """
    judged = kit.manifest.playability
    if judged is not None and judged.most_turns:
        return math.ceil(judged.most_turns / max(judged.players, players))
    tiles = sum(part.count for part in kit.manifest.parts if part.kind == "tile")
    fewest = kit.rulebook.profile.players_min
    return max(1, math.ceil(tiles / TILES_A_TURN / max(2, fewest, players)))


def _reminder(kit: PicturedKit, wording: Wording) -> Iterator[str]:
    """How points are counted under these rules, a line each."""
    rulebook = kit.rulebook
    scoring, bonus = rulebook.rules.scoring, rulebook.rules.bonus
    figures = {
        "flat": wording.number(scoring.flat_points),
        "stacked": wording.number(scoring.stack_points),
    }
    if is_flat(rulebook):
        yield wording.text("scoring.flat", **figures)
    else:
        yield wording.text(f"scoring.{scoring.mode}.{scoring.stack_count}", **figures)
    yield wording.text("every_word")
    if bonus.all_tiles:
        points = wording.number(bonus.all_tiles)
        yield wording.text(f"all_tiles.{bonus.all_tiles_requires}", points=points)
    tiles = [f"{tile} +{wording.number(n)}" for tile, n in bonus_tiles(rulebook).items()]
    if tiles:
        key = f"tiles.{bonus_when(rulebook)}.{bonus.per}"
        yield wording.text(key, tiles=wording.listed(tiles))
    if kit.players_least == 1 < kit.players_most:
        yield wording.text("alone")
