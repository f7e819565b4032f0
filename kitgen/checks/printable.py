"""Does each part print as it lies? Bed, overhangs, walls and gaps, layers, strokes of letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.finding import Finding, within

if TYPE_CHECKING:
    from shapely import MultiPolygon

    from kitgen.checks.layers import Run
    from kitgen.checks.overhangs import Unsupported
    from kitgen.checks.walls import Narrow
    from kitgen.checks.written import WrittenKit
    from kitgen.export.manifest import Part

BED_SHARE = 0.15
"""Least part of a footprint that lies on the bed: less and corners lift or parts come loose."""
TILE_BED_SHARE = 0.20
"""The same of tiles, which are high for their size; one on 19 % came loose."""
LONGEST_BRIDGE_MM = 18.0
"""Published figures: 5 to 10 mm is cautious, 20 to 30 mm usually fine."""
LEAST_OVERHANG_MM2 = 0.05
"""Less than this over air is rounding: half a line wide and a layer long."""
LEAST_CORNER_MM = 1.0
"""Radius of corners on the bed below which they lift."""
LONG_MM = 40.0
"""Plastic shrinks by length: parts shorter than this do not lift, but for tiles in their dozens."""
LEAST_LINES = 2.0
"""Line widths of a wall that prints well: one line along each of its sides."""
OPEN_AFTER_FOOT_MM = 0.1
"""What must be left of a gap at the bed: slicers close what is narrower (PrusaSlicer
`slice_closing_radius`, 0.049 mm from each side)."""
OFF_LAYER_MM = 1e-6
"""What a level face may lie off a layer's boundary: decimals of a file."""


def findings(kit: WrittenKit, name: str) -> Iterator[Finding]:
    """Judge one part as its file lies.

    Args:
        kit: as written.
        name: of the part.

    Raises:
        UnsoundFileError: The file bounds no solid.
    """
    part = kit.parts[name]
    letter_alone = part.kind == "tile-letter"
    yield from _on_the_bed(kit, part)
    if not letter_alone:
        yield from _hold_on_the_bed(kit, part)
        yield from _over_air(kit, part)
        yield from _walls(kit, part)
    yield _levels(kit, part)
    if part.letter is not None:
        yield from _strokes(kit, part)


def _on_the_bed(kit: WrittenKit, part: Part) -> Iterator[Finding]:
    from kitgen.checks import bed

    mesh, between = kit.mesh(part.name), (part.name,)
    lowest = float(np.asarray(mesh.bounds)[0][2])
    yield within(
        "printable.on_bed",
        "height of the lowest point over the bed",
        between,
        lowest,
        low=-bed.BED_MM,
        high=bed.BED_MM,
        unit="mm",
        source="design rule: files stand on z = 0",
    )
    contact, listed = bed.contact_mm2(mesh), part.bed_face.area_mm2
    slack = 1e-5 * max(1.0, listed)
    yield within(
        "printable.bed_contact",
        "area that faces down on the bed",
        between,
        contact,
        low=listed - slack,
        high=listed + slack,
        unit="mm2",
        source="manifest: parts.bed_face.area_mm2",
    )


def _hold_on_the_bed(kit: WrittenKit, part: Part) -> Iterator[Finding]:
    from kitgen.checks import bed

    solid, between = kit.solid(part.name), (part.name,)
    yield within(
        "printable.bed_share",
        "share of the footprint that lies on the bed",
        between,
        bed.contact_mm2(kit.mesh(part.name)) / bed.footprint_mm2(solid),
        low=TILE_BED_SHARE if part.kind == "tile" else BED_SHARE,
        unit="",
        source="design rule: adhesion to the bed",
    )
    if part.kind == "tile":
        yield within(
            "printable.bed_edge",
            "how far the bottom edge, squeezed out by elephant foot, stands out beyond the walls",
            between,
            bed.foot_overhang_mm(solid),
            high=_chord(kit),
            unit="mm",
            source=f"design rule: chamfered by elephant foot's {bed.FOOT_MM:g} mm or more",
        )
    if (
        part.kind != "tile"
        and np.ptp(np.asarray(kit.mesh(part.name).bounds), axis=0).max() < LONG_MM
    ):
        return
    yield within(
        "printable.corner",
        "radius of the sharpest outer corner on the bed",
        between,
        min(bed.sharpest_corner_mm(solid), 1e3),
        low=LEAST_CORNER_MM,
        unit="mm",
        source="design rule: sharp corners lift from the bed",
        warn_only=True,
    )


def _chord(kit: WrittenKit) -> float:
    """How far facets lie off the surface that they stand for, in mm."""
    return kit.number("chord_error", 0.01)


def _over_air(kit: WrittenKit, part: Part) -> Iterator[Finding]:
    from kitgen.checks.overhangs import STEEPEST_DEG, unsupported

    between = (part.name,)
    found = unsupported(kit.solid(part.name), kit.mesh(part.name))
    overhang = found.sloping_mm2 + found.loose_mm2
    lies_well = overhang <= LEAST_OVERHANG_MM2
    notes = []
    if found.loose_mm2 > 0:
        notes.append(f"reaches {found.reach_mm:.2f} mm out near {_place(found.loose_at)}")
    if found.sloping_mm2 > LEAST_OVERHANG_MM2:
        notes.append(f"{found.sloping_mm2:.2f} mm2 of it slopes")
    yield within(
        "printable.overhang",
        f"underside beyond {STEEPEST_DEG:g} degrees from vertical that is no bridge",
        between,
        overhang,
        high=LEAST_OVERHANG_MM2,
        unit="mm2",
        source="design rule: prints without support",
        note="; ".join(notes),
    )
    yield within(
        "printable.ledge",
        "how far an underside reaches out over air with nothing to carry its end",
        between,
        0.0 if lies_well else found.reach_mm,
        high=0.0,
        unit="mm",
        source="design rule: prints without support",
        note=f"near {_place(found.loose_at)}" if found.reach_mm and not lies_well else "",
    )
    yield within(
        "printable.bridge",
        "longest bridge",
        between,
        found.span_mm,
        high=LONGEST_BRIDGE_MM,
        unit="mm",
        source="design rule: bridges",
        note=f"near {_place(found.span_at)}" if found.span_mm else "",
    )
    yield within(
        "printable.way_up",
        "overhang that turning the part over would save",
        between,
        0.0 if lies_well else max(0.0, overhang - _turned_over(kit, part.name)),
        high=LEAST_OVERHANG_MM2,
        unit="mm2",
        source="design rule: files lie on the intended face",
    )


def _turned_over(kit: WrittenKit, name: str) -> float:
    """Overhang in mm2 of the part turned about x."""
    from kitgen.checks.overhangs import unsupported
    from kitgen.checks.written import solid_of

    mesh = kit.mesh(name).copy()
    mesh.vertices = np.asarray(mesh.vertices) * [1, -1, -1]
    mesh.vertices -= [0, 0, float(np.asarray(mesh.bounds)[0][2])]
    found: Unsupported = unsupported(solid_of(mesh, name), mesh)
    return found.sloping_mm2 + found.loose_mm2


def _walls(kit: WrittenKit, part: Part) -> Iterator[Finding]:
    from kitgen.checks import bed
    from kitgen.checks.layers import runs
    from kitgen.checks.walls import narrowest_gap, narrowest_wall

    between, line = (part.name,), kit.number("line_width", 0.45)
    layers = runs(kit.solid(part.name), kit.mesh(part.name), kit.number("layer_height", 0.2))
    if part.letter is not None:
        layers = _without_letter(kit, part, layers)
    good = LEAST_LINES * line
    # What one line fills is found below two lines as well, so that most parts are asked but once.
    suspect = narrowest_wall(layers, good, corner=line)
    thin = narrowest_wall(layers, line) if suspect else None
    found = thin or (narrowest_wall(layers, good) if suspect else None)
    yield within(
        "printable.wall",
        "thinnest wall" if found else "thinnest wall, at least",
        between,
        found.width if found else good,
        low=line if thin else good,
        unit="mm",
        source="manifest: profile.print.line_width" + ("" if thin else ", twice"),
        note=_where(found),
        warn_only=thin is None,
    )
    narrow = narrowest_gap(layers, line)
    yield within(
        "printable.gap",
        "narrowest gap inside the part" if narrow else "narrowest gap inside the part, at least",
        between,
        narrow.width if narrow else line,
        low=line,
        unit="mm",
        source="manifest: profile.print.line_width",
        note=_where(narrow),
    )
    open_mm = 2 * bed.FOOT_MM + OPEN_AFTER_FOOT_MM
    lowest = [run for run in layers if run.z < bed.FOOT_MM]
    closing = narrowest_gap([_lasting(run) for run in lowest], open_mm)
    left = closing.width - 2 * bed.FOOT_MM if closing else OPEN_AFTER_FOOT_MM
    yield within(
        "printable.bed_gap",
        "what elephant foot leaves of the narrowest gap at the bed"
        + ("" if closing else ", at least"),
        between,
        left,
        low=OPEN_AFTER_FOOT_MM,
        unit="mm",
        source=f"design rule: {bed.FOOT_MM:g} mm of elephant foot on both sides",
        note=_where(closing),
    )


def _lasting(run: Run) -> Run:
    """The same, for a question that one layer answers."""
    from dataclasses import replace

    return replace(run, count=max(2, run.count))


def _without_letter(kit: WrittenKit, part: Part, layers: list[Run]) -> list[Run]:
    """Layers with the letter filled in, or without those that it stands out by.

    Strokes and counters have measures of their own.
    """
    from kitgen.checks.layers import filled, letter_floor

    _, floor = letter_floor(kit.mesh(part.name))
    below = [run for run in layers if run.z < floor]
    if part.letter is not None and part.letter.style == "raised":
        return below
    above = [run.with_section(filled(run.section)) for run in layers if run.z >= floor]
    return below + above


def _levels(kit: WrittenKit, part: Part) -> Finding:
    from kitgen.checks.layers import off_layers

    layer = kit.number("layer_height", 0.2)
    off, z = off_layers(kit.mesh(part.name), layer)
    return within(
        "printable.layers",
        f"how far the worst level face lies off a boundary between layers of {layer:g} mm",
        (part.name,),
        off,
        high=OFF_LAYER_MM,
        unit="mm",
        source="manifest: profile.print.layer_height",
        note=f"at z = {z:.4f} mm" if off > OFF_LAYER_MM else "",
    )


def _strokes(kit: WrittenKit, part: Part) -> Iterator[Finding]:
    """Whether discs of two lines reach all of a letter and of the air in it, but for 2 %."""
    from kitgen.checks.label_outlines import ink
    from kitgen.lettering.strokes import LEAST_LINES, counter_loss, stroke_loss

    shape, limit = ink(kit, part.name), LEAST_LINES * kit.number("line_width", 0.45)
    measures: dict[str, Callable[[MultiPolygon, float], float]] = {
        "stroke": stroke_loss,
        "counter": counter_loss,
    }
    for kind, loss in measures.items():
        width = _widest(shape, loss, limit)
        least = " at least" if width == limit else ""
        yield within(
            f"printable.{kind}",
            f"narrowest {kind} of the letter {part.label},{least}".rstrip(","),
            (part.name,),
            width,
            low=limit,
            unit="mm",
            source="manifest: profile.print.line_width, twice",
            note="" if width else "there is no letter",
        )


def _widest(
    shape: MultiPolygon, loss: Callable[[MultiPolygon, float], float], limit: float
) -> float:
    from kitgen.lettering.fitting import largest
    from kitgen.lettering.strokes import TOLERATED_LOSS

    if shape.is_empty:
        return 0.0
    # The file's facets lie off the font's curves, on which the letter was judged before.
    slack = 0.01
    if loss(shape, limit - slack) <= TOLERATED_LOSS:
        return limit
    return largest(lambda width: loss(shape, width) <= TOLERATED_LOSS, 0.0, limit)


def _where(found: Narrow | None) -> str:
    return "" if found is None else f"near {_place(found.at)}"


def _place(at: tuple[float, float, float]) -> str:
    return f"x {at[0]:.1f}, y {at[1]:.1f}, z {at[2]:.1f}"
