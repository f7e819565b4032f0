"""Whether the parts of a kit fit the bed of a printer, and what would fit where they do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kitgen.errors import ParameterError, UserError
from kitgen.kit.contents import KitPart
from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.parts.board import BoardQuarterParameters
from kitgen.parts.registry import size_of
from kitgen.settings.kit_settings import SMALLEST_KIT
from kitgen.settings.printers import Printer, fits, printer, printers_that_fit

Size = tuple[float, float, float]


def require_bed(dimensions: Dimensions, parts: Iterable[KitPart]) -> Printer:
    """Refuse parts that do not fit the bed of `print.printer`, lying as in their files.

    Args:
        dimensions: Of the kit.
        parts: That are to be printed.

    Returns:
        The printer.

    Raises:
        UserError: If one does not fit at either right-angle turn; the message names it, its size,
            the bed, and the printers or the size of board that would do.
    """
    machine = printer(dimensions.settings.print.printer)
    sizes = {part.name: size_of(part.parameters) for part in parts if part.count}
    for part in parts:
        if part.count and not fits(machine, *sizes[part.name]):
            raise UserError(
                f"{part.name} of {_shown(sizes[part.name])} mm does not fit {machine.name}"
                f" ({_bed(machine)}): {_advice(dimensions, part, machine, sizes.values())}"
            )
    return machine


def largest_board(dimensions: Dimensions, machine: Printer) -> int | None:
    """The largest board, below the kit's own, whose quarters fit a bed; None if there is none."""
    settings = dimensions.settings
    for size in range(settings.size - 2, SMALLEST_KIT - 1, -2):
        quarter = _quarter(dimensions, size)
        if quarter is not None and fits(machine, *size_of(quarter)):
            return size
    return None


def _quarter(of: Dimensions, size: int) -> BoardQuarterParameters | None:
    try:
        return dimensions(replace(of.settings, size=size)).board_quarter()
    except ParameterError:  # a board so small has no room for the joints
        return None


def _advice(dimensions: Dimensions, part: KitPart, machine: Printer, sizes: Iterable[Size]) -> str:
    found = []
    smaller = largest_board(dimensions, machine) if part.kind == "board-quarter" else None
    if smaller is not None:
        found.append(f"--size {smaller} does")
    if others := printers_that_fit(sizes):
        found.append(f"printers that take all parts are {', '.join(others)}")
    return "; ".join(found) or "no printer that is known takes it"


def _shown(size: Size) -> str:
    return " x ".join(f"{value:.1f}" for value in size)


def _bed(machine: Printer) -> str:
    text = f"{machine.bed}, {machine.height_mm:g} mm high"
    corners = "; ".join(
        f"{low[0]:g} to {high[0]:g} x {low[1]:g} to {high[1]:g} mm excluded"
        for low, high in machine.excluded_mm
    )
    return f"{text}; {corners}" if corners else text
