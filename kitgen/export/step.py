"""STEP: the exact solids, for people who change them in a CAD program."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cadquery as cq

_HEADER = re.compile(rb"FILE_NAME\(.*?\);", re.DOTALL)


def encode(shape: cq.Shape, name: str) -> bytes:
    """Write a shape as STEP (AP214), without the clock and the path that OpenCASCADE records.

    Args:
        shape: In mm.
        name: Of the part, ASCII.

    Returns:
        The bytes of the file.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.step"
        shape.exportStep(str(path))
        data = path.read_bytes()
    header = f"FILE_NAME('{name}','1970-01-01T00:00:00',(''),(''),'kitgen','kitgen','');"
    data = _HEADER.sub(header.encode(), data, count=1)
    # OpenCASCADE counts the products it has written since the process began.
    return re.sub(rb"Open CASCADE STEP translator [\d.]+ [\d.]+", name.encode(), data)
