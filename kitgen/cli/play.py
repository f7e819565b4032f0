"""`kitgen play`: a game in the terminal, against bots or with others."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kitgen.cli.numbers import whole_number_in
from kitgen.cli.options import LARGEST_SEED, GameSize, RecordFile, RulesProfile
from kitgen.cli.resuming import refuse_beside_resume


def play(
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="A player, in the order of turns; repeatable. The names random, gentle and greedy "
            "are bots.",
            show_default="you and gentle",
        ),
    ] = None,
    profile: RulesProfile = None,
    size: GameSize = None,
    lexicon: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|PATH",
            help="The words: see kitgen lexicon list.",
            show_default="the profile's",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=whole_number_in(0, LARGEST_SEED),
            metavar="N",
            help="What bag, racks and bots follow from: the same number is the same game.",
            show_default="any",
        ),
    ] = None,
    output: RecordFile = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a game from its record.")
    ] = None,
) -> None:
    """Play in the terminal: one to four people or bots, as many as the rules allow.

    Plays are typed as 6B BEL...D: the row first for a word across, the column first (B6) for one
    down, then its letters, a dot for one that stays. In the game, help lists what else can be
    typed. The game is saved after every turn, and ends with its record.

    A bot that is greedy plays what scores most and challenges what is no word; a gentle one knows
    fewer words; a random one plays anything.

    Example: kitgen play --player ann --player greedy --profile hasbro-2006
    """
    from kitgen.table.console import Console
    from kitgen.table.opening import new_game_table, resumed_game_table

    console = Console(sys.stdin, sys.stdout)
    if resume is not None:
        refuse_beside_resume(player=players, size=size, seed=seed, output=output)
        table = resumed_game_table(console, resume, profile=profile, lexicon=lexicon)
    else:
        table = new_game_table(
            console,
            profile=profile or "werdup",
            size=size,
            lexicon=lexicon,
            players=players or (),
            seed=seed,
            path=output,
        )
    table.run()
