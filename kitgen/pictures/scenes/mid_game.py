"""The board in the middle of a game that the rules engine played, and two racks."""

from __future__ import annotations

from collections.abc import Iterator

from kitgen.errors import UserError
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.position import MidGame, mid_game
from kitgen.pictures.scene import Picture, Pose, Prop, Scene, moved, placed, turned
from kitgen.pictures.stage import prop_corners
from kitgen.pictures.tiles import stack_pitch, with_letter
from kitgen.store import Store
from kitgen.wording import Wording

RACK_AWAY_MM = 24.0
"""From the board's edge to the racks."""


def pictures(kit: PicturedKit, language: str, store: Store | None = None) -> list[Picture]:
    """The game; none where the kit has no board, or no game can be played with its tiles.

    Args:
        kit: The kit.
        language: Of the text.
        store: Where positions are kept; by default nowhere.
    """
    pitch = stack_pitch(kit)
    if pitch is None or not kit.manifest.whole or not list(_board(kit)):
        return []
    found = _position(kit, Store(None) if store is None else store)
    if found is None:
        return []
    wording = Wording.read("kitgen.pictures", "pictures", language)
    racks = list(_racks(kit, found))
    alt = wording.count(
        "game.words" if found.worded else "game.letters",
        found.tiles,
        size=wording.number(int(kit.manifest.profile["size"])),
        stacks=_stacks(found, wording),
        racks=wording.text(f"racks.{min(2, len(found.racks), _rack_count(kit))}") if racks else "",
    ).strip()
    props = [*_board(kit), *_laid(kit, found, pitch), *racks]
    scene = Scene(props, (0.1, -1.0, 1.15), 0.8)
    return [Picture("pictures/mid-game.png", scene, alt, 960)]


def _stacks(found: MidGame, wording: Wording) -> str:
    if not found.stacked:
        return wording.text("flat.stacks")
    return wording.count("stacks", found.stacked, tallest=wording.number(found.tallest))


def _position(kit: PicturedKit, store: Store) -> MidGame | None:
    """The position, if the kit has all its tiles and all its squares."""
    try:
        found = mid_game(kit.rulebook, store)
    except UserError:
        # A manifest of before may hold rules that are none any more; its parts can be shown.
        return None
    if found is None:
        return None
    labels = {label for stack in (*found.stacks.values(), *found.racks) for label in stack}
    cells = {f"cell-{row}-{column}" for row, column in found.stacks}
    if not cells <= kit.standing.keys() or any(kit.tile(label) is None for label in labels):
        return None
    return found


def _board(kit: PicturedKit) -> Iterator[Prop]:
    for standing in kit.standing.values():
        if kit.parts[standing.part].kind == "board-quarter":
            yield Prop(standing.part, placed(standing.pose))


def _laid(kit: PicturedKit, found: MidGame, pitch: tuple[float, float, float]) -> Iterator[Prop]:
    """Tiles where the manifest says that a tile stands on a square."""
    for (row, column), stack in found.stacks.items():
        square = placed(kit.standing[f"cell-{row}-{column}"].pose)
        for level, label in enumerate(stack):
            yield from _tile(kit, label, moved(square, [level * step for step in pitch]))


def _racks(kit: PicturedKit, found: MidGame) -> Iterator[Prop]:
    """The first rack before the board, and for a second player the same behind it."""
    standing = [item for item in kit.standing.values() if item.group == "rack-1"]
    halves = [item for item in standing if kit.parts[item.part].kind == "rack-half"]
    places = [item for item in standing if kit.parts[item.part].kind == "tile"]
    if not halves or not places:
        return
    edge = max(float(abs(prop_corners(kit, prop)[:, 1]).max()) for prop in _board(kit))
    boxes = [prop_corners(kit, Prop(half.part, placed(half.pose))) for half in halves]
    near = max(float(corners[:, 1].max()) for corners in boxes)
    shift = (0.0, -edge - RACK_AWAY_MM - near, 0.0)
    # Of a game that two must play, a kit may have one rack all the same.
    for turn, rack in zip((0.0, 180.0)[: _rack_count(kit)], found.racks, strict=False):
        across = turned("z", turn)
        for half in halves:
            yield Prop(half.part, across @ moved(placed(half.pose), shift))
        for place, label in zip(places, rack, strict=False):
            yield from _tile(kit, label, across @ moved(placed(place.pose), shift))


def _rack_count(kit: PicturedKit) -> int:
    return sum(part.count for part in kit.manifest.parts if part.kind == "rack-half") // 2


def _tile(kit: PicturedKit, label: str, pose: Pose) -> Iterator[Prop]:
    name = kit.tile(label)
    if name is not None:
        yield from with_letter(kit, name, pose)
