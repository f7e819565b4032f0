"""The same profile gives the same bytes, wherever and however it is built."""

import os
import shutil

import pytest
from filelock import FileLock

from kitgen.export.step import normalised


@pytest.fixture(scope="module")
def with_steps(run_kitgen, shared_folder):
    """The small kit once more with STEP files, in one process and without the cache."""
    folder = shared_folder / "kit-steps"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            answer = run_kitgen(
                *("build", "--size", 6, "--players", 1, "--step", "--no-cache", "--jobs", 1),
                "--no-validate",
                *("-o", folder),
                cwd=shared_folder,
            )
            assert answer.code == 0, answer.err
    return folder


def without_steps(files: dict[str, str]) -> dict[str, str]:
    """All but the STEP files and the manifest, which lists them."""
    return {
        path: digest
        for path, digest in files.items()
        if not path.startswith("step/") and path != "manifest.json"
    }


def test_another_folder_locale_zone_seed_home_and_number_of_workers(
    checked6, run_kitgen, tmp_path, digests
):
    """Of every file: meshes, plates, manifest, and the report of the check."""
    here = tmp_path / "ein anderer Ordner, Wörter"
    here.mkdir()
    home = tmp_path / "home"
    home.mkdir()
    answer = run_kitgen(
        *("build", "--size", 6, "--players", 1, "--jobs", 1, "-o", "my kit"),
        cwd=here,
        env={
            "LC_ALL": "C",
            "LANG": "de_DE.UTF-8",
            "TZ": "Pacific/Auckland",
            "PYTHONHASHSEED": "1",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "share"),
            "FONTCONFIG_FILE": os.devnull,
            "KITGEN_CACHE_DIR": str(tmp_path / "cold"),
            "COLUMNS": "40",
            "SOURCE_DATE_EPOCH": "1",
        },
        check=True,
    )
    assert answer.code == 0, answer.err
    files = digests(here / "my kit")
    assert {"3mf/plate-01.3mf", "3mf/plate-04.3mf", "report.html", "report.json"} <= set(files)
    assert files == digests(checked6.folder)


def test_a_warm_build_under_another_seed_and_locale(checked6, run_kitgen, tmp_path, digests):
    answer = run_kitgen(
        *("build", "--size", 6, "--players", 1, "-o", tmp_path / "warm", "--jobs", 2),
        cwd=tmp_path,
        env={"LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns", "PYTHONHASHSEED": "0"},
        check=True,
    )
    assert answer.code == 0, answer.err
    assert digests(tmp_path / "warm") == digests(checked6.folder)


def test_a_check_changes_no_file_of_the_kit(kit6, checked6, digests):
    files = digests(checked6.folder)
    assert files.pop("report.json")
    assert files.pop("report.html")
    assert files == digests(kit6.folder)


def test_step_files_change_nothing_else(kit6, with_steps, digests):
    files = digests(with_steps)
    steps = [path for path in files if path.startswith("step/")]
    assert len(steps) == len(kit6.manifest["parts"])
    assert without_steps(files) == without_steps(digests(kit6.folder))


def test_step_files_of_two_processes_are_those_of_one(with_steps, run_kitgen, tmp_path, digests):
    answer = run_kitgen(
        *("build", "--size", 6, "--players", 1, "--step", "--no-cache", "--jobs", 2, "-o", "two"),
        "--no-validate",
        cwd=tmp_path,
        env={"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"},
    )
    assert answer.code == 0, answer.err
    assert digests(tmp_path / "two") == digests(with_steps)


def test_a_step_file_made_alone_is_that_of_the_whole_kit(with_steps, run_kitgen, tmp_path):
    """OpenCASCADE numbers what one process writes."""
    answer = run_kitgen(
        *("build", "--size", 6, "--step", "--only", "tile-Z", "--no-cache", "-o", "alone"),
        cwd=tmp_path,
    )
    assert answer.code == 0, answer.err
    alone = (tmp_path / "alone/step/tile-Z.step").read_bytes()
    assert alone == (with_steps / "step/tile-Z.step").read_bytes()


def test_step_files_come_from_the_cache_as_they_were(with_steps, run_kitgen, tmp_path):
    arguments = ("build", "--size", 6, "--step", "--only", "tile-Z", "-o")
    for folder in ("first", "second"):
        assert run_kitgen(*arguments, folder, cwd=tmp_path).code == 0
        data = (tmp_path / folder / "step/tile-Z.step").read_bytes()
        assert data == (with_steps / "step/tile-Z.step").read_bytes()
        shutil.rmtree(tmp_path / folder)


def test_step_files_hold_the_solids_of_the_manifest(with_steps, kit6):
    import cadquery as cq

    for name in ("tile-Qu", "rack-half-left"):
        shape = cq.importers.importStep(str(with_steps / f"step/{name}.step")).val()
        assert shape.isValid()
        assert shape.Volume() == pytest.approx(kit6.part(name)["solid_volume_mm3"], rel=1e-7)


def test_step_noise_and_the_clock_are_taken_out():
    def written(time, path, count, zero, break_):
        return (
            "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('Open CASCADE Model'),'2;1');\n"
            f"FILE_NAME('{path}','{time}',('Author'),(\n    'Open CASCADE'),'x','y','z');\n"
            "ENDSEC;\nDATA;\n"
            f"#7 = PRODUCT('Open CASCADE STEP translator 7.8 {count}',{break_}'text 1.50',(#8));\n"
            f"#9 = CARTESIAN_POINT('',({zero},1.E-07,\n  -12.345678901249));\nENDSEC;\n"
        )

    first = normalised(written("2026-11-29T01:02:03", "/a/b", "1", "0.", ""), "tile-E")
    second = normalised(written("1999-01-01T00:00:00", "c", "1.12", "-9.7E-17", "\n  "), "tile-E")
    assert first == second
    assert "#9 = CARTESIAN_POINT('',(0.,0.0000001,-12.3456789012));\n" in first
    assert "PRODUCT('tile-E','text 1.50',(#8))" in first
    assert "1999" not in first
    assert "2026" not in first
