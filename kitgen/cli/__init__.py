"""The command line: one module a command group, each imported only when it is called.

``kitgen --help`` lists the commands from the table below and imports none of their modules, so it
costs little more than typer itself.
"""

import difflib
import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kitgen import __version__
from kitgen.cli.failures import guarded
from kitgen.errors import UserError


@dataclass(frozen=True)
class LazyCommand:
    """Where a command lives, and the one line that ``kitgen --help`` says about it.

    Attributes:
        module: import path of the module that holds it.
        attribute: its name there: a ``typer.Typer`` (a group of commands) or a function (one).
        summary: one line for the list of commands.
    """

    module: str
    attribute: str
    summary: str


COMMANDS = {
    "build": LazyCommand(
        "kitgen.cli.build", "build", "Build the printable kit: board, racks and letter tiles."
    ),
    "slice": LazyCommand(
        "kitgen.cli.slice", "slice_kit", "Slice a kit with PrusaSlicer: hours, grams, support."
    ),
    "check": LazyCommand(
        "kitgen.cli.check", "check", "Measure on a kit's files whether it fits and prints."
    ),
    "paper": LazyCommand(
        "kitgen.cli.paper", "paper", "Write a kit's rules booklet, score sheet and manual as PDF."
    ),
    "preview": LazyCommand(
        "kitgen.cli.preview", "preview", "Draw a kit, and make a page to turn it round."
    ),
    "coupon": LazyCommand(
        "kitgen.cli.coupon", "coupon", "Build test prints that tell a printer's clearance."
    ),
    "profiles": LazyCommand(
        "kitgen.cli.profiles", "app", "List, show and start the profiles that define a game."
    ),
    "validate": LazyCommand(
        "kitgen.cli.validate", "validate", "Judge whether the tiles of a game are playable."
    ),
    "play": LazyCommand(
        "kitgen.cli.play", "play", "Play in the terminal, against bots or with others."
    ),
    "score": LazyCommand("kitgen.cli.score", "score", "Keep the score of a game on a real board."),
    "rules": LazyCommand(
        "kitgen.cli.rules", "app", "Explain plays, list them, judge the engine by known rulings."
    ),
    "verify": LazyCommand(
        "kitgen.cli.verify", "verify", "Play the record of a game again; refuse what is not so."
    ),
    "lexicon": LazyCommand(
        "kitgen.cli.lexicon", "app", "List the word lists that judge words, and bring your own."
    ),
    "fonts": LazyCommand(
        "kitgen.cli.fonts", "app", "List the fonts that kitgen can use, and what they cover."
    ),
    "doctor": LazyCommand(
        "kitgen.cli.doctor", "doctor", "Say what is installed, what is missing and the remedy."
    ),
    "cache": LazyCommand(
        "kitgen.cli.cache", "app", "Show or clear the cache of solids and meshes."
    ),
}


class LazyGroup(TyperGroup):
    """The top level of the command line, which imports a command's module when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names of all commands, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Import the module of a command and build it; None where there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        lazy = COMMANDS[cmd_name]
        target = getattr(importlib.import_module(lazy.module), lazy.attribute)
        # A group around the one command gives a sub-app and a function the same treatment, and
        # keeps rich markup off for both: a path in brackets must survive in help and errors.
        holder = typer.Typer(add_completion=False, rich_markup_mode=None)
        if isinstance(target, typer.Typer):
            holder.add_typer(target, name=cmd_name, short_help=lazy.summary)
        else:
            holder.command(cmd_name, short_help=lazy.summary)(target)
        return typer.main.get_group(holder).commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the list of commands from the table, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.summary) for name, lazy in COMMANDS.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments name.

        Raises:
            UserError: there is no such command; the message names the nearest, or all.
        """
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(COMMANDS)}"
            raise UserError(f"no command {name!r}: {hint}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="kitgen",
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kitgen {__version__}")
        raise typer.Exit


@app.callback()
def kitgen(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    _debug: Annotated[
        bool,
        typer.Option(
            "--debug", help="Show the traceback of an error; allowed after the command as well."
        ),
    ] = False,
) -> None:
    """Make the files of a 3D-printed stacking word game, ready for a slicer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run kitgen as a program.

    Args:
        arguments: what follows the program's name; by default that of this process.

    Returns:
        The exit code: 0 done, 1 something failed, 2 what the user gave cannot be used,
        130 interrupted.
    """

    def run(remaining: list[str]) -> Any:
        command = typer.main.get_command(app)
        return command.main(args=remaining, prog_name="kitgen", standalone_mode=False)

    return guarded(run, arguments)
