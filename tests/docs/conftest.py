"""The documents, and a kit to hold them against."""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
for folder in (TESTS / "judges", TESTS / "docs", TESTS.parent / "tools"):
    sys.path.insert(0, str(folder))

from kits import game, kits  # noqa: E402, F401
