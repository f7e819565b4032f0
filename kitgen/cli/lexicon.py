"""`kitgen lexicon`: list the word lists that judge words, and bring one of your own."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.options import AsJson
from kitgen.cli.terminal import print_table
from kitgen.errors import UserError

if TYPE_CHECKING:
    from wordstack.lexicon import Alphabet

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="List the word lists that judge words, and bring one of your own.",
)


@app.command("list", epilog="Example: kitgen lexicon list --json")
def list_lexicons(as_json: AsJson = False) -> None:
    """List the lexicons that --lexicon NAME accepts: shipped ones, then those you have built.

    Each is shown with the number of words in its list; how many of them a game can use depends on
    its letters and its board.
    """
    from wordstack.lexicon import lexicons

    found = lexicons()
    if as_json:
        rows = [
            {
                "name": one.name,
                "also": list(one.also),
                "language": one.language,
                "words": one.words,
                "shipped": one.shipped,
            }
            for one in found
        ]
        print_json(rows)
        return
    print_table(
        "",
        ("lexicon", "also called", "language", "words", "from"),
        [
            (
                one.name,
                ", ".join(one.also),
                one.language,
                one.words,
                "SCOWL, shipped" if one.shipped else "your own",
            )
            for one in found
        ],
    )


@app.command(
    "build",
    epilog="Examples: kitgen lexicon build german.txt --lang de --accept-capitalised; "
    "kitgen lexicon build club.txt --lang en --name club --no-two-letter-rule; "
    "kitgen lexicon build hungarian.txt --lang hu --profile my-hungarian.toml --name hu-club",
)
def build(
    file: Annotated[Path, typer.Argument(help="The word list: a text file, a word a line.")],
    language: Annotated[
        str, typer.Option("--lang", metavar="XX", help="Language tag, such as de or pt-BR.")
    ],
    profile: Annotated[
        str | None,
        typer.Option(
            "--profile",
            metavar="NAME",
            help="Judge the list by the letters and board of this profile; by default those of "
            "werdup for English, elsewhere the language's own letters and words of up to 10.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="What to call it; by default the language, whose default lexicon it then is "
            "(English keeps its own).",
        ),
    ] = None,
    encoding: Annotated[
        str, typer.Option("--encoding", metavar="NAME", help="utf-8 or latin-1.")
    ] = "utf-8",
    accept_capitalised: Annotated[
        bool,
        typer.Option(
            "--accept-capitalised",
            help="Take words with capitals too, as German nouns are written; names come with them.",
        ),
    ] = False,
    two_letter_rule: Annotated[
        bool,
        typer.Option(
            "--two-letter-rule/--no-two-letter-rule",
            help="In English, leave out words of two letters without a, e, i, o, u or y; lists "
            "made for games need no such rule.",
        ),
    ] = True,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report only, store nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Store a word list of your own under a name, and report what is kept and left out, and why.

    The list stays yours: it is copied into your data folder (KITGEN_DATA_DIR chooses another) and
    serves with --lexicon NAME, or lexicon = "NAME" in a profile, whatever its letters and board.
    A list of the same name is replaced.
    """
    from wordstack.lexicon import WordPolicy, build_lexicon
    from wordstack.lexicon.languages import LANGUAGE_TAG, primary
    from wordstack.lexicon.shipped import ALIASES, ENGLISH
    from wordstack.lexicon.word_files import ENCODINGS, WordFile, check_name, store_words

    if encoding not in ENCODINGS:
        raise UserError(f"--encoding {encoding}: must be {' or '.join(ENCODINGS)}")
    if not re.fullmatch(LANGUAGE_TAG, language):
        raise UserError(f'--lang "{language}": must be a language tag such as de or pt-BR')
    name = primary(language) if name is None else name
    alphabet = _alphabet(language, profile)
    check_name(name, {**ENGLISH, **ALIASES})
    source = WordFile(file, encoding)
    policy = WordPolicy(accept_capitalised=accept_capitalised, two_letter_rule=two_letter_rule)
    _, report = build_lexicon(name, source, alphabet, policy)
    if not dry_run:
        words = [word for line in source.words() if (word := line.strip())]
        store_words(name, language, policy, words)
    if as_json:
        print_json(report.to_json())
        return
    typer.echo(report.to_text())
    typer.echo("nothing stored" if dry_run else f"stored; use it with: --lexicon {name}")


def _alphabet(language: str, profile: str | None) -> "Alphabet":
    from wordstack import load_profile
    from wordstack.lexicon import Alphabet, alphabet_of_language
    from wordstack.lexicon.languages import primary

    if profile is None and primary(language) != "en":
        return alphabet_of_language(language)
    game = load_profile(profile or "werdup")
    if primary(game.language) != primary(language):
        raise UserError(
            f"--lang {language}: the language of profile {game.name} is {game.language}, "
            "must be the same"
        )
    return Alphabet.of(game)
