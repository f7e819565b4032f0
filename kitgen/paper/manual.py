"""The assembly manual: what to print, how to read the coupon, a page a step, what helps, parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kitgen.export.manifest import Part
from kitgen.paper.manual_coupon import NO_SETTING, coupon, setting
from kitgen.paper.manual_plates import printing
from kitgen.paper.part_words import kind, named
from kitgen.paper.typesetting import typeset
from kitgen.pictures.drawing import draw_all
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture
from kitgen.pictures.scenes import parts as part_scenes
from kitgen.pictures.scenes import plates as plate_scenes
from kitgen.pictures.scenes import steps as step_scenes
from kitgen.steps import Step, steps
from kitgen.store import Store
from kitgen.wording import Wording

CARE = (
    "first-layer",
    "tile-sticks",
    "tile-loose",
    "clip-loose",
    "clip-broken",
    "warped",
    "strings",
    "letter",
)
OFFSET_STEP_MM = 0.05


def manual(
    kit: PicturedKit,
    language: str,
    paper: str,
    store: Store,
    *,
    scratch: Path | None = None,
    jobs: int | None = None,
    note: Callable[[str], None] = lambda _: None,
) -> bytes:
    """Typeset the manual of a kit.

    Args:
        kit: Whose plates, steps and parts it shows.
        language: Of :data:`kitgen.wording.LANGUAGES`.
        paper: ``a4`` or ``letter``.
        store: Where drawn pictures are kept.
        scratch: Folder for what typst reads; by default one of its own.
        jobs: How many processes draw pictures.
        note: Called with what the user should know.

    Returns:
        A PDF.

    Raises:
        UserError: A part's file is absent or damaged, or no typeface has one of the letters.
    """
    shown = pictures(kit, language)
    drawn = draw_all(kit, shown, store, jobs=jobs, note=note)
    data = manual_data(kit, language, shown)
    return typeset(
        "manual.typ",
        data,
        pictures=drawn.files,
        language=language,
        paper=paper,
        title=f"{data['title']} · {data['name']}",
        own_font=kit.letter_font,
        own_weight=kit.letter_weight,
        store=store,
        scratch=scratch,
    )


def pictures(kit: PicturedKit, language: str) -> list[Picture]:
    """What the manual shows: each plate, two pictures a step, each part that a step needs."""
    needed = {_part(kit, name).name for step in steps(kit.manifest) for name in _parts(kit, step)}
    paths = {f"pictures/parts/{name}.png" for name in needed}
    of_parts = (one for one in part_scenes.pictures(kit, language) if one.path in paths)
    plates = plate_scenes.pictures(kit, language)
    return [*plates, *step_scenes.pictures(kit, language), *of_parts]


def manual_data(
    kit: PicturedKit, language: str, shown: Sequence[Picture] | None = None
) -> dict[str, Any]:
    """Everything that the template shows, as JSON values; its :func:`pictures`, where known."""
    wording = Wording.read("kitgen.paper", "manual", language)
    pictured = {one.path: one for one in (pictures(kit, language) if shown is None else shown)}
    name = kit.title(language)
    size = wording.number(kit.rulebook.size)
    return {
        "title": wording.text("title"),
        "name": name,
        "subtitle": wording.text("subtitle", name=name, size=size),
        "foot": wording.text("foot", name=name),
        "print": printing(kit, wording, pictured),
        "coupon": coupon(kit, wording),
        "steps": _steps(kit, wording, pictured),
        "step_words": {
            key: wording.text(f"step.{key}") for key in ("need", "do", "feel", "stuck", "undo")
        },
        "care": _care(kit, wording),
        "list": _list(kit, wording),
    }


def _steps(
    kit: PicturedKit, wording: Wording, pictured: Mapping[str, Picture]
) -> list[dict[str, Any]]:
    words = Wording.read("kitgen.steps", "steps", wording.language)
    alts = {path: one.alt for path, one in pictured.items()}
    order = steps(kit.manifest)
    numbered = {step.key: (number, step) for number, step in enumerate(order, start=1)}
    told = []
    for number, step in enumerate(order, start=1):
        needs = []
        counts: Counter[str] = Counter()
        for name, count in step.needs:
            if name in kit.parts:
                counts[_part(kit, name).name] += count
                continue
            path = step_scenes.picture_path(*numbered[name], "finished")  # type: ignore[index]
            label = wording.count(f"outcomes.{name}", count)
            needs.append(_need(wording, count, label, path, alts))
        for name, count in counts.items():
            label = named(wording, kit.parts[name], count)
            needs.append(_need(wording, count, label, f"pictures/parts/{name}.png", alts))
        shown: dict[str, dict[str, Any]] = {}
        for state in step_scenes.STATES:
            path = step_scenes.picture_path(number, step, state)
            height = pictured[path].scene.height
            shown[state] = {"path": path, "alt": alts[path], "height": height}
        told.append(
            {
                "title": wording.text(
                    "step.title", n=number, title=words.text(f"{step.key}.title")
                ),
                "times": wording.count("step.times", step.times) if step.times > 1 else "",
                "needs": needs,
                "do": list(words.table[step.key]["do"]),
                **{key: words.text(f"{step.key}.{key}") for key in ("feel", "stuck", "undo")},
                **shown,
            }
        )
    return told


def _need(
    wording: Wording, count: int, label: str, path: str, alts: dict[str, str]
) -> dict[str, str]:
    number = wording.number(count)
    return {"count": number, "label": label, "path": path, "alt": alts[path]}


def _parts(kit: PicturedKit, step: Step) -> Sequence[str]:
    return [name for name, _ in step.needs if name in kit.parts]


def _part(kit: PicturedKit, name: str) -> Part:
    """Whose picture stands for a part: all tiles are shown by the first."""
    part = kit.parts[name]
    if part.kind != "tile":
        return part
    return next(other for other in kit.manifest.parts if other.kind == "tile" and other.count)


def _care(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    name, now = "fit_offset_nest", kit.printed.fit_offset_nest
    if setting(name, now + OFFSET_STEP_MM) == NO_SETTING:
        name, now = "clearance_per_side", kit.printed.clearance_per_side
    values = {
        "nest_now": f"print.{name}={now:.2f}",
        "nest": f"print.{name}={now + OFFSET_STEP_MM:.2f}",
        "step": wording.number(OFFSET_STEP_MM, 2),
    }
    rows = []
    for key in CARE:
        problem, remedy = (
            wording.text(f"care.{key}.{which}", **values) for which in ("problem", "remedy")
        )
        rows.append([problem, remedy])
    return {
        "title": wording.text("care.title"),
        "header": [wording.text("care.problem"), wording.text("care.remedy")],
        "rows": rows,
        "note": wording.text("care.note"),
    }


def _list(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    """All parts; those of a kind that fill a page by themselves are shortened to a grid."""
    number, text = wording.number, wording.text
    rows, tiles = [], []
    total = 0
    for part in kit.manifest.parts:
        if part.kind == "tile-letter":
            continue  # printed into its tile, and none to look for
        total += part.count
        if part.kind == "tile":
            label = text("list.blank") if part.label in (None, "_") else str(part.label)
            tiles.append([label, number(part.count)])
        elif kind(part) != "coupon":
            rows.append(
                [named(wording, part, 1), number(part.count), _size(part, wording), part.file]
            )
    pieces = [part for part in kit.manifest.parts if kind(part) == "coupon" and part.count]
    if pieces:
        count = sum(part.count for part in pieces)
        rows.append([named(wording, pieces[0], 2), number(count), "", "stl/coupon-*.stl"])
    return {
        "title": text("list.title"),
        "header": [text(f"list.{key}") for key in ("part", "count", "size", "file")],
        "rows": rows,
        "tiles_title": wording.count("list.tiles", sum(_counts(kit, "tile"))) if tiles else "",
        "tiles": tiles,
        "total": wording.count("list.total", total),
    }


def _counts(kit: PicturedKit, of_kind: str) -> list[int]:
    return [part.count for part in kit.manifest.parts if part.kind == of_kind]


def _size(part: Part, wording: Wording) -> str:
    sides = (wording.number(length, 1) for length in part.size_mm)
    return "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}".join(sides)
