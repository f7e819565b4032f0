"""The wheel works alone: in a new environment, in another folder, with the clone out of reach."""

import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from .conftest import CLONE, Environment, run

# Runs kitgen with a watch on every file and folder that is opened: one of the clone's own, apart
# from the borrowed dependencies, ends it.
WATCHED = """
import os, sys
clone, arguments = sys.argv[1] + os.sep, sys.argv[2:]
borrowed = tuple(path for path in sys.path if path.startswith(clone))
def watch(event, details):
    if event in ("open", "os.listdir", "os.scandir") and details and isinstance(details[0], str):
        path = os.path.abspath(details[0])
        if path.startswith(clone) and not path.startswith(borrowed):
            print(f"the clone was read: {path}", file=sys.stderr, flush=True)
            os._exit(99)  # nothing that kitgen catches
sys.addaudithook(watch)
from kitgen.cli import main
sys.exit(main(arguments))
"""


def kitgen(environment: Environment, arguments: list[str], cwd: Path) -> str:
    return environment.run(["-c", WATCHED, str(CLONE), *arguments], cwd)


def test_the_wheel_has_both_packages_and_the_profiles(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"kitgen", "wordstack", "kitgen-0.1.0.dist-info"}
    shipped = {Path(name).name for name in names if name.startswith("wordstack/profiles/")}
    assert shipped == {path.name for path in CLONE.glob("profiles/games/*")}
    assert "werdup.toml" in shipped
    for folder in ("materials", "printers"):
        data = {Path(name).name for name in names if name.startswith(f"kitgen/profiles/{folder}/")}
        assert data == {path.name for path in CLONE.glob(f"profiles/{folder}/*")} != set()
    assert {"kitgen/py.typed", "wordstack/py.typed"} <= set(names)
    assert "kitgen-0.1.0.dist-info/licenses/LICENSE" in names


def test_imports_come_from_the_wheel(installed: Environment, tmp_path: Path) -> None:
    code = "import kitgen, wordstack; print(kitgen.__file__); print(wordstack.__file__)"
    for file in installed.run(["-c", code], tmp_path).splitlines():
        assert Path(file).is_relative_to(installed.site_packages)


def test_the_wheel_finds_its_profiles(installed: Environment, tmp_path: Path) -> None:
    listed = kitgen(installed, ["profiles", "list"], tmp_path)
    for path in CLONE.glob("profiles/games/*.toml"):
        assert path.stem in listed


def test_the_watch_sees_the_clone_being_read(installed: Environment, tmp_path: Path) -> None:
    profile = str(CLONE / "profiles" / "games" / "werdup.toml")
    with pytest.raises(AssertionError, match=re.escape(f"the clone was read: {profile}")):
        kitgen(installed, ["profiles", "show", profile], tmp_path)


def test_the_wheel_builds_a_kit(
    installed: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    kit = tmp_path / "mein Spiel ß"
    code = ["build", "--size", "6", "--profile", "solo", "--players", "1", "-o", str(kit)]
    kitgen(installed, code, tmp_path)
    manifest = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["format"] == "kitgen-manifest"
    for part in manifest["parts"]:
        assert (kit / part["file"]).is_file()
    for plate in manifest["plates"]:
        assert (kit / plate["file"]).is_file()
    report = json.loads((kit / "report.json").read_text(encoding="utf-8"))
    assert report["verdict"] == "pass"
    assert (kit / "report.html").is_file()


def test_the_sdist_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    run(
        [
            *(sys.executable, "-m", "build", "--no-isolation", "--wheel"),
            *("--outdir", str(tmp_path / "dist"), str(source)),
        ]
    )
    (again,) = (tmp_path / "dist").glob("*.whl")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()
