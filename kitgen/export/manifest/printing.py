"""How the kit is printed: filament, printer, plates."""

from pydantic import Field

from kitgen.export.manifest.fields import (
    Colour,
    NonEmpty,
    NotNegative,
    Point,
    Positive,
    Record,
    RelativePath,
)


class Material(Record):
    """The filament that the kit was made for."""

    name: NonEmpty
    density_g_per_cm3: Positive
    strain_limit_repeated: Positive = Field(
        description="largest strain of an arm that bends again and again, as a fraction"
    )
    strain_limit_once: Positive | None = Field(
        None, description="of an arm that bends once, as a fraction"
    )
    advice: str = Field("", description="what to expect of it in this kit")


class Printer(Record):
    """The printer that the plates were packed for."""

    name: NonEmpty
    bed_mm: Point = Field(description="usable width and depth; the origin is the front left corner")
    height_mm: Positive
    nozzle_mm: Positive
    excluded_mm: tuple[tuple[Point, Point], ...] = Field(
        description="rectangles that nothing may lie on, lowest and highest corner"
    )


class OnPlate(Record):
    """One part on a plate: turned about z in its file's frame, then moved."""

    part: NonEmpty
    turn_deg: float = Field(description="counter-clockwise, about the z axis of the file")
    place_mm: Point = Field(description="where the file's origin comes to lie on the bed")


class PlateEstimate(Record):
    """What a print takes by kitgen's own estimate: two walls, 15 % infill, no slicer asked."""

    grams: NotNegative
    metres: NotNegative = Field(description="of filament of 1.75 mm")
    hours: dict[str, NotNegative] = Field(
        description="by the speeds assumed: careful (60 mm/s) and fast (250 mm/s)"
    )


class Plate(Record):
    """One print."""

    file: RelativePath
    title: NonEmpty
    colours: tuple[Colour, ...] = Field(description="of its parts; two where letters are inlaid")
    items: tuple[OnPlate, ...]
    estimate: PlateEstimate | None = None


class FilamentChange(Record):
    """Where one nozzle changes colour so that letters stand out."""

    z_mm: Positive = Field(description="height of the last layer in the first colour")
    layer: int = Field(ge=1, description="number of the first layer in the second colour")
    first: Colour = Field(description="from the bed up to the change")
    second: Colour = Field(description="above it")
