"""What all tests share: other people's programs, as judges of the files that kitgen writes."""

import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # Started in the background by a shell: what tests start would ignore Control-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

DEBIAN_PACKAGE = {"prusa-slicer": "prusa-slicer", "admesh": "admesh"}


@pytest.fixture(scope="session")
def system_tool() -> Callable[[str], str]:
    """Give the path of a program; where it is missing, skip for a user and fail under CI=true."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            package = DEBIAN_PACKAGE.get(name, name)
            reason = f"{name} is not installed (Debian: apt-get install {package})"
            if os.environ.get("CI") == "true":
                pytest.fail(reason)
            pytest.skip(reason)
        return path

    return find


@dataclass(frozen=True)
class Read3mf:
    """What lib3mf found in a file.

    Attributes:
        warnings: in strict mode; must be empty.
        meshes: name -> (vertices, triangles, closed and oriented), one per mesh object.
        colours: name of a mesh object -> ``#RRGGBBAA``.
        components: name of a components object -> names of its parts.
        items: (object name, translation) per build item.
        metadata: name -> value.
    """

    warnings: list[str]
    meshes: dict[str, tuple[int, int, bool]]
    colours: dict[str, str]
    components: dict[str, list[str]]
    items: list[tuple[str, tuple[float, float, float]]]
    metadata: dict[str, str]


@pytest.fixture(scope="session")
def read_3mf() -> Callable[[Path], Read3mf]:
    """Read a 3MF file with the consortium's reader in strict mode; it raises what it refuses."""
    import lib3mf

    wrapper = lib3mf.get_wrapper() if hasattr(lib3mf, "get_wrapper") else lib3mf.Wrapper()

    def read(path: Path) -> Read3mf:
        model = wrapper.CreateModel()
        reader = model.QueryReader("3mf")
        reader.SetStrictModeActive(True)
        reader.ReadFromFile(str(path))
        warnings = [str(reader.GetWarning(i)) for i in range(reader.GetWarningCount())]
        meshes, colours = {}, {}
        objects = model.GetMeshObjects()
        while objects.MoveNext():
            mesh = objects.GetCurrentMeshObject()
            meshes[mesh.GetName()] = (
                mesh.GetVertexCount(),
                mesh.GetTriangleCount(),
                mesh.IsManifoldAndOriented(),
            )
            group, index, has_property = mesh.GetObjectLevelProperty()
            if has_property:
                c = model.GetColorGroupByID(group).GetColor(index)
                colours[mesh.GetName()] = f"#{c.Red:02X}{c.Green:02X}{c.Blue:02X}{c.Alpha:02X}"
        components = {}
        joined = model.GetComponentsObjects()
        while joined.MoveNext():
            thing = joined.GetCurrentComponentsObject()
            components[thing.GetName()] = [
                thing.GetComponent(i).GetObjectResource().GetName()
                for i in range(thing.GetComponentCount())
            ]
        items = []
        build = model.GetBuildItems()
        while build.MoveNext():
            item = build.GetCurrent()
            x, y, z = list(item.GetObjectTransform().Fields[3])
            items.append((item.GetObjectResource().GetName(), (x, y, z)))
        group = model.GetMetaDataGroup()
        metadata = {}
        for i in range(group.GetMetaDataCount()):
            entry = group.GetMetaData(i)
            metadata[entry.GetName()] = entry.GetValue()
        return Read3mf(warnings, meshes, colours, components, items, metadata)

    return read
