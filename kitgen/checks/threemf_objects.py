"""Whether the objects of a 3MF file are the parts of the STL files, and how they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.finding import Finding
from kitgen.checks.likeness import SAME_MM, Compared, compare
from kitgen.checks.several import Case, judged
from kitgen.checks.threemf_reading import Read3mf
from kitgen.checks.written import WrittenKit
from kitgen.export.stl_reading import NoBinaryStlError, read_stl, welded
from kitgen.mesh.mesh import Mesh

SAME_SHARE = 1e-5
"""By how much volume and area of an object may differ from the part's, for the same reason."""
SAME_POSE = 5e-6
"""Of the lengths of a turn's columns: six decimals are written, and lib3mf reads float32."""
ON_BED_MM = 1e-4
_COPY = re.compile(r" \(\d+\)$")


class PartMeshes:
    """The meshes of the STL files, read once.

    Args:
        kit: as written.
    """

    def __init__(self, kit: WrittenKit) -> None:
        self.kit = kit
        self._meshes: dict[str, Mesh | None] = {}
        self._expected: dict[str, Mesh | None] = {}
        kinds: dict[str, dict[str | None, str]] = {"tile": {}, "tile-letter": {}}
        for part in kit.manifest.parts:
            if part.kind in kinds:
                kinds[part.kind][part.label] = part.name
        self._letters = {
            tile: kinds["tile-letter"][label]
            for label, tile in kinds["tile"].items()
            if label in kinds["tile-letter"]
        }

    def mesh(self, name: str) -> Mesh | None:
        """The triangles of a part's STL; None where the file cannot be read."""
        if name not in self._meshes:
            try:
                data = (self.kit.folder / self.kit.parts[name].file).read_bytes()
                self._meshes[name] = welded(read_stl(data).corners)
            except (OSError, NoBinaryStlError):
                self._meshes[name] = None
        return self._meshes[name]

    def held(self, name: str) -> tuple[str, ...]:
        """The parts that an object of this name holds: an inlay tile comes with its letter."""
        return (name, self._letters[name]) if name in self._letters else (name,)

    def expected(self, name: str) -> Mesh | None:
        """What an object of this name has to look like; the letter flush with the tile's top."""
        if name not in self._expected:
            self._expected[name] = self._put_together(name)
        return self._expected[name]

    def _put_together(self, name: str) -> Mesh | None:
        vertices: list[NDArray[np.float32]] = []
        faces: list[NDArray[np.int32]] = []
        for part in self.held(name):
            mesh = self.mesh(part)
            if mesh is None:
                return None
            points = mesh.vertices.copy()
            if vertices:
                points[:, 2] += vertices[0][:, 2].max() - points[:, 2].max()
            faces.append(mesh.faces + np.int32(sum(len(known) for known in vertices)))
            vertices.append(points)
        return Mesh(np.concatenate(vertices), np.concatenate(faces))


@dataclass(frozen=True, eq=False)
class Sheet:
    """A 3MF file whose objects are compared with the parts.

    Attributes:
        path: of the file inside the kit.
        read: what it holds.
        parts: the meshes of the STL files.
    """

    path: str
    read: Read3mf
    parts: PartMeshes

    @cached_property
    def names(self) -> tuple[str | None, ...]:
        """The part that each object is named after; None for those that are no part.

        A copy that has to be an object of its own is named ``PART (2)``.
        """
        found: list[str | None] = []
        for thing in self.read.objects:
            plain = _COPY.sub("", thing.name)
            names = [name for name in (thing.name, plain) if name in self.parts.kit.parts]
            found.append(names[0] if names else None)
        return tuple(found)

    @cached_property
    def compared(self) -> Mapping[int, Compared]:
        """By number of the object, but for those that are no part or whose STL is unreadable."""
        known: dict[tuple[str, int], Compared] = {}
        found = {}
        for number, (thing, name) in enumerate(zip(self.read.objects, self.names, strict=True)):
            wanted = None if name is None else self.parts.expected(name)
            if name is None or wanted is None:
                continue
            key = (name, thing.shape)
            if key not in known:
                known[key] = compare(name, thing.mesh, wanted)
            found[number] = known[key]
        return found

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of each part the build holds."""
        found: Counter[str] = Counter()
        for item in self.read.items:
            name = self.names[item.number]
            if name is not None:
                found.update(self.parts.held(name))
        return found

    def called(self, item: int) -> str:
        """The part that an item is, else the name of its object."""
        number = self.read.items[item].number
        return self.names[number] or self.read.objects[number].name

    def placed(self, item: int) -> NDArray[np.float64]:
        """(4, 4) from the STL's coordinates to the bed."""
        entry = self.read.items[item]
        pose = entry.pose.copy()
        if entry.number in self.compared:
            pose[:3, 3] += pose[:3, :3] @ self.compared[entry.number].moved
        return pose

    def corners(self, item: int) -> NDArray[np.float64]:
        """(n, 3) vertices of one item on the bed, in mm."""
        entry = self.read.items[item]
        vertices = self.read.objects[entry.number].mesh.vertices.astype(np.float64)
        standing: NDArray[np.float64] = vertices @ entry.pose[:3, :3].T + entry.pose[:3, 3]
        return standing


def same_as_parts(sheet: Sheet) -> Iterator[Finding]:
    """Ask of every object whether it is the part that its STL holds."""
    volumes, areas, sizes, shapes = [], [], [], []
    for pair in dict.fromkeys(sheet.compared.values()):  # copies share theirs
        between = (sheet.path, pair.part)
        found, wanted = pair.found, pair.wanted
        volumes.append(_near(between, found.volume_mm3, wanted.volume_mm3))
        areas.append(_near(between, found.area_mm2, wanted.area_mm2))
        difference = np.ptp(found.bbox_mm, axis=0) - np.ptp(wanted.bbox_mm, axis=0)
        axis = int(np.argmax(np.abs(difference)))
        sizes.append(
            Case(between, float(difference[axis]), -SAME_MM, SAME_MM, f"along {'xyz'[axis]}")
        )
        place = "({:.2f}, {:.2f}, {:.2f})".format(*pair.at.tolist())
        shapes.append(
            Case(between, pair.off, None, SAME_MM, f"at {place}" if pair.off > SAME_MM else "")
        )
    source = "the part's STL file"
    yield from judged(
        "package.object_volume", "volume of the 3MF object", volumes, unit="mm3", source=source
    )
    yield from judged(
        "package.object_area", "area of the 3MF object", areas, unit="mm2", source=source
    )
    yield from judged(
        "package.object_size",
        "how much larger the 3MF object is than the part's STL",
        sizes,
        unit="mm",
        source=source,
    )
    yield from judged(
        "package.object_shape",
        "how far a vertex of the 3MF object lies from where the STL has it",
        shapes,
        unit="mm",
        source=source,
    )


def standing(sheet: Sheet) -> Iterator[Finding]:
    """Ask of every item whether it stands upright on the bed, unscaled, at positive x and y."""
    lows, heights, turns = [], [], []
    for number, item in enumerate(sheet.read.items):
        between = (sheet.path, sheet.called(number))
        corners = sheet.corners(number)
        low = corners.min(axis=0)
        axis = int(np.argmin(low[:2]))
        lows.append(Case(between, float(low[axis]), 0.0, None, f"along {'xy'[axis]}"))
        heights.append(Case(between, float(low[2]), -ON_BED_MM, ON_BED_MM))
        turns.append(Case(between, _strain(item.pose), None, SAME_POSE))
    yield from judged(
        "package.positive",
        "least x or y of an object in the build",
        lows,
        unit="mm",
        source="3MF core specification 4.3: the build lies in the positive octant",
    )
    yield from judged(
        "package.on_bed",
        "height of an object over the bed",
        heights,
        unit="mm",
        source="design rule: parts are written as they are printed",
    )
    yield from judged(
        "package.upright",
        "largest change of length or lean that an item's transform makes, as a share",
        turns,
        unit="",
        source="design rule: parts are only turned about z and moved",
    )


def same_counts(
    check: str,
    measured: str,
    path: str,
    found: Mapping[str, int],
    wanted: Sequence[tuple[str, int]],
) -> Iterator[Finding]:
    """Compare numbers of parts with the manifest's."""
    cases = [Case((path, name), found.get(name, 0), count, count) for name, count in wanted]
    return judged(check, measured, cases, unit="", source="manifest: parts.count")


def _near(between: tuple[str, ...], value: float, wanted: float) -> Case:
    return Case(between, value, wanted - SAME_SHARE * wanted, wanted + SAME_SHARE * wanted)


def _strain(pose: NDArray[np.float64]) -> float:
    """How far a pose is from a turn about z: of lengths, right angles and the upright."""
    turn = pose[:3, :3]
    lengths = np.linalg.norm(turn, axis=0)
    off = turn.T @ turn - np.outer(lengths, lengths) * np.eye(3)
    lean = np.abs(turn[:, 2] / lengths[2] - (0, 0, 1)).max() if lengths[2] else np.inf
    mirrored = 2.0 if np.linalg.det(turn) < 0 else 0.0
    return float(max(np.abs(lengths - 1).max(), np.abs(off).max(), lean, mirrored))
