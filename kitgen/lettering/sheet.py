"""Every letter of a set in one font as it would be printed, those too that cannot be.

Laying a set out for a build stops at what will not print. Who chooses a font wants to see all of
it, so here each letter comes with the reason against it, if there is one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kitgen.errors import UserError
from kitgen.lettering.composition import BLANK, Composition, Frame, Letter, compose
from kitgen.lettering.fonts import FontFile, find_font
from kitgen.lettering.outline import EMPTY
from kitgen.lettering.outlines import Typeface
from kitgen.lettering.soundness import require_sound
from kitgen.lettering.strokes import weaknesses


@dataclass(frozen=True)
class JudgedLetter:
    """One letter on a sheet.

    Attributes:
        label: What the tile carries.
        letter: Its outline in mm from the tile's centre; None where there is none.
        faults: Why it cannot be printed, a sentence each; none if it can.
    """

    label: str
    letter: Letter | None
    faults: tuple[str, ...]


@dataclass(frozen=True)
class JudgedSet:
    """The letters of a set in one font.

    Attributes:
        font: The face that was found.
        cap_height: Height in mm of the H that the letters share; None where none could be laid out.
        letters: All labels, in the order of the set.
    """

    font: FontFile
    cap_height: float | None
    letters: tuple[JudgedLetter, ...]

    @property
    def unprintable(self) -> tuple[JudgedLetter, ...]:
        """Those with a reason against them."""
        return tuple(letter for letter in self.letters if letter.faults)


def judged_set(labels: Sequence[str], *, font: str, weight: int, frame: Frame) -> JudgedSet:
    """Lay out as many letters of a set as a font has, and judge each.

    Letters that the font lacks, or that fit no tile, count for nothing in the layout of the
    others.

    Args:
        labels: One to three characters each, ``_`` for a blank.
        font: Name of a family, or path of a font file.
        weight: 1 to 1000.
        frame: Where letters may lie, and the width of a printed line.

    Raises:
        UserError: The font cannot be found or read, or the box is too small for any letter.
    """
    face = find_font(font, weight)
    typeface = Typeface(face)
    faults: dict[str, tuple[str, ...]] = {}
    there: dict[str, str] = {}
    placed: dict[str, Letter] = {}
    for label in dict.fromkeys(labels):
        text = unicodedata.normalize("NFC", label)
        if text == BLANK:
            placed[label] = Letter(label, EMPTY, None, 1.0, 1.0)
        elif lacking := typeface.missing(text):
            faults[label] = (f"the font has no glyph for {', '.join(lacking)}",)
        else:
            there[label] = text
    composition, unfit = _composed(typeface, there, frame)
    if composition is not None:
        placed |= composition.letters
    faults |= {label: (fault,) for label, fault in unfit.items()}
    for label, letter in placed.items():
        faults[label] = tuple(_faults(face, letter, frame.line_width))
    return JudgedSet(
        face,
        None if composition is None else composition.cap_height,
        tuple(JudgedLetter(each, placed.get(each), faults[each]) for each in dict.fromkeys(labels)),
    )


def _composed(
    typeface: Typeface, there: Mapping[str, str], frame: Frame
) -> tuple[Composition | None, dict[str, str]]:
    """The layout of all labels that fit, and why the others do not."""
    if not there:
        return None, {}
    alone = [text for text in there if len(unicodedata.normalize("NFD", there[text])) > 1]
    try:
        return compose(typeface, there, frame), {}
    except UserError:
        if not alone:
            raise
    # Labels of several characters and accented capitals are fitted one by one, and each takes
    # room from the others: they join one after another, as long as all of them fit.
    kept = {label: text for label, text in there.items() if label not in alone}
    composition = compose(typeface, kept, frame) if kept else None
    unfit: dict[str, str] = {}
    for label in alone:
        try:
            composition = compose(typeface, kept | {label: there[label]}, frame)
        except UserError as error:
            unfit[label] = str(error)
        else:
            kept[label] = there[label]
    return composition, unfit


def _faults(font: FontFile, letter: Letter, line_width: float) -> list[str]:
    if letter.outline.is_empty:
        return []
    found = [str(weakness) for weakness in weaknesses(letter.label, letter.outline, line_width)]
    try:
        require_sound(font, letter)
    except UserError as error:
        found.append(str(error))
    return found
