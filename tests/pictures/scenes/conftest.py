"""A kit of plain boxes: a manifest with everything that pictures are made from, without solids."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kitgen.export.manifest import Manifest, sha256
from kitgen.pictures.kit import PicturedKit
from kitgen.settings import load_settings

Pose = list[list[float]]
TILE = ((-9.5, -9.5, 0.0), (9.5, 9.5, 4.4))
LETTER = ((-4.0, -3.0, 0.0), (4.0, 5.0, 0.8))
QUARTER = ((-64.5, -64.5, 0.0), (11.8, 11.8, 4.8))
LEFT = ((-69.5, 0.0, 0.0), (11.8, 28.6, 15.6))
RIGHT = ((-11.8, 0.0, 0.0), (69.5, 28.6, 15.6))
PITCH_MM = 2.6
NO_MESH = b"boxes have no surface here"

MakeKit = Callable[..., PicturedKit]


def at(x: float, y: float, z: float) -> Pose:
    return [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]


def turned(c: int, s: int) -> Pose:
    return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def part(name: str, kind: str, count: int, box: Any, label: str | None = None) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "label": label,
        "file": f"stl/{name}.stl",
        "count": count,
        "bodies": 1,
        "volume_mm3": 100.0,
        "area_mm2": 100.0,
        "bbox_mm": box,
        "solid_volume_mm3": 100.0,
        "bed_face": {"area_mm2": 10.0},
        "joint_revision": 2,
        "sha256": sha256(NO_MESH),
        "colour": "#1F5A60",
    }


def values(profile: str, *, inlay: bool, whole: bool) -> dict[str, Any]:
    """The manifest of a 6 x 6 kit."""
    settings = load_settings(profile, size=6)
    counts = settings.tile_set.counts
    names = {label: f"tile-{number}" for number, label in enumerate(counts)}
    parts = [
        part("coupon-board-05-clip", "coupon-seam", 1, ((-9, 0, 0), (7.2, 22.4, 3))),
        part("coupon-board-05-socket", "coupon-seam", 1, ((-5, -22.4, 0), (11.7, 0, 3))),
        part("board-quarter", "board-quarter", 4, QUARTER),
        part("rack-half-left", "rack-half", 2, LEFT),
        part("rack-half-right", "rack-half", 2, RIGHT),
    ]
    for label, count in counts.items():
        parts.append(part(names[label], "tile", count, TILE, label))
        if inlay and label != "_":
            parts.append(part(f"{names[label]}-letter", "tile-letter", count, LETTER, label))
    some = next(iter(names.values()))
    standing = [
        ("quarter-near-left", "board-quarter", "board", turned(1, 0)),
        ("quarter-near-right", "board-quarter", "board", turned(0, 1)),
        ("quarter-far-right", "board-quarter", "board", turned(-1, 0)),
        ("quarter-far-left", "board-quarter", "board", turned(0, -1)),
        ("stack-1", some, "stack", at(136.5, 0, 0)),
        ("stack-2", some, "stack", at(136.5, 0, PITCH_MM)),
        ("rack-1-left", "rack-half-left", "rack-1", at(0, -140, 0)),
        ("rack-1-right", "rack-half-right", "rack-1", at(0, -140, 0)),
    ]
    for row in range(6):
        for column in range(6):
            place = at(21 * (column - 2.5), 21 * (2.5 - row), 3.0)
            standing.append((f"cell-{row}-{column}", some, "board", place))
    standing += [
        (f"rack-1-tile-{n}", some, "rack-1", at(19.4 * (n - 4), -120, 5)) for n in range(1, 8)
    ]
    items = [(some, 0.0, (20.0, 20.0)), ("rack-half-left", 90.0, (120.0, 120.0))]
    return {
        "kitgen_version": "0",
        "profile": {**settings.resolved(), "tiles": dict(counts)},
        "whole": whole,
        "parts": parts,
        "files": [],
        "assembly": [
            {"id": name, "part": of, "group": group, "pose": pose}
            for name, of, group, pose in standing
        ],
        "joints": [],
        "printer": {
            "name": "a-printer",
            "bed_mm": (180.0, 150.0),
            "height_mm": 180.0,
            "nozzle_mm": 0.4,
            "excluded_mm": [],
        },
        "plates": [
            {
                "file": "3mf/plate-01.3mf",
                "title": "two",
                "colours": ["#1F5A60"],
                "items": [
                    {"part": name, "turn_deg": turn, "place_mm": place}
                    for name, turn, place in items
                ],
            }
        ],
    }


@pytest.fixture(scope="session")
def make_kit(tmp_path_factory: pytest.TempPathFactory) -> MakeKit:
    """Write the manifest of a kit of boxes and read it as pictures do."""

    def make(
        profile: str = "werdup",
        *,
        inlay: bool = False,
        whole: bool = True,
        change: Callable[[dict[str, Any]], None] = lambda _: None,
    ) -> PicturedKit:
        folder: Path = tmp_path_factory.mktemp("boxes")
        manifest = values(profile, inlay=inlay, whole=whole)
        change(manifest)
        data = Manifest.model_validate(manifest).to_bytes()
        (folder / "manifest.json").write_bytes(data)
        for each in manifest["parts"]:
            (folder / each["file"]).parent.mkdir(exist_ok=True)
            (folder / each["file"]).write_bytes(NO_MESH)
        return PicturedKit.read(folder)

    return make
