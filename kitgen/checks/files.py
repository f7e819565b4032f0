"""Whether a part's STL is the file that was written, whole, and bounds the solid it should.

The file is read from its bytes here, without the repairs that mesh libraries make on loading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kitgen.checks.finding import Finding, equal, unjudged, within
from kitgen.checks.winding import flipped_triangles, unpaired_edges
from kitgen.checks.written import UnsoundFileError, WrittenKit
from kitgen.export.manifest import Part, sha256
from kitgen.export.stl_reading import NoBinaryStlError, StlFile, read_stl, welded
from kitgen.mesh.measure import Measures, bounds, corners, double_area_vectors, measure
from kitgen.mesh.mesh import Mesh
from kitgen.mesh.slivers import MIN_AREA_MM2, MIN_HEIGHT_MM
from kitgen.mesh.soundness import faults

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAME_SHARE = 1e-6
"""By how much two sums over one mesh may differ: order of summation, six decimals written."""
SAME_MM = 1e-6
"""The manifest has six decimals."""
CHORD_SHARE = 1e-3
"""By how much the volume of a mesh may differ from that of the exact solid."""
LEAST_COSINE = 0.9998
"""Of the angle between the stored and the actual normal of a facet: 1 degree."""
SAFE_PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9_/.-]*")
"""What every file system, web server and slicer takes."""

_OF_SOLIDS = "design rule: one solid without a hole through it"
_CLOSED = "3MF core specification 4.1: each edge has two triangles, in opposite directions"


def findings(kit: WrittenKit, name: str) -> Iterator[Finding]:
    """Judge the file of one part.

    Args:
        kit: as written.
        name: of the part.
    """
    part = kit.parts[name]
    between = (name,)
    yield within(
        "files.name",
        f"characters in the path {part.file} that some systems cannot take",
        between,
        len(SAFE_PATH.sub("", part.file)),
        high=0,
        unit="",
        source="design rule: ASCII letters, digits, - _ . in file names",
    )
    try:
        data = (kit.folder / part.file).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        yield unjudged("files.present", f"the file {part.file}", between, reason, fails=True)
        return
    yield equal(
        "files.checksum",
        f"SHA-256 of {part.file}",
        between,
        sha256(data),
        part.sha256,
        source="manifest: parts.sha256",
    )
    try:
        stl = read_stl(data)
    except NoBinaryStlError as error:
        yield unjudged("files.readable", f"{part.file} as STL", between, str(error), fails=True)
        return
    mesh = welded(stl.corners)
    yield from _normals(stl, part)
    yield from _slivers(mesh, part)
    yield from _surface(mesh, part)
    yield from _sizes(mesh, part, measure(mesh))
    yield from _topology(kit, mesh, part)


def _normals(stl: StlFile, part: Part) -> Iterator[Finding]:
    """Slicers go by the winding, viewers by the normal: they must agree."""
    actual = double_area_vectors(stl.corners.astype(np.float64))
    lengths = np.linalg.norm(actual, axis=1)
    stored = stl.normals.astype(np.float64)
    product = np.einsum("ij,ij->i", actual, stored)
    # A normal that is no number fails the comparison.
    agree = product >= LEAST_COSINE * lengths * np.linalg.norm(stored, axis=1)
    unit = np.abs(np.linalg.norm(stored, axis=1) - 1) < 1e-3
    yield within(
        "files.normals",
        "triangles whose stored normal is not that of their corners",
        (part.name,),
        int((~(agree & unit)).sum()),
        high=0,
        unit="",
        source="STL: the normal follows from the corners by the right-hand rule",
    )


def _slivers(mesh: Mesh, part: Part) -> Iterator[Finding]:
    triangles = corners(mesh)
    areas = np.linalg.norm(double_area_vectors(triangles), axis=1) / 2
    longest = np.linalg.norm(triangles - np.roll(triangles, -1, axis=1), axis=2).max(axis=1)
    heights = np.divide(2 * areas, longest, out=np.zeros_like(areas), where=longest > 0)
    for check, words, values, low, unit in (
        ("files.least_area", "area of the smallest triangle", areas, MIN_AREA_MM2, "mm2"),
        ("files.least_height", "height of the flattest triangle", heights, MIN_HEIGHT_MM, "mm"),
    ):
        worst = int(np.argmin(values))
        # As a share, because the slack of a comparison is larger than either limit.
        yield within(
            check,
            f"{words}, as a share of {low:g} {unit}",
            (part.name,),
            float(values[worst]) / low,
            low=1,
            unit="",
            source=f"design rule: no triangle under {low:g} {unit}",
            note=f"{float(values[worst]):.3g} {unit} at {_point(triangles[worst].mean(axis=0))}; "
            f"{int((values < low).sum())} of {len(values)} are smaller",
        )


def _surface(mesh: Mesh, part: Part) -> Iterator[Finding]:
    unpaired = unpaired_edges(mesh)
    yield within(
        "files.edges",
        "edges without exactly two triangles that use them in opposite directions",
        (part.name,),
        unpaired,
        high=0,
        unit="",
        source=_CLOSED,
    )
    yield within(
        "files.flipped",
        "triangles that face inward",
        (part.name,),
        flipped_triangles(mesh),
        high=0,
        unit="",
        source=_CLOSED,
    )
    found = faults(mesh)
    yield within(
        "files.sound",
        "kinds of fault that keep the surface from bounding a solid",
        (part.name,),
        len(found),
        high=0,
        unit="",
        source="3MF core specification 4.1",
        note="; ".join(found),
    )


def _sizes(mesh: Mesh, part: Part, measures: Measures) -> Iterator[Finding]:
    between = (part.name,)
    for check, words, value, wanted, unit, share, source in (
        (
            "files.volume",
            "volume of the mesh",
            measures.volume_mm3,
            part.volume_mm3,
            "mm3",
            SAME_SHARE,
            "manifest: parts.volume_mm3",
        ),
        (
            "files.solid_volume",
            "volume of the mesh against the exact solid's",
            measures.volume_mm3,
            part.solid_volume_mm3,
            "mm3",
            CHORD_SHARE,
            "manifest: parts.solid_volume_mm3, within 0.1 %",
        ),
        (
            "files.area",
            "area of the surface",
            measures.area_mm2,
            part.area_mm2,
            "mm2",
            SAME_SHARE,
            "manifest: parts.area_mm2",
        ),
        (
            "files.bed_area",
            "area that lies on the bed",
            measures.bed_area_mm2,
            part.bed_face.area_mm2,
            "mm2",
            SAME_SHARE,
            "manifest: parts.bed_face.area_mm2",
        ),
    ):
        yield within(
            check,
            words,
            between,
            value,
            low=wanted - share * wanted - SAME_MM,
            high=wanted + share * wanted + SAME_MM,
            unit=unit,
            source=source,
        )
    off = np.abs(np.subtract(bounds(mesh), part.bbox_mm))
    corner, axis = (int(i) for i in np.unravel_index(np.argmax(off), off.shape))
    yield within(
        "files.bounds",
        "largest difference between the bounds and those on record",
        between,
        float(off.max()),
        high=2 * SAME_MM,
        unit="mm",
        source="manifest: parts.bbox_mm",
        note=f"{('least', 'largest')[corner]} {'xyz'[axis]}",
    )
    yield within(
        "files.bed",
        "height of the lowest point over the bed",
        between,
        measures.bbox_mm[0][2],
        low=part.bed_face.z_mm - SAME_MM,
        high=part.bed_face.z_mm + SAME_MM,
        unit="mm",
        source="manifest: parts.bed_face.z_mm",
    )


def _topology(kit: WrittenKit, mesh: Mesh, part: Part) -> Iterator[Finding]:
    """Bodies and holes through them; a letter's are counted in its own section."""
    between = (part.name,)
    if unpaired_edges(mesh):
        for check, words in (("files.bodies", "bodies"), ("files.genus", "holes through the part")):
            yield unjudged(check, words, between, "its surface is not closed")
        return
    measures = measure(mesh)
    yield within(
        "files.declared_bodies",
        "bodies that do not hang together",
        between,
        measures.bodies,
        low=part.bodies,
        high=part.bodies,
        unit="",
        source="manifest: parts.bodies",
    )
    bodies, holes, source = 1, 0, _OF_SOLIDS
    if part.kind == "tile-letter":
        try:
            bodies, holes = pieces_and_holes(kit, part.name)
        except UnsoundFileError as error:
            yield unjudged("files.genus", "holes through the part", between, str(error))
            return
        source = "its own section at half its height: a letter is upright"
    for check, words, value, wanted in (
        ("files.bodies", "bodies that do not hang together", measures.bodies, bodies),
        ("files.genus", "holes through the part", measures.genus, holes),
    ):
        yield within(check, words, between, value, low=wanted, high=wanted, unit="", source=source)


def pieces_and_holes(kit: WrittenKit, name: str, z: float | None = None) -> tuple[int, int]:
    """Count the pieces of a part's section and the holes in them.

    Args:
        kit: as written.
        name: of the part.
        z: height of the section in mm; half the part's height if None.

    Raises:
        UnsoundFileError: The part's file bounds no solid.
    """
    solid = kit.solid(name)
    low, high = solid.bounding_box()[2], solid.bounding_box()[5]
    rings = solid.slice((low + high) / 2 if z is None else z).to_polygons()
    outer = sum(_signed_area(np.asarray(ring)) > 0 for ring in rings)
    return outer, len(rings) - outer


def _signed_area(ring: NDArray[np.float64]) -> float:
    x, y = ring.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _point(at: NDArray[np.float64]) -> str:
    return "({:.2f}, {:.2f}, {:.2f})".format(*at.tolist())
