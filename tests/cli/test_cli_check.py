"""`kitgen check`: which kit it is about, what it says, what it writes, and its exit codes."""

import json
import re
import shutil
from pathlib import Path

import pytest

from kitgen.cli import main

REPORTS = {"report.html", "report.json"}


@pytest.fixture(scope="module")
def built(tmp_path_factory, shared_cache) -> Path:
    """A small kit that nobody has checked. Nobody may change it."""
    folder = tmp_path_factory.mktemp("built") / "kit"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KITGEN_CACHE_DIR", str(shared_cache))
        stages = ("--no-check", "--no-preview", "--quiet")
        arguments = ("--size", "6", "--only", "tile-E,tile-F", *stages, "-j", "1")
        assert main(["build", *arguments, "-o", str(folder)]) == 0
    return folder


@pytest.fixture
def kit(built, tmp_path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "kit"))


def spoil(kit: Path) -> None:
    """Change a byte of a tile's file."""
    path = kit / "stl/tile-F.stl"
    data = bytearray(path.read_bytes())
    data[100] ^= 0x55
    path.write_bytes(data)


def reports(kit: Path) -> set[str]:
    return REPORTS & {path.name for path in kit.iterdir()}


def refused(answer) -> str:
    """The one line that a refusal consists of."""
    code, out, err = answer
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("kitgen: error: ")
    return err


# What it says and writes


def test_a_sound_kit_passes_and_has_its_report(run, kit):
    code, out, err = run(["check", "kit"])
    assert code == 0
    assert "Checking (" in err
    assert reports(kit) == REPORTS
    found = json.loads((kit / "report.json").read_bytes())
    assert found["verdict"] == "pass"
    for check in found["checks"]:
        if check["findings"]:
            assert check["name"] in out
            assert check["question"] in out
    assert f"Every figure: {Path('kit/report.html')}, for programs report.json" in out


def test_a_spoilt_kit_fails_with_a_line_for_each_figure_and_one_at_the_end(run, kit):
    spoil(kit)
    code, out, err = run(["check", "kit"])
    assert code == 1
    failed = [line for line in out.splitlines() if line.startswith("fail: ")]
    assert any("files." in line and "tile-F" in line for line in failed)
    assert not any("tile-E" in line for line in failed)
    last = err.splitlines()[-1]
    assert re.fullmatch(
        r"kitgen: error: kit fails its check: \d+ of \d+ figures \(files.*\); do not print it", last
    )
    found = json.loads((kit / "report.json").read_bytes())
    assert found["verdict"] == "fail"
    assert {f["verdict"] for f in found["findings"] if f["check"].startswith("files")} >= {"fail"}
    # The report of a kit that was mended since says so.
    shutil.copy(kit / "stl/tile-E.stl", kit / "stl/tile-F.stl")
    assert run(["check", "kit"])[0] == 1
    assert found != json.loads((kit / "report.json").read_bytes())


def test_json_is_the_report_and_nothing_else(run, kit):
    code, out, err = run(["check", "kit", "--json"])
    assert (code, err) == (0, "")
    assert out.encode() == (kit / "report.json").read_bytes()
    spoil(kit)
    code, out, err = run(["check", "kit", "--json"])
    assert (code, err.count("\n")) == (1, 1)
    assert out.encode() == (kit / "report.json").read_bytes()
    assert json.loads(out)["verdict"] == "fail"


def test_no_report_writes_nothing_and_says_the_same(run, kit):
    before = {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()}
    code, out, _ = run(["check", "kit", "--no-report"])
    assert code == 0
    assert {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()} == before
    assert "report.html" not in out
    assert "Is the assembled board" not in out  # there is none in this kit
    assert "Does each tile carry its letter" in out
    code, out, _ = run(["check", "kit", "--no-report", "--json"])
    assert json.loads(out)["verdict"] == "pass"
    assert reports(kit) == set()


def test_no_report_leaves_an_earlier_one(run, kit):
    assert run(["check", "kit"])[0] == 0
    before = (kit / "report.json").read_bytes()
    spoil(kit)
    assert run(["check", "kit", "--no-report"])[0] == 1
    assert (kit / "report.json").read_bytes() == before


def test_quiet_says_errors_only(run, kit):
    assert run(["check", "kit", "--quiet"]) == (0, "", "")
    assert reports(kit) == REPORTS
    spoil(kit)
    code, out, err = run(["check", "kit", "-q"])
    assert (code, out, err.count("\n")) == (1, "", 1)


def test_the_cache_changes_no_figure(run, kit):
    assert run(["check", "kit", "-q"])[0] == 0
    cached = {name: (kit / name).read_bytes() for name in REPORTS}
    assert run(["check", "kit", "-q"])[0] == 0
    assert {name: (kit / name).read_bytes() for name in REPORTS} == cached
    assert run(["check", "kit", "-q", "--no-cache", "--jobs", "2"])[0] == 0
    assert {name: (kit / name).read_bytes() for name in REPORTS} == cached


def test_where_the_kit_lies_is_not_in_its_report(run, kit, tmp_path):
    """Nor where a file is missing, or no file of its kind, which the system says with its path."""
    (kit / "stl/tile-E.stl").unlink()
    (kit / "stl/tile-F.stl").write_bytes(b"solid nothing\n")
    code, out, _ = run(["check", str(kit)])
    assert code == 1
    assert "fail: letters.read: Does each tile carry its letter" in out
    assert "stl/tile-E.stl: no such file" in out
    assert str(tmp_path) not in out.replace(str(kit / "report.html"), "")
    for name in REPORTS:
        assert str(tmp_path).encode() not in (kit / name).read_bytes()


def test_a_report_of_the_user_s_is_not_overwritten(run, kit):
    (kit / "report.html").write_text("mine")
    for _ in range(2):
        assert run(["check", "kit"])[0] == 0
        assert (kit / "report.kept.html").read_text() == "mine"
        assert "<html" in (kit / "report.html").read_text("utf-8")


@pytest.mark.usefixtures("kit")
def test_a_folder_that_cannot_be_written_is_said(run, monkeypatch):
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    code, _, err = run(["check", "kit", "--no-cache"])
    assert code == 1
    assert err.splitlines()[-1] == (
        "kitgen: error: kit: the report cannot be written: No space left on device"
    )


# Which kit


def test_without_a_name_it_is_the_only_kit_of_the_output_folder(run, kit, tmp_path):
    shutil.copytree(kit, tmp_path / "output/werdup-6")
    for other in ("werdup-6-only", "werdup-6.failed"):  # never meant, unless named
        shutil.copytree(kit, tmp_path / "output" / other)
    assert run(["check", "-q"]) == (0, "", "")
    assert reports(tmp_path / "output/werdup-6") == REPORTS
    assert reports(tmp_path / "output/werdup-6-only") == set()
    shutil.copytree(kit, tmp_path / "output/werdup-8")
    line = refused(run(["check"]))
    assert f"{Path('output/werdup-6')}, {Path('output/werdup-8')}" in line
    assert "only" not in line.replace("the only", "")
    assert run(["check", "-q", "output/werdup-6.failed"])[0] == 0


def test_in_a_kit_s_own_folder_it_is_that_one(run, kit, monkeypatch):
    shutil.copytree(kit, kit / "output/other")
    monkeypatch.chdir(kit)
    assert run(["check", "-q"]) == (0, "", "")
    assert reports(kit) == REPORTS
    assert reports(kit / "output/other") == set()


def test_without_any_kit_it_is_said_how_to_make_one(run, tmp_path):
    line = refused(run(["check"]))
    assert "`kitgen build` makes one" in line
    (tmp_path / "output").mkdir()
    assert refused(run(["check"])) == line


@pytest.mark.parametrize("what", ["missing", "empty", "a file"])
def test_what_is_no_kit_is_refused(run, tmp_path, what):
    (tmp_path / "empty").mkdir()
    (tmp_path / "a file").write_text("")
    line = refused(run(["check", what]))
    assert what in line
    assert "manifest.json" in line
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "empty"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "manifest.json"),
        ("{", "manifest.json"),
        ("[]", "manifest.json"),
        ("{}", "manifest.json"),
        ('{"format": "something else"}', "format"),
        ("\0\0", "manifest.json"),
        ("[" * 100_000, "manifest.json"),
    ],
)
def test_a_broken_manifest_is_refused_in_a_line(run, kit, text, says):
    (kit / "manifest.json").write_text(text)
    assert says in refused(run(["check", "kit"]))
    assert reports(kit) == set()


def test_a_manifest_of_a_later_kitgen_is_refused(run, kit):
    record = json.loads((kit / "manifest.json").read_bytes())
    record["format_version"] = 99
    (kit / "manifest.json").write_text(json.dumps(record))
    line = refused(run(["check", "kit"]))
    assert "version 1" in line
    assert "format_version" in line


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("../stolen.stl", "'../stolen.stl'"),
        ("stl/../../stolen.stl", "'stl/../../stolen.stl'"),
        ("/etc/passwd", "parts.0.file"),
    ],
)
def test_a_manifest_that_leaves_its_folder_is_refused(run, kit, path, says):
    record = json.loads((kit / "manifest.json").read_bytes())
    record["parts"][0]["file"] = path
    (kit / "manifest.json").write_text(json.dumps(record))
    line = refused(run(["check", "kit"]))
    assert "manifest.json" in line
    assert says in line
    assert reports(kit) == set()


# Options


@pytest.mark.usefixtures("kit")
def test_another_font_is_noticed(run):
    import fontpkg_atkinson_hyperlegible as package

    faces = Path(package.__file__).parent
    (bold,) = faces.rglob("*-Bold.ttf")
    (regular,) = faces.rglob("*-Regular.ttf")
    assert run(["check", "kit", "-q", "--font", str(bold)])[0] == 0
    code, out, _ = run(["check", "kit", "--font", str(regular)])
    assert code == 1
    assert any(line.startswith("fail: letters") for line in out.splitlines())


def test_a_font_that_is_none_is_refused(run, kit):
    assert "missing.ttf: no such file" in refused(run(["check", "kit", "--font", "missing.ttf"]))
    (kit / "text.ttf").write_text("not a font")
    assert '--font "kit/text.ttf": is damaged or no font' in refused(
        run(["check", "kit", "--font", "kit/text.ttf"])
    )
    assert reports(kit) == set()


@pytest.mark.usefixtures("kit")
def test_a_slicer_is_named_only_where_one_is_asked(run):
    line = refused(run(["check", "kit", "--slicer-path", "prusa-slicer"]))
    assert "--slicer-path" in line
    assert "--gcode" in line


@pytest.mark.usefixtures("kit")
def test_a_slicer_that_is_not_there_is_said(run):
    code, _, err = run(["check", "kit", "--gcode", "--slicer-path", "nowhere/prusa-slicer"])
    assert code in (1, 2)
    assert "nowhere" in err
    assert err.count("\n") == 1  # before anything is judged
    assert "internal error" not in err


@pytest.mark.parametrize("jobs", ["0", "-1", "many"])
@pytest.mark.usefixtures("kit")
def test_jobs_are_a_number(run, jobs):
    assert "jobs" in refused(run(["check", "kit", "--jobs", jobs]))


def test_the_help_tells_the_four_judges_apart(run):
    code, out, _ = run(["check", "--help"])
    assert code == 0
    text = " ".join(out.split())
    for judge in ("kitgen check", "kitgen validate", "kitgen verify", "kitgen rules judge"):
        assert judge in text
    assert "Example: kitgen check output/" in text
    assert "--no-check" in text
    assert "Exit 1" in text
