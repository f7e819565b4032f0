"""3MF: objects once, instances as often as needed, colours by the materials extension.

Written to the core specification 1.4 and the materials extension 1.2.1 of the 3MF Consortium.
Why an own writer: lib3mf in strict mode refuses the files of trimesh, and cannot open those of
CadQuery at all. Colour groups are the one form that slicers of the Bambu family read, with the
literal namespace prefix ``m``; others ignore them.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kitgen.errors import BuildError
from kitgen.mesh.mesh import Mesh

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
MATERIALS = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
MODEL_PATH = "3D/3dmodel.model"

WELL_KNOWN_METADATA = (
    "Title",
    "Designer",
    "Description",
    "Copyright",
    "LicenseTerms",
    "Rating",
    "Application",
)
"""The names of the core specification that need no namespace, without those that hold dates."""

_CONTENT_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model"'
    ' ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>\n"
)
_RELATIONSHIPS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rel0" Target="/{MODEL_PATH}"'
    ' Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
    "</Relationships>\n"
)
_EARLIEST_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_COMPRESSION_LEVEL = 6
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Body:
    """One mesh in one colour.

    Attributes:
        name: shown where the body is an object of its own.
        mesh: sound (:func:`kitgen.mesh.soundness.faults` finds nothing).
        colour: ``#RRGGBB`` or ``#RRGGBBAA`` in sRGB, or None.
    """

    name: str
    mesh: Mesh
    colour: str | None = None


@dataclass(frozen=True)
class PrintObject:
    """What a slicer lists as one thing: a single body, or several that keep their places.

    Attributes:
        name: unique in the file, upper and lower case counting as the same.
        bodies: one becomes a mesh object; several become mesh objects joined by components.
    """

    name: str
    bodies: tuple[Body, ...]


@dataclass(frozen=True, eq=False)
class Instance:
    """One object on the sheet.

    Attributes:
        object_name: which.
        place: a translation (x, y, z), or a 4x4 pose for column vectors, in mm.
    """

    object_name: str
    place: ArrayLike


def encode(
    objects: Sequence[PrintObject], instances: Iterable[Instance], metadata: Mapping[str, str]
) -> bytes:
    """Write a 3MF package.

    Args:
        objects: every unique part once, in the order in which slicers will list them.
        instances: the build; every object at least once, nothing outside the positive octant.
        metadata: well-known names of the core specification; they hold no date, so that two
            builds of one profile give the same bytes.

    Returns:
        The bytes of the ZIP file.

    Raises:
        BuildError: for names, colours, metadata or instances that would not make a valid file.
    """
    model = "".join(_model(objects, list(instances), metadata)).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for path, data in (
            ("[Content_Types].xml", _CONTENT_TYPES.encode()),
            ("_rels/.rels", _RELATIONSHIPS.encode()),
            (MODEL_PATH, model),
        ):
            entry = zipfile.ZipInfo(path, date_time=_EARLIEST_ZIP_DATE)
            entry.create_system = 3  # else the bytes would differ on Windows
            entry.external_attr = 0o644 << 16
            package.writestr(entry, data, zipfile.ZIP_DEFLATED, _COMPRESSION_LEVEL)
    return buffer.getvalue()


def _model(
    objects: Sequence[PrintObject], instances: Sequence[Instance], metadata: Mapping[str, str]
) -> Iterable[str]:
    _require_unique_names(objects)
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<model unit="millimeter" xml:lang="en-US" xmlns="{CORE}" xmlns:m="{MATERIALS}">\n'
    )
    for key, value in metadata.items():
        if key not in WELL_KNOWN_METADATA:
            raise BuildError(f"3MF metadata {key!r}: allowed is {', '.join(WELL_KNOWN_METADATA)}")
        yield f'<metadata name="{key}">{escape(_clean(value))}</metadata>\n'
    yield "<resources>\n"
    colours: dict[str, int] = {}
    for body in (body for thing in objects for body in thing.bodies):
        if body.colour is not None and (colour := _colour(body)) not in colours:
            colours[colour] = len(colours) + 1
            yield (
                f'<m:colorgroup id="{colours[colour]}"><m:color color="{colour}"/></m:colorgroup>\n'
            )
    following = len(colours) + 1
    ids: dict[str, int] = {}
    for thing in objects:
        single = len(thing.bodies) == 1
        parts = []
        for body in thing.bodies:
            group = None if body.colour is None else colours[_colour(body)]
            yield _mesh_object(following, thing.name if single else body.name, body.mesh, group)
            parts.append(following)
            following += 1
        if not single:
            components = "".join(f'<component objectid="{part}"/>' for part in parts)
            yield (
                f'<object id="{following}" type="model" name={_attribute(thing.name)}>'
                f"<components>{components}</components></object>\n"
            )
            parts.append(following)
            following += 1
        ids[thing.name] = parts[-1]
    yield "</resources>\n<build>\n"
    unused = set(ids)
    for instance in instances:
        if instance.object_name not in ids:
            raise BuildError(f"3MF instance of {instance.object_name!r}, which is no object")
        unused.discard(instance.object_name)
        where = _transform(instance)
        yield f'<item objectid="{ids[instance.object_name]}" transform="{where}"/>\n'
    if unused:
        raise BuildError(f"3MF object without an instance: {', '.join(sorted(unused))}")
    yield "</build>\n</model>\n"


def _mesh_object(number: int, name: str, mesh: Mesh, colour_group: int | None) -> str:
    """Write one mesh object; most of the time of a file is spent here."""
    if not len(mesh.faces):
        raise BuildError(f"3MF object {name!r} has no triangles")
    coordinates = iter(_shortest(mesh.vertices.ravel()))
    vertices = "\n".join(
        [f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in zip(*[coordinates] * 3, strict=True)]
    )
    triangle = '<triangle v1="%d" v2="%d" v3="%d"/>\n'
    triangles = (triangle * len(mesh.faces)) % tuple(mesh.faces.ravel().tolist())
    colour = "" if colour_group is None else f' pid="{colour_group}" pindex="0"'
    return (
        f'<object id="{number}" type="model" name={_attribute(name)}{colour}><mesh>\n'
        f"<vertices>\n{vertices}\n</vertices>\n<triangles>\n{triangles}</triangles>\n"
        "</mesh></object>\n"
    )


def _shortest(values: NDArray[np.float32]) -> list[str]:
    """Give for each float32 the shortest text that reads back as the same float32."""
    unique, which = np.unique(values, return_inverse=True)
    texts = np.array([text.removesuffix(".0") for text in unique.astype("U32").tolist()], "O")
    found: list[str] = texts[which].tolist()
    return found


def _transform(instance: Instance) -> str:
    place = np.asarray(instance.place, dtype=np.float64)
    pose = np.eye(4)
    if place.shape == (3,):
        pose[:3, 3] = place
    elif place.shape == (4, 4):
        pose = place
    else:
        raise BuildError(f"3MF instance of {instance.object_name!r}: place of shape {place.shape}")
    if not np.isfinite(pose).all():
        raise BuildError(f"3MF instance of {instance.object_name!r}: place is not finite")
    # The specification multiplies row vectors from the left, so columns are written in turn.
    entries = np.round(pose[:3].T.ravel(), 6) + 0.0
    return " ".join(f"{entry:.6f}".rstrip("0").rstrip(".") for entry in entries.tolist())


def _require_unique_names(objects: Sequence[PrintObject]) -> None:
    seen: set[str] = set()
    for thing in objects:
        if not thing.bodies:
            raise BuildError(f"3MF object {thing.name!r} has no body")
        inner = [body.name for body in thing.bodies] if len(thing.bodies) > 1 else []
        for name in (*inner, thing.name):
            if not name.strip() or name.casefold() in seen:
                raise BuildError(f"3MF object name {name!r} is empty or used twice")
            seen.add(name.casefold())


def _colour(body: Body) -> str:
    if body.colour is None or not _COLOUR.fullmatch(body.colour):
        raise BuildError(f"colour {body.colour!r} of {body.name}: allowed is #RRGGBB or #RRGGBBAA")
    return body.colour.upper()


def _attribute(text: str) -> str:
    # lib3mf refuses numeric character references, the only way to keep a line feed here.
    return quoteattr(re.sub(r"[\t\n\r]", " ", _clean(text)))


def _clean(text: str) -> str:
    """Replace what XML 1.0 cannot hold even as an escape (section 2.2)."""
    return _NOT_IN_XML.sub("\ufffd", text)
