"""Commands that put files beside a kit: not while another writes it, and about no earlier kit."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from kits import Kits, kits

from kitgen.checks import reporting
from kitgen.cli import main
from kitgen.slicing import job
from kitgen.slicing.finding import Slicer
from kitgen.slicing.models import Sheet
from kitgen.slicing.record import Print

__all__ = ["kits"]

WRITES = {
    "paper": "paper/manual.pdf",
    "preview": "preview.html",
    "check": "report.html",
    "slice": "slice.json",
}
"""A file that each command writes."""


@pytest.fixture
def kit(kits: Kits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit that nothing lies beside, and a slicer that answers at once."""
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(kits.cache))
    folder = tmp_path / "two words"
    shutil.copytree(kits(size=6, players=2).folder, folder)
    for name in ("report.json", "report.html", "preview.html"):
        (folder / name).unlink(missing_ok=True)
    for name in ("paper", "pictures"):
        shutil.rmtree(folder / name, ignore_errors=True)

    def sliced(sheet: Sheet, *_: object) -> tuple[Print, str]:
        figures = {"hours": 1.0, "layers": 1, "filaments": (), "changes": 0, "support_cm3": 0.0}
        named = {"file": sheet.file, "title": sheet.title, "copies": sheet.copies}
        return Print.model_validate(named | figures), ""

    monkeypatch.setattr(
        "kitgen.slicing.finding.find_slicer", lambda _: Slicer(("slicer",), "slicer")
    )
    monkeypatch.setattr(job, "version", lambda _: "PrusaSlicer-9.9.9")
    monkeypatch.setattr(job, "sliced", sliced)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("kitgen: error: ") == 1
    return err.splitlines()[-1]


@pytest.mark.parametrize("command", WRITES)
def test_while_another_writes_the_kit_nothing_is_put_beside_it(
    kit: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(kit)
    with FileLock(kit.with_name(f".{kit.name}.kitgen-lock")):
        assert main([command, str(kit), "-q", "-j", "1"]) == 1
    line = last_line(capsys)
    assert line.startswith(f"kitgen: error: another kitgen is writing {kit}; ")
    assert files(kit) == before
    # Nothing but the lock was in the way.
    assert main([command, str(kit), "-q", "-j", "1"]) == 0
    assert WRITES[command] in files(kit)
    assert [path.name for path in kit.parent.iterdir() if path.name.startswith(".")] == []


REBUILD = """
import shutil, sys
from pathlib import Path
from kitgen.output_folder import replacing

with replacing(Path(sys.argv[2])) as new:
    shutil.copytree(sys.argv[1], new, dirs_exist_ok=True)
"""


@pytest.fixture
def meanwhile(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, after a kit was looked at and before anything is written about it, a build replaces it.

    The new one has another manifest.
    """
    model = tmp_path / "model"
    shutil.copytree(kit, model)
    with (model / "manifest.json").open("ab") as manifest:
        manifest.write(b"\n")
    command = [sys.executable, "-c", REBUILD, str(model), str(kit)]

    def and_rebuild(look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(*arguments: Any, **named: Any) -> Any:
            found = look(*arguments, **named)
            if model.exists():
                subprocess.run(command, cwd=tmp_path, check=True)
                shutil.rmtree(model)
            return found

        return looked

    monkeypatch.setattr(reporting, "judge", and_rebuild(reporting.judge))
    monkeypatch.setattr(job, "slice_kit", and_rebuild(job.slice_kit))


@pytest.mark.usefixtures("meanwhile")
@pytest.mark.parametrize("inside", [False, True], ids=["named", "current folder"])
@pytest.mark.parametrize("command", ["check", "slice"])
def test_a_kit_that_was_built_meanwhile_is_not_given_what_is_about_the_earlier_one(
    kit: Path,
    command: str,
    inside: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = files(kit)
    if inside:
        monkeypatch.chdir(kit)
    assert main([command, *([] if inside else [str(kit)]), "-q", "-j", "1"]) == 1
    line = last_line(capsys)
    assert line.endswith(
        f"{'.' if inside else kit}: the kit was replaced meanwhile, so nothing was written about"
        " it; run the command again"
    )
    assert files(kit) == before | {"manifest.json": before["manifest.json"] + b"\n"}
    monkeypatch.chdir(kit.parent)
    assert main([command, str(kit), "-q", "-j", "1"]) == 0
    assert WRITES[command] in files(kit)


@pytest.mark.usefixtures("meanwhile")
def test_a_check_that_writes_nothing_does_not_mind(kit: Path) -> None:
    assert main(["check", str(kit), "-q", "-j", "1", "--no-report"]) == 0
