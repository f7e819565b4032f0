"""3MF files as the consortium's own reader (lib3mf, strict) sees them.

An object may be one mesh, several joined by components, or body and letter merged in one mesh, as
slicers differ in what they read; here each becomes one mesh in the object's own frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kitgen.errors import KitgenError
from kitgen.mesh.mesh import Mesh


class Refused3mfError(KitgenError):
    """Not a 3MF file by lib3mf in strict mode; the text is its own."""


@dataclass(frozen=True, eq=False)
class ReadBody:
    """One mesh of an object.

    Attributes:
        number: of the mesh in the file.
        name: as in the file.
        triangles: how many; those of an object's bodies follow each other.
        colours: of its triangles, `#RRGGBB`; "" for those without.
        metadata: its own, by namespace and name.
    """

    number: int
    name: str
    triangles: int
    colours: tuple[str, ...]
    metadata: Mapping[tuple[str, str], str]


@dataclass(frozen=True, eq=False)
class ReadObject:
    """What a slicer lists as one thing.

    Attributes:
        number: in the file.
        name: as in the file.
        shape: number of its mesh: objects made of the same meshes have the same one.
        mesh: all of its pieces, not joined; mm.
        closed: every piece has each edge twice, in opposite directions.
        bodies: its pieces, in the order of the mesh.
    """

    number: int
    name: str
    shape: int
    mesh: Mesh
    closed: bool
    bodies: tuple[ReadBody, ...]


@dataclass(frozen=True, eq=False)
class ReadItem:
    """One object on the bed.

    Attributes:
        number: of the object in `Read3mf.objects`.
        part_number: as in the file, empty if it says none.
        pose: (4, 4) from the object's frame to the bed, for column vectors, mm; lib3mf holds it in
            float32.
    """

    number: int
    part_number: str
    pose: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Read3mf:
    """A file.

    Attributes:
        warnings: of the strict reader.
        unit: of length, as lib3mf names it.
        objects: those that are built, in the order of their first item.
        items: the build.
    """

    warnings: tuple[str, ...]
    unit: str
    objects: tuple[ReadObject, ...]
    items: tuple[ReadItem, ...]


def read_3mf(path: Path) -> Read3mf:
    """Read a file.

    Raises:
        Refused3mfError: lib3mf refuses it.
    """
    import lib3mf

    try:
        return _read(path)
    except lib3mf.ELib3MFException as error:
        raise Refused3mfError(str(error)) from error


@lru_cache(maxsize=1)
def _library() -> Any:
    import lib3mf

    return lib3mf.get_wrapper() if hasattr(lib3mf, "get_wrapper") else lib3mf.Wrapper()


def _read(path: Path) -> Read3mf:
    import lib3mf

    model = _library().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(path))
    warnings = tuple(str(reader.GetWarning(i)[1]) for i in range(reader.GetWarningCount()))
    shapes = _Shapes(_colours(model))
    numbers: dict[int, int] = {}
    objects: list[ReadObject] = []
    items: list[ReadItem] = []
    build = model.GetBuildItems()
    while build.MoveNext():
        item = build.GetCurrent()
        key = item.GetObjectResourceID()
        if key not in numbers:
            numbers[key] = len(objects)
            objects.append(shapes.object_of(item.GetObjectResource()))
        pose = _pose(item.GetObjectTransform())
        items.append(ReadItem(numbers[key], item.GetPartNumber(), pose))
    unit = lib3mf.ModelUnit(model.GetUnit()).name
    return Read3mf(warnings, unit, tuple(objects), tuple(items))


@dataclass(frozen=True, eq=False)
class _Piece:
    """A mesh object and where it lies in the object that it is a piece of; None: where it is."""

    resource: Any
    pose: NDArray[np.float64] | None

    @property
    def key(self) -> tuple[int, bytes]:
        return (
            self.resource.GetUniqueResourceID(),
            b"" if self.pose is None else self.pose.tobytes(),
        )


class _Shapes:
    """The meshes that objects are made of, each read once however many objects share it."""

    def __init__(self, colours: Mapping[tuple[int, int], str]) -> None:
        self._colours = colours
        self._known: dict[
            tuple[tuple[int, bytes], ...], tuple[int, Mesh, bool, tuple[ReadBody, ...]]
        ] = {}

    def object_of(self, resource: Any) -> ReadObject:
        """Read an object, all of its pieces as one mesh."""
        pieces = _pieces(resource, None)
        key = tuple(piece.key for piece in pieces)
        if key not in self._known:
            bodies = tuple(_body(piece.resource, self._colours) for piece in pieces)
            self._known[key] = (len(self._known), *_joined(pieces), bodies)
        return ReadObject(resource.GetModelResourceID(), resource.GetName(), *self._known[key])


def _colours(model: Any) -> dict[tuple[int, int], str]:
    """The colours of all groups, by the numbers of group and colour."""
    found = {}
    groups = model.GetColorGroups()
    while groups.MoveNext():
        group = groups.GetCurrentColorGroup()
        for entry in group.GetAllPropertyIDs():
            colour = group.GetColor(entry)
            opaque = "" if colour.Alpha == 255 else f"{colour.Alpha:02X}"
            found[group.GetUniqueResourceID(), entry] = (
                f"#{colour.Red:02X}{colour.Green:02X}{colour.Blue:02X}{opaque}"
            )
    return found


def _body(resource: Any, colours: Mapping[tuple[int, int], str]) -> ReadBody:
    # Four numbers a triangle as they lie in memory: group, and the colour at each corner.
    held = np.frombuffer(b"".join(resource.GetAllTriangleProperties()), "<u4").reshape(-1, 4)
    corners = np.unique(held, axis=0) if len(held) and (held != held[0]).any() else held[:1]
    used = {(int(row[0]), int(entry)): None for row in corners for entry in row[1:]}
    group = resource.GetMetaDataGroup()
    entries = [group.GetMetaData(index) for index in range(group.GetMetaDataCount())]
    return ReadBody(
        resource.GetModelResourceID(),
        resource.GetName(),
        resource.GetTriangleCount(),
        tuple(dict.fromkeys(colours.get(key, "") for key in used)),
        {(entry.GetNameSpace(), entry.GetName()): entry.GetValue() for entry in entries},
    )


def _joined(pieces: list[_Piece]) -> tuple[Mesh, bool]:
    """Put pieces into one mesh, and say whether each is closed and oriented."""
    vertices: list[NDArray[np.float32]] = []
    faces: list[NDArray[np.int64]] = []
    start = 0
    for piece in pieces:
        # The arrays of C structures that lib3mf gives, as they lie in memory.
        points = np.frombuffer(b"".join(piece.resource.GetVertices()), "<f4").reshape(-1, 3)
        corners = np.frombuffer(b"".join(piece.resource.GetTriangleIndices()), "<u4").reshape(-1, 3)
        if piece.pose is not None:
            points = (points @ piece.pose[:3, :3].T + piece.pose[:3, 3]).astype(np.float32)
        vertices.append(points)
        faces.append(corners.astype(np.int64) + start)
        start += len(points)
    closed = all(piece.resource.IsManifoldAndOriented() for piece in pieces)
    return Mesh(np.concatenate(vertices), np.concatenate(faces).astype(np.int32)), closed


def _pieces(resource: Any, pose: NDArray[np.float64] | None) -> list[_Piece]:
    """The meshes below an object; a pose of None moves nothing and rounds nothing."""
    if resource.IsMeshObject():
        return [_Piece(resource, pose)]
    found = []
    for index in range(resource.GetComponentCount()):
        component = resource.GetComponent(index)
        inner = _pose(component.GetTransform()) if component.HasTransform() else np.eye(4)
        whole = inner if pose is None else pose @ inner
        found += _pieces(
            component.GetObjectResource(), None if np.array_equal(whole, np.eye(4)) else whole
        )
    return found


def _pose(transform: Any) -> NDArray[np.float64]:
    """(4, 4) for column vectors; the format multiplies row vectors from the left."""
    pose = np.eye(4)
    pose[:3] = np.array([list(row) for row in transform.Fields], dtype=np.float64).T
    return pose
