"""`slice.json`: a kit through PrusaSlicer, plates of any flavour, and what goes wrong."""

import json
import shutil
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import trimesh
from sabotage import sabotaged

from kitgen.cli import main
from kitgen.errors import UserError
from kitgen.export import threemf
from kitgen.mesh.mesh import Mesh
from kitgen.output_folder import replacing
from kitgen.slicing.job import Job, read_kit, slice_kit
from kitgen.slicing.models import sheets
from kitgen.slicing.project import Thing, Volume, encode
from kitgen.slicing.record import SliceRecord, save

DENSITY = 1.24
TOP_MM = 4.6
PRINTER = {
    "name": "made up", "bed_mm": [120, 100], "height_mm": 100, "nozzle_mm": 0.4, "excluded_mm": [],
}  # fmt: skip


def slicing(folder, slicer, **more) -> SliceRecord:
    return slice_kit(folder, Job(slicer, **more), lambda _: None, lambda _: None)


@pytest.fixture
def inlaid(kits):
    return kits(size=6, only=["tile-B"], letter_style="inlay").folder


@pytest.fixture
def raised(kits):
    return kits(size=6, only=["tile-B"], letter_style="raised").folder


@pytest.fixture
def bare(inlaid, tmp_path):
    """A kit of two parts, as if it had been made without plates."""

    def without_plates(record):
        record["plates"] = []

    return sabotaged(inlaid, tmp_path / "bare", manifest=without_plates)


def with_plate(kit, target, model, colours, change=None):
    """A kit with one plate: two tiles B, one of them turned."""

    def plated(record):
        record["printer"] = PRINTER
        items = [
            {"part": "tile-B", "turn_deg": turn, "place_mm": place}
            for turn, place in ((0, (20, 20)), (90, (60, 50)))
        ]
        plate = {"file": "3mf/plate-77.3mf", "title": "two", "colours": colours, "items": items}
        record["plates"], record["filament_change"] = [plate], change

    folder = sabotaged(kit, target, manifest=plated)
    (folder / "3mf").mkdir(exist_ok=True)
    (folder / "3mf/plate-77.3mf").write_bytes(model)
    return folder


def colours_of(kit):
    parts = {part.name: part.colour or "#111111" for part in read_kit(kit)[0].parts}
    return [parts["tile-B"], parts.get("tile-B-letter", "#222222")]


def mesh_of(folder, file):
    loaded = trimesh.load_mesh(folder / file)
    return Mesh(loaded.vertices.astype(np.float32), loaded.faces.astype(np.int32))


def generic(kit) -> bytes:
    body = threemf.Body("tile-B", mesh_of(kit, "stl/tile-B.stl"), colours_of(kit)[0])
    thing = threemf.PrintObject("tile-B", (body,))
    return threemf.encode([thing], [threemf.Instance("tile-B", (20, 20, 0))], {})


def volume_cm3(folder, name):
    return trimesh.load_mesh(folder / f"stl/{name}.stl").volume / 1000


def test_without_plates_each_part_is_sliced_and_counted(bare, prusa):
    record = slicing(bare, prusa)
    assert [one.file for one in record.prints] == ["stl/tile-B.stl", "stl/tile-B-letter.stl"]
    tile, letter = record.prints
    parts = read_kit(bare)[0].parts
    assert [one.copies for one in record.prints] == [part.count for part in parts]
    # A letter is a flat plate, all of it solid.
    assert letter.filaments[0].cm3 == pytest.approx(volume_cm3(bare, "tile-B-letter"), rel=0.1)
    assert letter.layers == 4
    assert tile.filaments[0].grams == pytest.approx(tile.filaments[0].cm3 * DENSITY)
    total = sum(one.filaments[0].grams * one.copies for one in record.prints)
    assert record.total.grams == pytest.approx(total)
    assert record.total.hours == pytest.approx(sum(one.hours * one.copies for one in record.prints))
    assert record.speeds.name == "careful"
    assert record.slicer.startswith("PrusaSlicer-")


def test_two_jobs_say_the_same_as_one(bare, prusa):
    assert slicing(bare, prusa, jobs=2) == slicing(bare, prusa)


def test_a_plate_for_others_is_laid_out_with_letters_in_their_tiles(inlaid, prusa, tmp_path):
    """PrusaSlicer would make loose bodies of it; its letters go to the second tool."""
    folder = with_plate(inlaid, tmp_path / "kit", generic(inlaid), colours_of(inlaid))
    (one,) = slicing(folder, prusa).prints
    assert [filament.colour for filament in one.filaments] == colours_of(inlaid)
    letters = 2 * volume_cm3(inlaid, "tile-B-letter")
    assert one.filaments[1].cm3 == pytest.approx(letters, rel=0.1)
    assert one.filaments[0].cm3 > 1.2
    assert one.changes >= 4


def test_a_plate_for_prusaslicer_goes_as_it_is_written(inlaid, prusa, tmp_path):
    """Its second body here is a block of known volume, which no STL of the kit holds."""
    block = trimesh.creation.box((10, 10, 2))
    block.apply_translation((0, 0, 1))
    tall = block.copy()
    tall.apply_translation((15, 0, 0))
    volumes = (Volume("a", np.asarray(block.triangles)), Volume("b", np.asarray(tall.triangles), 1))
    model = encode([Thing(volumes, ((0.0, 30.0, 30.0),))])
    folder = with_plate(inlaid, tmp_path / "kit", model, colours_of(inlaid))
    (one,) = slicing(folder, prusa).prints
    assert one.layers == 10
    assert one.filaments[0].cm3 == pytest.approx(one.filaments[1].cm3, rel=0.02)


def test_a_plate_that_forbids_supports_is_still_asked_whether_it_needs_them(
    inlaid, prusa, tmp_path
):
    post, top = trimesh.creation.box((4, 4, 8)), trimesh.creation.box((16, 16, 1))
    post.apply_translation((0, 0, 4))
    top.apply_translation((0, 0, 8.5))
    table = trimesh.boolean.union([post, top], engine="manifold")
    model = encode([Thing((Volume("t", np.asarray(table.triangles)),), ((0.0, 30.0, 30.0),))])
    hint = b'<metadata type="object" key="support_material" value="0"/>\n<volume '
    path = tmp_path / "hinted.3mf"
    with zipfile.ZipFile(path, "w") as package:
        (tmp_path / "plain.3mf").write_bytes(model)
        with zipfile.ZipFile(tmp_path / "plain.3mf") as plain:
            for name in plain.namelist():
                package.writestr(name, plain.read(name).replace(b"<volume ", hint, 1))
    colours = colours_of(inlaid)[:1]
    folder = with_plate(inlaid, tmp_path / "kit", path.read_bytes(), colours)
    (one,) = slicing(folder, prusa).prints
    assert one.support_cm3 > 0.1
    assert one.filaments[0].cm3 < table.volume / 1000 + 0.1  # without the support


def test_plastic_above_a_change_by_hand_is_of_the_second_colour(raised, prusa, tmp_path):
    top = trimesh.load_mesh(raised / "stl/tile-B.stl").bounds[1, 2]
    colours = colours_of(raised)
    body = round(float(top) - 0.8, 6)
    change = {"z_mm": body, "layer": 20, "first": colours[0], "second": colours[1]}
    folder = with_plate(raised, tmp_path / "kit", generic(raised), colours, change)
    (one,) = slicing(folder, prusa).prints
    assert one.filaments[1].cm3 == pytest.approx(
        2 * section_mm2(raised, body) * 0.8 / 1000, rel=0.1
    )
    assert one.changes == 1


def section_mm2(folder, z):
    from assembled import solid_of

    return solid_of(trimesh.load_mesh(folder / "stl/tile-B.stl")).slice(z + 0.4).area()


def test_files_that_are_none_are_refused_in_one_line(bare, inlaid, tmp_path):
    with pytest.raises(UserError, match=r"no kit: manifest.json"):
        read_kit(tmp_path)
    (bare / "stl/tile-B.stl").write_bytes(b"solid")
    with pytest.raises(UserError, match=r"tile-B.stl is no binary STL file"):
        list(sheets(bare, read_kit(bare)[0]))
    folder = with_plate(inlaid, tmp_path / "kit", b"no zip", colours_of(inlaid))
    with pytest.raises(UserError, match=r"plate-77.3mf is no 3MF file"):
        list(sheets(folder, read_kit(folder)[0]))
    (folder / "3mf/plate-77.3mf").unlink()
    with pytest.raises(UserError, match=r"plate-77.3mf cannot be read"):
        list(sheets(folder, read_kit(folder)[0]))


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = main(["slice", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_the_command_writes_what_it_prints(bare, prusa, run):
    code, out, err = run(bare, "--json", "--slicer-path", prusa.where, "--speeds", "fast")
    assert (code, err) == (0, "")
    written = (bare / "slice.json").read_bytes()
    record = SliceRecord.model_validate_json(written)
    assert json.loads(out)["total"]["grams"] == pytest.approx(record.total.grams, abs=1e-5)
    assert record.speeds.name == "fast"
    assert str(bare).encode() not in written
    assert [path.name for path in bare.glob(".slice*")] == []


@pytest.mark.usefixtures("prusa")
def test_the_command_prints_a_table_and_keeps_gcode_where_it_is_told(bare, run, tmp_path):
    code, out, err = run(bare, "--keep-gcode", tmp_path / "g code")
    assert code == 0
    assert "2/2" in err
    assert "stl/tile-B.stl" in out
    assert "hours at the speeds 'careful': perimeters 60 mm/s" in out
    kept = sorted(path.name for path in (tmp_path / "g code").iterdir())
    assert kept == ["tile-B-letter.gcode", "tile-B.gcode"]


@pytest.mark.usefixtures("prusa")
def test_quiet_says_nothing(bare, run):
    assert run(bare, "--quiet") == (0, "", "")
    assert (bare / "slice.json").is_file()


def test_a_failure_leaves_the_earlier_record_and_no_traces(bare, standing_in, run):
    (bare / "slice.json").write_text("earlier")
    slicer = standing_in(
        'if "--help" in sys.argv:\n    print("PrusaSlicer-9.9.9")\n    sys.exit()\n'
        'print("Out of filament", file=sys.stderr)\nsys.exit(7)'
    )
    code, out, err = run(bare, "--quiet", "--slicer-path", slicer.where)
    assert (code, out) == (1, "")
    assert err == (
        "kitgen: error: stl/tile-B.stl: PrusaSlicer ended with code 7: Out of filament\n"
    )
    assert (bare / "slice.json").read_text() == "earlier"
    assert [path.name for path in bare.glob(".slice*")] == []


def test_without_prusaslicer_the_remedy_is_named(bare, run, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("kitgen.slicing.finding.FLATPAK", "none")
    code, _, err = run(bare, "--quiet")
    assert code == 1
    assert err.startswith("kitgen: error: PrusaSlicer was not found: install it")
    assert err.count("\n") == 1


def test_wrong_options_are_usage_errors(bare, run, tmp_path):
    assert run(bare, "--speeds", "fsat")[0] == 2
    assert run(bare, "--slicer-path", tmp_path / "none")[0] == 2
    assert run(tmp_path / "none")[0] == 2
    assert run(bare, "--timeout", "0")[0] == 2


def test_the_record_is_the_users_and_survives_the_next_build(bare, prusa):
    record = slicing(bare, prusa)
    path = save(record, bare)
    before = path.read_bytes()
    keep = bare.with_name("keep")
    shutil.copytree(bare, keep)
    path_in_manifest = json.loads((bare / "manifest.json").read_text())["files"]
    assert "slice.json" not in [listed["path"] for listed in path_in_manifest]
    with replacing(bare) as new:
        shutil.copytree(keep, new, dirs_exist_ok=True, ignore=shutil.ignore_patterns("slice.json"))
    assert path.read_bytes() == before


ANSWERS = 'if "--help" in sys.argv:\n    print("PrusaSlicer-9.9.9")\n    sys.exit()\n'


def test_where_one_print_fails_the_others_are_not_waited_for(bare, standing_in, run):
    """Two prints at a time: the letter fails at once, the tile would take ten minutes."""
    slicer = standing_in(
        ANSWERS + f"mark = {str(bare / 'begun')!r}\n"
        "try:\n    os.mkdir(mark)\nexcept FileExistsError:\n    sys.exit(7)\n"
        "time.sleep(600)"
    )
    code, _, err = run(bare, "--quiet", "--jobs", 2, "--slicer-path", slicer.where)
    assert code == 1
    assert "code 7" in err or "SIGKILL" in err
    assert err.count("\n") == 1
    assert not (bare / "slice.json").exists()


def test_prints_that_have_not_begun_are_not_waited_for(kits, standing_in, tmp_path):
    """One at a time: the first fails, and those behind it never begin, so that none ends."""
    folder = kits(size=6, only=["tile-A", "tile-B", "tile-C", "tile-D"]).folder
    bare = sabotaged(folder, tmp_path / "four", manifest=lambda record: record.update(plates=[]))
    slicer = standing_in(ANSWERS + "sys.exit(7)")
    words = ["slice", bare, "--quiet", "--jobs", 1, "--slicer-path", slicer.where]
    ran = subprocess.run(
        [sys.executable, "-m", "kitgen", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "code 7" in ran.stderr or "SIGKILL" in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "gcode",
    [
        "",
        "; hello",
        "; filament used [mm] = nan\n; estimated printing time (normal mode) = 1h 2m\n",
        "; filament used [mm] = many\n; estimated printing time (normal mode) = 1h 2m\n",
        "; filament used [mm] = 1e999\n; estimated printing time (normal mode) = 1h 2m\n",
        "\x00\xff" * 100,
    ],
)
def test_gcode_that_is_none_names_the_print(bare, standing_in, run, gcode):
    slicer = standing_in(
        ANSWERS + 'out = sys.argv[sys.argv.index("--output") + 1]\n'
        f'open(out, "w", encoding="utf-8").write({gcode!r})'
    )
    code, out, err = run(bare, "--quiet", "--slicer-path", slicer.where)
    assert (code, out) == (1, "")
    assert err.startswith("kitgen: error: stl/tile-B")
    assert ": G-code " in err
    assert err.count("\n") == 1
    assert not (bare / "slice.json").exists()


def test_a_profile_without_figures_is_refused(bare, run):
    record = json.loads((bare / "manifest.json").read_bytes())
    record["profile"]["print"]["layer_height"] = "thin"
    (bare / "manifest.json").write_text(json.dumps(record))
    code, _, err = run(bare)
    assert code == 2
    assert "profile.print.layer_height: 'thin'; allowed is" in err


@pytest.mark.parametrize(("at", "value"), [(8, 1), (10, 99)], ids=["encrypted", "unknown method"])
def test_a_plate_that_cannot_be_unpacked_is_refused(inlaid, tmp_path, at, value):
    """Flags and method of each entry are told in the central directory."""
    data = bytearray(generic(inlaid))
    start = data.find(b"PK\x01\x02")
    while start >= 0:
        data[start + at] |= value
        start = data.find(b"PK\x01\x02", start + 4)
    folder = with_plate(inlaid, tmp_path / "kit", bytes(data), colours_of(inlaid))
    with pytest.raises(UserError, match=r"plate-77.3mf cannot be unpacked") as refused:
        list(sheets(folder, read_kit(folder)[0]))
    assert "\n" not in str(refused.value)
