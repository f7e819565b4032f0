"""What to tell somebody whose font will not do, and what would."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kitgen.lettering.fonts import (
    DEFAULT_FAMILY,
    DEFAULT_WEIGHT,
    FontFile,
    available_fonts,
    fonts_with,
    key,
)
from kitgen.lettering.strokes import Weakness

_LARGEST_FACTOR = 3
"""Nobody wants a tile larger than this."""

_LAST_RESORT = {
    "stroke": "a bolder font is needed",
    "counter": "a font with wider counters is needed",
}


def no_glyphs(font: FontFile, missing: str) -> str:
    """Names exactly the characters that a font lacks, and fonts that have them all."""
    listed = ", ".join(f'"{character}"' for character in missing)
    others = fonts_with(frozenset(missing))
    if others:
        remedy = "fonts that have: " + ", ".join(f'"{name}"' for name in others)
    else:
        remedy = "no font that kitgen can find has them all; give the path of one that does"
    return f'font "{font.family}": has no glyph for {listed}; {remedy}'


def will_not_print(
    font: FontFile,
    asked: str,
    weak: Sequence[Weakness],
    works: Callable[[str, int, float], bool],
) -> str:
    """Names the worst weakness with its width and limit, and remedies that were tried.

    Args:
        font: The font.
        asked: How it was asked for, by name or path.
        weak: All weaknesses, the worst first.
        works: Whether another font at a weight, on a tile larger by a factor, has none.
    """
    worst = weak[0]
    others = sorted({weakness.label for weakness in weak} - {worst.label})
    remedies = [f"weight {weight}" for weight in _weights(font, worst) if works(asked, weight, 1.0)]
    factor = _larger_box(worst, lambda times: works(asked, font.weight, times))
    if factor:
        remedies.append(f"a letter box {factor:g} times as large")
    default = key(font.family) == key(DEFAULT_FAMILY)
    if not default and works(DEFAULT_FAMILY, DEFAULT_WEIGHT, 1.0):
        remedies.append(f'the font "{DEFAULT_FAMILY}" at weight {DEFAULT_WEIGHT}')
    also = f" (also too thin: {', '.join(others)})" if others else ""
    advice = f"what works: {', '.join(remedies)}" if remedies else _LAST_RESORT[worst.kind]
    return f'font "{font.family}" weight {font.weight}: {worst}{also}; {advice}'


def _larger_box(worst: Weakness, works: Callable[[float], bool]) -> float | None:
    """By how much the box would have to grow, in tenths, if that helps at all.

    As a rule by as much as the width falls short, and more where the letter has to share the
    height with a bar, which does not grow.
    """
    least = math.ceil(10 * worst.limit / max(worst.width, 1e-3))
    for tenths in range(least, min(least + 6, 10 * _LARGEST_FACTOR + 1)):
        if works(tenths / 10):
            return tenths / 10
    return None


def _weights(font: FontFile, weakness: Weakness) -> list[int]:
    """Weights of the same font that could help: heavier for strokes, lighter for counters."""
    if font.weight_range is not None:
        low, high = font.weight_range
        known = [weight for weight in range(100, 1000, 100) if low <= weight <= high]
    else:
        same = (f for f in available_fonts() if key(f.name) == key(font.family))
        known = [weight for family in same for weight in family.weights]
    heavier = weakness.kind == "stroke"
    return [w for w in known if (w > font.weight if heavier else w < font.weight)]
