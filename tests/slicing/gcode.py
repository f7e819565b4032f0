"""What a slicer makes of a part: lines of plastic, layer by layer, read from its G-code."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import shapely

FILAMENT_DIAMETER_MM = 1.75

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

_WORD = re.compile(r"([XYZE])(-?\d*\.?\d+)")


@dataclass(frozen=True)
class Extrusion:
    """One straight line of plastic; lengths in mm."""

    kind: str
    """As PrusaSlicer names it: Perimeter, Solid infill, Support material, ..."""
    z: float
    """Of the nozzle: the top of the line."""
    width: float
    start: tuple[float, float]
    end: tuple[float, float]
    filament: float
    """Length of filament in it."""

    @property
    def is_support(self) -> bool:
        """Whether it is there for another to lie on, not part of what was wanted."""
        return self.kind.startswith("Support material")

    @property
    def volume(self) -> float:
        """In mm3."""
        return self.filament * math.pi * FILAMENT_DIAMETER_MM**2 / 4


@dataclass(frozen=True)
class Gcode:
    """A sliced part."""

    extrusions: tuple[Extrusion, ...]
    comments: dict[str, str] = field(repr=False)
    """The figures that PrusaSlicer writes at the end."""

    @classmethod
    def read(cls, text: str) -> "Gcode":
        """Read PrusaSlicer's G-code in absolute coordinates, extrusion absolute (its default)."""
        kind, width = "", 0.0
        at = {"X": 0.0, "Y": 0.0, "Z": 0.0, "E": 0.0}
        found: list[Extrusion] = []
        comments: dict[str, str] = {}
        layer_z = 0.0
        for line in text.splitlines():
            if line.startswith(";"):
                key, sign, value = line[1:].strip().partition("=" if " = " in line else ":")
                if key == "TYPE":
                    kind = value
                elif key == "WIDTH":
                    width = float(value)
                elif key == "Z":
                    layer_z = float(value)
                elif sign == "=":
                    comments[key.strip()] = value.strip()
                continue
            command, _, rest = line.partition(";")[0].partition(" ")
            words = {letter: float(number) for letter, number in _WORD.findall(rest)}
            if command == "G92":
                at.update(words)
            elif command == "G1":
                before = dict(at)
                at.update(words)
                fed = at["E"] - before["E"]
                moved = (at["X"], at["Y"]) != (before["X"], before["Y"])
                if fed > 0 and moved and kind != "Custom":
                    start, end = (before["X"], before["Y"]), (at["X"], at["Y"])
                    found.append(Extrusion(kind, layer_z, width, start, end, fed))
        return cls(tuple(found), comments)

    @property
    def layers(self) -> list[float]:
        """Heights on which something of the part is printed, rising."""
        return sorted({line.z for line in self.extrusions if not line.is_support})

    def at(self, z: float) -> list[Extrusion]:
        """What is printed of the part in the layer whose top is at a height."""
        return [line for line in self.extrusions if abs(line.z - z) < 1e-6 and not line.is_support]

    @property
    def support_cm3(self) -> float:
        """Of support and of its interface."""
        return sum(line.volume for line in self.extrusions if line.is_support) / 1000

    @property
    def filament_cm3(self) -> float:
        """As PrusaSlicer counts it."""
        return float(self.comments["filament used [cm3]"])

    @property
    def hours(self) -> float:
        """As PrusaSlicer estimates them, on a printer without limits of its own."""
        text = self.comments["estimated printing time (normal mode)"]
        units = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}
        return sum(int(number) * units[unit] for number, unit in re.findall(r"(\d+)([dhms])", text))


def covered(lines: Iterable[Extrusion]) -> shapely.Geometry:
    """What lines of plastic cover, seen from above, about the centre of the part's bounds."""
    by_width: dict[float, list[np.ndarray]] = {}
    for line in lines:
        ends = np.subtract([line.start, line.end], BED_CENTRE)
        by_width.setdefault(round(line.width, 2), []).append(ends)
    return shapely.union_all(
        [
            shapely.multilinestrings(shapely.linestrings(ends)).buffer(width / 2, quad_segs=4)
            for width, ends in by_width.items()
        ]
    )
