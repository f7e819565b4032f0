"""`kitgen validate`: whether the tiles of a game are playable."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.numbers import whole_number_in
from kitgen.cli.options import LARGEST_SEED, AsJson, GameSize, Jobs, Quiet

if TYPE_CHECKING:
    from wordstack import GameProfile

    from kitgen.playability import Judgement

RACKS = 10_000
GAMES = 200
MOST = 10_000_000


def validate(
    profile: Annotated[
        str, typer.Argument(metavar="PROFILE", help="A shipped profile's name or a TOML file.")
    ] = "werdup",
    size: GameSize = None,
    games: Annotated[
        int,
        typer.Option(parser=whole_number_in(1, MOST), metavar="N", help="Games to play."),
    ] = GAMES,
    racks: Annotated[
        int,
        typer.Option(parser=whole_number_in(1, MOST), metavar="N", help="Opening racks to draw."),
    ] = RACKS,
    seed: Annotated[
        int,
        typer.Option(
            parser=whole_number_in(0, LARGEST_SEED),
            metavar="S",
            help="One seed gives one result, on any computer and with any number of processes.",
        ),
    ] = 0,
    jobs: Jobs = None,
    lexicon: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|PATH",
            help="Words to judge by; see `kitgen lexicon list`.",
            show_default="the profile's, or its language's",
        ),
    ] = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Judge whether the tiles of a game are playable, by playing it.

    Counts the tiles against racks, players and words, draws opening racks, and lets greedy players
    play whole games. Says playable, not playable, or undecided where so few games cannot tell.
    Ends with 1 for not playable, else with 0.

    The other judges: `kitgen check` judges whether the printed kit fits, `kitgen verify` the record
    of a game, `kitgen rules judge` the engine by cases with known rulings.

    Example: kitgen validate my.toml --size 8 --games 1000
    """
    from wordstack import load_profile
    from wordstack.playability import Sample

    from kitgen.cli.terminal import Reporter
    from kitgen.playability import judge
    from kitgen.store import Store, cache_folder

    game = load_profile(profile)
    board = game.board_size if size is None else size
    with Reporter(quiet=quiet or as_json) as reporter:
        judgement = judge(
            game,
            board,
            Store(cache_folder()),
            sample=Sample(racks=racks, games=games, seed=seed),
            lexicon=lexicon,
            jobs=jobs,
            begin=lambda number: reporter.stage("Playing games", total=number),
            played_one=reporter.advance,
        )
    if as_json:
        print_json(_as_json(game, board, judgement))
    elif not quiet:
        _show(game, board, judgement)
    if judgement.verdict == "not playable":
        raise typer.Exit(1)


def _as_json(game: "GameProfile", board: int, judgement: "Judgement") -> dict[str, Any]:
    return {
        "profile": game.name,
        "size": board,
        "language": game.language,
        "lexicon": judgement.lexicon,
        "lexicon_sha256": judgement.lexicon_sha256,
        **judgement.assessment,
        **({"missing": judgement.missing} if judgement.missing else {}),
    }


def _show(game: "GameProfile", board: int, judgement: "Judgement") -> None:
    from wordstack.playability import GATES

    from kitgen.cli.terminal import print_table
    from kitgen.playability import percent

    found = judgement.assessment
    words = "no lexicon" if judgement.lexicon is None else f"words of {judgement.lexicon}"
    typer.echo(f"{game.name}, {board} x {board}: {found['set']['tiles']} tiles, {words}")
    titles = {gate.key: gate.title for gate in GATES}
    rows = [
        (
            titles[one["gate"]],
            f"{one['count']} of {one['of']}",
            percent(one["share"]),
            _interval(one),
            percent(one["limit"]),
            "ok" if one["verdict"] == "playable" else one["verdict"],
        )
        for one in found["gates"]
    ]
    print_table("", ("", "found", "share", "95 % interval", "at most", ""), rows)
    for line in _lines(found):
        typer.echo(line)
    typer.echo(f"verdict: {judgement.verdict}{_because(judgement)}")


def _interval(one: Mapping[str, Any]) -> str:
    from kitgen.playability import percent

    if one["low"] == one["high"]:
        return "exact"
    return f"{percent(one['low'])} to {percent(one['high'])}"


def _lines(found: Mapping[str, Any]) -> list[str]:
    """Figures that no gate holds, but which explain those that one does."""
    from kitgen.playability import percent

    tiles = found["set"]
    lines = [
        f"{tiles['vowels']} tiles can serve as a vowel, {tiles['consonants']} as a consonant; of "
        f"opening racks {percent(tiles['racks_without_vowel'])} lack the one, "
        f"{percent(tiles['racks_without_consonant'])} the other"
    ]
    if tiles["words"]:
        lines.append(f"{tiles['words_in_reach']} of {tiles['words']} words can be spelt")
    for key, text in (
        ("letters_without_tile", "letters that no tile has"),
        ("letters_without_word", "letters that no word needs"),
    ):
        if tiles[key]:
            lines.append(f"{text}: {' '.join(tiles[key])}")
    if "games" in found:
        games, sample = found["games"], found["sample"]
        lines.append(
            f"a game of {sample['players']}: {games['turns']:.1f} turns, "
            f"{games['exchanges']:.2f} exchanges, {games['points_per_player']:.0f} points a "
            f"player, {games['tiles_left']:.1f} tiles left"
        )
    return lines


def _because(judgement: "Judgement") -> str:
    if judgement.verdict == "undecided":
        sample = judgement.assessment["sample"]
        return (
            f" at {sample['racks']} racks and {sample['games']} games: more of them may tell "
            "(--racks, --games)"
        )
    return f": {judgement.missing}" if judgement.verdict == "not judged" else ""
