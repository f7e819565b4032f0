"""Bambu Studio and OrcaSlicer: parts of objects named in ``Metadata/model_settings.config``.

Their importer makes an object of every further instance of an object in a file that is not their
own, and those lose names and extruders. So every copy is an object of its own here: components
that refer to the one mesh. ``Application`` must not begin with the name of either program, which
would make the file a project that has to be complete; the notice on opening, that only geometry
is loaded, speaks of printer and filament settings.
"""

from collections.abc import Iterator
from itertools import count

from kitgen.export.flavours.content import Content, PrintHints, number
from kitgen.export.model_xml import ModelXml, attribute
from kitgen.export.package import write_package
from kitgen.export.threemf import Body, PrintObject, colours_of

SETTINGS_PATH = "Metadata/model_settings.config"
THUMBNAIL_PATH = "Metadata/plate_1.png"

_Copy = tuple[PrintObject, int, list[int]]
"""A thing, the number of the object that is one copy of it, and those of its meshes."""


def encode(content: Content) -> bytes:
    """Write a plate."""
    model = ModelXml(content.metadata, colours_of(content.objects))
    known = {thing.name: thing for thing in content.objects}
    meshes = {
        thing.name: [
            model.add_mesh(_mesh_name(thing, body), body.mesh, body.colour) for body in thing.bodies
        ]
        for thing in content.objects
    }
    copies: list[_Copy] = []
    numbering = {name: count(1) for name in known}
    for instance in content.instances:
        name = instance.object_name
        copy = next(numbering[name])
        copy_name = name if copy == 1 else f"{name} ({copy})"
        number_of_copy = model.add_components(copy_name, meshes[name])
        model.add_item(number_of_copy, instance.place, name)
        copies.append((known[name], number_of_copy, meshes[name]))
    others = {SETTINGS_PATH: "".join(_settings(content, copies)).encode()}
    if content.thumbnail is not None:
        others[THUMBNAIL_PATH] = content.thumbnail
    return write_package(
        model.to_bytes(),
        others=others,
        thumbnail=None if content.thumbnail is None else THUMBNAIL_PATH,
    )


def _mesh_name(thing: PrintObject, body: Body) -> str:
    return f"{thing.name} mesh" if len(thing.bodies) == 1 else body.name


def _settings(content: Content, copies: list[_Copy]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<config>\n'
    hints = {} if content.hints is None else _hints(content.hints)
    for thing, copy, parts in copies:
        yield f'<object id="{copy}">\n'
        yield from _metadata({"name": thing.name, "extruder": "1", **hints})
        for extruder, (body, part) in enumerate(zip(thing.bodies, parts, strict=True), start=1):
            yield f'<part id="{part}" subtype="normal_part">\n'
            name = thing.name if len(parts) == 1 else body.name
            yield from _metadata({"name": name, "extruder": str(extruder)})
            yield "</part>\n"
        yield "</object>\n"
    yield "<plate>\n"
    about = {"plater_id": "1", "plater_name": content.title, "locked": "false"}
    if content.thumbnail is not None:
        about["thumbnail_file"] = THUMBNAIL_PATH
    yield from _metadata(about)
    for identity, (_, copy, _) in enumerate(copies, start=1):
        yield "<model_instance>\n"
        yield from _metadata(
            {"object_id": str(copy), "instance_id": "0", "identify_id": str(identity)}
        )
        yield "</model_instance>\n"
    yield "</plate>\n</config>\n"


def _metadata(about: dict[str, str]) -> Iterator[str]:
    for key, value in about.items():
        yield f'<metadata key="{key}" value={attribute(value)}/>\n'


def _hints(hints: PrintHints) -> dict[str, str]:
    return {
        "layer_height": number(hints.layer_height_mm),
        "wall_loops": str(hints.perimeters),
        "sparse_infill_density": f"{hints.infill_percent}%",
        "top_shell_layers": str(hints.top_layers),
        "bottom_shell_layers": str(hints.bottom_layers),
        "enable_support": "0",
    }
