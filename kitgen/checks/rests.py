"""How a tile rests: on its land, with air over all else, seen along the way it is lowered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.faces import Facets, both, first_contact
from kitgen.checks.pairs import Fit
from kitgen.checks.written import WrittenKit

if TYPE_CHECKING:
    from manifold3d import CrossSection

RESTING_MM = 1e-5
"""Faces nearer than this touch: coordinates in the files are float32."""
LAND_WINDOW_MM = 0.5
"""The land is looked for so near to where the manifest says that it is."""
SKIN_MM = 1e-3
"""Sections beside a face are taken so far from it."""
LEAST_LAND_SHARE = 0.1
"""A flat of less than this share of a tile's footprint is no land."""


@dataclass(frozen=True)
class Rest:
    """One tile on what carries it; mm and mm2.

    Attributes:
        land: how far the tile is from its land; negative where it is sunk in.
        flat: area of land under the tile's underside.
        touching: area of it that touches.
        air: least height of the tile's pocket over what stands in it, inf if nothing does.
        air_place: (x, y) of the least air in the tile's file coordinates.
    """

    land: float
    flat: float
    touching: float
    air: float
    air_place: tuple[float, float]


class Surfaces:
    """Faces of the kit's parts that face up and down, found once."""

    def __init__(self, kit: WrittenKit) -> None:
        self.kit = kit
        self.facets = lru_cache(maxsize=None)(self._facets)
        self.upward = lru_cache(maxsize=None)(self._upward)
        self.downward = lru_cache(maxsize=None)(self._downward)
        self.section = lru_cache(maxsize=None)(self._section)
        self._letters = letters(kit)

    def _facets(self, part: str) -> Facets:
        return Facets.of(self.kit.mesh(part))

    def _upward(self, part: str) -> Facets:
        """Of a part, and of the letter that lies in it."""
        facets = self.facets(part)
        if part in self._letters:
            letter, pose = self._letters[part]
            facets = both(facets, self.facets(letter).moved(pose))
        return facets.where(facets.normals[:, 2] > 1e-3)

    def _downward(self, part: str) -> Facets:
        facets = self.facets(part)
        return facets.where(facets.normals[:, 2] < -1e-3)

    def _section(self, part: str, z: float) -> CrossSection:
        return self.kit.solid(part).slice(z)

    def rest(self, fit: Fit) -> Rest:
        """Measure one nest."""
        assert fit.land_z is not None  # noqa: S101 - callers pass nests only
        tile = self.downward(fit.first).moved(fit.relative)
        low, high = tile.corners.min(axis=(0, 1)), tile.corners.max(axis=(0, 1))
        underside = low[2]
        # Nothing below the land can be met first.
        low[2], high[2] = fit.land_z - LAND_WINDOW_MM, np.inf
        below = self.upward(fit.second)
        below = below.where(below.within(low, high))
        heights = below.corners[:, :, 2].mean(axis=1)
        near_land = np.abs(heights - fit.land_z) < LAND_WINDOW_MM
        land = below.where(below.up & near_land)
        ring = tile.where(tile.down & (tile.boxes[:, 1, 2] < underside + LAND_WINDOW_MM))
        met = first_contact(ring, land)
        flat = self._contact(fit, underside, met.place[2] - met.gap) if len(land) else 0.0
        air = first_contact(tile, below.where(heights > fit.land_z + LAND_WINDOW_MM))
        x, y, _ = (air.place - fit.relative[:3, 3]) @ fit.relative[:3, :3]
        return Rest(
            land=met.gap,
            flat=flat,
            touching=flat if abs(met.gap) <= RESTING_MM else 0.0,
            air=air.gap,
            air_place=(float(x), float(y)),
        )

    def _contact(self, fit: Fit, underside: float, land: float) -> float:
        """Area in mm2 of plastic right over and right under the land."""
        base = float(fit.relative[2, 3])
        over = self.section(fit.first, round(underside - base + SKIN_MM, 6))
        under = self.section(fit.second, round(land - SKIN_MM, 6))
        return float((over.transform(fit.relative[:2, [0, 1, 3]]) ^ under).area())


def letters(kit: WrittenKit) -> dict[str, tuple[str, NDArray[np.float64]]]:
    """By tile the letter that lies in it, and its pose in the tile's file coordinates."""
    found: dict[str, tuple[str, NDArray[np.float64]]] = {}
    placed = [item for item in kit.items.values() if kit.parts[item.part].kind == "tile-letter"]
    tiles = [item for item in kit.items.values() if kit.parts[item.part].kind == "tile"]
    by_label = {kit.parts[item.part].label: item for item in reversed(placed)}
    for tile in tiles:
        label = kit.parts[tile.part].label
        if tile.part in found or label not in by_label:
            continue
        into = np.linalg.inv(kit.pose(tile.id))
        poses = [
            (item.part, into @ kit.pose(item.id))
            for item in placed
            if kit.parts[item.part].label == label and item.group == tile.group
        ]
        # The one that is nearest to this tile is its own.
        if poses:
            found[tile.part] = min(poses, key=lambda each: float(np.abs(each[1][:2, 3]).max()))
    return found


def land_height(facets: Facets) -> float:
    """Of a tile: from its underside to its land, the lowest broad flat that faces up; NaN if none.

    Args:
        facets: of the tile, in file coordinates.
    """
    size = np.ptp(facets.corners[:, :, :2].reshape(-1, 2), axis=0)
    for z, area in levels(facets, facets.up):
        if area > LEAST_LAND_SHARE * size[0] * size[1]:
            return float(z - facets.corners[:, :, 2].min())
    return float("nan")


def ceiling_height(facets: Facets) -> float:
    """Of a tile: from its underside to the pocket's flat ceiling; NaN if there is none."""
    bed = facets.corners[:, :, 2].min()
    flats = [(area, z) for z, area in levels(facets, facets.down) if z > bed + LAND_WINDOW_MM]
    return float(max(flats)[1] - bed) if flats else float("nan")


def levels(facets: Facets, flat: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """(height, area) of horizontal faces, lowest first.

    Args:
        facets: of a part.
        flat: which of them count.
    """
    found: dict[float, float] = {}
    heights = facets.corners[flat, :, 2].mean(axis=1).round(5)
    for z, area in zip(heights.tolist(), facets.areas[flat].tolist(), strict=True):
        found[z] = found.get(z, 0.0) + area
    return sorted(found.items())
