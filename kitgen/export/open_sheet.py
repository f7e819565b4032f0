"""``3mf/kit.3mf``: every unique part once, as often as the kit needs it, on one open sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kitgen.export.flavours import Flavour, plate_file
from kitgen.export.print_objects import print_objects
from kitgen.export.sheet import Footprint, lay_out
from kitgen.export.threemf import Instance
from kitgen.kit.contents import KitPart
from kitgen.mesh.mesh import Mesh

GAP_MM = 5.0
"""Between neighbours on the sheet: room for a brim."""


def open_sheet(
    parts: Sequence[KitPart],
    meshes: Mapping[str, Mesh],
    *,
    letter_z: float,
    title: str,
    slicer: Flavour = "generic",
) -> bytes:
    """Write the kit as one 3MF file.

    Args:
        parts: Of the kit; those whose count is 0 are left out.
        meshes: By part name, in mm.
        letter_z: Height in mm at which the letter of an inlay tile lies in its tile.
        title: Of the file.
        slicer: For whom it is written.

    Returns:
        The bytes of the file.
    """
    objects = print_objects(parts, meshes, letter_z=letter_z)
    by_name = {part.name: part for part in parts}
    footprints: list[Footprint] = []
    lows: list[np.ndarray] = []
    for thing in objects:
        part = by_name[thing.name]
        low, high = meshes[part.name].vertices.min(axis=0), meshes[part.name].vertices.max(axis=0)
        width, depth = (high - low)[:2].astype(float)
        footprints.append(Footprint(part.kind, float(width), float(depth), part.count))
        lows.append(low.astype(np.float64))
    instances = [
        Instance(thing.name, (x - low[0], y - low[1], 0.0))
        for thing, low, places in zip(objects, lows, lay_out(footprints, GAP_MM), strict=True)
        for x, y in places
    ]
    return plate_file(slicer, objects, instances, title=title)
