"""How to read the coupon, and which setting each of its numbers stands for."""

from __future__ import annotations

import re
from typing import Any

from kitgen.paper.part_words import kind
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import Wording

_PIECE = re.compile(r"coupon-(board|rack|nest)-(\d\d)(?:-|$)")
LARGEST_OFFSET_MM = 0.2
"""Of `print.fit_offset_*`, either way."""


def coupon(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    """What the template shows about coupons, those of this kit or how to get one."""
    text = wording.text
    found: dict[str, set[int]] = {}
    for part in kit.manifest.parts:
        match = _PIECE.match(part.name)
        if match and part.count:
            found.setdefault(match[1], set()).add(int(match[2]))
    files = [
        plate.file.rpartition("/")[2]
        for plate in kit.manifest.plates
        if any(kind(kit.parts[item.part]) == "coupon" for item in plate.items)
    ]
    intro = text("coupon.intro_elsewhere")
    if found and files:
        intro = text("coupon.intro", file=wording.listed(files))
    tables = [_table(kit, wording, joint, sorted(found[joint])) for joint in found]
    clearance = kit.printed["clearance_per_side"]
    wider = round(clearance + 0.1, 2)
    return {
        "title": text("coupon.title"),
        "intro": intro,
        "tables": tables,
        "then": text("coupon.then", setting=f"print.clearance_per_side={wider:.2f}"),
    }


def _table(kit: PicturedKit, wording: Wording, joint: str, numbers: list[int]) -> dict[str, Any]:
    text, number = wording.text, wording.number
    clearance = float(kit.printed["clearance_per_side"])
    now = clearance + float(kit.printed[f"fit_offset_{joint}"])
    rows = []
    for hundredths in numbers:
        gap = hundredths / 100
        if abs(gap - now) < 0.005:
            advice = [text("coupon.as_is")]
        else:
            advice = [text("coupon.all_joints", setting=f"print.clearance_per_side={gap:.2f}")]
            offset = round(gap - clearance, 2)
            if abs(offset) <= LARGEST_OFFSET_MM + 1e-9:
                setting = f"print.fit_offset_{joint}={offset:.2f}"
                advice.append(text("coupon.one_joint", setting=setting))
        rows.append([f"{hundredths:02d}", text("units.mm", n=number(gap, 2)), advice])
    return {
        "title": text(f"coupon.joint_{joint}"),
        "how": text("coupon.how_nest" if joint == "nest" else "coupon.how"),
        "header": [text("coupon.number"), text("coupon.gap"), text("coupon.do")],
        "rows": rows,
    }
