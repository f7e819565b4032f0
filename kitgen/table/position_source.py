"""A position as somebody gives it: a text, JSON, or the record of a game."""

import json
from pathlib import Path

from wordstack import (
    NotationError,
    Position,
    Rulebook,
    parse_position,
    position_from_json,
)

from kitgen.errors import UserError
from kitgen.table.record_file import ENDING, verified_record


def read_position(text: str, profile: str | None) -> Position:
    """Read a position.

    Args:
        text: A position in short or full form or in JSON; or the path of a record, whose last
            position is meant.
        profile: Name or path of the rules; by default `werdup`, or those of the record. The board
            is as large as the position has rows.

    Raises:
        UserError: It cannot be read; the message says where.
        ProfileError: There is no such profile, or it does not fit the board.
    """
    if text.endswith(ENDING):
        return verified_record(Path(text), profile).replayed.positions[-1]
    try:
        if text.lstrip().startswith("{"):
            data = json.loads(text)
            rows = data.get("board")
            size = len(rows) if isinstance(rows, list) else None
            return position_from_json(data, Rulebook.of(profile or "werdup", size))
        size = text.partition(" ")[0].count("/") + 1
        if size == 1:
            raise UserError(
                f"{text!r} is no position: its rows stand between /, such as 10/10/... 111 AEINRST"
            )
        return parse_position(text, Rulebook.of(profile or "werdup", size))
    except NotationError as error:
        raise UserError(f"position: {error}") from None
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            raise UserError(f"position: not JSON: {error}") from None
        raise
