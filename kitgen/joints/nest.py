r"""The nest: one fit by which a tile sits on a board cell and on any other tile.

A square boss on top fits into a square pocket below::

        ____________
    ___|    boss    |___      land: the shoulder around the boss
   |     __________     |
   |    /  pocket  \    |     vault: leans in over the boss's own chamfer
   |   |            |   |
   |__/              \__|     flare: 45 degrees at the bed

The boss is the reference and stays as it is when the clearance changes; the pocket grows. A board
that is printed already therefore fits tiles printed later with another clearance.

Up to the boss's chamfer the pocket's walls are straight and hold the tile. Above it they lean
inward, which prints without support, and leave a narrower ceiling to be bridged: the pocket is
deep, which saves plastic, and yet leaves a shoulder under the boss of its own tile.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.joints.limits import require_at_least, require_at_most
from kitgen.joints.prisms import (
    ELEPHANT_FOOT_CHAMFER_MM,
    only_solid,
    rounded_box,
    rounded_box_volume,
)
from kitgen.joints.revisions import JOINT_REVISION, require_known

if TYPE_CHECKING:
    import cadquery as cq

BOSS_CHAMFER_MM = 0.4
"""Lead-in at the boss's top edge."""
BOSS_CORNER_RADIUS_MM = 1.5
LEAST_ENGAGEMENT_MM = 1.0
"""Height over which straight side faces stand against each other; less lets a tile rock out."""
LEAST_AIR_MM = 0.2
"""Between the letter below and the ceiling above: a top surface comes out over-full by as much."""
VAULT_RUN = 0.8
"""How far the vault leans in for each mm of height: 38.7 degrees from upright, as tongues do. At 45
degrees slicers ask for support under it."""
VAULT_AIR_MM = 0.3
"""Between the boss's edge and the leaning walls, square to these: they come out rough."""
VAULT_LEAST_RADIUS_MM = 0.2
"""Of the ceiling's corners, which are the boss's less what the walls have leaned in."""
_VAULT_OVER_FLANK_MM = VAULT_AIR_MM * math.hypot(1.0, VAULT_RUN) / VAULT_RUN
"""How far over the upper end of the boss's straight flank the leaning walls pass at least."""
HIGHEST_AIR_MM = (
    (BOSS_CORNER_RADIUS_MM - VAULT_LEAST_RADIUS_MM) / VAULT_RUN
    + _VAULT_OVER_FLANK_MM
    - BOSS_CHAMFER_MM
)
"""Air at which the corners of the ceiling reach their least radius."""


@dataclass(frozen=True)
class NestParameters:
    """What both sides of the nest share; all in mm."""

    boss_size: float
    boss_height: float
    clearance_per_side: float
    letter_rise: float
    """How far a raised letter stands above the boss, 0 for any other style."""
    air: float
    """Between the highest point below and the pocket's ceiling, in whole layers; what the ceiling
    rises over `VAULT_AIR_MM` makes it narrower."""
    revision: int = JOINT_REVISION

    def __post_init__(self) -> None:
        require_known(self.revision)
        require_at_least(
            "engagement of the nest (print.boss_height less two 0.4 mm chamfers)",
            self.boss_height - BOSS_CHAMFER_MM - ELEPHANT_FOOT_CHAMFER_MM,
            "the height that holds a tile",
            LEAST_ENGAGEMENT_MM,
        )
        require_at_least(
            "air over the letter", self.air, "what an over-full top takes", LEAST_AIR_MM
        )
        require_at_most("air over the letter", self.air, "where a vault closes", HIGHEST_AIR_MM)

    @property
    def pocket_size(self) -> float:
        """Width of the straight part of the pocket."""
        return self.boss_size + 2 * self.clearance_per_side

    @property
    def pocket_radius(self) -> float:
        """Concentric with the boss, so that the gap is the same around the corners."""
        return BOSS_CORNER_RADIUS_MM + self.clearance_per_side

    @property
    def pocket_depth(self) -> float:
        """From the tile's underside to the pocket's ceiling."""
        return round(self.boss_height + self.letter_rise + self.air, 9)

    @property
    def springing_z(self) -> float:
        """Height at which the pocket's walls begin to lean inward.

        The leaning walls keep their place over the boss; it is the straight ones that the clearance
        moves. Only where it is so wide that these would end below the boss's flank, all move.
        """
        over_boss = vault_over_boss(self.clearance_per_side)
        lower = (self.pocket_size - self.boss_size) / 2 / VAULT_RUN
        return self.boss_height + self.letter_rise + over_boss - lower

    def vault_z(self, distance: float) -> float:
        """Height of leaning walls or ceiling at a distance from the middle, in mm."""
        leaning = self.springing_z + (self.pocket_size / 2 - distance) / VAULT_RUN
        return min(leaning, self.pocket_depth)

    @property
    def vault(self) -> float:
        """Height over which the pocket's walls lean in, from the springing to the ceiling."""
        return self.pocket_depth - self.springing_z

    @property
    def ceiling_size(self) -> float:
        """Width of the pocket's flat ceiling, which is bridged."""
        return self.pocket_size - 2 * VAULT_RUN * self.vault

    @property
    def top_size(self) -> float:
        """Width of the boss's flat top."""
        return self.boss_size - 2 * BOSS_CHAMFER_MM


def vault_over_boss(clearance_per_side: float) -> float:
    """How far over the boss's top the leaning walls pass the line of its flanks, in mm."""
    return max(_VAULT_OVER_FLANK_MM, clearance_per_side / VAULT_RUN) - BOSS_CHAMFER_MM


def boss(nest: NestParameters, land_z: float, root: float = 0.0) -> cq.Solid:
    """The boss that stands on a land at height ``land_z``, reaching ``root`` mm below it."""
    return rounded_box(
        nest.boss_size,
        nest.boss_size,
        BOSS_CORNER_RADIUS_MM,
        land_z - root,
        land_z + nest.boss_height,
        top_chamfer=BOSS_CHAMFER_MM,
    )


def boss_volume(nest: NestParameters) -> float:
    """Volume of one boss in mm3."""
    return rounded_box_volume(
        nest.boss_size, BOSS_CORNER_RADIUS_MM, nest.boss_height, top_chamfer=BOSS_CHAMFER_MM
    )


def pocket(nest: NestParameters) -> cq.Solid:
    """The tool that cuts the pocket into an underside at z = 0, its flare included."""
    flare = ELEPHANT_FOOT_CHAMFER_MM
    vaulted = rounded_box(
        nest.pocket_size,
        nest.pocket_size,
        nest.pocket_radius,
        0.0,
        nest.pocket_depth,
        top_chamfer=nest.vault,
        top_run=VAULT_RUN,
    )
    mouth = rounded_box(
        nest.pocket_size + 2 * flare,
        nest.pocket_size + 2 * flare,
        nest.pocket_radius + flare,
        0.0,
        2 * flare,
        top_chamfer=flare,
    ).translate((0.0, 0.0, -flare))
    return only_solid(vaulted.fuse(mouth))


def pocket_volume(nest: NestParameters) -> float:
    """What the pocket takes from a tile, in mm3."""
    flare = ELEPHANT_FOOT_CHAMFER_MM
    opened = rounded_box_volume(
        nest.pocket_size + 2 * flare, nest.pocket_radius + flare, flare, top_chamfer=flare
    )
    vaulted = rounded_box_volume(
        nest.pocket_size,
        nest.pocket_radius,
        nest.pocket_depth - flare,
        top_chamfer=nest.vault,
        top_run=VAULT_RUN,
    )
    return opened + vaulted
