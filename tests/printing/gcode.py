"""How these tests slice, and what lines of plastic cover about the middle of a part."""

import shapely

from kitgen.slicing.gcode import Gcode, Lines

__all__ = ["SETTINGS", "SUPPORTS", "Gcode", "covered"]

BED_CENTRE = (125.0, 105.0)

SETTINGS = (
    *("--layer-height", "0.2", "--first-layer-height", "0.2"),
    *("--perimeters", "2", "--fill-density", "15%"),
    *("--top-solid-layers", "5", "--bottom-solid-layers", "4"),
    *("--bed-shape", "0x0,250x0,250x210,0x210", "--skirts", "0"),
    *("--center", f"{BED_CENTRE[0]:g},{BED_CENTRE[1]:g}"),
)
"""A plain profile for a 0.4 mm nozzle, and no skirt, so that all that is printed is the part."""

SUPPORTS = (
    *("--support-material", "--support-material-auto"),
    *("--support-material-threshold", "45"),
)


def covered(lines: Lines) -> shapely.Geometry:
    """What lines of plastic cover, seen from above, about the centre of the part's bounds."""
    return lines.covered(BED_CENTRE)
