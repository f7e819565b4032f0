"""`kitgen fonts`: every font that can be asked for by name, and what it covers."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kitgen.cli.terminal import print_table

if TYPE_CHECKING:
    from kitgen.lettering import FontFamily

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    help="List the fonts that kitgen can use, and whether they have a profile's letters.",
)


@app.callback(invoke_without_command=True, epilog="Example: kitgen fonts --profile hasbro-2006")
def list_fonts(
    profile: Annotated[
        str, typer.Option(help="Whose letters to look for: a shipped profile or a TOML file.")
    ] = "werdup",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the fonts that kitgen can use, and whether they have a profile's letters."""
    from kitgen.lettering import available_fonts
    from kitgen.lettering.fonts import family_characters
    from kitgen.settings import load_settings

    labels = load_settings(profile, size=None).tile_set.counts
    needed = _characters(labels)
    found = {
        family: [c for c in needed if c not in family_characters(family)]
        for family in available_fonts()
    }
    if as_json:
        rows = [_row(family, missing) for family, missing in found.items()]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    complete = sum(not missing for missing in found.values())
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
            # those that will do come first
            for family, missing in sorted(found.items(), key=lambda one: bool(one[1]))
        ],
    )


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
