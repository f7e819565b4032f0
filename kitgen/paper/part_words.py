"""Names of a kit's parts in the manual, and how many of each kind there are."""

from __future__ import annotations

from collections.abc import Iterable

from kitgen.export.manifest import Part
from kitgen.wording import Wording

_SPELLED = frozenset({"board-quarter", "rack-half", "tile", "coupon"})
_SIDES = frozenset({"rack-half-left", "rack-half-right"})


def kind(part: Part) -> str:
    """Kind of a part as the manual tells kinds apart: all pieces of coupons are one."""
    return "coupon" if part.kind.startswith("coupon-") else part.kind


def named(wording: Wording, part: Part, count: int) -> str:
    """What so many of a part are called, without the number."""
    key = part.name if part.name in _SIDES else kind(part)
    if key not in _SPELLED | _SIDES:
        return wording.count("parts.other", count, name=part.name)
    return wording.count(f"parts.{key}", count)


def tenths(wording: Wording, value: float) -> str:
    """Write a figure of a column with just one decimal, as the language does."""
    from babel.numbers import format_decimal

    return str(format_decimal(value, format="#,##0.0", locale=wording.language))


def counted(wording: Wording, parts: Iterable[Part]) -> str:
    """Count parts by kind, each as often as it is given: "4 board quarters and 8 rack halves"."""
    by_key: dict[str, list[Part]] = {}
    for part in parts:
        by_key.setdefault(kind(part) if kind(part) in _SPELLED else part.name, []).append(part)
    words = []
    for key, alike in by_key.items():
        number = len(alike)
        # Left and right halves are counted together.
        spelled = key in _SPELLED
        name = (
            wording.count(f"parts.{key}", number) if spelled else named(wording, alike[0], number)
        )
        words.append(f"{wording.number(number)}\N{NO-BREAK SPACE}{name}")
    return wording.listed(words)
