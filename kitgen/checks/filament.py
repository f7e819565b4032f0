"""Whether one nozzle changes filament where raised letters begin, and nowhere else.

The height is measured: the highest flat of a tile but that of its letter is the top of the boss,
and all above it takes the second colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from kitgen.checks.finding import Finding, unjudged
from kitgen.checks.package_parts import BrokenSettingsError, xml_of
from kitgen.checks.several import Case, judged
from kitgen.checks.threemf_objects import PartMeshes
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import FilamentChange
from kitgen.mesh.mesh import Mesh

SWAP_PATH = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
COLOUR_CHANGE = "0"
"""Type of such an entry in PrusaSlicer (`CustomGCode::ColorChange`)."""
SAME_MM = 1e-5
"""Heights are float32 in meshes and have six decimals in the manifest."""
LEAST_LAYERS = 2
"""One layer alone comes out thin."""
LEVEL = 1 - 1e-6
"""Rise of the normal of a flat."""
LEAST_FLAT_MM2 = 1.0
"""Smaller flats are rests of a chamfer."""
DEFAULT_LAYER_MM = 0.2

_CHANGE = "manifest: filament_change"


def filament(
    kit: WrittenKit, meshes: PartMeshes, beside: Mapping[str, Mapping[str, bytes]]
) -> Iterator[Finding]:
    """Judge the change of filament.

    Args:
        kit: as written.
        meshes: of its parts.
        beside: parts beside the model of each 3MF file that could be read, by path.
    """
    change = kit.manifest.filament_change
    tiles = [part for part in kit.manifest.parts if part.kind == "tile"]
    raised = [p.name for p in tiles if p.letter is not None and p.letter.style == "raised"]
    flats = {}
    for name in raised:
        mesh = meshes.mesh(name)
        levels = None if mesh is None else flat_levels(mesh)
        if levels is not None and len(levels) > 1:
            flats[name] = levels[-2:]
    layer = kit.number("layer_height", DEFAULT_LAYER_MM)
    if change is None:
        if raised:
            why = "letters are raised, but no change is recorded"
            yield unjudged("package.filament_change", _CHANGE, tuple(raised[:1]), why, fails=True)
    elif kit.printed.get("letter_style") != "raised" or len(raised) < bool(tiles):
        why = f"recorded at {change.z_mm:g} mm, but no letter is raised"
        yield unjudged("package.filament_change", _CHANGE, (), why, fails=True)
    else:
        yield from _heights(change, flats, layer)
        yield from _others(kit, meshes, change, set(raised))
    yield from _plates(kit, flats, layer, beside)


def flat_levels(mesh: Mesh) -> tuple[float, ...]:
    """Give the heights in mm at which a part has level faces that look up, the lowest first."""
    corners = mesh.vertices.astype(np.float64)[mesh.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(across, axis=1)
    flat = across[:, 2] > LEVEL * doubled
    heights = np.round(corners[flat, :, 2].mean(axis=1) / SAME_MM).astype(np.int64)
    levels, which = np.unique(heights, return_inverse=True)
    areas = np.bincount(which, weights=across[flat, 2] / 2, minlength=len(levels))
    return tuple(float(level) * SAME_MM for level in levels[areas > LEAST_FLAT_MM2])


def _heights(
    change: FilamentChange, flats: Mapping[str, tuple[float, ...]], layer: float
) -> Iterator[Finding]:
    z, numbers, high = [], [], []
    for name, (base, top) in flats.items():
        z.append(Case((name,), base, change.z_mm - 2 * SAME_MM, change.z_mm + 2 * SAME_MM))
        off = 2 * SAME_MM / layer
        numbers.append(Case((name,), base / layer + 1, change.layer - off, change.layer + off))
        high.append(Case((name,), (top - base) / layer, LEAST_LAYERS - off, None))
    yield from judged(
        "package.filament_change",
        "height over the bed at which the raised letter begins",
        z,
        unit="mm",
        source=f"{_CHANGE}.z_mm",
    )
    yield from judged(
        "package.filament_layer",
        f"layer of {layer:g} mm in which the raised letter begins, counted from 1",
        numbers,
        unit="",
        source=f"{_CHANGE}.layer",
    )
    yield from judged(
        "package.filament_letters",
        "layers of the raised letter",
        high,
        unit="",
        source="design rule: letters are at least two layers high",
    )


def _others(
    kit: WrittenKit, meshes: PartMeshes, change: FilamentChange, raised: set[str]
) -> Iterator[Finding]:
    """Ask whether the change colours something else that lies on the plate of a tile."""
    cases = []
    for plate in kit.manifest.plates:
        names = dict.fromkeys(item.part for item in plate.items)
        if not raised & set(names):
            continue
        for name in names:
            mesh = meshes.mesh(name)
            if name not in raised and mesh is not None:
                top = float(mesh.vertices[:, 2].max())
                cases.append(Case((plate.file, name), top, None, change.z_mm + SAME_MM))
    yield from judged(
        "package.filament_others",
        "height of a part without a letter that lies beside tiles whose letters change colour",
        cases,
        unit="mm",
        source=f"{_CHANGE}.z_mm",
    )


def _plates(
    kit: WrittenKit,
    flats: Mapping[str, tuple[float, ...]],
    layer: float,
    beside: Mapping[str, Mapping[str, bytes]],
) -> Iterator[Finding]:
    """Ask whether the files change colour where the letters of the tiles on them begin."""
    change = kit.manifest.filament_change
    prusa = kit.printed.get("slicer") == "prusa"
    held = {plate.file: {item.part for item in plate.items} for plate in kit.manifest.plates}
    numbers, heights, colours = [], [], []
    for path, parts in beside.items():
        bases = {name: flats[name][0] for name in sorted(flats.keys() & held.get(path, set()))}
        wanted = 1 if prusa and bases else 0
        try:
            codes = xml_of(parts, SWAP_PATH).findall("code") if SWAP_PATH in parts else []
            changes = [code for code in codes if code.get("type") == COLOUR_CHANGE]
            at = [float(code.get("print_z", "nan")) for code in changes]
        except (BrokenSettingsError, ValueError) as error:
            what = "changes of filament in the file"
            yield unjudged("package.filament_plates", what, (path,), str(error), fails=True)
            continue
        numbers.append(Case((path,), len(codes), wanted, wanted))
        for name, base in bases.items():
            top = base + layer
            heights += [
                Case((path, name), z, top - 2 * SAME_MM, top + 2 * SAME_MM) for z in at[:wanted]
            ]
        second = "" if change is None else change.second.upper()
        for code in changes[:wanted]:
            said = code.get("color", "").upper()
            colours.append(Case((path,), said != second, 0, 0, f"{said}, manifest {second}"))
    yield from judged(
        "package.filament_plates",
        "changes of filament that the slicer makes on a plate",
        numbers,
        unit="",
        source="design rule: one for raised letters in PrusaSlicer's files, none elsewhere",
    )
    yield from judged(
        "package.filament_height",
        "top of the first layer in the second colour",
        heights,
        unit="mm",
        source="the tile's STL file: a layer above the flat that the letter stands on",
    )
    yield from judged(
        "package.filament_colour",
        "whether the slicer changes to another colour than that of the letters",
        colours,
        unit="",
        source=f"{_CHANGE}.second",
    )
