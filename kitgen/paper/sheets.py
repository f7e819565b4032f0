"""Sheets of paper, and the small pages two of which lie on one that is folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Sheet:
    """One size, upright.

    Attributes:
        width_mm: Its shorter edge.
        height_mm: Its longer edge.
        folded: Name of the page that is about half of it; None for such a page itself.
    """

    width_mm: float
    height_mm: float
    folded: str | None = None


SHEETS: Mapping[str, Sheet] = {
    "a4": Sheet(210.0, 297.0, folded="a5"),
    "letter": Sheet(215.9, 279.4, folded="half-letter"),
    "a5": Sheet(148.0, 210.0),
    "half-letter": Sheet(139.7, 215.9),
}
"""By name: ISO 216, and the sizes of ANSI/ASME Y14.1."""
PRINTED = tuple(name for name, sheet in SHEETS.items() if sheet.folded is not None)
"""Those that a printer takes."""
