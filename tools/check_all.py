"""Builds and checks kits over sizes, clearances, fonts and profiles, and prints one table.

``make check-all`` runs it. Each kit is built with ``kitgen build``, which ends with its own check;
a kit whose files are those of an earlier one is named but not counted again. Exit 1: a kit fails.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import wordstack

SIZES = (6, 8, 10, 12, 16)
CLEARANCES_MM = (0.05, 0.2, 0.4)
FONTS = ("Atkinson Hyperlegible", "Lexend", "Nunito")
"""The default and two from packages that the developers' group brings: a grotesque with a weight
axis, and one whose contours overlap."""
PRINTER = "bambu-a1"
"""A bed of 256 mm takes a quarter of every size."""


@dataclass(frozen=True)
class Kit:
    """What to build."""

    profile: str
    size: int | None
    clearance: float
    font: str

    @property
    def arguments(self) -> list[str]:
        """For ``kitgen build``."""
        size = [] if self.size is None else ["--size", str(self.size)]
        settings = [f"print.clearance_per_side={self.clearance}", f"print.printer={PRINTER}"]
        return [
            *("--profile", self.profile, *size, "--font", self.font),
            *(word for setting in settings for word in ("--set", setting)),
        ]


def kits() -> Iterator[Kit]:
    """Every kit of the table: the default game in all variants, then the other profiles."""
    for font in FONTS:
        for size in SIZES:
            for clearance in CLEARANCES_MM:
                yield Kit("werdup", size, clearance, font)
    for profile in wordstack.profile_names():
        yield Kit(profile, None, 0.2, FONTS[0])


def build(kit: Kit, target: Path) -> tuple[int, str]:
    """Build and check one kit; give the exit code and the last line of what it said."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "kitgen", "build", *kit.arguments),
            *("--no-validate", "--quiet", "--output", str(target)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = (done.stdout + done.stderr).strip().splitlines()
    return done.returncode, lines[-1] if lines else ""


def plastic(folder: Path) -> str:
    """Digest of all meshes and counts: what is printed, whatever the rules are."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    about = [(part["sha256"], part["count"]) for part in manifest["parts"]]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()


def row(kit: Kit, folder: Path, code: int, said: str, seconds: float, twin: str) -> str:
    """One line of the table."""
    cells = [kit.profile, str(kit.size or ""), f"{kit.clearance:g}", kit.font]
    if code not in (0, 1) or not (folder / "report.json").is_file():
        return f"| {' | '.join(cells)} | refused | | | {said} |"
    report = json.loads((folder / "report.json").read_bytes())
    total = sum(check["findings"] for check in report["checks"])
    failed = sum(check["failed"] for check in report["checks"])
    cells[1] = str(report["size"])
    note = f"same plastic as {twin}" if twin else f"{seconds:.0f} s"
    return f"| {' | '.join(cells)} | {report['verdict']} | {total} | {failed} | {note} |"


def main() -> None:
    """Build them all; exit 1 if one is refused or fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="kits whose row holds this text")
    chosen = parser.parse_args()
    print("| profile | size | clearance | font | verdict | figures | fail | |", flush=True)
    print("|---|---|---|---|---|---|---|---|", flush=True)
    seen: dict[str, str] = {}
    bad = 0
    for kit in kits():
        if chosen.only not in repr(kit):
            continue
        with tempfile.TemporaryDirectory() as temporary:
            target = Path(temporary) / "kit"
            begin = time.perf_counter()
            code, said = build(kit, target)
            seconds = time.perf_counter() - begin
            folder = target if code == 0 else target.with_name("kit.failed")
            digest = plastic(folder) if folder.is_dir() else ""
            twin = seen.get(digest, "") if digest else ""
            seen.setdefault(digest, f"{kit.profile} {kit.size or ''}".strip())
            print(row(kit, folder, code, said, seconds, twin), flush=True)
            bad += code != 0
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
