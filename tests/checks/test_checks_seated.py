"""What is seated crosses nowhere and rests on its land; what does not is found."""

import numpy as np
import pytest
import trimesh
from assembled import box, overlap
from manifold3d import Manifold
from sabotage import sabotaged

from kitgen.checks import seated
from kitgen.checks.pairs import stack_pitch
from kitgen.checks.written import UnsoundFileError, WrittenKit

STACK = ["tile-A", "tile-F", "tile-K", "tile-P", "tile-U"]
PARTS = ["board-quarter", "rack-half", *STACK, "tile-B", "tile-C", "tile-Qu"]
TILE = {"seated.overlap", "seated.land", "seated.contact", "seated.air"} | {
    "seated.pitch",
    "seated.pocket",
}
RACK = {
    "seated.rack_floor",
    "seated.rack_floor_area",
    "seated.rack_rest",
    "seated.rack_rest_area",
    "seated.rack_steady",
}
EVERY = (
    TILE
    | RACK
    | {"seated.centre", "seated.lands", "seated.stack_height"}
    | {
        "seated.stop",
        "seated.first_contact",
    }
)
HUNDREDTH = 0.01


def judge(folder):
    return list(seated.findings(WrittenKit.read(folder)))


def failing(folder):
    return [each for each in judge(folder) if each.verdict == "fail"]


def of(found, check: str):
    return [each for each in found if each.check == check]


@pytest.fixture(scope="module")
def small(kits):
    return kits(size=6, only=PARTS)


@pytest.fixture(scope="module")
def raised(kits):
    return kits(size=6, only=PARTS, letter_style="raised")


def test_the_whole_kit_is_seated(game) -> None:
    found = judge(game.folder)
    assert {each.check for each in found} == EVERY
    assert {each.verdict for each in found} == {"pass"}
    kinds = {each.measured for each in of(found, "seated.overlap")}
    assert len(kinds) == 6
    assert any("worst of 6" in each.note for each in of(found, "seated.overlap"))


@pytest.mark.parametrize("clearance", [0.05, 0.4])
def test_other_clearances_are_seated(kits, clearance: float) -> None:
    found = judge(kits(size=6, only=PARTS, clearance_per_side=clearance).folder)
    assert {each.check for each in found} == EVERY
    assert {each.verdict for each in found} == {"pass"}
    for each in of(found, "seated.stop"):
        assert each.value == pytest.approx(clearance, abs=1e-4)


@pytest.mark.parametrize("style", ["raised", "inlay"])
def test_other_styles_are_seated(kits, style: str) -> None:
    found = judge(kits(size=6, only=PARTS, letter_style=style).folder)
    assert {each.verdict for each in found} == {"pass"}
    letters = [each for each in of(found, "seated.overlap") if "inlaid" in each.measured]
    assert len(letters) == (style == "inlay")


def test_a_tile_alone_is_set_on_its_like(kits) -> None:
    found = judge(kits(size=6, only=["tile-Qu"]).folder)
    assert {each.check for each in found} == TILE
    assert {each.verdict for each in found} == {"pass"}


def test_a_file_that_bounds_no_solid_is_not_judged(small, tmp_path) -> None:
    spoil = {"tile-P": lambda mesh: trimesh.Trimesh(mesh.vertices, mesh.faces[:-3], process=False)}
    spoilt = sabotaged(small.folder, tmp_path / "kit", meshes=spoil)
    with pytest.raises(UnsoundFileError, match=r"tile-P\.stl"):
        judge(spoilt)


def moved(name: str, by):
    """Move an item of the assembly."""

    def move(manifest) -> None:
        item = next(item for item in manifest["assembly"] if item["id"] == name)
        for axis in range(3):
            item["pose"][axis][3] += by[axis]

    return move


@pytest.mark.parametrize(
    ("quarter", "x"), [("near-right", -0.05), ("far-right", -0.05), ("far-left", 0.05)]
)
def test_a_quarter_that_is_shifted_stops_earlier(small, tmp_path, quarter: str, x: float) -> None:
    move = moved(f"quarter-{quarter}", (x, 0.0, 0.0))
    found = failing(sabotaged(small.folder, tmp_path / "kit", manifest=move))
    assert {each.check for each in found} == {"seated.stop"}
    (stop,) = found
    assert stop.value == pytest.approx(0.15, abs=1e-3)
    assert f"quarter-{quarter}" in stop.between


@pytest.mark.parametrize("quarter", ["near-right", "far-right", "far-left"])
def test_quarters_that_cross_are_found(small, tmp_path, quarter: str) -> None:
    """Moved by 0.3 mm toward the centre, beyond the clearance of 0.2."""
    toward = {
        "near-right": (-0.3, 0.3, 0),
        "far-right": (-0.3, -0.3, 0),
        "far-left": (0.3, -0.3, 0),
    }
    move = moved(f"quarter-{quarter}", toward[quarter])
    kit = sabotaged(small.folder, tmp_path / "kit", manifest=move)
    found = failing(kit)
    written = WrittenKit.read(kit)
    crossing = [each for each in of(found, "seated.overlap") if "quarters" in each.measured]
    assert crossing
    for each in crossing:
        assert f"quarter-{quarter}" in each.between
        assert each.value == pytest.approx(overlap(*map(written.standing, each.between)), rel=1e-6)
    # In the centre all crossings of the two seams near it come together.
    assert 0 < of(found, "seated.centre")[0].value <= sum(each.value for each in crossing) + 1e-6
    assert of(found, "seated.stop")[0].value == pytest.approx(-0.1, abs=HUNDREDTH)


ARMS = [("board-snap-2", 1), ("board-snap-3", 0), ("rack-2-snap", 1)]


@pytest.mark.parametrize(("joint", "index"), ARMS)
def test_a_clip_that_is_grown_crosses_its_socket(small, tmp_path, joint: str, index: int) -> None:
    """Sideways by 0.1 mm more than the clearance."""
    record = next(each for each in small.manifest["joints"] if each["id"] == joint)
    low, high = np.array(record["arms"][index])
    away = (low + high) / 2 - np.mean(record["arms"][1 - index], axis=0)
    away = np.round(away / np.abs(away).max())
    part = small.item(record["members"][record["arm_members"][index]])["part"]

    def grow(solid: Manifold) -> Manifold:
        return solid + (solid ^ box(low.tolist(), high.tolist())).translate((0.3 * away).tolist())

    kit = sabotaged(small.folder, tmp_path / "kit", solids={part: grow})
    found = of(failing(kit), "seated.overlap")
    assert found
    # Beside 10 mm of beam and hook, over its straight height and half of its chamfer.
    height = high[2] - 0.2
    length = np.abs(high - low)[:2].max()
    for each in found:
        assert 0.1 * height * 0.5 * length < each.value < 0.1 * height * length * 1.2
        written = WrittenKit.read(kit)
        assert each.value == pytest.approx(overlap(*map(written.standing, each.between)), rel=1e-6)


@pytest.mark.parametrize("part", ["tile-F", "tile-K", "tile-U"])
def test_a_tile_without_its_pocket_is_found(small, tmp_path, part: str) -> None:
    filled = box((-8.5, -8.5, 0.0), (8.5, 8.5, 2.5))
    found = failing(
        sabotaged(small.folder, tmp_path / "kit", solids={part: lambda solid: solid + filled})
    )
    boss = 14.4**2 * 1.8
    crossed = [each for each in of(found, "seated.overlap") if part in each.between]
    assert crossed[0].value == pytest.approx(boss, rel=0.25)  # less the letter and the chamfer
    assert min(each.value for each in of(found, "seated.air")) == pytest.approx(-1.8, abs=1e-3)
    assert of(found, "seated.pocket")[0].between == (part,)


@pytest.mark.parametrize("part", ["tile-F", "tile-P", "tile-Qu"])
@pytest.mark.parametrize("layers", [1, -1])
def test_a_pocket_a_layer_too_deep_or_shallow_is_found(small, tmp_path, part, layers) -> None:
    depth = max(each.value for each in of(judge(small.folder), "seated.pocket"))

    def change(solid: Manifold) -> Manifold:
        if layers > 0:
            return solid - box((-6.0, -6.0, depth - 0.1), (6.0, 6.0, depth + 0.2))
        return solid + box((-6.4, -6.4, depth - 0.2), (6.4, 6.4, depth + 0.1))

    found = failing(sabotaged(small.folder, tmp_path / "kit", solids={part: change}))
    (pocket,) = of(found, "seated.pocket")
    assert pocket.between == (part,)
    assert pocket.value - depth == pytest.approx(0.2 * layers, abs=1e-3)


@pytest.mark.parametrize("part", ["tile-F", "tile-P", "tile-Qu"])
def test_a_tile_that_is_too_tall_is_found(small, tmp_path, part: str) -> None:
    def stretch(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
        vertices = np.array(mesh.vertices)
        vertices[vertices[:, 2] > 1.9, 2] += 0.1
        return trimesh.Trimesh(vertices, mesh.faces, process=False)

    height = small.printed["tile_height"]
    found = failing(sabotaged(small.folder, tmp_path / "kit", meshes={part: stretch}))
    (pitch,) = of(found, "seated.pitch")
    assert pitch.between == (part,)
    assert pitch.value == pytest.approx(height + 0.1, abs=1e-3)
    land = next(each for each in of(found, "seated.land") if each.between == (part, part))
    assert land.value == pytest.approx(-0.1, abs=1e-3)
    if part in STACK:
        assert of(found, "seated.lands")[0].value % height == pytest.approx(0.1, abs=1e-3)
    crossed = [each for each in of(found, "seated.overlap") if part in each.between[-1]]
    assert crossed


@pytest.mark.parametrize("item", ["stack-3", "cell-0-1", "stack-5"])
def test_a_tile_that_does_not_rest_is_found(small, tmp_path, item: str) -> None:
    move = moved(item, (0.0, 0.0, 0.02))
    found = failing(sabotaged(small.folder, tmp_path / "kit", manifest=move))
    land = next(each for each in of(found, "seated.land") if each.between[0] == item)
    assert land.value == pytest.approx(0.02, abs=1e-4)
    contact = next(each for each in of(found, "seated.contact") if each.between[0] == item)
    assert contact.value == 0.0


@pytest.mark.parametrize("part", ["tile-F", "tile-P", "tile-Qu"])
def test_a_raised_letter_that_touches_the_tile_above_is_found(raised, tmp_path, part) -> None:
    """By 0.1 mm into the ceiling."""
    air = min(each.value for each in of(judge(raised.folder), "seated.air"))
    top = max(mesh.bounds[1, 2] for name, mesh in raised.meshes.items() if name == part)

    def lift(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
        vertices = np.array(mesh.vertices)
        vertices[vertices[:, 2] > top - 1e-3, 2] += air + 0.1
        return trimesh.Trimesh(vertices, mesh.faces, process=False)

    kit = sabotaged(raised.folder, tmp_path / "kit", meshes={part: lift})
    found = failing(kit)
    airs = [each for each in of(found, "seated.air") if each.between == (part, part)]
    assert [each.value for each in airs] == pytest.approx([-0.1], abs=HUNDREDTH)
    written = WrittenKit.read(kit)
    above = written.solid(part).translate([0.0, 0.0, stack_pitch(written)])
    crossed = next(each for each in of(found, "seated.overlap") if each.between == (part,))
    assert crossed.value == pytest.approx(overlap(above, written.solid(part)), rel=1e-6)


@pytest.mark.parametrize("part", ["tile-F", "tile-P", "tile-Qu"])
def test_too_little_air_over_a_letter_is_found(raised, tmp_path, part: str) -> None:
    air = min(each.value for each in of(judge(raised.folder), "seated.air"))
    top = raised.meshes[part].bounds[1, 2]

    def lift(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
        vertices = np.array(mesh.vertices)
        vertices[vertices[:, 2] > top - 1e-3, 2] += air - 0.1
        return trimesh.Trimesh(vertices, mesh.faces, process=False)

    found = failing(sabotaged(raised.folder, tmp_path / "kit", meshes={part: lift}))
    on_its_like = [each for each in of(found, "seated.air") if each.between == (part, part)]
    assert [each.value for each in on_its_like] == pytest.approx([0.1], abs=HUNDREDTH)
    assert not of(found, "seated.overlap")


@pytest.mark.parametrize("item", ["rack-1-tile-2", "rack-1-tile-3", "rack-1-tile-6"])
def test_a_tile_that_sinks_into_its_rack_is_found(small, tmp_path, item: str) -> None:
    move = moved(item, (0.0, 0.0, -0.05))
    found = of(failing(sabotaged(small.folder, tmp_path / "kit", manifest=move)), "seated.overlap")
    assert item in found[0].between
    assert "rack" in found[0].measured
    assert found[0].value > 0.1


@pytest.mark.parametrize("part", ["tile-F-letter", "tile-P-letter", "tile-Qu-letter"])
def test_an_inlaid_letter_that_is_too_thick_is_found(kits, tmp_path, part: str) -> None:
    inlay = kits(size=6, only=PARTS, letter_style="inlay")

    def thicken(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
        vertices = np.array(mesh.vertices)
        vertices[vertices[:, 2] < 1e-3, 2] -= 0.05
        return trimesh.Trimesh(vertices, mesh.faces, process=False)

    found = failing(sabotaged(inlay.folder, tmp_path / "kit", meshes={part: thicken}))
    crossed = [each for each in of(found, "seated.overlap") if "inlaid" in each.measured]
    mesh = inlay.meshes[part]
    base = mesh.area_faces[mesh.face_normals[:, 2] < -0.99].sum()
    assert crossed[0].value == pytest.approx(0.05 * base, rel=0.1)


def test_a_boss_that_blocks_the_seam_is_met_first(small, tmp_path) -> None:
    """A lump in one groove, 0.1 mm before the tongue's tip."""
    lump = box((-56.0, -12.1, 0.8), (-49.0, -11.878, 1.2))
    spoil = {"board-quarter": lambda solid: solid + lump}
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids=spoil))
    first = of(found, "seated.first_contact")
    assert first[0].value == pytest.approx(0.1, abs=HUNDREDTH)
