"""The model part of a 3MF package, written piece by piece.

Core specification 1.4 and materials extension 1.2.1 of the 3MF Consortium. Colour groups are the
one form of colour that slicers of the Bambu family read, with the literal namespace prefix ``m``;
others ignore them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kitgen.errors import BuildError
from kitgen.mesh.mesh import Mesh

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
MATERIALS = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"

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

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class ModelXml:
    """Writes resources first, then the build; numbers everything as it comes."""

    def __init__(
        self,
        metadata: Mapping[str, str],
        colours: Iterable[str],
        namespaces: Mapping[str, str] | None = None,
    ) -> None:
        """Begin a model.

        Args:
            metadata: Well-known names, or names with the prefix of one of the namespaces.
            colours: All that objects will have, ``#RRGGBB`` or ``#RRGGBBAA``.
            namespaces: Further prefixes and their URIs.

        Raises:
            BuildError: For metadata that would not make a valid file.
        """
        spaces = dict(namespaces or {})
        declared = "".join(f" xmlns:{prefix}={quoteattr(uri)}" for prefix, uri in spaces.items())
        self._head = [
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<model unit="millimeter" xml:lang="en-US" xmlns="{CORE}" xmlns:m="{MATERIALS}"'
            f"{declared}>\n"
        ]
        for key, value in metadata.items():
            if key not in WELL_KNOWN_METADATA and key.partition(":")[0] not in spaces:
                raise BuildError(
                    f"3MF metadata {key!r}: allowed is {', '.join(WELL_KNOWN_METADATA)}"
                )
            self._head.append(f'<metadata name="{key}">{escape(clean(value))}</metadata>\n')
        self._colours = {colour.upper(): 0 for colour in colours}
        self._next = 1
        self._resources: list[str] = []
        for colour in self._colours:
            self._colours[colour] = self._number()
            self._resources.append(
                f'<m:colorgroup id="{self._colours[colour]}">'
                f'<m:color color="{colour}"/></m:colorgroup>\n'
            )
        self._build: list[str] = []

    def add_mesh(
        self,
        name: str,
        mesh: Mesh,
        colour: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> int:
        """Write one mesh object and give its number; most of the time of a file is spent here.

        Args:
            name: of the object.
            mesh: sound, in mm.
            colour: one of those that the model was begun with, or None.
            metadata: of the object, names with a namespace's prefix.

        Raises:
            BuildError: If the mesh is empty.
        """
        if not len(mesh.faces):
            raise BuildError(f"3MF object {name!r} has no triangles")
        number = self._number()
        coordinates = iter(_shortest(mesh.vertices.ravel()))
        vertices = "\n".join(
            [
                f'<vertex x="{x}" y="{y}" z="{z}"/>'
                for x, y, z in zip(*[coordinates] * 3, strict=True)
            ]
        )
        triangle = '<triangle v1="%d" v2="%d" v3="%d"/>\n'
        triangles = (triangle * len(mesh.faces)) % tuple(mesh.faces.ravel().tolist())
        group = "" if colour is None else f' pid="{self._colours[colour.upper()]}" pindex="0"'
        self._resources.append(
            f'<object id="{number}" type="model" name={attribute(name)}{group}>'
            f"{_metadata_group(metadata)}<mesh>\n"
            f"<vertices>\n{vertices}\n</vertices>\n<triangles>\n{triangles}</triangles>\n"
            "</mesh></object>\n"
        )
        return number

    def add_components(self, name: str, numbers: Sequence[int]) -> int:
        """Write an object that joins others in their places, and give its number."""
        number = self._number()
        components = "".join(f'<component objectid="{part}"/>' for part in numbers)
        self._resources.append(
            f'<object id="{number}" type="model" name={attribute(name)}>'
            f"<components>{components}</components></object>\n"
        )
        return number

    def add_item(self, number: int, place: ArrayLike, name: str) -> None:
        """Put an object into the build.

        Args:
            number: of the object.
            place: a translation (x, y, z), or a 4x4 pose for column vectors, in mm.
            name: of the object, for messages.

        Raises:
            BuildError: for a place that is none.
        """
        self._build.append(f'<item objectid="{number}" transform="{_transform(place, name)}"/>\n')

    def to_bytes(self) -> bytes:
        """Give the part in UTF-8."""
        return "".join(
            [
                *self._head,
                "<resources>\n",
                *self._resources,
                "</resources>\n<build>\n",
                *self._build,
                "</build>\n</model>\n",
            ]
        ).encode()

    def _number(self) -> int:
        self._next += 1
        return self._next - 1


def checked_colour(colour: str | None, name: str) -> str:
    """Give a colour as it is written.

    Raises:
        BuildError: if it is none.
    """
    if colour is None or not _COLOUR.fullmatch(colour):
        raise BuildError(f"colour {colour!r} of {name}: allowed is #RRGGBB or #RRGGBBAA")
    return colour.upper()


def attribute(text: str) -> str:
    """Quote the value of an attribute."""
    # lib3mf refuses numeric character references, the only way to keep a line feed here.
    return quoteattr(re.sub(r"[\t\n\r]", " ", clean(text)))


def clean(text: str) -> str:
    """Replace what XML 1.0 cannot hold even as an escape (section 2.2)."""
    return _NOT_IN_XML.sub("\ufffd", text)


def _metadata_group(metadata: Mapping[str, str] | None) -> str:
    if not metadata:
        return ""
    entries = "".join(
        f"<metadata name={attribute(key)}>{escape(clean(value))}</metadata>"
        for key, value in metadata.items()
    )
    return f"<metadatagroup>{entries}</metadatagroup>"


def _shortest(values: NDArray[np.float32]) -> list[str]:
    """Give for each float32 the shortest text that reads back as the same float32."""
    unique, which = np.unique(values, return_inverse=True)
    texts = np.array([text.removesuffix(".0") for text in unique.astype("U32").tolist()], "O")
    found: list[str] = texts[which].tolist()
    return found


def _transform(place: ArrayLike, name: str) -> str:
    place = np.asarray(place, dtype=np.float64)
    pose = np.eye(4)
    if place.shape == (3,):
        pose[:3, 3] = place
    elif place.shape == (4, 4):
        pose = place
    else:
        raise BuildError(f"3MF instance of {name!r}: place of shape {place.shape}")
    if not np.isfinite(pose).all():
        raise BuildError(f"3MF instance of {name!r}: place is not finite")
    # The specification multiplies row vectors from the left, so columns are written in turn.
    entries = np.round(pose[:3].T.ravel(), 6) + 0.0
    return " ".join(f"{entry:.6f}".rstrip("0").rstrip(".") for entry in entries.tolist())
