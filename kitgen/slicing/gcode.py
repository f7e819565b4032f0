"""What a slicer makes of a model: lines of plastic, layer by layer, read from its G-code."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.slicing.process import FILAMENT_DIAMETER_MM
from kitgen.slicing.prusa import SlicingError

if TYPE_CHECKING:
    import shapely

FILAMENT_MM2 = math.pi * FILAMENT_DIAMETER_MM**2 / 4
SAME_LAYER_MM = 1e-6
_WORD = re.compile(r"([XYE])(-?\d*\.?\d+)")
_UNITS = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}
_CURVES = ("G2 ", "G3 ")


@dataclass(frozen=True, eq=False)
class Lines:
    """Straight lines of plastic, n of them; lengths in mm.

    Attributes:
        kind: (n,) str, as PrusaSlicer names it: Perimeter, Solid infill, Support material, ...
        tool: (n,) int, from 0.
        z: (n,) float64, of the nozzle: the top of the line.
        width: (n,) float64.
        ends: (n, 2, 2) float64, start and end, x and y on the bed.
        filament: (n,) float64, length of filament in it.
    """

    kind: NDArray[np.str_]
    tool: NDArray[np.intp]
    z: NDArray[np.float64]
    width: NDArray[np.float64]
    ends: NDArray[np.float64]
    filament: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.z)

    def where(self, chosen: NDArray[np.bool_]) -> Lines:
        """Those that are chosen, (n,) bool."""
        return Lines(
            kind=self.kind[chosen],
            tool=self.tool[chosen],
            z=self.z[chosen],
            width=self.width[chosen],
            ends=self.ends[chosen],
            filament=self.filament[chosen],
        )

    @property
    def is_support(self) -> NDArray[np.bool_]:
        """(n,) whether it is there for another to lie on, not part of what was wanted."""
        return np.char.startswith(self.kind, "Support material")

    @property
    def volume_mm3(self) -> float:
        """Of all."""
        return float(self.filament.sum() * FILAMENT_MM2)

    def covered(self, origin: tuple[float, float] = (0.0, 0.0)) -> shapely.Geometry:
        """What they cover, seen from above, with a point of the bed as origin."""
        import shapely

        widths = self.width.round(2)
        ends = self.ends - np.array(origin)
        return shapely.union_all(
            [
                shapely.multilinestrings(shapely.linestrings(ends[widths == width])).buffer(
                    width / 2, quad_segs=4
                )
                for width in np.unique(widths)
            ]
        )


@dataclass(frozen=True, eq=False)
class Gcode:
    """A sliced model.

    Attributes:
        lines: of plastic, in the order in which they are laid.
        comments: the figures and settings that PrusaSlicer writes at the end.
        tool_changes: how often another filament is taken, the first not counted.
    """

    lines: Lines
    comments: dict[str, str] = field(repr=False)
    tool_changes: int = 0

    @classmethod
    def read(cls, text: str) -> Gcode:
        """Read PrusaSlicer's G-code.

        Raises:
            SlicingError: It is binary, holds arcs, or is none of PrusaSlicer's.
        """
        return _Reader().read(text)

    @property
    def layers(self) -> list[float]:
        """Heights on which something of the model is printed, rising."""
        heights: list[float] = np.unique(self.lines.z[~self.lines.is_support]).tolist()
        return heights

    def at(self, z: float, tool: int | None = None) -> Lines:
        """What is printed of the model in the layer whose top is at z, by one tool or all."""
        lines = self.lines
        chosen = (np.abs(lines.z - z) < SAME_LAYER_MM) & ~lines.is_support
        return lines.where(chosen if tool is None else chosen & (lines.tool == tool))

    @property
    def support_cm3(self) -> float:
        """Of support and of its interface."""
        return self.lines.where(self.lines.is_support).volume_mm3 / 1000

    @property
    def filament_mm(self) -> list[float]:
        """Length by tool, as PrusaSlicer counts it."""
        return [float(length) for length in self._figure("filament used [mm]").split(",")]

    @property
    def filament_cm3(self) -> float:
        """Of all tools, as PrusaSlicer counts it."""
        return sum(self.filament_mm) * FILAMENT_MM2 / 1000

    @property
    def hours(self) -> float:
        """As PrusaSlicer estimates them."""
        text = self._figure("estimated printing time (normal mode)")
        return sum(int(n) * _UNITS[unit] for n, unit in re.findall(r"(\d+)([dhms])", text))

    def _figure(self, name: str) -> str:
        if name not in self.comments:
            raise SlicingError(f"G-code lacks the figure {name!r}: not written by PrusaSlicer?")
        return self.comments[name]


class _Reader:
    """Where the nozzle is, and what it has laid."""

    def __init__(self) -> None:
        self.kind = ""
        self.tool = 0
        self.taken: set[int] = set()
        self.changes = 0
        self.width = self.z = 0.0
        self.x = self.y = self.e = 0.0
        self.relative = False
        self.kinds: list[str] = []
        self.rows: list[tuple[float, ...]] = []
        self.comments: dict[str, str] = {}

    def read(self, text: str) -> Gcode:
        if text.startswith("GCDE"):
            raise SlicingError("G-code is binary; kitgen reads text: turn binary G-code off")
        for line in text.splitlines():
            if line.startswith("G1 "):
                self.move(line)
            elif line.startswith(";"):
                self.comment(line)
            elif line:
                self.other(line)
        table = np.array(self.rows, dtype=np.float64).reshape(-1, 8)
        lines = Lines(
            kind=np.array(self.kinds, dtype=np.str_),
            tool=table[:, 0].astype(np.intp),
            z=table[:, 1],
            width=table[:, 2],
            ends=table[:, 3:7].reshape(-1, 2, 2),
            filament=table[:, 7],
        )
        return Gcode(lines, self.comments, self.changes)

    def move(self, line: str) -> None:
        x, y, fed = self.x, self.y, 0.0
        for letter, number in _WORD.findall(line.partition(";")[0]):
            value = float(number)
            if letter == "X":
                x = value
            elif letter == "Y":
                y = value
            elif self.relative:
                fed = value
            else:
                fed, self.e = value - self.e, value
        if fed > 0 and (x, y) != (self.x, self.y) and self.kind != "Custom":
            self.kinds.append(self.kind)
            self.rows.append((self.tool, self.z, self.width, self.x, self.y, x, y, fed))
            self.taken.add(self.tool)
        self.x, self.y = x, y

    def comment(self, line: str) -> None:
        if line.startswith(";TYPE:"):
            self.kind = line[6:].strip()
        elif line.startswith(";WIDTH:"):
            self.width = float(line[7:])
        elif line.startswith(";Z:"):
            self.z = float(line[3:])
        elif " = " in line:
            key, _, value = line[1:].partition("=")
            self.comments[key.strip()] = value.strip()

    def other(self, line: str) -> None:
        if line.startswith("G92"):
            if found := re.search(r"E(-?\d*\.?\d+)", line):
                self.e = float(found[1])
        elif line[0] == "T" and line[1:2].isdigit():
            tool = int(re.match(r"\d+", line[1:])[0])  # type: ignore[index]
            self.changes += bool(self.taken) and tool != self.tool
            self.tool = tool
        elif line.startswith(("M82", "M83")):
            self.relative = line.startswith("M83")
        elif line.startswith(_CURVES):
            raise SlicingError("G-code holds arcs; kitgen reads straight lines: turn arcs off")
