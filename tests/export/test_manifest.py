"""The manifest: round trip, refusals, rounding, schema and its page in the documentation."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from kitgen.errors import UserError
from kitgen.export import json_text, manifest, manifest_schema
from kitgen.export.manifest import Letter, Manifest, part_record, sha256
from kitgen.mesh.measure import measure

DOCUMENT = Path(__file__).parents[2] / "docs" / "manifest.md"

TURNED = [[0, -1, 0, 10.5], [1, 0, 0, -10.5], [0, 0, 1, 4.8], [0, 0, 0, 1]]
IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


@pytest.fixture
def values(box) -> dict[str, Any]:
    """A small manifest as plain JSON values."""
    letter = Letter(
        font="Atkinson Hyperlegible Bold", cap_height_mm=9.1, baseline_mm=5.0, scale=1.0,
        narrowing=1.0, relief_mm=0.8, style="engraved", bar_mm=(5, 3, 14, 3.8),
        font_sha256=sha256(b"font"),
    )  # fmt: skip
    tile = part_record(
        name="tile-E", kind="tile", file="stl/tile-E.stl", data=b"E", count=8,
        measures=measure(box((19, 19, 4.8))), solid_volume_mm3=1732.8001, joint_revision=1,
        label="E", colour="#F4EBDD", letter=letter,
    )  # fmt: skip
    quarter = part_record(
        name="board-quarter", kind="board-quarter", file="stl/board-quarter.stl", data=b"Q",
        count=4, measures=measure(box((105, 105, 4))), solid_volume_mm3=44100, joint_revision=1,
    )  # fmt: skip
    made = {
        "format": "kitgen-manifest",
        "format_version": 1,
        "kitgen_version": "0.1.0",
        "profile": {"print": {"pitch": 21.0}, "game": {"letters": ["E"], "name": "ŁÓDŹ"}},
        "whole": False,
        "parts": [json.loads(tile.model_dump_json()), json.loads(quarter.model_dump_json())],
        "files": [{"path": "3mf/kit.3mf", "sha256": sha256(b"3mf")}],
        "assembly": [
            {"id": "quarter-1", "part": "board-quarter", "group": "board", "pose": IDENTITY},
            {"id": "quarter-2", "part": "board-quarter", "group": "board", "pose": TURNED},
            {"id": "tile-r0c0", "part": "tile-E", "group": "board", "pose": TURNED},
        ],
        "joints": [
            {
                "id": "nest-r0c0", "kind": "nest", "members": ["tile-r0c0", "quarter-1"],
                "clearance_per_side_mm": 0.2, "insert": [0, 0, -1], "locked": [[1, 0, 0]],
                "snap_travel_mm": 0, "arms": [], "arm_members": [],
                "land": {"point_mm": [0, 0, 4], "normal": [0, 0, 1]},
            },
            {
                "id": "seam-1", "kind": "board-snap", "members": ["quarter-1", "quarter-2"],
                "clearance_per_side_mm": 0.2, "insert": [0.6, 0.8, 0], "locked": [[0, 0, 1]],
                "snap_travel_mm": 1.5, "arms": [[[0, 0, 0], [1, 10, 2]]], "arm_members": [0],
                "land": None,
            },
        ],
        "material": {
            "name": "PLA", "density_g_per_cm3": 1.24, "strain_limit_repeated": 0.008,
            "strain_limit_once": 0.02, "advice": "Easy.",
        },
        "printer": {
            "name": "prusa-mini", "bed_mm": [180, 180], "height_mm": 180, "nozzle_mm": 0.4,
            "excluded_mm": [[[0, 0], [18, 28]]],
        },
        "plates": [
            {
                "file": "3mf/plate-01.3mf", "title": "8 tiles", "colours": ["#F4EBDD"],
                "items": [{"part": "tile-E", "turn_deg": 90, "place_mm": [31.5, 12.5]}],
                "estimate": {"grams": 8.1, "metres": 2.7, "hours": {"careful": 1.5, "fast": 0.5}},
            },
        ],
        "filament_change": {
            "z_mm": 4.8, "layer": 25, "first": "#F4EBDD", "second": "#1F4E52",
        },
        "playability": {
            "verdict": "undecided", "lexicon": "english-70", "lexicon_sha256": sha256(b"words"),
            "racks": 2000, "games": 40, "players": 2, "seed": 2**64 - 1, "most_turns": 61,
            "gates": [
                {
                    "gate": "games_stuck", "count": 8, "of": 40, "share": 0.2, "low": 0.104984,
                    "high": 0.347631, "limit": 0.25, "verdict": "undecided",
                },
            ],
        },
    }  # fmt: skip
    return json_text.rounded(made)


def test_a_manifest_survives_writing_and_reading(values):
    record = Manifest.model_validate_json(json.dumps(values))
    data = record.to_bytes()
    assert Manifest.from_bytes(data) == record
    assert Manifest.from_bytes(data).to_bytes() == data
    assert data.endswith(b"}\n")
    assert "ŁÓDŹ".encode() in data
    assert json.loads(data) == values


def test_a_manifest_of_a_kit_that_nobody_judged(values):
    values["playability"] = None
    assert Manifest.model_validate_json(json.dumps(values)).playability is None
    del values["playability"]  # as kitgen wrote it before it judged
    assert Manifest.model_validate_json(json.dumps(values)).playability is None


def test_a_manifest_of_before_kits_were_packed(values):
    for key in ("whole", "material", "printer", "plates", "filament_change"):
        del values[key]
    del values["parts"][0]["colour"], values["parts"][0]["letter"]["font_sha256"]
    record = Manifest.model_validate_json(json.dumps(values))
    assert record.whole  # parts alone were not told apart then
    assert (record.material, record.printer, record.filament_change) == (None, None, None)
    assert record.plates == ()
    assert record.parts[0].colour is None
    assert record.parts[0].letter is not None
    assert record.parts[0].letter.font_sha256 is None


def test_a_plate_holds_parts_of_the_kit(values):
    values["plates"][0]["items"][0]["part"] = "tile-F"
    with pytest.raises(UserError, match=r"plate 3mf/plate-01.3mf names part 'tile-F', not in"):
        Manifest.from_bytes(json.dumps(values).encode())


def test_measured_figures_are_those_of_the_mesh(values):
    tile = values["parts"][0]
    assert tile["bodies"] == 1
    assert tile["bbox_mm"][0] == [0, 0, 0]
    assert tile["volume_mm3"] == pytest.approx(19 * 19 * 4.8, rel=1e-6)
    assert tile["bed_face"] == {"z_mm": 0.0, "area_mm2": 361.0, "normal": [0, 0, -1]}
    assert tile["sha256"] == "a9f51566bd6705f7ea6ad54bb9deb449f795582d6529a0e22207b8981233ec58"


def test_keys_keep_the_order_of_the_format_and_the_profile_is_sorted(values):
    shuffled = dict(reversed(values.items()))
    shuffled["profile"] = dict(reversed(values["profile"].items()))
    one = Manifest.model_validate_json(json.dumps(values)).to_bytes()
    two = Manifest.model_validate_json(json.dumps(shuffled)).to_bytes()
    assert one == two
    assert list(json.loads(one)) == list(Manifest.model_fields)
    assert list(json.loads(one)["profile"]) == ["game", "print"]


def test_a_pose_is_one_line(values):
    text = Manifest.model_validate_json(json.dumps(values)).to_bytes().decode()
    assert "[[0.0, -1.0, 0.0, 10.5], [1.0, 0.0, 0.0, -10.5]" in text
    assert max(map(len, text.splitlines())) < 200


SABOTAGES = [
    (("format",), "other", "format: Input should be 'kitgen-manifest'"),
    (("format_version",), 2, "format_version: Input should be 1"),
    (("colour",), "red", "colour: Extra inputs are not permitted"),
    (("parts", 1, "name"), "TILE-e", "part name 'tile-e' occurs twice"),
    (("parts", 1, "file"), "STL/tile-e.stl", "path 'stl/tile-e.stl' occurs twice"),
    (("files", 0, "path"), "manifest.json", "path 'manifest.json' occurs twice"),
    (("files", 0, "path"), "stl/../../x", "leads out of the kit's folder"),
    (("files", 0, "path"), "/etc/passwd", "files.0.path: String should match"),
    (("files", 0, "path"), "stl\\x", "files.0.path: String should match"),
    (("files", 0, "sha256"), "ABC", "files.0.sha256: String should match"),
    (("parts", 0, "bodies"), 0, "parts.0.bodies: Input should be greater than or equal to 1"),
    (("parts", 0, "volume_mm3"), -1, "parts.0.volume_mm3: Input should be greater than 0"),
    (("parts", 0, "bbox_mm"), [[1, 0, 0], [0, 1, 1]], "the first corner must be the lowest"),
    (("parts", 0, "letter", "style"), "embossed", "parts.0.letter.style: Input should be"),
    (("assembly", 2, "part"), "tile-F", "assembly tile-r0c0 names part 'tile-F', not in parts"),
    (("assembly", 2, "id"), "quarter-1", "assembly id 'quarter-1' occurs twice"),
    (("assembly", 0, "pose", 0, 0), -1, "pose of quarter-1 mirrors the part"),
    (("assembly", 0, "pose", 0, 0), 1.01, "pose of quarter-1 is not a rotation"),
    (("assembly", 0, "pose", 3, 3), 2, "the last row must be [0, 0, 0, 1]"),
    (("joints", 1, "id"), "nest-r0c0", "joint id 'nest-r0c0' occurs twice"),
    (("joints", 0, "members"), ["tile-r9c9", "quarter-1"], "names 'tile-r9c9', not in assembly"),
    (("joints", 0, "members"), ["quarter-1", "quarter-1"], "joins quarter-1 to itself"),
    (("joints", 0, "kind"), "glue", "joints.0.kind: Input should be 'nest'"),
    (("joints", 0, "insert"), [0, 0, -2], "joint nest-r0c0: (0.0, 0.0, -2.0) must have length 1"),
    (("joints", 0, "locked", 0), [1, 1, 0], "must have length 1"),
    (("joints", 0, "land", "normal"), [0, 0, 0], "must have length 1"),
    (("joints", 1, "arm_members"), [0, 1], "seam-1 has 1 arms and 2 arm_members"),
    (("joints", 1, "arm_members"), [2], "joints.1.arm_members.0: Input should be 0 or 1"),
]


@pytest.mark.parametrize(("path", "value", "message"), SABOTAGES)
def test_a_manifest_that_contradicts_itself_is_refused_in_one_line(values, path, value, message):
    place = values
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(UserError, match=re.escape(message)) as refusal:
        Manifest.from_bytes(json.dumps(values).encode())
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"format": NaN}'])
def test_bytes_that_are_no_manifest_are_refused(data):
    with pytest.raises(UserError, match="is not a kitgen-manifest of version 1"):
        Manifest.from_bytes(data)


def test_not_a_number_is_refused(values):
    values["parts"][0]["area_mm2"] = float("nan")
    with pytest.raises(ValidationError):
        Manifest.model_validate(values)
    values["parts"][0]["area_mm2"] = 1.0
    values["profile"]["print"]["pitch"] = float("inf")
    with pytest.raises(ValueError, match=re.escape("profile.print.pitch is inf")):
        Manifest.model_validate(values).to_bytes()


@given(st.floats(-1e6, 1e6))
def test_numbers_have_six_decimals_and_no_negative_zero(number):
    text = json_text.to_bytes(json_text.rounded([number])).decode()
    (read,) = json.loads(text)
    assert abs(read - number) <= 0.5000001e-6
    assert "-0.0\n" not in text
    assert read == round(read, 6)


def test_negative_zero_is_written_as_zero():
    assert json_text.to_bytes(json_text.rounded([-0.0, -1e-9])) == b"[\n 0.0,\n 0.0\n]\n"


def test_the_schema_file_is_current():
    assert manifest_schema.PATH.read_bytes() == manifest_schema.schema_bytes(), (
        "run: python -m kitgen.export.manifest_schema"
    )


def test_the_schema_accepts_what_is_written(values):
    schema = json.loads(manifest_schema.PATH.read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    data = Manifest.model_validate_json(json.dumps(values)).to_bytes()
    jsonschema.validate(json.loads(data), schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize(
    ("path", "value"),
    [s[:2] for s in SABOTAGES if "Input should" in s[2] or "String" in s[2] or "Extra" in s[2]],
)
def test_the_schema_refuses_what_a_schema_can(values, path, value):
    schema = json.loads(manifest_schema.PATH.read_bytes())
    place = values
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(values, schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("key", list(Manifest.model_fields))
def test_every_key_is_required_by_the_schema(values, key):
    del values[key]
    with pytest.raises(jsonschema.ValidationError, match=key):
        jsonschema.validate(values, json.loads(manifest_schema.PATH.read_bytes()))


def models() -> list[type[BaseModel]]:
    found = [
        value
        for value in vars(manifest).values()
        if isinstance(value, type) and issubclass(value, BaseModel) and value is not BaseModel
    ]
    return [model for model in found if model.model_fields]


def test_the_document_names_every_field():
    text = DOCUMENT.read_text(encoding="utf-8")
    missing = [
        f"{model.__name__}.{name}"
        for model in models()
        for name in model.model_fields
        if f"`{name}`" not in text
    ]
    assert len(models()) == 16
    assert missing == []


def test_a_plate_outside_of_the_kit_is_refused(values) -> None:
    values["plates"][0]["file"] = "../plate-01.3mf"
    with pytest.raises(UserError, match="leads out of the kit's folder"):
        Manifest.from_bytes(json.dumps(values).encode())
