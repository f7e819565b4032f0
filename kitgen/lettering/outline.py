"""Letter outlines as exact curves, in millimetres."""

from dataclasses import dataclass

Point = tuple[float, float]
Segment = tuple[Point, ...]
"""Two points are a line, three a quadratic and four a cubic Bezier curve."""
Contour = tuple[Segment, ...]
"""A closed chain: each segment starts where the one before it ends."""


@dataclass(frozen=True)
class Outline:
    """A filled shape without overlaps: outer contours counter-clockwise, holes clockwise."""

    contours: tuple[Contour, ...]
