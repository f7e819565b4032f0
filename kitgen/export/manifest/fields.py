"""What the tables of the manifest are made of: kinds of values, and what geometry must hold."""

import math
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

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


class Record(BaseModel):
    """A table of the manifest: no key that the format does not know, no number that JSON lacks."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        # What is written always has every key, so the schema may ask for every key.
        json_schema_serialization_defaults_required=True,
    )


def require_box(box: tuple[Vector, Vector], what: str) -> None:
    """Refuse a box whose first corner is not the lowest.

    Raises:
        ValueError: It begins with ``what``.
    """
    if any(low > high for low, high in zip(*box, strict=True)):
        raise ValueError(f"{what}: the first corner must be the lowest, got {box}")


def require_unit(vector: Vector, what: str) -> None:
    """Refuse a direction that has not the length 1.

    Raises:
        ValueError: It begins with ``what``.
    """
    if abs(math.hypot(*vector) - 1) > UNIT_TOLERANCE:
        raise ValueError(f"{what}: {vector} must have length 1, has {math.hypot(*vector):g}")


def require_rigid(pose: Pose, what: str) -> None:
    """Refuse a pose that does more than turn and move: parts are neither scaled nor mirrored.

    Raises:
        ValueError: It begins with ``what``.
    """
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
