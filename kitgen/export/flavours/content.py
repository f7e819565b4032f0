"""What a plate's file says, whoever reads it."""

from __future__ import annotations

from dataclasses import dataclass

from kitgen import __version__
from kitgen.export.threemf import Instance, PrintObject


@dataclass(frozen=True)
class PrintHints:
    """How a kit is meant to be printed; without supports.

    Attributes:
        layer_height_mm: all heights of the kit are multiples of it.
        perimeters: walls.
        infill_percent: of the inside.
        top_layers: solid ones.
        bottom_layers: solid ones.
    """

    layer_height_mm: float = 0.2
    perimeters: int = 2
    infill_percent: int = 15
    top_layers: int = 5
    bottom_layers: int = 4


@dataclass(frozen=True)
class FilamentSwap:
    """Where one nozzle goes on in another colour.

    Attributes:
        z_mm: height of the last layer in the first colour.
        layer: number of the first layer in the second colour, from 1.
        layer_top_mm: height of the top of that layer.
        colour: of what follows, ``#RRGGBB``.
    """

    z_mm: float
    layer: int
    layer_top_mm: float
    colour: str


@dataclass(frozen=True)
class Content:
    """All that goes into one file; see :func:`kitgen.export.flavours.plate_file`."""

    objects: tuple[PrintObject, ...]
    instances: tuple[Instance, ...]
    title: str
    thumbnail: bytes | None
    hints: PrintHints | None
    swap: FilamentSwap | None

    @property
    def metadata(self) -> dict[str, str]:
        """Of the model; no slicer is impersonated."""
        return {"Title": self.title, "Application": f"kitgen {__version__}"}


def number(value: float) -> str:
    """Write a number as slicers' settings have it."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
