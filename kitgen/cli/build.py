"""`kitgen build`: from a profile to a folder of files for the slicer."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from wordstack.errors import shown

from kitgen.cli.numbers import whole_number
from kitgen.cli.options import AsJson, Jobs, NoCache, PaperLanguage, PaperSize, Quiet
from kitgen.errors import UserError

if TYPE_CHECKING:
    from kitgen.build import Built, Plan
    from kitgen.checks.report import Report

OUTPUT = Path("output")

_MOST_DIGITS = 6
"""Of a number of spares, so that absurd ones need no arithmetic."""


def build(
    profile: Annotated[
        str, typer.Option("--profile", "-p", help="A shipped profile's name or a TOML file.")
    ] = "werdup",
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            "-n",
            parser=whole_number,
            metavar="N",
            help="Squares along one side: even, 6 to 16.",
            show_default="the profile's",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="The kit's folder.", show_default="output/PROFILE-SIZE"
        ),
    ] = None,
    font: Annotated[
        str | None, typer.Option(help="Family name or font file; see `kitgen fonts`.")
    ] = None,
    font_weight: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="N", help="100 to 1000; 400 is regular, 700 bold."
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="N", help="Racks to print.", show_default="the profile's"
        ),
    ] = None,
    printer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Whose bed plates are packed for; `kitgen profiles printers` lists them.",
            show_default="the profile's",
        ),
    ] = None,
    slicer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="For whom 3MF files are written: generic, prusa, bambu, orca or cura.",
            show_default="the profile's",
        ),
    ] = None,
    paper: PaperSize = None,
    language: PaperLanguage = None,
    set_options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Any setting; see `kitgen profiles show`."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PARTS",
            help="Only these parts, by name: tile-E,rack-half. Goes to output/PROFILE-SIZE-only.",
        ),
    ] = None,
    spare: Annotated[
        list[str] | None,
        typer.Option(metavar="TILE=N", help="N more of a tile or part than the kit needs: E=1."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Write STEP files as well.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be built; build nothing.")
    ] = False,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Use a folder that is not a kit; its files are kept."),
    ] = False,
    no_validate: Annotated[
        bool, typer.Option("--no-validate", help="Do not play whether the tile set is playable.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Build nothing if the tile set is not playable.")
    ] = False,
    no_check: Annotated[
        bool, typer.Option("--no-check", help="Do not measure whether the files fit and print.")
    ] = False,
    no_preview: Annotated[
        bool, typer.Option("--no-preview", help="Draw no pictures, and no page to turn it round.")
    ] = False,
    no_paper: Annotated[
        bool, typer.Option("--no-paper", help="No rules booklet, score sheet and manual.")
    ] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Build the printable kit: board quarters, rack halves and letter tiles.

    Example: kitgen build --size 8 --players 2 --set print.clearance_per_side=0.25 -o mykit
    """
    from kitgen.build import FailedCheckError, Request, plan
    from kitgen.build import build as build_kit
    from kitgen.cli.terminal import Reporter
    from kitgen.output_folder import recover
    from kitgen.settings import load_settings

    settings = load_settings(
        profile,
        size=size,
        set_options=set_options or (),
        named={
            "print.font": font,
            "print.font_weight": font_weight,
            "print.players": players,
            "print.printer": printer,
            "print.slicer": slicer,
            "print.paper": paper,
            "print.paper_language": language,
        },
    )
    if strict and no_validate:
        raise UserError("--strict needs to know whether the tile set is playable: no --no-validate")
    names = _names(only or ())
    request = Request(
        settings=settings,
        only=names,
        spare=_spares(spare or ()),
        step=step,
        jobs=jobs,
        use_cache=not no_cache,
        force=force,
        # Who prints a tile that got lost has the game already.
        validate=strict or not (no_validate or names),
        strict=strict,
        check=not no_check,
        preview=not no_preview,
        paper=not no_paper,
    )
    partial = "-only" if names else ""
    target = output or OUTPUT / f"{settings.profile_name}-{settings.size}{partial}"
    planned = plan(request)
    if dry_run:
        _show_plan(planned, quiet=quiet, as_json=as_json)
        return
    recover(target)
    try:
        with Reporter(quiet=quiet or as_json) as reporter:
            built = build_kit(planned, target, reporter)
    except FailedCheckError as failure:
        if not quiet:
            _show_failures(failure.report)
        raise
    _show_built(built, quiet=quiet, as_json=as_json)


def _names(options: Sequence[str]) -> tuple[str, ...]:
    names = [name.strip() for option in options for name in option.split(",")]
    if options and not any(names):
        raise UserError("--only: names no part; an example is --only tile-E,rack-half")
    return tuple(name for name in names if name)


def _spares(options: Sequence[str]) -> dict[str, int]:
    spares: dict[str, int] = {}
    for option in (piece.strip() for text in options for piece in text.split(",")):
        key, sign, number = option.rpartition("=")
        if not sign or not key or not number.isdecimal() or not number.isascii():
            raise UserError(f"--spare {option}: must be a tile and a number, such as E=1")
        digits = number.lstrip("0") or "0"
        if len(digits) > _MOST_DIGITS:
            from kitgen.kit.contents import MOST_SPARES

            raise UserError(f"--spare {shown(option)}: must be from 1 to {MOST_SPARES}")
        spares[key] = spares.get(key, 0) + int(digits)
    return spares


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


def _show_plan(planned: "Plan", *, quiet: bool, as_json: bool) -> None:
    rows = [_Row(part.name, part.count, part.volume_mm3, planned.density) for part in planned.parts]
    if as_json:
        _print_json(rows, {"notes": planned.notes})
    elif not quiet:
        _print_table(rows)
        for note in planned.notes:
            typer.echo(f"note: {note}")
        typer.echo("Nothing was built; the figures are for solid parts, from their dimensions.")


def _show_built(built: "Built", *, quiet: bool, as_json: bool) -> None:
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


def _plate_lines(built: "Built") -> list[str]:
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


def _show_failures(report: "Report") -> None:
    from kitgen.cli.check import failures

    for line in failures(report):
        typer.echo(line, err=True)


def _print_json(rows: Sequence[_Row], more: Mapping[str, object]) -> None:
    typer.echo(json.dumps({**more, "parts": [row.for_json() for row in rows]}, indent=2))


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
