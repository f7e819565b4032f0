"""A seam: which joint feature sits where along the edge at which two parts meet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from kitgen.joints import snap as snaps
from kitgen.joints import tongue as tongues
from kitgen.joints.prisms import only_solid
from kitgen.joints.revisions import JOINT_REVISION, require_known
from kitgen.joints.snap import SnapParameters
from kitgen.joints.tongue import TongueParameters

if TYPE_CHECKING:
    import cadquery as cq


class Feature(Enum):
    """What an edge carries at one place."""

    TONGUE = "tongue"
    CLIP = "clip"
    GROOVE = "groove"
    SOCKET = "socket"

    @property
    def mate(self) -> Feature:
        """What the other edge carries at the same place."""
        return _MATES[self]

    @property
    def stands_out(self) -> bool:
        """Whether it adds to its part instead of cutting into it."""
        return self in (Feature.TONGUE, Feature.CLIP)


_MATES = {
    Feature.TONGUE: Feature.GROOVE,
    Feature.GROOVE: Feature.TONGUE,
    Feature.CLIP: Feature.SOCKET,
    Feature.SOCKET: Feature.CLIP,
}


@dataclass(frozen=True)
class Placed:
    """A feature centred at ``along`` mm on its edge."""

    feature: Feature
    along: float


@dataclass(frozen=True)
class SeamParameters:
    """The two joints that a seam is made of."""

    snap: SnapParameters
    tongue: TongueParameters
    revision: int = JOINT_REVISION

    def __post_init__(self) -> None:
        require_known(self.revision)

    @property
    def gap(self) -> float:
        """Between the two seam faces; each stands back half of it."""
        return self.snap.clearance_per_side

    @property
    def reach(self) -> float:
        """How far features stand out past the seam."""
        return max(self.snap.reach, self.tongue.length)

    @property
    def depth(self) -> float:
        """How far features cut into a part."""
        return max(self.snap.socket_depth, self.tongue.groove_depth)

    @property
    def roof_z(self) -> float:
        """Height above which the part is whole again."""
        return max(self.snap.roof_z, self.tongue.roof_z)

    def half_width(self, feature: Feature) -> float:
        """Half the room that a feature and its mate take along the seam."""
        snaps_here = feature in (Feature.CLIP, Feature.SOCKET)
        return self.snap.half_width if snaps_here else self.tongue.half_width


def mates(edge: Sequence[Placed]) -> tuple[Placed, ...]:
    """The features of the edge that closes against ``edge``."""
    return tuple(Placed(placed.feature.mate, placed.along) for placed in edge)


@dataclass(frozen=True)
class Edge:
    """One seam edge of a part: its features and where they sit in the part's file."""

    features: tuple[Placed, ...]
    outward_deg: float
    """Direction out of the part, counter-clockwise from the x axis."""
    along: tuple[float, float]
    """Unit vector along which the places of the features are counted."""

    def place(self, placed: Placed) -> tuple[float, float, float]:
        """Where a feature's origin lies in the file, in mm."""
        return placed.along * self.along[0], placed.along * self.along[1], 0.0


def joined(body: cq.Solid, seam: SeamParameters, edges: Sequence[Edge]) -> cq.Solid:
    """Give a body the features of its edges.

    Args:
        body: The part without joints, its seam faces standing back half the gap.
        seam: The joints.
        edges: The seam edges with their features.
    """
    import cadquery as cq

    up = cq.Vector(0, 0, 1)
    added: list[cq.Solid] = []
    taken: list[cq.Solid] = []
    for edge in edges:
        for placed in edge.features:
            # A joint's frame has v pointing out of the part that carries the standing feature,
            # that is into the part that is cut.
            stands_out = placed.feature.stands_out
            turn = edge.outward_deg + (-90.0 if stands_out else 90.0)
            frame = cq.Location(cq.Vector(*edge.place(placed)), up, turn)
            target = added if stands_out else taken
            target.extend(solid.moved(frame) for solid in _solids(placed.feature, seam))
    shape: cq.Shape = body
    if taken:
        shape = shape.cut(*taken)
    if added:
        shape = shape.fuse(*added)
    return only_solid(shape)


def arm_boxes(
    seam: SeamParameters, edge: Edge
) -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    """Boxes (low, high) in the part's file that hold the arms of an edge, in mm."""
    turn = math.radians(edge.outward_deg - 90.0)
    cosine, sine = round(math.cos(turn), 12), round(math.sin(turn), 12)
    boxes = []
    for placed in edge.features:
        if placed.feature is not Feature.CLIP:
            continue
        x, y, _ = edge.place(placed)
        for low, high in snaps.arm_boxes(seam.snap):
            corners = [
                (x + u * cosine - v * sine, y + u * sine + v * cosine) for u, v in (low, high)
            ]
            (x0, y0), (x1, y1) = corners
            boxes.append(
                (
                    (min(x0, x1), min(y0, y1), 0.0),
                    (max(x0, x1), max(y0, y1), seam.snap.height + snaps.ARM_BOX_MARGIN_MM),
                )
            )
    return boxes


def volume_change(seam: SeamParameters, features: Sequence[Placed]) -> float:
    """What the features of one edge add to the volume of their part, in mm3 (cuts count minus)."""
    each = {
        Feature.TONGUE: tongues.tongue_volume(seam.tongue),
        Feature.GROOVE: -tongues.groove_volume(seam.tongue),
        Feature.CLIP: snaps.arms_volume(seam.snap),
        Feature.SOCKET: -snaps.socket_volume(seam.snap),
    }
    return sum(each[placed.feature] for placed in features)


def _solids(feature: Feature, seam: SeamParameters) -> list[cq.Solid]:
    if feature is Feature.TONGUE:
        return [tongues.tongue(seam.tongue)]
    if feature is Feature.GROOVE:
        return [tongues.groove(seam.tongue)]
    if feature is Feature.CLIP:
        return snaps.arms(seam.snap)
    return [snaps.socket(seam.snap)]
