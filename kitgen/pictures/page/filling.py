"""The assembled game as one kit fills it: each part as often as there is one, and no gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kitgen.pictures.scene import placed
from kitgen.pictures.tiles import is_letter, with_letter
from kitgen.steps import stack_allowed

if TYPE_CHECKING:
    from kitgen.export.manifest import Placed
    from kitgen.pictures.kit import PicturedKit


def there_at_once(kit: PicturedKit) -> list[Placed]:
    """What of the kit is there at once, each part where the assembly has a place for its kind.

    The assembly of a manifest is a specimen: it shows a tile in several places, oftener than the
    kit has it, or nowhere. Here the rack is filled, then the stack with tiles of which there are
    the most, then the board from the far left with all the others.
    """
    left = {part.name: part.count for part in kit.manifest.parts}
    stack = stack_allowed(kit.manifest)
    found: list[Placed] = []
    places: dict[str, list[Placed]] = {"rack": [], "stack": [], "board": []}
    for place in kit.manifest.assembly:
        if kit.parts[place.part].kind == "tile":
            if place.group != "stack" or place.id in stack:
                places[place.group.partition("-")[0]].append(place)
        elif left[place.part] > 0 and not (
            is_letter(place.part) and place.part.removesuffix("-letter") in kit.parts
        ):
            left[place.part] -= 1
            found.append(place)
    # Rows from the far one, each from the left.
    places["board"].sort(key=lambda one: (-round(one.pose[1][3], 3), round(one.pose[0][3], 3)))
    tiles = {name: left[name] for name, part in kit.parts.items() if part.kind == "tile"}
    filled = [
        *zip(places["rack"], _different(tiles, list(tiles), len(places["rack"])), strict=False),
        *zip(places["stack"], _different(tiles, _most(tiles), len(places["stack"])), strict=False),
    ]
    rest = [name for name, count in tiles.items() for _ in range(count)]
    filled += zip(places["board"], rest, strict=False)
    for place, tile in filled:
        found += _standing(kit, place, tile)
    return found


def _most(tiles: dict[str, int]) -> list[str]:
    """Names of tiles, those first of which there are most."""
    return sorted(tiles, key=lambda name: -tiles[name])


def _different(tiles: dict[str, int], order: Sequence[str], count: int) -> list[str]:
    """Take tiles, one of each before a second of any.

    Args:
        tiles: How many there are by name; what is taken is taken off.
        order: In which they are taken.
        count: How many are taken at most.
    """
    taken: list[str] = []
    while len(taken) < count and any(tiles.values()):
        for name in order:
            if tiles[name] > 0 and len(taken) < count:
                tiles[name] -= 1
                taken.append(name)
    return taken


def _standing(kit: PicturedKit, place: Placed, tile: str) -> Iterator[Placed]:
    """A tile in a place, and in two colours the letter in its pocket."""
    names = (place.id, f"{place.id}-letter")
    for name, prop in zip(names, with_letter(kit, tile, placed(place.pose)), strict=False):
        rows = [tuple(float(value) for value in row) for row in prop.pose]
        yield place.model_copy(update={"id": name, "part": prop.part, "pose": tuple(rows)})
