"""One snap arm measured from the mesh: beam, hook, root, and the mouth that it goes through.

Everything is looked at in the arm's own frame: u along the seam, toward its hook; v out of the part
that carries it; z up from the bed. Which way the hook faces is measured too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.arm_sections import (
    AROUND_MM,
    BEAM,
    FLAT_MM,
    HEIGHTS,
    ArmSections,
    catch,
    corners_of,
    lead_in,
    section,
)
from kitgen.checks.written import box

if TYPE_CHECKING:
    from manifold3d import Manifold


@dataclass(frozen=True)
class Arm:
    """An arm as measured; lengths in mm, angles in degrees.

    Attributes:
        thickness: in the direction in which the hook stands out, the largest along the beam.
        length: from the face of its body to the hook's crest.
        hook: how far the hook stands out from the beam, in the plane of the bed.
        height: of the beam above its lowest point.
        under: from the bed to the beam's lowest point.
        tilt: of the direction in which the hook stands out, from the plane of the bed.
        fillet: the smaller of the two at the root.
        lead_in: slope of the tip to the arm's axis.
        catch: slope of the return face to the arm's axis.
        deflection: how far the hook reaches behind the mouth's narrowest edge when both stand as in
            the game: by so much the arm bends on its way in.
        room: how far the beam can bend inward before the mate's core stops it.
        foot: what squeezed first layers take from the gap beside the arm and no chamfer gives back.
        toward: the direction of the hook in file coordinates, (3,).
    """

    thickness: float
    length: float
    hook: float
    height: float
    under: float
    tilt: float
    fillet: float
    lead_in: float
    catch: float
    deflection: float
    room: float
    foot: float
    toward: NDArray[np.float64]

    @property
    def strain(self) -> float:
        """Peak strain at the root of a straight cantilever, 1.5 h Y / L^2."""
        return 1.5 * self.thickness * self.deflection / self.length**2

    @property
    def slenderness(self) -> float:
        """Length over thickness."""
        return self.length / self.thickness


def measure_arm(
    carrier: Manifold,
    mate: Manifold,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    out: NDArray[np.float64],
) -> Arm | None:
    """Measure the arm in a box.

    Args:
        carrier: the part with the arm, file coordinates.
        mate: the part that it hooks into where it stands, in the same coordinates.
        low: lowest corner of the box round the arm, (3,), mm.
        high: highest corner.
        out: unit vector out of the carrier along the arm, in the plane of the bed.

    Returns:
        None where the box holds no arm.
    """
    near = box((low - AROUND_MM).tolist(), (high + AROUND_MM).tolist())
    across = np.array([-out[1], out[0], 0.0])
    middle = (low + high) / 2
    base = middle - out * abs(float((high - low) @ out)) / 2
    reach = abs(float((high - low) @ out))
    half = abs(float((high - low) @ across)) / 2
    shapes = [(carrier ^ near), (mate ^ near)]
    for sign in (1.0, -1.0):
        turn = np.array([sign * across, out, [0.0, 0.0, 1.0]])
        place = np.hstack([turn, (-turn @ np.array([base[0], base[1], 0.0]))[:, None]])
        body, other = (shape.transform(place) for shape in shapes)
        beam = _beam(body, half, reach, float(high[2]))
        if beam is None:
            return None
        found = _measured(ArmSections(body, other, beam), sign * across)
        if found is not None:
            return found
    return None


def _beam(body: Manifold, half: float, reach: float, top: float) -> Manifold | None:
    """What stands out of the body inside the box, if it is long enough to be an arm."""
    inside = body ^ box([-half, FLAT_MM, -1.0], [half, reach, top])
    pieces = [piece for piece in inside.decompose() if not piece.is_empty()]
    long = [piece for piece in pieces if _span(piece, 1) > reach / 2]
    return max(long, key=lambda piece: float(piece.volume())) if long else None


def _span(solid: Manifold, axis: int) -> float:
    bounds = solid.bounding_box()
    return float(bounds[axis + 3] - bounds[axis])


def _measured(at: ArmSections, toward: NDArray[np.float64]) -> Arm | None:
    """The arm from its sections; None where its hook faces the other way."""
    import shapely

    z = at.level(HEIGHTS[0])
    faces = at.faces(z)
    if faces is None:
        return None
    inner, outer, tip = faces
    head = shapely.box(-99.0, BEAM[0] * at.reach, 99.0, 99.0)
    arm = section(at.beam, z).intersection(head)
    if inner - arm.bounds[0] > tip - outer + FLAT_MM:
        return None
    corners = corners_of(arm)
    body = section(at.body, z)
    face = at.face(body, inner, outer)
    crest = float(corners[corners[:, 0] > tip - FLAT_MM][:, 1].min())
    bounds = np.array(at.beam.bounding_box())
    rise = max(float(bounds[5]) - at.top, at.bottom - float(bounds[2]))
    levels = [at.level(share) for share in HEIGHTS]
    cuts = [(height, cut) for height in levels if (cut := at.faces(height)) is not None]
    return Arm(
        thickness=max(cut[1] - cut[0] for _, cut in cuts),
        length=crest - face,
        hook=tip - outer,
        height=at.top - at.bottom,
        under=at.bottom,
        tilt=math.degrees(math.atan2(max(0.0, rise), max(tip - outer, 1e-9))),
        fillet=min(at.fillet(body, outer, face, 1.0), at.fillet(body, inner, face, -1.0)),
        lead_in=lead_in(corners, tip),
        catch=catch(corners, outer, tip, crest),
        deflection=max(cut[2] - at.wall(height, cut[1], cut[2], crest) for height, cut in cuts),
        room=at.room(z, inner),
        foot=at.foot(z, outer, tip, crest),
        toward=toward,
    )
