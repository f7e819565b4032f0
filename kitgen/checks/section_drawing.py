"""Sections as SVG, to scale, for the report's page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from kitgen.checks.sections import SectionPicture

MARGIN_MM = 1.0
BAR_STEPS_MM = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
BAR_SHARE = 0.3
"""Most of the width that the scale's bar takes."""
TONES = 2
"""Fills that take turns, so that neighbours differ even where the parts have one colour."""


BROAD = 3.0
"""Width over height from which a picture takes the page's whole width."""


BROAD_LETTERS, NARROW_LETTERS = 100, 32
"""Letters of the scale in a picture's width, so that they come out alike on the page."""


@dataclass(frozen=True)
class Figure:
    """A picture for the page.

    Attributes:
        title: its caption.
        svg: an `<svg>` element whose fills come from the page's style (`tone-0`, `tone-1`).
        broad: whether it takes the page's whole width.
    """

    title: str
    svg: str
    broad: bool


def drawn(picture: SectionPicture) -> Figure | None:
    """Draw a section: one path a part, names as titles, a scale bar below; None for no area."""
    filled = {name: shape for name, shape in picture.shapes.items() if not shape.is_empty}
    if not filled:
        return None
    bounds = np.array([shape.bounds for shape in filled.values()])
    left, low = bounds[:, :2].min(axis=0) - MARGIN_MM
    right, high = bounds[:, 2:].max(axis=0) + MARGIN_MM
    width, height = right - left, high - low
    broad = bool(width > BROAD * height)
    stroke = width / 900
    text = width / (BROAD_LETTERS if broad else NARROW_LETTERS)
    paths = "".join(
        f'<path class="tone-{index % TONES}" d="{_path(shape, left, high)}">'
        f"<title>{escape(name)}</title></path>"
        for index, (name, shape) in enumerate(filled.items())
    )
    svg = (
        f'<svg viewBox="0 0 {width:.3f} {height + 2 * text:.3f}" role="img"'
        f' aria-label="{escape(picture.alternative, quote=True)}"'
        f' stroke-width="{stroke:.3f}">{paths}{_bar(width, height + text, text)}</svg>'
    )
    return Figure(picture.title, svg, broad)


def _path(shape: BaseGeometry, left: float, high: float) -> str:
    pieces = []
    for polygon in getattr(shape, "geoms", [shape]):
        if polygon.geom_type != "Polygon":
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            points = np.asarray(ring.coords)[:-1]
            pairs = " ".join(f"{x - left:.3f},{high - y:.3f}" for x, y in points.tolist())
            pieces.append(f"M{pairs}z")
    return "".join(pieces)


def _bar(width: float, y: float, size: float) -> str:
    length = max(step for step in BAR_STEPS_MM if step <= max(BAR_SHARE * width, 1.0))
    return (
        f'<path class="scale" d="M{MARGIN_MM:g},{y:.3f}h{length:g}"/>'
        f'<text class="scale" x="{MARGIN_MM + length + size / 2:.3f}" y="{y + size / 3:.3f}"'
        f' font-size="{size:.3f}">{length:g} mm</text>'
    )
