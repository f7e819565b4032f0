"""The PrusaSlicer flavour, judged by PrusaSlicer: what it keeps, and what it prints."""

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "judges"))
sys.path.insert(0, str(Path(__file__).parents[1] / "printing"))

from flavour_plate import BODY_COLOUR, LETTER_COLOUR, in_rows, inlaid_tiles, mesh_of, pose, volume
from gcode import Gcode
from kits import kits

from kitgen.export.filament_change import filament_change
from kitgen.export.flavours import PrintHints, plate_file
from kitgen.export.model_xml import CORE
from kitgen.export.threemf import Body, Instance, PrintObject
from kitgen.mesh.mesh import Mesh

__all__ = ["kits"]

COPIES = 3
BED = (*("--bed-shape", "0x0,250x0,250x210,0x210"), "--dont-arrange")
SOLID = (*("--fill-density", "100%", "--fill-pattern", "rectilinear"), *("--skirts", "0"))
LAYERS = (*("--layer-height", "0.2"), *("--first-layer-height", "0.2"))
TWO_TOOLS = (*("--nozzle-diameter", "0.4,0.4"), *("--filament-diameter", "1.75,1.75"))


@pytest.fixture(scope="module")
def tiles(kits):
    game = kits(size=6, letter_style="inlay", only=("tile-E", "tile-Qu"))
    return inlaid_tiles(game, ("E", "Qu"))


@pytest.fixture(scope="module")
def plate(tiles, box):
    """Three of each tile, every other one turned, and a plain part."""
    plain = PrintObject("board-quarter", (Body("unused", box((40, 30, 4), (-20, -15, 0))),))
    instances = [*in_rows(tiles, COPIES), Instance("board-quarter", pose(90, 150, 100))]
    return [*tiles, plain], instances


@pytest.fixture
def run_slicer(system_tool, tmp_path) -> Callable[..., bytes]:
    """Give what PrusaSlicer makes of a file."""

    def run(data: bytes, action: str, *options: str) -> bytes:
        source, target = tmp_path / "plate-01.3mf", tmp_path / "answer"
        source.write_bytes(data)
        out = target.with_suffix(".3mf" if action == "--export-3mf" else ".gcode")
        answer = subprocess.run(
            [system_tool("prusa-slicer"), action, *options, "-o", str(out), str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return out.read_bytes()

    return run


def imported(data: bytes) -> dict[str, dict]:
    """What a file of PrusaSlicer's own says: by object its volumes, instances and settings."""
    package = zipfile.ZipFile(io.BytesIO(data))
    model = ET.fromstring(package.read("3D/3dmodel.model"))
    config = ET.fromstring(package.read("Metadata/Slic3r_PE_model.config"))
    # Further instances are objects that refer to the first.
    meant = {
        node.get("id"): part.get("objectid")
        for node in model.iter(f"{{{CORE}}}object")
        for part in node.iter(f"{{{CORE}}}component")
    }
    built: dict[str, list[list[float]]] = {}
    for item in model.iter(f"{{{CORE}}}item"):
        numbers = [float(n) for n in item.get("transform").split()]
        number = item.get("objectid")
        built.setdefault(meant.get(number, number), []).append(numbers)
    meshes = {}
    for node in model.iter(f"{{{CORE}}}object"):
        vertices = [[float(v.get(a)) for a in "xyz"] for v in node.iter(f"{{{CORE}}}vertex")]
        faces = [
            [int(t.get(k)) for k in ("v1", "v2", "v3")] for t in node.iter(f"{{{CORE}}}triangle")
        ]
        meshes[node.get("id")] = (np.array(vertices), np.array(faces))
    found: dict[str, dict] = {}
    for node in config.findall("object"):
        about = {m.get("key"): m.get("value") for m in node.findall("metadata")}
        vertices, faces = meshes[node.get("id")]
        volumes = {}
        for part in node.findall("volume"):
            says = {m.get("key"): m.get("value") for m in part.findall("metadata")}
            own = faces[int(part.get("firstid")) : int(part.get("lastid")) + 1]
            volumes[says["name"]] = {
                "extruder": says.get("extruder"),
                "mm3": volume(Mesh(vertices, own)),
                "low": vertices[own.ravel()].min(axis=0),
                "high": vertices[own.ravel()].max(axis=0),
            }
        name = about.pop("name")
        assert name not in found, f"object {name} is there twice"
        found[name] = {"settings": about, "volumes": volumes, "built": built[node.get("id")]}
    return found


def test_objects_names_volumes_extruders_and_instances_survive(plate, run_slicer):
    objects, instances = plate
    data = plate_file("prusa", objects, instances, title="t", hints=PrintHints())
    found = imported(run_slicer(data, "--export-3mf"))
    assert list(found) == [thing.name for thing in objects]
    for thing in objects:
        seen = found[thing.name]
        assert len(seen["built"]) == sum(i.object_name == thing.name for i in instances)
        single = len(thing.bodies) == 1
        names = [thing.name] if single else [body.name for body in thing.bodies]
        assert list(seen["volumes"]) == names
        for number, (name, body) in enumerate(zip(names, thing.bodies, strict=True), start=1):
            part = seen["volumes"][name]
            assert part["mm3"] == pytest.approx(volume(body.mesh), rel=1e-4)
            assert part["extruder"] == (None if single else str(number))
        if not single:
            body, letter = (seen["volumes"][name] for name in names)
            meant_body, meant_letter = (each.mesh.vertices for each in thing.bodies)
            assert letter["low"] - body["low"] == pytest.approx(
                meant_letter.min(axis=0) - meant_body.min(axis=0), abs=1e-4
            )
            assert letter["high"] - body["high"] == pytest.approx(
                meant_letter.max(axis=0) - meant_body.max(axis=0), abs=1e-4
            )
        assert seen["settings"]["fill_density"] == "15%"
        assert seen["settings"]["layer_height"] == "0.2"
        assert seen["settings"]["support_material"] == "0"


def test_a_lone_object_keeps_its_name(tiles, run_slicer):
    data = plate_file("prusa", tiles[:1], in_rows(tiles[:1], COPIES), title="t")
    assert list(imported(run_slicer(data, "--export-3mf"))) == ["tile-E"]


def test_the_judge_sees_loose_objects_in_the_plain_file(plate, run_slicer):
    """Components and colours only: nothing ties a letter to its tile."""
    exported = run_slicer(plate_file("generic", *plate, title="t"), "--export-3mf")
    config = zipfile.ZipFile(io.BytesIO(exported)).read("Metadata/Slic3r_PE_model.config")
    objects = ET.fromstring(config).findall("object")
    assert len(objects) > len(plate[0])
    assert all(len(thing.findall("volume")) == 1 for thing in objects)


def test_the_judge_sees_copies_lost_without_the_version(plate, run_slicer):
    data = plate_file("prusa", *plate, title="t")
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(buffer, "w") as spoilt:
        for name in package.namelist():
            text = package.read(name)
            line = b'<metadata name="slic3rpe:Version3mf">1</metadata>\n'
            assert (line in text) == name.endswith(".model")
            spoilt.writestr(name, text.replace(line, b""))
    exported = run_slicer(buffer.getvalue(), "--export-3mf")
    config = zipfile.ZipFile(io.BytesIO(exported)).read("Metadata/Slic3r_PE_model.config")
    assert len(ET.fromstring(config).findall("object")) > len(plate[0])


def filament_mm3(gcode: str) -> list[float]:
    (figures,) = re.findall(r"^; filament used \[mm\] = (.*)$", gcode, re.MULTILINE)
    return [float(mm) * np.pi * 1.75**2 / 4 for mm in figures.split(",")]


def test_two_tools_print_body_and_letters(tiles, run_slicer):
    data = plate_file("prusa", tiles, in_rows(tiles, COPIES), title="t")
    gcode = run_slicer(data, "--export-gcode", *BED, *SOLID, *LAYERS, *TWO_TOOLS).decode()
    assert set(re.findall(r"^T(\d)", gcode, re.MULTILINE)) == {"0", "1"}
    first, second = filament_mm3(gcode)
    letters = COPIES * sum(volume(thing.bodies[1].mesh) for thing in tiles)
    bodies = COPIES * sum(volume(thing.bodies[0].mesh) for thing in tiles)
    assert second == pytest.approx(letters, rel=0.1)
    assert first == pytest.approx(bodies, rel=0.1)


def test_the_plain_file_uses_one_tool(tiles, run_slicer):
    data = plate_file("generic", tiles[:1], in_rows(tiles[:1], 1), title="t")
    gcode = run_slicer(data, "--export-gcode", *BED, *SOLID, *LAYERS, *TWO_TOOLS).decode()
    assert set(re.findall(r"^T(\d)", gcode, re.MULTILINE)) <= {"0"}


def test_parts_are_printed_where_they_were_packed(plate, run_slicer):
    data = plate_file("prusa", *plate, title="t")
    gcode = Gcode.read(run_slicer(data, "--export-gcode", *BED, *SOLID, *LAYERS).decode())
    ends = gcode.lines.ends[:, 1]
    assert ends.min(axis=0) == pytest.approx((60 - 9.5, 60 - 9.5), abs=0.6)
    assert ends.max(axis=0) == pytest.approx((150 + 15, 100 + 20), abs=0.6)


def test_hints_bind_the_parts_and_leave_the_printer_alone(box, run_slicer):
    cube = PrintObject("cube", (Body("cube", box((30, 30, 6), (-15, -15, 0))),))
    place = [Instance("cube", pose(0, 100, 100))]
    users = (
        *("--layer-height", "0.3", "--first-layer-height", "0.2", "--perimeters", "6"),
        *("--fill-density", "100%", "--fill-pattern", "rectilinear", "--skirts", "0"),
        *("--bed-shape", "0x0,321x0,321x210,0x210", "--nozzle-diameter", "0.4", "--dont-arrange"),
        *("--max-print-height", "177", "--temperature", "203"),
    )
    answers = {}
    for hints in (None, PrintHints(layer_height_mm=0.2, perimeters=2, infill_percent=15)):
        data = plate_file("prusa", [cube], place, title="t", hints=hints)
        answers[hints is None] = Gcode.read(run_slicer(data, "--export-gcode", *users).decode())
    hinted, plain = answers[False], answers[True]
    assert len(hinted.layers) == 30
    assert len(plain.layers) == pytest.approx(20, abs=1)
    spent = {
        (kind, answer is hinted): answer.lines.filament[answer.lines.kind == kind].sum()
        for answer in (hinted, plain)
        for kind in ("Internal infill", "Perimeter")
    }
    assert 0 < spent["Internal infill", True] < 0.3 * spent["Internal infill", False]
    assert spent["Perimeter", True] == pytest.approx(spent["Perimeter", False] / 5, rel=0.2)
    for setting in ("bed_shape", "max_print_height", "temperature", "perimeters", "layer_height"):
        assert hinted.comments[setting] == plain.comments[setting]


@pytest.fixture(scope="module")
def raised(kits):
    """A tile with a raised letter, and the height on which the letter stands."""
    game = kits(size=6, letter_style="raised", only=("tile-E",))
    relief = game.manifest["parts"][0]["letter"]["relief_mm"]
    mesh = mesh_of(game.meshes["tile-E"])
    return mesh, float(mesh.vertices[:, 2].max()) - relief, relief


def test_filament_is_changed_where_only_letters_are_left(raised, run_slicer):
    mesh, base, relief = raised
    swap = filament_change(
        "raised", letter_base_z=base, relief=relief, layer_height=0.2, colour=LETTER_COLOUR
    )
    tile = PrintObject("tile-E", (Body("tile-E", mesh, BODY_COLOUR),))
    places = in_rows([tile], 2)
    data = plate_file("prusa", [tile], places, title="t", swap=swap)
    gcode = run_slicer(data, "--export-gcode", *BED, *SOLID, *LAYERS).decode()
    before, after = re.split(r"^M600$", gcode, flags=re.MULTILINE)
    heights = re.findall(r"^;Z:([\d.]+)$", before, re.MULTILINE)
    assert len(heights) == swap.layer
    assert float(heights[-1]) == pytest.approx(swap.layer_top_mm)
    assert float(heights[-2]) == pytest.approx(swap.z_mm) == pytest.approx(base)
    assert f";COLOR_CHANGE,T0,{LETTER_COLOUR}" in before
    # All that follows is as much plastic as the letters, all before as the rest.
    lines = Gcode.read(gcode).lines
    above = lines.where(lines.z > base + 1e-3).volume_mm3
    corners = mesh.vertices[mesh.faces]
    top = corners[(corners[:, :, 2] > base + relief - 1e-3).all(axis=1)].astype(float)
    area = np.cross(top[:, 1] - top[:, 0], top[:, 2] - top[:, 0])[:, 2].sum() / 2
    assert above == pytest.approx(2 * area * relief, rel=0.1)
    assert "M600" not in plate_file("prusa", [tile], places, title="t").decode("latin-1")
    assert len(re.findall("M600$", after, re.MULTILINE)) <= 1  # only the setting's comment
