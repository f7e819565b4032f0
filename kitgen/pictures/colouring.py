"""In which colours a part is drawn: its body, and of a tile the letter on it or in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.pictures.look import BACKGROUND, ENGRAVED, FADED, mixed

if TYPE_CHECKING:
    from kitgen.mesh.mesh import Mesh
    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Prop

_SAME_HEIGHT_MM = 1e-3
_LEVEL = 0.99
"""Cosine to the z axis from which on a facet is level."""


@dataclass(frozen=True)
class Lettering:
    """Which facets of a tile's one body are its letter.

    Attributes:
        height_mm: In the coordinates of the file.
        raised: Whether all above this height is the letter, printed after the change of filament;
            otherwise the ground of an engraved letter lies at it.
    """

    height_mm: float
    raised: bool

    def facets(self, mesh: Mesh) -> NDArray[np.bool_]:
        """(n,) which facets of the tile's surface show the letter."""
        corners = mesh.vertices[mesh.faces].astype(np.float64)
        middles = corners.mean(axis=1)
        if self.raised:
            above: NDArray[np.bool_] = middles[:, 2] > self.height_mm + _SAME_HEIGHT_MM
            return above
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        level = normals[:, 2] > _LEVEL * np.linalg.norm(normals, axis=1)
        heights = mesh.vertices[:, 2]
        top = mesh.vertices[heights > heights.max() - _SAME_HEIGHT_MM, :2]
        # The rim of a tile may lie as deep, but round its top.
        within = np.all((middles[:, :2] > top.min(axis=0)) & (middles[:, :2] < top.max(axis=0)), 1)
        deep = np.all(np.abs(corners[..., 2] - self.height_mm) < _SAME_HEIGHT_MM, axis=1)
        ground: NDArray[np.bool_] = level & within & deep
        return ground


def lettering(kit: PicturedKit, name: str) -> Lettering | None:
    """How a part is lettered; None where it is not, or where the letter is a body of its own."""
    part, change = kit.parts[name], kit.manifest.filament_change
    if part.kind == "tile" and change is not None:
        return Lettering(change.z_mm, raised=True)
    if part.kind == "tile" and part.letter is not None and part.letter.style == "engraved":
        return Lettering(part.bbox_mm[1][2] - part.letter.relief_mm, raised=False)
    return None


def body_colour(kit: PicturedKit, prop: Prop) -> str:
    """``#RRGGBB`` in which a prop is drawn."""
    return _shown(prop, prop.colour or kit.colour(prop.part))


def letter_colour(kit: PicturedKit, prop: Prop) -> str:
    """``#RRGGBB`` of the facets that :func:`lettering` tells.

    Raised letters have the second filament's colour, unless the prop has one of its own; the ground
    of engraved ones is that of the tile in the shade.
    """
    found, change = lettering(kit, prop.part), kit.manifest.filament_change
    colour = prop.colour or kit.colour(prop.part)
    if found is not None and found.raised and change is not None and prop.colour is None:
        colour = change.second
    if found is not None and not found.raised:
        colour = mixed("#000000", colour, ENGRAVED)
    return _shown(prop, colour)


def _shown(prop: Prop, colour: str) -> str:
    return mixed(colour, BACKGROUND, FADED) if prop.faded else colour
