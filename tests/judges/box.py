"""The documented box of parameters, and what a draw from it comes to."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import trimesh
from assembled import solid_of
from hypothesis import strategies as st
from manifold3d import Manifold

from kitgen.errors import UserError
from kitgen.kit.assembly import assembly
from kitgen.kit.contents import KitPart, kit_parts
from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.mesh.measure import measure
from kitgen.mesh.mesh import Mesh
from kitgen.production.letters import laid_out
from kitgen.production.meshes import Order, make
from kitgen.settings import load_settings
from kitgen.settings.print_settings import PrintSettings
from kitgen.store import Store

ASIDE = ("font_weight", "players", "chord_error", "joint_revision", "part_gap")
"""Numbers that are no dimension of a part."""
IN_STEPS = {"fit_offset_nest": 0.05, "fit_offset_board": 0.05, "fit_offset_rack": 0.05}
"""Settings that take multiples only, in mm."""
SIZES = (6, 8, 10, 12, 14, 16)
RACK_SIZES = (3, 10)
STYLES = ("engraved", "raised", "inlay")
TILE = "tile-Qu"
PARTS = ("board-quarter", "rack-half-left", "rack-half-right", TILE, f"{TILE}-letter")
NAMES_BOTH_SIDES = re.compile(
    r"^[^\n]+ = [0-9.]+ (mm|%|deg) must be at (least|most) [^\n]+ = [0-9.]+ (mm|%|deg)$"
)
LETTERING = re.compile(r"^(font|label|letter box) [^\n]*[0-9.]+ (mm|%)[^\n]*[0-9.]+ (mm|%)")
"""How letters refuse: what was measured, and what is needed or allowed."""


def _ranges() -> dict[str, tuple[float, float]]:
    found = {}
    for name, field in PrintSettings.model_fields.items():
        low = [bound.ge for bound in field.metadata if hasattr(bound, "ge")]
        high = [bound.le for bound in field.metadata if hasattr(bound, "le")]
        if low and high and name not in ASIDE:
            found[name] = (float(low[0]), float(high[0]))
    return found


RANGES: Mapping[str, tuple[float, float]] = _ranges()
"""By setting the documented limits of every dimension."""
OPTIONAL = tuple(name for name in RANGES if PrintSettings.model_fields[name].default is None)
"""Those that may be absent."""


@dataclass(frozen=True)
class Draw:
    """One point of the box."""

    size: int
    rack_size: int
    style: str
    printed: tuple[tuple[str, float], ...]


@st.composite
def draws(draw: st.DrawFn) -> Draw:
    """Draw any point of the box, the absent ones absent half of the time."""
    printed = []
    for name, (low, high) in RANGES.items():
        if name not in OPTIONAL or draw(st.booleans()):
            step = IN_STEPS.get(name)
            value = (
                draw(st.floats(low, high))
                if step is None
                else round(step * draw(st.integers(round(low / step), round(high / step))), 9)
            )
            printed.append((name, value))
    return Draw(
        size=draw(st.sampled_from(SIZES)),
        rack_size=draw(st.integers(*RACK_SIZES)),
        style=draw(st.sampled_from(STYLES)),
        printed=tuple(printed),
    )


def corner(style: str = "engraved", size: int = 10, rack_size: int = 7, **printed: float) -> Draw:
    """A point of the box at the defaults, but for what is given."""
    return Draw(size, rack_size, style, tuple(printed.items()))


@lru_cache
def planned(draw: Draw) -> tuple[Dimensions, tuple[KitPart, ...]]:
    """The kit of a draw, without any solid.

    Raises:
        UserError: It is refused.
    """
    named: dict[str, object] = {f"print.{name}": value for name, value in draw.printed}
    named |= {"game.rack_size": draw.rack_size, "print.letter_style": draw.style}
    dims = dimensions(load_settings(size=draw.size, named=named))
    return dims, kit_parts(dims, laid_out(dims, Store(None)))


def refusal(draw: Draw) -> str | None:
    """The message by which a draw is refused, None where it is not."""
    try:
        planned(draw)
    except UserError as error:
        return str(error)
    return None


def is_clear(message: str) -> bool:
    """Whether a refusal names the inequality and both sides in one line."""
    return bool(NAMES_BOTH_SIDES.match(message) or LETTERING.match(message))


def faults(part: KitPart, mesh: Mesh, solid_mm3: float) -> list[str]:
    """What is wrong with a part that was built sound: figures that do not agree."""
    measures = measure(mesh)
    found = []
    if abs(measures.volume_mm3 / solid_mm3 - 1) > 1e-3:
        found.append(f"{part.name}: mesh {measures.volume_mm3}, solid {solid_mm3} mm3")
    if abs(part.volume_mm3 / solid_mm3 - 1) > 0.02:
        found.append(f"{part.name}: estimate {part.volume_mm3}, solid {solid_mm3} mm3")
    if measures.genus and part.kind != "tile-letter":
        found.append(f"{part.name}: {measures.genus} holes")
    if measures.bbox_mm[0][2] != 0.0:
        found.append(f"{part.name}: not on the bed")
    return found


def built(draw: Draw, names: Collection[str] = PARTS) -> tuple[list[str], dict[str, Manifold]]:
    """Build board, rack and a tile of a draw, or what is named of them.

    Returns:
        Faults, and the solids by name of part.

    Raises:
        UserError: It is refused.
        BuildError: A solid or mesh is not sound.
    """
    _, parts = planned(draw)
    chosen = [part for part in parts if part.name in names]
    orders = [Order(part.name, part.parameters, 0.01, step=False) for part in chosen]
    made = make(orders, Store(None), jobs=1)
    found: list[str] = []
    solids = {}
    for part in chosen:
        mesh = made[part.name].mesh
        found += faults(part, mesh, made[part.name].solid_volume_mm3)
        solids[part.name] = solid_of(trimesh.Trimesh(mesh.vertices, mesh.faces, process=False))
    return found, solids


def seated(draw: Draw, solids: Mapping[str, Manifold]) -> dict[str, Manifold]:
    """The quarters and the halves of the first rack where they stand in the game."""
    dims, parts = planned(draw)
    return {
        item.id: solids[item.part.name].transform(np.array(item.pose)[:3])
        for item in assembly(dims, parts)
        if item.part.name in solids
        and (item.part.kind == "board-quarter" or item.id in ("rack-1-left", "rack-1-right"))
    }
