"""What the pieces of a coupon are called: their names are for files."""

from __future__ import annotations

import re

from kitgen.wording import Wording

_PIECE = re.compile(r"coupon-(board|rack|nest)-(?:(\d\d)(?:-(clip|socket))?|(tile))")


def coupon_title(name: str, language: str) -> str:
    """Name a piece for a reader: its number, its joint, its side.

    Args:
        name: Of the part, such as ``coupon-board-20-clip``; any other is given back.
        language: Of the title.
    """
    match = _PIECE.fullmatch(name)
    if match is None:
        return name
    joint, number, side, tile = match.groups()
    wording = Wording.read("kitgen.pictures", "coupon", language)
    values = {"number": number, "joint": wording.text(f"joint.{joint}")}
    return wording.text(f"piece.{tile or side or 'cap'}", **values)
