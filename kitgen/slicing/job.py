"""A whole kit through PrusaSlicer: hours, plastic by colour, layers, support needed."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from kitgen import __version__
from kitgen.errors import BuildError, UserError
from kitgen.export.manifest import Manifest
from kitgen.export.profile_figures import require_figures
from kitgen.slicing.finding import Slicer
from kitgen.slicing.gcode import FILAMENT_MM2, SAME_LAYER_MM, Gcode
from kitgen.slicing.models import Sheet, sheets
from kitgen.slicing.process import SPEEDS, Process, Speeds
from kitgen.slicing.prusa import PATIENCE_S, SlicingError, end_running, slice_model, version
from kitgen.slicing.record import (
    Filament,
    Print,
    ProcessUsed,
    SliceRecord,
    SpeedsUsed,
    added,
)

PLA_G_PER_CM3 = 1.24
"""Where a kit of before it was recorded names no material."""


@dataclass(frozen=True)
class Job:
    """How to slice a kit.

    Attributes:
        slicer: which PrusaSlicer.
        speeds: assumed of the printer.
        jobs: plates sliced at a time.
        patience_s: seconds for one plate.
        keep_in: folder for the G-code; None to drop it.
    """

    slicer: Slicer
    speeds: Speeds = SPEEDS["careful"]
    jobs: int = 1
    patience_s: float = PATIENCE_S
    keep_in: Path | None = None


def read_kit(folder: Path) -> tuple[Manifest, str]:
    """Read a kit's manifest, and give its digest.

    Raises:
        UserError: There is none, or it is none.
    """
    path = folder / "manifest.json"
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UserError(f"{folder}: no kit: manifest.json: {reason}") from None
    manifest = Manifest.from_bytes(data)
    require_figures(manifest.profile)
    return manifest, hashlib.sha256(data).hexdigest()


def process_of(manifest: Manifest, speeds: Speeds = SPEEDS["careful"]) -> Process:
    """How a kit is sliced: at the layers and lines that it was built for."""
    table = manifest.profile.get("print", {})
    printed = table if isinstance(table, dict) else {}
    return Process(
        layer_height=float(printed.get("layer_height", 0.2)),
        line_width=float(printed.get("line_width", 0.45)),
        speeds=speeds,
        density_g_per_cm3=(
            manifest.material.density_g_per_cm3 if manifest.material else PLA_G_PER_CM3
        ),
        nozzle=manifest.printer.nozzle_mm if manifest.printer else 0.4,
    )


def slice_kit(
    folder: Path, job: Job, started: Callable[[int], None], done: Callable[[str], None]
) -> SliceRecord:
    """Slice every plate of a kit, or every part where it has no plates.

    Args:
        folder: the kit's.
        job: how.
        started: called with the number of prints.
        done: called with each print's file, when it is done.

    Raises:
        UserError: The kit cannot be read.
        SlicingError: PrusaSlicer failed.
        BuildError: G-code cannot be kept.
    """
    manifest, digest = read_kit(folder)
    process = process_of(manifest, job.speeds)
    slicer_version = version(job.slicer)
    started(len(manifest.plates) or sum(1 for part in manifest.parts if part.count))

    def one(sheet: Sheet) -> Print:
        made, text = sliced(sheet, process, job.slicer, job.patience_s)
        if job.keep_in is not None:
            _keep(text, job.keep_in / f"{PurePosixPath(sheet.file).stem}.gcode")
        done(sheet.file)
        return made

    with ThreadPoolExecutor(job.jobs) as threads:
        waiting = [threads.submit(one, sheet) for sheet in sheets(folder, manifest)]
        try:
            # The first to fail ends all, wherever it stands in the row.
            for future in as_completed(waiting):
                future.result()
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            # Those that were cancelled are not waited for: nobody is left to tell of them.
            begun = [future for future in waiting if not future.cancelled()]
            # Again and again: one that was about to begin is not among those that run yet.
            while wait(begun, timeout=0.1).not_done:
                end_running()
            raise
        prints = tuple(future.result() for future in waiting)
    return SliceRecord(
        kitgen_version=__version__,
        slicer=slicer_version,
        manifest_sha256=digest,
        process=_process_used(process, manifest),
        speeds=SpeedsUsed(**asdict(job.speeds)),
        prints=prints,
        total=added(prints),
    )


def sliced(
    sheet: Sheet, process: Process, slicer: Slicer, patience_s: float = PATIENCE_S
) -> tuple[Print, str]:
    """Slice one print; give its figures and its G-code.

    Supports are asked for only to see whether any are needed. Where they are, it is sliced once
    more without, so that hours and grams are of what the kit is meant to be printed as.

    Raises:
        SlicingError: PrusaSlicer failed.
    """

    def attempt(supports: bool) -> str:
        options = process.options(tools=sheet.tools, supports=supports)
        arguments = (*options, *sheet.options)
        return slice_model(
            slicer, sheet.model, ".3mf", arguments, name=sheet.file, patience_s=patience_s
        )

    text = attempt(supports=True)
    gcode = _read(text, sheet.file)
    support_cm3 = gcode.support_cm3
    if support_cm3:
        text = attempt(supports=False)
        gcode = _read(text, sheet.file)
    filaments = []
    for colour, length in zip(sheet.colours, _lengths(sheet, gcode), strict=True):
        cm3 = length * FILAMENT_MM2 / 1000
        grams = cm3 * process.density_g_per_cm3
        filaments.append(Filament(colour=colour, grams=grams, metres=length / 1000, cm3=cm3))
    by_hand = sheet.second_above_mm is not None and filaments[1].cm3 > 0
    made = Print(
        file=sheet.file,
        title=sheet.title,
        copies=sheet.copies,
        hours=gcode.hours,
        layers=len(gcode.layers),
        filaments=tuple(filaments),
        changes=gcode.tool_changes + by_hand,
        support_cm3=support_cm3,
    )
    return made, text


def _read(text: str, name: str) -> Gcode:
    """Read G-code and its figures; what is wrong with it names the print.

    Raises:
        SlicingError: It is none of PrusaSlicer's.
    """
    try:
        gcode = Gcode.read(text)
        figures = (gcode.hours, *gcode.filament_mm)
    except SlicingError as error:
        raise SlicingError(f"{name}: {error}") from None
    except ValueError as error:
        raise SlicingError(f"{name}: G-code with a figure that is none: {error}") from None
    if not all(map(math.isfinite, figures)):
        raise SlicingError(f"{name}: G-code with a figure that is no finite number")
    return gcode


def _lengths(sheet: Sheet, gcode: Gcode) -> list[float]:
    """Filament in mm by colour; one that is loaded by hand is told by its height."""
    lengths = gcode.filament_mm
    if sheet.second_above_mm is not None:
        lines = gcode.lines
        above = lines.filament[lines.z > sheet.second_above_mm + SAME_LAYER_MM].sum()
        share = float(above / lines.filament.sum())
        lengths = [lengths[0] * (1 - share), lengths[0] * share]
    return (lengths + [0.0] * len(sheet.colours))[: len(sheet.colours)]


def _process_used(process: Process, manifest: Manifest) -> ProcessUsed:
    return ProcessUsed(
        layer_height_mm=process.layer_height,
        line_width_mm=process.line_width,
        nozzle_mm=process.nozzle,
        perimeters=process.perimeters,
        infill=process.infill,
        top_layers=process.top_layers,
        bottom_layers=process.bottom_layers,
        support_angle_deg=process.support_angle_deg,
        material=manifest.material.name if manifest.material else "PLA",
        density_g_per_cm3=process.density_g_per_cm3,
    )


def _keep(text: str, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BuildError(f"{path} cannot be written: {reason}") from None
