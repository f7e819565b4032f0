"""Plane sections of seated joints, for the pictures of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.written import WrittenKit, box

if TYPE_CHECKING:
    from manifold3d import Manifold
    from shapely.geometry.base import BaseGeometry

    from kitgen.export.manifest import Joint

MARGIN_MM = 4.0
"""Around a clip, so that the picture shows what it hooks into."""
BEHIND_SEAM = 0.45
"""Of the arms' reach: where tongues and arms are cut across."""


@dataclass(frozen=True)
class SectionPicture:
    """One cut through parts that fit into each other.

    Attributes:
        title: what is shown.
        alternative: the same for who cannot see it.
        shapes: by id of the assembly, what the plane cuts of the part, in mm on the plane.
    """

    title: str
    alternative: str
    shapes: dict[str, BaseGeometry]


@dataclass(frozen=True)
class _Cut:
    """A plane through the game with axes on it, and the box of the game that is shown."""

    origin: NDArray[np.float64]
    across: NDArray[np.float64]
    up: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def of(self, solid: Manifold) -> BaseGeometry:
        """The section of a solid, with the plane's axes as x and y."""
        normal = np.cross(self.across, self.up)
        turn = np.array([self.across, self.up, normal])
        place = np.hstack([turn, (-turn @ self.origin)[:, None]])
        near = solid ^ box(self.low.tolist(), self.high.tolist())
        return _polygons(near.transform(place).slice(0.0))


def pictures(kit: WrittenKit) -> Iterator[SectionPicture]:
    """Cut through one joint of each kind and shape, and through the stack.

    Raises:
        UnsoundFileError: If a part bounds no solid.
    """
    seen: set[tuple[object, ...]] = set()
    for joint in kit.joints():
        likeness = _likeness(kit, joint)
        if likeness in seen:
            continue
        seen.add(likeness)
        if joint.kind == "nest":
            yield from _nest(kit, joint)
        else:
            yield from _snap(kit, joint)


def _likeness(kit: WrittenKit, joint: Joint) -> tuple[object, ...]:
    """What two joints share that look alike: nests by what carries them, snaps by their files."""
    members = [kit.items[member] for member in joint.members]
    if joint.kind == "nest":
        return (joint.kind, kit.parts[members[1].part].kind)
    return (joint.kind, *(kit.parts[member.part].sha256 for member in members))


def _nest(kit: WrittenKit, joint: Joint) -> Iterator[SectionPicture]:
    """Upright, through the tile's middle; tiles of a stack all at once."""
    tile, below = joint.members
    stacked = kit.ids("stack") if kit.items[tile].group == "stack" else []
    shown = stacked or [*_with_letter(kit, tile), below]
    x, y, _ = kit.pose(tile)[:3, 3]
    heights = [kit.standing(item).bounding_box() for item in shown if item != below or stacked]
    size = max(bounds[3] - bounds[0] for bounds in heights) / 2 + 2.0
    top = max(bounds[5] for bounds in heights) + 1.0
    cut = _Cut(
        np.array([x, y, 0.0]),
        np.array([1.0, 0.0, 0.0]),
        np.array([0.0, 0.0, 1.0]),
        np.array([x - size, y - 1.0, -1.0]),
        np.array([x + size, y + 1.0, top]),
    )
    what = "Tiles stacked" if stacked else "A tile on its square"
    yield _picture(kit, f"{what}: {', '.join(shown)}", cut, shown)


def _with_letter(kit: WrittenKit, tile: str) -> list[str]:
    letter = f"{tile}-letter"
    return [tile, letter] if letter in kit.items else [tile]


def _snap(kit: WrittenKit, joint: Joint) -> Iterator[SectionPicture]:
    """Flat, through a clip's arms at half their height; upright, along the seam, across all."""
    if not joint.arms:
        return
    corners = []
    for bounds, member in zip(joint.arms, joint.arm_members, strict=True):
        pose = kit.pose(joint.members[member])
        corners.append(_moved(pose, bounds))
    first = joint.arm_members[0]
    of_first = [c for c, m in zip(corners, joint.arm_members, strict=True) if m == first][:2]
    low = np.min([c[0] for c in of_first], axis=0) - MARGIN_MM
    high = np.max([c[1] for c in of_first], axis=0) + MARGIN_MM
    middle = np.mean([of_first[0][0], of_first[0][1]], axis=0)
    members = list(joint.members)
    flat = _Cut(
        np.array([0.0, 0.0, middle[2]]),
        np.array([1.0, 0.0, 0.0]),
        np.array([0.0, 1.0, 0.0]),
        low,
        high,
    )
    names = " and ".join(members)
    yield _picture(
        kit, f"{joint.id}: the clip of {names}, cut flat at {middle[2]:.1f} mm", flat, members
    )
    insert = np.array(joint.insert)
    along = np.cross([0.0, 0.0, 1.0], insert)
    reach = np.array([c[1] - c[0] for c in of_first])[0] @ np.abs(insert)
    outward = insert if first == 0 else -insert
    seam = min(c @ outward for c in of_first[0])
    at = outward * (seam + BEHIND_SEAM * reach)
    lowest = np.min([kit.standing(m).bounding_box()[:3] for m in members], axis=0)
    highest = np.max([kit.standing(m).bounding_box()[3:] for m in members], axis=0)
    keep = np.abs(insert) > 0.5
    thin_low, thin_high = lowest.copy(), highest.copy()
    thin_low[keep], thin_high[keep] = (at - 1.0)[keep], (at + 1.0)[keep]
    upright = _Cut(at, along, np.array([0.0, 0.0, 1.0]), thin_low - 0.01, thin_high + 0.01)
    yield _picture(
        kit, f"{joint.id}: tongues and clips of {names}, cut along the seam", upright, members
    )


def _picture(kit: WrittenKit, title: str, cut: _Cut, items: Sequence[str]) -> SectionPicture:
    shapes = {item: cut.of(kit.standing(item)) for item in items}
    areas = ", ".join(f"{item} {shapes[item].area:.0f} mm2" for item in items)
    return SectionPicture(title, f"Section. {title}. Cut areas: {areas}.", shapes)


def _moved(
    pose: NDArray[np.float64], bounds: tuple[Sequence[float], Sequence[float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The box round a box of file coordinates that was brought into the game."""
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    points = np.where(corners == 0, bounds[0], bounds[1]) @ pose[:3, :3].T + pose[:3, 3]
    return points.min(axis=0), points.max(axis=0)


def _polygons(cross: object) -> BaseGeometry:
    import shapely

    rings = (shapely.Polygon(ring) for ring in cross.to_polygons() if len(ring) > 2)  # type: ignore[attr-defined]
    return reduce(shapely.symmetric_difference, rings, shapely.Polygon())
