"""`slice.json`: what PrusaSlicer made of a kit; `docs/slicing.md` describes it for its readers."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kitgen.errors import BuildError
from kitgen.export.json_text import rounded, to_bytes

RECORD = "slice.json"

NotNegative = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]


class _Record(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        json_schema_serialization_defaults_required=True,
    )


class SpeedsUsed(_Record):
    """What hours are counted with; mm/s, acceleration in mm/s2."""

    name: str
    perimeter: Positive
    external_perimeter: Positive
    small_perimeter: Positive
    infill: Positive
    solid_infill: Positive
    top_solid_infill: Positive
    gap_fill: Positive
    bridge: Positive
    first_layer: Positive
    travel: Positive
    acceleration: Positive


class ProcessUsed(_Record):
    """How the kit was sliced."""

    layer_height_mm: Positive
    line_width_mm: Positive
    nozzle_mm: Positive
    perimeters: int
    infill: NotNegative = Field(description="share of the inside, 0 to 1")
    top_layers: int
    bottom_layers: int
    support_angle_deg: Positive = Field(description="overhang from the vertical that is held up")
    material: str
    density_g_per_cm3: Positive


class Filament(_Record):
    """Plastic of one colour."""

    colour: str | None = Field(description="#RRGGBB, null where the kit does not say")
    grams: NotNegative
    metres: NotNegative = Field(description="of 1.75 mm filament")
    cm3: NotNegative


class Print(_Record):
    """One plate, or one part where the kit has no plates; figures are of one copy."""

    file: str = Field(description="of the kit, with forward slashes")
    title: str
    copies: int = Field(ge=0, description="how often it is printed")
    hours: NotNegative
    layers: int
    filaments: tuple[Filament, ...] = Field(description="in the order of the plate's colours")
    changes: int = Field(description="of filament, by the printer or by hand; purging not counted")
    support_cm3: NotNegative = Field(description="that it would need; not in the other figures")


class Total(_Record):
    """Of the whole kit, copies counted."""

    prints: int
    hours: NotNegative
    grams: NotNegative
    metres: NotNegative
    cm3: NotNegative
    support_cm3: NotNegative
    filaments: tuple[Filament, ...] = Field(description="by colour, in order of first use")


class SliceRecord(_Record):
    """The whole file."""

    format: Literal["kitgen-slice"] = "kitgen-slice"
    format_version: Literal[1] = 1
    kitgen_version: str
    slicer: str = Field(description="such as PrusaSlicer-2.5.0")
    manifest_sha256: str = Field(description="of the kit that was sliced")
    process: ProcessUsed
    speeds: SpeedsUsed
    prints: tuple[Print, ...]
    total: Total

    def to_bytes(self) -> bytes:
        """UTF-8 JSON, 6 decimals."""
        return to_bytes(rounded(self.model_dump()))


def added(prints: tuple[Print, ...]) -> Total:
    """Add prints up, each as often as it is printed."""
    by_colour: dict[str | None, list[float]] = {}
    for one in prints:
        for filament in one.filaments:
            row = by_colour.setdefault(filament.colour, [0.0, 0.0, 0.0])
            for place, figure in enumerate((filament.grams, filament.metres, filament.cm3)):
                row[place] += figure * one.copies
    filaments = tuple(
        Filament(colour=colour, grams=grams, metres=metres, cm3=cm3)
        for colour, (grams, metres, cm3) in by_colour.items()
    )
    return Total(
        prints=sum(one.copies for one in prints),
        hours=sum(one.hours * one.copies for one in prints),
        grams=sum(filament.grams for filament in filaments),
        metres=sum(filament.metres for filament in filaments),
        cm3=sum(filament.cm3 for filament in filaments),
        support_cm3=sum(one.support_cm3 * one.copies for one in prints),
        filaments=filaments,
    )


def save(record: SliceRecord, folder: Path) -> Path:
    """Write `slice.json` into a kit's folder: all of it or none.

    It is the user's file there: the manifest does not list it, and a build carries it over.

    Raises:
        BuildError: The system refuses.
    """
    path = folder / RECORD
    part = path.with_name(f".{RECORD}.{secrets.token_hex(4)}.part")
    try:
        with part.open("wb") as file:
            file.write(record.to_bytes())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise BuildError(
            f"{path} cannot be written: {error.strerror or type(error).__name__}"
        ) from error
    finally:
        with suppress(OSError):
            part.unlink()
    return path
