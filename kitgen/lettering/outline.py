"""Letter outlines as exact curves, in millimetres."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]
Segment = tuple[Point, ...]
"""Two points are a line, three a quadratic and four a cubic Bezier curve."""
Contour = tuple[Segment, ...]
"""A closed chain: each segment starts where the one before it ends."""


@dataclass(frozen=True)
class Outline:
    """A filled shape without overlaps: outer contours counter-clockwise, holes clockwise."""

    contours: tuple[Contour, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is no ink at all, as on a blank tile."""
        return not self.contours

    def moved(self, dx: float, dy: float) -> "Outline":
        """The same shape, moved by ``dx`` and ``dy``."""
        return self._mapped(lambda p: (p[0] + dx, p[1] + dy))

    def scaled(self, sx: float, sy: float) -> "Outline":
        """The same shape about the origin, stretched by two positive factors."""
        return self._mapped(lambda p: (p[0] * sx, p[1] * sy))

    def rounded(self, digits: int) -> "Outline":
        """The same shape with every coordinate rounded, so that platforms agree to the bit.

        Adding zero turns a negative zero into a positive one, which print differently.
        """
        return self._mapped(lambda p: (round(p[0], digits) + 0.0, round(p[1], digits) + 0.0))

    def __add__(self, other: "Outline") -> "Outline":
        """Both shapes as one; they must not overlap."""
        return Outline(self.contours + other.contours)

    def _mapped(self, move: Callable[[Point], Point]) -> "Outline":
        return Outline(
            tuple(
                tuple(tuple(move(point) for point in segment) for segment in contour)
                for contour in self.contours
            )
        )


EMPTY = Outline(())
"""The outline of a blank tile."""


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Contour:
    """A rectangle as a counter-clockwise contour of four lines."""
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return tuple((corners[i], corners[(i + 1) % 4]) for i in range(4))


def without_slivers(outline: Outline, length: float = 1e-4, area: float = 1e-4) -> Outline:
    """The outline without segments and contours too small to be built as edges and faces.

    Removing overlaps leaves such crumbs where two contours cross near a vertex.

    Args:
        outline: Closed contours in mm.
        length: Segments whose control polygon is shorter (mm) are dropped and their
            neighbours joined.
        area: Contours that enclose less (mm2) are dropped.
    """
    kept = (_without_short_segments(contour, length) for contour in outline.contours)
    return Outline(tuple(c for c in kept if len(c) > 1 and abs(contour_area(c)) >= area))


def _without_short_segments(contour: Contour, length: float) -> Contour:
    segments = [segment for segment in contour if _extent(segment) >= length]
    return tuple(
        (segments[i - 1][-1], *segment[1:]) if segments[i - 1][-1] != segment[0] else segment
        for i, segment in enumerate(segments)
    )


def _extent(segment: Segment) -> float:
    steps = pairwise(segment)
    return sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in steps)


def contour_area(contour: Contour) -> float:
    """Signed area of a closed contour in mm2, positive when counter-clockwise.

    Green's theorem, half the integral of ``x dy - y dx``, in closed form for each Bezier
    segment: exact but for rounding.
    """
    return sum(_swept(segment) for segment in contour)


def _cross(a: Point, b: Point) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _swept(segment: Segment) -> float:
    if len(segment) == 2:
        return _cross(segment[0], segment[1]) / 2
    if len(segment) == 3:
        p, q, r = segment
        return (2 * _cross(p, q) + 2 * _cross(q, r) + _cross(p, r)) / 6
    p, q, r, s = segment
    curved = 2 * _cross(p, q) + _cross(p, r) + _cross(q, r) + 2 * _cross(r, s) + _cross(q, s)
    return (3 * curved + _cross(p, s)) / 20
