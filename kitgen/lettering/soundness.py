"""Whether an outline bounds a solid: no contour may touch itself or another one."""

from __future__ import annotations

from itertools import combinations

from kitgen.errors import UserError
from kitgen.lettering.composition import Letter
from kitgen.lettering.fonts import FontFile
from kitgen.lettering.polygons import flattened

APART = 1e-3
"""Contours nearer to each other than this (mm) would share an edge in the solid."""

_CHORD = 2e-4
"""Flattening (mm); so far below `APART` that it hides no touch and feigns none."""


def require_sound(font: FontFile, letter: Letter) -> None:
    """Refuses a letter whose contours touch, as the solid's surface would branch there.

    Raises:
        UserError: A contour crosses or touches itself or another one.
    """
    import shapely

    rings = [shapely.LinearRing(flattened(c, _CHORD)) for c in letter.outline.contours]
    touches = not all(shapely.is_simple(rings)) or any(
        shapely.dwithin(a, b, APART) for a, b in combinations(rings, 2)
    )
    if touches:
        raise UserError(
            f'font "{font.family}" weight {font.weight}: the outline of "{letter.label}" touches '
            "itself, which no solid can be built from; another weight or another font is needed"
        )
