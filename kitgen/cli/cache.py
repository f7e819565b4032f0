"""``kitgen cache``: the folder of solids and meshes that saves building a part twice."""

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def cache() -> None:
    """Show or clear the cache of solids and meshes."""


@app.command()
def info() -> None:
    """Say where the cache is and how large."""
    from kitgen.cli.doctor import megabytes
    from kitgen.store import Store

    store = Store()
    typer.echo(f"{store.folder}: {megabytes(store.size())}")


@app.command()
def clear() -> None:
    """Delete everything in the cache; the next build makes it again."""
    from kitgen.cli.doctor import megabytes
    from kitgen.store import Store

    store = Store()
    size = store.size()
    store.clear()
    typer.echo(f"{store.folder}: {megabytes(size)} cleared")
