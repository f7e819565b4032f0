"""`kitgen preview`: pictures of a kit and the page to turn it round."""

import typer

from kitgen.cli.options import AsJson, Jobs, KitFolder, NoCache, PaperLanguage, Quiet


def preview(
    output: KitFolder = None,
    language: PaperLanguage = None,
    jobs: Jobs = None,
    no_cache: NoCache = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Draw a kit: every part, every plate, every step, a game, and preview.html to turn it round.

    Every build does this, unless told --no-preview. Open preview.html in a browser: it needs no
    network.

    Example: kitgen preview output/werdup-10
    """
    from kitgen.cli.beside_kit import put_beside
    from kitgen.pictures.making import make_pictures

    put = put_beside(
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
        count = sum(file.path.endswith(".png") for file in put.made.files)
        typer.echo(f"{count} pictures in {put.folder / 'pictures'}")
        typer.echo(f"To turn it round, open {put.folder / 'preview.html'} in a browser.")
