"""Cura: components are groups, and settings are metadata of the meshes.

Cura reads ``3D/3dmodel.model`` and nothing else of a file that is no project, takes the origin for
the front left corner of its bed, and counts extruders from 0. Layer height cannot be set for a
part there.
"""

from kitgen.export.flavours.content import Content, PrintHints
from kitgen.export.model_xml import ModelXml
from kitgen.export.package import write_package
from kitgen.export.threemf import THUMBNAIL_PATH, add_object, colours_of

NAMESPACE = "http://software.ultimaker.com/xml/cura/3mf/2015/10"


def encode(content: Content) -> bytes:
    """Write a plate."""
    model = ModelXml(content.metadata, colours_of(content.objects), {"cura": NAMESPACE})
    hints = {} if content.hints is None else _hints(content.hints)
    numbers = {
        thing.name: add_object(
            model,
            thing,
            [
                hints if len(thing.bodies) == 1 else {"cura:extruder_nr": str(extruder), **hints}
                for extruder in range(len(thing.bodies))
            ],
        )
        for thing in content.objects
    }
    for instance in content.instances:
        model.add_item(numbers[instance.object_name], instance.place, instance.object_name)
    pictures = {} if content.thumbnail is None else {THUMBNAIL_PATH: content.thumbnail}
    return write_package(model.to_bytes(), others=pictures, thumbnail=next(iter(pictures), None))


def _hints(hints: PrintHints) -> dict[str, str]:
    return {
        "cura:wall_line_count": str(hints.perimeters),
        "cura:infill_sparse_density": str(hints.infill_percent),
        "cura:top_layers": str(hints.top_layers),
        "cura:bottom_layers": str(hints.bottom_layers),
    }
