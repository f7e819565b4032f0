"""`kitgen preview`: pictures of a kit and the page to turn it round."""

from pathlib import Path
from typing import Annotated

import typer

from kitgen.cli.options import Jobs, PaperLanguage


def preview(
    output: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUTPUT]", help="The kit's folder.", show_default="the only one in output/"
        ),
    ] = None,
    language: PaperLanguage = None,
    jobs: Jobs = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Draw everything anew, and keep nothing.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was made as JSON.")] = False,
) -> None:
    """Draw a kit: every part, every plate, every step, a game, and preview.html to turn it round.

    Every build does this, unless told --no-preview. Open preview.html in a browser: it needs no
    network.

    Example: kitgen preview output/werdup-10
    """
    from kitgen.cli.beside_kit import put_beside
    from kitgen.pictures.making import make_pictures

    folder, made = put_beside(
        output,
        lambda folder, store, reporter: make_pictures(
            folder,
            store,
            language=language,
            jobs=jobs,
            begin=lambda total: reporter.stage("Drawing", total=total),
            drawn=reporter.advance,
            note=lambda text: reporter.note(f"note: {text}"),
        ),
        no_cache=no_cache,
        quiet=quiet,
        as_json=as_json,
    )
    if not (quiet or as_json):
        count = sum(file.path.endswith(".png") for file in made.files)
        typer.echo(f"{count} pictures in {folder / 'pictures'}")
        typer.echo(f"To turn it round, open {folder / 'preview.html'} in a browser.")
