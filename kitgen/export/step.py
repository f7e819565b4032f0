"""STEP: the exact solids, for people who change them in a CAD program."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cadquery as cq

DECIMALS = 10
"""Of every number: a thousandth of the distance at which CAD kernels take two points for one."""

_HEADER = re.compile(r"FILE_NAME\(.*?\);", re.DOTALL)
_PRODUCT = re.compile(r"Open CASCADE STEP translator [\d.]+ [\d.]+")
_REAL = re.compile(r"-?\d+\.\d*(?:E[-+]?\d+)?")


def encode(shape: cq.Shape, name: str) -> bytes:
    """Write a shape as STEP (AP214), the same bytes for the same shape.

    Args:
        shape: In mm.
        name: Of the part, ASCII without quotes.

    Returns:
        The bytes of the file.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.step"
        shape.exportStep(str(path))
        text = path.read_text("ascii")
    return normalised(text, name).encode("ascii")


def normalised(text: str, name: str) -> str:
    """Take out of a STEP file what differs from one run of OpenCASCADE to the next.

    That is the clock and the path in the header, a number of products counted since the process
    began, and noise in numbers that should be 0, which also moves the line breaks: entities come
    out on one line each, their numbers rounded.

    Args:
        text: As OpenCASCADE wrote it.
        name: Of the part, ASCII without quotes.
    """
    header, mark, data = text.partition("DATA;")
    file_name = f"FILE_NAME('{name}','1970-01-01T00:00:00',(''),(''),'kitgen','kitgen','');"
    header = _HEADER.sub(file_name, header, count=1)
    data = _PRODUCT.sub(name, re.sub(r"(?<!;)\n *", "", data))
    # Every other piece between quotes is a text, whose digits mean something else.
    pieces = data.split("'")
    pieces[::2] = [_REAL.sub(_rounded, piece) for piece in pieces[::2]]
    return header + mark + "\n" + "'".join(pieces)


def _rounded(real: re.Match[str]) -> str:
    """Write a number as STEP wants it: a decimal point always, digits after it or not."""
    text = f"{float(real[0]):.{DECIMALS}f}".rstrip("0")
    return "0." if text == "-0." else text
