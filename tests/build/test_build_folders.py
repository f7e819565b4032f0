"""Where a kit may be written, and what happens to what lies there."""

import os
from pathlib import Path

import pytest

SMALL = ("--size", 6, "--only", "tile-E")


@pytest.mark.parametrize(
    "output",
    [
        "kit",
        "a folder with spaces/the kit",
        "Wörterspiel/Ärger-Łódź-字",
        "./here/../there/kit",
        "-dash",
        "it's [a] $kit; really",
        "/".join(["deep" * 20] * 12),
    ],
)
def test_any_name_that_a_folder_can_have(kitgen_here, tmp_path, digests, output):
    answer = kitgen_here("build", *SMALL, "--output", output)
    assert answer.code == 0, answer.err
    folder = Path(os.path.normpath(tmp_path / "here" / output))
    assert "stl/tile-E.stl" in digests(folder)
    assert f"Written to {Path(output)}:" in answer.out
    assert [path.name for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_an_absolute_path_and_a_parent_that_is_a_link(kitgen_here, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    answer = kitgen_here("build", *SMALL, "-o", tmp_path / "link/kit")
    assert answer.code == 0, answer.err
    assert (tmp_path / "real/kit/manifest.json").exists()
    assert (tmp_path / "link").is_symlink()


def test_by_default_it_is_named_after_profile_and_size(kitgen_here, tmp_path):
    for extra, name in (((), "werdup-6"), (("--profile", "app"), "app-6")):
        answer = kitgen_here("build", "--size", 6, "--jobs", 1, "--no-validate", *extra)
        assert answer.code == 0, answer.err
        assert (tmp_path / "here/output" / name / "manifest.json").exists()


def test_parts_by_name_do_not_replace_the_whole_kit_by_default(kitgen_here, tmp_path, digests):
    output = tmp_path / "here/output"
    assert kitgen_here("build", "--size", 6, "--jobs", 1, "--no-validate").code == 0
    before = digests(output / "werdup-6")
    assert kitgen_here("build", *SMALL).code == 0
    assert digests(output / "werdup-6") == before
    assert "stl/tile-E.stl" in digests(output / "werdup-6-only")


def test_a_rebuild_carries_over_what_the_user_keeps_there(kitgen_here, tmp_path):
    kit = tmp_path / "here/kit"
    arguments = ("build", "--size", 6, "--only", "tile-E,tile-I", "-o", "kit")
    assert kitgen_here(*arguments).code == 0
    mine = {"stl/tile-E.gcode": "sliced", "plates/one.3mf": "plate", "bom.ods": "table"}
    for path, text in mine.items():
        (kit / path).parent.mkdir(exist_ok=True)
        (kit / path).write_text(text)
    answer = kitgen_here("build", "--size", 6, "--only", "tile-E,tile-O", "-o", "kit")
    assert answer.code == 0, answer.err
    assert {path: (kit / path).read_text() for path in mine} == mine
    assert sorted(path.name for path in (kit / "stl").glob("*.stl")) == ["tile-E.stl", "tile-O.stl"]


def test_a_foreign_folder_is_taken_only_by_force_and_its_files_are_kept(kitgen_here, tmp_path):
    kit = tmp_path / "here/kit"
    (kit / "stl").mkdir(parents=True)
    (kit / "stl/tile-E.stl").write_text("mine")
    (kit / "thesis.odt").write_text("years of work")
    refused = kitgen_here("build", *SMALL, "-o", "kit")
    assert refused.code == 2
    assert (kit / "stl/tile-E.stl").read_text() == "mine"
    assert not (kit / "manifest.json").exists()
    taken = kitgen_here("build", *SMALL, "-o", "kit", "--force")
    assert taken.code == 0, taken.err
    assert (kit / "thesis.odt").read_text() == "years of work"
    assert (kit / "stl/tile-E.kept.stl").read_text() == "mine"
    assert (kit / "stl/tile-E.stl").read_bytes().startswith(b"kitgen tile-E mm")


def test_an_empty_folder_is_free_to_use(kitgen_here, tmp_path):
    (tmp_path / "here/kit").mkdir()
    assert kitgen_here("build", *SMALL, "-o", "kit").code == 0
