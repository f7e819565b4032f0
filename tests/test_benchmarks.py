"""The benchmarks start, and say why what they measure failed."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.mark.parametrize("name", ["ratios", "selfplay"])
def test_each_starts(name: str) -> None:
    program = [sys.executable, str(BENCHMARKS / f"{name}.py"), "--help"]
    answer = subprocess.run(program, capture_output=True, text=True, check=True)
    assert "--rounds" in answer.stdout


@pytest.mark.parametrize("name", ["ratios", "selfplay"])
def test_what_fails_is_told_with_its_last_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    seconds = runpy.run_path(str(BENCHMARKS / f"{name}.py"))["seconds"]
    with pytest.raises(SystemExit, match=r"exit 3\nno kernel here"):
        seconds(["-c", "import sys; sys.stderr.write('no kernel here'); sys.exit(3)"], tmp_path)
    assert seconds(["-c", "pass"], tmp_path) > 0
