"""Whether slicers print every body, all of it, with the extruder that has its colour.

A file may hold the right triangles and yet be printed in one colour: what tells body from letter
stands in the slicer's own settings, which 3MF readers do not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.package_parts import BrokenSettingsError
from kitgen.checks.several import MOST_FAILURES, Case, judged
from kitgen.checks.slicer_volumes import SlicerVolumes, Volume
from kitgen.checks.threemf_objects import SAME_SHARE, Sheet
from kitgen.checks.threemf_reading import ReadObject
from kitgen.mesh.measure import triangle_volumes
from kitgen.mesh.mesh import Mesh

_SETTINGS = "design rule: the body is printed by the first extruder, its letter by the second"
_STL = "the part's STL file"


def slicer_settings(slicer: str, sheet: Sheet, parts: Mapping[str, bytes]) -> Iterator[Finding]:
    """Judge the settings of one file.

    Args:
        slicer: flavour that the file was written for.
        sheet: its objects.
        parts: of its package, beside the model.
    """
    between = (sheet.path,)
    try:
        settings = SlicerVolumes(slicer, parts)
        volumes = [settings.of(thing) for thing in sheet.read.objects]
    except BrokenSettingsError as error:
        what = f"which extruder {slicer} prints a body with"
        yield unjudged("package.extruders", what, between, str(error), fails=True)
        return
    strange: list[tuple[str, str]] = []
    extruders, lone, triangles, sizes = [], [], [], []
    measured: dict[tuple[int, int, int], float] = {}
    for thing, name, cut in zip(sheet.read.objects, sheet.names, volumes, strict=True):
        if name is None:
            continue  # said by `package.object_names`
        strange += _strange(slicer, sheet, settings, thing, name, cut)
        names = _bodies(sheet, name)
        lone.append(Case((sheet.path, name), _not_once(cut, len(thing.mesh.faces)), 0, 0))
        for volume in cut:
            if volume.name not in names:
                continue  # strange
            number = names.index(volume.name)
            part = sheet.parts.held(name)[number]
            where = (sheet.path, name, part)
            extruders.append(Case(where, volume.extruder, number + 1, number + 1))
            wanted = sheet.parts.mesh(part)
            if len(names) == 1 or wanted is None:
                continue  # all of an object is its one volume; unreadable is said by `files`
            count = volume.last - volume.first + 1
            triangles.append(Case(where, count, len(wanted.faces), len(wanted.faces)))
            key = (thing.shape, volume.first, volume.last)
            if key not in measured:
                measured[key] = _volume(thing.mesh, max(volume.first, 0), volume.last)
            size = float(triangle_volumes(wanted.vertices.astype(np.float64)[wanted.faces]).sum())
            slack = SAME_SHARE * abs(size)
            sizes.append(Case(where, measured[key], size - slack, size + slack))
    yield within(
        "package.volumes",
        "objects that the slicer does not take as a tile with its letter, or as the one part",
        between + tuple(name for name, _ in strange[:MOST_FAILURES]),
        len(strange),
        high=0,
        unit="",
        source=_SETTINGS,
        note="; ".join(f"{name}: {why}" for name, why in strange[:MOST_FAILURES]),
    )
    if slicer != "generic":  # which has none
        yield from judged(
            "package.extruders",
            "extruder that the slicer prints a body with",
            extruders,
            unit="",
            source=_SETTINGS,
        )
    yield from judged(
        "package.volume_cover",
        "triangles of an object that are in no volume of the slicer's, or in several, or absent",
        lone,
        unit="",
        source="design rule: volumes cut an object without a rest",
    )
    yield from judged(
        "package.volume_triangles",
        "triangles of the volume named after a part",
        triangles,
        unit="",
        source=_STL,
    )
    yield from judged(
        "package.volume_size",
        "size of the volume named after a part",
        sizes,
        unit="mm3",
        source=_STL,
    )


def _bodies(sheet: Sheet, name: str) -> list[str]:
    """The names of the bodies of an object, as slicers should list them."""
    held = sheet.parts.held(name)
    return [name] if len(held) == 1 else [f"{name}-body", *held[1:]]


def _strange(
    slicer: str,
    sheet: Sheet,
    settings: SlicerVolumes,
    thing: ReadObject,
    name: str,
    cut: Sequence[Volume],
) -> Iterator[tuple[str, str]]:
    """Say what makes a slicer take an object for something else."""
    found, wanted = [volume.name for volume in cut], _bodies(sheet, name)
    if sorted(found) != sorted(wanted):
        yield name, f"volumes {', '.join(found) or 'none'} instead of {', '.join(wanted)}"
    called = settings.name_of(thing)
    if called not in (name, thing.name):
        yield name, f"called {called}"
    if slicer == "prusa" and len(thing.bodies) > 1:
        yield name, "components, which PrusaSlicer takes for loose objects"
    if slicer in ("bambu", "orca"):
        number = sheet.read.objects.index(thing)
        if sum(item.number == number for item in sheet.read.items) > 1:
            yield name, "several instances, of which all but the first lose their extruders"


def _not_once(cut: Sequence[Volume], count: int) -> int:
    """How many triangles are not in exactly one volume, those past the end with them."""
    steps = np.zeros(count + 1, dtype=np.int64)
    past = 0
    for volume in cut:
        first, last = max(volume.first, 0), min(volume.last, count - 1)
        asked = max(volume.last - volume.first + 1, 0)
        kept = max(last - first + 1, 0)
        past += asked - kept
        if kept:
            steps[first] += 1
            steps[last + 1] -= 1
    return int(np.count_nonzero(np.cumsum(steps)[:count] != 1)) + past


def _volume(mesh: Mesh, first: int, last: int) -> float:
    faces = mesh.faces[first : last + 1]
    return float(triangle_volumes(mesh.vertices.astype(np.float64)[faces]).sum())
