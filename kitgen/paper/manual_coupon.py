"""How to read the coupon, and which setting each of its numbers stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from kitgen.paper.part_words import kind
from kitgen.pictures.kit import PicturedKit
from kitgen.settings.print_settings import PrintSettings
from kitgen.wording import Wording

_PIECE = re.compile(r"coupon-(board|rack|nest)-(\d\d)(?:-|$)")
NO_SETTING = "\N{EN DASH}"
"""Stands where none that is allowed would do."""


def coupon(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    """What the template shows about coupons, those of this kit or how to get one."""
    text = wording.text
    found: dict[str, set[int]] = {}
    for part in kit.manifest.parts:
        match = _PIECE.match(part.name)
        if match and part.count:
            found.setdefault(match[1], set()).add(int(match[2]))
    kinds = {
        plate.file.rpartition("/")[2]: {kind(kit.parts[item.part]) for item in plate.items}
        for plate in kit.manifest.plates
    }
    files = [file for file, here in kinds.items() if "coupon" in here]
    intro = text("coupon.intro_elsewhere")
    if found and files:
        alone = all(kinds[file] == {"coupon"} for file in files)
        intro = text("coupon.intro" if alone else "coupon.shared", file=wording.listed(files))
    tables = [_table(kit, wording, joint, sorted(found[joint])) for joint in found]
    return {
        "title": text("coupon.title"),
        "intro": intro,
        "tables": tables,
        "then": text("coupon.then", setting=_example(kit, tables)),
        "others": text("coupon.others") if {"rack", "nest"} - found.keys() else "",
    }


def _example(kit: PicturedKit, tables: Sequence[Mapping[str, Any]]) -> str:
    """A setting to show how one is typed: of the tables, the next wider one, else another."""
    now = setting("clearance_per_side", kit.printed.clearance_per_side)
    shown = {row["settings"][0] for table in tables for row in table["rows"] if row["settings"]}
    others = sorted(shown - {NO_SETTING, now})
    return next((one for one in others if one > now), others[0] if others else now)


def _table(kit: PicturedKit, wording: Wording, joint: str, numbers: list[int]) -> dict[str, Any]:
    text, number = wording.text, wording.number
    clearance = kit.printed.clearance_per_side
    offset = float(getattr(kit.printed, f"fit_offset_{joint}"))
    rows = []
    for hundredths in numbers:
        gap = hundredths / 100
        settings = []
        if abs(gap - clearance - offset) >= 0.005:
            # The offset of this joint stays as it is when all are changed.
            settings.append(setting("clearance_per_side", gap - offset))
            settings.append(setting(f"fit_offset_{joint}", gap - clearance))
        rows.append(
            {
                "number": f"{hundredths:02d}",
                "gap": text("units.mm", n=number(gap, 2)),
                "settings": settings,
            }
        )
    return {
        "title": text(f"coupon.joint_{joint}"),
        "how": text("coupon.how_nest" if joint == "nest" else "coupon.how"),
        "header": [text(f"coupon.{key}") for key in ("number", "gap", "all_joints", "one_joint")],
        "as_is": text("coupon.as_is"),
        "rows": rows,
    }


def setting(name: str, value_mm: float) -> str:
    """What is typed after ``--set``, or :data:`NO_SETTING` where the value is not allowed."""
    value = round(value_mm, 2) + 0.0
    try:
        PrintSettings.model_validate({name: value})
    except ValidationError:
        return NO_SETTING
    return f"print.{name}={value:.2f}"
