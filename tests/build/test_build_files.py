"""The files of a kit against its manifest: everything that is written is true of the files."""

import csv
import hashlib
import json
import re
from collections import Counter
from decimal import Decimal
from importlib import resources
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import trimesh
import wordstack

COUPON = [
    f"coupon-board-{hundredths:02}-{side}"
    for hundredths in (5, 10, 20, 30, 40)
    for side in ("clip", "socket")
]
PARTS_10 = [
    *COUPON,
    *("board-quarter", "rack-half-left", "rack-half-right"),
    *(f"tile-{label}" for label in (*"ABCDEFGHIJKLMNOP", "Qu", *"RSTUVWXYZ")),
]
QUARTER, TILE_A = PARTS_10.index("board-quarter"), PARTS_10.index("tile-A")
REPORTS = ("report.html", "report.json")
"""What a check writes of a kit; no part of it, so that the manifest does not list them."""


def disagreements(kit, digests) -> list[str]:
    """Everything in which a manifest and the files beside it disagree."""
    found = []
    manifest = kit.manifest
    listed = {part["file"]: part["sha256"] for part in manifest["parts"]}
    listed |= {file["path"]: file["sha256"] for file in manifest["files"]}
    there = digests(kit.folder)
    for unlisted in ("manifest.json", *REPORTS):
        there.pop(unlisted, None)
    if listed != there:
        wrong = {path for path, _ in listed.items() ^ there.items()}
        found.append(f"files or their sha256: {sorted(wrong)}")
    for part in manifest["parts"]:
        mesh = trimesh.load_mesh(kit.folder / part["file"])
        for what, said, measured in (
            ("volume", part["volume_mm3"], mesh.volume),
            ("area", part["area_mm2"], mesh.area),
            ("bbox", part["bbox_mm"], mesh.bounds),
            ("bodies", part["bodies"], mesh.body_count),
            ("bed area", part["bed_face"]["area_mm2"], bed_area(mesh)),
            ("height of the bed face", part["bed_face"]["z_mm"], mesh.bounds[0, 2]),
        ):
            if not np.allclose(said, measured, rtol=1e-7, atol=2e-6):
                found.append(f"{what} of {part['name']}: {said} said, {measured} measured")
        # 0.1 % is what the chord error of a mesh may cost.
        if abs(part["solid_volume_mm3"] / mesh.volume - 1) > 1e-3:
            found.append(f"solid volume of {part['name']}: {part['solid_volume_mm3']}")
    return found


def bed_area(mesh: trimesh.Trimesh) -> float:
    flat = (np.abs(mesh.triangles[:, :, 2]) < 1e-6).all(axis=1) & (mesh.face_normals[:, 2] < 0)
    return float(mesh.area_faces[flat].sum())


def floats(value):
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from floats(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from floats(inner)


def test_the_kit_has_these_files_and_no_other(kit10, digests):
    plates = [f"3mf/plate-{number:02}.3mf" for number in range(1, 5)]
    assert list(digests(kit10.folder)) == sorted(
        [
            *("3mf/kit.3mf", "bom.csv", "manifest.json", *REPORTS, *plates),
            *(f"stl/{name}.stl" for name in PARTS_10),
        ]
    )
    assert [part["name"] for part in kit10.manifest["parts"]] == PARTS_10
    assert [plate["file"] for plate in kit10.manifest["plates"]] == plates


def test_a_kit_that_was_not_checked_has_no_report(kit6, digests):
    assert not set(REPORTS) & set(digests(kit6.folder))


@pytest.mark.parametrize("which", ["kit10", "kit6", "inlay_kit"])
def test_every_copy_of_every_part_lies_on_one_plate(which, request):
    manifest = request.getfixturevalue(which).manifest
    lying = Counter(item["part"] for plate in manifest["plates"] for item in plate["items"])
    # A letter in its tile is printed with the tile.
    assert lying == {
        part["name"]: part["count"] for part in manifest["parts"] if part["kind"] != "tile-letter"
    }
    listed = {file["path"] for file in manifest["files"]}
    assert {plate["file"] for plate in manifest["plates"]} <= listed


def test_the_first_plate_is_the_coupon_alone(kit10):
    first, *others = kit10.manifest["plates"]
    assert sorted(item["part"] for item in first["items"]) == COUPON
    assert first["colours"] == [kit10.part("board-quarter")["colour"]]
    assert not any(item["part"] in COUPON for plate in others for item in plate["items"])


def test_every_part_has_the_colour_that_the_profile_gives_it(kit10, inlay_kit):
    printed = kit10.manifest["profile"]["print"]
    for part in kit10.manifest["parts"]:
        kind = part["kind"].split("-")[0].replace("coupon", "board")
        assert part["colour"] == printed[f"{kind}_colour"], part["name"]
    assert inlay_kit.part("tile-I-letter")["colour"] == printed["letter_colour"]
    assert inlay_kit.part("tile-I")["colour"] == printed["tile_colour"]


def test_the_manifest_says_material_and_printer_of_the_profile(kit10):
    printed = kit10.manifest["profile"]["print"]
    assert kit10.manifest["material"]["name"] == printed["material"]
    assert kit10.manifest["printer"]["name"] == printed["printer"]
    assert kit10.manifest["whole"]


def test_the_font_is_the_one_whose_digest_is_written(kit10):
    import fontpkg_atkinson_hyperlegible as package

    (bold,) = Path(package.__file__).parent.rglob("*-Bold.ttf")
    letters = [part["letter"] for part in kit10.manifest["parts"] if part["letter"]]
    assert {letter["font_sha256"] for letter in letters} == {
        hashlib.sha256(bold.read_bytes()).hexdigest()
    }


@pytest.mark.parametrize("which", ["kit10", "kit6", "inlay_kit"])
def test_names_are_ascii_and_distinct_where_case_is_ignored(which, request, digests):
    names = list(digests(request.getfixturevalue(which).folder))
    assert all(re.fullmatch(r"[A-Za-z0-9./-]+", name) for name in names)
    assert len({name.casefold() for name in names}) == len(names)


def test_as_many_of_each_as_the_profile_says(kit10):
    profile = wordstack.load_profile("werdup")
    tiles = {part["label"]: part["count"] for part in kit10.manifest["parts"] if part["label"]}
    assert tiles == dict(profile.tiles[10])
    assert sum(tiles.values()) == 100
    others = {part["name"]: part["count"] for part in kit10.manifest["parts"] if not part["label"]}
    assert others == {
        **dict.fromkeys(COUPON, 1),
        "board-quarter": 4,
        "rack-half-left": profile.players_max,
        "rack-half-right": profile.players_max,
    }


def test_a_small_kit_is_scaled_to_its_board(kit6):
    tiles = [part for part in kit6.manifest["parts"] if part["kind"] == "tile"]
    assert sum(part["count"] for part in tiles) == 36
    assert min(part["count"] for part in tiles) >= 1
    assert kit6.part("rack-half-left")["count"] == 1


@pytest.mark.parametrize("which", ["kit10", "kit6", "inlay_kit"])
def test_the_manifest_is_valid_by_its_published_schema(which, request):
    kit = request.getfixturevalue(which)
    text = resources.files("kitgen.export").joinpath("manifest.schema.json").read_text()
    validator = jsonschema.Draft202012Validator(json.loads(text))
    assert [error.message for error in validator.iter_errors(kit.manifest)] == []
    spoilt = {**kit.manifest, "parts": [{**kit.manifest["parts"][0], "count": -1}]}
    assert list(validator.iter_errors(spoilt))


@pytest.mark.parametrize("which", ["kit10", "kit6", "inlay_kit"])
def test_the_manifest_says_what_the_files_hold(which, request, digests):
    assert disagreements(request.getfixturevalue(which), digests) == []


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("parts", QUARTER, "sha256"), "0" * 64, "sha256"),
        (("parts", QUARTER, "volume_mm3"), 54_000.0, "volume of board-quarter"),
        (("parts", TILE_A, "area_mm2"), 1.0, "area of tile-A"),
        (("parts", TILE_A, "bbox_mm"), [[0, 0, 0], [19, 19, 4.8]], "bbox of tile-A"),
        (("parts", TILE_A, "bodies"), 2, "bodies of tile-A"),
        (("parts", TILE_A, "bed_face", "area_mm2"), 361.0, "bed area of tile-A"),
        (("parts", TILE_A, "bed_face", "z_mm"), 0.2, "height of the bed face of tile-A"),
        (("parts", TILE_A, "solid_volume_mm3"), 900.0, "solid volume of tile-A"),
        (("parts", 0, "solid_volume_mm3"), 900.0, "solid volume of coupon-board-05-clip"),
        (("files", 0, "path"), "3mf/other.3mf", "3mf/other.3mf"),
    ],
)
def test_a_manifest_that_lies_is_found_out(kit10, copied, digests, path, value, complaint):
    kit = copied(kit10)
    target = kit.manifest
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    (found,) = disagreements(kit, digests)
    assert complaint in found


def test_a_part_spoilt_after_the_build_is_found_out(kit10, copied, digests):
    kit = copied(kit10)
    mesh = trimesh.load_mesh(kit.folder / "stl/tile-E.stl")
    mesh.apply_translation((0, 0, 0.2))
    mesh.export(kit.folder / "stl/tile-E.stl")
    found = disagreements(kit, digests)
    assert "stl/tile-E.stl" in found[0]
    assert any("bbox of tile-E" in fault for fault in found)
    assert any("height of the bed face of tile-E" in fault for fault in found)


@pytest.mark.parametrize("which", ["kit10", "kit6", "inlay_kit"])
def test_numbers_are_rounded_to_six_decimals(which, request):
    kit = request.getfixturevalue(which)
    numbers = list(floats(kit.manifest))
    assert len(numbers) > 100
    assert all(number == round(number, 6) for number in numbers)
    text = (kit.folder / "manifest.json").read_text("utf-8")
    assert not re.search(r"\d\.\d{7}|-0\.0\b(?!\d)", text)


@pytest.mark.parametrize("which", ["kit10", "kit6", "inlay_kit"])
def test_every_part_stands_on_the_bed(which, request):
    for part in request.getfixturevalue(which).manifest["parts"]:
        assert part["bbox_mm"][0][2] == 0
        assert part["bed_face"] == {
            "z_mm": 0,
            "area_mm2": part["bed_face"]["area_mm2"],
            "normal": [0, 0, -1],
        }
        assert part["bed_face"]["area_mm2"] > 0


def test_the_bill_of_materials_adds_up(kit10):
    with (kit10.folder / "bom.csv").open(newline="", encoding="utf-8") as file:
        header, *rows, total = csv.reader(file)
    assert header == ["part", "count", "cm3 each", "cm3 in all", "grams each", "grams in all"]
    density = Decimal("1.24")
    for row, part in zip(rows, kit10.manifest["parts"], strict=True):
        cm3 = Decimal(str(part["solid_volume_mm3"])) / 1000
        assert row[:2] == [part["name"], str(part["count"])]
        for said, exact in zip(
            map(Decimal, row[2:]),
            (cm3, cm3 * part["count"], cm3 * density, cm3 * part["count"] * density),
            strict=True,
        ):
            assert abs(said - exact) <= Decimal("0.0051")
    assert total[0] == "total"
    for column in (1, 3, 5):
        assert Decimal(total[column]) == sum(Decimal(row[column]) for row in rows)


def test_no_two_pieces_of_the_coupon_are_the_same(kit10):
    pieces = [kit10.part(name) for name in COUPON]
    assert len({piece["sha256"] for piece in pieces}) == len(pieces)
    assert len({piece["solid_volume_mm3"] for piece in pieces}) == len(pieces)


def test_different_letters_give_different_tiles(kit10):
    tiles = [part for part in kit10.manifest["parts"] if part["kind"] == "tile"]
    assert len({part["sha256"] for part in tiles}) == len(tiles)
    assert len({part["solid_volume_mm3"] for part in tiles}) == len(tiles)


def test_an_inlay_fills_its_pocket_to_the_last_cubic_millimetre(inlay_kit, kit6):
    for label in ("I", "O", "Qu"):
        tile = inlay_kit.part(f"tile-{label}")
        letter = inlay_kit.part(f"tile-{label}-letter")
        engraved = kit6.part(f"tile-{label}")
        assert tile["solid_volume_mm3"] == pytest.approx(engraved["solid_volume_mm3"], rel=1e-9)
        assert letter["count"] == tile["count"]
        height = letter["bbox_mm"][1][2]
        assert height == pytest.approx(0.8)
    assert inlay_kit.part("tile-I-letter")["bodies"] == 1
    assert inlay_kit.part("tile-Qu-letter")["bodies"] == 2


def test_the_3mf_is_small_enough_to_send(kit10):
    for name in ("kit", *(f"plate-{number:02}" for number in range(1, 5))):
        assert (kit10.folder / f"3mf/{name}.3mf").stat().st_size < 2_000_000, name
