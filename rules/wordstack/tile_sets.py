"""Which tiles a game has, for the profile's own board sizes and for all others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wordstack.errors import ProfileError, RefusedValueError
from wordstack.frozen_map import FrozenMap
from wordstack.labels import BLANK, read_amounts

SMALLEST_BOARD = 5
LARGEST_BOARD = 16
MOST_OF_ONE_LABEL = 256


@dataclass(frozen=True)
class TileSet:
    """The tiles of one game.

    Attributes:
        counts: Number of tiles per label, in letter order, a blank last.
        total: Number of all tiles.
        scaled: Whether the numbers were scaled from the set of another board size.
        note: Where the set comes from, in one line for people.
    """

    counts: Mapping[str, int]
    total: int
    scaled: bool
    note: str


def read_tile_sets(raw: object) -> FrozenMap[int, Mapping[str, int]]:
    """Read the `[game.tiles.N]` tables, smallest board first.

    Raises:
        RefusedValueError: A name is no board size, a set is empty, or a label or number is
            not allowed.
    """
    if not isinstance(raw, Mapping):
        raise RefusedValueError(
            "must hold one table a board size, such as [game.tiles.10]", value=raw
        )
    sets: dict[int, Mapping[str, int]] = {}
    for name, counts in raw.items():
        size = _board_size(str(name))
        amounts = read_amounts(counts, MOST_OF_ONE_LABEL, str(name))
        if not amounts:
            raise RefusedValueError(
                "the tile set is empty: must hold at least one label", str(name)
            )
        if size in sets:
            raise RefusedValueError("this board size stands twice", str(name))
        sets[size] = amounts
    return FrozenMap({size: sets[size] for size in sorted(sets)})


def _board_size(name: str) -> int:
    if name.isascii() and name.isdigit() and len(name) <= 2:
        size = int(name)
        if SMALLEST_BOARD <= size <= LARGEST_BOARD and str(size) == name:
            return size
    raise RefusedValueError(
        f"a tile set is named by its board size, {SMALLEST_BOARD} to {LARGEST_BOARD}, "
        "such as [game.tiles.10]",
        name,
    )


def in_letter_order(counts: Mapping[str, int], letters: Sequence[str]) -> FrozenMap[str, int]:
    """Return the counts in the order of the alphabet, a blank last."""
    return FrozenMap({label: counts[label] for label in (*letters, BLANK) if label in counts})


def scale(counts: Mapping[str, int], total: int) -> FrozenMap[str, int]:
    """Scale a tile set to another number of tiles by largest remainder, at least one of each.

    A label whose exact share is below one tile gets one; the shares of the others are taken
    anew from what is left, until none is below one. Each of those gets its share rounded down,
    and the tiles still left go to the largest remainders, ties by the order of `counts`
    (Hamilton's method of apportionment). All arithmetic is on whole numbers.

    Args:
        counts: Number of tiles per label, in letter order.
        total: Number of tiles wanted.

    Raises:
        ProfileError: Fewer tiles are wanted than there are kinds.
    """
    if total < len(counts):
        raise ProfileError(
            f"{total} tiles are too few: there are {len(counts)} kinds and each needs one"
        )
    shared = dict(counts)
    left = total
    while below := [label for label, n in shared.items() if n * left < sum(shared.values())]:
        for label in below:
            del shared[label]
        left -= len(below)
    whole = sum(shared.values())
    scaled = {label: shared[label] * left // whole if label in shared else 1 for label in counts}
    spare = total - sum(scaled.values())
    by_remainder = sorted(shared, key=lambda label: -(shared[label] * left % whole))
    for label in by_remainder[:spare]:
        scaled[label] += 1
    return FrozenMap(scaled)
