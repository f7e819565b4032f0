"""What the manual says of printing: settings, plates, filament by colour, change of filament."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kitgen.export.manifest import Part, Plate
from kitgen.paper.part_words import counted, kind, tenths
from kitgen.pictures.kit import PicturedKit
from kitgen.slicing.record import RECORD, SliceRecord
from kitgen.wording import FALLBACK, Wording

WALLS = 2
INFILL = 0.15
"""What estimates assume, and what holds."""
_ROLES = (("board", "board_colour"), ("rack", "rack_colour"), ("tile", "tile_colour"))
_ALL_PLATES = "3mf/kit.3mf"


@dataclass(frozen=True)
class _Row:
    """Figures of one plate, copies counted."""

    file: str
    holds: str
    colours: tuple[str | None, ...]
    copies: int
    grams: float
    hours: tuple[float, ...]


def sliced(kit: PicturedKit) -> SliceRecord | None:
    """What a slicer made of this very kit; None where none was asked, or of another kit."""
    path: Path = kit.folder / RECORD
    try:
        record = SliceRecord.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
    files = {one.file for one in record.prints}
    same = record.manifest_sha256 == kit.manifest_sha256
    return record if same and files >= {plate.file for plate in kit.manifest.plates} else None


def printing(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    """What the template shows under the heading about printing."""
    text = wording.text
    plates = kit.manifest.plates
    return {
        "title": text("print.title"),
        "intro": text("print.intro" if plates else "print.no_plates"),
        "settings_title": text("print.settings"),
        "settings": _settings(kit, wording),
        "advice": _advice(kit, wording),
        "change": _change(kit, wording),
        "plates": _plates(kit, wording) if plates else None,
        "plans_title": text("print.plans"),
        "plans": _plans(kit, wording),
    }


def holds(kit: PicturedKit, plate: Plate, wording: Wording) -> str:
    """What lies on a plate, counted by kind."""
    return counted(wording, (kit.parts[item.part] for item in plate.items))


def _settings(kit: PicturedKit, wording: Wording) -> list[tuple[str, str]]:
    number, text, printed = wording.number, wording.text, kit.printed
    rows = []
    printer = kit.manifest.printer
    if printer is not None:
        value = text(
            "print.printer_value",
            name=printer.name,
            width=number(printer.bed_mm[0], 1),
            depth=number(printer.bed_mm[1], 1),
            nozzle=number(printer.nozzle_mm, 2),
        )
        rows.append((text("print.printer"), value))
    if kit.manifest.material is not None:
        rows.append((text("print.material"), kit.manifest.material.name))
    layer = number(printed["layer_height"], 3)
    rows.append((text("print.layer"), text("print.layer_value", n=layer)))
    line = number(printed["line_width"], 2)
    rows.append((text("print.walls"), text("print.walls_value", walls=WALLS, n=line)))
    rows.append((text("print.infill"), text("units.percent", n=number(100 * INFILL))))
    rows.append((text("print.supports"), text("print.supports_value")))
    gap = number(printed["clearance_per_side"], 2)
    rows.append((text("print.clearance"), text("print.clearance_value", n=gap)))
    return rows


def _advice(kit: PicturedKit, wording: Wording) -> str:
    """Of the material: in the manual's language where it is one of kitgen's own."""
    material = kit.manifest.material
    if material is None:
        return ""
    ours: Mapping[str, str] = Wording.read("kitgen.paper", "manual", FALLBACK).table["material"]
    if ours.get(material.name) == material.advice:
        return wording.text(f"material.{material.name}")
    return material.advice


def _plates(kit: PicturedKit, wording: Wording) -> dict[str, Any]:
    text, number = wording.text, wording.number
    record = sliced(kit)
    rows = _rows(kit, wording, record)
    if not all(row.hours for row in rows):
        return _bare_plates(rows, wording)
    copies = any(row.copies != 1 for row in rows)
    header = [text("print.file"), text("print.holds"), text("print.colour")]
    header += [text("print.copies")] if copies else []
    header += [text("print.grams")]
    header += [text("print.hours")] if record else [text("print.careful"), text("print.fast")]
    figures = [
        [
            *([number(row.copies)] if copies else []),
            tenths(wording, row.grams),
            *(tenths(wording, hours) for hours in row.hours),
        ]
        for row in rows
    ]
    totals = [
        *([number(sum(row.copies for row in rows))] if copies else []),
        tenths(wording, _sum(row.grams for row in rows)),
        *(tenths(wording, _sum(column)) for column in zip(*(r.hours for r in rows), strict=True)),
    ]
    return {
        "title": text("print.plates"),
        "header": header,
        "rows": [
            {"file": row.file, "holds": row.holds, "colours": row.colours, "figures": figure}
            for row, figure in zip(rows, figures, strict=True)
        ],
        "total": {"label": text("print.total"), "figures": totals},
        "note": _source(kit, wording, record),
        "colours": _by_colour(kit, wording, record),
    }


def _bare_plates(rows: Sequence[_Row], wording: Wording) -> dict[str, Any]:
    """Plates of a kit of before estimates were recorded: no figures rather than wrong ones."""
    return {
        "title": wording.text("print.plates"),
        "header": [wording.text(f"print.{key}") for key in ("file", "holds", "colour")],
        "rows": [
            {"file": row.file, "holds": row.holds, "colours": row.colours, "figures": []}
            for row in rows
        ],
        "total": {"label": "", "figures": []},
        "note": "",
        "colours": None,
    }


def _rows(kit: PicturedKit, wording: Wording, record: SliceRecord | None) -> list[_Row]:
    rows = []
    for plate in kit.manifest.plates:
        what = holds(kit, plate, wording)
        name = plate.file.rpartition("/")[2]
        if record is not None:
            one = next(one for one in record.prints if one.file == plate.file)
            grams = _sum(filament.grams for filament in one.filaments) * one.copies
            hours: tuple[float, ...] = (one.hours * one.copies,)
            rows.append(_Row(name, what, plate.colours, one.copies, grams, hours))
        elif plate.estimate is not None:
            by_speed = plate.estimate.hours
            hours = (by_speed["careful"], by_speed["fast"])
            rows.append(_Row(name, what, plate.colours, 1, plate.estimate.grams, hours))
        else:
            rows.append(_Row(name, what, plate.colours, 1, 0.0, ()))
    return rows


def _source(kit: PicturedKit, wording: Wording, record: SliceRecord | None) -> str:
    source = wording.text("print.own_estimate")
    if record is not None:
        source = wording.text(
            "print.sliced",
            slicer=record.slicer,
            speeds=record.speeds.name,
            layer=wording.number(record.process.layer_height_mm, 3),
        )
    if any(file.path == _ALL_PLATES for file in kit.manifest.files):
        file = _ALL_PLATES.rpartition("/")[2]
        return wording.text("print.plates_note", source=source, file=file)
    return source


def _by_colour(kit: PicturedKit, wording: Wording, record: SliceRecord | None) -> dict[str, Any]:
    """Grams and metres of each colour; what is printed of two is estimated together."""
    grams: dict[tuple[str | None, ...], float] = {}
    metres: dict[tuple[str | None, ...], float] = {}
    if record is not None:
        for filament in record.total.filaments:
            grams[(filament.colour,)] = filament.grams
            metres[(filament.colour,)] = filament.metres
    else:
        for plate in kit.manifest.plates:
            if plate.estimate is not None:
                key = plate.colours
                grams[key] = grams.get(key, 0.0) + plate.estimate.grams
                metres[key] = metres.get(key, 0.0) + plate.estimate.metres
    return {
        "title": wording.text("print.by_colour"),
        "header": [
            wording.text("print.colour"),
            wording.text("print.used_for"),
            wording.text("print.grams"),
            wording.text("print.metres"),
        ],
        "rows": [
            {
                "colours": colours,
                "roles": _roles(kit, wording, colours),
                "figures": [
                    tenths(wording, grams[colours]),
                    tenths(wording, metres[colours]),
                ],
            }
            for colours in grams
        ],
    }


def _roles(kit: PicturedKit, wording: Wording, colours: Sequence[str | None]) -> str:
    roles = [role for role, key in _ROLES if kit.printed.get(key) in colours]
    if kit.printed.get("letter_style") != "engraved" and kit.printed["letter_colour"] in colours:
        roles.append("letter")
    pieces = (part for part in kit.manifest.parts if kind(part) == "coupon")
    if any(part.colour in colours for part in pieces):
        roles.append("coupon")
    return wording.listed(wording.text(f"roles.{role}") for role in roles)


def _change(kit: PicturedKit, wording: Wording) -> dict[str, Any] | None:
    change = kit.manifest.filament_change
    both = [plate for plate in kit.manifest.plates if len(plate.colours) > 1]
    files = wording.listed(plate.file.rpartition("/")[2] for plate in both)
    if change is not None and both:
        text = wording.text(
            "change.swap",
            files=files,
            height=wording.number(change.z_mm, 2),
            layer=wording.number(change.layer),
            first=change.first,
            second=change.second,
        )
        colours = (change.first, change.second)
    elif both and any(part.kind == "tile-letter" for part in kit.manifest.parts):
        first, second = colours = (both[0].colours[0], both[0].colours[1])
        text = wording.text("change.inlay", files=files, first=first, second=second)
    else:
        return None
    return {"title": wording.text("change.title"), "text": text, "colours": colours}


def _plans(kit: PicturedKit, wording: Wording) -> list[dict[str, Any]]:
    """Each plate from above: places of the boxes round its parts on the bed, in mm."""
    printer = kit.manifest.printer
    if printer is None:
        return []
    plans = []
    for plate in kit.manifest.plates:
        what = holds(kit, plate, wording)
        name = plate.file.rpartition("/")[2]
        items = []
        for item in plate.items:
            part = kit.parts[item.part]
            low, high = _turned_box(part, item.turn_deg)
            corner = [low[0] + item.place_mm[0], low[1] + item.place_mm[1]]
            size = [high[0] - low[0], high[1] - low[1]]
            label = part.label if part.kind == "tile" and part.label != "_" else ""
            items.append(
                {"at": corner, "size": size, "colour": kit.colour(part.name), "label": label or ""}
            )
        plans.append(
            {
                "bed": printer.bed_mm,
                "items": items,
                "caption": wording.text("print.plan", file=name, holds=what),
                "alt": wording.text("print.plan_alt", holds=what),
            }
        )
    return plans


def _turned_box(part: Part, degrees: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Lowest and highest corner of the box round a part's box after a turn about z, in mm."""
    (x0, y0, _), (x1, y1, _) = part.bbox_mm
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = [(c * x - s * y, s * x + c * y) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (min(xs), min(ys)), (max(xs), max(ys))


def _sum(values: Iterable[float]) -> float:
    return round(math.fsum(values), 6)
