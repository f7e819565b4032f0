"""Core specification and colours: for viewers and for slicers without a flavour of their own."""

from kitgen.export import threemf
from kitgen.export.flavours.content import Content


def encode(content: Content) -> bytes:
    """Write a plate; it has no place for hints, extruders or a change of filament."""
    return threemf.encode(
        content.objects, content.instances, content.metadata, thumbnail=content.thumbnail
    )
