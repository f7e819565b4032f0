"""``preview.html`` from a kit: engine, shapes, poses and words in one file."""

from __future__ import annotations

import html
import importlib.resources
import json
import string
from typing import Any

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.page.engine import engine
from kitgen.pictures.page.packing import packed
from kitgen.pictures.tiles import is_letter
from kitgen.steps import explosion
from kitgen.wording import Wording

_SETTERS = {
    "board-quarter": "board",
    "rack-half": "racks",
    "tile": "tiles",
    "tile-letter": "letters",
}
"""Which colour of the page's settings a kind of part takes; others go with the board."""


def preview_page(kit: PicturedKit, language: str) -> bytes:
    """Make the page.

    Args:
        kit: What it shows.
        language: Of its words.

    Returns:
        UTF-8 HTML; the same kit gives the same bytes.

    Raises:
        UserError: A part's file is absent or damaged.
        BuildError: The 3D engine is not where it should be.
    """
    wording = Wording.read("kitgen.pictures.page", "page", language)
    title = wording.text("title", name=kit.game["name"], size=str(kit.manifest.profile["size"]))
    files = importlib.resources.files("kitgen.pictures.page")
    template = string.Template(files.joinpath("page.html").read_text(encoding="utf-8"))
    words = wording.table["page"]
    filled = template.substitute(
        {f"word_{key}": html.escape(value) for key, value in words.items()},
        language=language,
        title=html.escape(title),
        style=files.joinpath("page.css").read_text(encoding="utf-8"),
        engine=engine(),
        data=_script_safe({**_data(kit, wording), "words": dict(wording.table["script"])}),
        script=files.joinpath("page.js").read_text(encoding="utf-8"),
    )
    return filled.encode("utf-8")


def _script_safe(value: object) -> str:
    """JSON that ends no script element, whatever names are in it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _data(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    manifest = kit.manifest
    numbers = {part.name: number for number, part in enumerate(manifest.parts)}
    moves = explosion(manifest)
    printer = manifest.printer
    return {
        "parts": [
            {
                "name": part.name,
                "title": _title(part.kind, part.label, part.name, wording),
                "count": part.count,
                "size": [round(b - a, 1) for a, b in zip(*part.bbox_mm, strict=True)],
                "colour": kit.colour(part.name),
                "setter": _SETTERS.get(part.kind, "board"),
                "mesh": packed(kit.mesh(part.name)),
                "letter": _letter(kit, part.name, numbers),
            }
            for part in manifest.parts
        ],
        "standing": [
            {
                "part": numbers[placed.part],
                "pose": [value for row in placed.pose[:3] for value in row],
                "move": moves[placed.id],
            }
            for placed in manifest.assembly
        ],
        "bed": list(printer.bed_mm) if printer else None,
        "plates": [
            {
                "title": plate.title,
                "items": [[numbers[i.part], i.turn_deg, *i.place_mm] for i in plate.items],
            }
            for plate in manifest.plates
        ],
    }


def _title(kind: str, label: str | None, name: str, wording: Wording) -> str:
    if kind in wording.table["kinds"]:
        return wording.text(f"kinds.{kind}", label=label or "", name=name)
    return name


def _letter(kit: PicturedKit, name: str, numbers: dict[str, int]) -> list[float] | None:
    """Number and height of the letter that a tile of two colours holds in its pocket."""
    letter = f"{name}-letter"
    if is_letter(name) or letter not in numbers:
        return None
    top = kit.parts[name].bbox_mm[1][2] - kit.parts[letter].bbox_mm[1][2]
    return [numbers[letter], round(top, 6)]
