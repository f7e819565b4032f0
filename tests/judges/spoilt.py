"""Parts built from other code or dimensions than a kit's, for tests that must see a fault."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import trimesh
from assembled import solid_of
from manifold3d import Manifold

from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.mesh.triangulate import triangulate
from kitgen.parts.registry import PartParameters, kind_of
from kitgen.settings import load_settings


def dimensions_of(size: int | None = None, **printed: object) -> Dimensions:
    """Dimensions of the default profile, with `printed` over the defaults of ``[print]``."""
    named = {f"print.{key}": value for key, value in printed.items()}
    return dimensions(load_settings(size=size, named=named))


def built(parameters: PartParameters) -> Manifold:
    """One part as it would be written."""
    mesh = triangulate(kind_of(parameters).build(parameters), 0.01)
    return solid_of(trimesh.Trimesh(mesh.vertices, mesh.faces, process=False))


@contextmanager
def constant(name: str, value: Any) -> Iterator[None]:
    """Give a constant of the geometry another value, wherever it was imported to."""
    with pytest.MonkeyPatch.context() as patch:
        homes = [
            module
            for key, module in sys.modules.items()
            if key.startswith("kitgen.") and hasattr(module, name)
        ]
        assert homes, name
        for module in homes:
            patch.setattr(module, name, value)
        yield
