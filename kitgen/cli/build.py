"""`kitgen build`: from a profile to a folder of files for the slicer."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.errors import UserError

if TYPE_CHECKING:
    from kitgen.build import Built, Plan

OUTPUT = Path("output")


def build(
    profile: Annotated[
        str, typer.Option("--profile", "-p", help="A shipped profile's name or a TOML file.")
    ] = "werdup",
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            "-n",
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
        int | None, typer.Option(help="100 to 1000; 400 is regular, 700 bold.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Racks to print.")] = None,
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
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes that build.", show_default="all cores"),
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Build every part anew, and keep none.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Use a folder that is not a kit; its files are kept."),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Build the printable kit: board quarters, rack halves and letter tiles.

    Example: kitgen build --size 8 --players 2 --set print.clearance_per_side=0.25 -o mykit
    """
    from kitgen.build import Request, plan
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
        },
    )
    names = _names(only or ())
    request = Request(
        settings=settings,
        only=names,
        spare=_spares(spare or ()),
        step=step,
        jobs=jobs,
        use_cache=not no_cache,
        force=force,
    )
    partial = "-only" if names else ""
    target = output or OUTPUT / f"{settings.profile_name}-{settings.size}{partial}"
    planned = plan(request)
    if dry_run:
        _show_plan(planned, quiet=quiet, as_json=as_json)
        return
    recover(target)
    with Reporter(quiet=quiet or as_json) as reporter:
        for note in planned.notes:
            reporter.note(f"note: {note}")
        built = build_kit(planned, target, reporter)
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
        spares[key] = spares.get(key, 0) + int(number[:9])
    return spares


def _show_plan(planned: "Plan", *, quiet: bool, as_json: bool) -> None:
    rows = [
        {
            "part": part.name,
            "count": part.count,
            "cm3_each": round(part.volume_mm3 / 1000, 2),
            "cm3_in_all": round(part.volume_mm3 * part.count / 1000, 2),
            "grams_in_all": round(part.volume_mm3 * part.count / 1000 * planned.density, 1),
        }
        for part in planned.parts
    ]
    if as_json:
        typer.echo(json.dumps({"parts": rows, "notes": planned.notes}, indent=2))
    elif not quiet:
        _print_parts(rows, [f"note: {note}" for note in planned.notes])


def _show_built(built: "Built", *, quiet: bool, as_json: bool) -> None:
    density = built.plan.density
    rows = [
        {
            "part": part.name,
            "count": part.count,
            "cm3_each": round(part.solid_volume_mm3 / 1000, 2),
            "cm3_in_all": round(part.solid_volume_mm3 * part.count / 1000, 2),
            "grams_in_all": round(part.solid_volume_mm3 * part.count / 1000 * density, 1),
        }
        for part in built.manifest.parts
    ]
    if as_json:
        answer = {"output": str(built.folder), "parts": rows, "notes": built.plan.notes}
        typer.echo(json.dumps(answer, indent=2))
        return
    if quiet:
        return
    p = built.plan.request.settings.print
    _print_parts(
        rows,
        [
            "Grams are for solid parts; a slicer's infill makes boards and racks lighter.",
            f"Written to {built.folder}: stl/ (one file a part), 3mf/kit.3mf (all of them), "
            "bom.csv, manifest.json",
            f"Next: slice at {p.layer_height:g} mm layers without supports, as the files lie, "
            "and print as many of each as the table says.",
        ],
    )


def _print_parts(rows: Sequence[dict[str, object]], closing: Sequence[str]) -> None:
    from kitgen.cli.terminal import print_table

    columns = ("part", "count", "cm3 each", "cm3 in all", "grams in all")
    cells: list[tuple[object, ...]] = [tuple(row.values()) for row in rows]
    count = sum(int(str(row["count"])) for row in rows)
    volume = round(sum(float(str(row["cm3_in_all"])) for row in rows), 2)
    grams = round(sum(float(str(row["grams_in_all"])) for row in rows), 1)
    print_table("", columns, [*cells, ("total", count, "", volume, grams)])
    for line in closing:
        typer.echo(line)
