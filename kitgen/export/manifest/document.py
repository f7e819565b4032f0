"""The manifest as a whole, as bytes and back."""

from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from kitgen.errors import UserError
from kitgen.export.json_text import rounded, to_bytes
from kitgen.export.manifest.assembled import Joint, Placed
from kitgen.export.manifest.fields import NonEmpty, Record
from kitgen.export.manifest.parts import ListedFile, Part
from kitgen.export.manifest.playing import Playability
from kitgen.export.manifest.printing import FilamentChange, Material, Plate, Printer
from kitgen.export.manifest_file import FORMAT

FORMAT_VERSION = 1


class Manifest(Record):
    """The whole record; see ``docs/manifest.md``."""

    format: Literal["kitgen-manifest"] = "kitgen-manifest"
    format_version: Literal[1] = 1
    kitgen_version: NonEmpty
    profile: dict[str, Any] = Field(description="the resolved profile")
    whole: bool = Field(True, description="false where only some parts were asked for")
    parts: tuple[Part, ...]
    files: tuple[ListedFile, ...] = Field(description="every other file, but for the manifest")
    assembly: tuple[Placed, ...]
    joints: tuple[Joint, ...]
    material: Material | None = Field(None, description="null in kits of before it was recorded")
    printer: Printer | None = Field(None, description="null where plates were not packed")
    plates: tuple[Plate, ...] = ()
    filament_change: FilamentChange | None = Field(
        None, description="of tiles; null where one nozzle cannot give letters a colour"
    )
    playability: Playability | None = Field(None, description="null where it was not asked for")

    @model_validator(mode="after")
    def _check(self) -> Self:
        # Case is ignored, because some file systems do so.
        names = [part.name.casefold() for part in self.parts]
        paths = [part.file.casefold() for part in self.parts]
        paths += [listed.path.casefold() for listed in self.files] + ["manifest.json"]
        ids = [placed.id for placed in self.assembly]
        _require_unique(names, "part name")
        _require_unique(paths, "path")
        _require_unique(ids, "assembly id")
        _require_unique([joint.id for joint in self.joints], "joint id")
        for path in (*paths, *(plate.file for plate in self.plates)):
            if {".", ".."} & set(path.split("/")):
                raise ValueError(f"path {path!r} leads out of the kit's folder")
        known_parts, known_ids = {part.name for part in self.parts}, set(ids)
        for placed in self.assembly:
            if placed.part not in known_parts:
                raise ValueError(f"assembly {placed.id} names part {placed.part!r}, not in parts")
        for plate in self.plates:
            for item in plate.items:
                if item.part not in known_parts:
                    raise ValueError(f"plate {plate.file} names part {item.part!r}, not in parts")
        for joint in self.joints:
            for member in joint.members:
                if member not in known_ids:
                    raise ValueError(f"joint {joint.id} names {member!r}, not in assembly")
        return self

    def to_bytes(self) -> bytes:
        """Write UTF-8 JSON: 6 decimals, keys of the format in its own order, profile sorted.

        Raises:
            ValueError: for a number in the profile that JSON cannot hold.
        """
        values = rounded(self.model_dump())
        values["profile"] = _sorted_keys(values["profile"])
        return to_bytes(values)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a manifest again.

        Raises:
            UserError: one line saying what is wrong with it.
        """
        try:
            return cls.model_validate_json(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            raise UserError(
                f"manifest.json is not a {FORMAT} of version {FORMAT_VERSION}:"
                f" {where + ': ' if where else ''}{first['msg'].removeprefix('Value error, ')}"
            ) from error


def _sorted_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted_keys(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted_keys(item) for item in value]
    return value


def _require_unique(values: list[str], what: str) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"{what} {value!r} occurs twice")
        seen.add(value)
