"""`kitgen slice`: every plate of a kit through PrusaSlicer, where it is installed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.numbers import whole_number_in
from kitgen.cli.options import AsJson, Jobs, KitFolder, Quiet, SlicerPath
from kitgen.cli.terminal import Reporter, print_table

if TYPE_CHECKING:
    from kitgen.slicing.process import Speeds
    from kitgen.slicing.record import Filament, SliceRecord


def slice_kit(
    output: KitFolder = None,
    speeds: Annotated[
        str,
        typer.Option(metavar="NAME", help="Assumed of the printer: careful or fast."),
    ] = "careful",
    slicer_path: SlicerPath = None,
    keep_gcode: Annotated[
        Path | None,
        typer.Option(
            "--keep-gcode",
            metavar="FOLDER",
            help="Keep the G-code there. It is made for no printer: look at it, do not print it.",
        ),
    ] = None,
    timeout: Annotated[
        int,
        typer.Option(parser=whole_number_in(1), metavar="SECONDS", help="Patience for one plate."),
    ] = 1800,
    jobs: Jobs = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Slice every plate of a kit with PrusaSlicer and write slice.json beside its manifest.

    Hours with the speeds that they assume, grams by colour, metres, layers, and the support that
    overhangs beyond 45 degrees would need, which ought to be none. Nothing else in kitgen depends
    on a slicer. Exit 1: PrusaSlicer is not installed, or failed.

    Example: kitgen slice output/werdup-10 --speeds fast
    """
    from kitgen.cli.kit_folder import kit_folder
    from kitgen.output_folder import adding
    from kitgen.processes import cores
    from kitgen.slicing.finding import find_slicer
    from kitgen.slicing.job import Job, read_kit
    from kitgen.slicing.job import slice_kit as slice_plates
    from kitgen.slicing.process import speeds_named
    from kitgen.slicing.record import save

    assumed = speeds_named(speeds)
    kit = kit_folder(output)
    read_kit(kit)  # what is wrong with it is said before the slicer is looked for
    slicer = find_slicer(slicer_path)
    job = Job(slicer, assumed, jobs or cores(), float(timeout), keep_gcode)
    with Reporter(quiet=quiet or as_json) as reporter:
        record = slice_plates(
            kit,
            job,
            lambda total: reporter.stage(f"Slicing with {slicer.where}", total),
            reporter.advance,
        )
    with adding(kit, record.manifest_sha256):  # a build may have come in between
        path = save(record, kit)
    if as_json:
        print_json(record.model_dump(mode="json"))
    elif not quiet:
        _print(record, assumed)
        typer.echo(f"written to {path}")


def _print(record: "SliceRecord", speeds: "Speeds") -> None:
    print_table(
        f"{record.slicer}, layers of {record.process.layer_height_mm:g} mm,"
        f" {record.process.perimeters} perimeters, {record.process.infill:.0%} infill",
        ("print", "what", "copies", "hours", "g each", "m each", "layers", "support cm3"),
        [
            (
                one.file,
                one.title,
                one.copies,
                f"{one.hours:.2f}",
                f"{sum(f.grams for f in one.filaments):.1f}",
                f"{sum(f.metres for f in one.filaments):.2f}",
                one.layers,
                f"{one.support_cm3:.3f}",
            )
            for one in record.prints
        ],
    )
    total = record.total
    typer.echo(
        f"in all {total.hours:.1f} h, {total.grams:.0f} g of {record.process.material},"
        f" {total.metres:.1f} m, {total.cm3:.0f} cm3; support needed {total.support_cm3:.3f} cm3"
    )
    if len(total.filaments) > 1:
        typer.echo("by colour: " + ", ".join(map(_of_colour, total.filaments)))
    typer.echo(
        f"hours at the speeds {speeds.name!r}: perimeters {speeds.perimeter:g} mm/s, outer"
        f" {speeds.external_perimeter:g}, infill {speeds.infill:g}, solid"
        f" {speeds.solid_infill:g}, top {speeds.top_solid_infill:g}, travel {speeds.travel:g};"
        f" {speeds.acceleration:g} mm/s2"
    )


def _of_colour(filament: "Filament") -> str:
    return f"{filament.colour or 'unnamed'} {filament.grams:.0f} g"
