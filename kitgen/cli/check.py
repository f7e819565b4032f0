"""`kitgen check`: whether the written files of a kit fit together and print."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.cli.font_file import require_font
from kitgen.cli.options import AsJson, FontFile, Jobs, KitFolder, NoCache, Quiet, SlicerPath
from kitgen.errors import BuildError, UserError

if TYPE_CHECKING:
    from kitgen.checks.finding import Finding
    from kitgen.checks.report import Report
    from kitgen.checks.written import WrittenKit
    from kitgen.cli.terminal import Reporter
    from kitgen.slicing.finding import Slicer

MOST_LINES = 20
"""Failures that are printed; the report has them all."""
ABOUT_FILES = ("files", "package")
"""Checks that come last among failures: a damaged part fails them too, but they tell less of it."""


def check(
    output: KitFolder = None,
    gcode: Annotated[
        bool,
        typer.Option(
            "--gcode", help="Slice every letter with PrusaSlicer too, and see what it lays down."
        ),
    ] = False,
    slicer_path: SlicerPath = None,
    font: FontFile = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    no_report: Annotated[
        bool, typer.Option("--no-report", help="Write no report.json and report.html.")
    ] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Put the game together from its written files, and measure whether it fits and prints.

    Writes report.json and report.html into the kit's folder. Exit 1: something fails, and the kit
    should not be printed. Every build ends with this, unless told --no-check.

    Four commands judge: `kitgen check` the plastic, `kitgen validate` whether a tile set is
    playable, `kitgen verify` the record of one game, `kitgen rules judge` the engine itself.

    Example: kitgen check output/werdup-10
    """
    from kitgen.checks.reporting import checked, put_report, report_files
    from kitgen.cli.kit_folder import kit_folder
    from kitgen.cli.terminal import Reporter
    from kitgen.output_folder import adding
    from kitgen.store import Store, cache_folder

    if slicer_path is not None and not gcode:
        raise UserError("--slicer-path: only --gcode calls a slicer")
    if font is not None:
        require_font(font)
    folder = kit_folder(output)
    slicer = _slicer(slicer_path) if gcode else None  # before minutes are spent without one
    store = Store(None if no_cache else cache_folder())
    with Reporter(quiet=quiet or as_json) as reporter:
        kit, report = checked(
            folder,
            store,
            more=lambda kit: _laid_down(kit, slicer, jobs, reporter) if slicer else (),
            font_path=font,
            jobs=jobs,
            begin=lambda total: reporter.stage("Checking", total=total),
            answered=reporter.advance,
        )
    if not no_report:
        try:
            files = report_files(kit, report, store)
            with adding(folder, kit.manifest_sha256):  # a build may have come in between
                put_report(folder, files)
        except OSError as error:
            raise BuildError(f"{folder}: the report cannot be written: {error.strerror}") from error
    if as_json:
        typer.echo(report.to_bytes().decode(), nl=False)
    elif not quiet:
        show(report)
        if not no_report:
            typer.echo(f"Every figure: {folder / 'report.html'}, for programs report.json")
    if report.verdict == "fail":
        raise BuildError(f"{folder} {report.summary()}; do not print it")


def show(report: "Report") -> None:
    """Print what was asked and what came of it, failures first of all."""
    from kitgen.cli.terminal import print_table

    rows = [
        (check.name, check.question, check.verdict, check.findings, check.failed, check.warnings)
        for check in report.checks
        if check.findings
    ]
    print_table("", ("check", "asked", "answer", "figures", "fail", "warn"), rows)
    for line in failures(report):
        typer.echo(line)


def failures(report: "Report") -> list[str]:
    """One line a figure that fails or deserves a look, failures first."""
    from kitgen.checks.report_page import limit_text, value_text

    lines = []
    for verdict in ("fail", "warn"):
        found = [f for f in report.findings if f.verdict == verdict]
        found.sort(key=lambda f: f.check.partition(".")[0] in ABOUT_FILES)
        for f in found[:MOST_LINES]:
            limit = f"; allowed is {limit_text(f)}" if limit_text(f) else ""
            value = value_text(f) or f.note
            said = (verdict, f.check, ", ".join(f.between), f.measured, f"{value}{limit}")
            lines.append(": ".join(words for words in said if words))
        if len(found) > MOST_LINES:
            lines.append(f"{verdict}: and {len(found) - MOST_LINES} more in the report")
    return lines


def _slicer(named: Path | None) -> "Slicer":
    """Find PrusaSlicer, and see that it is one."""
    from kitgen.slicing.finding import find_slicer
    from kitgen.slicing.prusa import version

    slicer = find_slicer(named)
    version(slicer)
    return slicer


def _laid_down(
    kit: "WrittenKit", slicer: "Slicer", jobs: int | None, reporter: "Reporter"
) -> "Sequence[Finding]":
    """Slice every letter and see what is laid down."""
    from kitgen.checks import laid_down
    from kitgen.processes import cores

    reporter.stage("Slicing letters", total=len(laid_down.lettered(kit)))
    return list(laid_down.findings(kit, slicer, jobs=jobs or cores(), done=reporter.advance))
