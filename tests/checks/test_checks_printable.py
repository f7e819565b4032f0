"""Parts that print as they lie pass; parts that do not are found, and by how much."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from assembled import Game, box
from manifold3d import Manifold
from sabotage import sabotaged

from kitgen.checks.finding import Finding
from kitgen.checks.printable import findings
from kitgen.checks.written import UnsoundFileError, WrittenKit

PLACES = ("board-quarter", "rack-half-right", "tile-Qu")
"""None of them the first in the manifest but the board quarter, which has no other of its kind."""

Spoil = Callable[[Manifold], Manifold]


@pytest.fixture
def judged(game: Game, tmp_path: Path):
    """Findings by part and name of a kit whose parts were spoilt."""

    def judge(spoils: Mapping[str, Spoil], **more: Any) -> dict[str, dict[str, Finding]]:
        folder = sabotaged(game.folder, tmp_path / "spoilt", solids=spoils, **more)
        kit = WrittenKit.read(folder)
        return {name: {f.check: f for f in findings(kit, name)} for name in spoils}

    return judge


def failing(found: Mapping[str, Finding]) -> set[str]:
    return {name.removeprefix("printable.") for name, f in found.items() if f.verdict == "fail"}


def rim(solid: Manifold) -> tuple[float, float]:
    """A place on a part's plumb outer wall, on its left: x of the wall and y."""
    low, high = np.reshape(solid.bounding_box(), (2, 3))
    section = solid.slice(0.7)
    corners = np.concatenate(section.to_polygons())
    x = float(corners[:, 0].min())
    if x < low[0] + 1e-3 and abs(low[0]) < abs(high[0]):  # A right rack half: tongues on its left.
        return float(high[0]), float((low[1] + high[1]) / 2)
    return x, float((low[1] + high[1]) / 2)


def outward(solid: Manifold, size: tuple[float, float, float], z: float) -> Manifold:
    """A box on a part's outer wall, so far out, so wide, so high, from z on."""
    (reach, width, height), (x, y) = size, rim(solid)
    ends = sorted((x - math.copysign(0.5, x), x + math.copysign(reach, x)))
    return box([ends[0], y - width / 2, z], [ends[1], y + width / 2, z + height])


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"size": 6, "clearance_per_side": 0.05},
        {"size": 6, "clearance_per_side": 0.40},
        {"size": 6, "letter_style": "raised"},
        {"size": 6, "letter_style": "inlay"},
        {"size": 6, "layer_height": 0.12, "only": ["board-quarter", "rack-half", "tile-Qu"]},
    ],
    ids=["default", "tight", "loose", "raised", "inlay", "thin layers"],
)
def test_good_kits_pass(kits, settings: dict) -> None:
    kit = WrittenKit.read(kits(**settings).folder)
    for name in kit.parts:
        found = list(findings(kit, name))
        # A coupon may have a wall of less than two lines at its bed: it is used once.
        good = ("pass", "warn") if "coupon" in name else ("pass",)
        assert [f for f in found if f.verdict not in good] == []
        assert len({f.check for f in found}) == len(found)


def test_the_ceiling_of_a_tile_is_its_bridge(game: Game) -> None:
    kit = WrittenKit.read(game.folder)
    found = {f.check: f for f in findings(kit, "tile-Qu")}
    mesh = game.meshes["tile-Qu"]
    ceiling = (mesh.face_normals[:, 2] < -0.999) & (mesh.triangles[:, 0, 2] > 0.1)
    width = np.ptp(mesh.triangles[ceiling].reshape(-1, 3), axis=0)[0]
    assert found["printable.bridge"].value == pytest.approx(width, abs=0.01)


def test_parts_upside_down(judged) -> None:
    def over(solid: Manifold) -> Manifold:
        turned = solid.rotate([180, 0, 0])
        return turned.translate([0, 0, -turned.bounding_box()[2]])

    found = judged(dict.fromkeys(("board-quarter", "rack-half-right", "tile-Qu", "tile-M"), over))
    for name, judged_ in found.items():
        assert {"overhang", "way_up"} <= failing(judged_), name
    # The shoulder of the tile: its boss is 2.3 mm from the side, less a chamfer of 0.6.
    assert 1.7 <= found["tile-Qu"]["printable.ledge"].value <= 1.05 * 1.7 * math.sqrt(2)


def test_a_level_face_between_layers(judged) -> None:
    def step(solid: Manifold) -> Manifold:
        return solid + outward(solid, (3.0, 4.0, 1.25), 0.0)

    for name, found in judged(dict.fromkeys(PLACES, step)).items():
        assert failing(found) - {"bed_edge"} == {"layers"}, name
        assert found["printable.layers"].value == pytest.approx(0.05, abs=1e-5)


def test_a_thin_fin(judged) -> None:
    def fin(solid: Manifold) -> Manifold:
        return solid + outward(solid, (1.0, 0.3, 1.0), 0.0)

    for name, found in judged(dict.fromkeys(PLACES, fin)).items():
        assert failing(found) - {"bed_edge"} == {"wall"}, name
        assert found["printable.wall"].value == pytest.approx(0.3, abs=0.01)


def test_a_fin_of_one_line_and_a_half_is_warned_of(judged) -> None:
    def fin(solid: Manifold) -> Manifold:
        return solid + outward(solid, (4.0, 0.7, 1.0), 0.0)

    for name, found in judged(dict.fromkeys(PLACES, fin)).items():
        assert failing(found) <= {"bed_edge"}, name
        assert found["printable.wall"].verdict == "warn"
        assert found["printable.wall"].value == pytest.approx(0.7, abs=0.01)


def test_a_slit(judged) -> None:
    def slit(solid: Manifold) -> Manifold:
        block = outward(solid, (4.0, 4.0, 1.4), 0.0)
        return solid + block - outward(solid, (4.0, 0.2, 1.4), 0.0)

    for name, found in judged(dict.fromkeys(PLACES, slit)).items():
        assert {"gap", "bed_gap"} <= failing(found), name
        assert found["printable.gap"].value == pytest.approx(0.2, abs=0.01)
        assert found["printable.bed_gap"].value == pytest.approx(-0.2, abs=0.01)


def test_a_slit_that_elephant_foot_closes(judged) -> None:
    def slit(solid: Manifold) -> Manifold:
        block = outward(solid, (4.0, 4.0, 1.4), 0.0)
        return solid + block - outward(solid, (4.0, 0.47, 1.4), 0.0)

    for name, found in judged(dict.fromkeys(PLACES, slit)).items():
        assert failing(found) - {"bed_edge"} == {"bed_gap"}, name
        assert found["printable.bed_gap"].value == pytest.approx(0.07, abs=0.01)


def test_a_round_hole_through_a_wall(judged) -> None:
    def bored(solid: Manifold) -> Manifold:
        block = outward(solid, (3.0, 4.0, 1.8), 0.0)
        x, y = rim(solid)
        bore = Manifold.cylinder(6.0, 0.5, circular_segments=256, center=True)
        bore = bore.rotate([90, 0, 0]).translate([x + math.copysign(1.5, x), y, 0.9])
        return solid + block - bore

    # Flatter than 50 degrees from vertical: 40 degrees to both sides of the top.
    roof = 0.5 * math.radians(80) * 4.0
    for name, found in judged(dict.fromkeys(PLACES, bored)).items():
        assert failing(found) - {"bed_edge", "ledge"} == {"overhang"}, name
        assert found["printable.overhang"].value == pytest.approx(roof, rel=0.1)


def test_a_hole_in_a_ceiling(judged) -> None:
    def holed(solid: Manifold) -> Manifold:
        return solid - box([2, 2, -1], [4, 4, 9])

    names = ("tile-E", "tile-M", "tile-Z")
    for name, found in judged(dict.fromkeys(names, holed)).items():
        assert {"overhang", "ledge"} <= failing(found), name


def test_a_ledge(judged) -> None:
    def ledge(solid: Manifold) -> Manifold:
        return solid + outward(solid, (3.0, 4.0, 0.4), 1.0)

    for name, found in judged(dict.fromkeys(PLACES, ledge)).items():
        assert failing(found) == {"overhang", "ledge"}, name
        assert found["printable.ledge"].value == pytest.approx(3.0, abs=0.01)
        assert found["printable.overhang"].value == pytest.approx(12.0, rel=0.01)


def test_a_piece_in_the_air(judged) -> None:
    def floating(solid: Manifold) -> Manifold:
        x, y = rim(solid)
        return solid + Manifold.cube([2.0, 3.0, 1.0], True).translate([2 * x, y, 2.5])

    for name, found in judged(dict.fromkeys(PLACES, floating)).items():
        assert {"overhang", "ledge"} <= failing(found), name
        assert found["printable.overhang"].value == pytest.approx(6.0, rel=0.01)


@pytest.mark.parametrize(("span", "fails"), [(17.0, set()), (25.0, {"bridge"})])
def test_a_long_bridge(judged, span: float, fails: set[str]) -> None:
    def bridged(solid: Manifold) -> Manifold:
        x, y = rim(solid)
        start = x + 2.0 if x > 0 else x - span - 6.0
        beam = box([start, y - 2, 0], [start + span + 4.0, y + 2, 3])
        return solid + (beam - box([start + 2, y - 9, -1], [start + 2 + span, y + 9, 2]))

    for name, found in judged(dict.fromkeys(PLACES, bridged)).items():
        assert failing(found) - {"bed_edge"} == fails, name
        assert found["printable.bridge"].value == pytest.approx(span, abs=0.01)


def test_a_tile_without_its_chamfer(judged) -> None:
    def plumb(solid: Manifold) -> Manifold:
        return solid + solid.slice(0.5).extrude(0.5)

    for name, found in judged(dict.fromkeys(("tile-B", "tile-M", "tile-Z"), plumb)).items():
        assert failing(found) == {"bed_edge"}, name
        assert found["printable.bed_edge"].value == pytest.approx(0.2, abs=0.01)


def test_a_tile_on_a_thin_ring(judged) -> None:
    def hollow(solid: Manifold) -> Manifold:
        return solid - box([-8.2, -8.2, -1], [8.2, 8.2, 0.2])

    for name, found in judged(dict.fromkeys(("tile-B", "tile-M", "tile-Z"), hollow)).items():
        assert "bed_share" in failing(found), name
        # 18.2 square with corners of 1.6 outside, over 19 square with corners of 2.
        left = 18.2**2 - (4 - math.pi) * 1.6**2 - 16.4**2
        share = left / (19.0**2 - (4 - math.pi) * 2.0**2)
        assert found["printable.bed_share"].value == pytest.approx(share, rel=0.01)


def test_a_part_in_the_air(judged) -> None:
    def lifted(solid: Manifold) -> Manifold:
        return solid.translate([0, 0, 0.1])

    for name, found in judged(dict.fromkeys(PLACES, lifted)).items():
        assert {"on_bed", "layers", "bed_share"} <= failing(found), name
        assert found["printable.on_bed"].value == pytest.approx(0.1, abs=1e-6)


def test_another_face_than_the_recorded_one(game: Game, tmp_path: Path) -> None:
    def turned(record: dict[str, Any]) -> None:
        for part in record["parts"]:
            part["bed_face"]["area_mm2"] *= 1.1

    kit = WrittenKit.read(sabotaged(game.folder, tmp_path / "spoilt", manifest=turned))
    for name in PLACES:
        assert failing({f.check: f for f in findings(kit, name)}) == {"bed_contact"}


def test_sharp_corners_on_the_bed_are_warned_of(judged) -> None:
    def sharp(solid: Manifold) -> Manifold:
        low, high = np.reshape(solid.bounding_box(), (2, 3))
        return solid + box([*low[:2], 0], [*(low[:2] + 6), 1]) + box([0, 0, 0], [*high[:2], 1])

    for name, found in judged(dict.fromkeys(("tile-B", "tile-M", "tile-Z"), sharp)).items():
        assert found["printable.corner"].verdict == "warn", name
        assert found["printable.corner"].value == pytest.approx(0.0, abs=0.01)


def test_thin_strokes(judged) -> None:
    def thinned(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        plain = solid + box([-6, -6, top - 0.8], [6, 6, top])
        cross = box([-4, -0.15, top - 0.8], [4, 0.15, top]) + box(
            [-0.15, -4, top - 0.8], [0.15, 4, top]
        )
        return plain - cross

    for name, found in judged(dict.fromkeys(("tile-B", "tile-M", "tile-Z"), thinned)).items():
        assert failing(found) == {"stroke"}, name
        assert found["printable.stroke"].value == pytest.approx(0.3, abs=0.01)


def test_a_closing_counter(judged) -> None:
    def closing(solid: Manifold) -> Manifold:
        top = solid.bounding_box()[5]
        plain = solid + box([-6, -6, top - 0.8], [6, 6, top])
        ring = box([-3, -3, top - 0.8], [3, 3, top]) - box([-0.2, -2, 0], [0.2, 2, 9])
        return plain - ring

    for name, found in judged(dict.fromkeys(("tile-B", "tile-M", "tile-Z"), closing)).items():
        assert failing(found) == {"counter"}, name
        assert found["printable.counter"].value == pytest.approx(0.4, abs=0.01)


def test_a_file_that_bounds_no_solid(game: Game, tmp_path: Path) -> None:
    def torn(mesh):
        mesh.update_faces(np.arange(len(mesh.faces)) > 5)
        return mesh

    folder = sabotaged(game.folder, tmp_path / "spoilt", meshes={"tile-M": torn})
    with pytest.raises(UnsoundFileError):
        list(findings(WrittenKit.read(folder), "tile-M"))
