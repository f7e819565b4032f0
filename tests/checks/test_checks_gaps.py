"""Mating faces are the clearance apart, measured face by face; what is not is found."""

import numpy as np
import pytest
from assembled import box
from manifold3d import Manifold
from sabotage import sabotaged

from kitgen.checks import gaps
from kitgen.checks.faces import Facets, facing, first_contact
from kitgen.checks.written import WrittenKit

STACK = ["tile-A", "tile-F", "tile-K", "tile-P", "tile-U"]
PARTS = ["board-quarter", "rack-half", *STACK, "tile-Qu"]
NEST = {"gaps.sides", "gaps.nest", "gaps.corners"}
SEAM = {"gaps.faces", "gaps.roofs", "gaps.flanks", "gaps.arms", "gaps.least"}
HUNDREDTH = 0.01


def judge(folder):
    return list(gaps.findings(WrittenKit.read(folder)))


def failing(folder):
    return [each for each in judge(folder) if each.verdict == "fail"]


def worst(found, check: str):
    return next(each for each in found if each.check == check)


@pytest.fixture(scope="module")
def small(kits):
    return kits(size=6, only=PARTS)


def test_the_whole_kit_keeps_its_gaps(game) -> None:
    found = judge(game.folder)
    assert {each.check for each in found} == NEST | SEAM
    assert {each.verdict for each in found} == {"pass"}


@pytest.mark.parametrize("clearance", [0.05, 0.4])
def test_other_clearances_keep_theirs(kits, clearance: float) -> None:
    found = judge(kits(size=6, only=PARTS, clearance_per_side=clearance).folder)
    assert {each.check for each in found} == NEST | SEAM
    assert {each.verdict for each in found} == {"pass"}
    for check in ("gaps.nest", "gaps.faces", "gaps.flanks", "gaps.least"):
        values = [each.value for each in found if each.check == check]
        assert values == pytest.approx([clearance] * len(values), abs=2e-3), check


@pytest.mark.parametrize("style", ["raised", "inlay"])
def test_letters_are_no_walls(kits, style: str) -> None:
    found = judge(kits(size=6, only=PARTS, letter_style=style).folder)
    assert {each.verdict for each in found} == {"pass"}
    assert all(each.value == 4 for each in found if each.check == "gaps.sides")


def test_a_single_part_has_no_gaps(kits) -> None:
    assert judge(kits(size=6, only=["rack-half-left"]).folder) == []


@pytest.mark.parametrize("asked", [0.2, 0.3, 0.4])
def test_a_clearance_that_is_not_the_one_asked_for_is_found(kits, tmp_path, asked: float) -> None:
    """Printed with 0.05 where more was asked for."""

    def ask(manifest) -> None:
        for joint in manifest["joints"]:
            joint["clearance_per_side_mm"] = asked

    tight = kits(size=6, only=PARTS, clearance_per_side=0.05)
    found = failing(sabotaged(tight.folder, tmp_path / "kit", manifest=ask))
    for check in ("gaps.nest", "gaps.corners", "gaps.faces", "gaps.flanks", "gaps.least"):
        assert worst(found, check).value == pytest.approx(0.05, abs=HUNDREDTH), check


def arm_of(game, joint: str, index: int):
    """A part, the box round one of its arms, and the direction in which its hook stands out."""
    record = next(each for each in game.manifest["joints"] if each["id"] == joint)
    own = record["arm_members"][index]
    low, high = np.array(record["arms"][index])
    # Arms come in pairs: the hook stands away from the other arm.
    partner = index + 1 if index % 2 == 0 else index - 1
    away = (low + high) / 2 - np.mean(record["arms"][partner], axis=0)
    return game.item(record["members"][own])["part"], low, high, np.round(away / np.abs(away).max())


ARMS = [("board-snap-2", 1), ("board-snap-3", 0), ("rack-2-snap", 1)]


@pytest.mark.parametrize(("joint", "index"), ARMS)
def test_a_clip_that_is_grown_is_found(small, tmp_path, joint: str, index: int) -> None:
    part, low, high, away = arm_of(small, joint, index)

    def grow(solid: Manifold) -> Manifold:
        arm = solid ^ box(low.tolist(), high.tolist())
        return solid + arm.translate((0.1 * away).tolist())

    found = failing(sabotaged(small.folder, tmp_path / "kit", solids={part: grow}))
    faces = worst(found, "gaps.faces")
    assert faces.value == pytest.approx(0.1, abs=HUNDREDTH)
    assert "snap arm" in faces.note
    assert worst(found, "gaps.least").value == pytest.approx(0.1, abs=HUNDREDTH)
    kind = "quarter" if part.startswith("board") else "rack"
    assert all(member.startswith(kind) for member in faces.between)


@pytest.mark.parametrize("quarter", ["near-right", "far-right", "far-left"])
def test_a_quarter_that_is_shifted_is_found(small, tmp_path, quarter: str) -> None:
    def shift(manifest) -> None:
        for item in manifest["assembly"]:
            if item["id"] == f"quarter-{quarter}":
                item["pose"][0][3] += 0.05

    found = failing(sabotaged(full(small, tmp_path), tmp_path / "kit", manifest=shift))
    faces = worst(found, "gaps.faces")
    assert faces.value == pytest.approx(0.15, abs=HUNDREDTH)
    assert f"quarter-{quarter}" in faces.between
    nest = worst(found, "gaps.nest")
    assert nest.value == pytest.approx(0.15, abs=HUNDREDTH)
    assert nest.between[1] == f"quarter-{quarter}"


@pytest.mark.parametrize("at", [-10.5, -94.5, 31.5])
def test_a_tongue_that_is_wider_is_found(kits, tmp_path, at: float) -> None:
    """On one flank, by 0.1 mm: square to the flank that is 0.078."""
    game = kits(size=10, only=["board-quarter"]) if at < 0 else kits(size=8, only=["board-quarter"])
    if at > 0:  # the other edge carries its tongue on the third square
        low, high, way = (-0.05, -at * 5 / 3 - 5.5, -1.0), (20.0, -at * 5 / 3 + 5.5, 1.85), (0, 1)
    else:
        low, high, way = (at - 5.5, -0.05, -1.0), (at + 5.5, 20.0, 1.85), (1, 0)

    def widen(solid: Manifold) -> Manifold:
        return solid + (solid ^ box(low, high)).translate([0.1 * way[0], 0.1 * way[1], 0.0])

    found = failing(sabotaged(game.folder, tmp_path / "kit", solids={"board-quarter": widen}))
    flank = worst(found, "gaps.flanks")
    assert flank.value == pytest.approx(0.2 - 0.1 * np.cos(np.arctan(0.8)), abs=HUNDREDTH)


@pytest.mark.parametrize("part", ["tile-F", "tile-P", "tile-Qu"])
def test_a_boss_that_is_grown_is_found_on_its_side(small, tmp_path, part: str) -> None:
    def grow(solid: Manifold) -> Manifold:
        boss = solid ^ box((-9.0, -9.0, small.printed["tile_height"] + 0.01), (9.0, 9.0, 9.0))
        return solid + boss.translate([0.0, 0.1, 0.0])

    found = failing(sabotaged(small.folder, tmp_path / "kit", solids={part: grow}))
    on_its_like = [each for each in found if each.between == (part, part)]
    nest = worst(on_its_like, "gaps.nest")
    assert nest.value == pytest.approx(0.1, abs=HUNDREDTH)
    assert "far side" in nest.note
    assert worst(on_its_like, "gaps.corners").value == pytest.approx(0.1, abs=HUNDREDTH)


@pytest.mark.parametrize("cell", [(1, 1), (0, 2), (2, 0)])
def test_one_boss_of_a_board_that_is_moved_is_found(small, tmp_path, cell) -> None:
    x, y = (-(k + 0.5) * 21.0 for k in cell)
    land = small.meshes["board-quarter"].bounds[1, 2] - small.printed["boss_height"]
    around = box((x - 9.0, y - 9.0, land), (x + 9.0, y + 9.0, 10.0))

    def move(solid: Manifold) -> Manifold:
        return (solid - around) + (solid ^ around).translate([0.05, 0.0, 0.0])

    found = failing(
        sabotaged(full(small, tmp_path), tmp_path / "kit", solids={"board-quarter": move})
    )
    nests = [each for each in found if each.check == "gaps.nest"]
    assert len(nests) == 4
    for each in nests:
        assert each.value == pytest.approx(0.15, abs=HUNDREDTH)


def full(game, tmp_path):
    """The kit with a tile on every square."""

    def fill(manifest) -> None:
        tile = next(item for item in manifest["assembly"] if item["id"] == "cell-0-0")
        nest = next(joint for joint in manifest["joints"] if joint["id"] == "nest-cell-0-0")
        manifest["assembly"] = [i for i in manifest["assembly"] if not i["id"].startswith("cell-")]
        manifest["joints"] = [j for j in manifest["joints"] if not j["id"].startswith("nest-cell")]
        for row in range(6):
            for column in range(6):
                name = f"cell-{row}-{column}"
                pose = [list(line) for line in tile["pose"]]
                pose[0][3], pose[1][3] = (column - 2.5) * 21.0, (2.5 - row) * 21.0
                manifest["assembly"].append({**tile, "id": name, "pose": pose})
                side = "left" if column < 3 else "right"
                quarter = f"quarter-{'far' if row < 3 else 'near'}-{side}"
                land = {**nest["land"], "point_mm": [line[3] for line in pose[:3]]}
                joint = {"id": f"nest-{name}", "members": [name, quarter], "land": land}
                manifest["joints"].append({**nest, **joint})

    return sabotaged(game.folder, tmp_path / "full", manifest=fill)


@pytest.mark.parametrize("part", ["tile-F", "tile-K", "tile-U"])
def test_a_tile_without_its_pocket_is_caught_on_no_side(small, tmp_path, part: str) -> None:
    filled = box((-8.5, -8.5, 0.0), (8.5, 8.5, 2.5))
    spoil = {part: lambda solid: solid + filled}
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids=spoil))
    sides = [each for each in found if each.check == "gaps.sides"]
    assert (part, part) in {each.between for each in sides}
    assert {each.value for each in sides} == {0}


@pytest.mark.parametrize(("joint", "index"), ARMS)
def test_a_hook_that_was_left_out_is_found(small, tmp_path, joint: str, index: int) -> None:
    part, low, high, _ = arm_of(small, joint, index)
    spoil = {part: lambda solid: solid - box(low.tolist(), high.tolist())}
    found = failing(sabotaged(small.folder, tmp_path / "kit", solids=spoil))
    arms = worst(found, "gaps.arms")
    assert arms.value < arms.low


def test_a_roof_that_is_a_layer_too_low_is_found(kits, tmp_path) -> None:
    """A roof over one tongue, in the groove of the third square."""
    game = kits(size=8, only=["board-quarter"])
    film = box((-56.0, -11.0, 1.9), (-49.0, -1.0, 2.1))
    spoil = {"board-quarter": lambda solid: solid + film}
    found = failing(sabotaged(game.folder, tmp_path / "kit", solids=spoil))
    assert worst(found, "gaps.roofs").value == pytest.approx(0.1, abs=HUNDREDTH)


def cube(size: float, at=(0.0, 0.0, 0.0)) -> Facets:
    import trimesh

    made = trimesh.creation.box([size] * 3)
    made.apply_translation(at)
    return Facets.of(made, grouped=True)


@pytest.mark.parametrize("way", [(3.0, 0, 0), (0, -3.0, 0), (0, 0, 3.0)])
def test_the_gap_of_two_cubes_is_exact(way) -> None:
    met = facing(cube(2.0), cube(2.0, way), reach=2.0)
    assert met.gap == pytest.approx(np.ones(len(met)))
    # Seen from both sides.
    assert met.area.sum() == pytest.approx(2 * 4.0)
    assert len(facing(cube(2.0), cube(2.0, way), reach=0.9)) == 0


def test_cubes_past_each_other_do_not_face() -> None:
    assert len(facing(cube(2.0), cube(2.0, (3.0, 2.0, 0.0)), reach=2.0)) == 0


@pytest.mark.parametrize("turn", range(5))
def test_the_first_contact_is_that_of_a_sweep(turn: int) -> None:
    """Two turned cubes, edges across each other: booleans say the same."""
    import trimesh
    from assembled import solid_of

    rng = np.random.default_rng(turn)
    meshes = []
    for height in (4.0, 0.0):
        made = trimesh.creation.box([2.0, 2.0, 2.0])
        made.apply_transform(trimesh.transformations.random_rotation_matrix(rng.random(3)))
        made.apply_translation([*rng.uniform(-0.6, 0.6, 2), height])
        meshes.append(made)
    met = first_contact(Facets.of(meshes[0]), Facets.of(meshes[1]))
    upper, lower = (solid_of(mesh) for mesh in meshes)
    before = upper.translate([0, 0, -met.gap + 1e-3]) ^ lower
    after = upper.translate([0, 0, -met.gap - 1e-2]) ^ lower
    assert before.volume() == 0.0
    assert after.volume() > 0.0
