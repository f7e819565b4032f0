"""Whether a manifest's profile holds figures where kits are judged by them.

The manifest's format takes any profile, so that games may have settings of their own. What judges
or slices a kit reads a few of them, and is to meet no text, no NaN and no other type there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from kitgen.errors import UserError

FIGURES = (
    "chord_error",
    "clearance_per_side",
    "font_weight",
    "layer_height",
    "letter_margin",
    "letter_relief",
    "line_width",
    "part_gap",
    "pitch",
    "players",
    "tile_height",
)
"""Of the table `[print]`: those that are read."""
POSITIVE = ("font_weight", "layer_height", "line_width", "pitch", "tile_height")
"""Of these: what must be more than nothing."""
LARGEST = 1e6
"""Of any figure: no bed is a kilometre wide."""


def require_figures(profile: Mapping[str, object]) -> None:
    """Refuse a profile that cannot be judged by; a setting that it lacks is no fault.

    Args:
        profile: as the manifest holds it.

    Raises:
        UserError: Naming the first key that is wrong.
    """
    if not _is_count(profile.get("size", 0)):
        raise _wrong("size", profile["size"], "a whole number from 0 to 1000000")
    for key in ("game", "print", "tiles"):
        if not isinstance(profile.get(key, {}), Mapping):
            raise _wrong(key, profile[key], "a table")
    tiles = profile.get("tiles", {})
    for label, count in tiles.items() if isinstance(tiles, Mapping) else ():
        if not _is_count(count):
            raise _wrong(f"tiles.{label}", count, "a whole number from 0 to 1000000")
    printed = profile.get("print", {})
    if isinstance(printed, Mapping) and not isinstance(printed.get("font", ""), str):
        raise _wrong("print.font", printed["font"], "a text")
    for key in FIGURES:
        if not isinstance(printed, Mapping) or key not in printed:
            continue
        value = printed[key]
        positive = key in POSITIVE
        if not _is_figure(value) or (positive and value == 0):
            least = "more than 0" if positive else "0"
            raise _wrong(f"print.{key}", value, f"a number from {least} to {LARGEST:.0f}")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def _is_figure(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    # An int of any length compares; it could not be made a float.
    return not (isinstance(value, float) and math.isnan(value)) and 0 <= value <= LARGEST


def _wrong(key: str, value: object, allowed: str) -> UserError:
    # Python does not write integers of thousands of digits.
    huge = isinstance(value, int) and value.bit_length() > 128
    shown = "a huge number" if huge else repr(value)
    shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
    return UserError(f"manifest.json: profile.{key}: {shown}; allowed is {allowed}")
