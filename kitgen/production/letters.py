"""The letters of a kit, laid out once for a font, a set of labels and a size."""

from __future__ import annotations

import json
from typing import Any

from kitgen.kit.contents import Lettering
from kitgen.kit.dimensions import Dimensions
from kitgen.lettering.composition import Letter
from kitgen.lettering.outline import Outline
from kitgen.store import Store, code_fingerprint

_CODE = (
    "kitgen.lettering",
    "kitgen.production.letters",
)
_LIBRARIES = ("fonttools", "skia-pathops", "shapely")


def laid_out(dimensions: Dimensions, store: Store) -> Lettering:
    """Lay the letters out, or take them from the cache.

    Raises:
        UserError: If the font cannot be used for these letters at this size.
    """
    from kitgen.lettering.fonts import font_fingerprint

    p = dimensions.settings.print
    labels = list(dimensions.settings.tile_set.counts)
    box = dimensions.letter_box
    question = {
        "labels": labels,
        "width": box,
        "height": box,
        "line_width": p.line_width,
        "cap_height": p.cap_height,
        "bar": p.orientation_bar,
        "weight": p.font_weight,
        "font": font_fingerprint(p.font, p.font_weight),
        "code": code_fingerprint(_CODE, _LIBRARIES),
    }
    key = f"letters {json.dumps(question, sort_keys=True)}"
    known = store.get(key)
    if known is not None:
        return _decode(json.loads(known))
    from kitgen.lettering.layout import letter_set

    made = letter_set(
        labels,
        font=p.font,
        weight=p.font_weight,
        width=box,
        height=box,
        line_width=p.line_width,
        cap_height=p.cap_height,
        bar=p.orientation_bar,
    )
    lettering = Lettering(
        font=f"{made.font.family} {made.font.style} {made.font.weight}",
        cap_height=made.cap_height,
        baseline=made.baseline,
        letters=made.letters,
        notes=made.notes,
    )
    store.put(key, json.dumps(_encode(lettering)).encode())
    return lettering


def _encode(lettering: Lettering) -> dict[str, Any]:
    return {
        "font": lettering.font,
        "cap_height": lettering.cap_height,
        "baseline": lettering.baseline,
        "notes": lettering.notes,
        "letters": {
            label: {
                "outline": letter.outline.contours,
                "bar": letter.bar,
                "scale": letter.scale,
                "narrowing": letter.narrowing,
            }
            for label, letter in lettering.letters.items()
        },
    }


def _decode(tree: dict[str, Any]) -> Lettering:
    letters = {}
    for label, entry in tree["letters"].items():
        contours = tuple(
            tuple(tuple((x, y) for x, y in segment) for segment in contour)
            for contour in entry["outline"]
        )
        letters[label] = Letter(
            label=label,
            outline=Outline(contours),
            bar=None if entry["bar"] is None else tuple(entry["bar"]),
            scale=entry["scale"],
            narrowing=entry["narrowing"],
        )
    return Lettering(
        font=tree["font"],
        cap_height=tree["cap_height"],
        baseline=tree["baseline"],
        letters=letters,
        notes=tuple(tree["notes"]),
    )
