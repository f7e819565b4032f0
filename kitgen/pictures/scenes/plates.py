"""Each print as it lies on the bed."""

from __future__ import annotations

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Scene, Slab, moved, turned
from kitgen.pictures.tiles import is_letter, with_letter
from kitgen.wording import Wording

_BED = "#D9D6CE"
_BED_THICKNESS_MM = 1.0
_WIDTH_PX = 600
_HEIGHT = 0.78
_EXCLUDED = "#B9A9A0"
_EXCLUDED_THICKNESS_MM = 0.15
"""Zones that nothing may lie on are drawn as if pasted on the bed."""


def plate_path(number: int) -> str:
    """Where the picture of a plate lies in a kit's folder; plates are counted from one."""
    return f"pictures/plates/plate-{number:02d}.png"


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """One picture a plate, the bed under it; none where the kit has no plates."""
    printer = kit.manifest.printer
    if printer is None:
        return []
    wording = Wording.read("kitgen.pictures", "pictures", language)
    width, depth = printer.bed_mm
    bed = Slab((0.0, 0.0, -_BED_THICKNESS_MM), (width, depth, 0.0), _BED)
    zones = [
        Slab((*low, 0.0), (*high, _EXCLUDED_THICKNESS_MM), _EXCLUDED)
        for low, high in printer.excluded_mm
    ]
    drawn = []
    for number, plate in enumerate(kit.manifest.plates, start=1):
        props = [
            prop
            for item in plate.items
            if not is_letter(item.part)
            for prop in with_letter(
                kit, item.part, moved(turned("z", item.turn_deg), (*item.place_mm, 0.0))
            )
        ]
        if not props:
            continue
        count = sum(not is_letter(item.part) for item in plate.items)
        alt = wording.count(
            "plate",
            count,
            number=wording.number(number),
            width=wording.number(width),
            depth=wording.number(depth),
            printer=printer.name,
        )
        scene = Scene(props, (0.0, -0.75, 1.0), _HEIGHT, slabs=(bed, *zones))
        drawn.append(Picture(plate_path(number), scene, alt, _WIDTH_PX))
    return drawn
