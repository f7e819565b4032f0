"""The assembled game, rebuilt from nothing but the files of a kit and its manifest.

Solids are exact booleans' operands (manifold3d) in float64, made from the triangles as written.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import manifold3d
import numpy as np
import trimesh
from manifold3d import Manifold
from numpy.typing import NDArray

NOTHING_MM3 = 1e-6
"""Overlap below this is rounding."""


def solid_of(mesh: trimesh.Trimesh) -> Manifold:
    """A mesh as operand of booleans."""
    made = Manifold(
        manifold3d.Mesh64(
            np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces, dtype=np.uint64)
        )
    )
    assert made.status() == manifold3d.Error.NoError
    assert not made.is_empty()
    return made


def box(low: Sequence[float], high: Sequence[float]) -> Manifold:
    """An upright box between two corners."""
    size = np.subtract(high, low)
    return Manifold.cube(size.tolist()).translate(list(low))


def overlap(first: Manifold, second: Manifold) -> float:
    """Common volume in mm3."""
    return float((first ^ second).volume())


def united(solids: Iterable[Manifold]) -> Manifold:
    """All as one."""
    return Manifold.batch_boolean(list(solids), manifold3d.OpType.Add)


def shifted(solid: Manifold, direction: Sequence[float], distance: float) -> Manifold:
    """The solid moved by a distance in mm along a unit vector."""
    return solid.translate((np.asarray(direction) * distance).tolist())


@dataclass(frozen=True)
class Game:
    """A kit's files and what stands where in the assembled game."""

    folder: Path
    manifest: Mapping[str, Any]
    meshes: Mapping[str, trimesh.Trimesh]
    """By part, as written, vertices merged."""
    solids: Mapping[str, Manifold]
    """By part; other than the meshes only where a test has spoilt them."""
    placed: dict[str, Manifold] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> "Game":
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        meshes = {
            part["name"]: trimesh.load_mesh(folder / part["file"]) for part in manifest["parts"]
        }
        for name, mesh in meshes.items():
            assert mesh.is_watertight, name
            assert mesh.is_winding_consistent, name
        return cls(folder, manifest, meshes, {n: solid_of(mesh) for n, mesh in meshes.items()})

    @property
    def printed(self) -> Mapping[str, Any]:
        """The table `[print]` as resolved."""
        return self.manifest["profile"]["print"]

    @property
    def clearance(self) -> float:
        return float(self.printed["clearance_per_side"])

    def part(self, name: str) -> Mapping[str, Any]:
        return next(part for part in self.manifest["parts"] if part["name"] == name)

    def names(self, kind: str) -> list[str]:
        """Names of the parts of a kind."""
        return [part["name"] for part in self.manifest["parts"] if part["kind"] == kind]

    def item(self, name: str) -> Mapping[str, Any]:
        return next(item for item in self.manifest["assembly"] if item["id"] == name)

    def ids(self, group: str, kind: str | None = None) -> list[str]:
        """Of what stands in a group, in the manifest's order."""
        kinds = {part["name"]: part["kind"] for part in self.manifest["parts"]}
        return [
            item["id"]
            for item in self.manifest["assembly"]
            if item["group"] == group and kind in (None, kinds[item["part"]])
        ]

    def pose(self, name: str) -> NDArray[np.float64]:
        """4x4, from file to game."""
        return np.array(self.item(name)["pose"], dtype=np.float64)

    def standing(self, name: str) -> Manifold:
        """A part where it stands in the game."""
        if name not in self.placed:
            item = self.item(name)
            self.placed[name] = self.solids[item["part"]].transform(self.pose(name)[:3])
        return self.placed[name]

    def group(self, names: Iterable[str]) -> Manifold:
        return united(self.standing(name) for name in names)

    def joints(self, kind: str) -> list[Mapping[str, Any]]:
        return [joint for joint in self.manifest["joints"] if joint["kind"] == kind]

    def arms(self, names: Iterable[str]) -> Manifold:
        """The manifest's arm boxes of some parts, in the game."""
        wanted = set(names)
        boxes = [
            box(low, high).transform(self.pose(joint["members"][member])[:3])
            for joint in self.manifest["joints"]
            for (low, high), member in zip(joint["arms"], joint["arm_members"], strict=True)
            if joint["members"][member] in wanted
        ]
        return united(boxes)

    def with_solids(self, solids: Mapping[str, Manifold]) -> "Game":
        """The same game with other solids for some parts."""
        return replace(self, solids={**self.solids, **solids}, placed={})

    def without_arms(self) -> "Game":
        """The same game with every snap arm broken off."""
        spoilt = {}
        for joint in self.manifest["joints"]:
            for (low, high), member in zip(joint["arms"], joint["arm_members"], strict=True):
                name = self.item(joint["members"][member])["part"]
                spoilt[name] = spoilt.get(name, self.solids[name]) - box(low, high)
        return self.with_solids(spoilt)
