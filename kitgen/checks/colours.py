"""Whether profile, parts, plates and 3MF files speak of the same colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kitgen.checks.finding import Finding, within
from kitgen.checks.several import MOST_FAILURES
from kitgen.checks.threemf_objects import PartMeshes, Sheet
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Part

KEYS = {
    "tile": ("tile_colour",),
    "tile-letter": ("letter_colour",),
    "board-quarter": ("board_colour",),
    "rack-half": ("rack_colour",),
    "coupon-tile": ("tile_colour",),
    "coupon-cap": ("tile_colour",),
    "coupon-seam": ("board_colour", "rack_colour"),
}
"""Keys of the table `[print]` that colour a part, by its kind."""
NO_COLOUR = "none"


def colours(kit: WrittenKit, meshes: PartMeshes, sheets: Mapping[str, Sheet]) -> Iterator[Finding]:
    """Judge all colours.

    Args:
        kit: as written.
        meshes: which tell what an object holds.
        sheets: the 3MF files that could be read, by path.
    """
    yield _told("manifest.json", list(_parts(kit)), "manifest: profile.print, parts, plates")
    for path, sheet in sheets.items():
        yield _told(path, list(_objects(kit, meshes, sheet)), "manifest: parts.colour")


def _told(path: str, wrong: list[tuple[str, str]], source: str) -> Finding:
    named = tuple(dict.fromkeys(name for name, _ in wrong))
    return within(
        "package.colours",
        "colours that are not those of the parts",
        (path, *named[:MOST_FAILURES]),
        len(wrong),
        high=0,
        unit="",
        source=source,
        note="; ".join(f"{name}: {why}" for name, why in wrong[:MOST_FAILURES]),
    )


def _parts(kit: WrittenKit) -> Iterator[tuple[str, str]]:
    """What the manifest says of parts, plates and the change of filament."""
    for part in kit.manifest.parts:
        asked = [_asked(kit, key) for key in KEYS.get(part.kind, ())]
        asked = [colour for colour in asked if colour]
        if asked and _of(part) not in asked:
            yield part.name, f"{_of(part)} instead of {' or '.join(asked)}"
    letter, tile = _asked(kit, "letter_colour"), _asked(kit, "tile_colour")
    two = kit.printed.get("letter_style") in ("raised", "inlay")
    for plate in kit.manifest.plates:
        wanted: dict[str, None] = {}
        for name in dict.fromkeys(item.part for item in plate.items):
            part = kit.parts[name]
            wanted[_of(part)] = None
            if part.kind == "tile" and two and letter:
                wanted[letter] = None
        found = list(dict.fromkeys(colour.upper() for colour in plate.colours))
        if found != list(wanted):
            yield plate.file, f"{', '.join(found)} instead of {', '.join(wanted)}"
    change = kit.manifest.filament_change
    if change is not None:
        for said, asked_for in ((change.first, tile), (change.second, letter)):
            if asked_for and said.upper() != asked_for:
                yield "filament_change", f"{said} instead of {asked_for}"


def _objects(kit: WrittenKit, meshes: PartMeshes, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What a 3MF file has: of one mesh for tile and letter the tile's is asked for."""
    seen = set()
    for thing, name in zip(sheet.read.objects, sheet.names, strict=True):
        if name is None or (name, thing.shape) in seen:
            continue
        seen.add((name, thing.shape))
        for body, held in zip(thing.bodies, meshes.held(name), strict=False):
            found, wanted = body.colours, _of(kit.parts[held])
            if found != (wanted,):
                said = " and ".join(colour or NO_COLOUR for colour in found)
                yield held, f"{said or NO_COLOUR} instead of {wanted}"


def _of(part: Part) -> str:
    return NO_COLOUR if part.colour is None else part.colour.upper()


def _asked(kit: WrittenKit, key: str) -> str:
    """A colour of the profile; empty where it has none."""
    value = kit.printed.get(key)
    return value.upper() if isinstance(value, str) else ""
