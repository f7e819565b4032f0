"""Coupons: the kit's own joints at five clearances, marked, small, seated without overlap."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from assembled import Game, overlap
from kits import Silent
from sections import level, overlap_share
from spoilt import constant, dimensions_of

from kitgen.coupon import CouponRequest, build_coupon
from kitgen.errors import ParameterError, UserError
from kitgen.kit.contents import kit_parts
from kitgen.kit.coupon import (
    CLEARANCES_MM,
    JOINTS,
    coupon_assembly,
    coupon_fits,
    coupon_parts,
    joint_of,
    mark,
)
from kitgen.lettering.polygons import to_polygons
from kitgen.lettering.strokes import stroke_loss
from kitgen.mesh.mesh_codec import encode
from kitgen.mesh.triangulate import triangulate
from kitgen.parts.coupon_seam import CouponSeamParameters
from kitgen.parts.registry import kind_of
from kitgen.production.coupon_letters import coupon_lettering, thinnest
from kitgen.production.letters import laid_out
from kitgen.settings import load_settings, printer
from kitgen.store import Store

MOST_CM3 = 6.0
SHEET_MM = 120.0


@pytest.fixture(scope="session")
def coupon(tmp_path_factory) -> Game:
    """All three coupons, written and read again."""
    base = tmp_path_factory.mktemp("coupon")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KITGEN_CACHE_DIR", str(base / "cache"))
        build_coupon(CouponRequest(load_settings(), jobs=1), base / "kit", Silent())
    return Game.read(base / "kit")


def parts_of(**printed: object):
    dims = dimensions_of(**printed)
    lettering = laid_out(dims, Store(None))
    return dims, coupon_parts(dims, lettering, coupon_lettering(dims, lettering, Store(None)))


def pieces(game: Game, joint: str) -> list[dict]:
    return [part for part in game.manifest["parts"] if joint_of(part["name"]) == joint]


def test_each_joint_has_five_marked_pairs(coupon: Game) -> None:
    assert [mark(clearance) for clearance in CLEARANCES_MM] == ["05", "10", "20", "30", "40"]
    assert len(pieces(coupon, "nest")) == 6
    assert len(pieces(coupon, "board")) == len(pieces(coupon, "rack")) == 10
    for joint in JOINTS:
        found = [
            one["clearance_per_side_mm"]
            for one in coupon.manifest["joints"]
            if one["members"][0].startswith(f"coupon-{joint}-")
        ]
        assert found == list(CLEARANCES_MM)
    assert {part["count"] for part in coupon.manifest["parts"]} == {1}


@pytest.mark.parametrize("joint", JOINTS)
def test_a_coupon_is_small(coupon: Game, joint: str) -> None:
    assert sum(part["solid_volume_mm3"] for part in pieces(coupon, joint)) < MOST_CM3 * 1000


def test_seated_pairs_do_not_overlap_and_are_their_clearance_apart(coupon: Game) -> None:
    for joint in coupon.manifest["joints"]:
        first, second = (coupon.standing(name) for name in joint["members"])
        clearance = joint["clearance_per_side_mm"]
        if joint["kind"] == "nest":
            # They rest on a land: what touches there is rounding.
            assert overlap(first, second) < 1e-5 * 150, joint["id"]
            land = joint["land"]["point_mm"][2]
            inner, outer = level(second, land + 0.9), level(first, land + 0.9)
            assert inner.distance(outer) == pytest.approx(clearance, abs=0.005), joint["id"]
        else:
            assert overlap(first, second) < 1e-6, joint["id"]
            assert first.min_gap(second, 1.0) == pytest.approx(clearance, abs=0.005), joint["id"]


def test_a_cap_is_the_underside_of_a_tile(coupon: Game) -> None:
    """The one at the kit's own clearance has its pocket, to the last facet of a section."""
    tile, cap = coupon.solids["coupon-nest-tile"], coupon.solids["coupon-nest-20"]
    for z in (0.1, 0.6, 1.2, 1.7, 2.0):
        assert overlap_share(level(tile, z), level(cap, z)) > 0.9999, z


@pytest.mark.parametrize("joint", ["board", "rack"])
def test_clip_and_socket_are_those_of_the_kit(joint: str) -> None:
    dims = dimensions_of()
    seam = dims.board_seam if joint == "board" else dims.rack_seam
    _, parts = parts_of()
    for side in ("clip", "socket"):
        piece = next(part for part in parts if part.name == f"coupon-{joint}-20-{side}")
        assert isinstance(piece.parameters, CouponSeamParameters)
        assert piece.parameters.seam == seam


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("BOSS_CHAMFER_MM", 0.45, {"nest"}),
        ("BOSS_CORNER_RADIUS_MM", 1.6, {"nest"}),
        ("LEAD_IN_DEG", 40.0, {"board", "rack"}),
        ("HOOK_FLAT_MM", 0.5, {"board", "rack"}),
        ("FLANK_RUN", 0.78, {"board", "rack"}),
        ("ELEPHANT_FOOT_CHAMFER_MM", 0.45, {"nest", "board", "rack"}),
    ],
)
def test_a_changed_joint_changes_the_coupon(name: str, value: float, changed: set[str]) -> None:
    _, before = parts_of()
    hashes = {part.name: digest(part) for part in before}
    with constant(name, value):
        _, after = parts_of()
        found = {joint_of(part.name) for part in after if digest(part) != hashes[part.name]}
    assert found == changed


def digest(part) -> str:
    """Of one pair's mesh; others differ in their clearance only."""
    if "20" not in part.name:
        return ""
    mesh = triangulate(kind_of(part.parameters).build(part.parameters), 0.01)
    return hashlib.sha256(encode(mesh, {})).hexdigest()


def test_settings_of_a_joint_reach_the_coupon() -> None:
    _, plain = parts_of()
    for setting, value, joints in (
        ("snap_hook_left", 0.3, {"board", "rack"}),
        ("boss_inset", 2.5, {"nest"}),
        ("material", "PETG", {"board", "rack"}),
    ):
        _, changed = parts_of(**{setting: value})
        found = {
            joint_of(a.name)
            for a, b in zip(plain, changed, strict=True)
            if a.parameters != b.parameters
        }
        assert found == joints, setting


def test_the_kits_own_clearance_changes_nothing_but_the_tile() -> None:
    _, plain = parts_of()
    _, changed = parts_of(clearance_per_side=0.3, fit_offset_board=0.1, fit_offset_nest=-0.1)
    assert [
        a.name for a, b in zip(plain, changed, strict=True) if a.parameters != b.parameters
    ] in (
        [],
        ["coupon-nest-tile"],
    )


def test_numbers_can_be_read_on_the_written_pieces(coupon: Game) -> None:
    """What stands above the flat top is the number, two lines wide, and no other's."""
    _, parts = parts_of()
    by_name = {part.name: part for part in parts}
    line = coupon.printed["line_width"]
    for part in coupon.manifest["parts"]:
        if part["name"].endswith("tile"):
            continue
        shape = by_name[part["name"]].parameters
        ink = level(coupon.solids[part["name"]], part["bbox_mm"][1][2] - 0.1)
        assert shape.mark.relief >= 0.4
        meant = to_polygons(shape.mark.outline, 0.01)
        turn = {"clip": 90, "socket": 180}.get(part["name"].rpartition("-")[2], 0)
        meant = shapely.affinity.rotate(meant, turn, origin=(0, 0))
        shift = np.subtract(ink.bounds[:2], meant.bounds[:2])
        assert overlap_share(ink, shapely.affinity.translate(meant, *shift)) > 0.99, part["name"]
        # Hairs of a section are no bodies.
        bodies = shapely.MultiPolygon(
            [one for one in getattr(ink, "geoms", [ink]) if one.area > 0.1]
        )
        assert stroke_loss(bodies, 2 * line) < 0.02, part["name"]
    numbers = {part.parameters.mark.outline for part in parts if not part.name.endswith("tile")}
    assert len(numbers) == len(CLEARANCES_MM)


def test_the_tile_has_the_thinnest_letter() -> None:
    dims = dimensions_of()
    lettering = laid_out(dims, Store(None))
    label = thinnest(lettering)

    def lost(name: str, disc: float) -> float:
        return stroke_loss(to_polygons(lettering.letters[name].outline, 0.01), disc)

    # At the width that begins to take from it no other letter has lost as much.
    disc = next(d for d in np.arange(0.9, 6.0, 0.05) if lost(label, d) > 0.02)
    others = [name for name in lettering.letters if name not in (label, "_")]
    assert max(lost(name, disc - 0.05) for name in others) <= 0.02
    wide = lettering.letters["I"]
    only = type(lettering)(**{**vars(lettering), "letters": {"I": wide}})
    assert thinnest(only) == "I"


def test_each_sheet_lies_within_the_smallest_bed(coupon: Game) -> None:
    gap = coupon.printed["part_gap"]
    assert len(coupon.manifest["plates"]) == 3
    for plate in coupon.manifest["plates"]:
        boxes = []
        for item in plate["items"]:
            assert item["turn_deg"] == 0.0
            low, high = (np.array(c[:2]) for c in coupon.part(item["part"])["bbox_mm"])
            boxes.append((low + item["place_mm"], high + item["place_mm"]))
        lows, highs = (np.array(corner) for corner in zip(*boxes, strict=True))
        assert (highs.max(axis=0) - lows.min(axis=0) + 2 * gap <= SHEET_MM).all(), plate["file"]
        areas = [shapely.box(*low, *high) for low, high in boxes]
        for i, one in enumerate(areas):
            assert all(one.distance(other) >= gap - 1e-4 for other in areas[:i]), plate["file"]


def test_the_sheets_are_sound_3mf_with_every_piece(coupon: Game, read_3mf) -> None:
    for joint in JOINTS:
        found = read_3mf(coupon.folder / f"3mf/coupon-{joint}.3mf")
        assert found.warnings == []
        names = [part["name"] for part in pieces(coupon, joint)]
        assert [name for name, _ in found.items] == names
        assert all(closed for _, _, closed in found.meshes.values())


def test_every_file_is_what_the_manifest_says(coupon: Game) -> None:
    for part in coupon.manifest["parts"]:
        mesh = trimesh.load_mesh(coupon.folder / part["file"])
        assert mesh.volume == pytest.approx(part["solid_volume_mm3"], rel=1e-3), part["name"]
        assert part["bodies"] == 1
    listed = {part["file"] for part in coupon.manifest["parts"]}
    listed |= {one["path"] for one in coupon.manifest["files"]} | {"manifest.json"}
    files = {
        path.relative_to(coupon.folder).as_posix()
        for path in coupon.folder.rglob("*")
        if path.is_file()
    }
    assert files == listed


def test_estimates_of_volume_are_within_two_per_cent() -> None:
    for printed in ({}, {"material": "PETG", "snap_height": 2.4}, {"letter_style": "raised"}):
        _, parts = parts_of(**printed)
        for part in parts:
            if part.name[-2:] in ("05", "40") or "20" in part.name:
                solid = kind_of(part.parameters).build(part.parameters)
                assert part.volume_mm3 == pytest.approx(solid.Volume(), rel=0.02), part.name


def test_two_builds_give_the_same_bytes(coupon: Game, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    request = CouponRequest(load_settings(), ("board",), jobs=1)
    build_coupon(request, tmp_path / "again", Silent())
    for path in (tmp_path / "again/stl").iterdir():
        assert path.read_bytes() == (coupon.folder / "stl" / path.name).read_bytes()


def test_a_part_of_the_pairs_can_be_left_out() -> None:
    dims, parts = parts_of()
    some = [part for part in parts if part.name != "coupon-board-20-clip"]
    names = {item.id for item in coupon_assembly(dims, some)}
    assert "coupon-board-20-socket" not in names
    assert len(coupon_fits(dims, some)) == 14
    assert coupon_fits(dims, []) == ()


def test_pieces_join_the_kit_without_taking_its_names() -> None:
    dims, parts = parts_of()
    lettering = laid_out(dims, Store(None))
    kit = {part.name for part in kit_parts(dims, lettering)}
    assert kit & {part.name for part in parts} == set()
    assert {part.kind for part in parts} == {"coupon-tile", "coupon-cap", "coupon-seam"}
    assert {part.label for part in parts} == {None}


def test_a_joint_that_cannot_be_built_loosely_is_refused_with_its_clearance() -> None:
    with pytest.raises(ParameterError, match=r"^coupon at 0.4 mm on each side: .*strain"):
        parts_of(snap_arm_length=12.0, snap_hook_left=0.25)


def test_a_sheet_that_does_not_fit_the_bed_is_refused(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    small = printer("voron-v0").model_copy(update={"bed_mm": (60.0, 60.0)})
    monkeypatch.setattr("kitgen.coupon.printer", lambda _: small)
    request = CouponRequest(load_settings(), ("board",))
    with pytest.raises(UserError, match=r"^the board coupon of .* does not fit voron-v0") as said:
        build_coupon(request, tmp_path / "kit", Silent())
    assert str(said.value).endswith("prusa-xl")
    assert not (tmp_path / "kit").exists()


def test_a_pair_of_two_clearances_is_found(coupon: Game) -> None:
    """The loose hooks do not go behind the tight ones' walls."""
    first, second = "coupon-board-05-clip", "coupon-board-05-socket"
    wrong = coupon.with_solids({first: coupon.solids["coupon-board-20-clip"]})
    assert overlap(wrong.standing(first), wrong.standing(second)) > 0.01
