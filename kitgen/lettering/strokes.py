"""Whether a letter can be printed: thin strokes and closing counters.

Both questions are one measure. A stroke, or the air within a letter, is wide enough where a
disc of two line widths fits; what the disc cannot reach is lost. Offsetting inwards by the
disc's radius and outwards again, with mitred corners, gives what it reaches. Mitred, because a
round opening takes something from every sharp corner: an X made of three-line strokes would
lose more than 2 % at its twelve corners alone, and a bead of plastic rounds them harmlessly
anyway. The result is cut to the letter, so that no mitre adds anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from kitgen.lettering.fitting import largest
from kitgen.lettering.outline import Outline
from kitgen.lettering.polygons import to_polygons

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

Kind = Literal["stroke", "counter"]

LEAST_LINES = 2.0
"""Thinnest stroke and counter in line widths: one wall line along each side of it."""

TOLERATED_LOSS = 0.02
"""Share of a letter's area that may be lost."""

_CHORD = 0.01
_MITRE = 10.0
"""Tips sharper than 11 degrees (2 asin(1 / 10)) are cut off and so count as thin."""


@dataclass(frozen=True)
class Weakness:
    """Something about a letter that will not print."""

    label: str
    kind: Kind
    width: float
    """Widest disc (mm) that loses no more than is tolerated."""
    limit: float
    """Width (mm) that is needed."""
    loss: float
    """Share of the letter's area that is lost at the limit."""

    def __str__(self) -> str:
        what = "strokes" if self.kind == "stroke" else "counters"
        return (
            f'the {what} of "{self.label}" are {self.width:.2f} mm wide at this size, '
            f"{self.limit:.2f} mm (two line widths) is needed"
        )


def weaknesses(label: str, outline: Outline, line_width: float) -> Iterator[Weakness]:
    """What of a letter, at its final size in mm, is too thin for lines of ``line_width``."""
    ink = to_polygons(outline, _CHORD)
    limit = LEAST_LINES * line_width
    measures: dict[Kind, Callable[[MultiPolygon, float], float]] = {
        "stroke": stroke_loss,
        "counter": counter_loss,
    }
    for kind, measure in measures.items():
        loss = measure(ink, limit)
        if loss > TOLERATED_LOSS:
            width = largest(partial(_is_kept, measure, ink), 0.0, limit)
            yield Weakness(label, kind, width, limit, loss)


def _is_kept(
    measure: Callable[[MultiPolygon, float], float], ink: MultiPolygon, disc: float
) -> bool:
    return measure(ink, disc) <= TOLERATED_LOSS


def stroke_loss(ink: MultiPolygon, disc: float) -> float:
    """Share of the letter's area that an opening with a disc of this diameter (mm) loses."""
    return sum(_unreached(body, disc) for body in ink.geoms) / float(ink.area)


def counter_loss(ink: MultiPolygon, disc: float) -> float:
    """Area that a closing with a disc of this diameter (mm) gains, as a share of the letter's.

    Each connected body is closed by itself, as the gaps between letters and below accents
    have their own rule. Open counters (C, S, G) count as closed ones do. A counter that the
    disc fits into nowhere counts as lost altogether however small it is: the loss is 1.
    """
    import shapely

    gained = 0.0
    for body in ink.geoms:
        for hole in body.interiors:
            counter = shapely.Polygon(hole)
            if shapely.is_empty(shapely.buffer(counter, -disc / 2)):
                return 1.0
            gained += _unreached(counter, disc)
        x0, y0, x1, y1 = body.bounds
        around = shapely.box(x0 - 2 * disc, y0 - 2 * disc, x1 + 2 * disc, y1 + 2 * disc)
        outside = shapely.difference(around, shapely.Polygon(body.exterior))
        gained += _unreached(outside, disc)
    return gained / float(ink.area)


def _unreached(region: Polygon, disc: float) -> float:
    """Area of the region that a disc moved about inside it cannot cover, corners aside."""
    import shapely

    inner = shapely.buffer(region, -disc / 2, quad_segs=8)
    reached = shapely.buffer(inner, disc / 2, join_style="mitre", mitre_limit=_MITRE)
    return float(region.area - shapely.area(shapely.intersection(reached, region)))
