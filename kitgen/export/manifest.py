"""``manifest.json``: the public record of a kit, from which the game can be rebuilt and judged.

``docs/manifest.md`` describes the format for its readers; ``manifest.schema.json`` beside this
module is made from the models here by ``python -m kitgen.export.manifest_schema``.
"""

import hashlib
import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from kitgen.errors import UserError
from kitgen.export.json_text import rounded, to_bytes
from kitgen.export.manifest_file import FORMAT
from kitgen.mesh.measure import Measures

FORMAT_VERSION = 1

UNIT_TOLERANCE = 1e-5
"""Three entries rounded to 6 decimals put the length of a unit vector off by up to 1e-6."""

Vector = tuple[float, float, float]
Box = Annotated[
    tuple[Vector, Vector], Field(description="lowest and highest corner, [[x, y, z], [x, y, z]]")
]
Row = tuple[float, float, float, float]
Pose = tuple[Row, Row, Row, Row]
Kind = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
RelativePath = Annotated[
    str,
    Field(
        pattern=r"^[^/\\\x00-\x1f]+(/[^/\\\x00-\x1f]+)*$",
        description="path inside the kit's folder, with forward slashes",
    ),
]
PartName = Annotated[
    str,
    Field(
        # Pictures and files are called by it.
        pattern=r"^[^./\\\x00-\x1f][^/\\\x00-\x1f]*$",
        max_length=100,
        description="no separator of paths, no control character, no dot before it",
    ),
]
NonEmpty = Annotated[str, Field(min_length=1)]
Positive = Annotated[float, Field(gt=0)]
NotNegative = Annotated[float, Field(ge=0)]
Fraction = Annotated[float, Field(ge=0, le=1)]
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Point = tuple[float, float]


class _Record(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        # What is written always has every key, so the schema may ask for every key.
        json_schema_serialization_defaults_required=True,
    )


class BedFace(_Record):
    """The flat that lies on the print bed, in the file's coordinates."""

    z_mm: float = Field(0.0, description="height of the face; parts stand on 0")
    area_mm2: NotNegative = Field(description="area of the triangles on it that face down")
    normal: Vector = Field((0.0, 0.0, -1.0), description="outward normal, into the bed")


class Letter(_Record):
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


class Part(_Record):
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
        _require_box(self.bbox_mm, f"bbox_mm of part {self.name}")
        return self


class ListedFile(_Record):
    """One file of the kit that is not a part."""

    path: RelativePath
    sha256: Sha256


class Placed(_Record):
    """One part in the assembled game."""

    id: NonEmpty
    part: NonEmpty = Field(description="name of a part")
    group: Kind = Field(description="board, stack, rack-1, rack-2, ...")
    pose: Pose = Field(description="row-major 4x4 from file coordinates into the game, mm")

    @model_validator(mode="after")
    def _check(self) -> Self:
        _require_rigid(self.pose, f"pose of {self.id}")
        return self


class Land(_Record):
    """The plane on which the members of a joint meet, in the assembled game."""

    point_mm: Vector
    normal: Vector


class Joint(_Record):
    """Two parts of the assembled game that fit into each other."""

    id: NonEmpty
    kind: Literal["nest", "board-snap", "rack-snap"]
    members: tuple[NonEmpty, NonEmpty] = Field(description="two ids of the assembly")
    clearance_per_side_mm: NotNegative
    insert: Vector = Field(description="unit vector along which the first member seats")
    locked: tuple[Vector, ...] = Field(description="unit vectors along which it must not leave")
    snap_travel_mm: NotNegative = Field(description="travel over which arms bend; 0 for a nest")
    arms: tuple[Box, ...] = Field(description="boxes round the arms, in file coordinates")
    arm_members: tuple[Literal[0, 1], ...] = Field(description="member that carries each arm")
    land: Land | None

    @model_validator(mode="after")
    def _check(self) -> Self:
        where = f"joint {self.id}"
        if self.members[0] == self.members[1]:
            raise ValueError(f"{where} joins {self.members[0]} to itself")
        if len(self.arms) != len(self.arm_members):
            raise ValueError(
                f"{where} has {len(self.arms)} arms and {len(self.arm_members)} arm_members"
            )
        for box in self.arms:
            _require_box(box, f"an arm of {where}")
        for vector in (self.insert, *self.locked, *([self.land.normal] if self.land else [])):
            _require_unit(vector, where)
        return self


class Material(_Record):
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


class Printer(_Record):
    """The printer that the plates were packed for."""

    name: NonEmpty
    bed_mm: Point = Field(description="usable width and depth; the origin is the front left corner")
    height_mm: Positive
    nozzle_mm: Positive
    excluded_mm: tuple[tuple[Point, Point], ...] = Field(
        description="rectangles that nothing may lie on, lowest and highest corner"
    )


class OnPlate(_Record):
    """One part on a plate: turned about z in its file's frame, then moved."""

    part: NonEmpty
    turn_deg: float = Field(description="counter-clockwise, about the z axis of the file")
    place_mm: Point = Field(description="where the file's origin comes to lie on the bed")


class PlateEstimate(_Record):
    """What a print takes by kitgen's own estimate: two walls, 15 % infill, no slicer asked."""

    grams: NotNegative
    metres: NotNegative = Field(description="of filament of 1.75 mm")
    hours: dict[str, NotNegative] = Field(
        description="by the speeds assumed: careful (60 mm/s) and fast (250 mm/s)"
    )


class Plate(_Record):
    """One print."""

    file: RelativePath
    title: NonEmpty
    colours: tuple[Colour, ...] = Field(description="of its parts; two where letters are inlaid")
    items: tuple[OnPlate, ...]
    estimate: PlateEstimate | None = None


class FilamentChange(_Record):
    """Where one nozzle changes colour so that letters stand out."""

    z_mm: Positive = Field(description="height of the last layer in the first colour")
    layer: int = Field(ge=1, description="number of the first layer in the second colour")
    first: Colour = Field(description="from the bed up to the change")
    second: Colour = Field(description="above it")


class PlayabilityGate(_Record):
    """One figure of a tile set against the most that is allowed; shares are from 0 to 1."""

    gate: NonEmpty
    count: int = Field(ge=0)
    of: int = Field(ge=0)
    share: Fraction
    low: Fraction = Field(description="lower bound of the share at 95 %")
    high: Fraction = Field(description="upper bound of the share at 95 %")
    limit: Fraction
    verdict: Literal["playable", "not playable", "undecided"]


class Playability(_Record):
    """Whether the game can be played with these tiles, as found by playing it."""

    verdict: Literal["playable", "not playable", "undecided", "not judged"]
    lexicon: str | None = Field(description="name of the words, null where there were none")
    lexicon_sha256: Sha256 | None
    racks: int = Field(ge=0, description="opening racks drawn")
    games: int = Field(ge=0, description="games played")
    players: int = Field(ge=1, description="players in each game")
    seed: int = Field(ge=0, description="racks and games follow from it")
    most_turns: int | None = Field(
        None, ge=0, description="of the longest game; null where none was played"
    )
    gates: tuple[PlayabilityGate, ...]


class Manifest(_Record):
    """The whole record; see ``docs/manifest.md``."""

    format: Literal["kitgen-manifest"] = "kitgen-manifest"
    format_version: Literal[1] = 1
    kitgen_version: NonEmpty
    profile: dict[str, Any] = Field(description="the resolved profile")
    whole: bool = Field(True, description="false where only some parts were asked for")
    parts: tuple[Part, ...]
    files: tuple[ListedFile, ...] = Field(description="every other file, but for the manifest")
    assembly: tuple[Placed, ...]
    joints: tuple[Joint, ...]
    material: Material | None = Field(None, description="null in kits of before it was recorded")
    printer: Printer | None = Field(None, description="null where plates were not packed")
    plates: tuple[Plate, ...] = ()
    filament_change: FilamentChange | None = Field(
        None, description="of tiles; null where one nozzle cannot give letters a colour"
    )
    playability: Playability | None = Field(None, description="null where it was not asked for")

    @model_validator(mode="after")
    def _check(self) -> Self:
        # Case is ignored, because some file systems do so.
        names = [part.name.casefold() for part in self.parts]
        paths = [part.file.casefold() for part in self.parts]
        paths += [listed.path.casefold() for listed in self.files] + ["manifest.json"]
        ids = [placed.id for placed in self.assembly]
        _require_unique(names, "part name")
        _require_unique(paths, "path")
        _require_unique(ids, "assembly id")
        _require_unique([joint.id for joint in self.joints], "joint id")
        for path in (*paths, *(plate.file for plate in self.plates)):
            if {".", ".."} & set(path.split("/")):
                raise ValueError(f"path {path!r} leads out of the kit's folder")
        known_parts, known_ids = {part.name for part in self.parts}, set(ids)
        for placed in self.assembly:
            if placed.part not in known_parts:
                raise ValueError(f"assembly {placed.id} names part {placed.part!r}, not in parts")
        for plate in self.plates:
            for item in plate.items:
                if item.part not in known_parts:
                    raise ValueError(f"plate {plate.file} names part {item.part!r}, not in parts")
        for joint in self.joints:
            for member in joint.members:
                if member not in known_ids:
                    raise ValueError(f"joint {joint.id} names {member!r}, not in assembly")
        return self

    def to_bytes(self) -> bytes:
        """Write UTF-8 JSON: 6 decimals, keys of the format in its own order, profile sorted.

        Raises:
            ValueError: for a number in the profile that JSON cannot hold.
        """
        values = rounded(self.model_dump())
        values["profile"] = _sorted_keys(values["profile"])
        return to_bytes(values)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a manifest again.

        Raises:
            UserError: one line saying what is wrong with it.
        """
        try:
            return cls.model_validate_json(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            raise UserError(
                f"manifest.json is not a {FORMAT} of version {FORMAT_VERSION}:"
                f" {where + ': ' if where else ''}{first['msg'].removeprefix('Value error, ')}"
            ) from error


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


def playability_record(
    assessment: Mapping[str, Any], *, lexicon: str | None, lexicon_sha256: str | None
) -> Playability:
    """Record a judgement of the tile set.

    Args:
        assessment: `wordstack.playability.Assessment` as plain data.
        lexicon: name of the words that it was judged by.
        lexicon_sha256: their digest.

    Raises:
        pydantic.ValidationError: for a value outside the format.
    """
    return Playability(
        verdict=assessment["verdict"],
        lexicon=lexicon,
        lexicon_sha256=lexicon_sha256,
        racks=assessment.get("racks", {}).get("drawn", 0),
        games=assessment["sample"]["games"] if "games" in assessment else 0,
        players=assessment["sample"]["players"],
        seed=assessment["sample"]["seed"],
        most_turns=assessment.get("games", {}).get("most_turns"),
        gates=tuple(PlayabilityGate(**found) for found in assessment["gates"]),
    )


def _sorted_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted_keys(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted_keys(item) for item in value]
    return value


def _require_unique(values: list[str], what: str) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"{what} {value!r} occurs twice")
        seen.add(value)


def _require_box(box: tuple[Vector, Vector], what: str) -> None:
    if any(low > high for low, high in zip(*box, strict=True)):
        raise ValueError(f"{what}: the first corner must be the lowest, got {box}")


def _require_unit(vector: Vector, what: str) -> None:
    if abs(math.hypot(*vector) - 1) > UNIT_TOLERANCE:
        raise ValueError(f"{what}: {vector} must have length 1, has {math.hypot(*vector):g}")


def _require_rigid(pose: Pose, what: str) -> None:
    """Refuse a pose that does more than turn and move: parts are neither scaled nor mirrored."""
    x, y, z = (tuple(pose[row][column] for row in range(3)) for column in range(3))
    for a, b, product in ((x, x, 1), (y, y, 1), (z, z, 1), (x, y, 0), (y, z, 0), (z, x, 0)):
        if abs(_dot(a, b) - product) > UNIT_TOLERANCE:
            raise ValueError(f"{what} is not a rotation and a translation")
    crossed = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    if _dot(crossed, z) < 0:
        raise ValueError(f"{what} mirrors the part")
    if pose[3] != (0, 0, 0, 1):
        raise ValueError(f"{what}: the last row must be [0, 0, 0, 1], got {list(pose[3])}")


def _dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(i * j for i, j in zip(a, b, strict=True))
