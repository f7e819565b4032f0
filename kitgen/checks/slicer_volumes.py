"""Which triangles of an object a slicer prints with which extruder, as it reads the file.

PrusaSlicer cuts one mesh into ranges of triangles (`Metadata/Slic3r_PE_model.config`); the Bambu
family names the meshes of an object (`Metadata/model_settings.config`); Cura reads metadata of the
meshes and counts from 0. What is not said is printed with the object's extruder, else with the
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from kitgen.checks.package_parts import BrokenSettingsError, metadata_of, whole_number, xml_of
from kitgen.checks.threemf_reading import ReadObject

PRUSA_SETTINGS = "Metadata/Slic3r_PE_model.config"
BAMBU_SETTINGS = "Metadata/model_settings.config"
CURA_NAMESPACE = "http://software.ultimaker.com/xml/cura/3mf/2015/10"


@dataclass(frozen=True)
class Volume:
    """What a slicer prints with one extruder.

    Attributes:
        name: as the slicer lists it.
        first: first triangle, in the object's mesh.
        last: last triangle.
        extruder: from 1.
    """

    name: str
    first: int
    last: int
    extruder: int


class SlicerVolumes:
    """The volumes of a file's objects.

    Args:
        slicer: flavour of the file; of one without settings of its own all is the first extruder's.
        parts: of the package, beside the model.

    Raises:
        BrokenSettingsError: The settings that the slicer looks for are absent or unreadable.
    """

    def __init__(self, slicer: str, parts: Mapping[str, bytes]) -> None:
        self.slicer = slicer
        self._objects: dict[int, ElementTree.Element] = {}
        path = {"prusa": PRUSA_SETTINGS, "bambu": BAMBU_SETTINGS, "orca": BAMBU_SETTINGS}.get(
            slicer
        )
        if path is None:
            return
        for entry in xml_of(parts, path).findall("object"):
            number = whole_number(entry.get("id"), f"{path}: id of an object")
            if number in self._objects:
                raise BrokenSettingsError(f"{path}: object {number} occurs twice")
            self._objects[number] = entry

    def name_of(self, thing: ReadObject) -> str:
        """The name that the settings give an object, else the model's."""
        entry = self._objects.get(thing.number)
        return thing.name if entry is None else metadata_of(entry).get("name", thing.name)

    def of(self, thing: ReadObject) -> list[Volume]:
        """Give the volumes of an object.

        Raises:
            BrokenSettingsError: A number in the settings is none.
        """
        entry = self._objects.get(thing.number)
        if self.slicer == "prusa":
            return [] if entry is None else list(_ranges(entry))
        return list(_bodies(self.slicer, thing, entry))


def _ranges(entry: ElementTree.Element) -> Iterator[Volume]:
    own = metadata_of(entry).get("extruder", "1")
    for volume in entry.findall("volume"):
        about = metadata_of(volume)
        name = about.get("name", "")
        yield Volume(
            name,
            whole_number(volume.get("firstid"), f"firstid of {name!r}"),
            whole_number(volume.get("lastid"), f"lastid of {name!r}"),
            # 0 stands for the object's.
            whole_number(about.get("extruder", own), f"extruder of {name!r}")
            or whole_number(own, f"extruder of the object of {name!r}")
            or 1,
        )


def _bodies(slicer: str, thing: ReadObject, entry: ElementTree.Element | None) -> Iterator[Volume]:
    about: dict[int, dict[str, str]] = {}
    own = "1"
    if entry is not None:
        own = metadata_of(entry).get("extruder", "1")
        for part in entry.findall("part"):
            number = whole_number(part.get("id"), f"id of a part of {thing.name!r}")
            about[number] = metadata_of(part)
    first = 0
    single = len(thing.bodies) == 1
    for body in thing.bodies:
        if slicer in ("bambu", "orca"):
            said = about.get(body.number, {})
            name = said.get("name", "")
            extruder = whole_number(said.get("extruder", own), f"extruder of {name!r}") or 1
        else:
            name = thing.name if single else body.name
            extruder = 1
            if slicer == "cura":
                said_nr = body.metadata.get((CURA_NAMESPACE, "extruder_nr"), "0")
                extruder = 1 + whole_number(said_nr, f"extruder_nr of {name!r}")
        yield Volume(name, first, first + body.triangles - 1, extruder)
        first += body.triangles
