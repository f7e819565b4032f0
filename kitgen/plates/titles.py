"""What a plate is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

_NAMES = {
    "board-quarter": ("board quarter", "board quarters"),
    "rack-half": ("rack half", "rack halves"),
    "tile": ("tile", "tiles"),
    "tile-letter": ("letter", "letters"),
    "coupon": ("coupon piece", "coupon pieces"),
}


def title(kinds: Iterable[str]) -> str:
    """Say what lies on a plate.

    Args:
        kinds: Of its parts, one for each copy.

    Returns:
        Such as ``4 coupon pieces, 1 board quarter``.
    """
    counts = Counter("coupon" if kind.startswith("coupon") else kind for kind in kinds)
    first = sorted(counts, key=lambda kind: kind != "coupon")
    return ", ".join(f"{counts[kind]} {_name(kind, counts[kind])}" for kind in first)


def _name(kind: str, count: int) -> str:
    known = _NAMES.get(kind, (kind.replace("-", " "),) * 2)
    return known[count != 1]
