"""Whether what accompanies the STL files agrees with them: 3MF files, counts, bill, plates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kitgen.checks.colours import colours
from kitgen.checks.entirety import entire
from kitgen.checks.filament import filament
from kitgen.checks.files import pieces_and_holes
from kitgen.checks.finding import Finding, equal, unjudged, within
from kitgen.checks.inventory import bill_of_materials, counts, listed_files
from kitgen.checks.on_plates import plates
from kitgen.checks.package_parts import parts_beside
from kitgen.checks.several import MOST_FAILURES, Case, judged
from kitgen.checks.slicer_settings import slicer_settings
from kitgen.checks.standing import complete
from kitgen.checks.threemf_objects import (
    PartMeshes,
    Sheet,
    same_as_parts,
    same_counts,
    standing,
)
from kitgen.checks.threemf_reading import Refused3mfError, read_3mf
from kitgen.checks.thumbnail import thumbnails
from kitgen.checks.written import UnsoundFileError, WrittenKit

KIT_SHEET = "3mf/kit.3mf"
"""Holds every part as often as the kit has it."""

_STRICT = "lib3mf in strict mode"


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Judge all of a kit but its STL files."""
    meshes = PartMeshes(kit)
    yield from listed_files(kit)
    yield from counts(kit)
    yield from complete(kit)
    yield from entire(kit)
    yield from bill_of_materials(kit, meshes)
    yield from _inlays(kit)
    sheets: dict[str, Sheet] = {}
    beside: dict[str, dict[str, bytes]] = {}
    slicer = str(kit.printed.get("slicer", "generic"))
    for listed in kit.manifest.files:
        path = kit.folder / listed.path
        if not listed.path.lower().endswith(".3mf") or not path.is_file():
            continue
        try:
            sheet = Sheet(listed.path, read_3mf(path), meshes)
        except Refused3mfError as error:
            what = f"{listed.path} as 3MF"
            yield unjudged("package.strict", what, (listed.path,), str(error), fails=True)
            continue
        sheets[listed.path] = sheet
        beside[listed.path] = parts_beside(path)
        yield from _sheet(sheet)
        yield from slicer_settings(slicer, sheet, beside[listed.path])
    if KIT_SHEET in sheets:
        yield from same_counts(
            "package.instances",
            "number of a part in the build",
            KIT_SHEET,
            sheets[KIT_SHEET].counts,
            [(part.name, part.count) for part in kit.manifest.parts],
        )
    yield from plates(kit, sheets)
    yield from filament(kit, meshes, beside)
    yield from colours(kit, meshes, sheets)
    yield from thumbnails(kit, beside)


def _sheet(sheet: Sheet) -> Iterator[Finding]:
    """Judge one 3MF file by itself and against the STL files."""
    read, between = sheet.read, (sheet.path,)
    yield within(
        "package.strict",
        "warnings of the strict 3MF reader",
        between,
        len(read.warnings),
        high=0,
        unit="",
        source=_STRICT,
        note="; ".join(read.warnings[:MOST_FAILURES]),
    )
    yield equal("package.unit", "unit of length", between, read.unit, "MilliMeter", source=_STRICT)
    names = [thing.name for thing in read.objects]
    strange = [name for name, part in zip(names, sheet.names, strict=True) if part is None]
    strange += [name for name, count in Counter(names).items() if count > 1]
    strange += [
        item.part_number
        for number, item in enumerate(read.items)
        if item.part_number not in ("", sheet.called(number))
    ]
    yield within(
        "package.object_names",
        "objects and items that do not bear the name of their part, or one that another bears",
        between + tuple(strange[:MOST_FAILURES]),
        len(strange),
        high=0,
        unit="",
        source="manifest: parts.name",
    )
    leaky = [thing.name for thing in read.objects if not thing.closed]
    yield within(
        "package.closed",
        "objects whose surface is not closed and oriented",
        between + tuple(leaky[:MOST_FAILURES]),
        len(leaky),
        high=0,
        unit="",
        source="3MF core specification 4.1; lib3mf: IsManifoldAndOriented",
    )
    yield from same_as_parts(sheet)
    yield from standing(sheet)


def _inlays(kit: WrittenKit) -> Iterator[Finding]:
    """Compare each inlay letter with its tile's opening: pieces, and islands in them."""
    letters = {p.label: p for p in kit.manifest.parts if p.kind == "tile-letter"}
    pieces, counters = [], []
    for tile in (p for p in kit.manifest.parts if p.kind == "tile" and p.label in letters):
        letter = letters[tile.label]
        between = (letter.name, tile.name)
        try:
            height = kit.solid(letter.name).bounding_box()[5]
            level = kit.solid(tile.name).bounding_box()[5] - height / 2
            islands, openings = pieces_and_holes(kit, tile.name, level)
            found = pieces_and_holes(kit, letter.name)
        except UnsoundFileError:
            continue  # said by `files` and by all who need the solid
        pieces.append(Case(between, found[0], openings, openings))
        counters.append(Case(between, found[1], islands - 1, islands - 1))
    for check, words, cases in (
        ("package.inlay_pieces", "pieces of an inlay letter", pieces),
        ("package.inlay_counters", "holes in an inlay letter", counters),
    ):
        yield from judged(check, words, cases, unit="", source="section of the tile's opening")
