"""Everything of a kit laid out on a table, in order, so that it can be counted."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Scene
from kitgen.pictures.scenes.laying import (
    NOTHING,
    SPACE_MM,
    Laid,
    beside,
    board,
    flowing,
    one_before_another,
    rows,
    tiles,
)
from kitgen.pictures.tiles import is_letter
from kitgen.wording import Wording

_SHAPE = 0.72
"""Wanted depth of the table as a share of its width."""
_MOST_BANDS = 8
_LONGEST = (16, 10)
"""Tiles in a column; only of large sets are there letters with more."""
_MOST_ROWS = 6
"""Of coupon pieces."""
_HOLLOW = 0.4
"""How much it counts that something does not reach as deep as what lies beside it."""
_KINDS = ("board-quarter", "rack-half", "tile")


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """The board's quarters, the racks and the coupon, and before them a column for each letter.

    None where only some parts were made.
    """
    if not kit.manifest.whole:
        return []
    laid = _laid_out(kit)
    if not laid.props:
        return []
    height = round(min(0.8, max(0.4, 0.9 * laid.depth / laid.width)), 3)
    scene = Scene(list(laid.props), (0.0, -0.62, 1.5), height)
    return [Picture("pictures/whole-kit.png", scene, _alt(kit, language), 1440)]


def _laid_out(kit: PicturedKit) -> Laid:
    """The fullest layout that is about as deep as it should be."""
    known = {kind: [p for p in kit.manifest.parts if p.kind == kind and p.count] for kind in _KINDS}
    banded = [
        tiles(kit, known["tile"], bands, most)
        for most in _LONGEST
        for bands in range(1, _MOST_BANDS + 1)
    ]
    best, least = NOTHING, math.inf
    for behind, hollow in _behind(kit):
        for near in banded:
            laid = one_before_another(near, behind)
            if not laid.props:
                continue
            shape = math.log(max(laid.depth, 1.0) / max(laid.width, 1.0) / _SHAPE)
            # What lies on the table is the same in all layouts: the smallest table is the fullest.
            flaws = math.log(laid.width * laid.depth + 1.0) + abs(shape) + _HOLLOW * hollow
            if flaws < least - 1e-9:
                best, least = laid, flaws
    return best


def _behind(kit: PicturedKit) -> Iterator[tuple[Laid, float]]:
    """Ways to lay out all but the tiles, and which share of each table's depth is left free."""
    quarters, halves = (
        [p for p in kit.manifest.parts if p.kind == kind and p.count] for kind in _KINDS[:2]
    )
    others = [p for p in kit.manifest.parts if p.kind not in _KINDS and not is_letter(p.name)]
    whole = board(kit, quarters)
    coupons = [laid for n in range(1, _MOST_ROWS + 1) if (laid := flowing(kit, others, n))]
    for racks, coupon in product([rows(kit, halves, n) for n in (1, 2)], coupons or [NOTHING]):
        deep = max(whole.depth, racks.depth + SPACE_MM + coupon.depth)
        column = one_before_another(coupon, racks, deep if whole.props else 0.0)
        for things in ([whole, racks, coupon], [whole, column]):
            there = [laid for laid in things if laid.props]
            laid = beside(there)
            free = sum(one.width * (laid.depth - one.depth) for one in there)
            yield laid, free / max(1.0, laid.width * laid.depth)


def _alt(kit: PicturedKit, language: str) -> str:
    wording = Wording.read("kitgen.pictures", "pictures", language)
    counts = {kind: sum(p.count for p in kit.manifest.parts if p.kind == kind) for kind in _KINDS}
    every = sum(part.count for part in kit.manifest.parts if not is_letter(part.name))
    counts["other"] = every - sum(counts.values())
    words = [wording.count(f"kit.{kind}", count) for kind, count in counts.items() if count]
    return wording.text("kit.all", things=wording.listed(words))
