"""The manifest as a file, where its name or text will do: its model takes long to load."""

import errno
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kitgen.errors import UserError

FORMAT = "kitgen-manifest"
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class ManifestFile:
    """A manifest as its text has it.

    Attributes:
        folder: Holds the kit.
        data: Bytes of the file.
        table: What they say, read as JSON and no further checked than for what is asked of it here.
    """

    folder: Path
    data: bytes
    table: Mapping[str, Any]

    @classmethod
    def read(cls, folder: Path) -> "ManifestFile":
        """Read the manifest of a kit's folder.

        Raises:
            UserError: There is none, it cannot be read, or it is not kitgen's.
        """
        data = manifest_bytes(folder)
        try:
            table = json.loads(data)
            profile = table["profile"]
            language, printed = profile["game"]["language"], profile["print"]
            parts = [(part["name"], part["file"], part["sha256"]) for part in table["parts"]]
            texts = [language, *(text for part in parts for text in part)]
            ours = table["format"] == FORMAT and isinstance(printed, dict)
            if not (ours and all(isinstance(text, str) for text in texts)):
                raise TypeError(FORMAT)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise UserError(f"{folder / MANIFEST} is no manifest of a kit") from error
        return cls(folder, data, table)

    @cached_property
    def sha256(self) -> str:
        """Digest of the file: names this very kit."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def language(self) -> str:
        """BCP 47 tag of the game."""
        return str(self.table["profile"]["game"]["language"])

    @property
    def printed(self) -> Mapping[str, Any]:
        """The half ``[print]`` of the profile."""
        printed: Mapping[str, Any] = self.table["profile"]["print"]
        return printed

    @property
    def lexicon(self) -> object:
        """Name or path of the game's words; None for those of its language."""
        return self.table["profile"]["game"].get("lexicon")

    def require_font(self, path: Path) -> None:
        """See that a font's file is one that the kit is lettered with.

        Raises:
            UserError: It is another, or cannot be read.
        """
        letters = [part.get("letter") for part in self.table["parts"]]
        known = {letter.get("font_sha256") for letter in letters if isinstance(letter, dict)}
        try:
            found = hashlib.sha256(plain_bytes(path)).hexdigest()
        except OSError as error:
            raise UserError(f"font {path} cannot be read: {error.strerror}") from error
        if found not in known:
            raise UserError(f"font {path} is not the one that {self.folder} is lettered with")

    def require_parts(self) -> None:
        """See that every part's file is the one that the manifest was written with.

        Raises:
            UserError: One is absent, or is another.
        """
        for part in self.table["parts"]:
            part_bytes(self.folder, part["file"], part["sha256"])


def manifest_bytes(folder: Path) -> bytes:
    """Read the manifest of a kit's folder, as it is.

    Raises:
        UserError: There is none, or it cannot be read.
    """
    path = folder / MANIFEST
    try:
        return plain_bytes(path)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error


def plain_bytes(path: Path) -> bytes:
    """Read a plain file: reading a pipe or a device might never end.

    Raises:
        OSError: It is none, or cannot be read.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "no plain file", str(path))
    return path.read_bytes()


def part_bytes(folder: Path, file: str, sha256: str) -> bytes:
    """Read a part's file, if it still is what the manifest says.

    Args:
        folder: Holds the kit.
        file: Path in it, with forward slashes.
        sha256: Digest that the manifest has of it.

    Raises:
        UserError: It is absent or another file.
    """
    path = folder / file
    try:
        data = plain_bytes(path)
    except OSError as error:
        reason = error.strerror or error
        raise UserError(f"{path} cannot be read: {reason}; build the kit again") from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise UserError(
            f"{path} is damaged or replaced: its digest is not the one in {MANIFEST}; "
            "build the kit again"
        )
    return data
