"""``kitgen cache``: the folder of solids and meshes that saves building a part twice."""

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.options import AsJson

app = typer.Typer(no_args_is_help=True)


@app.callback()
def cache() -> None:
    """Show or clear the cache of solids and meshes."""


@app.command(epilog="Example: kitgen cache info")
def info(as_json: AsJson = False) -> None:
    """Say where the cache is and how much it holds."""
    from kitgen.store import Store, cache_folder

    folder = cache_folder()
    entries, size = Store(folder).size()
    if as_json:
        print_json({"folder": str(folder), "entries": entries, "bytes": size})
    else:
        typer.echo(f"{folder}: {describe_size(entries, size)}")


@app.command(epilog="Example: kitgen cache clear")
def clear() -> None:
    """Delete everything in the cache; the next build makes it again."""
    from kitgen.errors import BuildError
    from kitgen.store import Store, cache_folder

    folder = cache_folder()
    store = Store(folder)
    removed = describe_size(*store.clear())
    left, size = store.size()
    if left:
        raise BuildError(f"{folder}: {describe_size(left, size)} could not be deleted")
    typer.echo(f"{folder}: {removed} deleted")


def describe_size(entries: int, size: int) -> str:
    """Write how much the cache holds for people; a MB is a million bytes."""
    return f"{entries} {'entry' if entries == 1 else 'entries'}, {size / 1e6:.1f} MB"
