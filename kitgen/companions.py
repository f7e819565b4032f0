"""Files made from a kit that lie beside it, with a list of their own: paper and pictures.

The manifest is about the plastic and names neither, so that its digest, to which reports and
slicers' figures refer, stays the same in whatever language the booklet is printed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kitgen import __version__
from kitgen.carry import COMPANIONS, is_inside, listed_by_companion, listed_files, make_way
from kitgen.errors import BuildError
from kitgen.export.json_text import rounded, to_bytes

FORMAT_VERSION = 1


@dataclass(frozen=True)
class CompanionFile:
    """One file made from a kit.

    Attributes:
        path: In the kit's folder, with forward slashes.
        data: Its bytes.
        about: What its list says of it beside path and digest: JSON values.
    """

    path: str
    data: bytes
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Companions:
    """All files of one kind that were made from a kit.

    Attributes:
        list_path: Of :data:`kitgen.carry.COMPANIONS`.
        manifest_sha256: Of the kit they were made from.
        files: What was made.
        about: What the list says of all of them: JSON values.
    """

    list_path: str
    manifest_sha256: str
    files: Sequence[CompanionFile]
    about: Mapping[str, Any] = field(default_factory=dict)

    def list_bytes(self) -> bytes:
        """The list as UTF-8 JSON."""
        return to_bytes(
            rounded(
                {
                    "format": COMPANIONS[self.list_path],
                    "format_version": FORMAT_VERSION,
                    "kitgen_version": __version__,
                    "manifest_sha256": self.manifest_sha256,
                    **self.about,
                    "files": [
                        {
                            "path": file.path,
                            "sha256": hashlib.sha256(file.data).hexdigest(),
                            **file.about,
                        }
                        for file in self.files
                    ],
                }
            )
        )


def write(made: Companions, folder: Path) -> None:
    """Put files into a kit's folder, each whole or not at all, and remove those of before.

    A file of the user's that has one of the names is kept beside it, as ``NAME.kept.pdf``.

    Raises:
        BuildError: The system refuses; what was there before is still there or replaced as a whole.
    """
    new = {file.path: file.data for file in made.files} | {made.list_path: made.list_bytes()}
    before = listed_by_companion(folder, made.list_path, COMPANIONS[made.list_path])
    staged: dict[str, Path] = {}
    try:
        for path, data in new.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            # A name of its own: two commands may write one kit's files at the same time.
            part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
            staged[path] = part
            part.write_bytes(data)
        ours = listed_files(folder) or frozenset()
        for path in new:
            if path not in ours:
                make_way(folder, path)
        # The list goes first: a cut then leaves files that it knows, and none that nobody owns.
        for path in (made.list_path, *(file.path for file in made.files)):
            staged[path].replace(folder / path)
        for path in set(before) - set(new):
            _remove(folder, path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BuildError(f"{folder}: {made.list_path} cannot be written: {reason}") from error
    finally:
        for part in staged.values():
            with suppress(OSError):
                part.unlink()


def _remove(folder: Path, path: str) -> None:
    """Remove one of the folder's own files, and folders that it leaves empty."""
    if not is_inside(folder, path):
        return
    (folder / path).unlink(missing_ok=True)
    for parent in list(Path(path).parents)[:-1]:
        with suppress(OSError):  # not empty
            (folder / parent).rmdir()


def packed(files: Sequence[CompanionFile]) -> bytes:
    """Write files for the cache."""
    rows = [[f.path, base64.b64encode(f.data).decode(), dict(f.about)] for f in files]
    return json.dumps(rows, ensure_ascii=False).encode()


def unpacked(data: bytes) -> list[CompanionFile]:
    """The inverse of :func:`packed`."""
    return [
        CompanionFile(path, base64.b64decode(text), about) for path, text, about in json.loads(data)
    ]
