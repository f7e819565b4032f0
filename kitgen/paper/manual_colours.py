"""How much of each colour a kit takes, and how long its printing."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from kitgen.export.manifest import Plate
from kitgen.mesh.mesh import Mesh
from kitgen.paper.part_words import kind, tenths
from kitgen.pictures.kit import PicturedKit
from kitgen.slicing.record import SliceRecord
from kitgen.wording import Wording

_ROLES = (("board", "board_colour"), ("rack", "rack_colour"), ("tile", "tile_colour"))
_LEVEL = 0.999
"""Upward part of the normal of a face that is level."""

Figures = tuple[float, float, tuple[float, ...]]
"""Grams, metres and hours, copies counted."""
Share = tuple[str | None, Figures]
"""What one colour takes of one plate."""


def by_colour(kit: PicturedKit, wording: Wording, record: SliceRecord | None) -> dict[str, Any]:
    """What the template shows of each colour.

    Where a plate holds two colours, its hours are shared out by their grams.

    Args:
        kit: With estimates for its plates.
        wording: Of the manual.
        record: A slicer's figures, which come first.
    """
    found = _sliced(record) if record is not None else _estimated(kit)
    # One filament may be written in two ways.
    shares: list[Share] = [(colour and colour.upper(), figures) for colour, figures in found]
    text = wording.text
    hours = ("hours",) if record is not None else ("careful", "fast")
    return {
        "title": text("print.by_colour"),
        "header": [
            *(text(f"print.{key}") for key in ("colour", "used_for", "grams", "metres")),
            *(text(f"print.{key}") for key in hours),
        ],
        "rows": [
            _row(kit, wording, colour, shares) for colour in dict.fromkeys(s[0] for s in shares)
        ],
    }


def _row(
    kit: PicturedKit, wording: Wording, colour: str | None, shares: Sequence[Share]
) -> dict[str, Any]:
    grams, metres, hours = zip(*(takes for name, takes in shares if name == colour), strict=True)
    figures = [math.fsum(grams), math.fsum(metres), *map(math.fsum, zip(*hours, strict=True))]
    return {
        "colours": [colour],
        "roles": _roles(kit, wording, colour),
        "figures": [tenths(wording, round(figure, 6)) for figure in figures],
    }


def _sliced(record: SliceRecord) -> Iterator[Share]:
    for one in record.prints:
        whole = math.fsum(filament.grams for filament in one.filaments)
        for filament in one.filaments:
            share = filament.grams / whole if whole else 1 / len(one.filaments)
            grams, metres = filament.grams * one.copies, filament.metres * one.copies
            yield filament.colour, (grams, metres, (one.hours * one.copies * share,))


def _estimated(kit: PicturedKit) -> Iterator[Share]:
    for plate in kit.manifest.plates:
        if plate.estimate is None:
            continue
        hours = plate.estimate.hours
        for colour, share in _parts_of_one(kit, plate).items():
            figures = (plate.estimate.grams * share, plate.estimate.metres * share)
            yield colour, (*figures, (hours["careful"] * share, hours["fast"] * share))


def _parts_of_one(kit: PicturedKit, plate: Plate) -> Mapping[str | None, float]:
    """Which share of a plate's plastic each of its colours has."""
    colours = {colour.upper() for colour in plate.colours}
    if len(colours) != 2 or plate.estimate is None or kit.manifest.material is None:
        return {plate.colours[0] if plate.colours else None: 1.0}
    first, second = plate.colours
    change = kit.manifest.filament_change
    if change is not None:
        first, second = change.first, change.second
    # Letters are thin, so that they are printed without infill.
    there = {item.part for item in plate.items}
    volume = math.fsum(_letters_mm3(kit, item.part, there) for item in plate.items)
    grams = volume / 1000 * kit.manifest.material.density_g_per_cm3
    share = min(1.0, grams / plate.estimate.grams) if plate.estimate.grams else 0.0
    return {first: 1 - share, second: share}


def _letters_mm3(kit: PicturedKit, name: str, there: Container[str]) -> float:
    """What of a part has the second colour: an inlaid letter, or what rises above the change.

    Some slicers' files list letters beside their tiles, others take both as one thing.
    """
    part = kit.parts[name]
    if part.kind == "tile-letter":
        return part.volume_mm3
    letter = kit.parts.get(f"{name}-letter")
    if letter is not None and letter.name not in there:
        return letter.volume_mm3
    change = kit.manifest.filament_change
    if change is None or part.kind != "tile":
        return 0.0
    return _above_mm3(kit.mesh(name), change.z_mm)


def _above_mm3(mesh: Mesh, z_mm: float) -> float:
    """Volume of upright prisms that stand on a height: area of each top by its rise."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces].astype(np.float64), 1, 0)
    cross = np.cross(b - a, c - a)
    area = np.linalg.norm(cross, axis=1) / 2
    level = cross[:, 2] >= 2 * _LEVEL * area
    rise = np.clip(a[:, 2] - z_mm, 0.0, None)
    return float((area * rise)[level].sum())


def _roles(kit: PicturedKit, wording: Wording, colour: str | None) -> str:
    roles = [role for role, key in _ROLES if getattr(kit.printed, key).upper() == colour]
    if kit.printed.letter_style != "engraved" and kit.printed.letter_colour.upper() == colour:
        roles.append("letter")
    pieces = (part for part in kit.manifest.parts if kind(part) == "coupon")
    if any(kit.colour(part.name).upper() == colour for part in pieces):
        roles.append("coupon")
    return wording.listed(wording.text(f"roles.{role}") for role in roles)
