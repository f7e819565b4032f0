"""What `--json` prints: one JSON value, laid out alike by all commands."""

import json
import sys

import typer


def print_json(value: object) -> None:
    """Print a value as JSON and a newline.

    Letters stand as they are, unless standard output cannot carry them: what would be written in
    their place is no JSON.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2)
    typer.echo(text)
