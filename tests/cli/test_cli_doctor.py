"""The doctor names what is missing and what to do about it."""

import json
import os
import stat
import sys
import tomllib
from pathlib import Path

import pytest

from kitgen import __version__
from kitgen.cli import doctor, health, main, programs
from kitgen.slicing.finding import Surroundings
from kitgen.store import Store

LIBRARY = "cannot open shared object file: No such file or directory"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(folder))
    return folder


def broken_cadquery(folder: Path, code: str) -> str:
    """Put a cadquery before the real one that runs some code; return the path to it."""
    (folder / "cadquery").mkdir(parents=True)
    (folder / "cadquery" / "__init__.py").write_text(code, encoding="utf-8")
    return str(folder)


def test_a_sound_computer_has_nothing_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--output", str(tmp_path / "kits")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == [
        "kitgen",
        "python",
        "cadquery",
        "font",
        "pictures",
        "slicer",
        "slicers",
        "admesh",
        "cache",
        "output",
    ]
    assert not [line for line in lines if line.startswith("missing")]
    assert not (tmp_path / "kits").exists()


def test_json_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--output", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    findings = {finding["name"]: finding for finding in report["findings"]}
    assert findings["kitgen"]["found"] == __version__
    assert all(
        finding["remedy"] == "" for finding in findings.values() if finding["status"] == "ok"
    )


@pytest.mark.parametrize(
    ("code", "found", "remedy"),
    [
        (
            f"raise ImportError('libGL.so.1: {LIBRARY}')",
            "libGL.so.1",
            "apt install libgl1 libx11-6",
        ),
        ("import no_such_kernel", "No module named 'no_such_kernel'", "pip install"),
        ("import os; os._exit(139)", "code 139", "pip install --force-reinstall cadquery"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the remedies are those for Linux")
def test_a_cad_kernel_that_does_not_import_is_missing(
    code: str, found: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", broken_cadquery(tmp_path, code))
    finding = health.cad_kernel()
    assert finding.status == "missing"
    assert found in finding.found
    assert remedy in finding.remedy


def test_what_is_missing_is_exit_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", broken_cadquery(tmp_path / "path", "raise ImportError('x')"))
    assert main(["doctor", "--output", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    (line,) = [line for line in captured.out.splitlines() if line.startswith("missing")]
    assert line.split()[1] == "cadquery"
    assert captured.err == ""
    assert main(["doctor", "--json", "--output", str(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


@pytest.mark.parametrize(
    ("failure", "system", "remedy"),
    [
        (f"ImportError: libX11.so.6: {LIBRARY}", "Linux", "apt install libgl1 libx11-6"),
        (f"ImportError: libXrender.so.1: {LIBRARY}", "Linux", "package with libXrender.so.1"),
        (f"ImportError: libstdc++.so.6: {LIBRARY}", "Linux", "package with libstdc++.so.6"),
        ("ModuleNotFoundError: No module named 'OCP'", "Windows", "pip install cadquery"),
        ("ImportError: DLL load failed", "Windows", "pip install --force-reinstall cadquery"),
        ("ImportError: dlopen(x.so): image not found", "Darwin", "--force-reinstall cadquery"),
    ],
)
def test_the_remedy_fits_the_failure(failure: str, system: str, remedy: str) -> None:
    assert remedy in health.import_remedy(failure, system)


def test_supported_pythons_are_those_of_the_project() -> None:
    project = tomllib.loads(
        Path(__file__).parents[2].joinpath("pyproject.toml").read_text(encoding="utf-8")
    )
    assert project["project"]["requires-python"] == ">=3.11,<3.14"
    verdicts = {minor: health.python_version((3, minor, 0)).status for minor in range(10, 15)}
    assert verdicts == {10: "missing", 11: "ok", 12: "ok", 13: "ok", 14: "missing"}


def put_program(folder: Path, name: str) -> Path:
    """A program that must not be started: all that it does is fail."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / (f"{name}.exe" if os.name == "nt" else name)
    program.write_text("#!/bin/false\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_programs_are_optional(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    nowhere = Surroundings("linux", str(tmp_path))
    found = programs.slicer(nowhere)
    assert found.status == "optional"
    assert "for kitgen slice: install it" in found.remedy
    assert programs.other_slicers().status == "optional"
    assert programs.mesh_repair().status == "optional"
    others = [put_program(tmp_path, name) for name in ("orca-slicer", "cura")]
    put_program(tmp_path, "admesh")
    assert programs.other_slicers().found == ", ".join(map(str, others))
    assert programs.mesh_repair().status == "ok"
    # `kitgen slice` calls PrusaSlicer and nothing else.
    assert programs.slicer(nowhere).status == "optional"


@pytest.mark.skipif(sys.platform != "linux", reason="flatpaks and AppImages are Linux's")
def test_prusaslicer_is_found_where_slice_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    image = put_program(tmp_path / "Applications", "PrusaSlicer-2.9.AppImage")
    found = programs.slicer()
    assert (found.status, found.found, found.remedy) == ("ok", str(image), "")
    put_program(tmp_path / ".local/share/flatpak/exports/bin", "com.prusa3d.PrusaSlicer")
    put_program(tmp_path / "bin", "flatpak")
    assert programs.slicer().found == "flatpak com.prusa3d.PrusaSlicer"
    program = put_program(tmp_path / "bin", "prusa-slicer")
    assert programs.slicer().found == str(program)


def test_a_folder_under_a_file_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    finding = doctor.output_folder(file / "kits")
    assert finding.status == "missing"
    assert "--output" in finding.remedy


def test_a_cache_that_cannot_be_written_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(file / "cache"))
    finding = doctor.cache_folder()
    assert finding.status == "missing"
    assert "KITGEN_CACHE_DIR" in finding.remedy


def test_the_cache_size_is_told(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(own_cache).put("key", bytes(2_000_000))
    (own_cache / "notes.txt").write_text("mine", encoding="utf-8")
    assert "1 entry, 2.0 MB" in doctor.cache_folder().found
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out == f"{own_cache}: 1 entry, 2.0 MB\n"
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"{own_cache}: 1 entry, 2.0 MB deleted\n"
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out == f"{own_cache}: 0 entries, 0.0 MB\n"
    assert (own_cache / "notes.txt").exists()


def test_a_cache_that_cannot_be_cleared_says_so(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(own_cache).put("key", b"entry")

    def refuse(_path: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    assert main(["cache", "clear"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (f"kitgen: error: {own_cache}: 1 entry, 0.0 MB could not be deleted\n")


def test_pictures_are_tried_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert health.pictures().status in ("ok", "optional")
    monkeypatch.setattr(health, "_DRAW", "import os; os.abort()")
    found = health.pictures()
    assert (found.status, found.found) == ("optional", "VTK cannot draw: no OpenGL")
    assert "libegl1" in found.remedy
