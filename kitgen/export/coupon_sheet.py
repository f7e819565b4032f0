"""`3mf/coupon-JOINT.3mf`: all pieces of one coupon beside each other, to be printed at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kitgen.export.flavours import Flavour, plate_file
from kitgen.export.sheet import Footprint, lay_out
from kitgen.export.threemf import Body, Instance, PrintObject
from kitgen.kit.contents import KitPart
from kitgen.mesh.mesh import Mesh
from kitgen.parts.registry import kind_of, size_of


@dataclass(frozen=True)
class Laid:
    """One piece on the sheet."""

    part: KitPart
    place: tuple[float, float]
    """Where the file's origin comes to lie, in mm."""

    @property
    def size(self) -> tuple[float, float, float]:
        """Width, depth and height in mm."""
        return size_of(self.part.parameters)

    @property
    def corner(self) -> tuple[float, float]:
        """Highest x and y that it covers, in mm."""
        _, high = kind_of(self.part.parameters).extent(self.part.parameters)
        return self.place[0] + high[0], self.place[1] + high[1]

    def moved(self, x: float, y: float) -> Laid:
        """The same piece elsewhere."""
        return replace(self, place=(round(self.place[0] + x, 6), round(self.place[1] + y, 6)))


def laid_out_coupon(parts: Sequence[KitPart], gap_mm: float) -> tuple[Laid, ...]:
    """Place the pieces of a coupon, each as its file has it, near the origin.

    Args:
        parts: One of each.
        gap_mm: Between neighbours, and to the edges of the sheet.
    """
    sizes = [size_of(part.parameters) for part in parts]
    # Sorted by depth, shelves waste least.
    order = sorted(range(len(parts)), key=lambda i: (sizes[i][1], i))
    places = lay_out([Footprint("coupon", *sizes[i][:2], 1) for i in order], gap_mm)
    laid: dict[int, Laid] = {}
    for i, ((x, y),) in zip(order, places, strict=True):
        low, _ = kind_of(parts[i].parameters).extent(parts[i].parameters)
        laid[i] = Laid(parts[i], (0.0, 0.0)).moved(x - low[0], y - low[1])
    return tuple(laid[i] for i in range(len(parts)))


def span(laid: Sequence[Laid], gap_mm: float) -> tuple[float, float]:
    """Width and depth in mm of a sheet that begins at the origin, its margins included."""
    corners = [one.corner for one in laid]
    return max(x for x, _ in corners) + gap_mm, max(y for _, y in corners) + gap_mm


def coupon_sheet(
    laid: Sequence[Laid], meshes: Mapping[str, Mesh], *, title: str, slicer: Flavour
) -> bytes:
    """Write a sheet.

    Args:
        laid: The pieces, on the bed.
        meshes: By part name, in mm.
        title: Of the file.
        slicer: For whom it is written.

    Returns:
        The bytes of the 3MF file.
    """
    objects = [
        PrintObject(one.part.name, (Body(one.part.name, meshes[one.part.name], one.part.colour),))
        for one in laid
    ]
    instances = [Instance(one.part.name, (*one.place, 0.0)) for one in laid]
    return plate_file(slicer, objects, instances, title=title)
