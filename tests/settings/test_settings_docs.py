"""The examples of docs/profiles.md work."""

import re
import subprocess
import sys
from pathlib import Path

from kitgen.settings import load_settings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "profiles.md"


def examples(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_profiles_load(tmp_path: Path) -> None:
    first, second = examples("toml")
    path = tmp_path / "my.toml"
    path.write_text(first, encoding="utf-8")
    kit = load_settings(path)
    assert (kit.game.rack_size, kit.game.rules.stack.max_height) == (8, 6)
    assert kit.print.clearance_per_side == 0.25
    path.write_text(second, encoding="utf-8")
    assert list(load_settings(path).tile_set.counts) == ["A", "Á", "B", "C", "CS", "D"]


def test_the_python_runs(tmp_path: Path) -> None:
    (code,) = examples("python")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    first, second = done.stdout.splitlines()
    assert first == "word_flat_or_stacked 1"
    assert second.startswith("22.0 scaled to 144 tiles")
    assert second.endswith("--set")
