"""`kitgen paper`: rules booklet, score sheet and assembly manual of a kit, as PDF."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from kitgen.cli.options import (
    AsJson,
    FontFile,
    Jobs,
    KitFolder,
    NoCache,
    PaperLanguage,
    PaperSize,
    Quiet,
)


def paper(
    output: KitFolder = None,
    paper: PaperSize = None,
    language: PaperLanguage = None,
    booklet: Annotated[
        bool,
        typer.Option(
            "--booklet",
            help="The rules once more, small, two pages a side, to print on both sides and fold.",
        ),
    ] = False,
    font: FontFile = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Write what lies in the box lid: the rules, a sheet for the score, how it goes together.

    Every build does this, unless told --no-paper; here it is done again, in another language or
    on other paper, and replaces what was there. All numbers come from the kit's own profile and
    manifest.

    Example: kitgen paper output/werdup-10 --lang de --paper letter --booklet
    """
    from kitgen.cli.beside_kit import put_beside
    from kitgen.cli.font_file import require_font
    from kitgen.paper.making import make_paper

    if font is not None:
        require_font(font)
    put = put_beside(
        output,
        lambda folder, store, reporter: make_paper(
            folder,
            store,
            paper=paper,
            language=language,
            booklet=booklet,
            font_path=font,
            jobs=jobs,
            begin=lambda total: reporter.stage("Typesetting", total=total),
            done=reporter.advance,
            note=lambda text: reporter.note(f"note: {text}"),
        ),
        no_cache=no_cache,
        quiet=quiet,
        as_json=as_json,
    )
    if quiet or as_json:
        return
    for file in put.made.files:
        pages = file.about["pages"]
        typer.echo(f"{put.folder / file.path}: {pages} page{'s' if pages != 1 else ''}")
    if put.before and put.before != put.made.about:
        typer.echo(f"This replaces the paper in {_told(put.before)} by {_told(put.made.about)}.")
    for path in put.gone:
        typer.echo(f"{put.folder / path}: removed, for it was not asked for this time")


def _told(about: Mapping[str, Any]) -> str:
    return f"{about['language']} on {about['paper']}"
