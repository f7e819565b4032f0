"""What every table of settings has in common: strict, frozen, and able to describe itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import annotated_types
from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.fields import FieldInfo

from wordstack.frozen_map import FrozenMap


class Options(BaseModel):
    """A frozen table of settings that takes no unknown key and bends no type.

    TOML has no null. A field whose value may be absent names a word for that in
    `json_schema_extra["absent"]`, so that a profile can take an inherited value back.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _absent_words(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        words = {name: extra(field).get("absent") for name, field in cls.model_fields.items()}
        return {
            key: None if isinstance(value, str) and value == words.get(key) else value
            for key, value in data.items()
        }


@dataclass(frozen=True)
class Leaf:
    """One setting of a resolved table.

    Attributes:
        key: Dotted key with its prefix, such as `game.rules.scoring.mode`.
        value: The value, or `None` where it is absent.
        unit: Unit of the value, `""` where it has none.
        allowed: What is allowed, in words.
        reason: What the setting means and where its default comes from.
        absent: The word that a file writes for an absent value, `""` where there is none.
    """

    key: str
    value: Any
    unit: str
    allowed: str
    reason: str
    absent: str


def extra(field: FieldInfo) -> Mapping[str, Any]:
    """Return the facts of a field that pydantic has no place for: `unit`, `absent`, `allowed`."""
    return field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}


def leaves(table: Options, prefix: str) -> Iterator[Leaf]:
    """Walk a resolved table, in the order of its declaration.

    Args:
        table: The table.
        prefix: Dotted key of the table itself.

    Yields:
        One leaf a setting; a mapping that is keyed by whole numbers (the tile sets by board
        size) gives one leaf an entry, any other mapping is one value.
    """
    for name, field in type(table).model_fields.items():
        value, key = getattr(table, name), f"{prefix}.{name}"
        if isinstance(value, Options):
            yield from leaves(value, key)
            continue
        facts = extra(field)
        described = (facts.get("unit", ""), allowed(field), field.description or "")
        if isinstance(value, FrozenMap) and value and all(isinstance(k, int) for k in value):
            for inner in value:
                yield Leaf(f"{key}.{inner}", value[inner], *described, "")
        else:
            yield Leaf(key, value, *described, facts.get("absent", ""))


def keys(model: type[Options], prefix: str) -> Iterator[str]:
    """Yield every dotted key that a table knows, its inner tables' own keys included."""
    for name, field in model.model_fields.items():
        key = f"{prefix}.{name}"
        yield key
        if isinstance(field.annotation, type) and issubclass(field.annotation, Options):
            yield from keys(field.annotation, key)


def bounds(field: FieldInfo) -> tuple[float | None, float | None]:
    """Return the least and the largest value of a field, `None` where it has no such bound."""
    low: Any = None
    high: Any = None
    for item in field.metadata:
        if isinstance(item, annotated_types.Ge):
            low = item.ge
        elif isinstance(item, annotated_types.Le):
            high = item.le
    return low, high


def allowed(field: FieldInfo) -> str:
    """Say in words what a field takes: a range with its unit, a choice, or a kind of value."""
    facts = extra(field)
    kinds = [kind for kind in get_args(field.annotation) if kind is not type(None)]
    kind = kinds[0] if len(kinds) == 1 and get_origin(field.annotation) is not Literal else None
    annotation = kind or field.annotation
    low, high = bounds(field)
    if "allowed" in facts:
        text = str(facts["allowed"])
    elif get_origin(annotation) is Literal:
        text = " or ".join(f'"{choice}"' for choice in get_args(annotation))
    elif annotation is bool:
        text = "true or false"
    elif annotation in (int, float) and low is not None and high is not None:
        kind_of_number = "a whole number" if annotation is int else "a number"
        text = f"{kind_of_number} {_range(low, high)}"
    elif annotation is str:
        text = "text"
    else:
        text = "a table"
    unit = facts.get("unit")
    return text + (f" {unit}" if unit else "") + _or_absent(facts)


def in_range(field: FieldInfo) -> str:
    """Say only the range of a number, for a value of the right kind that lies outside it."""
    low, high = bounds(field)
    if low is None or high is None:
        return allowed(field)
    unit = extra(field).get("unit")
    return _range(low, high) + (f" {unit}" if unit else "") + _or_absent(extra(field))


def _range(low: float, high: float) -> str:
    return f"equal to {low:g}" if low == high else f"from {low:g} to {high:g}"


def _or_absent(facts: Mapping[str, Any]) -> str:
    return f', or "{facts["absent"]}"' if "absent" in facts else ""
