"""The kit on as few plates as a search finds, one set of colours a plate."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely

from kitgen.plates.bare import alone
from kitgen.plates.boxes import free_rectangle, pack_boxes
from kitgen.plates.centring import centred
from kitgen.plates.nofit import turned
from kitgen.plates.outlines import Form, OutlinePacker
from kitgen.plates.pieces import Bed, PackedItem, PackedPlate, Piece, Point
from kitgen.plates.titles import title

GAP_MM = 3.0
"""Between parts and to the bed's edge, if nothing else is asked for: room for a brim."""
TILES_TO_TRY = 5
"""How many tiles go with the first quarter where they have its colour: a stack."""


@dataclass(frozen=True)
class _Item:
    """One part of which there may be more."""

    order: int
    """In the list of pieces."""
    piece: Piece
    form: Form


_Plate = list[tuple[_Item, PackedItem]]


def pack(pieces: Sequence[Piece], bed: Bed, gap_mm: float = GAP_MM) -> tuple[PackedPlate, ...]:
    """Pack a kit.

    Parts of the same colours share plates. The first plate is the smallest that tells whether the
    rest is worth printing: the coupons, or one board quarter (with a few tiles, if they have its
    colour), or both where that saves a plate. For it the board may take one plate more than it
    must. A part that leaves no gap to the edges, yet fits the bed, lies on a plate of its own.

    Args:
        pieces: Of the kit; those whose count is 0 are left out.
        bed: Of the printer.
        gap_mm: Between parts, to the edges of the bed and to what is excluded, 0 or more.

    Returns:
        The plates, in the order in which they should be printed.

    Raises:
        UserError: If a part fits the bed at no turn.
    """
    forms: dict[bytes, Form] = {}
    groups: dict[tuple[str, ...], list[_Item]] = {}
    bare: list[PackedPlate] = []
    packer = OutlinePacker(bed, gap_mm)
    for order, piece in enumerate(pieces):
        if piece.count == 0:
            continue
        key = np.round(np.asarray(piece.outline.exterior.coords), 3).tobytes()
        form = forms.get(key) or forms.setdefault(key, packer.form(piece.outline, gap_mm))
        if _fits(piece, form, packer, bed, gap_mm):
            groups.setdefault(piece.colours, []).extend([_Item(order, piece, form)] * piece.count)
        else:
            lies = alone(piece, bed)
            plate = PackedPlate(title([piece.kind]), piece.colours, (lies,))
            bare.extend([plate] * piece.count)
    plates: list[PackedPlate] = []
    for colours, items in sorted(groups.items(), key=lambda group: _urgency(group[1])):
        plates.extend(
            PackedPlate(
                title([item.piece.kind for item, _ in plate]),
                colours,
                centred(
                    [(i.piece, lies) for i, lies in sorted(plate, key=lambda one: one[0].order)],
                    bed,
                    gap_mm,
                ),
            )
            for plate in _Group(items, packer, bed, gap_mm).plates()
        )
    # A quarter that fills its bed comes first all the same, unless there are coupons.
    coupons = any(piece.count and piece.kind.startswith("coupon") for piece in pieces)
    return tuple(plates[:1] + bare + plates[1:] if coupons else bare + plates)


def area_bound(pieces: Sequence[Piece], bed: Bed, gap_mm: float = GAP_MM) -> int:
    """Give the least number of plates by area alone, gaps counted, colours kept apart."""
    room = OutlinePacker(bed, gap_mm).usable.area
    areas: dict[tuple[str, ...], float] = {}
    for piece in pieces:
        area = piece.count * _least_area(piece, gap_mm)
        areas[piece.colours] = areas.get(piece.colours, 0.0) + area
    return sum(math.ceil(area / room - 1e-9) for area in areas.values())


class _Group:
    """The parts of one set of colours."""

    def __init__(
        self, items: Sequence[_Item], packer: OutlinePacker, bed: Bed, gap_mm: float
    ) -> None:
        self.items = sorted(items, key=lambda item: (-round(item.form.area, 1), item.order))
        self.packer = packer
        self.gap = gap_mm
        self.rectangle = free_rectangle(bed, gap_mm)

    def plates(self) -> list[_Plate]:
        """Pack all, so that the first plate is worth printing before the others."""
        probe = self._probe()
        natural = self._fewest(self.items)
        if not probe or len(probe) == len(self.items):
            # The smallest plate first: what is wrong shows on it.
            return sorted(natural, key=lambda plate: sum(item.form.area for item, _ in plate))
        rest = [item for item in self.items if not any(item is other for other in probe)]
        quarters = [item for item in rest if item.piece.kind == "board-quarter"]
        # A first plate that is printed for most of a day is no probe: rather than two quarters on
        # it, one plate more.
        for most in (len(natural), len(natural) + 1):
            for more in range(min(len(quarters), 1) + 1):
                chosen = self.items_of(Counter(probe) + Counter(quarters[:more]))
                first = self._fewest(chosen)
                if len(first) > 1:
                    break
                others = self.items_of(Counter(self.items) - Counter(chosen))
                following = self._fewest(others)
                if 1 + len(following) <= most:
                    return [*first, *following]
        wanted = {item.piece.name for item in probe}
        return sorted(
            natural, key=lambda plate: -sum(item.piece.name in wanted for item, _ in plate)
        )

    def items_of(self, counts: Counter[_Item]) -> list[_Item]:
        """Give as many items as counted, in this group's order."""
        found: list[_Item] = []
        for item in dict.fromkeys(self.items):
            found.extend([item] * counts[item])
        return found

    def _probe(self) -> list[_Item]:
        """What should be printed first: all coupons, else one quarter and some tiles."""
        coupons = [item for item in self.items if item.piece.kind.startswith("coupon")]
        quarters = [item for item in self.items if item.piece.kind == "board-quarter"]
        tiles = [item for item in self.items if item.piece.kind == "tile"]
        return coupons or (quarters[:1] + tiles[:TILES_TO_TRY] if quarters else [])

    def _fewest(self, items: Sequence[_Item]) -> list[_Plate]:
        """Pack by boxes, and where that takes more than area asks for, by outlines too."""
        if not items:
            return []
        least = math.ceil(
            sum(_least_area(item.piece, self.gap) for item in items) / self.packer.usable.area
            - 1e-9
        )
        boxed = self._boxed(items, least)
        if boxed is not None and len(boxed) <= least:
            return boxed
        outlined = self._outlined(items, len(boxed) if boxed else None)
        return boxed if boxed and (not outlined or len(boxed) <= len(outlined)) else outlined

    def _boxed(self, items: Sequence[_Item], least: int) -> list[_Plate] | None:
        sizes = []
        for item in items:
            low_x, low_y, high_x, high_y = item.piece.outline.bounds
            sizes.append((high_x - low_x, high_y - low_y))
        packed = pack_boxes(sizes, self.rectangle, self.gap, least)
        if packed is None:
            return None
        return [
            [
                (items[index], _placed(items[index].piece, 90 if is_turned else 0, corner))
                for index, corner, is_turned in plate
            ]
            for plate in packed
        ]

    def _outlined(self, items: Sequence[_Item], most: int | None) -> list[_Plate]:
        """Fill plate after plate; give up, with none, at as many as are known to do."""
        plates: list[_Plate] = []
        waiting = list(items)
        while waiting:
            if most is not None and len(plates) + 1 >= most:
                return []
            plate: _Plate = []
            left: list[_Item] = []
            for item, lies in zip(
                waiting, self.packer.fill([item.form for item in waiting]), strict=True
            ):
                if lies is None:
                    left.append(item)
                else:
                    x, y = lies.place
                    plate.append(
                        (item, PackedItem(item.piece.name, lies.turn, (round(x, 6), round(y, 6))))
                    )
            plates.append(plate)
            waiting = left
        return plates


def _placed(piece: Piece, turn: int, corner: Point) -> PackedItem:
    """Lay a part so that the lowest corner of the box round it is at a place."""
    low_x, low_y, _, _ = turned(piece.outline, turn).bounds
    return PackedItem(piece.name, turn, (round(corner[0] - low_x, 6), round(corner[1] - low_y, 6)))


def _fits(piece: Piece, form: Form, packer: OutlinePacker, bed: Bed, gap_mm: float) -> bool:
    """Whether a part lies on the empty bed with a gap all around."""
    if any(not packer.empty_region(form, turn).is_empty for turn in form.turns):
        return True
    # Outlines are grown a little more than boxes, so a tight bed may still take the box.
    low_x, low_y, high_x, high_y = piece.outline.bounds
    size = (high_x - low_x, high_y - low_y)
    return pack_boxes([size], free_rectangle(bed, gap_mm), gap_mm, 1) is not None


def _least_area(piece: Piece, gap_mm: float) -> float:
    return _area_with_gap(piece.outline, gap_mm)


@lru_cache(maxsize=256)
def _area_with_gap(outline: shapely.Polygon, gap_mm: float) -> float:
    return float(outline.buffer(gap_mm / 2, quad_segs=4).area)


def _urgency(items: Sequence[_Item]) -> tuple[int, int]:
    """Coupons first, then the board, then what is in the kit's order."""
    kinds = {item.piece.kind for item in items}
    if any(kind.startswith("coupon") for kind in kinds):
        rank = 0
    elif "board-quarter" in kinds:
        rank = 1
    else:
        rank = 2
    return (rank, min(item.order for item in items))
