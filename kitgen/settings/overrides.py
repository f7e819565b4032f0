"""Settings from the command line, as layers: `--set key=value` and the named flags."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from wordstack.errors import shown
from wordstack.faults import nearest_key
from wordstack.layers import Layer, is_whole, merge
from wordstack.options import keys
from wordstack.profile import GameProfile

from kitgen.errors import UserError
from kitgen.settings.print_settings import PrintSettings

SET = "--set"
_FLAGS = {"print.paper_language": "--lang"}
"""Named flags that are not called as their settings."""

_DEEPEST_KEY = 8
"""Steps of a dotted key; the longest that means something has four."""


def known_keys() -> list[str]:
    """Return every dotted key of a profile, print settings first."""
    return [*keys(PrintSettings, "print"), *keys(GameProfile, "game")]


def set_layers(below: Sequence[Layer], options: Sequence[str]) -> list[Layer]:
    """Turn `key=value` options into one layer each.

    Args:
        below: The layers under them; a label of a tile set is changed in their set.
        options: Such as `print.pitch=22` or `game.tiles.10.E=9`; values are TOML, bare words
            are texts.

    Raises:
        UserError: An option has no `=`, a key that begins with no table, or a broken value.
    """
    layers: list[Layer] = []
    for option in options:
        key, equals, text = option.partition("=")
        key = key.strip()
        if not equals:
            raise UserError(
                f"{SET} {shown(option)}: must be KEY=VALUE, such as print.clearance_per_side=0.25"
            )
        if not key.isprintable():
            # Keys stand in messages as they were typed, and a message is one line.
            raise UserError(f"{SET} {shown(key)}: no key has such a character")
        value = _value(key, text.strip())
        layers.append(_layer([*below, *layers], SET, key, value))
    return layers


def flag_layers(below: Sequence[Layer], named: Mapping[str, object]) -> list[Layer]:
    """Turn named flags into one layer each, its source being the flag; `None` was not given."""
    layers: list[Layer] = []
    for key, value in named.items():
        if value is not None:
            flag = _FLAGS.get(key, "--" + key.rpartition(".")[2].replace("_", "-"))
            layers.append(_layer([*below, *layers], flag, key, value))
    return layers


def _layer(below: Sequence[Layer], source: str, key: str, value: object) -> Layer:
    path = tuple(key.split("."))
    if len(path) > _DEEPEST_KEY:
        raise UserError(f"{source} {shown(key)}: unknown key, of {len(path)} steps")
    if path[0] not in ("game", "print") or len(path) < 2 or not all(path):
        nearest = nearest_key(key, known_keys())
        raise UserError(
            f"{source} {key or shown(key)}: unknown key, the nearest known is {nearest} "
            "(keys begin with print. or game.)"
        )
    if path == ("game", "extends"):
        raise UserError(f"{source} {key}: can only be set in a file; choose another --profile")
    for length in range(2, len(path)):
        if is_whole(path[:length]):
            # A lone label would replace the inherited table whole: change it in a copy instead.
            held = _held(merge(below).document, path[:length])
            if not held and path[:2] == ("game", "tiles"):
                raise UserError(
                    f"{source} {key}: the profile has no set for this board size to change; "
                    f"give a whole one, such as game.tiles.{path[2]}={{A=9, B=2}}"
                )
            value = {**held, ".".join(path[length:]): value}
            path = path[:length]
            break
    document: dict[str, Any] = {path[-1]: value}
    for name in reversed(path[:-1]):
        document = {name: document}
    return Layer(source, document)


def _held(document: Mapping[str, Any], table: tuple[str, ...]) -> Mapping[str, Any]:
    held: Any = document
    for name in table:
        held = held.get(name) if isinstance(held, Mapping) else None
    return held if isinstance(held, Mapping) else {}


def _value(key: str, text: str) -> object:
    if "\n" not in text and "\r" not in text:
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):
            if text[:1] in ("[", "{", '"', "'"):
                raise UserError(f"{SET} {key}: {shown(text)} is not a TOML value") from None
    return text
