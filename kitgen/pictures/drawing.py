"""From scenes to PNG files: drawn in processes of their own, and only what is not in the cache."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from kitgen.pictures.colouring import body_colour, letter_colour, lettering
from kitgen.processes import EndedProcessError, spread
from kitgen.store import Store, code_fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kitgen.pictures.kit import PicturedKit
    from kitgen.pictures.scene import Picture, Scene

RendererName = Literal["vtk", "simple"]

_CODE = (
    "kitgen.export.stl_reading",
    "kitgen.mesh",
    "kitgen.pictures.camera",
    "kitgen.pictures.colouring",
    "kitgen.pictures.drawing",
    "kitgen.pictures.kit",
    "kitgen.pictures.look",
    "kitgen.pictures.png",
    "kitgen.pictures.raster",
    "kitgen.pictures.scene",
    "kitgen.pictures.shading",
    "kitgen.pictures.simple_renderer",
    "kitgen.pictures.stage",
    "kitgen.pictures.vtk_renderer",
    "kitgen.pictures.vtk_shapes",
)
_LIBRARIES = ("numpy", "pillow", "vtk")


class Renderer(Protocol):
    """Draws scenes of one kit."""

    def draw(self, scene: Scene, width: int) -> NDArray[np.uint8]:
        """Draw a scene; (height, width, 3) uint8, the top row first."""


@dataclass(frozen=True, eq=False)
class _Order:
    """One picture for a process to draw."""

    folder: Path
    picture: Picture
    renderer: RendererName


@dataclass(frozen=True)
class Drawn:
    """Pictures that were drawn or known.

    Attributes:
        files: Bytes of PNG files by path.
        renderer: Who drew those that were not known: ``vtk``, or ``simple`` where it cannot.
    """

    files: Mapping[str, bytes]
    renderer: RendererName


def draw_all(
    kit: PicturedKit,
    pictures: Sequence[Picture],
    store: Store,
    *,
    jobs: int | None = None,
    drawn_one: Callable[[str], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> Drawn:
    """Draw pictures of a kit, or take them from the cache.

    VTK without OpenGL ends its process; then a simple renderer draws instead, and a note says so.

    Args:
        kit: Whose parts they show.
        pictures: What to draw; their paths differ.
        store: Where drawn pictures are kept.
        jobs: How many processes draw at most; all cores if None.
        drawn_one: Called with the path of each picture that was drawn.
        note: Called with what the user should know.

    Raises:
        UserError: A part's file is absent or damaged.
    """
    renderer: RendererName = "vtk"
    files = _known(kit, pictures, store, renderer, drawn_one)
    missing = [picture for picture in pictures if picture.path not in files]
    try:
        files |= _draw(kit, missing, store, renderer, jobs, drawn_one)
    except (EndedProcessError, ImportError):
        if _vtk_draws():
            raise  # something else ended the process, such as want of memory
        note(
            "VTK cannot draw on this computer, so pictures are drawn by a simple renderer; on "
            "Debian and Ubuntu libegl1, libegl-mesa0 and libgl1-mesa-dri let it"
        )
        renderer = "simple"
        files |= _known(kit, missing, store, renderer, drawn_one)
        missing = [picture for picture in pictures if picture.path not in files]
        files |= _draw(kit, missing, store, renderer, jobs, drawn_one)
    return Drawn({picture.path: files[picture.path] for picture in pictures}, renderer)


def _known(
    kit: PicturedKit,
    pictures: Sequence[Picture],
    store: Store,
    renderer: RendererName,
    drawn_one: Callable[[str], None],
) -> dict[str, bytes]:
    files = {}
    for picture in pictures:
        data = store.get(_key(kit, picture, renderer))
        if data is not None:
            files[picture.path] = data
            drawn_one(picture.path)
    return files


def _draw(
    kit: PicturedKit,
    pictures: Sequence[Picture],
    store: Store,
    renderer: RendererName,
    jobs: int | None,
    drawn_one: Callable[[str], None],
) -> dict[str, bytes]:
    # Those that take longest come first.
    ordered = sorted(pictures, key=lambda picture: -picture.width_px * len(picture.scene.props))
    orders = [_Order(kit.folder.absolute(), picture, renderer) for picture in ordered]
    files = {}
    for order, data in spread(_drawn, orders, jobs=jobs, apart=True, doing="draws pictures"):
        store.put(_key(kit, order.picture, renderer), data)
        files[order.picture.path] = data
        drawn_one(order.picture.path)
    return files


def _vtk_draws() -> bool:
    """Whether VTK gets as far as a picture, tried in a process of its own."""
    try:
        return all(result for _, result in spread(_tried, [()], apart=True, doing="tries VTK"))
    except (EndedProcessError, ImportError):
        return False


def _tried(_: tuple[()]) -> bool:
    from kitgen.pictures.vtk_renderer import opened_window

    opened_window().Render()
    return True


def _drawn(order: _Order) -> bytes:
    from kitgen.pictures.png import encode

    renderer = _renderer(order.folder, order.renderer)
    return encode(renderer.draw(order.picture.scene, order.picture.width_px))


@lru_cache(maxsize=1)
def _renderer(folder: Path, name: RendererName) -> Renderer:
    """One renderer a process: a window and prepared shapes serve many pictures."""
    from kitgen.pictures.kit import PicturedKit

    kit = PicturedKit.read(folder)
    if name == "vtk":
        from kitgen.pictures.vtk_renderer import VtkRenderer

        return VtkRenderer(kit)
    from kitgen.pictures.simple_renderer import SimpleRenderer

    return SimpleRenderer(kit)


def _key(kit: PicturedKit, picture: Picture, renderer: RendererName) -> str:
    """Everything that a picture depends on; not its path and not its words."""
    scene = picture.scene
    props = [
        [
            kit.parts[prop.part].sha256,
            [round(float(number), 6) + 0.0 for number in prop.pose.ravel()],
            body_colour(kit, prop),
            letter_colour(kit, prop),
            repr(lettering(kit, prop.part)),
        ]
        for prop in scene.props
    ]
    bare = replace(scene, props=(), slabs=())
    about: list[Any] = [
        renderer,
        _fingerprint(),
        sys.platform,
        picture.width_px,
        repr(bare),
        [repr(slab) for slab in scene.slabs],
        props,
    ]
    return "picture " + hashlib.sha256(json.dumps(about).encode()).hexdigest()


@lru_cache
def _fingerprint() -> str:
    return code_fingerprint(_CODE, _LIBRARIES)
