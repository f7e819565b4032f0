"""What a font file holds: its faces, their families, weights and characters."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kitgen.errors import UserError

NORMAL_WIDTH = 5
"""``usWidthClass`` of a face that is neither condensed nor expanded (OpenType, OS/2)."""


@dataclass(frozen=True)
class Face:
    """One face of a font file."""

    path: Path
    index: int
    """Place in a collection (``.ttc``), else 0."""
    family: str
    legacy_family: str
    """Family of four styles (name 1): ``Lato Black`` where ``family`` is ``Lato``."""
    style: str
    weight: int
    """Weight class, 100 thin to 900 black; of a variable face that of its default."""
    weight_range: tuple[int, int] | None = None
    """Ends of the weight axis of a variable face."""
    italic: bool = False
    width: int = NORMAL_WIDTH


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns whatever a font library raises on a damaged file into one line.

    fontTools raises nearly anything on bytes that are no font: ``TTLibError``,
    ``struct.error``, ``AssertionError``, ``KeyError``, ``IndexError``, ``MemoryError``...

    Raises:
        UserError: The file cannot be read as a font.
    """
    try:
        yield
    except UserError:
        raise
    except FileNotFoundError:
        raise UserError(f'font "{path}": there is no such file') from None
    except OSError as error:
        shown = str(path) if len(str(path)) <= 120 else f"{str(path)[:117]}..."
        raise UserError(f'font "{shown}": cannot be read: {error.strerror or error}') from error
    except Exception as error:
        what = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UserError(
            f'font "{path}": is damaged or no font ({what}); '
            "allowed are TrueType and OpenType files (.ttf, .otf, .ttc)"
        ) from error


def _silence_font_library() -> None:
    """Let it say nothing of odd dates in fonts that draw well, or of damage that is told here."""
    import logging

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)


def open_face(path: Path, index: int) -> Any:
    """The face as a ``fontTools.ttLib.TTFont`` whose tables are read when asked for."""
    from fontTools.ttLib import TTFont

    return TTFont(path, fontNumber=index, lazy=True)


def read_faces(path: Path) -> tuple[Face, ...]:
    """Every face in a font file, in the file's order.

    Raises:
        UserError: It is missing, a folder, empty, no font, damaged, or has no outlines.
    """
    _silence_font_library()
    with reading(path):
        if path.is_dir():
            raise UserError(
                f'font "{path}": is a folder; a font file or the name of a font is needed'
            )
        if not os.path.lexists(path):
            # Asked for once more: a name that is too long says so here.
            path.stat()
        if path.exists() and not path.is_file():
            raise UserError(f'font "{path}": is a device or a pipe; a font file is needed')
        if path.stat().st_size == 0:
            raise UserError(f'font "{path}": the file is empty')
        with open_face(path, 0) as first:
            count = getattr(first.reader, "numFonts", 1)
            faces = [_describe(first, path, 0)]
        for index in range(1, count):
            with open_face(path, index) as font:
                faces.append(_describe(font, path, index))
    return tuple(faces)


def characters(path: Path, index: int) -> frozenset[str]:
    """Every character that the face has a glyph for.

    Raises:
        UserError: The file cannot be read as a font.
    """
    with reading(path), open_face(path, index) as font:
        return frozenset(map(chr, glyph_names(font)))


def glyph_names(font: Any) -> dict[int, str]:
    """Glyph name by code point, without those that lead to the box for missing glyphs."""
    cmap: dict[int, str] = font.getBestCmap() or {}
    return {code: name for code, name in cmap.items() if name != ".notdef"}


def _describe(font: Any, path: Path, index: int) -> Face:
    if not any(table in font for table in ("glyf", "CFF ", "CFF2")):
        raise UserError(f'font "{path}": has no outlines (a bitmap font cannot be used)')
    names = font.get("name")
    legacy = (names.getDebugName(1) if names else None) or path.stem
    family = (names.getDebugName(16) if names else None) or legacy
    style = (names.getDebugName(17) or names.getDebugName(2) if names else None) or "Regular"
    mac_style = font["head"].macStyle
    weight, width, italic = 700 if mac_style & 1 else 400, NORMAL_WIDTH, bool(mac_style & 2)
    if "OS/2" in font:
        os2 = font["OS/2"]
        weight = max(1, min(1000, os2.usWeightClass)) or weight
        width = os2.usWidthClass or NORMAL_WIDTH
        # bit 0 is italic, bit 9 oblique (OpenType, OS/2, fsSelection)
        italic = italic or bool(os2.fsSelection & (1 | 1 << 9))
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    reach = axes.get("wght")
    return Face(
        path=path,
        index=index,
        family=family,
        legacy_family=legacy,
        style=style,
        weight=weight,
        weight_range=(round(reach.minValue), round(reach.maxValue)) if reach else None,
        italic=italic,
        width=width,
    )
