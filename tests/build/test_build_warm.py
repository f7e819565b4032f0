"""What is known is not built again, and what a warm build does not need it does not import."""

import os
import re
import subprocess
import sys

import pytest

HEAVY = {"cadquery", "OCP", "trimesh", "vtk", "vtkmodules"}
"""The CAD kernel, what draws with it, and trimesh, which brings much along."""
GEOMETRY = {"manifold3d", "shapely", "scipy", "lib3mf", "rectpack", "PIL", "pathops"}
"""What plates are packed and files are judged with."""

LETTERS = list("AEHIMNORSTWX")


def imported(arguments, cwd, cache) -> set[str]:
    """Top-level modules that a run of kitgen imports."""
    answer = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "kitgen", *arguments],
        cwd=cwd,
        env={**os.environ, "KITGEN_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    names = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s*(\S+)$", answer.stderr, re.MULTILINE)
    assert "kitgen" in names
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    ("which", "options"), [("kit6", ["--no-check"]), ("checked6", [])], ids=["kit", "and check"]
)
def test_a_warm_build_imports_no_kernel(which, options, request, cache, tmp_path, digests):
    """Meshes, plates, findings and the report's drawings all come from the cache."""
    kit = request.getfixturevalue(which)
    without = ["--no-preview", "--no-paper", *options]
    arguments = ["build", "--size", "6", "--players", "1", "-o", "warm", *without]
    assert imported(arguments, tmp_path, cache) & (HEAVY | GEOMETRY) == set()
    assert digests(tmp_path / "warm") == digests(kit.folder)


def test_warm_paper_and_pictures_import_nothing_that_draws(checked6, copied, cache, tmp_path):
    kit = copied(checked6)
    for command in ("preview", "paper"):
        cold = imported([command, str(kit.folder), "--jobs", "1"], tmp_path, cache)
        assert {"preview": "numpy", "paper": "typst"}[command] in cold
        warm = imported([command, str(kit.folder)], tmp_path, cache)
        assert warm & (HEAVY | GEOMETRY | {"numpy", "typst", "vtkmodules", "pikepdf"}) == set()


def test_a_warm_check_imports_no_kernel(checked6, copied, cache, tmp_path, digests):
    kit = copied(checked6)
    before = digests(kit.folder)
    assert imported(["check", str(kit.folder)], tmp_path, cache) & (HEAVY | GEOMETRY) == set()
    assert digests(kit.folder) == before


def test_a_cold_check_does(checked6, copied, tmp_path):
    arguments = ["check", str(copied(checked6).folder), "--jobs", "1"]
    modules = imported(arguments, tmp_path, tmp_path / "empty cache")
    assert {"trimesh", "manifold3d", "shapely"} <= modules
    assert {"cadquery", "OCP"} & modules == set()  # it judges files, with other programs' means


def test_a_cold_build_does(tmp_path):
    arguments = ["build", "--size", "6", "--only", "tile-E", "-o", "cold", "--jobs", "1"]
    arguments += ["--no-preview"]
    assert {"cadquery", "OCP"} <= imported(arguments, tmp_path, tmp_path / "cache")


def test_a_dry_run_imports_no_cad_kernel_even_with_an_empty_cache(tmp_path):
    assert imported(["build", "--dry-run"], tmp_path, tmp_path / "cache") & HEAVY == set()


def entries(cache) -> set[str]:
    return {path.name for path in cache.rglob("*") if path.is_file()}


def profile(folder, letters) -> None:
    tiles = "\n".join(f'"{letter}" = 3' for letter in letters)
    (folder / "own.toml").write_text(
        f'[game]\nname = "own"\nextends = "werdup"\nboard_size = 6\nletters = {letters}\n'
        f"[game.tiles.6]\n{tiles}\n",
        encoding="utf-8",
    )


@pytest.fixture
def built(kitgen_here, tmp_path, monkeypatch, digests):
    """Build into the current folder with a cache that begins empty; give the files' digests."""
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))

    def build(output, *arguments):
        answer = kitgen_here(
            "build", "--no-validate", *arguments, "--jobs", 1, "--no-validate", "-o", output
        )
        assert answer.code == 0, answer.err
        return digests(tmp_path / "here" / output)

    return build


def test_a_change_of_one_letter_rebuilds_one_tile(built, tmp_path):
    cache, here = tmp_path / "cache", tmp_path / "here"
    profile(here, LETTERS)
    before = built("before", "--profile", "own.toml")
    known = entries(cache)
    profile(here, [letter if letter != "X" else "K" for letter in LETTERS])
    after = built("after", "--profile", "own.toml")
    # The new tile, the new set of letters, the thinnest of them for a coupon, and the plates: no
    # piece of a coupon, which carries no letter of the set.
    assert len(entries(cache) - known) == 4
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {path for path in changed if path.startswith("stl/")} == {
        "stl/tile-X.stl",
        "stl/tile-K.stl",
    }
    assert "3mf/plate-01.3mf" not in changed  # the coupon's
    known = entries(cache)
    built("after", "--profile", "own.toml")
    assert entries(cache) == known


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:0],
        lambda data: data[:-1],
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: data + b"more",
    ],
    ids=["empty", "cut", "a bit", "more"],
)
def test_corrupt_entries_of_the_cache_are_built_again(built, tmp_path, spoil):
    before = built("before", "--size", "6", "--only", "tile-E")
    kept = {path: path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file()}
    assert len(kept) == 4  # the tile, the letters, what a coupon would carry, and the plate
    for path, data in kept.items():
        path.write_bytes(spoil(data))
    assert built("after", "--size", "6", "--only", "tile-E") == before
    assert {path: path.read_bytes() for path in kept} == kept
