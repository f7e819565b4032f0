"""What accompanies the STL files, and what is said where it does not agree with them."""

import io
import re

import numpy as np
import pytest
import trimesh
from assembled import solid_of
from manifold3d import Manifold
from PIL import Image
from rewritten import Copy
from sabotage import sabotaged

from kitgen.checks.package import findings
from kitgen.checks.written import WrittenKit
from kitgen.export.flavours import FLAVOURS, plate_file
from kitgen.export.threemf import Body, Instance, PrintObject, encode
from kitgen.mesh.mesh import Mesh

PARTS = ("board-quarter", "rack-half", "tile-A", "tile-B", "tile-E", "tile-O")
PLACES = ("rack-half-right", "tile-B", "tile-O")
"""Where kits are spoilt: none is the first in the manifest."""
SEVERAL = ("rack-half-right", "tile-E", "tile-O")
"""Of these every kit has two or more, and the last ones lie on one plate."""
SHEET = "3mf/kit.3mf"


def without_plates(folder, target):
    """A kit less the plates that it was built with: tests pack their own."""
    copy = Copy(folder, target)
    for listed in list(copy.record["files"]):
        if listed["path"].startswith("3mf/plate-"):
            (target / listed["path"]).unlink()
            copy.record["files"].remove(listed)
    copy.record.update(plates=[], printer=None)
    return copy.done()


@pytest.fixture(scope="module")
def kit(kits, tmp_path_factory):
    folder = kits(size=6, only=PARTS).folder
    return without_plates(folder, tmp_path_factory.mktemp("kit") / "plain")


@pytest.fixture(scope="module")
def inlay(kits, tmp_path_factory):
    folder = kits(size=6, only=PARTS[2:], letter_style="inlay").folder
    return without_plates(folder, tmp_path_factory.mktemp("kit") / "inlay")


@pytest.fixture
def copy(kit, tmp_path):
    return Copy(kit, tmp_path / "spoilt")


def failed(folder):
    """The failing findings by check; of several of one check the first, which is the worst."""
    found = {}
    for finding in findings(WrittenKit.read(folder)):
        if finding.verdict == "fail":
            found.setdefault(finding.check, finding)
    return found


def objects_of(text, name):
    """Start and end of the text of an object."""
    match = re.search(rf'<object [^>]*name="{name}"[^>]*>.*?</object>', text, re.DOTALL)
    assert match is not None
    return match.span()


def with_object(name, change):
    """A change of the text of one object."""

    def changed(text):
        start, end = objects_of(text, name)
        return text[:start] + change(text[start:end]) + text[end:]

    return changed


def with_item(name, change, which=0):
    """A change of the twelve numbers of one item's transform."""

    def changed(text):
        number = re.search(rf'<object id="(\d+)"[^>]*name="{name}"', text)[1]
        items = list(re.finditer(rf'<item objectid="{number}" transform="([^"]*)"[^>]*/>', text))
        item = items[which]
        values = change([float(v) for v in item[1].split()])
        new = (
            "" if values is None else item[0].replace(item[1], " ".join(f"{v:.6f}" for v in values))
        )
        return text[: item.start()] + new + text[item.end() :]

    return changed


@pytest.mark.parametrize("style", ["engraved", "raised", "inlay"])
def test_a_sound_kit_passes(kits, style):
    only = PARTS if style == "engraved" else PARTS[2:]
    folder = kits(size=6, only=only, letter_style=style).folder
    found = list(findings(WrittenKit.read(folder)))
    assert {f.verdict for f in found if f.check != "package.whole"} == {"pass"}
    # Once of the kit, and once of each 3MF file.
    assert len({(f.check, f.between[:1]) for f in found}) == len(found)
    assert len({f.check for f in found}) >= 19
    assert ("package.inlay_pieces" in {f.check for f in found}) == (style == "inlay")


def test_a_kit_of_chosen_parts_is_not_called_incomplete(kit):
    (some,) = [f for f in findings(WrittenKit.read(kit)) if f.check == "package.whole"]
    assert some.verdict == "not judged"


def test_a_whole_kit_that_lacks_parts_is_found(kit, tmp_path):
    """The same files, said to be the whole kit."""
    folder = sabotaged(kit, tmp_path / "kit", manifest=lambda record: record.update(whole=True))
    (lacks,) = [f for f in findings(WrittenKit.read(folder)) if f.check == "package.whole"]
    assert (lacks.verdict, lacks.value) == ("fail", 22)
    assert lacks.note.startswith("C, D, F")


@pytest.mark.parametrize("path", [SHEET, "bom.csv"])
@pytest.mark.parametrize("at", [0.1, 0.5, 0.98])
def test_a_changed_byte_is_found(copy, path, at):
    copy.byte(path, int(at * (copy.folder / path).stat().st_size))
    found = failed(copy.done())
    assert found["package.checksum"].between == (path,)
    assert found["package.checksum"].value != found["package.checksum"].expected


@pytest.mark.parametrize("path", [SHEET, "bom.csv"])
def test_a_missing_file_is_said(copy, path):
    (copy.folder / path).unlink()
    assert failed(copy.done())["package.present"].between == (path,)


def test_a_file_that_is_not_listed_is_nobodys_business(copy):
    (copy.folder / "report.json").write_text("{}")
    (copy.folder / "3mf/mine.3mf").write_text("no 3MF")
    assert failed(copy.done()) == {}


@pytest.mark.parametrize("name", ["tile-A", *PLACES])
def test_a_wrong_count_is_found_though_the_bill_agrees(copy, name):
    part = copy.part(name)
    right = part["count"]
    part["count"] -= 1

    def mend(rows):
        rows[name]["count"] = str(part["count"])
        rows["total"]["count"] = str(int(rows["total"]["count"]) - 1)

    copy.bill(mend)
    found = failed(copy.done())
    assert found.keys() == {"package.count", "package.instances"}
    assert (found["package.count"].value, found["package.count"].low) == (right - 1, right)
    assert found["package.count"].between == (name,)
    assert found["package.instances"].value == right


def test_more_of_a_part_than_the_set_has_is_no_fault(copy):
    """Two more of one part in manifest, bill and 3MF."""
    copy.part("tile-O")["count"] += 2

    def mend(rows):
        for row in ("tile-O", "total"):
            rows[row]["count"] = str(int(rows[row]["count"]) + 2)

    copy.bill(mend)
    number = re.compile(r'<object id="(\d+)"[^>]*name="tile-O"')

    def add(text):
        item = f'<item objectid="{number.search(text)[1]}" transform="1 0 0 0 1 0 0 0 1 900 %d 0"/>'
        return text.replace("</build>", item % 20 + item % 50 + "</build>")

    copy.model(SHEET, add)
    assert failed(copy.done()) == {}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("column", "factor", "check"),
    [
        ("count", 2, "package.bom_count"),
        ("cm3 each", 1.01, "package.bom_volume"),
        ("grams each", 1.02, "package.bom_mass"),
    ],
)
def test_a_wrong_figure_in_the_bill_is_found(copy, name, column, factor, check):
    wrong = None

    def change(rows):
        nonlocal wrong
        wrong = round(float(rows[name][column]) * factor, 3)
        rows[name][column] = f"{wrong:g}"

    copy.bill(change)
    found = failed(copy.done())
    assert found.keys() == {check}
    assert found[check].between == ("bom.csv", name)
    assert found[check].value == wrong


@pytest.mark.parametrize("name", PLACES)
def test_a_part_that_the_bill_forgets_is_found(copy, name):
    copy.bill(lambda rows: rows.pop(name))
    assert failed(copy.done())["package.bom_count"].between == ("bom.csv", name)


def test_a_bill_that_is_none_is_found(copy):
    copy.write("bom.csv", b"\xff\xfe\x00")
    assert failed(copy.done()).keys() == {"package.bom_readable"}


def test_a_label_that_the_set_lacks_is_found(copy):
    copy.part("tile-B")["label"] = "B2"
    assert failed(copy.done())["package.labels"].between == ("tile-B",)


@pytest.mark.parametrize("name", PLACES)
def test_an_stl_whose_vertex_moved_disagrees_with_the_3mf(kit, tmp_path, name):
    """Checksum, volumes and bounds are mended; the 3MF shows where the vertex was."""

    def move(mesh):
        highest = np.argmax(mesh.vertices[:, 2])
        mesh.vertices[highest, 2] += 0.5
        return mesh

    found = failed(sabotaged(kit, tmp_path / "spoilt", meshes={name: move}))
    assert found["package.object_shape"].value == pytest.approx(0.5, abs=1e-4)
    assert found["package.object_shape"].between == (SHEET, name)
    assert found["package.object_size"].value == pytest.approx(-0.5, abs=1e-4)
    assert "package.object_volume" in found
    assert "package.checksum" not in found


@pytest.mark.parametrize("name", PLACES)
def test_a_3mf_whose_vertex_moved_disagrees_with_the_stl(copy, name):
    def move(text):
        points = list(re.finditer(r'z="([^"]*)"', text))
        point = max(points, key=lambda match: float(match[1]))
        return text[: point.start()] + f'z="{float(point[1]) + 0.5}"' + text[point.end() :]

    copy.model(SHEET, with_object(name, move))
    found = failed(copy.done())
    assert found["package.object_shape"].value == pytest.approx(0.5, abs=1e-4)
    assert found["package.object_size"].value == pytest.approx(0.5, abs=1e-4)
    assert {f.between for f in found.values()} == {(SHEET, name)}


@pytest.mark.parametrize("name", PLACES)
def test_an_object_that_was_scaled_is_found(copy, name):
    def scale(text):
        return re.sub(r' ([xyz])="([^"]*)"', lambda m: f' {m[1]}="{float(m[2]) * 1.02:.6f}"', text)

    mesh = trimesh.load_mesh(copy.folder / copy.part(name)["file"])
    copy.model(SHEET, with_object(name, scale))
    found = failed(copy.done())
    assert found["package.object_volume"].value == pytest.approx(mesh.volume * 1.02**3, rel=1e-4)
    assert found["package.object_size"].value == pytest.approx(0.02 * mesh.extents.max(), rel=1e-3)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    ("change", "check", "value"),
    [
        (lambda v: [1.02 * x for x in v[:9]] + v[9:], "package.upright", 0.02),
        (lambda v: [-v[0], *v[1:]], "package.upright", 2.0),
        (lambda v: [1, 0, 0, 0, 0, 1, 0, -1, 0, *v[9:10], 500, 100], "package.upright", 1.0),
        (lambda v: [*v[:11], 0.3], "package.on_bed", 0.3),
        (lambda _: None, "package.instances", None),
    ],
)
def test_an_item_that_stands_wrongly_is_found(copy, name, change, check, value):
    copy.model(SHEET, with_item(name, change, which=-1))
    found = failed(copy.done())
    assert name in found[check].between
    wanted = copy.part(name)["count"] - 1 if value is None else value
    assert found[check].value == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("axis", [0, 1])
def test_an_item_outside_the_positive_octant_is_found(copy, name, axis):
    low = copy.part(name)["bbox_mm"][0][axis]

    def move(values):
        values[9 + axis] = -1.5 - low
        return values

    copy.model(SHEET, with_item(name, move, which=-1))
    found = failed(copy.done())
    # Its other copies lie at positive places, this one alone does not.
    assert found["package.positive"].value == pytest.approx(-1.5, abs=1e-4)
    assert found["package.positive"].between == (SHEET, name)


@pytest.mark.parametrize("name", PLACES)
def test_a_3mf_with_a_coordinate_that_is_no_number_is_refused(copy, name):
    copy.model(
        SHEET, with_object(name, lambda text: re.sub(r' x="[^"]*"', ' x="nan"', text, count=1))
    )
    found = failed(copy.done())
    assert found.keys() == {"package.strict"}
    assert "Invalid Model Coordinates" in found["package.strict"].note


def test_a_3mf_that_is_cut_off_is_refused(copy):
    copy.write(SHEET, (copy.folder / SHEET).read_bytes()[:-200])
    assert failed(copy.done()).keys() == {"package.strict"}


def test_another_unit_is_found(copy):
    copy.model(SHEET, lambda text: text.replace('unit="millimeter"', 'unit="inch"'))
    assert failed(copy.done())["package.unit"].value == "Inch"


@pytest.mark.parametrize("name", PLACES)
def test_an_object_with_a_strange_name_is_found(copy, name):
    copy.model(SHEET, lambda text: text.replace(f' name="{name}"', ' name="thing"'))
    found = failed(copy.done())
    assert found["package.object_names"].between[:2] == (SHEET, "thing")
    assert found["package.instances"].value == 0


@pytest.mark.parametrize("name", PLACES)
def test_an_item_with_the_number_of_another_part_is_found(copy, name):
    """Names of objects and numbers of items must tell of the same part."""

    def rename(text):
        number = re.search(rf'<object id="(\d+)"[^>]*name="{name}"', text)[1]
        text = re.sub(r' partnumber="[^"]*"', "", text)
        return text.replace(
            f'<item objectid="{number}"', f'<item objectid="{number}" partnumber="x"'
        )

    copy.model(SHEET, rename)
    found = failed(copy.done())
    assert found.keys() == {"package.object_names"}
    assert found["package.object_names"].value == copy.part(name)["count"]


@pytest.mark.parametrize("name", PLACES)
def test_an_open_or_flipped_surface_is_found(copy, name):
    """Strict reading alone takes a triangle that is turned over."""
    turn = re.compile(r'v1="(\d+)" v2="(\d+)"')
    copy.model(SHEET, with_object(name, lambda text: turn.sub(r'v1="\2" v2="\1"', text, count=1)))
    found = failed(copy.done())
    assert ("package.closed" in found) or ("package.strict" in found)
    if "package.closed" in found:
        assert found["package.closed"].between == (SHEET, name)


@pytest.mark.parametrize("name", ["tile-A", "tile-B", "tile-O"])
def test_an_inlay_letter_that_is_not_flush_is_found(inlay, tmp_path, name):
    """The letter 0.4 mm too low in its tile: same volumes, same names."""
    copy = Copy(inlay, tmp_path / "spoilt")

    def sink(text):
        return re.sub(r'z="([^"]*)"', lambda m: f'z="{float(m[1]) - 0.4:.6f}"', text)

    copy.model(SHEET, with_object(f"{name}-letter", sink))
    found = failed(copy.done())
    assert found.keys() == {"package.object_shape"}
    assert found["package.object_shape"].between == (SHEET, name)
    assert found["package.object_shape"].value == pytest.approx(0.4, abs=1e-3)


@pytest.mark.parametrize("name", ["tile-A", "tile-B", "tile-O"])
def test_an_inlay_letter_that_does_not_fill_its_tile_is_found(inlay, tmp_path, name):
    def fill(solid):
        low, high = np.reshape(solid.bounding_box(), (2, 3))
        return solid + Manifold.cube((high - low).tolist()).translate(low.tolist())

    found = failed(sabotaged(inlay, tmp_path / "filled", solids={f"{name}-letter": fill}))
    assert found["package.inlay_counters"].value == 0
    crumb = Manifold.cube((1, 1, 0.8)).translate((9, 9, 0))
    spoilt = sabotaged(
        inlay, tmp_path / "crumb", solids={f"{name}-letter": lambda solid: solid + crumb}
    )
    found = failed(spoilt)
    assert found["package.inlay_pieces"].value == found["package.inlay_pieces"].high + 1


# Plates: packed here in rows, written as each slicer reads them.


def mesh_of(copy, name):
    loaded = trimesh.load_mesh(copy.folder / copy.part(name)["file"])
    return Mesh(loaded.vertices.astype(np.float32), loaded.faces.astype(np.int32))


def lifted(mesh, z):
    return Mesh(mesh.vertices + np.float32([0, 0, z]), mesh.faces)


def pose(turn_deg, place):
    angle = np.radians(turn_deg)
    found = np.eye(4)
    found[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    found[:2, 3] = place
    return found


def picture():
    """A small PNG."""
    data = io.BytesIO()
    Image.new("RGB", (4, 4)).save(data, "png")
    return data.getvalue()


def packed(copy, *, bed=(256.0, 256.0), slicer="generic", moved=(0.0, 0.0, 0.0)):
    """Pack the kit in rows, each part turned otherwise; add the plates as a slicer reads them."""
    record = copy.record
    if slicer != record["profile"]["print"]["slicer"]:
        record["profile"]["print"]["slicer"] = slicer
        # The sheet was written for another.
        record["files"] = [listed for listed in record["files"] if listed["path"] != SHEET]
    meshes = {part["name"]: mesh_of(copy, part["name"]) for part in record["parts"]}
    letters = {p["label"]: p["name"] for p in record["parts"] if p["kind"] == "tile-letter"}
    plates, x, y, row = [[]], 5.0, 5.0, 0.0
    turn = 0
    for part in record["parts"]:
        if part["kind"] == "tile-letter":
            continue
        corners = meshes[part["name"]].vertices.astype(float)
        for _ in range(part["count"]):
            turned = corners @ pose(turn, (0, 0))[:3, :3].T
            low, size = turned.min(axis=0), np.ptp(turned, axis=0)
            if x + size[0] > bed[0] - 5:
                x, y, row = 5.0, y + row + 3, 0.0
            if y + size[1] > bed[1] - 5:
                plates.append([])
                x, y, row = 5.0, 5.0, 0.0
            place = np.round([x - low[0], y - low[1]], 6).tolist()
            plates[-1].append({"part": part["name"], "turn_deg": turn, "place_mm": place})
            x, row = x + size[0] + 3, max(row, size[1])
            turn = (turn + 90) % 360 if part["kind"] != "tile" else (turn + 30) % 360
    record["printer"] = {
        "name": "test",
        "bed_mm": list(bed),
        "height_mm": 200.0,
        "nozzle_mm": 0.4,
        "excluded_mm": [[[0.0, 0.0], [4.0, 4.0]]],
    }
    record["plates"] = []
    for number, items in enumerate(plates, 1):
        objects = []
        for name in dict.fromkeys(item["part"] for item in items):
            part = copy.part(name)
            tile = Mesh(meshes[name].vertices + np.float32(moved), meshes[name].faces)
            bodies = [Body(name, tile, part["colour"])]
            if part["kind"] == "tile" and part["label"] in letters:
                letter = meshes[letters[part["label"]]]
                letter = lifted(letter, tile.vertices[:, 2].max() - letter.vertices[:, 2].max())
                inlay = copy.part(letters[part["label"]])
                bodies = [
                    Body(f"{name}-body", tile, part["colour"]),
                    Body(inlay["name"], letter, inlay["colour"]),
                ]
            objects.append(PrintObject(name, tuple(bodies)))
        shift = np.eye(4)
        shift[:3, 3] = np.negative(moved)
        instances = [
            Instance(item["part"], pose(item["turn_deg"], item["place_mm"]) @ shift)
            for item in items
        ]
        path, title = f"3mf/plate-{number:02d}.3mf", f"plate {number}"
        data = plate_file(slicer, objects, instances, title=title, thumbnail=picture())
        copy.write(path, data)
        colours = list(dict.fromkeys(body.colour for one in objects for body in one.bodies))
        record["plates"].append({"file": path, "title": title, "colours": colours, "items": items})
    return copy


@pytest.fixture
def plates(copy):
    return packed(copy)


def test_plates_of_sound_kits_pass(plates):
    found = list(findings(WrittenKit.read(plates.done())))
    assert {f.verdict for f in found if f.check != "package.whole"} == {"pass"}
    assert {
        "package.plate_count", "package.plate_items", "package.plate_place", "package.plate_bed",
        "package.plate_excluded", "package.plate_height", "package.plate_overlap",
        "package.plate_gap",
    } <= {f.check for f in found}  # fmt: skip
    (gap,) = [f for f in found if f.check == "package.plate_gap"]
    assert gap.low == pytest.approx(3.0, abs=1e-3)
    assert gap.value == pytest.approx(3.0, abs=1e-3)


@pytest.mark.parametrize("slicer", FLAVOURS)
def test_plates_of_every_flavour_hold_tiles_with_their_letters(inlay, tmp_path, slicer):
    copy = packed(Copy(inlay, tmp_path / "inlay"), slicer=slicer)
    assert failed(copy.done()) == {}
    numbers = [
        f.value for f in findings(WrittenKit.read(copy.folder)) if f.check.endswith("_count")
    ]
    assert min(numbers) >= 1


@pytest.mark.parametrize("moved", [(-33.25, 12.5, 0.0), (0.0, 77.7, 0.0)])
def test_an_object_may_be_moved_in_its_own_frame(kit, tmp_path, moved):
    copy = packed(Copy(kit, tmp_path / "moved"), moved=moved)
    assert failed(copy.done()) == {}


@pytest.mark.parametrize("slicer", FLAVOURS)
def test_a_plate_whose_tile_lost_its_letter_is_found(inlay, tmp_path, slicer):
    copy = packed(Copy(inlay, tmp_path / "inlay"), slicer=slicer)
    bare = mesh_of(copy, "tile-B")
    path = next(
        p["file"] for p in copy.record["plates"] for i in p["items"] if i["part"] == "tile-B"
    )
    items = [i for p in copy.record["plates"] if p["file"] == path for i in p["items"]]
    kept = [i for i in items if i["part"] == "tile-B"]
    instances = [Instance("tile-B", pose(i["turn_deg"], i["place_mm"])) for i in kept]
    copy.write(path, encode([PrintObject("tile-B", (Body("tile-B", bare),))], instances, {}))
    found = failed(copy.done())
    assert found["package.object_volume"].between == (path, "tile-B")
    assert found["package.object_volume"].value == pytest.approx(copy.part("tile-B")["volume_mm3"])


def plate_of(copy, name, which=0):
    """The plate's path and the item of a copy of a part on the last plate that has one."""
    held = [p for p in copy.record["plates"] if any(i["part"] == name for i in p["items"])][-1]
    return held["file"], [i for i in held["items"] if i["part"] == name][which]


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize(("by", "mend"), [(0.05, False), (0.05, True), (1.0, True)])
def test_a_part_that_moved_on_its_plate_is_found(plates, name, by, mend):
    """In the file only, or in file and manifest: then it comes too near its neighbours."""
    path, item = plate_of(plates, name, which=1)
    plates.model(path, with_item(name, lambda v: [*v[:9], v[9] - by, *v[10:]], which=1))
    if mend:
        item["place_mm"][0] -= by
    found = failed(plates.done())
    if mend:
        assert found.keys() == {"package.plate_gap"}
        assert found["package.plate_gap"].value == pytest.approx(3.0 - by, abs=0.01)
        assert found["package.plate_gap"].between[0] == path
    else:
        assert found["package.plate_place"].between == (path, name)
        assert found["package.plate_place"].value == pytest.approx(by, abs=1e-3)


@pytest.mark.parametrize("name", PLACES)
def test_a_part_that_is_turned_otherwise_is_found(plates, name):
    path, item = plate_of(plates, name)
    item["turn_deg"] += 1.0
    found = failed(plates.done())
    assert found.keys() == {"package.plate_place"}
    assert found["package.plate_place"].between == (path, name)


@pytest.mark.parametrize("name", SEVERAL)
def test_two_parts_on_one_place_are_found(plates, name):
    path, item = plate_of(plates, name, which=1)
    _, other = plate_of(plates, name, which=0)
    item.update(place_mm=other["place_mm"], turn_deg=other["turn_deg"])
    target = pose(other["turn_deg"], other["place_mm"])
    values = [*target[:3, :3].T.ravel(), *target[:3, 3]]
    plates.model(path, with_item(name, lambda _: values, which=1))
    found = failed(plates.done())
    assert {"package.plate_overlap", "package.plate_gap"} <= found.keys()
    assert found["package.plate_overlap"].between == (path, name, name)
    assert found["package.plate_gap"].value == 0
    area = solid_of(trimesh.load_mesh(plates.folder / plates.part(name)["file"])).project().area()
    assert found["package.plate_overlap"].value == pytest.approx(area, rel=1e-3)


@pytest.mark.parametrize("name", PLACES)
def test_a_part_over_the_edge_of_the_bed_is_found(plates, name):
    """By way of a smaller bed."""
    read = WrittenKit.read(plates.done())
    (margin,) = [f.value for f in findings(read) if f.check == "package.plate_bed"]
    assert margin == pytest.approx(5.0, abs=1e-3)
    path, item = plate_of(plates, name)
    plates.model(path, with_item(name, lambda v: [*v[:9], v[9] + 400, *v[10:]]))
    item["place_mm"][0] += 400
    found = failed(plates.done())
    assert found.keys() == {"package.plate_bed"}
    assert found["package.plate_bed"].value < -100
    assert found["package.plate_bed"].between == (path, name)


def test_a_bed_that_is_too_small_is_found(plates):
    plates.record["printer"]["bed_mm"] = [256.0, 240.0]
    found = failed(plates.done())
    high = -found["package.plate_bed"].value
    assert 0 < high < 16
    plates.record["printer"] = None
    assert failed(plates.done()).keys() == {"package.plate_bed"}


@pytest.mark.parametrize("name", ["tile-A", "tile-B", "tile-O"])
def test_a_part_over_an_excluded_corner_is_found(plates, name):
    """The first corner of the bed stays free, where the part is put in file and manifest."""
    path, item = plate_of(plates, name, which=-1)
    read = WrittenKit.read(plates.done())
    assert {f.value for f in findings(read) if f.check == "package.plate_excluded"} == {0.0}
    solid = solid_of(trimesh.load_mesh(plates.folder / plates.part(name)["file"]))
    low = solid.bounding_box()[:2]
    item.update(turn_deg=0, place_mm=[1.0 - low[0], 1.0 - low[1]])
    place = item["place_mm"]
    plates.model(path, with_item(name, lambda _: [1, 0, 0, 0, 1, 0, 0, 0, 1, *place, 0], which=-1))
    found = failed(plates.done())
    assert found["package.plate_excluded"].between == (path, name)
    assert 0.5 < found["package.plate_excluded"].value <= 9.0
    assert "package.plate_bed" not in found


def test_a_part_that_is_too_tall_is_found(plates):
    plates.record["printer"]["height_mm"] = 10.0
    found = failed(plates.done())
    assert found.keys() == {"package.plate_height"}
    assert found["package.plate_height"].between[1].startswith("rack-half")
    tallest = plates.part(found["package.plate_height"].between[1])["bbox_mm"][1][2]
    assert found["package.plate_height"].value == pytest.approx(tallest, abs=1e-4)


@pytest.mark.parametrize("name", PLACES)
def test_a_part_that_no_plate_holds_is_found(plates, name):
    """Left out of the file and of the plate's list alike."""
    path, item = plate_of(plates, name, which=-1)
    plates.model(path, with_item(name, lambda _: None, which=-1))
    for plate in plates.record["plates"]:
        if plate["file"] == path:
            plate["items"] = [i for i in plate["items"] if i is not item]
    found = failed(plates.done())
    assert found.keys() == {"package.plate_count"}
    assert found["package.plate_count"].between == ("3mf", name)
    assert found["package.plate_count"].value == plates.part(name)["count"] - 1


@pytest.mark.parametrize("name", PLACES)
def test_a_part_that_only_the_manifest_has_on_a_plate_is_found(plates, name):
    path, item = plate_of(plates, name)
    held = next(p for p in plates.record["plates"] if p["file"] == path)
    held["items"].append(dict(item))
    found = failed(plates.done())
    assert found.keys() == {"package.plate_items"}
    assert found["package.plate_items"].between == (path, name)


def test_a_plate_without_a_file_is_found(plates):
    path = plates.record["plates"][-1]["file"]
    plates.record["files"] = [f for f in plates.record["files"] if f["path"] != path]
    assert failed(plates.done())["package.plate"].between == (path,)
