"""Files made from a kit that lie beside it, with a list of their own: paper and pictures.

The manifest is about the plastic and names neither, so that its digest, to which reports and
slicers' figures refer, stays the same in whatever language the booklet is printed.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kitgen import __version__
from kitgen.carry import COMPANIONS
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


def packed(files: Sequence[CompanionFile]) -> bytes:
    """Write files for the cache."""
    rows = [[f.path, base64.b64encode(f.data).decode(), dict(f.about)] for f in files]
    return json.dumps(rows, ensure_ascii=False).encode()


def unpacked(data: bytes) -> list[CompanionFile]:
    """The inverse of :func:`packed`."""
    return [
        CompanionFile(path, base64.b64decode(text), about) for path, text, about in json.loads(data)
    ]
