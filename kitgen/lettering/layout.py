"""The letters of a set of tiles: from labels and a font's name to outlines that will print."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kitgen.errors import UserError
from kitgen.lettering.advice import no_glyphs, will_not_print
from kitgen.lettering.composition import BLANK, Bars, Composition, Frame, Letter, compose
from kitgen.lettering.fonts import FontFile, find_font
from kitgen.lettering.outlines import Typeface
from kitgen.lettering.soundness import require_sound
from kitgen.lettering.strokes import Weakness, weaknesses

LONGEST = 3
"""Most characters on a tile."""


@dataclass(frozen=True)
class LetterSet:
    """The letters of a set of tiles."""

    cap_height: float
    """Height of H in mm."""
    baseline: float
    """Height of the baseline over the tile's centre in mm."""
    letters: Mapping[str, Letter]
    font: FontFile
    notes: tuple[str, ...]
    """What differs from what was asked for, a sentence each."""


def letter_set(
    labels: Sequence[str],
    *,
    font: str,
    weight: int,
    width: float,
    height: float,
    line_width: float,
    cap_height: float | None = None,
    bar: Bars = "auto",
) -> LetterSet:
    """Lays out the letters of a set of tiles inside a box centred on each tile.

    One-letter labels without accents share one cap height, the largest at which all of them
    lie inside the box, and one baseline. That baseline is where a capital stands in the
    middle of the tile, or as near to it as tails and bars allow. Other labels stand on it
    too, narrowed and scaled down one by one; room is kept for them below it, so that they
    need not shrink for the overshoot or the tail of their base letters.

    Args:
        labels: One to three characters each, ``_`` for a blank; repeats count once.
        font: Name of a family, or path of a font file.
        weight: 1 to 1000; 400 is regular and 700 bold.
        width: Width of the box in mm.
        height: Height of the box in mm.
        line_width: Width of a printed line in mm.
        cap_height: Height of H in mm, if smaller than the largest possible.
        bar: ``auto`` marks only letters that can be mistaken when turned.

    Raises:
        UserError: The font cannot be used, lacks characters, or has a stroke or counter that
            cannot be printed at this size, or a label does not fit.
    """
    frame = _frame(width, height, line_width, cap_height, bar)
    texts = _texts(labels)
    chosen = find_font(font, weight)
    composition, weak = _tried(chosen, texts, frame)
    for letter in composition.letters.values():
        require_sound(chosen, letter)
    if weak:

        def works(name: str, at: int, factor: float) -> bool:
            try:
                return not _tried(find_font(name, at), texts, frame.enlarged(factor))[1]
            except UserError:
                return False

        raise UserError(will_not_print(chosen, font, weak, works))
    notes = [chosen.note] if chosen.note else []
    if cap_height is not None and composition.cap_height < cap_height:
        notes.append(
            f"cap height {cap_height:g} mm does not fit: {composition.cap_height:.2f} mm is used"
        )
    return LetterSet(
        composition.cap_height, composition.baseline, composition.letters, chosen, tuple(notes)
    )


def _tried(
    font: FontFile, texts: Mapping[str, str], frame: Frame
) -> tuple[Composition, list[Weakness]]:
    """The letters in a font, and what of them will not print, worst first."""
    typeface = Typeface(font)
    missing = typeface.missing("".join(text for text in texts.values() if text != BLANK))
    if missing:
        raise UserError(no_glyphs(font, missing))
    composition = compose(typeface, texts, frame)
    found = [
        weakness
        for letter in composition.letters.values()
        if not letter.outline.is_empty
        for weakness in weaknesses(letter.label, letter.outline, frame.line_width)
    ]
    return composition, sorted(found, key=lambda weakness: weakness.width)


def _frame(
    width: float, height: float, line_width: float, cap_height: float | None, bar: Bars
) -> Frame:
    sizes = {"width": width, "height": height, "line width": line_width, "cap height": cap_height}
    for name, value in sizes.items():
        if value is not None and not (math.isfinite(value) and value > 0):
            raise UserError(f"letters: {name} {value} mm: a finite size above 0 is needed")
    if bar not in ("auto", "all"):
        raise UserError(f'letters: bar "{bar}": "auto" or "all" is allowed')
    return Frame(width, height, line_width, cap_height, bar)


def _texts(labels: Sequence[str]) -> dict[str, str]:
    """The characters of each label, composed, so that É is one however it was typed."""
    texts = {label: unicodedata.normalize("NFC", label) for label in labels}
    for label, text in texts.items():
        if not 1 <= len(text) <= LONGEST:
            raise UserError(
                f'label "{label}": has {len(text)} characters, 1 to {LONGEST} are allowed'
            )
    return texts
