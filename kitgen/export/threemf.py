"""3MF: objects once, instances as often as needed, colours by the materials extension.

This is the plain form, for viewers and for slicers without one of their own; the forms of single
slicers are in :mod:`kitgen.export.flavours`. Why an own writer: lib3mf in strict mode refuses the
files of trimesh, and cannot open those of CadQuery at all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from kitgen.errors import BuildError
from kitgen.export.model_xml import CORE, MATERIALS, ModelXml, checked_colour
from kitgen.export.package import MODEL_PATH, write_package
from kitgen.mesh.mesh import Mesh

__all__ = ["CORE", "MATERIALS", "MODEL_PATH", "Body", "Instance", "PrintObject", "encode"]

THUMBNAIL_PATH = "Metadata/thumbnail.png"


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
        bodies: one becomes a mesh object; several become mesh objects joined by components. The
            first is printed by the first extruder, the second by the second.
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
    objects: Sequence[PrintObject],
    instances: Iterable[Instance],
    metadata: Mapping[str, str],
    thumbnail: bytes | None = None,
) -> bytes:
    """Write a 3MF package.

    Args:
        objects: every unique part once, in the order in which slicers will list them.
        instances: the build; every object at least once, nothing outside the positive octant.
        metadata: well-known names of the core specification; they hold no date, so that two
            builds of one profile give the same bytes.
        thumbnail: PNG that pictures the file.

    Returns:
        The bytes of the ZIP file.

    Raises:
        BuildError: for names, colours, metadata or instances that would not make a valid file.
    """
    placed = list(instances)
    require_sound(objects, placed)
    model = ModelXml(metadata, colours_of(objects))
    numbers = {}
    for thing in objects:
        numbers[thing.name] = add_object(model, thing)
    for instance in placed:
        model.add_item(numbers[instance.object_name], instance.place, instance.object_name)
    pictures = {} if thumbnail is None else {THUMBNAIL_PATH: thumbnail}
    return write_package(model.to_bytes(), others=pictures, thumbnail=next(iter(pictures), None))


def add_object(
    model: ModelXml,
    thing: PrintObject,
    metadata: Sequence[Mapping[str, str]] | None = None,
) -> int:
    """Write an object, several bodies joined by components, and give its number.

    Args:
        model: to write it to.
        thing: the object.
        metadata: of each body.
    """
    single = len(thing.bodies) == 1
    parts = [
        model.add_mesh(
            thing.name if single else body.name,
            body.mesh,
            body.colour,
            None if metadata is None else metadata[index],
        )
        for index, body in enumerate(thing.bodies)
    ]
    return parts[0] if single else model.add_components(thing.name, parts)


def colours_of(objects: Sequence[PrintObject]) -> list[str]:
    """List the colours of all bodies, each once.

    Raises:
        BuildError: for one that is none.
    """
    bodies = (body for thing in objects for body in thing.bodies)
    colours = (checked_colour(b.colour, b.name) for b in bodies if b.colour is not None)
    return list(dict.fromkeys(colours))


def require_sound(objects: Sequence[PrintObject], instances: Sequence[Instance]) -> None:
    """Refuse objects and instances that would not make a valid file in any form.

    Raises:
        BuildError: for names that are empty or used twice, objects without a body or without an
            instance, and instances of what is no object.
    """
    seen: set[str] = set()
    for thing in objects:
        if not thing.bodies:
            raise BuildError(f"3MF object {thing.name!r} has no body")
        inner = [body.name for body in thing.bodies] if len(thing.bodies) > 1 else []
        for name in (*inner, thing.name):
            if not name.strip() or name.casefold() in seen:
                raise BuildError(f"3MF object name {name!r} is empty or used twice")
            seen.add(name.casefold())
    unused = {thing.name for thing in objects}
    known = set(unused)
    for instance in instances:
        if instance.object_name not in known:
            raise BuildError(f"3MF instance of {instance.object_name!r}, which is no object")
        unused.discard(instance.object_name)
    if unused:
        raise BuildError(f"3MF object without an instance: {', '.join(sorted(unused))}")
