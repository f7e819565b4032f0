"""Rulings as values for JSON: what `kitgen rules` prints for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wordstack import Position, Ruling, ScoredPlay
    from wordstack.record import Case, Disagreement


def ruling_row(ruling: "Ruling", position: "Position") -> dict[str, Any]:
    """Return a ruling with every reason against the play and every word that it forms."""
    from kitgen.table.explaining import play_name

    return {
        "play": play_name(ruling, position),
        "legal": ruling.is_legal,
        "reasons": [
            {
                "code": reason.code,
                "kind": reason.kind,
                "text": reason.text,
                "cells": [list(cell) for cell in reason.cells],
                "words": list(reason.words),
            }
            for reason in ruling.reasons
        ],
        "words_judged": ruling.words_judged,
        **_points(ruling),
    }


def play_row(position: "Position", one: "ScoredPlay") -> dict[str, Any]:
    """Return a legal play with its words and points."""
    from wordstack import format_play, validate

    return {"play": format_play(one.play, position), **_points(validate(position, one.play))}


def case_row(case: "Case", found: "Sequence[Disagreement]") -> dict[str, Any]:
    """Return what came of a case; whether it agrees is null where it does not count."""
    return {
        "name": case.name,
        "agrees": not found if case.counts else None,
        "disagreements": [asdict(one) for one in found],
    }


def _points(ruling: "Ruling") -> dict[str, Any]:
    return {
        "points": ruling.points.total,
        "bonus": ruling.points.bonus,
        "letter_bonus": ruling.points.letter_bonus,
        "words": [
            {
                "word": word.text,
                "tiles": list(word.letters),
                "dir": word.direction,
                "start": list(word.cells[0]),
                "heights": list(word.heights),
                "flat": word.is_flat,
                "points": points,
            }
            for word, points in zip(ruling.words, ruling.points.words, strict=True)
        ],
    }
