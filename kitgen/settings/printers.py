"""Printers: the bed that plates are packed on, and what must stay free of it."""

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from wordstack.errors import shown
from wordstack.options import Options

from kitgen.errors import UserError
from kitgen.settings.packaged import data_tables

DEFAULT_PRINTER = "bambu-a1"
"""Its 256 mm square is the most common bed of the machines sold now."""

_SLACK_MM = 1e-6
_MM: dict[str, Any] = {"unit": "mm"}


def _fixed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


Point = Annotated[tuple[float, float], BeforeValidator(_fixed)]
"""x and y in mm from the bed's front left corner."""


class Excluded(Options):
    """A rectangle of the bed on which nothing may lie."""

    low_mm: Point = Field(description="Corner with the least x and y.", json_schema_extra=_MM)
    high_mm: Point = Field(description="Corner with the largest x and y.", json_schema_extra=_MM)
    reason: str = Field(description="Why it stays free.")


class Printer(Options):
    """One file of `profiles/printers/`: machines with the same bed."""

    name: str = Field("", description="What it is called on the command line; the file's name.")
    title: str = Field(description="Make and model, for people.")
    machines: Annotated[tuple[str, ...], BeforeValidator(_fixed)] = Field(
        (), description="Other names: machines with the same bed."
    )
    bed_mm: Point = Field(description="Usable width and depth.", json_schema_extra=_MM)
    height_mm: float = Field(
        ge=50.0, le=1000.0, description="Largest height of a print.", json_schema_extra=_MM
    )
    nozzle_mm: float = Field(
        ge=0.2, le=1.0, description="Nozzle that the machine comes with.", json_schema_extra=_MM
    )
    excluded: Annotated[tuple[Excluded, ...], BeforeValidator(_fixed)] = Field(
        (), description="Rectangles that nothing may lie on."
    )
    note: str = Field(description="Where the figures come from.")

    @property
    def excluded_mm(self) -> tuple[tuple[Point, Point], ...]:
        """Lowest and highest corner of each excluded rectangle, as the manifest has them."""
        return tuple((one.low_mm, one.high_mm) for one in self.excluded)

    @property
    def bed(self) -> str:
        """The bed in words: `256 x 256 mm`."""
        return f"{self.bed_mm[0]:g} x {self.bed_mm[1]:g} mm"


@lru_cache(maxsize=1)
def printers() -> Mapping[str, Printer]:
    """Return the printers by name, the smallest bed first."""
    found = {
        name: one.model_copy(update={"name": name})
        for name, one in data_tables("printers", Printer).items()
    }
    return dict(sorted(found.items(), key=lambda item: (_usable_mm2(item[1]), item[0])))


def printer(name: str) -> Printer:
    """Return the printer of a name, or of one of its machines, case and separators aside.

    Returns:
        Its `name` is the known spelling of what was asked for, so that a manifest says `bambu-x1c`
        where that was said.

    Raises:
        UserError: There is none of this name; the message gives the nearest and all names.
    """
    known = {_folded(key): (key, one) for one in printers().values() for key in _names(one)}
    if (found := known.get(_folded(name))) is not None:
        key, one = found
        return one.model_copy(update={"name": key})
    close = difflib.get_close_matches(_folded(name), known, n=1, cutoff=0.5)
    hint = f"did you mean {known[close[0]][0]}? " if close else ""
    raise UserError(f"unknown printer {shown(name)}: {hint}Known are {', '.join(printers())}")


def fits(printer: Printer, width_mm: float, depth_mm: float, height_mm: float) -> bool:
    """Say whether a box can lie somewhere on the bed, at either right-angle turn.

    Args:
        printer: The machine.
        width_mm: Of the box, in x or y.
        depth_mm: Of the box, in the other of the two.
        height_mm: Of the box.
    """
    if height_mm > printer.height_mm + _SLACK_MM:
        return False
    return any(
        _has_place(printer, width, depth)
        for width, depth in ((width_mm, depth_mm), (depth_mm, width_mm))
    )


def printers_that_fit(boxes: Iterable[tuple[float, float, float]]) -> tuple[str, ...]:
    """Names of the printers on which each of some boxes (width, depth, height) fits by itself."""
    wanted = tuple(boxes)
    return tuple(name for name, one in printers().items() if all(fits(one, *box) for box in wanted))


def _has_place(printer: Printer, width: float, depth: float) -> bool:
    # A box that has a place can be pushed left and forward until it meets the bed's edge or an
    # excluded rectangle: it is enough to look there.
    columns = {0.0, *(high[0] for _, high in printer.excluded_mm)}
    rows = {0.0, *(high[1] for _, high in printer.excluded_mm)}
    return any(
        x + width <= printer.bed_mm[0] + _SLACK_MM
        and y + depth <= printer.bed_mm[1] + _SLACK_MM
        and not any(
            x < high[0] - _SLACK_MM
            and x + width > low[0] + _SLACK_MM
            and y < high[1] - _SLACK_MM
            and y + depth > low[1] + _SLACK_MM
            for low, high in printer.excluded_mm
        )
        for x, y in product(columns, rows)
    )


def _names(printer: Printer) -> tuple[str, ...]:
    return (printer.name, *printer.machines)


def _usable_mm2(printer: Printer) -> float:
    excluded = sum((high[0] - low[0]) * (high[1] - low[1]) for low, high in printer.excluded_mm)
    return printer.bed_mm[0] * printer.bed_mm[1] - excluded


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())
