"""Everything of a kit laid out on a table, so that it can be counted."""

from __future__ import annotations

from collections.abc import Iterator

from kitgen.export.manifest import Part
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture, Prop, Scene
from kitgen.pictures.tiles import is_letter, lying, with_letter
from kitgen.wording import Wording

_GAP_MM = 5.0
_SHAPE = 1.9
"""Width of the table that is covered against its depth, roughly."""


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """The kit in rows: large parts first, then tiles by letter."""
    pieces = [
        part
        for part in sorted(kit.manifest.parts, key=_large_first)
        if not is_letter(part.name)
        for _ in range(part.count)
    ]
    if not pieces:
        return []
    wording = Wording.read("kitgen.pictures", "pictures", language)
    counts = {kind: sum(p.count for p in kit.manifest.parts if p.kind == kind) for kind in _KINDS}
    words = [wording.count(f"kit.{kind}", count) for kind, count in counts.items() if count]
    others = len(pieces) - sum(counts.values())
    if others:
        words.append(wording.count("kit.other", others))
    alt = wording.text("kit.all", things=wording.listed(words))
    scene = Scene(list(_laid_out(kit, pieces)), (0.0, -0.8, 1.0), 0.6)
    return [Picture("pictures/whole-kit.png", scene, alt, 1280)]


_KINDS = ("board-quarter", "rack-half", "tile")


def _large_first(part: Part) -> tuple[int, str]:
    order = {kind: number for number, kind in enumerate(_KINDS)}
    # The manifest's own order holds within a kind: sorting is stable.
    return order.get(part.kind, len(_KINDS)), "" if part.kind in order else part.kind


def _laid_out(kit: PicturedKit, pieces: list[Part]) -> Iterator[Prop]:
    """Row after row, away from the far left corner, a new row where kind or width asks for it."""
    sizes = [[b - a for a, b in zip(*piece.bbox_mm, strict=True)] for piece in pieces]
    area = sum((x + _GAP_MM) * (y + _GAP_MM) for x, y, _ in sizes)
    width = max((area * _SHAPE) ** 0.5, max(x for x, _, _ in sizes))
    x = y = depth = 0.0
    kind = pieces[0].kind
    for piece, (across, along, _) in zip(pieces, sizes, strict=True):
        if x > 0 and (x + across > width or piece.kind != kind):
            x, y, depth = 0.0, y - depth - _GAP_MM, 0.0
        kind = piece.kind
        depth = max(depth, along)
        yield from with_letter(
            kit, piece.name, lying(kit, piece.name, x + across / 2, y - along / 2)
        )
        x += across + _GAP_MM
