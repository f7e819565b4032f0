"""Options that count something."""

from collections.abc import Callable

import typer


def whole_number(text: str | int) -> int:
    """Read a whole number; typer's own reader does not repeat what was given.

    Args:
        text: What was given, or an option's default, which typer reads as well.

    Raises:
        typer.BadParameter: It is none.
    """
    if isinstance(text, int):
        return text
    try:
        if text.isascii() and "_" not in text:
            return int(text)
    except ValueError:
        pass
    raise typer.BadParameter(f"{text!r} is not a whole number")


def whole_number_in(low: int, high: int | None = None) -> Callable[[str | int], int]:
    """Return a reader of whole numbers within bounds, both included."""

    def read(text: str | int) -> int:
        number = whole_number(text)
        if number < low or (high is not None and number > high):
            allowed = f"{low} or more" if high is None else f"from {low} to {high}"
            raise typer.BadParameter(f"{text} must be {allowed}")
        return number

    return read
