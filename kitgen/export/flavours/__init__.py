"""3MF as single slicers read it: one file cannot please them all.

Checked with PrusaSlicer 2.5, libSavitar 4.13 (Cura's reader) and lib3mf; for the Bambu family
with the source of Bambu Studio's importer (``src/libslic3r/Format/bbs_3mf.cpp``).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from kitgen.errors import UserError
from kitgen.export.flavours import bambu, cura, generic, prusa
from kitgen.export.flavours.content import Content, FilamentSwap, PrintHints
from kitgen.export.threemf import Instance, PrintObject, require_sound

__all__ = ["FLAVOURS", "FilamentSwap", "Flavour", "PrintHints", "flavour", "plate_file"]

Flavour = Literal["generic", "prusa", "bambu", "orca", "cura"]

FLAVOURS: tuple[Flavour, ...] = get_args(Flavour)

_WRITERS: dict[Flavour, Callable[[Content], bytes]] = {
    "generic": generic.encode,
    "prusa": prusa.encode,
    "bambu": bambu.encode,
    "orca": bambu.encode,
    "cura": cura.encode,
}


def flavour(name: str) -> Flavour:
    """Give a flavour by its name.

    Raises:
        UserError: If there is none of that name.
    """
    for known in FLAVOURS:
        if name == known:
            return known
    near = difflib.get_close_matches(name.lower(), FLAVOURS, n=1, cutoff=0.4)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UserError(f"--slicer {name}: known are {', '.join(FLAVOURS)}{hint}")


def plate_file(
    slicer: Flavour,
    objects: Sequence[PrintObject],
    instances: Sequence[Instance],
    *,
    title: str,
    thumbnail: bytes | None = None,
    hints: PrintHints | None = None,
    swap: FilamentSwap | None = None,
) -> bytes:
    """Write one plate, or one sheet, as a slicer reads it.

    Args:
        slicer: Which.
        objects: Every unique part once; of a part with several bodies the first is printed by the
            first extruder, the second by the second.
        instances: What lies where, in mm from the front left corner of the bed.
        title: Of the file, for people.
        thumbnail: PNG of the plate.
        hints: How the parts are meant to be printed; written where they bind the parts only, not
            the user's printer. The plain flavour has no place for them.
        swap: Change of filament for one nozzle; written for PrusaSlicer, others take none from a
            file that is not a project of their own.

    Returns:
        The bytes of the 3MF file.

    Raises:
        BuildError: For what would not make a valid file.
    """
    require_sound(objects, instances)
    content = Content(tuple(objects), tuple(instances), title, thumbnail, hints, swap)
    return _WRITERS[slicer](content)
