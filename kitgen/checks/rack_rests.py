"""How tiles stand on a rack, on its floor and against its back rest; and the rack on its foot.

Every tile is moved along its own down and along its own back, as its pose has them, until it meets
the rack.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.faces import Facets, both, facing, first_contact
from kitgen.checks.finding import Finding, within
from kitgen.checks.several import Case, judged
from kitgen.checks.stops import lowering
from kitgen.checks.written import WrittenKit

Floats = NDArray[np.float64]

TOUCHING_MM = 0.02
"""A tile nearer than this rests: poses have six decimals, and leave 2e-5 mm so as not to cross."""
LEAST_FLOOR_MM2 = 10.0
"""Of a tile's lower edge on the floor: two thirds of a millimetre over its straight length."""
LEAST_REST_MM2 = 10.0
"""Of a tile's underside against the back rest: much less, and it leans on a point."""
PARALLEL_DEG = 0.1
"""Over a back rest of 13 mm it opens by 0.02 mm."""
LEAST_STANDING_MM = 5.0
"""The centre of mass of rack and tiles stays inside the foot by this much."""
NEAR_MM = 3.0
"""Farther from a tile the rack is nothing that it could rest on."""
STOREY_MM = 0.5
"""What is farther past a tile's face than this is not what the tile rests on."""
FOOT_MM = 0.01
"""The foot is what lies so low."""
_WAYS = (
    ("seated.rack_floor", "the slot's floor, along its own down", 1, LEAST_FLOOR_MM2),
    ("seated.rack_rest", "the back rest, along its own back", 2, LEAST_REST_MM2),
)
"""Of a tile's pose the column that points away from what it rests on."""


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Measure all racks that are whole and have tiles; says nothing of others.

    Raises:
        UnsoundFileError: A file is absent or bounds no solid.
    """
    racks = {
        group: kit.ids(group, "rack-half")
        for group in dict.fromkeys(item.group for item in kit.manifest.assembly)
        if len(kit.ids(group, "rack-half")) == 2 and kit.ids(group, "tile")
    }
    if not racks:
        return
    for check, place, column, least in _WAYS:
        gaps, areas = [], []
        for group, halves in racks.items():
            for tile in kit.ids(group, "tile"):
                gap, area = _rest(kit, tile, halves, column)
                gaps.append(Case((tile, *halves), gap, high=TOUCHING_MM))
                areas.append(Case((tile, *halves), area, low=least))
        source = f"design rule: tiles on a rack touch it, {TOUCHING_MM:g} mm at most"
        yield from judged(
            check, f"way of a tile on a rack to {place}", gaps, unit="mm", source=source
        )
        yield from judged(
            f"{check}_area",
            f"area with which a tile on a rack touches {place.split(',')[0]}",
            areas,
            unit="mm2",
            source=f"design rule: flat, within {TOUCHING_MM:g} mm and {PARALLEL_DEG:g} degrees",
        )
    for group, halves in racks.items():
        yield _steady(kit, group, halves)


def _rest(kit: WrittenKit, tile: str, halves: list[str], column: int) -> tuple[float, float]:
    """Way in mm until a tile meets its rack, and area in mm2 that lies flat against it."""
    pose = kit.pose(tile)
    x, y, z = (float(part) for part in -pose[:3, column])
    turn = lowering((x, y, z))
    part = kit.items[tile].part
    standing = Facets.of(kit.mesh(part)).moved(turn @ pose)
    # The letter and the boss look away from the rack; only what faces it can meet it.
    standing = standing.where(standing.normals[:, 2] < 0)
    low, high = standing.corners.min(axis=(0, 1)), standing.corners.max(axis=(0, 1))
    margin = np.array([0.0, 0.0, NEAR_MM])
    racks = [_upward(kit, half, turn) for half in halves]
    rack = both(*(each.where(each.within(low - margin, high + margin)) for each in racks))
    met = first_contact(standing, rack, crossing=STOREY_MM)
    flat = standing.where(standing.down)
    faces = facing(
        flat,
        rack.where(rack.up),
        reach=TOUCHING_MM,
        crossing=TOUCHING_MM,
        opposed_deg=PARALLEL_DEG,
    )
    return met.gap, float(faces.area.sum()) / 2  # every pair is seen from both sides


def _upward(kit: WrittenKit, item: str, turn: Floats) -> Facets:
    facets = Facets.of(kit.mesh(kit.items[item].part)).moved(turn @ kit.pose(item))
    return facets.where(facets.normals[:, 2] > 0)


def _steady(kit: WrittenKit, group: str, halves: list[str]) -> Finding:
    """How far inside the foot the centre of mass lies, all of one plastic."""
    import shapely

    items = [*halves, *kit.ids(group, "tile"), *kit.ids(group, "tile-letter")]
    moment, mass = np.zeros(3), 0.0
    for item in items:
        volume, centre = _mass(kit, item)
        moment += volume * centre
        mass += volume
    centre = moment / mass
    corners = np.concatenate(
        [Facets.of(kit.mesh(kit.items[h].part)).moved(kit.pose(h)).corners for h in halves]
    ).reshape(-1, 3)
    foot = shapely.MultiPoint(
        corners[corners[:, 2] <= corners[:, 2].min() + FOOT_MM, :2]
    ).convex_hull
    point = shapely.Point(centre[:2])
    inside = float(foot.boundary.distance(point)) * (1 if foot.contains(point) else -1)
    tiles = len(kit.ids(group, "tile"))
    return within(
        "seated.rack_steady",
        f"from the centre of mass of a rack with {tiles} tiles to the edge of its foot",
        tuple(halves),
        inside,
        low=LEAST_STANDING_MM,
        unit="mm",
        source=f"design rule: {LEAST_STANDING_MM:g} mm inside the foot",
        note=f"it lies over y {centre[1]:.1f} of the game, {centre[2]:.1f} mm high",
    )


def _mass(kit: WrittenKit, item: str) -> tuple[float, Floats]:
    """Volume in mm3 and centre of mass in the game, by tetrahedra from the origin."""
    corners = np.asarray(kit.mesh(kit.items[item].part).triangles, dtype=np.float64)
    volumes = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    volume = float(volumes.sum())
    centre = (volumes[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / volume
    pose = kit.pose(item)
    placed: Floats = pose[:3, :3] @ centre + pose[:3, 3]
    return volume, placed
