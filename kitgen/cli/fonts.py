"""`kitgen fonts`: every font that can be asked for by name, and what it covers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.cli.json_output import print_json
from kitgen.cli.options import AsJson, FontWeight, KitProfile
from kitgen.cli.terminal import print_table
from kitgen.errors import UserError

if TYPE_CHECKING:
    from kitgen.lettering import FontFamily

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    help="List the fonts that kitgen can use, and whether they have a profile's letters.",
)

_NAMED = 4
"""So many of the fonts that have none of the letters are named."""


@app.callback(
    invoke_without_command=True, epilog="Example: kitgen fonts --sheet letters.png --font Lexend"
)
def list_fonts(
    profile: KitProfile = "werdup",
    sheet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png", help="Draw all letters as they would be printed, and list nothing."
        ),
    ] = None,
    font: Annotated[
        list[str] | None,
        typer.Option(
            help="Family name or font file for the sheet; again for several.",
            show_default="the profile's",
        ),
    ] = None,
    font_weight: FontWeight = None,
    as_json: AsJson = False,
) -> None:
    """List the fonts that kitgen can use, and whether they have a profile's letters."""
    from kitgen.settings import load_settings

    if sheet is None and (font or font_weight is not None):
        raise UserError("--font and --font-weight: only with --sheet FILE.png")
    settings = load_settings(profile, named={"print.font_weight": font_weight})
    if sheet is not None:
        from kitgen.cli.font_sheets import draw_sheet, sheet_lines, sheet_rows

        sets = draw_sheet(sheet, settings, font or [])
        if as_json:
            print_json(sheet_rows(sets))
        else:
            typer.echo("\n".join([*sheet_lines(sets), f"Drawn in {sheet}"]))
        return
    from kitgen.lettering import available_fonts
    from kitgen.lettering.fonts import family_characters

    needed = _characters(settings.tile_set.counts)
    found = {
        family: [c for c in needed if c not in family_characters(family)]
        for family in available_fonts()
    }
    # Those that will do come first, those that have nothing to offer last.
    found = dict(sorted(found.items(), key=lambda one: _rank(one[1], needed)))
    if as_json:
        rows = [_row(family, missing) for family, missing in found.items()]
        print_json(rows)
        return
    complete = sum(not missing for missing in found.values())
    useless = [family.name for family, missing in found.items() if _rank(missing, needed) == 2]
    print_table(
        f"{len(found)} fonts, {complete} with all letters of {profile}",
        ("font", "weights", "from", "letters", "file"),
        [
            (
                family.name,
                _weights(family),
                family.origin,
                _verdict(missing),
                family.upright.path.name,
            )
            for family, missing in found.items()
            if family.name not in useless
        ],
    )
    if useless:
        typer.echo(_shortened(useless))


def _rank(missing: Sequence[str], needed: Sequence[str]) -> int:
    """0 for a font with all letters, 1 with some, 2 with none."""
    return 0 if not missing else 1 if len(missing) < len(needed) else 2


def _shortened(names: Sequence[str]) -> str:
    """One line for fonts that have none of the letters."""
    more = len(names) - _NAMED
    listed = ", ".join(names[:_NAMED]) + (
        f" and {more} more (--json names all)" if more > 0 else ""
    )
    count = "1 font has" if len(names) == 1 else f"{len(names)} fonts have"
    return f"{count} none of the letters: {listed}"


def _characters(labels: Mapping[str, int]) -> list[str]:
    """Characters of all labels, each once, in the set's order; a blank needs none."""
    import unicodedata

    text = "".join(unicodedata.normalize("NFC", label) for label in labels if label != "_")
    return list(dict.fromkeys(text))


def _weights(family: "FontFamily") -> str:
    if family.weight_range is not None:
        low, high = family.weight_range
        return f"{low} to {high}"
    return " ".join(map(str, family.weights)) or "italic only"


def _verdict(missing: Sequence[str]) -> str:
    if not missing:
        return "all"
    shown = " ".join(missing[:6])
    return f"lacks {shown}" + (f" and {len(missing) - 6} more" if len(missing) > 6 else "")


def _row(family: "FontFamily", missing: Sequence[str]) -> dict[str, object]:
    return {
        "name": family.name,
        "weights": list(family.weights),
        "weight_range": family.weight_range,
        "from": family.origin,
        "missing": list(missing),
        "files": sorted({str(face.path) for face in family.faces}),
    }
