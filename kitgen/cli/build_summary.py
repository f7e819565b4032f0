"""What `kitgen build` says of a kit that was planned, built, or found wanting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from kitgen.cli.json_output import print_json

if TYPE_CHECKING:
    from kitgen.build import Built
    from kitgen.checks.report import Report
    from kitgen.production.planning import Plan


@dataclass(frozen=True)
class _Row:
    """One line of the closing table."""

    part: str
    count: int
    volume_mm3: float
    density_g_per_cm3: float

    @property
    def cm3(self) -> float:
        return self.volume_mm3 / 1000

    @property
    def grams(self) -> float:
        return self.cm3 * self.density_g_per_cm3

    def for_json(self) -> dict[str, object]:
        return {
            "part": self.part,
            "count": self.count,
            "cm3_each": round(self.cm3, 3),
            "cm3_in_all": round(self.cm3 * self.count, 3),
            "grams_in_all": round(self.grams * self.count, 2),
        }


def show_plan(planned: Plan, *, quiet: bool, as_json: bool) -> None:
    """Say what would be built."""
    rows = [_Row(part.name, part.count, part.volume_mm3, planned.density) for part in planned.parts]
    if as_json:
        _print_json(rows, {"notes": planned.notes})
    elif not quiet:
        _print_table(rows)
        for note in planned.notes:
            typer.echo(f"note: {note}")
        typer.echo("Nothing was built; the figures are for solid parts, from their dimensions.")


def show_built(built: Built, *, quiet: bool, as_json: bool) -> None:
    """Say what was built, where it lies, and what to do next."""
    plan = built.plan
    rows = [
        _Row(part.name, part.count, part.solid_volume_mm3, plan.density)
        for part in built.manifest.parts
    ]
    if as_json:
        judged = None if built.judgement is None else built.manifest.playability
        playability = None if judged is None else judged.model_dump(mode="json")
        more = {
            "output": str(built.folder),
            "notes": plan.notes,
            "playability": playability,
            "check": None if built.report is None else built.report.verdict,
        }
        _print_json(rows, more)
        return
    if quiet:
        return
    _print_table(rows)
    typer.echo("Grams in the table are for solid parts; infill makes boards and racks lighter.")
    if len(plan.parts) < len(plan.whole):
        typer.echo(f"These are {len(plan.parts)} of the {len(plan.whole)} parts of the whole kit.")
    steps = "step/ (the exact solids), " if plan.request.step else ""
    typer.echo(
        f"Written to {built.folder}: 3mf/plate-01.3mf and on (the prints), stl/ (one file a part), "
        f"3mf/kit.3mf (all on one sheet), {steps}bom.csv, manifest.json"
    )
    for line in _plate_lines(built):
        typer.echo(line)
    if plan.request.preview:
        typer.echo(f"Look at it: {built.folder / 'preview.html'}, and pictures/.")
    if plan.request.paper and not plan.request.only:
        typer.echo("For the box lid: paper/rules-booklet.pdf, score-sheet.pdf, manual.pdf.")
    if (judgement := built.judgement) is not None:
        typer.echo(f"{judgement.notice()[0].upper()}{judgement.notice()[1:]}.")
        if judgement.verdict in ("not playable", "undecided"):
            typer.echo("`kitgen validate` tells more of the same profile and size.")
    if built.report is not None:
        typer.echo(f"The kit {built.report.summary()} (report.html).")
    p = plan.request.settings.print
    if p.letter_style == "inlay":
        which = "the plates of tiles take two filaments: body first, letter second"
        if p.slicer == "generic":
            which += (
                "; with --slicer prusa, bambu, orca or cura the files say so, plain ones are taken "
                "for loose parts by PrusaSlicer"
            )
        typer.echo(f"Inlaid letters: {which}.")
    typer.echo(
        f"Next: slice the plates at {p.layer_height:g} mm layers, the first one too, without "
        "supports, as they lie; print the first and try it before the rest."
    )


def _plate_lines(built: Built) -> list[str]:
    """The prints and what they take."""
    manifest = built.manifest
    lines = []
    grams = 0.0
    hours: dict[str, float] = {}
    for plate in manifest.plates:
        lines.append(f"  {plate.file}: {plate.title}")
        if plate.estimate is not None:
            grams += plate.estimate.grams
            for name, value in plate.estimate.hours.items():
                hours[name] = hours.get(name, 0.0) + value
    if manifest.printer is not None and lines:
        width, depth = manifest.printer.bed_mm
        times = " or ".join(f"{value:.0f} h at {name} speeds" for name, value in hours.items())
        lines.append(
            f"Plates for {manifest.printer.name} ({width:g} x {depth:g} mm); by kitgen's own "
            f"estimate {grams:.0f} g and {times}."
        )
    if (change := manifest.filament_change) is not None:
        lines.append(
            f"Letters in their colour with one nozzle: change filament when {change.z_mm:g} mm are "
            f"printed, before layer {change.layer} of the tiles' plates; slicers list that layer "
            f"by its top."
        )
    return lines


def show_failures(report: Report) -> None:
    """Say what the check found, on the error stream."""
    from kitgen.cli.check import failures

    for line in failures(report):
        typer.echo(line, err=True)


def _print_json(rows: Sequence[_Row], more: Mapping[str, object]) -> None:
    print_json({**more, "parts": [row.for_json() for row in rows]})


def _print_table(rows: Sequence[_Row]) -> None:
    from kitgen.cli.terminal import print_table

    cells = [
        (
            row.part,
            row.count,
            f"{row.cm3:.2f}",
            f"{row.cm3 * row.count:.2f}",
            f"{row.grams * row.count:.1f}",
        )
        for row in rows
    ]
    volume = sum(row.cm3 * row.count for row in rows)
    grams = sum(row.grams * row.count for row in rows)
    total = ("total", sum(row.count for row in rows), "", f"{volume:.2f}", f"{grams:.1f}")
    print_table("", ("part", "count", "cm3 each", "cm3 in all", "grams in all"), [*cells, total])
