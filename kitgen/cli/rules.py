"""`kitgen rules`: what the engine says of plays, and whether it agrees with known rulings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.options import AsJson, RulesProfile
from kitgen.cli.terminal import print_table
from kitgen.errors import UserError

if TYPE_CHECKING:
    from wordstack import Position, ScoredPlay
    from wordstack.lexicon import Lexicon

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Ask the rules engine: why a play is legal, which plays there are, known rulings.",
)

PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="A position as text or JSON, or the record of a game (.kgg), whose end is meant.",
    ),
]
Words = Annotated[
    str | None,
    typer.Option(
        "--lexicon",
        metavar="NAME|PATH",
        help="The words; none: do not judge them.",
        show_default="the profile's",
    ),
]
Rack = Annotated[
    str | None,
    typer.Option(
        "--rack", metavar="TILES", help="Tiles of the player to move, instead of the position's."
    ),
]


@app.command(
    "explain",
    epilog="Example: kitgen rules explain '10/10/10/10/10/3CATER2/10/10/10/10 11111' '6B belated'",
)
def explain(
    position: PositionText,
    play: Annotated[
        str, typer.Argument(metavar="PLAY", help="A play, such as '6B BEL...D' or '6B belated'.")
    ],
    profile: RulesProfile = None,
    lexicon: Words = None,
    rack: Rack = None,
    as_json: AsJson = False,
) -> None:
    """Say why a play is legal or not, word by word."""
    from wordstack import NotationError, read_play, validate

    from kitgen.cli.ruling_rows import ruling_row
    from kitgen.table.explaining import ruling_lines

    before = _position(position, profile, rack)
    try:
        tried = read_play(play, before)
    except NotationError as error:
        raise UserError(f"play: {error}") from None
    ruling = validate(before, tried, _lexicon(lexicon, before))
    if as_json:
        print_json(ruling_row(ruling, before))
        return
    for line in ruling_lines(ruling, before):
        typer.echo(line)


@app.command(
    "plays",
    epilog="Example: kitgen rules plays '10/10/10/10/10/3CATER2/10/10/10/10 11111' --rack BELDOGS",
)
def plays(
    position: PositionText,
    rack: Rack = None,
    profile: RulesProfile = None,
    lexicon: Words = None,
    as_json: AsJson = False,
) -> None:
    """List every legal play of the player to move, the best first, with its words and points."""
    from wordstack import HIDDEN, format_play, scored_plays

    before = _position(position, profile, rack)
    if HIDDEN in before.rack:
        raise UserError("the rack is not known: --rack TILES says what it holds")
    words = _lexicon(lexicon, before)
    if words is None:
        raise UserError("--lexicon none: without words there are no plays to list")
    found = sorted(scored_plays(before, words), key=lambda one: -one.points)
    if as_json:
        from kitgen.cli.ruling_rows import play_row

        print_json([play_row(before, one) for one in found])
        return
    print_table(
        "",
        ("points", "play", "words"),
        [(one.points, format_play(one.play, before), _words(before, one)) for one in found],
    )
    typer.echo(f"{len(found)} plays" if len(found) != 1 else "1 play")


@app.command("judge", epilog="Example: kitgen rules judge my-cases.json")
def judge_cases(
    cases: Annotated[
        Path | None,
        typer.Argument(
            metavar="CASES.json", help="Rulings, as docs/cases.md has them.", show_default=False
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of such files and stop.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Hold the engine against known rulings and print each case where it says something else.

    A legal case agrees where the words, heights, points, bonus and total that it states are so; an
    illegal one where its reason is among those found. A dispute without options is listed and does
    not count. Exit 1: at least one disagrees. Exit 2: the file cannot be read.

    Four commands judge: `kitgen check` whether the printed kit fits, `kitgen validate` whether a
    tile set is playable, `kitgen verify` the record of one game, `kitgen rules judge` the engine
    itself by cases with known rulings.
    """
    from wordstack.record import judge, read_cases
    from wordstack.record.case_file import CaseFile

    from kitgen.cli.ruling_rows import case_row

    if schema:
        print_json(CaseFile.model_json_schema())
        return
    if cases is None:
        raise typer.BadParameter("missing argument CASES.json")
    judged = [(case, judge(case) if case.counts else ()) for case in read_cases(cases)]
    disagree = sum(bool(found) for _, found in judged)
    agree = sum(case.counts for case, _ in judged) - disagree
    if as_json:
        rows = [case_row(case, found) for case, found in judged]
        print_json({"agree": agree, "disagree": disagree, "cases": rows})
    else:
        for case, found in judged:
            if not case.counts:
                typer.echo(f"{case.name}: disputed and names no option, not counted")
            for one in found:
                said = f"the case says {one.said}, the engine {one.found}"
                typer.echo(f"{case.name}: {one.what}: {said}")
        typer.echo(f"{agree} agree, {disagree} disagree")
    if disagree:
        raise typer.Exit(1)


def _position(text: str, profile: str | None, rack: str | None) -> "Position":
    from wordstack import NotationError

    from kitgen.table.position_source import read_position
    from kitgen.table.tiles import read_tiles

    position = read_position(text, profile)
    if rack is None:
        return position
    try:
        tiles = read_tiles(rack, position.rulebook)
    except NotationError as error:
        raise UserError(f"--rack {rack}: {error}") from None
    most = position.rulebook.rack_size
    if len(tiles) > most:
        raise UserError(f"--rack {rack}: {len(tiles)} tiles: must be at most {most}")
    return position.with_rack(position.turn, tiles)


def _lexicon(name: str | None, position: "Position") -> "Lexicon | None":
    from wordstack.lexicon import load_lexicon

    from kitgen.table.record_file import NO_LEXICON

    return None if name == NO_LEXICON else load_lexicon(name, position.rulebook.profile)


def _words(position: "Position", one: "ScoredPlay") -> str:
    from wordstack import validate

    ruling = validate(position, one.play)
    pairs = zip(ruling.words, ruling.points.words, strict=True)
    return ", ".join(f"{word.text} {points}" for word, points in pairs)
