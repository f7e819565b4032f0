"""Copies of kits with single files changed: STL by triangle, 3MF by text, bill by row.

Unlike `sabotage`, nothing is mended but checksums, and those only where a test asks for it.
"""

import csv
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

MODEL = "3D/3dmodel.model"
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


class Copy:
    """A kit's folder to be spoilt."""

    def __init__(self, kit: Path, target: Path) -> None:
        shutil.copytree(kit, target)
        self.folder = target
        self.record: dict[str, Any] = json.loads(
            (target / "manifest.json").read_text(encoding="utf-8")
        )

    def part(self, name: str) -> dict[str, Any]:
        return next(part for part in self.record["parts"] if part["name"] == name)

    def write(self, path: str, data: bytes, *, mend: bool = True) -> None:
        """Replace a file, or add one to those listed."""
        target = self.folder / path
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
        if not mend:
            return
        digest = hashlib.sha256(data).hexdigest()
        known = [e for e in self.record["parts"] if e["file"] == path]
        known += [e for e in self.record["files"] if e["path"] == path]
        if known:
            known[0]["sha256"] = digest
        else:
            self.record["files"].append({"path": path, "sha256": digest})

    def byte(self, path: str, at: int) -> None:
        """Change one byte, without mending its checksum."""
        data = bytearray((self.folder / path).read_bytes())
        data[at] ^= 0x55
        self.write(path, bytes(data), mend=False)

    def triangles(self, name: str, change: Callable[[Any], Any]) -> None:
        """Change the records of an STL, (m,) with fields normal and corners; mend its checksum."""
        path = self.part(name)["file"]
        data = (self.folder / path).read_bytes()
        records = np.frombuffer(data, TRIANGLE, offset=84).copy()
        changed = change(records)
        records = records if changed is None else changed
        count = len(records).to_bytes(4, "little")
        self.write(path, data[:80] + count + records.tobytes())

    def model(self, path: str, change: Callable[[str], str]) -> None:
        """Change the model of a 3MF file as text; mend its checksum."""
        self.member(path, MODEL, change)

    def member(self, path: str, member: str, change: Callable[[str], str | None]) -> None:
        """Change a part of a 3MF package as text, leave it out or add it; mend the checksum.

        Args:
            path: of the package.
            member: of the part in it.
            change: from its text, empty if it is not there, to the new one; None leaves it out.
        """
        data = io.BytesIO()
        with (
            zipfile.ZipFile(self.folder / path) as before,
            zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as after,
        ):
            names = before.namelist()
            for name in names if member in names else [*names, member]:
                entry = before.read(name) if name in names else b""
                if name == member:
                    # Pictures pass through as they are.
                    old = entry.decode("utf-8", "surrogateescape")
                    text = change(old)
                    assert text != old
                    if text is None:
                        continue
                    entry = text.encode("utf-8", "surrogateescape")
                after.writestr(name, entry)
        self.write(path, data.getvalue())

    def bill(self, change: Callable[[dict[str, dict[str, str]]], None]) -> None:
        """Change the rows of the bill by part; mend its checksum."""
        text = (self.folder / "bom.csv").read_text(encoding="utf-8")
        rows = {row["part"]: row for row in csv.DictReader(io.StringIO(text))}
        change(rows)
        out = io.StringIO()
        table = csv.DictWriter(out, text.splitlines()[0].split(","), lineterminator="\n")
        table.writeheader()
        table.writerows(rows.values())
        self.write("bom.csv", out.getvalue().encode())

    def done(self) -> Path:
        """Write the manifest."""
        path = self.folder / "manifest.json"
        path.write_text(json.dumps(self.record, indent=1), encoding="utf-8")
        return self.folder
