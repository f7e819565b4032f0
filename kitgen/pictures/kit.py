"""A kit as pictures need it: manifest, shapes and colours, all from the written files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from kitgen.errors import UserError
from kitgen.export.manifest import Manifest, Part, Placed
from kitgen.export.manifest_file import MANIFEST, manifest_bytes, part_bytes, plain_bytes
from kitgen.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordstack import Rulebook

    from kitgen.mesh.mesh import Mesh
    from kitgen.settings.print_settings import PrintSettings

_NEUTRAL = "#9AA4AB"
"""Where a kit of before colours were recorded names none."""


@dataclass(frozen=True)
class PicturedKit:
    """The files of a kit; shapes are read when they are asked for, once.

    Attributes:
        folder: Holds ``manifest.json`` and what it lists.
        manifest: As read.
        manifest_sha256: Digest of the manifest's bytes: names this very kit.
        font_path: Where the font of the letters lies, if it was given as a file.
    """

    folder: Path
    manifest: Manifest
    manifest_sha256: str
    _meshes: dict[str, Mesh] = field(default_factory=dict, repr=False)
    font_path: Path | None = None

    @classmethod
    def read(cls, folder: Path, *, font_path: Path | None = None) -> PicturedKit:
        """Read the manifest of a kit's folder.

        Args:
            folder: The kit's.
            font_path: Of its letters, where the manifest knows but the name of a file.

        Raises:
            UserError: There is none, or it is none.
        """
        data = manifest_bytes(folder)
        try:
            manifest = Manifest.from_bytes(data)
        except UserError as error:
            raise UserError(f"{folder}: {error}") from error
        return cls(folder, manifest, hashlib.sha256(data).hexdigest(), font_path=font_path)

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """By name, in the manifest's order."""
        return {part.name: part for part in self.manifest.parts}

    @cached_property
    def standing(self) -> Mapping[str, Placed]:
        """What stands in the assembled game, by id, in the manifest's order."""
        return {placed.id: placed for placed in self.manifest.assembly}

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules, for the kit's own board and tiles.

        Raises:
            UserError: The manifest holds none.
        """
        from wordstack import GameProfile, Rulebook

        profile = self.manifest.profile
        try:
            size, tiles = profile["size"], profile["tiles"]
            game = {**profile["game"], "board_size": size}
            game["tiles"] = {**game.get("tiles", {}), str(size): tiles}
            return Rulebook.of(GameProfile.model_validate(game), size)
        except (ValueError, LookupError, TypeError) as error:
            raise self._refused("game", error) from error

    @property
    def players(self) -> int:
        """How many racks were printed; as many can play."""
        return self.printed.players or self.rulebook.profile.players_max

    @property
    def players_least(self) -> int:
        """Fewest players of the game."""
        return self.rulebook.profile.players_min

    @property
    def players_most(self) -> int:
        """Most players: those of the game for whom there is a rack."""
        most = self.rulebook.profile.players_max
        return min(most, self.players) if self.players >= self.players_least else most

    def title(self, language: str) -> str:
        """What the game is called on paper: ``werdup`` is WerdUp, ``my-game`` My game."""
        name = str(self.manifest.profile["game"].get("name", ""))
        known = Wording.read("kitgen.pictures", "games", language).table["title"]
        spaced = name.replace("-", " ").replace("_", " ")
        return str(known.get(name, spaced[:1].upper() + spaced[1:]))

    @cached_property
    def printed(self) -> PrintSettings:
        """The resolved half ``[print]`` of the profile.

        Raises:
            UserError: It is none.
        """
        from kitgen.settings.print_settings import PrintSettings

        try:
            return PrintSettings.model_validate(self.manifest.profile["print"])
        except (ValueError, LookupError) as error:
            raise self._refused("print", error) from error

    def _refused(self, half: str, error: Exception) -> UserError:
        if isinstance(error, ValidationError):
            first = error.errors(include_url=False)[0]
            problem = f"{'.'.join(map(str, (half, *first['loc'])))}: {first['msg']}"
        else:
            problem = f"{half}: {error}"
        where = self.folder / MANIFEST
        return UserError(f"{where}: profile.{problem}; build the kit again")

    @property
    def letter_font(self) -> str:
        """Family that tiles are lettered with, or the path of its file; empty where that is lost.

        Of a file the manifest has name and digest; it may lie in the current folder.
        """
        from kitgen.settings.kit_settings import is_font_path

        name = self.printed.font
        if not is_font_path(name):
            return name
        path = self.font_path or Path(name)
        digests = {part.letter.font_sha256 for part in self.manifest.parts if part.letter}
        try:
            found = hashlib.sha256(plain_bytes(path)).hexdigest()
        except OSError:
            return ""
        return str(path) if found in digests else ""

    @property
    def letter_weight(self) -> int:
        """Weight of that font."""
        return self.printed.font_weight

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
            UserError: The file is absent, another than the manifest's, or no STL.
        """
        if part not in self._meshes:
            from kitgen.export.stl_reading import NoBinaryStlError, read_stl, welded

            file, sha256 = self.parts[part].file, self.parts[part].sha256
            # Pictures are kept by the digest in the manifest: of another file they would be wrong.
            data = part_bytes(self.folder, file, sha256)
            try:
                self._meshes[part] = welded(read_stl(data).corners)
            except NoBinaryStlError as error:
                raise UserError(f"{self.folder / file}: {error}; build the kit again") from error
        return self._meshes[part]
