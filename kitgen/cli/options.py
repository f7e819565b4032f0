"""Options that several commands share, so that they are spelt and explained alike."""

from pathlib import Path
from typing import Annotated

import typer

from kitgen.cli.numbers import whole_number, whole_number_in

LARGEST_SEED = 2**64 - 1
OUTPUT = Path("output")
"""Where kits are, unless told otherwise."""

KitProfile = Annotated[
    str, typer.Option("--profile", "-p", help="A shipped profile's name or a TOML file.")
]
Font = Annotated[
    str | None,
    typer.Option(
        "--font",
        help="Family name or font file; see `kitgen fonts`.",
        show_default="the profile's",
    ),
]
FontFile = Annotated[
    Path | None,
    typer.Option(
        "--font",
        metavar="FILE",
        help="The font's file, where the kit was made from one that is not installed.",
    ),
]
FontWeight = Annotated[
    int | None,
    typer.Option(
        "--font-weight",
        parser=whole_number,
        metavar="N",
        # The bounds are those of the setting, which refuses what is beyond them.
        help="100 to 1000; 400 is regular, 700 bold.",
        show_default="the profile's",
    ),
]
SetOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Any setting, as `kitgen profiles show` lists them; repeatable.",
    ),
]
Force = Annotated[
    bool, typer.Option("--force", help="Use a folder that is not a kit; its files are kept.")
]

RulesProfile = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="The rules: a shipped profile's name or a TOML file.",
        show_default="werdup",
    ),
]
GameSize = Annotated[
    int | None,
    typer.Option(
        "--size",
        "-n",
        parser=whole_number,
        metavar="N",
        help="Squares along one side, 5 to 16.",
        show_default="the profile's",
    ),
]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File of the record, saved after every turn.",
        show_default="game-SEED.kgg when playing, score.kgg when scoring",
    ),
]
SlicerPath = Annotated[
    Path | None,
    typer.Option(
        "--slicer-path",
        metavar="FILE",
        help="PrusaSlicer's program.",
        show_default="found in the usual places",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        parser=whole_number_in(1),
        metavar="N",
        help="Processes that work.",
        show_default="all cores",
    ),
]
KitFolder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[OUTPUT]", help="The kit's folder.", show_default="the only one in output/"
    ),
]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Make everything anew, and keep nothing.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
PaperSize = Annotated[
    str | None,
    typer.Option(
        "--paper",
        metavar="SIZE",
        help="Sheets: a4 or letter.",
        show_default="the profile's",
    ),
]
PaperLanguage = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help="Language of the text: en, de or fr.",
        show_default="the game's",
    ),
]
