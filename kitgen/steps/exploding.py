"""How far each thing of the assembled game moves when it is taken apart for the eye."""

from __future__ import annotations

from collections.abc import Mapping

from kitgen.export.manifest import Manifest, Placed, Vector

APART_MM = 30.0
"""Between the halves of a joint."""
LIFT_MM = 24.0
"""Of a tile off what it stands on."""
AWAY_MM = 50.0
"""Of racks from the board, which grows toward them."""


def explosion(manifest: Manifest) -> dict[str, Vector]:
    """Give for each id of the assembly the way that it moves, in mm.

    Quarters move outward, tiles on squares with their quarter and up, each tile of a stack one
    step higher than the one below, halves of racks apart along the way in which they join.
    """
    moves: dict[str, Vector] = {}
    inserts = _moving_halves(manifest)
    levels: dict[str, int] = {}
    kinds = {part.name: part.kind for part in manifest.parts}
    for placed in manifest.assembly:
        x, y, _ = _middle(manifest, placed)
        is_quarter = kinds[placed.part] == "board-quarter"
        if placed.group == "board":
            outward = (_sign(x) * APART_MM / 2, _sign(y) * APART_MM / 2)
            moves[placed.id] = (*outward, 0.0 if is_quarter else LIFT_MM)
        elif placed.group == "stack":
            level = levels.setdefault(placed.id.removesuffix("-letter"), len(levels))
            moves[placed.id] = (AWAY_MM, 0.0, level * LIFT_MM / 2)
        else:
            insert = inserts.get(placed.id, (0.0, 0.0, 0.0))
            back = tuple(-APART_MM * along for along in insert)
            lift = LIFT_MM if kinds[placed.part].startswith("tile") else 0.0
            away = _sign(y) * AWAY_MM if abs(y) > abs(x) else 0.0
            aside = _sign(x) * AWAY_MM if abs(x) >= abs(y) else 0.0
            moves[placed.id] = (back[0] + aside, back[1] + away, back[2] + lift)
    return moves


def _moving_halves(manifest: Manifest) -> Mapping[str, Vector]:
    return {j.members[0]: j.insert for j in manifest.joints if j.kind == "rack-snap"}


def _middle(manifest: Manifest, placed: Placed) -> Vector:
    part = next(part for part in manifest.parts if part.name == placed.part)
    low, high = part.bbox_mm
    centre = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    x, y, z = (
        row[0] * centre[0] + row[1] * centre[1] + row[2] * centre[2] + row[3]
        for row in placed.pose[:3]
    )
    return x, y, z


def _sign(value: float) -> float:
    return 1.0 if value > 0 else -1.0
