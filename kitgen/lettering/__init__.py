"""From a font's name to the exact outlines of a set of letters, in mm.

Names are imported from where they live when first used, so that ``import kitgen.lettering``
costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kitgen.lettering.composition import Letter as Letter
    from kitgen.lettering.fonts import FontFamily as FontFamily
    from kitgen.lettering.fonts import FontFile as FontFile
    from kitgen.lettering.fonts import available_fonts as available_fonts
    from kitgen.lettering.fonts import find_font as find_font
    from kitgen.lettering.fonts import font_fingerprint as font_fingerprint
    from kitgen.lettering.layout import LetterSet as LetterSet
    from kitgen.lettering.layout import letter_set as letter_set
    from kitgen.lettering.outline import Outline as Outline
    from kitgen.lettering.polygons import area as area
    from kitgen.lettering.polygons import bounds as bounds
    from kitgen.lettering.polygons import to_polygons as to_polygons

_HOMES = {
    "FontFamily": "fonts",
    "FontFile": "fonts",
    "Letter": "composition",
    "LetterSet": "layout",
    "Outline": "outline",
    "area": "polygons",
    "available_fonts": "fonts",
    "bounds": "polygons",
    "find_font": "fonts",
    "font_fingerprint": "fonts",
    "letter_set": "layout",
    "to_polygons": "polygons",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
