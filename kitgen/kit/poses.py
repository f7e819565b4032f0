"""Rigid poses: rows of 4x4 matrices that bring a file's coordinates into the assembled game."""

from __future__ import annotations

import math

Row = tuple[float, float, float, float]
Pose = tuple[Row, Row, Row, Row]
Vector = tuple[float, float, float]

_LAST: Row = (0.0, 0.0, 0.0, 1.0)


def moved(x: float, y: float, z: float) -> Pose:
    """A translation in mm."""
    return ((1.0, 0.0, 0.0, x), (0.0, 1.0, 0.0, y), (0.0, 0.0, 1.0, z), _LAST)


def quarter_turned(turns: int) -> Pose:
    """A turn about z by a number of right angles, counter-clockwise, exact."""
    cosine, sine = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[turns % 4]
    return ((cosine, -sine, 0.0, 0.0), (sine, cosine, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), _LAST)


def leaning_back(degrees: float, origin: Vector) -> Pose:
    """Stand a flat tile up against a rest that slopes by ``degrees`` to the table.

    The tile's face turns to the reader and its upper edge leans away; its file's origin comes to
    ``origin``.
    """
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    x, y, z = origin
    return ((1.0, 0.0, 0.0, x), (0.0, cosine, -sine, y), (0.0, sine, cosine, z), _LAST)


def after(second: Pose, first: Pose) -> Pose:
    """The pose that does ``first``, then ``second``."""
    a, b, c, d = (
        tuple(sum(second[i][k] * first[k][j] for k in range(4)) for j in range(4)) for i in range(4)
    )
    return (_row(a), _row(b), _row(c), _row(d))


def direction(pose: Pose, vector: Vector) -> Vector:
    """Turn a direction of the file into one of the game."""
    x, y, z = (sum(pose[i][k] * vector[k] for k in range(3)) for i in range(3))
    return x, y, z


def _row(values: tuple[float, ...]) -> Row:
    a, b, c, d = values
    return a, b, c, d
