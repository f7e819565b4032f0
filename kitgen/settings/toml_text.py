"""Writes values and starting points of profiles as TOML text."""

import json
import os
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from wordstack.options import Leaf

from kitgen.settings.kit_settings import KitSettings, is_font_path

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 98
_RULES = "game.rules."
_TILES = "game.tiles."


def toml_value(value: object) -> str:
    """Write a value as TOML, on one line.

    Args:
        value: A text, truth value, number, list or table of such.

    Raises:
        TypeError: TOML cannot hold it.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        # JSON's escapes are TOML's too; DEL is the one sign that only TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(one) for one in value) + "]"
    if isinstance(value, Mapping):
        pairs = (f"{toml_key(str(key))} = {toml_value(one)}" for key, one in value.items())
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    raise TypeError(f"TOML cannot hold {value!r}")


def toml_key(key: str) -> str:
    """Write one key, quoted where it must be."""
    return key if _BARE_KEY.fullmatch(key) else toml_value(key)


def leaf_text(leaf: Leaf) -> str:
    """Write a setting's value as a profile would, an absent one by its word."""
    return toml_value(leaf.absent if leaf.value is None else leaf.value)


def starting_point(settings: KitSettings, extends: str, target: Path) -> str:
    """Write a profile that changes nothing yet and explains every setting.

    A comment is `# text`; a setting that equals the inherited value is `#key = value`, so
    that taking the one sign away makes it the profile's own.

    Args:
        settings: The resolved settings of the profile to start from.
        extends: What the new profile's `extends` says.
        target: Where the new profile will be; its stem is its name.

    Returns:
        TOML text that loads to the same settings, but for the name.
    """
    lines = [
        *_comment(f"A profile of your own, which begins as {settings.profile_name}."),
        *_comment(
            "Lines that begin with # and a space explain. A setting behind a # without a space "
            "has the inherited value: take the # away to make it this profile's own."
        ),
        "",
        "[game]",
    ]
    table = "game"
    for leaf in settings.leaves():
        if leaf.key.startswith(_TILES):
            table = leaf.key
            lines += ["", *_explained(leaf), f"#[{leaf.key}]"]
            lines += [f"#{toml_key(label)} = {count}" for label, count in leaf.value.items()]
            continue
        key, wanted = leaf.key.partition(".")[2], leaf.key.partition(".")[0]
        if leaf.key.startswith(_RULES):
            key, wanted = leaf.key.removeprefix(_RULES), "game.rules"
        if wanted != table:
            table = wanted
            lines += ["", f"[{table}]"]
        lines += ["", *_explained(leaf), _setting(leaf, key, settings, extends, target)]
    return "\n".join(lines) + "\n"


def _setting(leaf: Leaf, key: str, settings: KitSettings, extends: str, target: Path) -> str:
    if leaf.key == "game.extends":
        return f"extends = {toml_value(extends)}"
    if leaf.key == "game.name":
        return f"#name = {toml_value(target.stem)}"
    if leaf.key == "game.summary":
        return '#summary = ""'
    if leaf.key == "print.font" and is_font_path(settings.print.font):
        return f"#{key} = {toml_value(path_from(target.parent, Path(settings.print.font)))}"
    if leaf.value is None and not leaf.absent:
        return f"#{key} ="
    return f"#{key} = {leaf_text(leaf)}"


def path_from(folder: Path, path: Path) -> str:
    """Write a path as seen from a folder, with forward slashes.

    Where there is no such path (another drive of Windows) it is written in full.
    """
    try:
        text = os.path.relpath(path, folder)
    except ValueError:
        text = str(path.absolute())
    text = Path(text).as_posix()
    return text if "/" in text else f"./{text}"


def _explained(leaf: Leaf) -> Iterator[str]:
    yield from _comment(leaf.reason)
    yield from _comment(f"Allowed: {leaf.allowed}.")


def _comment(text: str) -> Iterator[str]:
    for line in textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}"
