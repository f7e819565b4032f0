"""The pages about options and notation are what the engine has and does."""

import importlib.util
import subprocess
import sys
from pathlib import Path

from pages import ROOT, page


def test_the_options_page_is_current() -> None:
    spec = importlib.util.spec_from_file_location("options_page", ROOT / "tools/options_page.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    written = (ROOT / "docs/options.md").read_text(encoding="utf-8")
    assert written == tool.page(), "run python tools/options_page.py docs/options.md"


def test_the_example_of_the_notation_runs(tmp_path: Path) -> None:
    (code,) = page("docs/notation.md").blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout == "6B BEL...D ['BELATED'] 9\n21\n64\n"
