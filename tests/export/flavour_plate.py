"""One plate of inlaid tiles and a plain part, as it goes into a file."""

import math
from collections.abc import Sequence

import numpy as np

from kitgen.export.threemf import Body, Instance, PrintObject
from kitgen.mesh.mesh import Mesh

BODY_COLOUR, LETTER_COLOUR = "#F4EBDD", "#20262E"


def mesh_of(read) -> Mesh:
    """A mesh as the writers take it, from what trimesh has read."""
    return Mesh(np.float32(read.vertices), np.int32(read.faces))


def lifted(mesh: Mesh, z: float) -> Mesh:
    vertices = mesh.vertices.copy()
    vertices[:, 2] += np.float32(z)
    return Mesh(vertices, mesh.faces)


def volume(mesh: Mesh) -> float:
    """By the divergence theorem, mm3."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]].astype(float) for i in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def pose(turn_deg: float, x: float, y: float) -> list[list[float]]:
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return [[cos, -sin, 0, x], [sin, cos, 0, y], [0, 0, 1, 0], [0, 0, 0, 1]]


def inlaid_tiles(game, labels: Sequence[str]) -> list[PrintObject]:
    """Tiles of a written kit with their letters in place."""
    objects = []
    for label in labels:
        body = mesh_of(game.meshes[f"tile-{label}"])
        letter = mesh_of(game.meshes[f"tile-{label}-letter"])
        up = float(body.vertices[:, 2].max() - letter.vertices[:, 2].max())
        objects.append(
            PrintObject(
                f"tile-{label}",
                (
                    Body(f"tile-{label}-body", body, BODY_COLOUR),
                    Body(f"tile-{label}-letter", lifted(letter, up), LETTER_COLOUR),
                ),
            )
        )
    return objects


def in_rows(objects: Sequence[PrintObject], copies: int) -> list[Instance]:
    """Copies side by side, every other one turned by a quarter."""
    return [
        Instance(thing.name, pose(90 * (copy % 2), 60 + 24 * copy, 60 + 24 * row))
        for row, thing in enumerate(objects)
        for copy in range(copies)
    ]
