"""``3mf/kit.3mf``: every unique part once, as often as the kit needs it, on one open sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kitgen import __version__
from kitgen.export.sheet import Footprint, lay_out
from kitgen.export.threemf import Body, Instance, PrintObject, encode
from kitgen.kit.contents import KitPart
from kitgen.mesh.mesh import Mesh

GAP_MM = 5.0
"""Between neighbours on the sheet: room for a brim."""


def open_sheet(
    parts: Sequence[KitPart], meshes: Mapping[str, Mesh], *, letter_z: float, title: str
) -> bytes:
    """Write the kit as one 3MF file.

    Args:
        parts: Of the kit; those whose count is 0 are left out.
        meshes: By part name, in mm.
        letter_z: Height in mm at which the letter of an inlay tile lies in its tile.
        title: Of the file.

    Returns:
        The bytes of the file.
    """
    objects: list[PrintObject] = []
    footprints: list[Footprint] = []
    lows: list[np.ndarray] = []
    letters = {part.label: part for part in parts if part.kind == "tile-letter"}
    tiles = {part.label for part in parts if part.kind == "tile"}
    for part in parts:
        # A letter comes with its tile, unless letters are all that is asked for.
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
        low, high = meshes[part.name].vertices.min(axis=0), meshes[part.name].vertices.max(axis=0)
        width, depth = (high - low)[:2].astype(float)
        footprints.append(Footprint(part.kind, float(width), float(depth), part.count))
        lows.append(low.astype(np.float64))
    instances = [
        Instance(thing.name, (x - low[0], y - low[1], 0.0))
        for thing, low, places in zip(objects, lows, lay_out(footprints, GAP_MM), strict=True)
        for x, y in places
    ]
    metadata = {"Title": title, "Application": f"kitgen {__version__}"}
    return encode(objects, instances, metadata)


def _lifted(mesh: Mesh, z: float) -> Mesh:
    vertices = mesh.vertices.copy()
    vertices[:, 2] += np.float32(z)
    return Mesh(vertices, mesh.faces)
