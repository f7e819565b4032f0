"""What the page shows of a kit, as plain values: shapes, poses, plates, colours, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kitgen.pictures.look import CREASE_DEG
from kitgen.pictures.page.coarser import coarser
from kitgen.pictures.page.filling import there_at_once
from kitgen.pictures.page.packing import packed
from kitgen.pictures.part_titles import coupon_title, is_blank
from kitgen.pictures.tiles import is_letter, with_letter
from kitgen.steps import explosion

if TYPE_CHECKING:
    from kitgen.export.manifest import Part, Placed, Plate, Vector
    from kitgen.pictures.kit import PicturedKit
    from kitgen.wording import Wording

ROLES = ("board", "rack", "tiles", "letters")
"""What has a colour of its own in a game."""
_ROLE_OF = {
    "board-quarter": "board",
    "rack-half": "rack",
    "tile": "tiles",
    "tile-letter": "letters",
    "coupon-tile": "tiles",
    "coupon-cap": "tiles",
}
_SETTING_OF = {"board": "board_colour", "rack": "rack_colour", "tiles": "tile_colour"}
_COUNTED = ("board-quarter", "rack-half", "tile")
"""Kinds that a plate's name counts one by one; anything else is a piece."""


def content(kit: PicturedKit, wording: Wording, *, off_mm: float | None = None) -> dict[str, Any]:
    """Give everything that the page's script reads.

    An inlaid letter belongs to the tile that it lies in: wherever the tile is shown alone or on a
    plate, so is the letter.

    Args:
        kit: What is shown.
        wording: Of the page.
        off_mm: How far outlines may be off to have fewer corners; None for shapes as in the files.
    """
    manifest = kit.manifest
    number = {name: index for index, name in enumerate(kit.parts)}
    moves = explosion(manifest) if manifest.assembly else {}
    standing = there_at_once(kit)
    things = [item for item in standing if not is_letter(item.part)]
    common, shapes = _shapes(kit, off_mm)
    return {
        "crease": CREASE_DEG,
        "common": common,
        "parts": [shapes[part.name] | _part(kit, part, number, wording) for part in manifest.parts],
        "assembly": [
            {
                "part": number[placed.part],
                "pose": [_short(value) for row in placed.pose[:3] for value in row],
                "move": [_short(value) for value in _move(moves, placed)],
            }
            for placed in standing
        ],
        "plates": [
            {
                "items": [
                    [number[item.part], _short(item.turn_deg), *map(_short, item.place_mm)]
                    for item in plate.items
                ],
                "status": plate_title(kit, plate, index, wording),
            }
            for index, plate in enumerate(manifest.plates)
        ],
        "bed": _bed(kit),
        "change": manifest.filament_change.z_mm if manifest.filament_change else None,
        "colours": colours(kit),
        "words": {
            "assembled": wording.count("status.assembled", len(things)),
            "apart": wording.text("status.apart", n="{n}"),
            "coloured": wording.text("status.coloured"),
            "reset": wording.text("status.reset"),
        },
    }


def colours(kit: PicturedKit) -> dict[str, str]:
    """Give ``#RRGGBB`` by role, for the roles that this kit has, in the order of :data:`ROLES`."""
    found: dict[str, str] = {}
    for part in kit.manifest.parts:
        found.setdefault(role(kit, part), kit.colour(part.name))
    if kit.manifest.filament_change is not None:
        found["letters"] = kit.manifest.filament_change.second
    return {key: found[key] for key in ROLES if key in found}


def role(kit: PicturedKit, part: Part) -> str:
    """Give which colour of the game a part takes: of :data:`ROLES`; "" if none of them.

    Coupon pieces of board and rack are of one kind: there it is the colour that tells.
    """
    if part.kind in _ROLE_OF:
        return _ROLE_OF[part.kind]
    colour = kit.colour(part.name).upper()
    settings = ((key, str(getattr(kit.printed, name)).upper()) for key, name in _SETTING_OF.items())
    return next((key for key, setting in settings if setting == colour), "")


def listed_parts(kit: PicturedKit) -> list[Part]:
    """Give the parts that can be looked at alone, coupons last: letters come with their tiles."""
    alone = [part for part in kit.manifest.parts if _tile_of(kit, part) is None]
    return sorted(alone, key=lambda part: part.kind.startswith("coupon-"))


def part_title(part: Part, wording: Wording) -> str:
    """Name a part for a reader."""
    if is_blank(part):
        return wording.text("part.blank")
    if part.kind == "tile":
        return wording.text("part.tile", label=part.label)
    if part.kind == "board-quarter":
        return wording.text("part.board-quarter")
    if part.kind == "rack-half" and part.name.endswith(("-left", "-right")):
        return wording.text(f"part.{part.name.rpartition('-')[2]}")
    if part.kind.startswith("coupon-"):
        return coupon_title(part.name, wording.language)
    return part.name


def plate_title(kit: PicturedKit, plate: Plate, index: int, wording: Wording) -> str:
    """Name a plate by its number and what lies on it."""
    parts = [kit.parts[item.part] for item in plate.items]
    return wording.text(
        "plate.title",
        number=wording.number(index + 1),
        content=wording.listed(_counts([part.kind for part in parts], wording)),
    )


def _counts(kinds: Sequence[str], wording: Wording) -> Iterable[str]:
    counted = Counter(kind if kind in _COUNTED else "piece" for kind in kinds)
    return [wording.count(f"plate.{kind}", count) for kind, count in counted.items()]


def _shapes(
    kit: PicturedKit, off_mm: float | None
) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Give what parts of a kind have in common, and the shape of each part by its name."""
    kinds: dict[str, list[str]] = {}
    for part in kit.manifest.parts:
        kinds.setdefault(part.kind, []).append(part.name)
    common: list[dict[str, Any]] = []
    shapes: dict[str, dict[str, Any]] = {}
    for names in kinds.values():
        meshes = [kit.mesh(name) for name in names]
        alike = packed(meshes if off_mm is None else [coarser(mesh, off_mm) for mesh in meshes])
        place = None if alike.common is None else len(common)
        common += [] if alike.common is None else [alike.common]
        for name, own in zip(names, alike.own, strict=True):
            shapes[name] = {"common": place, **own}
    return common, shapes


def _part(kit: PicturedKit, part: Part, number: dict[str, int], wording: Wording) -> dict[str, Any]:
    size = [wording.number(length, 1) for length in part.size_mm]
    of_role = role(kit, part)
    return {
        "role": of_role,
        "colour": kit.colour(part.name),
        "letter": _letter(kit, part, number),
        "lettered": part.kind == "tile",
        "status": wording.count(
            "status.part",
            part.count,
            part=part_title(part, wording),
            x=size[0],
            y=size[1],
            z=size[2],
        ),
    }


def _letter(kit: PicturedKit, part: Part, number: dict[str, int]) -> dict[str, Any] | None:
    """Give the body that lies in a tile, and how far above its own file's place it does so."""
    _, *inlaid = with_letter(kit, part.name, np.eye(4))
    return next(
        ({"part": number[prop.part], "up": _short(prop.pose[2, 3])} for prop in inlaid), None
    )


def _move(moves: Mapping[str, Vector], placed: Placed) -> Vector:
    """How something moves when the kit is taken apart: a letter as its tile does."""
    name = placed.id.removesuffix("-letter") if is_letter(placed.part) else placed.id
    return moves.get(name, (0.0, 0.0, 0.0))


def _tile_of(kit: PicturedKit, part: Part) -> str | None:
    tile = part.name.removesuffix("-letter")
    return tile if part.kind == "tile-letter" and tile in kit.parts else None


def _bed(kit: PicturedKit) -> dict[str, Any] | None:
    printer = kit.manifest.printer
    if printer is None:
        return None
    return {
        "size": list(printer.bed_mm),
        "excluded": [[*low, *high] for low, high in printer.excluded_mm],
    }


def _short(value: float) -> float:
    return round(value, 4) + 0.0
