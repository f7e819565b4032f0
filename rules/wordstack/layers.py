"""A profile as layers, base first: reading `extends` chains and laying one over the other."""

import copy
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wordstack.errors import ProfileError, shown
from wordstack.packaged import profile_file

_OWN_TO_A_FILE = ("name", "summary", "extends")
"""Keys of `[game]` that describe one file and are not inherited from another."""


_LARGEST_BYTES = 16 * 2**20
_DEEPEST = 32
"""Levels of tables in a profile; the deepest that means something has five."""


@dataclass(frozen=True)
class Layer:
    """One source of settings.

    Attributes:
        source: What messages and listings call it: a shipped profile's name, a path, a flag.
        document: The parsed document, `{"game": {...}, "print": {...}}`.
        path: The file it was read from, `None` for what was no file.
    """

    source: str
    document: Mapping[str, Any]
    path: Path | None = None


@dataclass(frozen=True)
class Merged:
    """Layers laid over each other.

    Attributes:
        document: The merged document, not yet validated.
        origins: Layer of each value, by its path of keys. Where a layer's own letters made the
            inherited tile sets void, it is the origin of `game.tiles`.
        order: The layers' sources, base first.
    """

    document: dict[str, Any] = field(default_factory=dict)
    origins: dict[tuple[str, ...], str] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    def source_of(self, *paths: tuple[str, ...]) -> str:
        """Return the layer of a value, or of what holds it or is held by it, else `default`.

        Args:
            paths: Paths of keys; of several, the layer that came last is returned.
        """
        found = [self._source_of(path) for path in paths]
        return max(
            found, key=lambda source: self.order.index(source) if source in self.order else -1
        )

    def blamed(self, *paths: tuple[str, ...]) -> str:
        """Return the layer to name in a message: as `source_of`, for a default the last layer."""
        source = self.source_of(*paths)
        return self.order[-1] if source == "default" and self.order else source

    def _source_of(self, path: tuple[str, ...]) -> str:
        for length in range(len(path), 0, -1):
            if source := self.origins.get(path[:length]):
                return source
        held = [source for key, source in self.origins.items() if key[: len(path)] == path]
        return held[-1] if held else "default"


def read_layers(name_or_path: str | Path) -> tuple[Layer, ...]:
    """Read a profile and all that it extends.

    A text without a path separator and without the ending `.toml` is the name of a shipped
    profile; anything else is a path. `extends` follows the same rule, paths being relative to
    the file that holds them.

    Args:
        name_or_path: A shipped profile's name or a path.

    Returns:
        The layers, the base first and the named profile last.

    Raises:
        ProfileError: A file is missing, no file, not UTF-8, not TOML, or extends itself.
    """
    layers: list[Layer] = []
    seen: list[Path] = []
    wanted: str | Path | None = name_or_path
    beside: Path | None = None
    while wanted is not None:
        source, path = _locate(wanted, beside)
        real = Path(os.path.realpath(path))
        if real in seen:
            raise ProfileError(
                f"{layers[-1].source}: game.extends = {shown(str(wanted))}: a circle"
            )
        seen.append(real)
        by = f"{layers[-1].source}: game.extends: " if layers else ""
        layer = Layer(source, _parse(_read(path, source, by), source), path)
        layers.append(layer)
        wanted, beside = _extends(layer), path.parent
    return tuple(reversed(layers))


def merge(layers: Sequence[Layer]) -> Merged:
    """Lay layers over each other, later ones over earlier ones.

    Tables merge key by key. A tile set (`game.tiles.N`) and `game.rules.bonus.tiles` replace
    the inherited table whole, as lists do: half of another language's set is no set. For the
    same reason a layer with other `letters` than the inherited ones drops the inherited sets.
    A file's `name`, `summary` and `extends` are its own; the name is by default the file's stem.

    Raises:
        ProfileError: `game` or `print` is no table.
    """
    document: dict[str, Any] = {}
    origins: dict[tuple[str, ...], str] = {}
    for layer in layers:
        for name in ("game", "print"):
            if not isinstance(layer.document.get(name, {}), Mapping):
                value = shown(layer.document[name])
                raise ProfileError(f"{layer.source}: {name} = {value}: must be a table")
        base = document.setdefault("game", {})
        own = layer.document.get("game", {})
        if layer.path is not None:
            for key in _OWN_TO_A_FILE:
                base.pop(key, None)
                _forget(origins, ("game", key))
            base["name"] = layer.path.stem
            origins["game", "name"] = layer.source
        if "letters" in own and base.get("letters") != own["letters"] and "tiles" in base:
            del base["tiles"]
            _forget(origins, ("game", "tiles"))
            origins["game", "tiles"] = layer.source
        _lay(document, layer.document, (), layer.source, origins)
    return Merged(document, origins, tuple(layer.source for layer in layers))


def _lay(
    under: dict[str, Any],
    over: Mapping[str, Any],
    path: tuple[str, ...],
    source: str,
    origins: dict[tuple[str, ...], str],
) -> None:
    for name, value in over.items():
        here = (*path, name)
        if isinstance(value, Mapping) and not is_whole(here):
            if not isinstance(under.get(name), dict):
                under[name] = {}
                _forget(origins, here)
            _lay(under[name], value, here, source, origins)
        else:
            _forget(origins, here)
            under[name] = copy.deepcopy(value)
            origins[here] = source


def is_whole(path: tuple[str, ...]) -> bool:
    """Tell whether the table at a path replaces an inherited one instead of merging with it."""
    return (len(path) == 3 and path[:2] == ("game", "tiles")) or path == (
        "game",
        "rules",
        "bonus",
        "tiles",
    )


def _forget(origins: dict[tuple[str, ...], str], path: tuple[str, ...]) -> None:
    for key in [key for key in origins if key[: len(path)] == path]:
        del origins[key]


def is_path(name: str) -> bool:
    """Tell whether a text means a file rather than a shipped profile's name."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def _locate(wanted: str | Path, beside: Path | None) -> tuple[str, Path]:
    if isinstance(wanted, str) and not is_path(wanted):
        return wanted, profile_file(wanted)
    if "\0" in str(wanted):
        raise ProfileError(f"{shown(str(wanted))}: must be the path of a file")
    path = Path(wanted) if beside is None else beside / wanted
    return str(path), path


def _read(path: Path, source: str, by: str) -> str:
    try:
        folder, special = path.is_dir(), path.exists() and not path.is_file()
        # A device or a pipe may never end; a profile is a file of a few kilobytes.
        size = 0 if folder or special else path.stat().st_size
        data = b"" if folder or special or size > _LARGEST_BYTES else path.read_bytes()
    except FileNotFoundError:
        raise ProfileError(f"{by}{source}: no such file") from None
    except OSError as error:
        raise ProfileError(f"{by}{source}: cannot be read: {error.strerror or error}") from None
    if folder:
        raise ProfileError(f"{by}{source}: a folder, must be a TOML file")
    if special:
        raise ProfileError(f"{by}{source}: a device or a pipe, must be a TOML file")
    if size > _LARGEST_BYTES:
        raise ProfileError(f"{by}{source}: {size} bytes, must be at most {_LARGEST_BYTES}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ProfileError(f"{source}: not UTF-8 in line {line}") from None


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        document = tomllib.loads(text)
        if _is_deeper(document, _DEEPEST):
            raise RecursionError
        return document
    except RecursionError:
        raise ProfileError(f"{source}: not TOML that can be read: nested too deeply") from None
    except ValueError as error:
        raise ProfileError(f"{source}: not TOML: {' '.join(str(error).split())}") from None


def _is_deeper(table: Mapping[str, Any], levels: int) -> bool:
    """Whether tables lie in tables for more than so many levels; dotted keys make them too."""
    tables: list[object] = [table]
    for _ in range(levels):
        tables = [
            inner
            for outer in tables
            for inner in (outer.values() if isinstance(outer, Mapping) else outer)  # type: ignore[attr-defined]
            if isinstance(inner, Mapping | list)
        ]
    return bool(tables)


def _extends(layer: Layer) -> str | None:
    game = layer.document.get("game", {})
    wanted = game.get("extends") if isinstance(game, Mapping) else None
    if wanted is not None and (not isinstance(wanted, str) or not wanted):
        raise ProfileError(
            f"{layer.source}: game.extends = {shown(wanted)}: must be the name of a shipped "
            "profile or the path of a file"
        )
    return wanted
