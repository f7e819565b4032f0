"""``preview.html``: the kit in three dimensions, one file that asks for nothing else."""

from __future__ import annotations

import html
import importlib.resources
import json
import re
from typing import TYPE_CHECKING

from kitgen.pictures.page.content import (
    colours,
    content,
    listed_parts,
    part_title,
    plate_title,
    role,
)
from kitgen.pictures.page.engine import engine_script
from kitgen.pictures.part_titles import is_blank
from kitgen.wording import Wording

if TYPE_CHECKING:
    from kitgen.export.manifest import Part
    from kitgen.pictures.kit import PicturedKit

PACKAGE = "kitgen.pictures.page"
SCRIPTS = ("shapes.js", "world.js", "eye.js", "light.js", "page.js")
"""The page's own, in their order: the last sets all going."""
LIMIT = 2_000_000
"""Bytes that a page should stay below."""
OFF_MM = (None, 0.0, 0.005, 0.02, 0.05)
"""How far outlines may be off, tried until a page is small enough: at first shapes are as in the
files, then without what only divides walls. On a screen a tile is seldom larger than 20 pixels a
millimetre."""
_FIELD = re.compile(r"\{\{(?P<kind>text|html|data)\s+(?P<key>[\w.-]+)\}\}")


def preview_page(kit: PicturedKit, language: str) -> bytes:
    """Make the page of a kit.

    Args:
        kit: Whole, a part of one, or a coupon folder.
        language: Of :data:`kitgen.wording.LANGUAGES`.

    Returns:
        UTF-8 HTML that works from ``file://``; its policy forbids it any request.

    Raises:
        UserError: A file of the kit cannot be read.
        BuildError: The 3D engine is not where trimesh used to have it.
    """
    for off_mm in OFF_MM:
        page = _page(kit, language, off_mm)
        if len(page) < LIMIT:
            break
    return page


def _page(kit: PicturedKit, language: str, off_mm: float | None) -> bytes:
    wording = Wording.read(PACKAGE, "page", language)
    shown = content(kit, wording, off_mm=off_mm)
    pieces = {
        "style": _file("page.css"),
        "engine": engine_script(),
        "script": "\n".join(map(_file, SCRIPTS)),
        "kit": json.dumps(shown, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c"),
        "views": _views(kit, wording),
        "plates": _plates(kit, wording),
        "parts": _parts(kit, wording),
        "colours": _colours(kit, wording),
    }
    values = {"language": language, "game": kit.title(language)}

    def filled(match: re.Match[str]) -> str:
        kind, key = match["kind"], match["key"]
        if kind == "html":
            return pieces[key]
        text = values[key] if kind == "data" else wording.text(key, **values)
        return html.escape(text)

    return _FIELD.sub(filled, _file("page.html")).encode()


def _file(name: str) -> str:
    return (importlib.resources.files(PACKAGE) / name).read_text(encoding="utf-8")


def _views(kit: PicturedKit, wording: Wording) -> str:
    there = {
        "assembled": bool(kit.manifest.assembly),
        "plates": bool(kit.manifest.plates),
        "part": True,
    }
    titles = {view: wording.text(f"view.{view}") for view in there}
    if not kit.manifest.whole:
        titles["assembled"] = wording.text("view.assembled-part")
    return "\n".join(
        f'<label class="choice"><input type="radio" name="view" value="{view}">'
        f"<span>{html.escape(titles[view])}</span></label>"
        for view, is_there in there.items()
        if is_there
    )


def _plates(kit: PicturedKit, wording: Wording) -> str:
    return "\n".join(
        f'<option value="{index}">{html.escape(plate_title(kit, plate, index, wording))}</option>'
        for index, plate in enumerate(kit.manifest.plates)
    )


def _parts(kit: PicturedKit, wording: Wording) -> str:
    number = {name: index for index, name in enumerate(kit.parts)}
    return "\n".join(_part(kit, part, number[part.name], wording) for part in listed_parts(kit))


def _part(kit: PicturedKit, part: Part, number: int, wording: Wording) -> str:
    label = part.label if part.kind == "tile" and part.label and not is_blank(part) else ""
    colour = kit.colour(part.name)
    width = "part" if part.kind == "tile" else "part long"
    return (
        f'<label class="{width}"><input type="radio" name="part" value="{number}">'
        f'<span class="swatch" aria-hidden="true" data-role="{role(kit, part)}" '
        f'style="background:{colour};color:{ink(colour)}">{html.escape(label)}</span>'
        f'<span class="name">{html.escape(part_title(part, wording))}</span>'
        f'<span class="count">{html.escape(wording.text("part.count", n=part.count))}</span>'
        "</label>"
    )


def _colours(kit: PicturedKit, wording: Wording) -> str:
    return "\n".join(
        f'<label class="colour"><input type="color" name="{key}" value="{colour.lower()}">'
        f"<span>{html.escape(wording.text(f'colour.{key}'))}</span></label>"
        for key, colour in colours(kit).items()
    )


def ink(colour: str) -> str:
    """Give black or white, whichever reads better on ``#RRGGBB`` (WCAG 2 relative luminance)."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#FFFFFF"
