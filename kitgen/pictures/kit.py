"""A kit as pictures need it: manifest, shapes and colours, all from the written files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kitgen.errors import UserError
from kitgen.export.manifest import Manifest, Part, Placed
from kitgen.export.manifest_file import manifest_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kitgen.mesh.mesh import Mesh

_NEUTRAL = "#9AA4AB"
"""Where a kit of before colours were recorded names none."""


@dataclass(frozen=True)
class PicturedKit:
    """The files of a kit; shapes are read when they are asked for, once.

    Attributes:
        folder: Holds ``manifest.json`` and what it lists.
        manifest: As read.
        manifest_sha256: Digest of the manifest's bytes: names this very kit.
    """

    folder: Path
    manifest: Manifest
    manifest_sha256: str
    _meshes: dict[str, Mesh] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, folder: Path) -> PicturedKit:
        """Read the manifest of a kit's folder.

        Raises:
            UserError: There is none, or it is none.
        """
        data = manifest_bytes(folder)
        return cls(folder, Manifest.from_bytes(data), hashlib.sha256(data).hexdigest())

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """By name, in the manifest's order."""
        return {part.name: part for part in self.manifest.parts}

    @cached_property
    def standing(self) -> Mapping[str, Placed]:
        """What stands in the assembled game, by id, in the manifest's order."""
        return {placed.id: placed for placed in self.manifest.assembly}

    @property
    def game(self) -> Mapping[str, Any]:
        """The resolved rules: the half ``[game]`` of the profile."""
        game: Mapping[str, Any] = self.manifest.profile["game"]
        return game

    @property
    def printed(self) -> Mapping[str, Any]:
        """The resolved half ``[print]`` of the profile."""
        printed: Mapping[str, Any] = self.manifest.profile["print"]
        return printed

    @property
    def letter_font(self) -> str:
        """Family or file that tiles are lettered with; empty where the profile does not say."""
        return str(self.printed.get("font") or "")

    @property
    def letter_weight(self) -> int:
        """Weight of that font."""
        return int(self.printed.get("font_weight") or 400)

    def colour(self, part: str) -> str:
        """``#RRGGBB`` of a part's filament."""
        return self.parts[part].colour or _NEUTRAL

    def tile(self, label: str) -> str | None:
        """Name of the part that carries a label; None if the kit has no such tile."""
        return next(
            (p.name for p in self.manifest.parts if p.kind == "tile" and p.label == label), None
        )

    def mesh(self, part: str) -> Mesh:
        """The welded surface of a part in the coordinates of its file, in mm.

        Raises:
            UserError: The file is absent or no STL.
        """
        if part not in self._meshes:
            from kitgen.export.stl_reading import NoBinaryStlError, read_stl, welded

            path = self.folder / self.parts[part].file
            try:
                self._meshes[part] = welded(read_stl(path.read_bytes()).corners)
            except OSError as error:
                raise UserError(f"{path} cannot be read: {error.strerror}") from error
            except NoBinaryStlError as error:
                raise UserError(f"{path} is damaged: {error}; build the kit again") from error
        return self._meshes[part]
