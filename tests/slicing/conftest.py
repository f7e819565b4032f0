"""The kits that are sliced here, PrusaSlicer, and programs that misbehave in its place."""

import stat
import sys
from pathlib import Path

import pytest

# Test folders are no packages: what several of them share is found by its folder.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))

from kits import game, kits

from kitgen.slicing.finding import Slicer

__all__ = ["game", "kits"]


@pytest.fixture
def prusa(system_tool) -> Slicer:
    path = system_tool("prusa-slicer")
    return Slicer((path,), path)


@pytest.fixture
def standing_in(tmp_path):
    """A program of a few lines of Python, called as PrusaSlicer would be."""

    def write(lines: str) -> Slicer:
        # Spaces and umlauts, as in many a home folder.
        path = tmp_path / "Müller und Söhne" / "prusa slicer"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!{sys.executable}\nimport os, sys, time\n{lines}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return Slicer((str(path),), str(path))

    return write
