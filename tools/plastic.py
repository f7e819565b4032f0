"""Says how much plastic and time a built kit takes, by slicing every part with PrusaSlicer.

``python tools/plastic.py output/werdup-10`` slices each part alone and multiplies by its count; a
plate of many parts takes about as long as the sum. The settings are those that the README names.
Times are the slicer's own estimate at its built-in speeds, which are slow for today's machines.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

DENSITY_PLA = 1.24
"""In g/cm3."""
LAYER_MM = 0.2
SETTINGS = (
    *("--layer-height", str(LAYER_MM), "--first-layer-height", str(LAYER_MM)),
    *("--perimeters", "2", "--fill-density", "15%"),
    *("--top-solid-layers", "5", "--bottom-solid-layers", "4"),
    *("--bed-shape", "0x0,250x0,250x210,0x210"),
)
FAST = tuple(
    argument
    for name, value in {
        "perimeter-speed": 250,
        "small-perimeter-speed": 150,
        "external-perimeter-speed": 150,
        "infill-speed": 250,
        "solid-infill-speed": 250,
        "top-solid-infill-speed": 150,
        "travel-speed": 400,
        "default-acceleration": 8000,
        "machine-max-acceleration-x": 10000,
        "machine-max-acceleration-y": 10000,
        "machine-max-acceleration-extruding": 8000,
        "machine-max-feedrate-x": 500,
        "machine-max-feedrate-y": 500,
    }.items()
    for argument in (f"--{name}", str(value))
)
"""Such as printers of 2023 and later drive."""
KINDS = {
    "tiles": ("tile", "tile-letter"),
    "board quarters": ("board-quarter",),
    "rack halves": ("rack-half",),
}


@dataclass(frozen=True)
class Sliced:
    """What one part takes: volume in cm3, time in hours."""

    cm3: float
    hours: float

    def plus(self, other: Sliced, times: int = 1) -> Sliced:
        """Both together, the other several times."""
        return Sliced(self.cm3 + other.cm3 * times, self.hours + other.hours * times)


def slice_part(stl: Path, more: Sequence[str] = ()) -> Sliced:
    """Slice one file without supports and read the figures from the G-code's end.

    Raises:
        RuntimeError: PrusaSlicer refused, or its G-code lacks the figures.
    """
    with tempfile.TemporaryDirectory() as folder:
        gcode = Path(folder) / "part.gcode"
        done = subprocess.run(
            ["prusa-slicer", "--export-gcode", *SETTINGS, *more, "-o", str(gcode), str(stl)],
            capture_output=True,
            text=True,
        )
        text = gcode.read_text(encoding="utf-8") if gcode.exists() else ""
    volume = re.search(r"filament used \[cm3\] = ([\d.]+)", text)
    time = re.search(r"estimated printing time \(normal mode\) = (.+)", text)
    if volume is None or time is None:
        raise RuntimeError(f"{stl.name}: {done.stdout}{done.stderr}")
    return Sliced(float(volume[1]), hours(time[1]))


def hours(text: str) -> float:
    """Read a time such as ``1d 2h 3m 4s``."""
    per = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}
    return sum(float(number) * per[unit] for number, unit in re.findall(r"(\d+)([dhms])", text))


def main() -> None:
    """Slice a kit and print a line a kind of part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kit", type=Path, help="the folder of a built kit")
    parser.add_argument("--fast", action="store_true", help="at 250 mm/s and 8 m/s2")
    chosen = parser.parse_args()
    if shutil.which("prusa-slicer") is None:
        sys.exit("prusa-slicer is not installed (Debian: apt-get install prusa-slicer)")
    manifest = json.loads((chosen.kit / "manifest.json").read_text(encoding="utf-8"))
    total = Sliced(0.0, 0.0)
    print("| part | how many | plastic | PLA | time |")
    print("|---|---|---|---|---|")
    for name, kinds in KINDS.items():
        count, of_kind = 0, Sliced(0.0, 0.0)
        for part in manifest["parts"]:
            if part["kind"] in kinds:
                sliced = slice_part(chosen.kit / part["file"], FAST if chosen.fast else ())
                count += part["count"]
                of_kind = of_kind.plus(sliced, part["count"])
        total = total.plus(of_kind)
        print(row(name, str(count), of_kind))
    print(row("in all", "", total))


def row(name: str, count: str, taken: Sliced) -> str:
    """A line of the table."""
    grams = taken.cm3 * DENSITY_PLA
    return f"| {name} | {count} | {taken.cm3:.0f} cm³ | {grams:.0f} g | {taken.hours:.1f} h |"


if __name__ == "__main__":
    main()
