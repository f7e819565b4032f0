"""What the manual says of printing: settings, plates, filament by colour, change of filament."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kitgen.errors import UserError
from kitgen.export.manifest import Plate
from kitgen.export.manifest_file import plain_bytes
from kitgen.paper.manual_change import filament_change
from kitgen.paper.manual_colours import by_colour
from kitgen.paper.part_words import counted, tenths
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.scene import Picture
from kitgen.pictures.scenes.plates import plate_path
from kitgen.settings.printers import printer
from kitgen.slicing.process import SPEEDS, Process
from kitgen.slicing.record import RECORD, SliceRecord
from kitgen.wording import FALLBACK, Wording

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
        record = SliceRecord.model_validate_json(plain_bytes(path))
    except (OSError, ValidationError):
        return None
    files = {one.file for one in record.prints}
    same = record.manifest_sha256 == kit.manifest_sha256
    return record if same and files >= {plate.file for plate in kit.manifest.plates} else None


def printing(kit: PicturedKit, wording: Wording, pictured: Mapping[str, Picture]) -> dict[str, Any]:
    """What the template shows under the heading about printing; pictures by their path."""
    text = wording.text
    plates = kit.manifest.plates
    return {
        "title": text("print.title"),
        "intro": text("print.intro" if plates else "print.no_plates"),
        "settings_title": text("print.settings"),
        "settings": _settings(kit, wording),
        "advice": _advice(kit, wording),
        "change": filament_change(kit, wording),
        "plates": _plates(kit, wording) if plates else None,
        "views_title": text("print.views"),
        "views": _views(kit, wording, pictured),
    }


def holds(kit: PicturedKit, plate: Plate, wording: Wording) -> str:
    """What lies on a plate, counted by kind."""
    return counted(wording, (kit.parts[item.part] for item in plate.items))


def _settings(kit: PicturedKit, wording: Wording) -> list[tuple[str, str]]:
    number, text, printed = wording.number, wording.text, kit.printed
    process = Process(printed.layer_height)
    rows = []
    machine = kit.manifest.printer
    if machine is not None:
        value = text(
            "print.printer_value",
            name=_title(machine.name),
            width=number(machine.bed_mm[0], 1),
            depth=number(machine.bed_mm[1], 1),
            nozzle=number(machine.nozzle_mm, 2),
        )
        rows.append((text("print.printer"), value))
    if kit.manifest.material is not None:
        rows.append((text("print.material"), kit.manifest.material.name))
    layer = number(printed.layer_height, 3)
    rows.append((text("print.layer"), text("print.layer_value", n=layer)))
    line = number(printed.line_width, 2)
    rows.append((text("print.walls"), text("print.walls_value", walls=process.perimeters, n=line)))
    rows.append((text("print.infill"), text("units.percent", n=number(100 * process.infill))))
    rows.append((text("print.supports"), text("print.supports_value")))
    gap = number(printed.clearance_per_side, 2)
    rows.append((text("print.clearance"), text("print.clearance_value", n=gap)))
    return rows


def _title(name: str) -> str:
    """Make and model of a printer, where it is one that is known here."""
    try:
        return printer(name).title
    except UserError:
        return name


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
        "colours": by_colour(kit, wording, record),
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
    process = Process(kit.printed.layer_height)
    source = wording.text(
        "print.own_estimate",
        walls=wording.number(process.perimeters),
        infill=wording.text("units.percent", n=wording.number(100 * process.infill)),
        **{name: wording.number(speeds.perimeter) for name, speeds in SPEEDS.items()},
    )
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


def _views(
    kit: PicturedKit, wording: Wording, pictured: Mapping[str, Picture]
) -> list[dict[str, str]]:
    """The picture of each plate with its file and what lies on it."""
    views = []
    for number, plate in enumerate(kit.manifest.plates, start=1):
        path = plate_path(number)
        if path in pictured:
            caption = wording.text(
                "print.view", file=plate.file.rpartition("/")[2], holds=holds(kit, plate, wording)
            )
            views.append({"path": path, "alt": pictured[path].alt, "caption": caption})
    return views


def _sum(values: Iterable[float]) -> float:
    return round(math.fsum(values), 6)
