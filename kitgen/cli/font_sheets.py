"""`kitgen fonts --sheet`: letters as they would be printed, in one picture."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kitgen.errors import UserError

if TYPE_CHECKING:
    from kitgen.lettering.sheet import JudgedSet
    from kitgen.settings.kit_settings import KitSettings


def draw_sheet(path: Path, settings: KitSettings, fonts: Sequence[str]) -> list[JudgedSet]:
    """Judge the letters of a profile in some fonts and draw them.

    Args:
        path: The PNG file to write.
        settings: Labels, weight, sizes and colours; and the font, where none is named.
        fonts: Names or paths.

    Raises:
        UserError: A font cannot be used at all, or the file cannot be written.
    """
    from kitgen.kit.dimensions import dimensions
    from kitgen.lettering.composition import Frame
    from kitgen.lettering.sheet import judged_set
    from kitgen.pictures.font_sheet import INK, TileFace, font_sheet

    if path.suffix.lower() != ".png":
        raise UserError(f"--sheet {path}: the file's name must end in .png")
    p = settings.print
    measures = dimensions(settings)
    box = measures.letter_box
    frame = Frame(box, box, p.line_width, p.cap_height, p.orientation_bar)
    counts = settings.tile_set.counts
    sets = [
        judged_set(list(counts), font=font, weight=p.font_weight, frame=frame)
        for font in fonts or [p.font]
    ]
    ink = INK if p.letter_style == "engraved" else p.letter_colour
    top = measures.nest.top_size
    face = TileFace(p.tile_size, top, p.tile_corner_radius, p.tile_colour, ink)
    target = path.resolve()  # a link stays one
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        try:
            part.write_bytes(font_sheet(sets, face, counts))
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"--sheet {path}: cannot be written: {error.strerror}") from error
    return sets


def sheet_lines(sets: Sequence[JudgedSet]) -> list[str]:
    """What a sheet shows, a line for each font and one for each reason against a letter."""
    lines = []
    for each in sets:
        bad = len(each.unprintable)
        verdict = "all letters print" if not bad else f"{bad} of {len(each.letters)} do not print"
        lines.append(f"{each.font.family} {each.font.weight}: {verdict}")
        if each.font.note:
            lines.append(f"  note: {each.font.note}")
        lines += [f"  {one.label}: {'; '.join(one.faults)}" for one in each.unprintable]
    return lines


def sheet_rows(sets: Sequence[JudgedSet]) -> list[dict[str, object]]:
    """The same as values for JSON."""
    return [
        {
            "name": each.font.family,
            "weight": each.font.weight,
            "cap_height_mm": None if each.cap_height is None else round(each.cap_height, 3),
            "letters": [{"label": one.label, "faults": list(one.faults)} for one in each.letters],
        }
        for each in sets
    ]
