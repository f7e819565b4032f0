"""What pieces of a coupon, blanks and fonts are called: their names are for files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kitgen.kit.names import BLANK
from kitgen.wording import Wording

if TYPE_CHECKING:
    from kitgen.export.manifest import Part

_PIECE = re.compile(r"coupon-(board|rack|nest)-(?:(\d\d)(?:-(clip|socket))?|(tile))")

_AXES = re.compile(r"\[[^\]]*\]|VariableFont.*")
"""What file names of variable fonts tell of their axes."""


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


def is_blank(part: Part) -> bool:
    """Whether a part is a tile without a letter."""
    return part.kind == "tile" and part.label in (None, BLANK)


def font_title(name: str) -> str:
    """Name a font by family, style and weight.

    Args:
        name: As the manifest has it: ``Lato Bold 700``. Where the file of a variable font takes the
            place of the style, as in ``Noto Sans NotoSans[wdth,wght] 700``, it is left out.
    """
    *family, style, weight = name.split(" ")
    style = _AXES.sub("", style)
    if style.casefold() == "".join(family).casefold():
        style = ""
    return " ".join(word for word in (*family, style, weight) if word)
