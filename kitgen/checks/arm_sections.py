"""Flat sections of a snap arm and of what it hooks into, and what can be read from them.

Everything is in the arm's own frame: u along the seam, toward its hook; v out of the part that
carries it; z up from the bed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.nest_sections import shape_of
from kitgen.checks.written import box

if TYPE_CHECKING:
    from manifold3d import Manifold
    from shapely.geometry.base import BaseGeometry

ELEPHANT_FOOT_MM = 0.2
"""By how much the lowest layers are squeezed outward."""
_FOOT_Z_MM = 0.1
"""Half of a first layer."""
AROUND_MM = 4.0
FLAT_MM = 2e-3
"""What lies on one line."""
_LINE_MM = 1e-4
"""The same, where an arc leaves the line."""
HEIGHTS = (0.5, 0.9)
"""Of the arm's height: where its section is the one that bends."""
BEAM = (0.35, 0.45, 0.55)
"""Of the way to the tip: where the arm is a plain beam."""


class ArmSections:
    """Flat sections of an arm, its body and its mate, in the arm's frame."""

    def __init__(self, body: Manifold, other: Manifold, beam: Manifold) -> None:
        self.body, self.other, self.beam = body, other, beam
        self.reach = reach = float(beam.bounding_box()[4])
        bounds = np.array(
            (beam ^ box([-99.0, 0.3 * reach, -1.0], [99.0, 0.6 * reach, 99.0])).bounding_box()
        ).reshape(2, 3)
        self.bottom, self.top = float(bounds[0, 2]), float(bounds[1, 2])

    def level(self, share: float) -> float:
        """A height, by its share of the beam's."""
        return self.bottom + share * (self.top - self.bottom)

    def faces(self, z: float) -> tuple[float, float, float] | None:
        """Inner and outer face of the beam and the hook's tip at a height; None where it is cut."""
        import shapely

        arm = section(self.beam, z)
        sides = []
        for share in BEAM:
            v = share * self.reach
            cut = arm.intersection(shapely.LineString([(-99.0, v), (99.0, v)]))
            if cut.is_empty:
                return None
            sides.append((cut.bounds[0], cut.bounds[2]))
        inner = min(side[0] for side in sides)
        outer = max(side[1] for side in sides)
        # Where the hook is smaller than the fillet it is not the widest part of the arm.
        head = arm.intersection(shapely.box(-99.0, BEAM[0] * self.reach, 99.0, 99.0))
        return float(inner), float(outer), float(head.bounds[2])

    def face(self, body: BaseGeometry, inner: float, outer: float) -> float:
        """V of the body's face beside the root: the nearer to the hook of both sides."""
        import shapely

        found = []
        for u in (inner - self._aside, outer + self._aside):
            line = shapely.LineString([(u, -AROUND_MM + FLAT_MM), (u, self.reach / 2)])
            cut = body.intersection(line)
            if not cut.is_empty:
                found.append(float(cut.bounds[3]))
        return max(found, default=0.0)

    @property
    def _aside(self) -> float:
        """Far enough from the beam to be beyond its fillet: its own thickness."""
        faces = self.faces(self.level(HEIGHTS[0]))
        return faces[1] - faces[0] if faces else 1.0

    def fillet(self, body: BaseGeometry, side: float, face: float, sign: float) -> float:
        """How far the corner between beam and body is filled, along both; 0 where it is sharp."""
        corners = corners_of(body)
        aside, ahead = sign * (corners[:, 0] - side), corners[:, 1] - face
        near = (ahead > -FLAT_MM) & (ahead < self.reach / 2) & (aside > -FLAT_MM)
        along_beam = ahead[near & (np.abs(aside) < _LINE_MM)]
        along_face = aside[near & (np.abs(ahead) < _LINE_MM) & (aside < AROUND_MM / 2)]
        if not len(along_beam) or not len(along_face):
            return 0.0
        return max(0.0, float(min(along_beam.min(), along_face.min())))

    def wall(self, z: float, outer: float, tip: float, crest: float) -> float:
        """U of the mate's narrowest edge beside the beam, which the hook must pass."""
        import shapely

        beside = shapely.box(outer - 0.5, 0.0, tip + AROUND_MM, crest)
        # What the beam itself runs into is the seat's business, not the hook's.
        cut = section(self.other, z).intersection(beside)
        return float(cut.bounds[0]) if not cut.is_empty else tip

    def room(self, z: float, inner: float) -> float:
        """Between the beam's inner face and what stands behind it in the mate."""
        import shapely

        behind = shapely.box(inner - AROUND_MM, 0.5 * self.reach, inner + 0.2, self.reach)
        cut = section(self.other, z).intersection(behind)
        return inner - float(cut.bounds[2]) if not cut.is_empty else AROUND_MM

    def foot(self, z: float, outer: float, tip: float, crest: float) -> float:
        """What squeezed first layers of beam and mouth take, less what stands back there."""
        at_bed = self.faces(_FOOT_Z_MM)
        if at_bed is None:
            return 0.0
        back = outer - at_bed[1]
        mouth = self.wall(_FOOT_Z_MM, outer, tip, crest) - self.wall(z, outer, tip, crest)
        return max(0.0, ELEPHANT_FOOT_MM - back) + max(0.0, ELEPHANT_FOOT_MM - mouth)


def lead_in(corners: NDArray[np.float64], tip: float) -> float:
    """Slope of the tip: from the last corner at the hook's height to the end of the arm."""
    last = float(corners[corners[:, 0] > tip - FLAT_MM][:, 1].max())
    end = float(corners[:, 1].max())
    at_end = float(corners[corners[:, 1] > end - FLAT_MM][:, 0].max())
    return math.degrees(math.atan2(tip - at_end, end - last))


def catch(corners: NDArray[np.float64], outer: float, tip: float, crest: float) -> float:
    """Slope of the return face: from where the beam ends to the crest."""
    beam = corners[(np.abs(corners[:, 0] - outer) < FLAT_MM) & (corners[:, 1] <= crest)]
    if not len(beam):
        return 90.0
    return math.degrees(math.atan2(tip - outer, max(0.0, crest - float(beam[:, 1].max()))))


def corners_of(shape: BaseGeometry) -> NDArray[np.float64]:
    """All corners of a plane shape, (n, 2)."""
    import shapely

    return np.asarray(shapely.get_coordinates(shape))


def section(solid: Manifold, z: float) -> BaseGeometry:
    """What a plane at a height cuts of a solid."""
    return shape_of([np.asarray(ring) for ring in solid.slice(z).to_polygons()])
