"""`kitgen paper`: rules booklet, score sheet and assembly manual of a kit, as PDF."""

from pathlib import Path
from typing import Annotated

import typer

from kitgen.cli.options import Jobs, PaperLanguage, PaperSize


def paper(
    output: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUTPUT]", help="The kit's folder.", show_default="the only one in output/"
        ),
    ] = None,
    paper: PaperSize = None,
    language: PaperLanguage = None,
    booklet: Annotated[
        bool,
        typer.Option(
            "--booklet",
            help="The rules once more, small, two pages a side, to print on both sides and fold.",
        ),
    ] = False,
    jobs: Jobs = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Make everything anew, and keep nothing.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was made as JSON.")] = False,
) -> None:
    """Write what lies in the box lid: the rules, a sheet for the score, how it goes together.

    Every build does this, unless told --no-paper; here it is done again, in another language or
    on other paper. All numbers come from the kit's own profile and manifest.

    Example: kitgen paper output/werdup-10 --lang de --paper letter --booklet
    """
    from kitgen.cli.beside_kit import put_beside
    from kitgen.paper.making import make_paper

    folder, made = put_beside(
        output,
        lambda folder, store, reporter: make_paper(
            folder,
            store,
            paper=paper,
            language=language,
            booklet=booklet,
            jobs=jobs,
            begin=lambda total: reporter.stage("Typesetting", total=total),
            done=reporter.advance,
            note=lambda text: reporter.note(f"note: {text}"),
        ),
        no_cache=no_cache,
        quiet=quiet,
        as_json=as_json,
    )
    if not (quiet or as_json):
        for file in made.files:
            pages = file.about["pages"]
            typer.echo(f"{folder / file.path}: {pages} page{'s' if pages != 1 else ''}")
