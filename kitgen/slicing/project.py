"""A 3MF for PrusaSlicer alone: parts as written, placed, each body with its filament.

PrusaSlicer takes components for objects of their own and passes over colours; what it does read is
one mesh an object and `Metadata/Slic3r_PE_model.config`, which gives ranges of its triangles to
volumes with extruders. Without `slic3rpe:Version3mf` it splits instances into objects
(prusa3d/PrusaSlicer 2.5, `src/libslic3r/Format/3mf.cpp`).
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from kitgen.export.threemf import CORE, MODEL_PATH

CONFIG_PATH = "Metadata/Slic3r_PE_model.config"
_SLIC3R = "http://schemas.slic3r.org/3mf/2017/06"
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model"'
    ' ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>\n'
)
_RELATIONSHIPS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rel0" Target="/{MODEL_PATH}"'
    ' Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>\n'
)


@dataclass(frozen=True, eq=False)
class Volume:
    """One body of an object.

    Attributes:
        name: of the part.
        triangles: (n, 3, 3) float64, corners in the object's frame, in mm.
        tool: which filament, from 0.
    """

    name: str
    triangles: NDArray[np.float64]
    tool: int = 0


@dataclass(frozen=True)
class Thing:
    """One object, as often as it is placed.

    Attributes:
        volumes: its bodies.
        places: where its frame lies on the bed: degrees about z, then x and y in mm.
    """

    volumes: tuple[Volume, ...]
    places: tuple[tuple[float, float, float], ...]


def encode(things: Sequence[Thing]) -> bytes:
    """Write the package."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as package:
        package.writestr("[Content_Types].xml", _TYPES)
        package.writestr("_rels/.rels", _RELATIONSHIPS)
        package.writestr(MODEL_PATH, "".join(_model(things)))
        package.writestr(CONFIG_PATH, "".join(_config(things)))
    return buffer.getvalue()


def _model(things: Sequence[Thing]) -> Iterator[str]:
    yield (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xmlns="{CORE}"'
        f' xmlns:slic3rpe="{_SLIC3R}">\n<metadata name="slic3rpe:Version3mf">1</metadata>\n'
        "<resources>\n"
    )
    for number, thing in enumerate(things, start=1):
        yield f'<object id="{number}" type="model"><mesh><vertices>\n'
        corners = [volume.triangles.reshape(-1, 3) for volume in thing.volumes]
        found = [np.unique(points, axis=0, return_inverse=True) for points in corners]
        for points, _ in found:
            yield "\n".join(f'<vertex x="{x:.9g}" y="{y:.9g}" z="{z:.9g}"/>' for x, y, z in points)
        yield "\n</vertices><triangles>\n"
        first = 0
        for points, which in found:
            yield "\n".join(
                f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
                for a, b, c in (which.reshape(-1, 3) + first).tolist()
            )
            first += len(points)
        yield "\n</triangles></mesh></object>\n"
    yield "</resources>\n<build>\n"
    for number, thing in enumerate(things, start=1):
        for turn, x, y in thing.places:
            c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            # Row vectors, as the specification multiplies them.
            pose = " ".join(f"{v:.9g}" for v in (c, s, 0, -s, c, 0, 0, 0, 1, x, y, 0))
            yield f'<item objectid="{number}" transform="{pose}"/>\n'
    yield "</build>\n</model>\n"


def _config(things: Sequence[Thing]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<config>\n'
    for number, thing in enumerate(things, start=1):
        yield f'<object id="{number}" instances_count="{len(thing.places)}">\n'
        first = 0
        for volume in thing.volumes:
            last = first + len(volume.triangles) - 1
            yield (
                f'<volume firstid="{first}" lastid="{last}">'
                f'<metadata type="volume" key="name" value={quoteattr(volume.name)}/>'
                '<metadata type="volume" key="volume_type" value="ModelPart"/>'
                f'<metadata type="volume" key="extruder" value="{volume.tool + 1}"/></volume>\n'
            )
            first = last + 1
        yield "</object>\n"
    yield "</config>\n"
