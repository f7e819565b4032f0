"""The plates of a kit: packed and written, or taken from the cache where nothing changed."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen import __version__
from kitgen.export.filament_change import filament_change
from kitgen.export.flavours import FilamentSwap, Flavour, PrintHints
from kitgen.export.manifest import OnPlate, Plate, PlateEstimate
from kitgen.kit.contents import KitPart
from kitgen.kit.dimensions import Dimensions
from kitgen.mesh.mesh import Mesh
from kitgen.settings.materials import material
from kitgen.settings.printers import printer
from kitgen.store import Store, code_fingerprint

if TYPE_CHECKING:
    from kitgen.export.threemf import PrintObject
    from kitgen.plates.pieces import PackedItem

_CODE = (
    "kitgen.export",
    "kitgen.mesh",
    "kitgen.plates",
    "kitgen.production.plates",
    "kitgen.slicing",
)
_LIBRARIES = ("numpy", "shapely", "manifold3d", "pillow", "rectpack")


@dataclass(frozen=True)
class PlateFile:
    """One plate as the manifest has it, and the bytes of its file."""

    plate: Plate
    data: bytes


def plate_files(
    dimensions: Dimensions, parts: Sequence[KitPart], meshes: Mapping[str, Mesh], store: Store
) -> tuple[PlateFile, ...]:
    """Pack parts on the bed of the kit's printer and write a 3MF file a plate.

    Args:
        dimensions: Of the kit; printer, gap, flavour and layer height come from its settings.
        parts: What is printed, as often as each one's count says.
        meshes: By part name, in mm.
        store: Where plates are kept.

    Raises:
        UserError: If a part fits the bed at no turn.
    """
    key = _key(dimensions, parts, meshes)
    known = store.get(key)
    if known is not None:
        return tuple(
            PlateFile(Plate.model_validate(entry["plate"]), base64.b64decode(entry["data"]))
            for entry in json.loads(known)
        )
    made = _made(dimensions, parts, meshes)
    kept = [
        {"plate": one.plate.model_dump(mode="json"), "data": base64.b64encode(one.data).decode()}
        for one in made
    ]
    store.put(key, json.dumps(kept).encode())
    return made


def letter_colour(dimensions: Dimensions) -> str | None:
    """The second colour of tiles, None where they are printed in one."""
    p = dimensions.settings.print
    return None if p.letter_style == "engraved" else p.letter_colour


def swap(dimensions: Dimensions) -> FilamentSwap | None:
    """Where one nozzle changes filament so that letters stand out; None where it cannot."""
    p = dimensions.settings.print
    return filament_change(
        p.letter_style,
        letter_base_z=dimensions.tile_top_z,
        relief=dimensions.relief,
        layer_height=p.layer_height,
        colour=p.letter_colour,
    )


def _key(dimensions: Dimensions, parts: Sequence[KitPart], meshes: Mapping[str, Mesh]) -> str:
    machine = printer(dimensions.settings.print.printer)
    about = {
        "code": code_fingerprint(_CODE, _LIBRARIES),
        "version": __version__,  # each file says which kitgen wrote it
        "bed": [machine.bed_mm, machine.excluded_mm],
        "gap": dimensions.settings.print.part_gap,
        "slicer": dimensions.settings.print.slicer,
        "layer": dimensions.settings.print.layer_height,
        "density": _density(dimensions),
        "style": dimensions.settings.print.letter_style,
        "letter": [dimensions.tile_top_z, dimensions.relief, letter_colour(dimensions)],
        "title": _title(dimensions),
        "parts": [
            (part.name, part.kind, part.count, part.colour, part.label, _digest(meshes[part.name]))
            for part in parts
        ],
    }
    return f"plates {json.dumps(about)}"


def _density(dimensions: Dimensions) -> float:
    return material(dimensions.settings.print.material).density_g_per_cm3


def _estimate(
    dimensions: Dimensions, items: Sequence[PackedItem], things: Mapping[str, PrintObject]
) -> PlateEstimate:
    """What a plate takes: the sum of its parts, since a printer goes from one to the next."""
    from kitgen.slicing.estimate import estimate, shape_of
    from kitgen.slicing.process import SPEEDS, Process

    counts = Counter(item.part for item in items)
    layer, density = dimensions.settings.print.layer_height, _density(dimensions)
    grams = metres = 0.0
    hours = dict.fromkeys(SPEEDS, 0.0)
    for name, thing in things.items():
        for body in thing.bodies:
            shape = shape_of(body.mesh)
            for speeds in SPEEDS.values():
                one = estimate(shape, Process(layer, speeds, density))
                hours[speeds.name] += counts[name] * one.hours
            grams += counts[name] * one.grams
            metres += counts[name] * one.metres
    rounded = {name: round(value, 2) for name, value in hours.items()}
    return PlateEstimate(grams=round(grams, 1), metres=round(metres, 1), hours=rounded)


def _digest(mesh: Mesh) -> str:
    return hashlib.sha256(mesh.vertices.tobytes() + mesh.faces.tobytes()).hexdigest()


def _title(dimensions: Dimensions) -> str:
    return f"{dimensions.settings.profile_name} {dimensions.settings.size}"


def _made(
    dimensions: Dimensions, parts: Sequence[KitPart], meshes: Mapping[str, Mesh]
) -> tuple[PlateFile, ...]:
    import numpy as np

    from kitgen.export.flavours import plate_file
    from kitgen.export.print_objects import print_objects
    from kitgen.export.threemf import Instance
    from kitgen.export.thumbnail import thumbnail
    from kitgen.plates.packing import pack
    from kitgen.plates.pieces import Bed, kit_pieces

    p = dimensions.settings.print
    machine = printer(p.printer)
    bed = Bed(*machine.bed_mm, machine.excluded_mm)
    pieces = kit_pieces(parts, meshes, letter_colour=letter_colour(dimensions))
    letter_z = dimensions.tile_top_z - dimensions.relief
    things = {one.name: one for one in print_objects(parts, meshes, letter_z=letter_z)}
    tiles = {part.name for part in parts if part.kind == "tile"}
    flavour: Flavour = p.slicer
    made = []
    for number, packed in enumerate(pack(pieces, bed, p.part_gap), start=1):
        names = dict.fromkeys(item.part for item in packed.items)
        objects = [things[name] for name in names]
        instances = []
        for item in packed.items:
            pose = np.eye(4)
            angle = np.radians(item.turn_deg)
            pose[:2, :2] = np.round(
                [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], 12
            )
            pose[:2, 3] = item.place_mm
            instances.append(Instance(item.part, pose))
        data = plate_file(
            flavour,
            objects,
            instances,
            title=f"{_title(dimensions)}, plate {number}: {packed.title}",
            thumbnail=thumbnail(objects, instances, machine.bed_mm, machine.excluded_mm),
            hints=PrintHints(layer_height_mm=p.layer_height),
            swap=swap(dimensions) if tiles & set(names) else None,
        )
        plate = Plate(
            file=f"3mf/plate-{number:02d}.3mf",
            title=packed.title,
            colours=packed.colours,
            items=tuple(
                OnPlate(part=item.part, turn_deg=item.turn_deg, place_mm=item.place_mm)
                for item in packed.items
            ),
            estimate=_estimate(dimensions, packed.items, {n: things[n] for n in names}),
        )
        made.append(PlateFile(plate, data))
    return tuple(made)
