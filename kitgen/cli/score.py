"""`kitgen score`: the score sheet of a game on a real board."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kitgen.cli.options import GameSize, RecordFile, RulesProfile
from kitgen.cli.resuming import refuse_beside_resume


def score(
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="A player, in the order of turns; repeatable.",
            show_default="player-1 and player-2",
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who begins.", show_default="the first"),
    ] = None,
    profile: RulesProfile = None,
    size: GameSize = None,
    lexicon: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|PATH",
            help="The words that decide challenges; none: you look them up yourselves.",
            show_default="the profile's",
        ),
    ] = None,
    output: RecordFile = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a sheet from its record.")
    ] = None,
) -> None:
    """Keep the score of a game on a real board: type the plays as they happen.

    Plays are typed as 6B BEL...D: the row first for a word across, the column first (B6) for one
    down, then its letters, a dot for one that stays. They are ruled on, scored and written down.
    Racks are not seen; at the end you are asked what each player has left. A play with a word that
    is none stands until somebody challenges it, as at the table; try PLAY rules on it beforehand.

    Example: kitgen score --player ann --player bob --output sunday.kgg
    """
    from kitgen.table.console import Console
    from kitgen.table.opening import new_scoring_table, resumed_scoring_table

    console = Console(sys.stdin, sys.stdout)
    if resume is not None:
        refuse_beside_resume(player=players, first=first, size=size, output=output)
        table = resumed_scoring_table(console, resume, profile=profile, lexicon=lexicon)
    else:
        table = new_scoring_table(
            console,
            profile=profile or "werdup",
            size=size,
            lexicon=lexicon,
            players=players or (),
            first=first,
            path=output,
        )
    table.run()
