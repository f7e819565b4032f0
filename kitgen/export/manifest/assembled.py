"""The assembled game: where each part stands, and how parts fit into each other."""

from typing import Literal, Self

from pydantic import Field, model_validator

from kitgen.export.manifest.fields import (
    Box,
    Kind,
    NonEmpty,
    NotNegative,
    Pose,
    Record,
    Vector,
    require_box,
    require_rigid,
    require_unit,
)


class Placed(Record):
    """One part in the assembled game."""

    id: NonEmpty
    part: NonEmpty = Field(description="name of a part")
    group: Kind = Field(description="board, stack, rack-1, rack-2, ...")
    pose: Pose = Field(description="row-major 4x4 from file coordinates into the game, mm")

    @model_validator(mode="after")
    def _check(self) -> Self:
        require_rigid(self.pose, f"pose of {self.id}")
        return self


class Land(Record):
    """The plane on which the members of a joint meet, in the assembled game."""

    point_mm: Vector
    normal: Vector


class Joint(Record):
    """Two parts of the assembled game that fit into each other."""

    id: NonEmpty
    kind: Literal["nest", "board-snap", "rack-snap"]
    members: tuple[NonEmpty, NonEmpty] = Field(description="two ids of the assembly")
    clearance_per_side_mm: NotNegative
    insert: Vector = Field(description="unit vector along which the first member seats")
    locked: tuple[Vector, ...] = Field(description="unit vectors along which it must not leave")
    snap_travel_mm: NotNegative = Field(description="travel over which arms bend; 0 for a nest")
    arms: tuple[Box, ...] = Field(description="boxes round the arms, in file coordinates")
    arm_members: tuple[Literal[0, 1], ...] = Field(description="member that carries each arm")
    land: Land | None

    @model_validator(mode="after")
    def _check(self) -> Self:
        where = f"joint {self.id}"
        if self.members[0] == self.members[1]:
            raise ValueError(f"{where} joins {self.members[0]} to itself")
        if len(self.arms) != len(self.arm_members):
            raise ValueError(
                f"{where} has {len(self.arms)} arms and {len(self.arm_members)} arm_members"
            )
        for box in self.arms:
            require_box(box, f"an arm of {where}")
        for vector in (self.insert, *self.locked, *([self.land.normal] if self.land else [])):
            require_unit(vector, where)
        return self
