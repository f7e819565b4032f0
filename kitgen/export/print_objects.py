"""The parts of a kit as slicers list them: a tile and its inlaid letter are one thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kitgen.export.threemf import Body, PrintObject
from kitgen.kit.contents import KitPart
from kitgen.mesh.mesh import Mesh


def print_objects(
    parts: Sequence[KitPart], meshes: Mapping[str, Mesh], *, letter_z: float
) -> tuple[PrintObject, ...]:
    """Give an object for each part, named as the part.

    A letter comes with its tile, unless letters are all that is asked for.

    Args:
        parts: Of the kit; those whose count is 0 are left out.
        meshes: By part name, in mm.
        letter_z: Height in mm at which the letter of an inlay tile lies in its tile.
    """
    letters = {part.label: part for part in parts if part.kind == "tile-letter"}
    tiles = {part.label for part in parts if part.kind == "tile"}
    objects: list[PrintObject] = []
    for part in parts:
        if part.count == 0 or (part.kind == "tile-letter" and part.label in tiles):
            continue
        bodies = [Body(part.name, meshes[part.name], part.colour)]
        if part.kind == "tile" and part.label in letters:
            letter = letters[part.label]
            bodies = [
                Body(f"{part.name}-body", meshes[part.name], part.colour),
                Body(letter.name, _lifted(meshes[letter.name], letter_z), letter.colour),
            ]
        objects.append(PrintObject(part.name, tuple(bodies)))
    return tuple(objects)


def _lifted(mesh: Mesh, z: float) -> Mesh:
    vertices = mesh.vertices.copy()
    vertices[:, 2] += np.float32(z)
    return Mesh(vertices, mesh.faces)
