"""The board in the middle of a game that the rules engine played, and the racks before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.position import Stacks, mid_game
from kitgen.pictures.scene import Picture, Prop, Scene, moved, placed
from kitgen.pictures.tiles import is_letter, stack_pitch, with_letter
from kitgen.store import Store
from kitgen.wording import Wording


def pictures(kit: PicturedKit, language: str, store: Store) -> list[Picture]:
    """The game; none for a part of a kit, or where no words are known in the game's language."""
    pitch = stack_pitch(kit)
    if pitch is None or not kit.manifest.whole:
        return []
    played = mid_game(kit.game, int(kit.manifest.profile["size"]), store)
    if played is None:
        return []
    stacks, rack = played
    wording = Wording.read("kitgen.pictures", "pictures", language)
    props = [*_board(kit), *_stacks(kit, stacks, pitch), *_rack(kit, rack)]
    heights = [len(stack) for stack in stacks.values()]
    alt = wording.text(
        "game",
        tiles=wording.number(sum(heights)),
        squares=wording.number(len(heights)),
        stacks=wording.number(sum(height > 1 for height in heights)),
        height=wording.number(max(heights, default=0)),
    )
    scene = Scene(props, (0.14, -1.0, 1.0), 0.8)
    return [Picture("pictures/mid-game.png", scene, alt, 1280)]


def _board(kit: PicturedKit) -> Iterator[Prop]:
    for standing in kit.standing.values():
        if kit.parts[standing.part].kind == "board-quarter":
            yield Prop(standing.part, placed(standing.pose))


def _stacks(kit: PicturedKit, stacks: Stacks, pitch: tuple[float, float, float]) -> Iterator[Prop]:
    """Tiles where the manifest says that a tile stands on a square."""
    for place, labels in stacks.items():
        standing = kit.standing.get(f"cell-{place}")
        for level, tile in enumerate(labels):
            part = kit.tile(tile[:1] if tile.startswith("_") else tile)
            if standing is not None and part is not None:
                lift = [level * step for step in pitch]
                yield from with_letter(kit, part, moved(placed(standing.pose), lift))


def _rack(kit: PicturedKit, tiles: Sequence[str]) -> Iterator[Prop]:
    """The first rack with the tiles of the player to move."""
    letters = list(tiles)
    for name, standing in kit.standing.items():
        if standing.group != "rack-1" or is_letter(name):
            continue
        if kit.parts[standing.part].kind != "tile":
            yield Prop(standing.part, placed(standing.pose))
        elif letters:
            part = kit.tile(letters.pop(0)) or standing.part
            yield from with_letter(kit, part, placed(standing.pose))
