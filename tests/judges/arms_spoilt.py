"""Snap arms and tongues of a kit spoilt in known places by known amounts."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from assembled import Game, box, united
from manifold3d import Manifold
from numpy.typing import NDArray

Spoil = Callable[[Manifold], Manifold]


@dataclass(frozen=True)
class ArmPlace:
    """Where an arm stands in its part's file.

    Here u runs from the arm's inner face toward its hook, v from its root to its tip.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    out: NDArray[np.float64]
    toward: NDArray[np.float64]
    thickness: float
    hook: float

    @classmethod
    def of(cls, game: Game, joint: int | str, number: int) -> "ArmPlace":
        """An arm of a joint, by the joint's id or place in the manifest."""
        joints = game.manifest["joints"]
        found = next(j for at, j in enumerate(joints) if joint in (at, j["id"]))
        member = found["arm_members"][number]
        pose = game.pose(found["members"][member])
        low, high = (np.array(corner) for corner in found["arms"][number])
        out = np.array(found["insert"]) * (1 if member == 0 else -1) @ pose[:3, :3]
        twin = np.array(found["arms"][number ^ 1]).mean(axis=0)
        across = np.abs(np.array([out[1], out[0], 0.0]))
        toward = across * np.sign(((low + high) / 2 - twin) @ across)
        solid = game.solids[game.item(found["members"][member])["part"]]
        thickness = float(game.printed["snap_arm_thickness"])
        place = cls(low, high, out, toward, thickness, 0.0)
        tip = np.array((solid ^ place.room(-9.0, 9.0, 3.0, 30.0)).bounding_box()).reshape(2, 3)
        far = max(tip @ toward) - place.origin @ toward
        return cls(low, high, out, toward, thickness, float(far - thickness))

    @property
    def origin(self) -> NDArray[np.float64]:
        """The arm's inner face at its root, on the bed."""
        corners = np.array([self.low, self.high])
        inner = min(corners @ self.toward) + 0.5 * self.thickness + 0.01
        root = min(corners @ self.out)
        return self.toward * inner + self.out * root

    @property
    def reach(self) -> float:
        return float(abs((self.high - self.low) @ self.out))

    def room(
        self, u0: float, u1: float, v0: float, v1: float, z0: float = -1.0, z1: float = 9.0
    ) -> Manifold:
        """A box in the part's file."""
        corners = np.array(
            [self.origin + self.toward * u + self.out * v for u, v in ((u0, v0), (u1, v1))]
        )
        low, high = corners.min(axis=0), corners.max(axis=0)
        inside = box([low[0], low[1], z0], [high[0], high[1], z1])
        # Wide boxes reach the twin; what is meant is what stands in this arm's own box.
        margin = [0.05, 0.05]
        own = box([*(self.low[:2] - margin), -2.0], [*(self.high[:2] + margin), 10.0])
        return inside ^ own

    def without_hook(self, solid: Manifold, by: float | None = None) -> Manifold:
        """The hook cut off, or made lower by an amount in mm."""
        keep = self.hook - by if by is not None else 0.0
        return solid - self.room(self.thickness + keep, self.thickness + 3.0, 2.0, 40.0)

    def missing(self, solid: Manifold) -> Manifold:
        return solid - self.room(-9.0, 9.0, 0.0, 40.0)

    def thickened(self, solid: Manifold, by: float) -> Manifold:
        """Thicker on the inner side, which touches nothing."""
        corner = self.room(-by, 0.1, -0.5, self.reach - 0.2, 0.0, 2.2)
        return solid + corner

    def shortened(self, solid: Manifold, by: float) -> Manifold:
        """The outer half moved toward the root."""
        head = solid ^ self.room(-9.0, 9.0, 5.0, 40.0)
        rest = solid - self.room(-9.0, 9.0, 5.0 - by, 40.0)
        return rest + head.translate((-self.out * by).tolist())

    def without_fillet(self, solid: Manifold) -> Manifold:
        cuts = [
            self.room(-3.0, 0.0, 0.0, 1.0),
            self.room(self.thickness, self.thickness + 3.0, 0.0, 1.0),
        ]
        return solid - united(cuts)

    def upright(self, solid: Manifold) -> Manifold:
        """Turned about its own axis, so that it bends between its layers."""
        arm = solid ^ self.room(-9.0, 9.0, 0.0, 40.0)
        axes = np.array([self.toward, self.out, [0.0, 0.0, 1.0]])
        # u goes up, z goes back along u.
        turned = np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
        turn = axes.T @ turned @ axes
        place = np.hstack([turn, (self.origin - turn @ self.origin)[:, None]])
        moved = arm.transform(place)
        bounds = moved.bounding_box()
        lift = np.array([0.0, 0.0, -bounds[2]]) + self.toward * 2.2
        return self.missing(solid) + moved.translate(lift.tolist())


def with_own_file(kit: Path, target: Path, items: dict[str, str]) -> Path:
    """Copy a kit in which some items of the assembly have a file of their own.

    Args:
        kit: folder of a kit.
        target: a new folder.
        items: by id of the assembly, the name of its new part.
    """
    shutil.copytree(kit, target)
    path = target / "manifest.json"
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    parts = {part["name"]: part for part in record["parts"]}
    for item in record["assembly"]:
        if item["id"] in items:
            name = items[item["id"]]
            old = parts[item["part"]]
            file = f"stl/{name}.stl"
            shutil.copy(target / old["file"], target / file)
            record["parts"].append({**old, "name": name, "file": file, "count": 1})
            old["count"] -= 1
            item["part"] = name
    path.write_text(json.dumps(record, indent=1), encoding="utf-8")
    return target
