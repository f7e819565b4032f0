"""The printed parts of a kit and its other files."""

import hashlib
from typing import Literal, Self

from pydantic import Field, model_validator

from kitgen.export.manifest.fields import (
    Box,
    Colour,
    Kind,
    NonEmpty,
    NotNegative,
    PartName,
    Positive,
    Record,
    RelativePath,
    Sha256,
    Vector,
    require_box,
)
from kitgen.mesh.measure import Measures


class BedFace(Record):
    """The flat that lies on the print bed, in the file's coordinates."""

    z_mm: float = Field(0.0, description="height of the face; parts stand on 0")
    area_mm2: NotNegative = Field(description="area of the triangles on it that face down")
    normal: Vector = Field((0.0, 0.0, -1.0), description="outward normal, into the bed")


class Letter(Record):
    """How a part is lettered."""

    font: NonEmpty = Field(description="family and style of the face")
    cap_height_mm: Positive = Field(description="height of the H that the set shares")
    baseline_mm: float = Field(description="y of the baseline in file coordinates")
    scale: Positive = Field(description="size of this label against the shared cap height")
    narrowing: Positive = Field(description="width against the font's own at that size")
    relief_mm: Positive = Field(description="depth below or height above the top")
    style: Literal["engraved", "raised", "inlay"]
    bar_mm: tuple[float, float, float, float] | None = Field(
        description="orientation bar in file coordinates, [x0, y0, x1, y1], or null"
    )
    font_sha256: Sha256 | None = Field(None, description="of the font's file")


class Part(Record):
    """One unique printed part, as its file holds it."""

    name: PartName
    kind: Kind = Field(description="tile, tile-letter, board-quarter, rack-half; others may join")
    label: str | None = Field(description="what a tile carries, else null")
    file: RelativePath
    count: int = Field(ge=0, description="how many the kit has")
    bodies: int = Field(ge=1)
    volume_mm3: Positive = Field(description="signed volume of the mesh as written")
    area_mm2: Positive
    bbox_mm: Box
    solid_volume_mm3: Positive = Field(description="volume of the exact solid")
    bed_face: BedFace
    joint_revision: int = Field(ge=0)
    sha256: Sha256
    colour: Colour | None = Field(None, description="of the filament, as in pictures and 3MF")
    letter: Letter | None = None

    @property
    def size_mm(self) -> Vector:
        """Edges of its box along x, y and z."""
        x, y, z = (high - low for low, high in zip(*self.bbox_mm, strict=True))
        return x, y, z

    @model_validator(mode="after")
    def _check(self) -> Self:
        require_box(self.bbox_mm, f"bbox_mm of part {self.name}")
        return self


class ListedFile(Record):
    """One file of the kit that is not a part."""

    path: RelativePath
    sha256: Sha256


def sha256(data: bytes) -> str:
    """Give the SHA-256 of a file's bytes in hexadecimal, as the manifest records it."""
    return hashlib.sha256(data).hexdigest()


def part_record(
    *,
    name: str,
    kind: str,
    file: str,
    data: bytes,
    count: int,
    measures: Measures,
    solid_volume_mm3: float,
    joint_revision: int,
    label: str | None = None,
    colour: str | None = None,
    letter: Letter | None = None,
) -> Part:
    """Record a part from what was measured on its mesh and the bytes that its file holds.

    Args:
        name: the part's name.
        kind: its kind.
        file: path inside the kit's folder.
        data: the bytes of that file.
        count: how many the kit has.
        measures: of the mesh as written.
        solid_volume_mm3: of the exact solid.
        joint_revision: of the joint that it takes part in.
        label: what a tile carries.
        colour: of its filament, `#RRGGBB`.
        letter: how it is lettered.

    Raises:
        pydantic.ValidationError: for a value outside the format.
    """
    return Part(
        name=name,
        kind=kind,
        label=label,
        file=file,
        count=count,
        bodies=measures.bodies,
        volume_mm3=measures.volume_mm3,
        area_mm2=measures.area_mm2,
        bbox_mm=measures.bbox_mm,
        solid_volume_mm3=solid_volume_mm3,
        bed_face=BedFace(z_mm=0.0, area_mm2=measures.bed_area_mm2, normal=(0.0, 0.0, -1.0)),
        joint_revision=joint_revision,
        sha256=sha256(data),
        colour=colour,
        letter=letter,
    )
