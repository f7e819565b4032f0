"""Makes the oracle importable by its bare name: it belongs to no package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
