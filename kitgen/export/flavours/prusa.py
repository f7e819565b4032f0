"""PrusaSlicer: one mesh an object, cut into volumes by a table of triangles.

PrusaSlicer makes loose objects of components. Without the metadata ``slic3rpe:Version3mf`` it
makes an object of every instance, and only the first keeps its volumes. A file with
``Metadata/Slic3r_PE.config`` replaces the user's printer by a printer of default settings, with
what the file says on top; so hints are written to the objects, where they leave the printer alone.
"""

from collections.abc import Iterator

import numpy as np

from kitgen.export.flavours.content import Content, FilamentSwap, PrintHints, number
from kitgen.export.model_xml import ModelXml, attribute
from kitgen.export.package import write_package
from kitgen.export.threemf import THUMBNAIL_PATH, PrintObject, colours_of
from kitgen.mesh.mesh import Mesh

SETTINGS_PATH = "Metadata/Slic3r_PE_model.config"
SWAP_PATH = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
NAMESPACE = "http://schemas.slic3r.org/3mf/2017/06"


def encode(content: Content) -> bytes:
    """Write a plate."""
    metadata = {"slic3rpe:Version3mf": "1", **content.metadata}
    model = ModelXml(metadata, colours_of(content.objects), {"slic3rpe": NAMESPACE})
    numbers = {}
    for thing in content.objects:
        numbers[thing.name] = model.add_mesh(thing.name, _joined(thing), thing.bodies[0].colour)
    for instance in content.instances:
        model.add_item(numbers[instance.object_name], instance.place, instance.object_name)
    others = {SETTINGS_PATH: "".join(_settings(content, numbers)).encode()}
    if content.swap is not None:
        others[SWAP_PATH] = _swap(content.swap).encode()
    if content.thumbnail is not None:
        others[THUMBNAIL_PATH] = content.thumbnail
    return write_package(
        model.to_bytes(),
        others=others,
        thumbnail=None if content.thumbnail is None else THUMBNAIL_PATH,
    )


def _joined(thing: PrintObject) -> Mesh:
    """Put the bodies into one mesh, one after the other; they share no corners."""
    meshes = [body.mesh for body in thing.bodies]
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + offset for mesh, offset in zip(meshes, offsets[:-1], strict=True)]
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate(faces).astype(meshes[0].faces.dtype),
    )


def _settings(content: Content, numbers: dict[str, int]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<config>\n'
    hints = {} if content.hints is None else _hints(content.hints)
    for thing in content.objects:
        yield f'<object id="{numbers[thing.name]}" instances_count="1">\n'
        for key, value in {"name": thing.name, **hints}.items():
            yield f'<metadata type="object" key="{key}" value={attribute(value)}/>\n'
        first = 0
        for extruder, body in enumerate(thing.bodies, start=1):
            last = first + len(body.mesh.faces) - 1
            yield f'<volume firstid="{first}" lastid="{last}">\n'
            single = len(thing.bodies) == 1
            about = {
                "name": thing.name if single else body.name,
                "volume_type": "ModelPart",
                **({} if single else {"extruder": str(extruder)}),
            }
            for key, value in about.items():
                yield f'<metadata type="volume" key="{key}" value={attribute(value)}/>\n'
            yield "</volume>\n"
            first = last + 1
        yield "</object>\n"
    yield "</config>\n"


def _hints(hints: PrintHints) -> dict[str, str]:
    return {
        "layer_height": number(hints.layer_height_mm),
        "perimeters": str(hints.perimeters),
        "fill_density": f"{hints.infill_percent}%",
        "top_solid_layers": str(hints.top_layers),
        "bottom_solid_layers": str(hints.bottom_layers),
        "support_material": "0",
    }


def _swap(swap: FilamentSwap) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        "<custom_gcodes_per_print_z>\n"
        f'<code print_z="{number(swap.layer_top_mm)}" type="0" extruder="1"'
        f' color="{swap.colour}" extra="" gcode="M600"/>\n'
        '<mode value="SingleExtruder"/>\n'
        "</custom_gcodes_per_print_z>\n"
    )
