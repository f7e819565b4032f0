"""`kitgen build`: from a profile to a folder of files for the slicer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from wordstack.errors import shown

from kitgen.cli.build_summary import show_built, show_failures, show_plan
from kitgen.cli.numbers import whole_number
from kitgen.cli.options import (
    OUTPUT,
    AsJson,
    Font,
    FontWeight,
    Force,
    Jobs,
    KitProfile,
    NoCache,
    PaperLanguage,
    PaperSize,
    Quiet,
    SetOptions,
)
from kitgen.errors import UserError

_MOST_DIGITS = 6
"""Of a number of spares, so that absurd ones need no arithmetic."""


def build(
    profile: KitProfile = "werdup",
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
    font: Font = None,
    font_weight: FontWeight = None,
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
    set_options: SetOptions = None,
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
    force: Force = False,
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
    from kitgen.build import FailedCheckError
    from kitgen.build import build as build_kit
    from kitgen.cli.terminal import Reporter
    from kitgen.output_folder import recover
    from kitgen.production.planning import Request, plan
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
        show_plan(planned, quiet=quiet, as_json=as_json)
        return
    recover(target)
    try:
        with Reporter(quiet=quiet or as_json) as reporter:
            built = build_kit(planned, target, reporter)
    except FailedCheckError as failure:
        if not quiet:
            show_failures(failure.report)
        raise
    show_built(built, quiet=quiet, as_json=as_json)


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
