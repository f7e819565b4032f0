"""`kitgen verify`: whether the record of a game holds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.options import AsJson

if TYPE_CHECKING:
    from kitgen.table.record_file import Verified


def verify(
    record: Annotated[Path, typer.Argument(metavar="GAME.kgg", help="The record of a game.")],
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The rules, where the record's own name does not lead to them.",
            show_default="the record's",
        ),
    ] = None,
    lexicon: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|PATH",
            help="The words, likewise; none: leave them unchecked.",
            show_default="the record's",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play the record of a game again and refuse what is not so.

    Rules, racks, plays, scores, challenges and the ending are recomputed; where the lexicon is not
    at hand, words are not checked, and that is said. Exit 1: something is false, with its line and
    the reason. Exit 2: the file is no record.

    Four commands judge: `kitgen check` whether the printed kit fits, `kitgen validate` whether a
    tile set is playable, `kitgen verify` the record of one game, `kitgen rules judge` the engine
    itself by cases with known rulings.

    Example: kitgen verify sunday.kgg
    """
    from kitgen.table.record_file import verified_record

    verified = verified_record(record, profile, lexicon)
    if as_json:
        print_json(_row(record, verified))
        return
    typer.echo(f"{record}: {_summary(verified)}")
    if verified.unchecked:
        typer.echo(f"words were not checked: {verified.unchecked}")
    for phony in verified.replayed.phonies:
        typer.echo(f"line {phony.line}: nobody challenged {', '.join(phony.words)}: not a word")


def _summary(verified: "Verified") -> str:
    count = len(verified.record.entries)
    turns = f"{count} line" + ("" if count == 1 else "s") + " of play"
    ending = verified.record.ending
    state = f"holds so far, {turns}, not finished"
    if ending is not None:
        state = f"holds, {turns}, ended: {ending.reason}"
    return f"{state}; " + ", ".join(f"{name} {score}" for name, score in _scores(verified))


def _scores(verified: "Verified") -> list[tuple[str, int]]:
    record = verified.record
    if record.ending is None:
        scores = verified.replayed.positions[-1].scores
    else:
        scores = tuple(final.total for final in record.ending.finals)
    return [(seat.nick, score) for seat, score in zip(record.seats, scores, strict=True)]


def _row(path: Path, verified: "Verified") -> dict[str, Any]:
    """The same as values for JSON."""
    ending = verified.record.ending
    phonies = verified.replayed.phonies
    return {
        "record": str(path),
        "lines": len(verified.record.entries),
        "ending": None if ending is None else ending.reason,
        "scores": [{"player": name, "score": score} for name, score in _scores(verified)],
        "unchecked": verified.unchecked,
        "unchallenged": [{"line": one.line, "words": list(one.words)} for one in phonies],
    }
