"""The one failure that reading a profile has, and how values are shown in it."""

import json
from collections.abc import Mapping

_MOST_BITS = 10_000
_LONGEST_SHOWN = 60


class ProfileError(ValueError):
    """A profile cannot be used; one line: which layer, which key, the value, what is allowed."""


class RefusedValueError(ValueError):
    """A value that a validator refuses, with the place inside the model where it stands.

    Args:
        problem: What is wrong or what is allowed.
        path: Keys from the validated field (or the model) down to the value.
        value: The refused value; left out of the message where absent.
        also: Another key of the model that the value contradicts, if any.
    """

    ABSENT = object()

    def __init__(
        self, problem: str, *path: str, value: object = ABSENT, also: str | None = None
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path
        self.value = value
        self.also = also


def shown(value: object) -> str:
    """Write a value on one line as TOML writes it, cut where it is long.

    Args:
        value: Anything that a TOML file can hold, or a Python stand-in for it.

    Returns:
        One line of at most 60 characters.
    """
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, Mapping):
        text = "{" + ", ".join(f"{key} = {shown(inner)}" for key, inner in value.items()) + "}"
    elif isinstance(value, list | tuple):
        text = "[" + ", ".join(shown(inner) for inner in value) + "]"
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        # Python refuses to write numbers of thousands of digits in full.
        text = f"a number of {value.bit_length()} bits"
    else:
        text = " ".join(str(value).split())
    text = "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."
