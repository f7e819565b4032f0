"""A build measures what it wrote; a kit that fails is set aside, and the earlier one stays."""

import dataclasses
import json
import zipfile
from importlib import resources

import jsonschema
import numpy as np
import pytest

import kitgen.build
from kitgen.checks.catalogue import CHECKS
from kitgen.mesh.mesh import Mesh

REPORTS = {"report.html", "report.json"}
SMALL = ("build", "--size", 6, "--only", "tile-E,tile-F,tile-I", "--jobs", 1)


def report(folder):
    return json.loads((folder / "report.json").read_bytes())


@pytest.fixture
def here(tmp_path):
    """What will be the current folder."""
    return tmp_path / "here"


@pytest.fixture
def spoil(monkeypatch):
    """Have builds make another mesh of a part; gives a function that undoes it."""

    def begin(part: str, change):
        made = kitgen.build._made

        def spoilt(plan, progress):
            meshes = made(plan, progress)
            one = meshes[part]
            return {**meshes, part: dataclasses.replace(one, mesh=change(one.mesh))}

        monkeypatch.setattr(kitgen.build, "_made", spoilt)
        return lambda: monkeypatch.setattr(kitgen.build, "_made", made)

    return begin


def mirrored(mesh: Mesh) -> Mesh:
    """Left for right: as sound a solid as before, of the same volume, with a letter reversed."""
    vertices = mesh.vertices * np.array([-1, 1, 1], dtype=np.float32)
    vertices[:, 0] += mesh.vertices[:, 0].max() - vertices[:, 0].max()
    return Mesh(vertices, np.ascontiguousarray(mesh.faces[:, ::-1]))


def failed_checks(folder) -> set[str]:
    return {check["name"] for check in report(folder)["checks"] if check["failed"]}


def beside(folder) -> list[str]:
    """What lies in the current folder, half-done things and locks among it."""
    return sorted(path.name for path in folder.iterdir())


# A kit that passes


def test_the_default_build_ends_with_a_report_of_every_check(kit10):
    found = report(kit10.folder)
    assert (found["verdict"], found["profile"], found["size"]) == ("pass", "werdup", 10)
    assert [check["name"] for check in found["checks"]] == [check.name for check in CHECKS]
    assert all(check["findings"] and not check["failed"] for check in found["checks"])
    schema = resources.files("kitgen.checks").joinpath("report.schema.json").read_text()
    jsonschema.Draft202012Validator(json.loads(schema)).validate(found)
    parts = {part["name"] for part in kit10.manifest["parts"]}
    assert parts <= {name for finding in found["findings"] for name in finding["between"]}
    page = (kit10.folder / "report.html").read_text("utf-8")
    assert "werdup" in page
    assert "<svg" in page  # the joints' sections


def test_reports_are_not_of_the_kit(kit10):
    files = {file["path"] for file in kit10.manifest["files"]}
    assert not files & REPORTS


def test_the_user_is_told_of_the_check(here, kitgen_here):
    answer = kitgen_here(*SMALL, "-o", "kit", check=True)
    assert answer.code == 0, answer.err
    found = report(here / "kit")
    # That only some parts were asked for is said, and not judged.
    total = sum(finding["verdict"] != "not judged" for finding in found["findings"])
    assert f"The kit passes its check: all {total} figures are within their limits" in answer.out
    assert answer.err.index("Writing files") < answer.err.index("Checking (")
    said = json.loads(kitgen_here(*SMALL, "-o", "kit", "--json", check=True).out)
    assert said["check"] == "pass"
    assert kitgen_here(*SMALL, "-o", "kit", "--quiet", check=True) == type(answer)(0, "", "")


def test_without_a_check_there_is_no_report_and_an_earlier_one_goes(here, kitgen_here):
    assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 0
    assert {path.name for path in (here / "kit").iterdir()} >= REPORTS
    answer = kitgen_here(*SMALL, "-o", "kit", "--no-check", "--json")
    assert json.loads(answer.out)["check"] is None
    assert not REPORTS & {path.name for path in (here / "kit").iterdir()}
    assert "Checking" not in kitgen_here(*SMALL, "-o", "kit", "--no-check").err


def test_a_report_of_the_user_s_is_kept_beside_kitgen_s(here, kitgen_here):
    assert kitgen_here(*SMALL, "-o", "kit", "--no-check").code == 0
    (here / "kit/report.json").write_text('"mine"')
    (here / "kit/notes.txt").write_text("mine")
    for _ in range(2):
        assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 0
        assert report(here / "kit")["verdict"] == "pass"
        assert (here / "kit/report.kept.json").read_text() == '"mine"'
        assert (here / "kit/notes.txt").read_text() == "mine"


def test_the_same_findings_from_one_process_and_from_several(here, kitgen_here, run_kitgen):
    assert kitgen_here(*SMALL, "-o", "one", "--no-cache", check=True).code == 0
    answer = run_kitgen(*SMALL[:-1], 2, "-o", "two", "--no-cache", cwd=here, check=True)
    assert answer.code == 0, answer.err
    for name in REPORTS:
        assert (here / "one" / name).read_bytes() == (here / "two" / name).read_bytes()


# A kit that fails


def test_a_kit_that_fails_is_set_aside_and_the_earlier_stays(here, kitgen_here, spoil, digests):
    assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 0
    (here / "kit/notes.txt").write_text("mine")
    before = digests(here / "kit")
    sound = spoil("tile-F", mirrored)
    answer = kitgen_here(*SMALL, "-o", "kit", check=True)
    assert answer.code == 1
    assert digests(here / "kit") == before
    assert beside(here) == ["kit", "kit.failed"]
    assert "Traceback" not in answer.err
    last = answer.err.splitlines()[-1]
    assert last.startswith("kitgen: error: kit was not written: the new kit fails its check: ")
    assert "it lies in kit.failed, with report.html" in last  # as it was typed, not where it is
    assert str(here) not in answer.err
    assert answer.out == ""
    told = [line for line in answer.err.splitlines() if line.startswith("fail: ")]
    assert told
    assert all("tile-F" in line for line in told)
    # What failed can be looked at, files and report, and is judged the same again.
    assert failed_checks(here / "kit.failed") == {"letters"}
    assert {path.name for path in (here / "kit.failed/stl").iterdir()} == {
        f"tile-{letter}.stl" for letter in "EFI"
    }
    assert "notes.txt" not in digests(here / "kit.failed")
    found = (here / "kit.failed/report.json").read_bytes()
    assert kitgen_here("check", "kit.failed").code == 1
    assert (here / "kit.failed/report.json").read_bytes() == found
    # Mended, it takes the place of the earlier one.
    sound()
    assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 0
    assert digests(here / "kit") == before


def test_a_first_kit_that_fails_leaves_no_kit(here, kitgen_here, spoil):
    spoil("tile-F", mirrored)
    answer = kitgen_here(*SMALL, "-o", "games/kit", check=True)
    assert answer.code == 1
    assert beside(here / "games") == ["kit.failed"]
    assert "it lies in games/kit.failed" in answer.err


def test_quiet_and_json_say_no_more_than_the_error(kitgen_here, spoil):
    spoil("tile-F", mirrored)
    quiet = kitgen_here(*SMALL, "-o", "kit", "--quiet", check=True)
    assert (quiet.code, quiet.out, quiet.err.count("\n")) == (1, "", 1)
    assert "kit.failed" in quiet.err
    assert kitgen_here(*SMALL, "-o", "kit", "--json", check=True).out == ""


def test_unchecked_it_is_written_all_the_same(here, kitgen_here, spoil):
    spoil("tile-F", mirrored)
    assert kitgen_here(*SMALL, "-o", "kit", "--no-check").code == 0
    assert beside(here) == ["kit"]


def test_the_next_that_fails_replaces_the_one_before(here, kitgen_here, spoil):
    sound = spoil("tile-F", mirrored)
    assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 1
    failed = here / "kit.failed"
    (failed / "stl/tile-F.gcode").write_text("sliced all the same")
    (failed / "why.txt").write_text("mine")
    sound()
    spoil("tile-E", mirrored)
    only = ("build", "--size", 6, "--only", "tile-E,tile-F", "--jobs", 1)
    assert kitgen_here(*only, "-o", "kit", check=True).code == 1
    assert beside(here) == ["kit.failed"]
    assert failed_checks(failed) == {"letters"}
    assert {
        name for f in report(failed)["findings"] if f["verdict"] == "fail" for name in f["between"]
    } == {"tile-E"}
    assert {path.name for path in (failed / "stl").iterdir()} == {
        *("tile-E.stl", "tile-F.stl", "tile-F.gcode")
    }
    assert (failed / "stl/tile-F.gcode").read_text() == "sliced all the same"
    assert (failed / "why.txt").read_text() == "mine"


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_is_not_kitgen_s_is_not_replaced_by_what_failed(
    here, kitgen_here, spoil, digests, kind
):
    assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 0
    before = digests(here / "kit")
    mine = here / ("elsewhere" if kind == "link" else "kit.failed")
    if kind == "file":
        mine.write_text("mine")
    else:
        mine.mkdir()
        (mine / "essay.txt").write_text("mine")
    if kind == "link":
        (here / "kit.failed").symlink_to("elsewhere")
    there = beside(here)
    spoil("tile-F", mirrored)
    answer = kitgen_here(*SMALL, "-o", "kit", check=True)
    assert answer.code == 1
    last = answer.err.splitlines()[-1]
    # Both: what came of the check, and why it cannot be looked at.
    assert "fails its check" in last
    assert "it was not kept: output folder kit.failed " in last
    assert any(line.startswith("fail: ") for line in answer.err.splitlines()[:-1])
    assert digests(here / "kit") == before
    assert beside(here) == there
    assert (mine if kind == "file" else mine / "essay.txt").read_text() == "mine"


def test_a_foreign_folder_of_that_name_is_no_matter_where_nothing_fails(here, kitgen_here):
    (here / "kit.failed").mkdir()
    (here / "kit.failed/essay.txt").write_text("mine")
    assert kitgen_here(*SMALL, "-o", "kit", check=True).code == 0
    assert beside(here / "kit.failed") == ["essay.txt"]


# For which printer, and for which slicer


def test_plates_are_packed_for_the_printer_that_is_named(here, kitgen_here):
    beds = {"bambu-a1": (256, 256), "prusa-mini": (180, 180)}
    packed = {}
    for name, (width, depth) in beds.items():
        options = ("--only", "tile", "--set", "print.coupon=none", "--printer", name)
        answer = kitgen_here("build", *options, "-o", name)
        assert answer.code == 0, answer.err
        manifest = json.loads((here / name / "manifest.json").read_bytes())
        assert manifest["printer"]["name"] == manifest["profile"]["print"]["printer"] == name
        assert manifest["printer"]["bed_mm"] == [width, depth]
        assert f"Plates for {name} ({width} x {depth} mm)" in answer.out
        sizes = {part["name"]: part["bbox_mm"][1] for part in manifest["parts"]}
        for item in (item for plate in manifest["plates"] for item in plate["items"]):
            # Tiles are square: however they are turned, they reach so far from their origin.
            reach = max(sizes[item["part"]][:2])
            for place, side in zip(item["place_mm"], (width, depth), strict=True):
                assert -1e-6 <= place <= side + 1e-6
                assert place - reach >= -1e-6 or place + reach <= side + 1e-6
        packed[name] = len(manifest["plates"])
    assert packed["bambu-a1"] < packed["prusa-mini"]


def test_an_unknown_printer_or_slicer_is_refused_with_what_is_known(here, kitgen_here):
    answer = kitgen_here("build", "--printer", "bambu-a2", "-o", "kit")
    assert (answer.code, answer.out) == (2, "")
    assert 'unknown printer "bambu-a2": did you mean bambu-a1?' in answer.err
    assert answer.err.count("\n") == 1
    answer = kitgen_here("build", "--slicer", "prusaslicer", "-o", "kit")
    assert (answer.code, answer.out) == (2, "")
    for name in ("prusaslicer", "generic", "prusa", "bambu", "orca", "cura"):
        assert name in answer.err
    assert beside(here) == []


MARKS = {
    "generic": set(),
    "prusa": {"Metadata/Slic3r_PE_model.config"},
    "bambu": {"Metadata/model_settings.config"},
    "orca": {"Metadata/model_settings.config"},
    "cura": set(),
}
"""Where each slicer reads names and extruders of parts."""


@pytest.mark.parametrize("slicer", MARKS)
def test_plates_are_written_for_the_slicer_that_is_named(here, kitgen_here, slicer):
    options = ("--size", 6, "--only", "tile-I", "--set", "print.letter_style=inlay")
    answer = kitgen_here("build", *options, "--slicer", slicer, "-o", "kit", check=True)
    assert answer.code == 0, answer.err
    manifest = json.loads((here / "kit/manifest.json").read_bytes())
    assert manifest["profile"]["print"]["slicer"] == slicer
    with zipfile.ZipFile(here / "kit/3mf/plate-01.3mf") as package:
        names = set(package.namelist())
        assert b"kitgen" in package.read("3D/3dmodel.model")
    assert set().union(*MARKS.values()) & names == MARKS[slicer]


def test_a_quarter_that_fits_no_bed_is_refused_with_what_would(here, kitgen_here):
    answer = kitgen_here("build", "--size", 16, "--printer", "bambu-a1-mini", "-o", "kit")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "board-quarter of 181" in answer.err
    assert "does not fit bambu-a1-mini (180 x 180 mm" in answer.err
    assert "--size 14 does" in answer.err
    assert "bambu-a1," in answer.err
    assert beside(here) == []
    # What it proposes is taken, each of them.
    for proposed in (
        ("--size", 14, "--printer", "bambu-a1-mini"),
        ("--size", 16, "--printer", "bambu-a1"),
    ):
        assert kitgen_here("build", *proposed, "--dry-run").code == 0
    # Parts that do fit may be printed there.
    options = ("--size", 16, "--printer", "bambu-a1-mini", "--only", "tile-E", "--dry-run")
    assert kitgen_here("build", *options).code == 0
