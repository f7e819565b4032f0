"""The smallest wall and the smallest gap of a part, layer by layer.

A wall is wide enough where a disc of the width asked for fits. Eroding a section by the disc's
radius and growing it again, with mitred corners, gives what the disc reaches; the rest is too thin.
Mitred, because a bead rounds corners harmlessly. A gap is a wall of air.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.checks.layers import Run, polygons

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Polygon

_MITRE = 10.0
"""Tips sharper than 11 degrees (2 asin(1 / 10)) count as thin."""

SLACK_MM = 0.01
"""Chord error of curved walls: a wall thinner by less than this is wide enough."""


@dataclass(frozen=True)
class Narrow:
    """A wall or gap that is too narrow.

    Attributes:
        width: diameter of the largest disc that fits into it, in mm.
        at: the middle of that disc and of the layer, in mm.
    """

    width: float
    at: tuple[float, float, float]


def narrowest_wall(
    layers: Sequence[Run], width: float, corner: float | None = None
) -> Narrow | None:
    """The thinnest wall below a width in mm, if there is any.

    Args:
        layers: sections of the part.
        width: that walls should have.
        corner: side of a square so small that it is a corner and no wall; `width` if not given.
    """
    sections = [run.section for run in layers]
    return _narrowest(layers, sections, width, width if corner is None else corner)


def narrowest_gap(layers: Sequence[Run], width: float) -> Narrow | None:
    """The narrowest gap below a width in mm, if there is any; between separate pieces, too."""
    return _narrowest(layers, [_air(run.section, width) for run in layers], width, width)


def _air(section: CrossSection, width: float) -> CrossSection:
    from manifold3d import CrossSection

    if section.is_empty():
        return section
    x0, y0, x1, y1 = section.bounds()
    around = CrossSection.square((x1 - x0 + 4 * width, y1 - y0 + 4 * width))
    return around.translate((x0 - 2 * width, y0 - 2 * width)) - section


def _narrowest(
    layers: Sequence[Run], regions: Sequence[CrossSection], width: float, corner: float
) -> Narrow | None:
    """What is lost on two layers one over the other: one layer alone is the end of a wedge.

    A lost piece no larger than the square of `corner` is none.
    """
    lost = [_lost(region, width, corner) for region in regions]
    worst = None
    for number, (run, pieces) in enumerate(zip(layers, lost, strict=True)):
        for piece in pieces:
            near = lost[number - 1] if number else []
            near = near + (lost[number + 1] if number + 1 < len(lost) else [])
            if run.count == 1 and not any(piece.intersects(other) for other in near):
                continue
            found = _disc(piece, run.z)
            if worst is None or found.width < worst.width:
                worst = found
    return worst


def _lost(region: CrossSection, width: float, corner: float) -> list[Polygon]:
    from manifold3d import JoinType

    disc = width - SLACK_MM
    core = region.offset(-disc / 2, JoinType.Round, 2.0, 32)
    # A little more than the disc's radius: facets of the erosion lie inside its arcs.
    reached = core.offset(disc / 2 + SLACK_MM / 10, JoinType.Miter, _MITRE)
    left = region - reached
    if left.area() <= corner**2:
        return []
    return [piece for piece in polygons(left).geoms if piece.area > corner**2]


def _disc(piece: Polygon, z: float) -> Narrow:
    import shapely

    radius = shapely.maximum_inscribed_circle(piece, 1e-3)
    middle = radius.coords[0]
    return Narrow(2 * float(radius.length), (float(middle[0]), float(middle[1]), z))
