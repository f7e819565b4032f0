"""3MF files as the consortium's own reader (lib3mf, strict) sees them.

An object may be one mesh, several joined by components, or body and letter merged in one mesh, as
slicers differ in what they read; here each becomes one mesh in the object's own frame.
"""

from __future__ import annotations

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
class ReadObject:
    """What a slicer lists as one thing.

    Attributes:
        name: as in the file.
        mesh: all of its pieces, not joined; mm.
        closed: every piece has each edge twice, in opposite directions.
    """

    name: str
    mesh: Mesh
    closed: bool


@dataclass(frozen=True, eq=False)
class ReadItem:
    """One object on the bed.

    Attributes:
        number: of the object in `Read3mf.objects`.
        pose: (4, 4) from the object's frame to the bed, for column vectors, mm; lib3mf holds it in
            float32.
    """

    number: int
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
    numbers: dict[int, int] = {}
    objects: list[ReadObject] = []
    items: list[ReadItem] = []
    build = model.GetBuildItems()
    while build.MoveNext():
        item = build.GetCurrent()
        key = item.GetObjectResourceID()
        if key not in numbers:
            numbers[key] = len(objects)
            objects.append(_object(item.GetObjectResource()))
        items.append(ReadItem(numbers[key], _pose(item.GetObjectTransform())))
    unit = lib3mf.ModelUnit(model.GetUnit()).name
    return Read3mf(warnings, unit, tuple(objects), tuple(items))


def _object(resource: Any) -> ReadObject:
    pieces = list(_pieces(resource, None))
    starts = np.cumsum([0] + [len(vertices) for vertices, _, _ in pieces])
    return ReadObject(
        resource.GetName(),
        Mesh(
            np.concatenate([vertices for vertices, _, _ in pieces]),
            np.concatenate(
                [faces + start for (_, faces, _), start in zip(pieces, starts, strict=False)]
            ).astype(np.int32),
        ),
        all(closed for _, _, closed in pieces),
    )


def _pieces(
    resource: Any, pose: NDArray[np.float64] | None
) -> list[tuple[NDArray[np.float32], NDArray[np.int64], bool]]:
    """The meshes below an object; a pose of None moves nothing and rounds nothing."""
    if resource.IsMeshObject():
        # The arrays of C structures that lib3mf gives, as they lie in memory.
        vertices = np.frombuffer(b"".join(resource.GetVertices()), "<f4").reshape(-1, 3)
        faces = np.frombuffer(b"".join(resource.GetTriangleIndices()), "<u4").reshape(-1, 3)
        if pose is not None:
            vertices = (vertices @ pose[:3, :3].T + pose[:3, 3]).astype(np.float32)
        return [(vertices, faces.astype(np.int64), bool(resource.IsManifoldAndOriented()))]
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
