"""3MF flavours as lib3mf, Cura's own reader and the rules of the Bambu importer see them."""

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from flavour_plate import BODY_COLOUR, LETTER_COLOUR, pose

from kitgen import __version__
from kitgen.errors import BuildError, UserError
from kitgen.export.flavours import FLAVOURS, FilamentSwap, PrintHints, flavour, plate_file
from kitgen.export.flavours.bambu import SETTINGS_PATH
from kitgen.export.model_xml import CORE
from kitgen.export.threemf import Body, Instance, PrintObject
from kitgen.export.thumbnail import thumbnail

SWAP = FilamentSwap(z_mm=3.0, layer=16, layer_top_mm=3.2, colour=LETTER_COLOUR)
SETTINGS_OF_PRINTERS = ("Slic3r_PE.config", "project_settings.config", "slice_info.config")


@pytest.fixture(scope="module")
def plate(box):
    """Two inlaid tiles three times each, the third of each turned, and one board."""
    tiles = [
        PrintObject(
            f"tile-{label}",
            (
                Body(f"tile-{label}-body", box((19, 19, 3), (-9.5, -9.5, 0)), BODY_COLOUR),
                Body(f"tile-{label}-letter", box((width, 8, 0.8), (-3, -4, 3)), LETTER_COLOUR),
            ),
        )
        for label, width in (("E", 4), ("Ł", 6))
    ]
    board = PrintObject("board-quarter", (Body("unused", box((100, 100, 4)), "#1F5A60"),))
    instances = [
        Instance(thing.name, pose(90 * (copy // 2), 20 + 25 * copy, 20 + 25 * row))
        for row, thing in enumerate(tiles)
        for copy in range(3)
    ]
    return [*tiles, board], [*instances, Instance("board-quarter", (20, 80, 0))]


@pytest.fixture(scope="module")
def files(plate):
    """The plate in every flavour."""
    picture = thumbnail(*plate, (256, 256))
    return {
        slicer: plate_file(
            slicer, *plate, title="6 <tiles>", thumbnail=picture, hints=PrintHints(), swap=SWAP
        )
        for slicer in FLAVOURS
    }


def entry(data: bytes, path: str) -> bytes:
    return zipfile.ZipFile(io.BytesIO(data)).read(path)


@pytest.mark.parametrize("slicer", FLAVOURS)
def test_lib3mf_in_strict_mode_has_nothing_to_say(files, read_3mf, tmp_path, slicer):
    import lib3mf

    path = tmp_path / "Geräte plate-01.3mf"
    path.write_bytes(files[slicer])
    read = read_3mf(path)
    assert read.warnings == []
    assert all(sound for _, _, sound in read.meshes.values())
    assert len(read.items) == 7
    assert all(min(place) >= 0 for _, place in read.items)
    assert read.metadata["Title"] == "6 <tiles>"
    assert read.metadata["Application"] == f"kitgen {__version__}"
    wrapper = lib3mf.get_wrapper() if hasattr(lib3mf, "get_wrapper") else lib3mf.Wrapper()
    model = wrapper.CreateModel()
    model.QueryReader("3mf").ReadFromFile(str(path))
    assert model.HasPackageThumbnailAttachment()


@pytest.mark.parametrize("slicer", FLAVOURS)
def test_no_slicer_is_impersonated_and_no_printer_replaced(files, slicer):
    package = zipfile.ZipFile(io.BytesIO(files[slicer]))
    names = package.namelist()
    assert not [name for name in names if name.endswith(SETTINGS_OF_PRINTERS)]
    model = package.read("3D/3dmodel.model").decode()
    assert model.count("Application") == 1
    assert f'<metadata name="Application">kitgen {__version__}</metadata>' in model
    assert [name for name in names if name.endswith(".model")] == ["3D/3dmodel.model"]
    assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    ("slicer", "path"),
    [
        ("generic", "Metadata/thumbnail.png"),
        ("prusa", "Metadata/thumbnail.png"),
        ("cura", "Metadata/thumbnail.png"),
        ("bambu", "Metadata/plate_1.png"),
        ("orca", "Metadata/plate_1.png"),
    ],
)
def test_the_thumbnail_has_its_relationship_and_type(files, slicer, path):
    data = files[slicer]
    assert entry(data, path).startswith(b"\x89PNG")
    relationships = ET.fromstring(entry(data, "_rels/.rels"))
    kinds = {each.get("Target"): each.get("Type") for each in relationships}
    assert kinds[f"/{path}"].endswith("/metadata/thumbnail")
    types = ET.fromstring(entry(data, "[Content_Types].xml"))
    known = {each.get("Extension") for each in types}
    endings = {n.rsplit(".", 1)[1] for n in zipfile.ZipFile(io.BytesIO(data)).namelist()}
    assert endings - {"xml"} <= known


def test_only_prusa_takes_a_change_of_filament(files):
    holding = [
        slicer
        for slicer, data in files.items()
        if any("custom_gcode" in name for name in zipfile.ZipFile(io.BytesIO(data)).namelist())
    ]
    assert holding == ["prusa"]


def bambu_objects(data: bytes):
    """What the importer of the Bambu family makes of a file that is not its own.

    By ``bbs_3mf.cpp``: every build item is an instance of its object; an object of several
    instances is split, and only the first keeps what model_settings.config says; settings are
    found by the object's number, those of parts by the number of the mesh they refer to.
    """
    model = ET.fromstring(entry(data, "3D/3dmodel.model"))
    config = ET.fromstring(entry(data, SETTINGS_PATH))

    def about(node):
        return {each.get("key"): each.get("value") for each in node.findall("metadata")}

    settings = {node.get("id"): node for node in config.findall("object")}
    components = {
        node.get("id"): [
            part.get("objectid") for part in node.iter(f"{{{CORE}}}component")
        ] or [node.get("id")]
        for node in model.iter(f"{{{CORE}}}object")
    }  # fmt: skip
    found, seen = [], set()
    for item in model.iter(f"{{{CORE}}}item"):
        number = item.get("objectid")
        node = None if number in seen else settings.get(number)
        seen.add(number)
        if node is None:
            found.append((None, [None] * len(components[number])))
            continue
        parts = {part.get("id"): about(part) for part in node.findall("part")}
        found.append((about(node), [parts.get(part) for part in components[number]]))
    plates = [
        [about(one)["object_id"] for one in node.findall("model_instance")]
        for node in config.findall("plate")
    ]
    return found, plates, [item.get("objectid") for item in model.iter(f"{{{CORE}}}item")]


@pytest.mark.parametrize("slicer", ["bambu", "orca"])
def test_every_copy_keeps_name_parts_and_extruders_in_bambu(files, slicer):
    found, plates, items = bambu_objects(files[slicer])
    assert [about["name"] for about, _ in found] == ["tile-E"] * 3 + ["tile-Ł"] * 3 + [
        "board-quarter"
    ]
    for about, parts in found[:6]:
        names = [(part["name"], part["extruder"]) for part in parts]
        assert names == [(f"{about['name']}-body", "1"), (f"{about['name']}-letter", "2")]
        assert about["sparse_infill_density"] == "15%"
        assert about["layer_height"] == "0.2"
        assert about["enable_support"] == "0"
    assert [part["name"] for part in found[6][1]] == ["board-quarter"]
    assert plates == [items]


def test_the_model_of_bambus_importer_loses_what_instances_would_lose(files):
    """The plain file's items with Bambu's settings: further copies come without any."""
    config = entry(files["bambu"], SETTINGS_PATH)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr("3D/3dmodel.model", entry(files["generic"], "3D/3dmodel.model"))
        package.writestr(SETTINGS_PATH, config)
    found, _, _ = bambu_objects(buffer.getvalue())
    assert sum(about is None for about, _ in found) >= 4


@pytest.fixture(scope="session")
def savitar():
    """The Python that has Cura's reader; where it is missing, skip for a user, fail in CI."""
    python = shutil.which("python3", path="/usr/bin")
    known = python and subprocess.run([python, "-c", "import Savitar"], check=False).returncode == 0
    if not known:
        reason = "Cura's reader is not installed (Debian: apt-get install python3-savitar)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    return python


READ_BY_CURA = """
import json, sys, zipfile, Savitar
model = zipfile.ZipFile(sys.argv[1]).read("3D/3dmodel.model").decode()
def show(node):
    settings = {key: entry.value for key, entry in node.getSettings().items()}
    return [node.getName(), node.getTransformation(), settings,
            len(node.getMeshData().getFlatVerticesAsBytes()) // 36,
            [show(child) for child in node.getChildren()]]
print(json.dumps([show(node) for node in Savitar.ThreeMFParser().parse(model).getSceneNodes()]))
"""


def read_by_cura(path: Path, python: str):
    """Read a file with libSavitar, as Cura does; its module belongs to the system's Python."""
    run = subprocess.run(
        [python, "-c", READ_BY_CURA, str(path)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_cura_reads_groups_names_extruders_and_hints(files, tmp_path, savitar):
    path = tmp_path / "plate.3mf"
    path.write_bytes(files["cura"])
    nodes = read_by_cura(path, savitar)
    assert [node[0] for node in nodes] == ["tile-E"] * 3 + ["tile-Ł"] * 3 + ["board-quarter"]
    for name, where, settings, triangles, children in nodes[:6]:
        assert (settings, triangles) == ({}, 0)
        assert [child[0] for child in children] == [f"{name}-body", f"{name}-letter"]
        assert [child[2]["extruder_nr"] for child in children] == ["0", "1"]
        assert {child[2]["wall_line_count"] for child in children} == {"2"}
        assert {child[2]["infill_sparse_density"] for child in children} == {"15"}
        assert len(where.split()) == 12
    assert nodes[6][3] == 12
    assert "extruder_nr" not in nodes[6][2]
    # The origin is the bed's corner: Cura moves it to the middle of its own bed by itself.
    assert nodes[0][1].split()[9:] == ["20", "20", "0"]


def test_the_plain_file_gives_cura_no_extruders(files, tmp_path, savitar):
    path = tmp_path / "plate.3mf"
    path.write_bytes(files["generic"])
    nodes = read_by_cura(path, savitar)
    assert all("extruder_nr" not in child[2] for node in nodes for child in node[4])


def test_equal_plates_give_equal_bytes(plate, files):
    picture = thumbnail(*plate, (256, 256))
    for slicer in FLAVOURS:
        assert files[slicer] == plate_file(
            slicer, *plate, title="6 <tiles>", thumbnail=picture, hints=PrintHints(), swap=SWAP
        )


@pytest.mark.parametrize("slicer", FLAVOURS)
def test_what_makes_no_valid_file_is_refused_in_every_flavour(plate, slicer):
    objects, instances = plate
    with pytest.raises(BuildError, match="'tile-X', which is no object"):
        plate_file(slicer, objects, [*instances, Instance("tile-X", (0, 0, 0))], title="t")
    with pytest.raises(BuildError, match="without an instance: board-quarter"):
        plate_file(slicer, objects, instances[:-1], title="t")
    with pytest.raises(BuildError, match="is no PNG"):
        plate_file(slicer, objects, instances, title="t", thumbnail=b"GIF89a")


def test_an_unknown_slicer_is_refused_with_the_nearest():
    assert flavour("orca") == "orca"
    with pytest.raises(UserError, match=r"--slicer Prusa: known are generic, .* mean prusa"):
        flavour("Prusa")
    with pytest.raises(UserError, match="--slicer simplify3d: known are generic, prusa, bambu"):
        flavour("simplify3d")
