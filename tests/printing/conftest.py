"""Kits and a slicer for them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

# Test folders are no packages: the reader of G-code is found by its folder.
sys.path.insert(0, str(Path(__file__).parent))

from gcode import SETTINGS, Gcode

Slice = Callable[..., Gcode]


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory) -> Path:
    """A folder that all workers of pytest-xdist share, gone with the session."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def built(shared_folder) -> Callable[..., Path]:
    """Build a kit through the command line, each but once."""

    def build(name: str, *arguments: object) -> Path:
        folder = shared_folder / f"sliced-{name}"
        with FileLock(f"{folder}.lock"):
            if not folder.exists():
                subprocess.run(
                    [
                        *(sys.executable, "-m", "kitgen", "build", *map(str, arguments)),
                        *("--no-validate", "--no-check", "--no-preview", "--no-paper"),
                        *("--quiet", "-o", str(folder)),
                    ],
                    env={**os.environ, "KITGEN_CACHE_DIR": str(shared_folder / "kitgen-cache")},
                    check=True,
                )
        return folder

    return build


@pytest.fixture(scope="session")
def kit10(built) -> Path:
    return built("10", "--size", 10)


@pytest.fixture
def sliced(system_tool, tmp_path) -> Slice:
    """Slice a file; what PrusaSlicer refuses fails the test."""

    def slice_file(path: Path, *options: str) -> Gcode:
        out = tmp_path / f"{path.stem}.gcode"
        answer = subprocess.run(
            [
                *(system_tool("prusa-slicer"), "--export-gcode", *SETTINGS, *options),
                *("-o", str(out), str(path)),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
        return Gcode.read(out.read_text("utf-8"))

    return slice_file
