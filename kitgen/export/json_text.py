"""JSON as written by kitgen: numbers rounded, what is short on one line."""

import json
import math
from typing import Any

DECIMALS = 6
LINE_WIDTH = 100
MATRIX_WIDTH = 200
"""A matrix of 16 numbers is easier to read on one long line than on four."""


def rounded(value: Any, where: str = "") -> Any:
    """Round every float to 6 decimals, without -0.0, in nested lists and dictionaries.

    Args:
        value: JSON values; tuples become lists.
        where: path of the value, for the message.

    Raises:
        ValueError: for NaN or an infinity, which JSON cannot hold, with its path.
        TypeError: for a value of another type.
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{where or 'value'} is {value}, which JSON cannot hold")
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {str(k): rounded(v, f"{where}.{k}".lstrip(".")) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item, f"{where}[{i}]") for i, item in enumerate(value)]
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{where or 'value'} is a {type(value).__name__}, which JSON cannot hold")


def to_bytes(value: Any) -> bytes:
    """Write rounded JSON values in UTF-8 with a newline at the end.

    What fits into a line is written on one, so that a pose is a line and not twenty.
    """
    return (_text(value, 0, 0) + "\n").encode()


def _text(value: Any, indent: int, used: int) -> str:
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    limit = MATRIX_WIDTH if line.startswith("[[") else LINE_WIDTH
    if indent > 0 and indent + used + len(line) < limit:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, dict) and value:
        keys = {key: json.dumps(key, ensure_ascii=False) + ": " for key in value}
        lines = [inner + keys[k] + _text(v, indent + 1, len(keys[k])) for k, v in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
    if isinstance(value, list) and value:
        lines = [inner + _text(item, indent + 1, 0) for item in value]
        return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"
    return line
