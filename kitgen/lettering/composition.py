"""One cap height and one baseline for a set of labels, each label inside its box."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kitgen.errors import UserError
from kitgen.lettering.bars import ALWAYS, ambiguous, bar_below, depth
from kitgen.lettering.fitting import SMALLEST, Fitted, Room, centred, fit, largest
from kitgen.lettering.outline import EMPTY, Outline, rectangle, without_slivers
from kitgen.lettering.outlines import Typeface
from kitgen.lettering.polygons import Box, bounds, to_polygons

if TYPE_CHECKING:
    from shapely import MultiPolygon

Bars = Literal["auto", "all"]

BLANK = "_"
"""Label of the tile without a letter."""

_CHORD = 0.01
"""Flattening (mm) where bars are placed and turned letters compared."""

_DIGITS = 6
"""Decimals of every coordinate in mm."""


@dataclass(frozen=True)
class Frame:
    """What the letters have to keep to, in mm: the box inside a tile's margins."""

    width: float
    height: float
    line_width: float
    cap_height: float | None
    """Height of H asked for, if smaller than the largest possible."""
    bar: Bars

    def enlarged(self, factor: float) -> Frame:
        """The same on a larger tile, for advice."""
        cap = None if self.cap_height is None else self.cap_height * factor
        return Frame(self.width * factor, self.height * factor, self.line_width, cap, self.bar)


@dataclass(frozen=True)
class Letter:
    """What is engraved on one tile, in mm from the tile's centre."""

    label: str
    outline: Outline
    """The label itself, without the bar; empty for a blank."""
    bar: Box | None
    scale: float
    """Size relative to the common cap height."""
    narrowing: float
    """Width relative to the font's own proportions."""

    @property
    def shape(self) -> Outline:
        """The outline with its bar, which never overlaps it."""
        if self.bar is None:
            return self.outline
        return self.outline + Outline((rectangle(*self.bar),))


@dataclass(frozen=True)
class Composition:
    """Letters placed on their tiles, not yet judged."""

    cap_height: float
    baseline: float
    letters: Mapping[str, Letter]


def compose(typeface: Typeface, labels: Mapping[str, str], frame: Frame) -> Composition:
    """Places every label.

    Labels are barred because of what they look like, what they look like depends on their
    size, and their size on whether a bar has to find room. One-letter labels keep their
    proportions to each other, so that a second round is seldom needed.

    Args:
        typeface: A font that has every character.
        labels: The composed characters (NFC) of each label; the blank's are not drawn.
        frame: What they have to keep to.

    Raises:
        UserError: A label does not fit, or the box is too small for any letter.
    """
    texts = {label: text for label, text in labels.items() if text != BLANK}
    barred = {label for label, text in texts.items() if frame.bar == "all" or text in ALWAYS}
    while True:
        page = _Page(typeface, texts, frame, frozenset(barred))
        found = ambiguous(page.shapes) if frame.bar == "auto" else set()
        if found <= barred:
            break
        barred |= found
    blank = {label: Letter(label, EMPTY, None, 1.0, 1.0) for label in labels.keys() - texts.keys()}
    letters = page.letters | blank
    return Composition(page.cap_height, page.baseline, {label: letters[label] for label in labels})


class _Page:
    """All labels placed, given which of them carry a bar."""

    def __init__(
        self,
        typeface: Typeface,
        texts: Mapping[str, str],
        frame: Frame,
        barred: frozenset[str],
    ) -> None:
        self._frame = frame
        self._barred = barred
        drawn = {label: typeface.draw(text) for label, text in texts.items()}
        alike = [
            label for label, text in texts.items() if len(unicodedata.normalize("NFD", text)) == 1
        ]
        example = texts[alike[0]] if alike else next(iter(texts.values()), "H")[0]
        self._capital = typeface.cap_height(example)
        self._common = {label: centred(drawn[label][0]) for label in alike}
        sizing = list(self._common.values()) or [
            centred(typeface.draw("H" if not typeface.missing("H") else example)[0])
        ]
        self._inks: dict[str, MultiPolygon] = {}
        self._boxes = {id(outline): bounds(outline) for outline in sizing}
        self._others_depth = max(
            (_depth(typeface, texts[label], drawn[label]) for label in drawn if label not in alike),
            default=0.0,
        )

        self.cap_height = self._largest_cap()
        above, below = self._reach(self.cap_height)
        half = frame.height / 2
        self.baseline = round(min(max(-self.cap_height / 2, below - half), half - above), _DIGITS)
        unit = self.cap_height / self._capital
        room = Room(
            width=frame.width,
            above=half - self.baseline,
            below=half + self.baseline,
            line_width=frame.line_width,
            cap_height=self.cap_height,
        )
        fitted = {
            label: Fitted(self._common[label].scaled(unit, unit), 1.0, 1.0)
            if label in self._common
            else fit(label, characters, unit, room, label in barred)
            for label, characters in drawn.items()
        }
        self.shapes: dict[str, MultiPolygon] = {}
        self.letters = {label: self._place(label, fit_) for label, fit_ in fitted.items()}

    def _largest_cap(self) -> float:
        """The largest cap height (mm) at which the common letters and all bars lie inside."""
        frame = self._frame
        widest = max(x1 - x0 for x0, _, x1, _ in self._boxes.values())
        most = min(frame.width * self._capital / widest, frame.height)
        if frame.cap_height is not None:
            most = min(most, frame.cap_height)

        def fits(cap_height: float) -> bool:
            return sum(self._reach(cap_height)) <= frame.height

        least = frame.line_width
        if most < least or not fits(least):
            raise UserError(
                f"letter box of {frame.width:.2f} x {frame.height:.2f} mm: too small for letters "
                f"with lines of {frame.line_width:.2f} mm; a larger tile or smaller margins "
                "are needed"
            )
        return largest(fits, least, most)

    def _reach(self, cap_height: float) -> tuple[float, float]:
        """How far above and below the baseline (mm) there must be room."""
        unit = cap_height / self._capital
        above = max(box[3] for box in self._boxes.values()) * unit
        below = max(self._others_depth, -min(box[1] for box in self._boxes.values())) * unit
        if self._barred:
            below = max(below, depth(self._frame.line_width))
        for label in sorted(self._barred & self._common.keys()):
            if self._boxes[id(self._common[label])][1] < 0:
                below = max(below, -self._bar(self._scaled_ink(label, unit), cap_height)[1])
        return above, below

    def _scaled_ink(self, label: str, unit: float) -> MultiPolygon:
        from shapely.affinity import scale

        if label not in self._inks:
            self._inks[label] = to_polygons(self._common[label], self._capital / 1000)
        return scale(self._inks[label], unit, unit, origin=(0, 0))

    def _bar(self, ink: MultiPolygon, cap_height: float) -> Box:
        return bar_below(ink, self._frame.line_width, cap_height, self._frame.width)

    def _place(self, label: str, fitted: Fitted) -> Letter:
        outline = without_slivers(fitted.outline).rounded(_DIGITS)
        ink = self.shapes[label] = to_polygons(outline, _CHORD)
        bar = None
        if label in self._barred:
            x0, y0, x1, y1 = (round(value, _DIGITS) for value in self._bar(ink, self.cap_height))
            bar = (x0, round(y0 + self.baseline, _DIGITS), x1, round(y1 + self.baseline, _DIGITS))
        placed = outline.moved(0.0, self.baseline).rounded(_DIGITS)
        return Letter(label, placed, bar, fitted.scale, fitted.narrowing)


def _depth(typeface: Typeface, text: str, drawn: Sequence[Outline]) -> float:
    """Room (font units) that a label which is fitted by itself must find below the baseline.

    Without it a set whose plain letters are flat below would leave Ü no room for the little
    that every round letter goes below the baseline. Its base letters count in full and the
    rest, such as a cedilla, at the smallest size that is allowed.
    """
    letters = [c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)]
    bases = [typeface.draw(c)[0] for c in letters if not typeface.missing(c)]
    return max(
        *(-bounds(base)[1] for base in bases),
        *(-SMALLEST * bounds(part)[1] for part in drawn),
        0.0,
    )
