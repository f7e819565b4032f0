"""Turns what pydantic found into one line that names layer, key, value and what is allowed."""

import difflib
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from wordstack.errors import ProfileError, RefusedValueError, shown
from wordstack.options import Options, allowed, extra, in_range, keys

Table = TypeVar("Table", bound=Options)
_OUT_OF_RANGE = {"greater_than_equal", "less_than_equal"}


def fault_line(
    error: ValidationError,
    model: type[Options],
    prefix: str,
    source_of: Callable[..., str],
) -> str:
    """Report the first fault of a table and say how many more there are.

    Args:
        error: What pydantic raised.
        model: The model that was validated.
        prefix: Top-level table, `game` or `print`.
        source_of: Gives the layer that keys (as paths from the top level) come from, of several
            the last, as `Merged.blamed` does.

    Returns:
        One line such as `my.toml: print.pitch = 3: must be from 20.6 to 26 mm`.
    """
    found = error.errors(include_url=False)
    lines = [_line(one, model, prefix, source_of) for one in found]
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return lines[0] + more


def checked_table(
    model: type[Table], table: object, prefix: str, source_of: Callable[..., str]
) -> Table:
    """Validate one table of a merged document.

    Raises:
        ProfileError: The table holds a fault; the message is that of `fault_line`.
    """
    try:
        return model.model_validate(table)
    except ValidationError as error:
        raise ProfileError(fault_line(error, model, prefix, source_of)) from None


def nearest_key(unknown: str, known: Iterable[str]) -> str:
    """Find the known dotted key that an unknown one most likely means.

    A key of the same last part in another table comes first (the table was forgotten), then a
    look-alike beside it, then a look-alike anywhere, then whatever is least far away.
    """
    everything = list(known)
    parent, _, last = unknown.rpartition(".")
    for key in everything:
        if key.rpartition(".")[2] == last:
            return key
    beside = [key for key in everything if key.rpartition(".")[0] == parent]
    for pool, cutoff in ((beside, 0.6), (everything, 0.6), (beside or everything, 0.0)):
        by_last = {key.rpartition(".")[2]: key for key in reversed(pool)}
        if close := difflib.get_close_matches(last, by_last, n=1, cutoff=cutoff):
            return by_last[close[0]]
    return everything[0]


def _line(one: Any, model: type[Options], prefix: str, source_of: Callable[..., str]) -> str:
    path = tuple(str(part) for part in one["loc"])
    kind, value = one["type"], one["input"]
    also: tuple[tuple[str, ...], ...] = ()
    cause = one.get("ctx", {}).get("error")
    if isinstance(cause, RefusedValueError):
        path, value, problem = (*path, *cause.path), cause.value, cause.problem
        also = ((prefix, cause.also),) if cause.also else ()
    elif kind == "extra_forbidden":
        key = dotted(prefix, *path)
        nearest = nearest_key(key, keys(model, prefix))
        problem, value = f"unknown key, the nearest known is {nearest}", RefusedValueError.ABSENT
    else:
        field = _field(model, path)
        problem = "must be " + _wanted(field, kind) if field else "must be a table"
    where = (prefix, *path)
    said = "" if value is RefusedValueError.ABSENT else f" = {shown(value)}"
    return f"{source_of(where, *also)}: {dotted(*where)}{said}: {problem}"


def dotted(*path: str) -> str:
    """Join keys by dots; one that holds a dot, a quote or no printable text is quoted."""
    return ".".join(
        key if key and key.isprintable() and not set(key) & set('." ') else shown(key)
        for key in path
    )


def _wanted(field: FieldInfo, kind: str) -> str:
    if kind in _OUT_OF_RANGE and "allowed" not in extra(field):
        return in_range(field)
    return allowed(field)


def _field(model: type[Options], path: tuple[str, ...]) -> FieldInfo | None:
    field = None
    table: Any = model
    for part in path:
        if not (isinstance(table, type) and issubclass(table, Options)):
            break
        field = table.model_fields.get(part)
        table = field.annotation if field else None
    return field
