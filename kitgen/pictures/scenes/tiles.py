"""Tiles in a scene: their letters in their pockets, their order in the set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kitgen.pictures.scene import Pose, Prop, moved

if TYPE_CHECKING:
    from kitgen.export.manifest import Part
    from kitgen.pictures.kit import PicturedKit

LETTER = "-letter"
"""After a tile's name it names the body of its letter, where that is printed by itself."""


def with_letter(kit: PicturedKit, part: str, pose: Pose) -> Iterator[Prop]:
    """A part, and where it is a tile of two colours the letter in its pocket."""
    yield Prop(part, pose)
    letter = part + LETTER
    if letter in kit.parts:
        # The pocket opens to the top, which letters end with.
        up = kit.parts[part].bbox_mm[1][2] - kit.parts[letter].bbox_mm[1][2]
        yield Prop(letter, pose @ moved(np.eye(4), (0.0, 0.0, up)))


def tiles_of(kit: PicturedKit) -> list[Part]:
    """The kit's different tiles, in the order of the set."""
    return [part for part in kit.manifest.parts if part.kind == "tile" and part.count]


def shown_label(label: str | None) -> str:
    """A label as text shows it; empty for a blank."""
    return "" if label in (None, "_") else str(label)
