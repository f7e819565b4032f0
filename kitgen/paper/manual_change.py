"""Letters in a second colour: one change of filament, or two filaments in the same layers."""

from __future__ import annotations

from typing import Any

from kitgen.pictures.kit import PicturedKit
from kitgen.wording import Wording


def filament_change(kit: PicturedKit, wording: Wording) -> dict[str, Any] | None:
    """What the template shows where letters have a colour of their own; None where not."""
    change = kit.manifest.filament_change
    both = [plate for plate in kit.manifest.plates if len({c.upper() for c in plate.colours}) > 1]
    files = wording.listed(plate.file.rpartition("/")[2] for plate in both)
    if change is not None and both:
        text = wording.text(
            "change.swap",
            files=files,
            height=wording.number(change.z_mm, 2),
            layer=wording.number(change.layer),
        )
        colours = (change.first, change.second)
    elif both and (height := _inlaid_mm(kit)) is not None:
        colours = (both[0].colours[0], both[0].colours[1])
        text = wording.text("change.inlay", files=files, height=wording.number(height, 2))
    else:
        return None
    return {"title": wording.text("change.title"), "text": text, "colours": colours}


def _inlaid_mm(kit: PicturedKit) -> float | None:
    """Height at which letters begin that end with their tiles; None where there are none."""
    heights = {
        part.label: part.size_mm[2] for part in kit.manifest.parts if part.kind == "tile-letter"
    }
    tiles = (part for part in kit.manifest.parts if part.kind == "tile")
    return next(
        (tile.bbox_mm[1][2] - heights[tile.label] for tile in tiles if tile.label in heights), None
    )
