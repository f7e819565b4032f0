"""``manifest.json``: the public record of a kit, from which the game can be rebuilt and judged.

``docs/manifest.md`` describes the format for its readers; ``manifest.schema.json`` beside this
package is made from the models here by ``python -m kitgen.export.manifest_schema``.
"""

from kitgen.export.manifest.assembled import Joint, Land, Placed
from kitgen.export.manifest.document import Manifest
from kitgen.export.manifest.fields import Vector
from kitgen.export.manifest.parts import BedFace, Letter, ListedFile, Part, part_record, sha256
from kitgen.export.manifest.playing import Playability, PlayabilityGate, playability_record
from kitgen.export.manifest.printing import (
    FilamentChange,
    Material,
    OnPlate,
    Plate,
    PlateEstimate,
    Printer,
)

__all__ = [
    "BedFace",
    "FilamentChange",
    "Joint",
    "Land",
    "Letter",
    "ListedFile",
    "Manifest",
    "Material",
    "OnPlate",
    "Part",
    "Placed",
    "Plate",
    "PlateEstimate",
    "Playability",
    "PlayabilityGate",
    "Printer",
    "Vector",
    "part_record",
    "playability_record",
    "sha256",
]
