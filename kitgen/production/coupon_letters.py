"""What is written on a coupon: its numbers, and the letter of the kit that is hardest to print."""

from __future__ import annotations

import json
from typing import Any

from kitgen.kit.contents import Lettering
from kitgen.kit.coupon import CLEARANCES_MM, CouponLettering, mark
from kitgen.kit.dimensions import Dimensions
from kitgen.lettering.outline import Outline
from kitgen.settings.print_settings import PrintSettings
from kitgen.store import Store, code_fingerprint

NUMBER_LINES = 14.6
"""Height of a number in line widths, at which the default face's strokes are two lines wide."""
WIDEST_LINES = 27.0
"""Room for the width of a number in line widths."""
WIDEST_STROKE_MM = 6.0

_CODE = ("kitgen.lettering", "kitgen.production.coupon_letters", "kitgen.kit.coupon")
_LIBRARIES = ("fonttools", "skia-pathops", "shapely")


def coupon_lettering(dimensions: Dimensions, lettering: Lettering, store: Store) -> CouponLettering:
    """Lay out the numbers and find the thinnest letter, or take both from the cache.

    Numbers are in the default face, whatever the kit's letters are in: it is known to print.

    Args:
        dimensions: Of the kit.
        lettering: Of the kit.
        store: Where answers are kept.
    """
    from kitgen.lettering.fonts import font_fingerprint

    line_width = dimensions.settings.print.line_width
    default = PrintSettings()
    question = {
        "numbers": [mark(clearance) for clearance in CLEARANCES_MM],
        "line_width": line_width,
        "font": font_fingerprint(default.font, default.font_weight),
        "letters": {label: letter.outline.contours for label, letter in lettering.letters.items()},
        "code": code_fingerprint(_CODE, _LIBRARIES),
    }
    key = f"coupon letters {json.dumps(question, sort_keys=True)}"
    known = store.get(key)
    if known is not None:
        return _decode(json.loads(known))
    found = CouponLettering(_numbers(line_width), thinnest(lettering))
    store.put(key, json.dumps(_encode(found)).encode())
    return found


def thinnest(lettering: Lettering) -> str:
    """The label whose strokes are thinnest: where the widest disc that keeps it is smallest.

    Of equals the first; blanks do not count.

    Raises:
        ValueError: If there are only blanks.
    """
    from kitgen.lettering.fitting import largest
    from kitgen.lettering.polygons import to_polygons
    from kitgen.lettering.strokes import TOLERATED_LOSS, stroke_loss

    least, found = WIDEST_STROKE_MM, ""
    for label, letter in lettering.letters.items():
        if letter.outline.is_empty:
            continue
        ink = to_polygons(letter.outline, 0.01)

        def kept(disc: float, ink: Any = ink) -> bool:
            return stroke_loss(ink, disc) <= TOLERATED_LOSS

        if not found or not kept(least):
            least, found = largest(kept, 0.0, least), label
    if not found:
        raise ValueError("a set of blanks has no thinnest letter")
    return found


def _numbers(line_width: float) -> dict[str, Outline]:
    from kitgen.lettering.layout import letter_set

    default = PrintSettings()
    made = letter_set(
        [mark(clearance) for clearance in CLEARANCES_MM],
        font=default.font,
        weight=default.font_weight,
        width=WIDEST_LINES * line_width,
        height=NUMBER_LINES * line_width,
        line_width=line_width,
    )
    return {label: letter.outline for label, letter in made.letters.items()}


def _encode(lettering: CouponLettering) -> dict[str, Any]:
    return {
        "thinnest": lettering.thinnest,
        "marks": {number: outline.contours for number, outline in lettering.marks.items()},
    }


def _decode(tree: dict[str, Any]) -> CouponLettering:
    marks = {
        number: Outline(
            tuple(
                tuple(tuple((x, y) for x, y in segment) for segment in contour)
                for contour in contours
            )
        )
        for number, contours in tree["marks"].items()
    }
    return CouponLettering(marks, tree["thinnest"])
