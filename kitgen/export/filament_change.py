"""Where one nozzle changes filament so that letters stand out.

Raised letters are all that is printed above a tile's boss, so a change there colours letters and
nothing else. Engraved letters get none: what lies at the height of their ground is the body all
around them, and a change there would colour the upper part of the tile as well. Inlaid letters and
body share their layers, which takes two tools.
"""

from __future__ import annotations

from typing import Literal

from kitgen.errors import BuildError
from kitgen.export.flavours.content import FilamentSwap

WHOLE_LAYERS_MM = 1e-6


def filament_change(
    style: Literal["engraved", "raised", "inlay"],
    *,
    letter_base_z: float,
    relief: float,
    layer_height: float,
    colour: str,
) -> FilamentSwap | None:
    """Give the change that colours the letters, or None where one nozzle cannot.

    Args:
        style: Of the letters.
        letter_base_z: Height in mm of the flat that raised letters stand on, above the bed.
        relief: Height of the letters in mm.
        layer_height: In mm, the first layer's too.
        colour: Of the letters, ``#RRGGBB``.

    Raises:
        BuildError: If the letters do not begin on a layer, or are less than two layers high: a
            change inside a layer colours the boss, and one layer alone comes out thin.
    """
    if style != "raised":
        return None
    layers = round(letter_base_z / layer_height)
    if abs(layers * layer_height - letter_base_z) > WHOLE_LAYERS_MM:
        raise BuildError(
            f"raised letters begin at {letter_base_z:g} mm, no whole number of layers of"
            f" {layer_height:g} mm"
        )
    if relief < 2 * layer_height - WHOLE_LAYERS_MM:
        raise BuildError(
            f"raised letters are {relief:g} mm high, less than two layers of {layer_height:g} mm"
        )
    return FilamentSwap(
        z_mm=round(letter_base_z, 6),
        layer=layers + 1,
        layer_top_mm=round(letter_base_z + layer_height, 6),
        colour=colour,
    )
