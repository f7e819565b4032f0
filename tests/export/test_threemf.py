"""3MF files as the consortium's reader in strict mode and a slicer see them."""

import io
import re
import subprocess
import zipfile
from xml.etree import ElementTree as ET

import lib3mf
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.errors import BuildError
from kitgen.export.threemf import CORE, Body, Instance, PrintObject, encode
from kitgen.mesh.mesh import Mesh

METADATA = {"Title": "WerdUp 10 x 10", "Application": "kitgen 0.1.0"}


@pytest.fixture
def kit(box, ring):
    """A plain part, an inlaid tile of two bodies in two colours, and a ring without colour."""
    tile = PrintObject(
        "tile E",
        (
            Body("tile E body", box((19, 19, 3)), "#ffd9a0"),
            Body("tile E letter", box((5, 8, 0.8), (7, 5, 3)), "#202020"),
        ),
    )
    board = PrintObject("board quarter", (Body("unused", box((105, 105, 4)), "#FFD9A0"),))
    loop = PrintObject("ring", (Body("ring", ring),))
    instances = [
        Instance("board quarter", (2 + 110 * (i % 2), 2 + 110 * (i // 2), 0)) for i in (0, 1)
    ]
    instances += [Instance("tile E", (2 + 21 * i, 240, 0)) for i in range(8)]
    instances += [Instance("ring", (2, 280, 0))]
    return [board, tile, loop], instances


def model_text(data: bytes) -> str:
    return zipfile.ZipFile(io.BytesIO(data)).read("3D/3dmodel.model").decode()


def test_lib3mf_in_strict_mode_has_nothing_to_say(kit, read_3mf, tmp_path):
    path = tmp_path / "Geräte kit.3mf"
    path.write_bytes(encode(*kit, METADATA))
    read = read_3mf(path)
    assert read.warnings == []
    assert read.metadata == METADATA
    assert read.meshes == {
        "board quarter": (8, 12, True),
        "tile E body": (8, 12, True),
        "tile E letter": (8, 12, True),
        "ring": (576, 1152, True),
    }
    assert read.components == {"tile E": ["tile E body", "tile E letter"]}
    assert read.colours == {
        "board quarter": "#FFD9A0FF",
        "tile E body": "#FFD9A0FF",
        "tile E letter": "#202020FF",
    }
    assert [name for name, _ in read.items] == ["board quarter"] * 2 + ["tile E"] * 8 + ["ring"]
    assert read.items[3] == ("tile E", (23.0, 240.0, 0.0))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('pid="1"', 'pid="99"'),
        ('v1="0"', 'v1="5000"'),
        ('objectid="4"', 'objectid="400"'),
        ("<vertex x=", "<vertex q="),
    ],
)
def test_the_judge_refuses_a_file_that_is_wrong(kit, read_3mf, tmp_path, good, bad):
    data = encode(*kit, METADATA)
    text = model_text(data)
    assert good in text
    path = tmp_path / "bad.3mf"
    with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(path, "w") as sabotaged:
        for name in package.namelist():
            wrong = name.endswith(".model")
            sabotaged.writestr(name, text.replace(good, bad, 1) if wrong else package.read(name))
    try:
        found = read_3mf(path).warnings
    except lib3mf.Lib3MF.ELib3MFException as refusal:
        found = [str(refusal)]
    assert found


def test_package_holds_what_readers_need_and_no_clock(kit):
    data = encode(*kit, METADATA)
    package = zipfile.ZipFile(io.BytesIO(data))
    assert package.namelist() == ["[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"]
    for entry in package.infolist():
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)
        assert entry.compress_type == zipfile.ZIP_DEFLATED
        assert entry.create_system == 3
    assert encode(*kit, METADATA) == data


def test_xml_follows_the_rules_that_slicers_live_by(kit):
    text = model_text(encode(*kit, METADATA))
    assert 'unit="millimeter"' in text
    assert 'xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"' in text
    assert "requiredextensions" not in text
    assert "<!DOCTYPE" not in text
    assert text.count("<m:colorgroup ") == 2  # one a colour, however often it is used
    root = ET.fromstring(text)
    for thing in root.iter(f"{{{CORE}}}object"):
        joined = thing.find(f"{{{CORE}}}components") is not None
        assert thing.get("type") == "model"
        assert (thing.get("pid") is None) or not joined
        assert thing.get("pindex") == ("0" if thing.get("pid") else None)


def test_prusa_slicer_calls_every_object_manifold(kit, tmp_path, system_tool):
    path = tmp_path / "kit.3mf"
    path.write_bytes(encode(*kit, METADATA))
    run = subprocess.run(
        [system_tool("prusa-slicer"), "--info", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "manifold = no" not in run.stdout
    # It expands components: 2 quarters (one object), 8 bodies, 8 letters, 1 ring.
    assert run.stdout.count("manifold = yes") >= 3
    assert "size_x = 105.0" in run.stdout
    assert "number_of_facets = 1152" in run.stdout


def test_names_survive_whatever_they_hold(box, read_3mf, tmp_path):
    names = ["tile <&>", "tile \"'", "tile Ł", "tile \u0001x", "tile\nline"]
    objects = [PrintObject(name, (Body("b", box((1, 1, 1))),)) for name in names]
    path = tmp_path / "names.3mf"
    path.write_bytes(
        encode(objects, [Instance(n, (2 * i, 0, 0)) for i, n in enumerate(names)], {"Title": "<&>"})
    )
    read = read_3mf(path)
    assert read.warnings == []
    assert list(read.meshes) == ["tile <&>", "tile \"'", "tile Ł", "tile \ufffdx", "tile line"]
    assert read.metadata == {"Title": "<&>"}


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.floats(width=32, allow_nan=False, allow_infinity=False, min_value=-1e4, max_value=1e4),
        min_size=9,
        max_size=9,
    )
)
def test_coordinates_read_back_as_the_same_float32(values):
    vertices = np.array(values, np.float32).reshape(3, 3) + np.float32(0)
    mesh = Mesh(vertices, np.array([[0, 1, 2]], np.int32))
    text = model_text(
        encode([PrintObject("a", (Body("a", mesh),))], [Instance("a", (0, 0, 0))], {})
    )
    read = [
        [np.float32(v.get(axis)) for axis in "xyz"]
        for v in ET.fromstring(text).iter(f"{{{CORE}}}vertex")
    ]
    assert np.array(read, np.float32).tobytes() == vertices.tobytes()
    numbers = re.findall(r'[xyz]="([^"]+)"', text)
    assert all(len(number) <= len(repr(float(np.float32(number)))) for number in numbers)


def test_a_pose_is_written_for_row_vectors(box, read_3mf, tmp_path):
    """A quarter turn about z, then 10 along x: the 4x4 has its translation in the last column."""
    pose = [[0, -1, 0, 10], [1, 0, 0, 20], [0, 0, 1, 0], [0, 0, 0, 1]]
    data = encode([PrintObject("a", (Body("a", box((1, 2, 3))),))], [Instance("a", pose)], {})
    assert 'transform="0 1 0 -1 0 0 0 0 1 10 20 0"' in model_text(data)
    (tmp_path / "a.3mf").write_bytes(data)
    assert read_3mf(tmp_path / "a.3mf").items == [("a", (10.0, 20.0, 0.0))]


@pytest.mark.parametrize(
    ("name", "bodies", "message"),
    [
        ("TILE e", 1, "'TILE e' is empty or used twice"),
        (" ", 1, "' ' is empty or used twice"),
        ("x", 0, "'x' has no body"),
        ("x", 1, "object without an instance: x"),
    ],
)
def test_an_object_that_makes_no_valid_file_is_refused(kit, box, name, bodies, message):
    objects, instances = kit
    added = PrintObject(name, (Body("b", box((1, 1, 1))),) * bodies)
    with pytest.raises(BuildError, match=message):
        encode([*objects, added], instances, METADATA)


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        (Instance("tile F", (0, 0, 0)), "'tile F', which is no object"),
        (Instance("ring", (0, 0)), r"place of shape \(2,\)"),
        (Instance("ring", (0, 0, np.nan)), "place is not finite"),
    ],
)
def test_an_instance_that_makes_no_valid_file_is_refused(kit, instance, message):
    objects, instances = kit
    with pytest.raises(BuildError, match=message):
        encode(objects, [*instances, instance], METADATA)


def test_metadata_that_would_need_a_namespace_or_a_clock_is_refused(kit):
    with pytest.raises(BuildError, match="'CreationDate': allowed is Title"):
        encode(*kit, {"CreationDate": "now"})


def test_a_colour_that_is_none_is_refused(box):
    thing = PrintObject("a", (Body("a", box((1, 1, 1)), "red"),))
    with pytest.raises(BuildError, match="colour 'red' of a: allowed is #RRGGBB"):
        encode([thing], [Instance("a", (0, 0, 0))], {})


def test_an_object_without_triangles_is_refused():
    empty = Mesh(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32))
    with pytest.raises(BuildError, match="'a' has no triangles"):
        encode([PrintObject("a", (Body("a", empty),))], [Instance("a", (0, 0, 0))], {})
