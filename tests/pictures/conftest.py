"""The kits that are drawn."""

import sys
from pathlib import Path

# Test folders are no packages: what several of them share is found by its folder.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "judges"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from kits import game, kits

__all__ = ["game", "kits"]
