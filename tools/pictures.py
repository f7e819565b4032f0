"""Draws the pictures of README and docs from a built kit, and from nothing but its files.

``make pictures`` builds the kits and calls this. It needs what VTK needs to draw without a display;
on a bare Debian the packages ``libegl1``, ``libegl-mesa0`` and ``libgl1-mesa-dri``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Pose, Prop, Scene, moved, placed, turned
from kitgen.pictures.tiles import is_letter, stack_pitch, with_letter
from kitgen.store import Store

WIDTH = 1200
WORDS = {
    # (row, column) from the board's centre: labels, the lowest first.
    **{(-1, c): s for c, s in zip(range(-3, 2), ("S", "TNM", "A", "C", "K"), strict=True)},
    **{(r, -1): s for r, s in zip(range(-3, 2), ("BH", "O", "A", "R", "D"), strict=True)},
    **{(1, c): s for c, s in zip(range(-1, 3), ("D", "IU", "N", "E"), strict=True)},
    **{(r, 2): s for r, s in zip(range(4), ("NB", "E", "S", "T"), strict=True)},
}
"""SMACK over SNACK over STACK, HOARD over BOARD, DUNE over DINE, BEST over NEST."""
ROW = "PLAYERS"
BEFORE_CLICK_MM = 5.0
APART_MM = 25.0
CUT_Z_MM = 1.2
NEIGHBOUR = "#D8C6A5"
"""Colour of the other quarter in a section."""


def game(kit: PicturedKit) -> Scene:
    """The board in the middle of a game, and a player's rack."""
    return Scene([*_board(kit), *_words(kit), *_row(kit)], (0.14, -1.0, 1.0), height=0.8)


def tile(kit: PicturedKit) -> Scene:
    """Three tiles, one of them on its back."""
    props = [
        *_tile(kit, "W", moved(turned("z", 8), (-12, 3, 0))),
        *_tile(kit, "Qu", moved(turned("z", -7), (12, -2, 0))),
    ]
    thickness = kit.parts[props[0].part].bbox_mm[1][2]
    props += _tile(kit, "E", moved(turned("z", 20) @ turned("x", 180), (34, 8, thickness)))
    return Scene(props, (0.15, -1.0, 1.1), height=0.43)


def quarter(kit: PicturedKit) -> Scene:
    """A board quarter as it lies on the bed, its seams to the viewer."""
    return Scene([Prop(_quarter(kit), turned("z", 180))], (0.75, -1.0, 0.95))


def quarter_below(kit: PicturedKit) -> Scene:
    """The same from below: arms, sockets, tongues and grooves."""
    pose = turned("z", 90) @ turned("x", 180)
    return Scene([Prop(_quarter(kit), pose)], (0.75, -1.0, 1.2))


def rack(kit: PicturedKit) -> Scene:
    """A full rack, as its player sees it."""
    return Scene(list(_row(kit)), (0.28, -1.0, 0.55), height=0.47)


def rack_halves(kit: PicturedKit) -> Scene:
    """The two halves of a rack from behind, apart."""
    joint = next(joint for joint in kit.manifest.joints if joint.kind == "rack-snap")
    first, second = joint.members
    back = -APART_MM * np.array(joint.insert)
    return Scene(
        [
            Prop(kit.standing[first].part, moved(_pose(kit, first), back)),
            Prop(kit.standing[second].part, _pose(kit, second)),
        ],
        (0.3, 1.0, 0.75),
        height=0.45,
    )


def stack(kit: PicturedKit) -> Scene:
    """Five tiles on each other."""
    props = [
        Prop(item.part, _pose(kit, name))
        for name, item in kit.standing.items()
        if item.group == "stack"
    ]
    return Scene(props, (0.55, -1.0, 0.62))


def click(kit: PicturedKit) -> Scene:
    """Two quarters shortly before they click."""
    joint = next(joint for joint in kit.manifest.joints if joint.kind == "board-snap")
    first, second = joint.members
    back = -BEFORE_CLICK_MM * np.array(joint.insert)
    part = kit.standing[first].part
    props = [Prop(part, moved(_pose(kit, first), back)), Prop(part, _pose(kit, second))]
    return Scene(props, (0.35, -1.0, 0.9), height=0.6)


def snap(kit: PicturedKit) -> Scene:
    """A seated snap, cut through its arms, seen from above."""
    joint = next(joint for joint in kit.manifest.joints if joint.kind == "board-snap")
    first, second = joint.members
    carrier = _pose(kit, joint.members[joint.arm_members[0]])
    # The boxes come in pairs, one a clip.
    corners = [carrier @ [*corner, 1.0] for box in joint.arms[:2] for corner in box]
    x, y = (np.min(corners, axis=0) + np.max(corners, axis=0))[:2] / 2
    part = kit.standing[first].part
    return Scene(
        [Prop(part, _pose(kit, first)), Prop(part, _pose(kit, second), NEIGHBOUR)],
        (0, 0, 1),
        height=0.47,
        projection="parallel",
        focus=(x, y, 0.0),
        width_mm=30.0,
        cut_z=CUT_Z_MM,
    )


PICTURES: dict[str, Callable[[PicturedKit], Scene]] = {
    "game": game,
    "tile": tile,
    "quarter": quarter,
    "quarter-below": quarter_below,
    "rack": rack,
    "rack-halves": rack_halves,
    "stack": stack,
    "click": click,
    "snap": snap,
}


def _pose(kit: PicturedKit, item: str) -> Pose:
    return placed(kit.standing[item].pose)


def _quarter(kit: PicturedKit) -> str:
    return next(part.name for part in kit.manifest.parts if part.kind == "board-quarter")


def _board(kit: PicturedKit) -> Iterator[Prop]:
    for name, item in kit.standing.items():
        if name.startswith("quarter-"):
            yield Prop(item.part, _pose(kit, name))


def _words(kit: PicturedKit) -> Iterator[Prop]:
    """Tiles laid and stacked on cells; what a smaller board or set lacks is left out."""
    rows = [int(name.split("-")[1]) for name in kit.standing if name.startswith("cell-")]
    half = (max(rows) + 1) // 2
    step = np.array(stack_pitch(kit))
    for (row, column), labels in WORDS.items():
        cell = f"cell-{half + row}-{half + column}"
        if cell in kit.standing:
            for level, label in enumerate(labels):
                yield from _tile(kit, label, moved(_pose(kit, cell), level * step))


def _row(kit: PicturedKit) -> Iterator[Prop]:
    """The first rack with a word on it."""
    for name, item in kit.standing.items():
        if item.group != "rack-1" or is_letter(name):
            continue
        part = kit.parts[item.part]
        if part.kind == "tile":
            place = int(name.rpartition("-")[2]) - 1
            label = ROW[place : place + 1]
            yield from with_letter(kit, kit.tile(label) or part.name, _pose(kit, name))
        else:
            yield Prop(part.name, _pose(kit, name))


def _tile(kit: PicturedKit, label: str, pose: Pose) -> Iterator[Prop]:
    """A tile, and in two colours the letter in its pocket; nothing where the kit has none."""
    name = kit.tile(label)
    if name is not None:
        yield from with_letter(kit, name, pose)


def main() -> None:
    """Draw all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kit", type=Path, help="the folder of a built kit")
    parser.add_argument("output", type=Path, help="the folder for the pictures")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(PICTURES)}; by default all")
    parser.add_argument("--suffix", default="", help="end of the files' names")
    parser.add_argument("--width", type=int, default=WIDTH, help="in pixels (%(default)s)")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in PICTURES:
            parser.error(f"{name}: no such picture; known are {', '.join(PICTURES)}")
    kit = PicturedKit.read(chosen.kit)
    names = chosen.names or list(PICTURES)
    pictures = [
        Picture(f"{name}{chosen.suffix}.png", PICTURES[name](kit), "", chosen.width)
        for name in names
    ]
    drawn = draw_all(kit, pictures, Store(None), note=lambda text: print(text, file=sys.stderr))
    chosen.output.mkdir(parents=True, exist_ok=True)
    for name, data in drawn.files.items():
        path = chosen.output / name
        path.write_bytes(data)
        print(path)


if __name__ == "__main__":
    main()
