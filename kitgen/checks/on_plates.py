"""Whether the plates hold the kit, each inside its bed, nothing on anything else.

Measured on the triangles in the 3MF file of each plate, where they lie on the bed; what the
manifest says about the plate is then compared with that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.finding import Finding, unjudged
from kitgen.checks.inventory import is_coupon
from kitgen.checks.several import Case, judged
from kitgen.checks.threemf_objects import Sheet, same_counts
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import OnPlate, Plate, Printer
from kitgen.mesh.mesh import Mesh

if TYPE_CHECKING:
    import shapely

PLACE_MM = 1e-3
"""Between a part on the bed and where the manifest has it: six decimals of a turn, 200 mm away."""
ROUNDING_MM = 1e-4
"""lib3mf holds an item's place in float32."""
NOTHING_MM2 = 1e-6
"""Overlap below this is rounding."""


def plates(kit: WrittenKit, sheets: Mapping[str, Sheet]) -> Iterator[Finding]:
    """Judge all plates.

    Args:
        kit: as written.
        sheets: the 3MF files that could be read, by path.
    """
    written = kit.manifest.plates
    if not written:
        return
    unread = [plate.file for plate in written if plate.file not in sheets]
    for path in unread:
        yield unjudged(
            "package.plate", f"the plate {path}", (path,), "not listed, or unreadable", fails=True
        )
    pairs = [(plate, sheets[plate.file]) for plate in written if plate.file in sheets]
    if not unread:
        yield from _counts(kit, [sheet for _, sheet in pairs])
    yield from _places(pairs)
    covered = {sheet.path: _covered(sheet) for _, sheet in pairs}
    if kit.manifest.printer is None:
        yield unjudged(
            "package.plate_bed",
            "whether the plates fit the bed",
            tuple(plate.file for plate in written),
            "the manifest names no printer",
            fails=True,
        )
    else:
        yield from _on_bed(kit.manifest.printer, [sheet for _, sheet in pairs], covered)
    yield from _apart(kit.number("part_gap", 0.0), [sheet for _, sheet in pairs], covered)


def _counts(kit: WrittenKit, sheets: Sequence[Sheet]) -> Iterator[Finding]:
    found: Counter[str] = Counter()
    for sheet in sheets:
        found.update(sheet.counts)
    yield from same_counts(
        "package.plate_count",
        "number of a part on all plates together",
        "3mf",
        found,
        # Coupons may be left out of the plates.
        [
            (part.name, part.count)
            for part in kit.manifest.parts
            if not is_coupon(part) or found[part.name]
        ],
    )


def _places(pairs: Sequence[tuple[Plate, Sheet]]) -> Iterator[Finding]:
    """Compare the manifest's places with those in the file, each part with the nearest."""
    cases, numbers = [], []
    for plate, sheet in pairs:
        listed: dict[str, list[OnPlate]] = {}
        for entry in plate.items:
            listed.setdefault(entry.part, []).append(entry)
        built: dict[str, list[int]] = {}
        for number in range(len(sheet.read.items)):
            built.setdefault(sheet.called(number), []).append(number)
        for name in sorted({*listed, *built}):
            between = (plate.file, name)
            wanted, found = listed.get(name, []), built.get(name, [])
            numbers.append(Case(between, len(found), len(wanted), len(wanted)))
            cases += [Case(between, off, None, PLACE_MM) for off in _off(sheet, wanted, found)]
    yield from judged(
        "package.plate_items",
        "times that a part lies on a plate",
        numbers,
        unit="",
        source="manifest: plates.items",
    )
    yield from judged(
        "package.plate_place",
        "how far a part on a plate lies from its place",
        cases,
        unit="mm",
        source="manifest: plates.items.place_mm, turn_deg",
    )


def _off(sheet: Sheet, wanted: Sequence[OnPlate], found: Sequence[int]) -> list[float]:
    """The largest distance of a corner of the part's bounds between both poses, of each pair."""
    from scipy.optimize import linear_sum_assignment

    if not wanted or not found:
        return []
    mesh = sheet.parts.mesh(wanted[0].part)
    if mesh is None:
        return []
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    x, y = np.meshgrid([low[0], high[0]], [low[1], high[1]])
    flat = np.stack([x.ravel(), y.ravel(), np.zeros(4), np.ones(4)])
    here = np.array([(sheet.placed(number) @ flat)[:2] for number in found])
    there = np.array([(_pose(entry) @ flat)[:2] for entry in wanted])
    off = np.linalg.norm(here[:, None] - there[None], axis=2).max(axis=2)
    return [float(off[i, j]) for i, j in zip(*linear_sum_assignment(off), strict=True)]


def _pose(entry: OnPlate) -> NDArray[np.float64]:
    angle = np.radians(entry.turn_deg)
    pose = np.eye(4)
    pose[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    pose[:2, 3] = entry.place_mm
    return pose


def _covered(sheet: Sheet) -> list[shapely.Geometry]:
    """What each item covers of the bed."""
    import shapely

    meshes = {thing.shape: thing.mesh for thing in sheet.read.objects}
    outlines = {shape: outline(mesh) for shape, mesh in meshes.items()}
    found = []
    for item in sheet.read.items:
        turn, place = item.pose[:2, :2], item.pose[:2, 3]
        found.append(
            shapely.transform(
                outlines[sheet.read.objects[item.number].shape],
                lambda at, turn=turn, place=place: at @ turn.T + place,
            )
        )
    return found


def outline(mesh: Mesh) -> shapely.Geometry:
    """Give what a mesh covers seen from above.

    Args:
        mesh: of one or several closed bodies; of others the triangles are united one by one.
    """
    import manifold3d
    import shapely

    solid = manifold3d.Manifold(
        manifold3d.Mesh64(mesh.vertices.astype(np.float64), mesh.faces.astype(np.uint64))
    )
    if solid.status() == manifold3d.Error.NoError and not solid.is_empty():
        rings = [shapely.Polygon(ring) for ring in solid.project().to_polygons() if len(ring) > 2]
        if rings:
            # Holes need not be kept: nothing is packed into them.
            return shapely.union_all([ring.buffer(0) for ring in rings])
    corners = mesh.vertices.astype(np.float64)[mesh.faces][:, :, :2]
    flat = shapely.convex_hull(shapely.multipoints(corners))
    return shapely.union_all([hull for hull in flat if hull.area > 0])


def _on_bed(
    printer: Printer, sheets: Sequence[Sheet], covered: Mapping[str, Sequence[shapely.Geometry]]
) -> Iterator[Finding]:
    import shapely

    width, depth = printer.bed_mm
    forbidden = shapely.union_all([shapely.box(*low, *high) for low, high in printer.excluded_mm])
    margins, crossings, heights = [], [], []
    for sheet in sheets:
        for number, shape in enumerate(covered[sheet.path]):
            between = (sheet.path, sheet.called(number))
            low_x, low_y, high_x, high_y = shape.bounds
            margin = min(low_x, low_y, width - high_x, depth - high_y)
            margins.append(Case(between, margin, -ROUNDING_MM))
            crossings.append(
                Case(between, shapely.intersection(shape, forbidden).area, None, NOTHING_MM2)
            )
            heights.append(
                Case(between, float(sheet.corners(number)[:, 2].max()), None, printer.height_mm)
            )
    yield from judged(
        "package.plate_bed",
        "distance of a part to the edge of the bed",
        margins,
        unit="mm",
        source=f"manifest: printer.bed_mm, {width:g} x {depth:g}",
    )
    yield from judged(
        "package.plate_excluded",
        "area of a part over a rectangle that must stay free",
        crossings,
        unit="mm2",
        source="manifest: printer.excluded_mm",
    )
    yield from judged(
        "package.plate_height",
        "height of a part on a plate",
        heights,
        unit="mm",
        source="manifest: printer.height_mm",
    )


def _apart(
    gap: float, sheets: Sequence[Sheet], covered: Mapping[str, Sequence[shapely.Geometry]]
) -> Iterator[Finding]:
    """Overlaps, and the distance of neighbours."""
    import shapely

    overlaps, gaps = [], []
    for sheet in sheets:
        shapes = np.array(covered[sheet.path], dtype=object)
        names = [sheet.called(number) for number in range(len(sheet.read.items))]
        tree = shapely.STRtree(shapes)
        first, second = tree.query(shapes, predicate="dwithin", distance=max(2 * gap, 10.0))
        once = first < second
        first, second = first[once], second[once]
        common = shapely.area(shapely.intersection(shapes[first], shapes[second]))
        distances = shapely.distance(shapes[first], shapes[second])
        pairs = zip(first.tolist(), second.tolist(), common, distances, strict=True)
        for a, b, area, distance in pairs:
            between = (sheet.path, names[a], names[b])
            overlaps.append(Case(between, float(area), None, NOTHING_MM2))
            gaps.append(Case(between, float(distance), gap - ROUNDING_MM))
    yield from judged(
        "package.plate_overlap",
        "area that two parts on a plate share",
        overlaps,
        unit="mm2",
        source="design rule: parts on a plate do not touch",
    )
    yield from judged(
        "package.plate_gap",
        "least distance of two parts on a plate",
        gaps,
        unit="mm",
        source="manifest: profile.print.part_gap" if gap else "design rule: no overlap",
    )
