"""A kit as written: its manifest, its meshes, and the game put together from the poses.

Solids are operands of exact booleans (manifold3d) in float64, made from the triangles in the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import KitgenError
from kitgen.export.manifest import Joint, Manifest, Part, Placed
from kitgen.export.stl_reading import NoBinaryStlError, read_stl
from kitgen.slicing.job import read_kit

if TYPE_CHECKING:
    import trimesh
    from manifold3d import Manifold


class UnsoundFileError(KitgenError):
    """A part's file is absent, unreadable or bounds no solid: what needs it cannot be judged."""


@dataclass(frozen=True)
class WrittenKit:
    """The files of a kit; meshes and solids are read when they are asked for, once.

    Attributes:
        folder: holds `manifest.json` and what it lists.
        manifest: as read.
        manifest_sha256: digest of its file: names this very kit.
        font_path: font file that the user names, where the profile's font is not to be found.
    """

    folder: Path
    manifest: Manifest
    manifest_sha256: str
    font_path: Path | None = None
    _meshes: dict[str, trimesh.Trimesh] = field(default_factory=dict, repr=False)
    _solids: dict[str, Manifold] = field(default_factory=dict, repr=False)
    _standing: dict[str, Manifold] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, folder: Path, font_path: Path | None = None) -> WrittenKit:
        """Read the manifest of a kit's folder.

        Raises:
            UserError: There is none, or it is none.
        """
        manifest, digest = read_kit(folder)
        return cls(folder, manifest, digest, font_path)

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """By name, in the manifest's order."""
        return {part.name: part for part in self.manifest.parts}

    @cached_property
    def items(self) -> Mapping[str, Placed]:
        """What stands in the assembled game, by id, in the manifest's order."""
        return {item.id: item for item in self.manifest.assembly}

    @property
    def printed(self) -> Mapping[str, object]:
        """The table `[print]` as resolved."""
        table = self.manifest.profile.get("print", {})
        return table if isinstance(table, Mapping) else {}

    def number(self, key: str, otherwise: float) -> float:
        """A figure of the table `[print]`, such as `layer_height` in mm."""
        value = self.printed.get(key)
        return float(value) if isinstance(value, int | float) else otherwise

    def named(self, kind: str) -> list[str]:
        """Names of the parts of a kind."""
        return [part.name for part in self.manifest.parts if part.kind == kind]

    def ids(self, group: str | None = None, kind: str | None = None) -> list[str]:
        """Ids of what stands in a group, of a kind."""
        return [
            item.id
            for item in self.manifest.assembly
            if group in (None, item.group) and kind in (None, self.parts[item.part].kind)
        ]

    def joints(self, kind: str | None = None) -> list[Joint]:
        """The joints of a kind, in the manifest's order."""
        return [joint for joint in self.manifest.joints if kind in (None, joint.kind)]

    def mesh(self, part: str) -> trimesh.Trimesh:
        """A part's triangles as its file holds them, equal vertices merged; file coordinates, mm.

        Raises:
            UnsoundFileError: The file is absent or no STL.
        """
        if part not in self._meshes:
            import trimesh

            path = self.folder / self.parts[part].file
            if not path.is_file():  # trimesh would say so with the whole path
                raise UnsoundFileError(f"{self.parts[part].file}: no such file")
            try:
                read_stl(path.read_bytes())  # trimesh would take other bytes for text
                loaded = trimesh.load_mesh(path)
            except NoBinaryStlError as error:
                raise UnsoundFileError(f"{self.parts[part].file}: {error}") from error
            except (OSError, ValueError, IndexError, KeyError, AttributeError) as error:
                raise UnsoundFileError(f"{self.parts[part].file}: {error}") from error
            if not isinstance(loaded, trimesh.Trimesh) or not len(loaded.faces):
                raise UnsoundFileError(f"{self.parts[part].file}: holds no triangles")
            self._meshes[part] = loaded
        return self._meshes[part]

    def solid(self, part: str) -> Manifold:
        """A part as operand of booleans, file coordinates.

        Raises:
            UnsoundFileError: The triangles bound no solid.
        """
        if part not in self._solids:
            self._solids[part] = solid_of(self.mesh(part), self.parts[part].file)
        return self._solids[part]

    def pose(self, item: str) -> NDArray[np.float64]:
        """(4, 4) from file coordinates into the game."""
        return np.array(self.items[item].pose, dtype=np.float64)

    def standing(self, item: str) -> Manifold:
        """A part where it stands in the game."""
        if item not in self._standing:
            solid = self.solid(self.items[item].part)
            self._standing[item] = solid.transform(self.pose(item)[:3])
        return self._standing[item]

    def group(self, items: Iterable[str]) -> Manifold:
        """Several as one."""
        return united(self.standing(item) for item in items)


def solid_of(mesh: trimesh.Trimesh, name: str = "mesh") -> Manifold:
    """A mesh as operand of booleans.

    Raises:
        UnsoundFileError: It bounds no solid.
    """
    import manifold3d

    solid = manifold3d.Manifold(
        manifold3d.Mesh64(
            np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces, dtype=np.uint64)
        )
    )
    if solid.status() != manifold3d.Error.NoError:
        raise UnsoundFileError(f"{name}: bounds no solid ({solid.status().name})")
    if solid.is_empty() or solid.volume() <= 0:
        raise UnsoundFileError(f"{name}: bounds no positive volume")
    return solid


def united(solids: Iterable[Manifold]) -> Manifold:
    """All as one."""
    import manifold3d

    return manifold3d.Manifold.batch_boolean(list(solids), manifold3d.OpType.Add)


def box(low: Sequence[float], high: Sequence[float]) -> Manifold:
    """An upright box between two corners, in mm."""
    import manifold3d

    size = np.subtract(high, low)
    return manifold3d.Manifold.cube(size.tolist()).translate(list(low))


def overlap_mm3(first: Manifold, second: Manifold) -> float:
    """Common volume."""
    return float((first ^ second).volume())


def shifted(solid: Manifold, direction: Sequence[float], distance: float) -> Manifold:
    """The solid moved by a distance in mm along a unit vector."""
    return solid.translate((np.asarray(direction, dtype=float) * distance).tolist())
