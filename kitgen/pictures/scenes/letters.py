"""One sheet with every different tile, so that the lettering can be judged at a glance."""

from __future__ import annotations

import math

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.part_titles import font_title, is_blank
from kitgen.pictures.scene import Picture, Scene
from kitgen.pictures.tiles import lying, with_letter
from kitgen.wording import Wording

_GAP = 1.18
"""From tile to tile, against the size of one."""


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """The sheet, from above and a little before it, so that light falls into the letters.

    None where the kit has no tiles, or only some of its parts were made.
    """
    tiles = [part for part in kit.manifest.parts if part.kind == "tile"]
    if not tiles or not kit.manifest.whole:
        return []
    wording = Wording.read("kitgen.pictures", "pictures", language)
    pitch = _GAP * tiles[0].size_mm[0]
    columns = math.ceil(math.sqrt(len(tiles) * 1.5))
    rows = math.ceil(len(tiles) / columns)
    props = [
        prop
        for place, tile in enumerate(tiles)
        for prop in with_letter(
            kit,
            tile.name,
            lying(kit, tile.name, place % columns * pitch, -(place // columns) * pitch),
        )
    ]
    scene = Scene(props, (0.0, -0.4, 1.0), rows / columns, projection="parallel")
    blank = wording.text("blank")
    labels = wording.listed(blank if is_blank(tile) else tile.label or "" for tile in tiles)
    font = font_title(tiles[0].letter.font) if tiles[0].letter else ""
    alt = wording.count("letters", len(tiles), labels=labels, font=font)
    return [Picture("pictures/letters.png", scene, alt, 960)]
