"""Tiles as props, each with the letter in its pocket where letters are bodies of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kitgen.pictures.scene import Pose, Prop, moved, placed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kitgen.pictures.kit import PicturedKit

_LETTER = "-letter"


def with_letter(kit: PicturedKit, part: str, pose: Pose) -> Iterator[Prop]:
    """A part where it stands; of a tile with an inlaid letter both bodies.

    The file of an inlay lies on z = 0; in the tile it ends flush with the top.
    """
    yield Prop(part, pose)
    letter = f"{part}{_LETTER}"
    if letter in kit.parts:
        top = kit.parts[part].bbox_mm[1][2] - kit.parts[letter].bbox_mm[1][2]
        yield Prop(letter, pose @ moved(np.eye(4), (0, 0, top)))


def is_letter(name: str) -> bool:
    """Whether a part, or something that stands in the game, is the inlaid letter of a tile."""
    return name.endswith(_LETTER)


def stack_pitch(kit: PicturedKit) -> tuple[float, float, float] | None:
    """The way from one tile of a stack to the next in mm; None where the kit shows no stack."""
    standing = [p for p in kit.manifest.assembly if p.group == "stack" and not is_letter(p.id)]
    if len(standing) < 2:
        return None
    low, high = (placed(p.pose)[:3, 3] for p in standing[:2])
    x, y, z = (float(value) for value in high - low)
    return x, y, z


def lying(kit: PicturedKit, part: str, x: float, y: float, z: float = 0.0) -> Pose:
    """A pose that puts the middle of a part's footprint on a place, in print orientation."""
    low, high = kit.parts[part].bbox_mm
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    return moved(np.eye(4), (x - middle[0], y - middle[1], z - low[2]))
