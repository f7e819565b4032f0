"""Letters as a slicer lays them down: plastic where a letter stands or is inlaid, none in a pocket.

A slicer drops strokes that are thinner than its lines, or widens them, and says nothing. So every
lettered tile is sliced by itself and its G-code compared, layer by layer, with the letter that its
files hold. Asked for by `kitgen check --gcode`; no other check needs a slicer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.layers import filled, polygons
from kitgen.checks.written import UnsoundFileError, WrittenKit
from kitgen.slicing.finding import Slicer
from kitgen.slicing.gcode import Gcode
from kitgen.slicing.job import process_of
from kitgen.slicing.models import bed_options
from kitgen.slicing.process import Process
from kitgen.slicing.project import Thing, Volume, encode
from kitgen.slicing.prusa import end_running, slice_model

if TYPE_CHECKING:
    from shapely import Geometry

    from kitgen.export.manifest import Letter

LEAST_LAID = 0.95
"""Of a letter's area: the ends and corners of lines are round."""
LEAST_FREE = 0.95
"""Of a pocket's area, likewise."""
LEAST_RIM = 0.95
"""Of a strip one line wide round a pocket: what gives the letter its edge."""
LEAST_COUNTER = 0.90
"""Of each counter, where it is filled or open: they are small, and their corners round."""
MOST_BEYOND = 0.05
"""Of a letter's area, laid down outside of it: lines on strokes that are thinner than a line."""
MOUTH_MM = 0.02
"""Below the top face, where the letter in a file is cut: its outline, however deep it goes."""
_BED_MM = (80.0, 80.0)
_PLACE_MM = (40.0, 40.0)
_SOURCE = "design rule: of a letter at least 95 % is laid down, of a pocket 95 % stays free"
_TOOL_OF_LETTER = 1
_LEAST_COUNTER_MM2 = 0.2
"""A smaller counter is less than a line wide."""


@dataclass(frozen=True)
class _Outlines:
    """Of one tile's letter about the tile's centre, seen from above.

    Attributes:
        letter: what is laid down or left free.
        counters: what the letter goes round: A has one, B has two.
        rim: a strip one line wide round the letter, as far as it lies on the tile.
    """

    letter: Geometry
    counters: tuple[Geometry, ...]
    rim: Geometry


def findings(
    kit: WrittenKit,
    slicer: Slicer,
    *,
    jobs: int = 2,
    labels: Collection[str] | None = None,
    done: Callable[[str], None] = lambda _: None,
) -> Iterator[Finding]:
    """Slice every lettered tile once and compare.

    Args:
        kit: as written.
        slicer: which PrusaSlicer.
        jobs: tiles sliced at a time.
        labels: of the tiles to slice; None for all.
        done: called with each tile's name when it is sliced, from any thread.

    Raises:
        SlicingError: PrusaSlicer failed.
    """
    process = process_of(kit.manifest)

    def one(name: str) -> list[Finding]:
        try:
            found = list(_of_tile(kit, name, process, slicer))
        except UnsoundFileError as error:
            found = [unjudged("laid.letter", "letter as sliced", (name,), str(error), fails=True)]
        done(name)
        return found

    with ThreadPoolExecutor(jobs) as threads:
        waiting = [threads.submit(one, name) for name in lettered(kit, labels)]
        try:
            for future in waiting:
                yield from future.result()
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            end_running()
            raise


def lettered(kit: WrittenKit, labels: Collection[str] | None = None) -> list[str]:
    """Names of the tiles that carry a letter, in the manifest's order."""
    return [
        name
        for name in kit.named("tile")
        if kit.parts[name].letter and (labels is None or kit.parts[name].label in labels)
    ]


def _of_tile(kit: WrittenKit, name: str, process: Process, slicer: Slicer) -> Iterator[Finding]:
    letter = kit.parts[name].letter
    assert letter is not None  # noqa: S101 - `lettered` chose it
    outlines = _outlines(kit, name, letter.style == "raised", process.line_width)
    if outlines.letter.is_empty:
        why = f"no letter {MOUTH_MM} mm below the top"
        yield unjudged("laid.letter", "letter as sliced", (name,), why, fails=True)
        return
    yield from _judged(name, letter, outlines, _sliced(kit, name, process, slicer), process)


def _outlines(kit: WrittenKit, name: str, stands: bool, line: float) -> _Outlines:
    import shapely

    solid = kit.solid(name)
    section = solid.slice(solid.bounding_box()[5] - MOUTH_MM)
    plastic = polygons(section)
    shape = plastic if stands else polygons(filled(section) - section)
    whole = shapely.union_all([shapely.Polygon(one.exterior) for one in shapely.get_parts(shape)])
    counters = shapely.get_parts(shapely.difference(whole, shape))
    strip = shapely.difference(shapely.buffer(shape, line), shape)
    return _Outlines(
        shape,
        tuple(one for one in counters if one.area > _LEAST_COUNTER_MM2),
        shapely.intersection(strip, plastic),
    )


def _sliced(kit: WrittenKit, name: str, process: Process, slicer: Slicer) -> Gcode:
    """The tile, with the letter in it where that is a part of its own, by the second tool."""
    mesh = kit.mesh(name)
    volumes = [Volume(name, np.asarray(mesh.triangles, dtype=np.float64))]
    if (inlaid := f"{name}-letter") in kit.parts:
        letter = kit.mesh(inlaid)
        up = mesh.bounds[1, 2] - letter.bounds[1, 2]
        volumes.append(
            Volume(inlaid, np.asarray(letter.triangles) + np.array((0, 0, up)), _TOOL_OF_LETTER)
        )
    model = encode([Thing(tuple(volumes), ((0.0, *_PLACE_MM),))])
    options = (*process.options(tools=len(volumes)), *bed_options(_BED_MM))
    return Gcode.read(slice_model(slicer, model, ".3mf", options, name=name))


def _judged(
    name: str, letter: Letter, outlines: _Outlines, gcode: Gcode, process: Process
) -> Iterator[Finding]:
    tools = {int(tool) for tool in gcode.lines.tool}
    inlaid = letter.style == "inlay" and _TOOL_OF_LETTER in tools
    stands = letter.style == "raised"
    top = gcode.layers[-1]
    count = round(letter.relief_mm / process.layer_height)
    heights = [top - number * process.layer_height for number in range(count)]
    body = [gcode.at(z, 0 if inlaid else None).covered(_PLACE_MM) for z in heights]
    laid = [gcode.at(z, _TOOL_OF_LETTER).covered(_PLACE_MM) for z in heights] if inlaid else body

    def judged(
        check: str,
        measured: str,
        value: float,
        low: float | None = None,
        high: float | None = None,
    ) -> Finding:
        source = _SOURCE if check != "laid.depth" else f"manifest: relief of {name}"
        unit = "mm" if check == "laid.depth" else ""
        return within(check, measured, (name,), value, low=low, high=high, unit=unit, source=source)

    whole = [1.0] * count
    if stands or inlaid:
        covers = [_share(plastic, outlines.letter) for plastic in laid]
        beyond = [_beyond(plastic, outlines.letter) for plastic in laid]
        whole = covers
        yield judged(
            "laid.letter",
            f"share of the letter's area with plastic, least of {count} layers",
            min(covers),
            low=LEAST_LAID,
        )
        yield judged(
            "laid.beyond",
            f"plastic outside of the letter against its area, most of {count} layers",
            max(beyond),
            high=MOST_BEYOND,
        )
    if not stands:
        free = [1.0 - _share(plastic, outlines.letter) for plastic in body]
        whole = [min(a, b) for a, b in zip(whole, free, strict=True)]
        yield judged(
            "laid.pocket",
            f"share of the pocket's area that the tile leaves free, least of {count} layers",
            min(free),
            low=LEAST_FREE,
        )
        yield judged(
            "laid.rim",
            "share of a strip one line wide round the pocket with plastic, least of its layers",
            min(_share(plastic, outlines.rim) for plastic in body),
            low=LEAST_RIM,
        )
    if outlines.counters:
        covers = [_share(plastic, one) for plastic in body for one in outlines.counters]
        held, what = (1.0 - max(covers), "open") if stands else (min(covers), "filled")
        yield judged(
            "laid.counters",
            f"share of its worst counter's area that is {what}",
            held,
            low=LEAST_COUNTER,
        )
    good = next((n for n, share in enumerate(whole) if share < LEAST_LAID), count)
    yield judged(
        "laid.depth",
        "how far down from the top the letter is whole on every layer",
        good * process.layer_height,
        low=count * process.layer_height,
    )


def _share(plastic: Geometry, of: Geometry) -> float:
    """Of an area, what has plastic on it."""
    return float(plastic.intersection(of).area / of.area)


def _beyond(plastic: Geometry, letter: Geometry) -> float:
    return float(plastic.difference(letter).area / letter.area)
