"""How a kit is sliced: layers, walls, infill and speeds, the same wherever kitgen asks a slicer.

Every option that changes plastic or time is named, so that an answer does not hang on what some
version of PrusaSlicer has built in; PrusaSlicer reads no settings of the user's where it is called
with options alone.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields

from kitgen.errors import UserError

FILAMENT_DIAMETER_MM = 1.75


@dataclass(frozen=True)
class Speeds:
    """Of one printer, in mm/s and mm/s2."""

    name: str
    perimeter: float
    external_perimeter: float
    small_perimeter: float
    """Of loops with a radius under 6.5 mm, as PrusaSlicer counts them."""
    infill: float
    solid_infill: float
    top_solid_infill: float
    gap_fill: float
    bridge: float
    first_layer: float
    travel: float
    acceleration: float

    def options(self) -> tuple[str, ...]:
        """For PrusaSlicer's command line."""
        named = {
            f"{field.name.replace('_', '-')}-speed": f"{getattr(self, field.name):g}"
            for field in fields(self)
            if field.name not in ("name", "acceleration")
        }
        limits = {
            "default-acceleration": f"{self.acceleration:g}",
            **{
                f"machine-max-acceleration-{axis}": f"{self.acceleration:g}"
                for axis in ("x", "y", "extruding", "travel")
            },
            **{f"machine-max-feedrate-{axis}": f"{max(self.travel, 200):g}" for axis in "xy"},
        }
        return tuple(
            word for key, value in {**named, **limits}.items() for word in (f"--{key}", value)
        )


SPEEDS: Mapping[str, Speeds] = {
    speeds.name: speeds
    for speeds in (
        # What PrusaSlicer 2.5 has built in, for a printer that it knows nothing of.
        Speeds("careful", 60, 30, 15, 80, 20, 15, 20, 60, 30, 130, 1500),
        # What printers of 2023 and later are driven with; the first layer is slow on those too.
        Speeds("fast", 250, 150, 150, 250, 250, 150, 150, 60, 50, 400, 8000),
    )
}
"""By name. Both are assumptions, written beside every figure of hours."""


def speeds_named(name: str) -> Speeds:
    """Return a set of speeds.

    Raises:
        UserError: There is none of this name.
    """
    if name in SPEEDS:
        return SPEEDS[name]
    near = difflib.get_close_matches(name.casefold(), SPEEDS, n=1)
    hint = f", did you mean {near[0]}?" if near else ""
    raise UserError(f"unknown speeds {name!r}: must be one of {', '.join(SPEEDS)}{hint}")


@dataclass(frozen=True)
class Process:
    """Everything but the parts and the bed; lengths in mm.

    Attributes:
        layer_height: of all layers, the first among them.
        speeds: assumed of the printer.
        density_g_per_cm3: of the filament.
        nozzle: its bore.
        line_width: of every line but where PrusaSlicer narrows it.
        perimeters: lines around every outline.
        infill: share of the inside that is filled, 0 to 1.
        top_layers: solid layers under every top.
        bottom_layers: solid layers over every bottom.
        support_angle_deg: what hangs over by more, from the vertical, is held up.
    """

    layer_height: float
    speeds: Speeds = SPEEDS["careful"]
    density_g_per_cm3: float = 1.24
    nozzle: float = 0.4
    line_width: float = 0.45
    perimeters: int = 2
    infill: float = 0.15
    top_layers: int = 5
    bottom_layers: int = 4
    support_angle_deg: float = 45.0

    def options(self, *, tools: int = 1, supports: bool = False) -> tuple[str, ...]:
        """For PrusaSlicer's command line; without skirt, brim and tower: only what is asked for.

        Args:
            tools: how many filaments there are.
            supports: hold up what hangs over; PrusaSlicer counts the angle from the bed.
        """
        each = {
            "nozzle-diameter": f"{self.nozzle:g}",
            "filament-diameter": f"{FILAMENT_DIAMETER_MM:g}",
            "filament-density": f"{self.density_g_per_cm3:g}",
        }
        widths = ("extrusion-width", "external-perimeter-extrusion-width")
        named = {
            "layer-height": f"{self.layer_height:g}",
            "first-layer-height": f"{self.layer_height:g}",
            "perimeters": f"{self.perimeters}",
            "fill-density": f"{self.infill * 100:g}%",
            "top-solid-layers": f"{self.top_layers}",
            "bottom-solid-layers": f"{self.bottom_layers}",
            "skirts": "0",
            "brim-width": "0",
            **dict.fromkeys(widths, f"{self.line_width:g}"),
            **{key: ",".join([value] * tools) for key, value in each.items()},
        }
        words = [word for key, value in named.items() for word in (f"--{key}", value)]
        if supports:
            threshold = f"{90 - self.support_angle_deg:g}"
            words += ["--support-material", "--support-material-auto"]
            words += ["--support-material-threshold", threshold]
        return (*words, *self.speeds.options())
