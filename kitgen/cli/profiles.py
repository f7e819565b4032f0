"""`kitgen profiles`: list the shipped profiles, show one resolved, start one of your own."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.options import AsJson, SetOptions
from kitgen.cli.terminal import print_table

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="List, show and start the profiles that define a game.",
)


def _complete_name(incomplete: str) -> list[str]:
    from wordstack import profile_names

    return [name for name in profile_names() if name.startswith(incomplete)]


@app.command("list", epilog="Example: kitgen profiles list")
def list_profiles(as_json: AsJson = False) -> None:
    """List the shipped profiles: name, board, players, and what each is."""
    from wordstack import load_profile, profile_names

    found = [load_profile(name) for name in profile_names()]
    if as_json:
        rows = [
            {
                "name": game.name,
                "board_size": game.board_size,
                "tiles": game.tile_set(game.board_size).total,
                "players_min": game.players_min,
                "players_max": game.players_max,
                "summary": game.summary,
            }
            for game in found
        ]
        print_json(rows)
        return
    print_table(
        "",
        ("profile", "board", "players", "summary"),
        [
            (
                game.name,
                f"{game.board_size} x {game.board_size}",
                _span(game.players_min, game.players_max),
                game.summary,
            )
            for game in found
        ],
    )


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


@app.command("printers", epilog="Example: kitgen profiles printers")
def list_printers(as_json: AsJson = False) -> None:
    """List the printers that plates can be packed for, the smallest bed first."""
    from kitgen.settings import printers

    if as_json:
        rows = [
            {
                "name": one.name,
                "title": one.title,
                "machines": list(one.machines),
                "bed_mm": list(one.bed_mm),
                "height_mm": one.height_mm,
            }
            for one in printers().values()
        ]
        print_json(rows)
        return
    cells = [
        (one.name, one.bed, f"{one.height_mm:g}", one.title, ", ".join(one.machines))
        for one in printers().values()
    ]
    print_table("", ("printer", "bed", "height mm", "make", "also"), cells)


@app.command("show", epilog="Example: kitgen profiles show werdup --set print.pitch=22")
def show_profile(
    name: Annotated[
        str,
        typer.Argument(
            help="Name of a shipped profile, or the path of a TOML file.",
            autocompletion=_complete_name,
        ),
    ],
    set_options: SetOptions = None,
    as_json: AsJson = False,
) -> None:
    """Show every setting of a profile as resolved: value, unit, and the layer it came from."""
    from kitgen.settings import load_settings
    from kitgen.settings.toml_text import leaf_text

    settings = load_settings(name, set_options=set_options or [])
    if as_json:
        rows = [
            {
                "key": leaf.key,
                "value": dict(leaf.value) if isinstance(leaf.value, Mapping) else leaf.value,
                "unit": leaf.unit,
                "source": settings.sources[leaf.key],
                "allowed": leaf.allowed,
                "reason": leaf.reason,
            }
            for leaf in settings.leaves()
        ]
        print_json(rows)
        return
    print_table(
        f"{settings.profile_name}: {settings.tile_set.note}",
        ("setting", "unit", "from", "value"),
        [
            (
                leaf.key,
                leaf.unit,
                settings.sources[leaf.key],
                "" if leaf.value is None and not leaf.absent else leaf_text(leaf),
            )
            for leaf in settings.leaves()
        ],
    )


@app.command("new", epilog="Example: kitgen profiles new my.toml --from werdup")
def new_profile(
    path: Annotated[Path, typer.Argument(help="File to write; its name ends in .toml.")],
    base: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="NAME",
            help="Shipped profile, or path of a file, to start from.",
            autocompletion=_complete_name,
        ),
    ] = "werdup",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a profile of your own to start from: every setting with unit, range and reason."""
    from kitgen.settings.new_profile import write_new_profile

    write_new_profile(path, base, force=force)
    typer.echo(f"{path} written; change it, then look with: kitgen profiles show {path}")
