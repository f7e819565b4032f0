"""All settings of one kit, resolved: the game half, the print half, the size and the tiles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from wordstack.errors import ProfileError, shown
from wordstack.faults import checked_table, nearest_key
from wordstack.layers import Layer, Merged, merge, read_layers
from wordstack.options import Leaf, Options, leaves
from wordstack.profile import GameProfile, resolve_game
from wordstack.tile_sets import TileSet

from kitgen.errors import UserError
from kitgen.settings.folder_name import check_folder_name
from kitgen.settings.materials import material
from kitgen.settings.overrides import flag_layers, known_keys, set_layers
from kitgen.settings.print_settings import PrintSettings
from kitgen.settings.printers import printer

SMALLEST_KIT = 6
LARGEST_KIT = 16
FONT_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")


@dataclass(frozen=True)
class KitSettings:
    """What a kit is made from.

    Attributes:
        game: The game half of the profile.
        print: The print half.
        size: Squares along one side of the board, even, 6 to 16.
        tile_set: The tiles for that board.
        players: Racks to print.
        profile_name: Name of the profile, safe as a folder's name.
        sources: Layer that each value came from, by dotted key; `default` for defaults.
    """

    game: GameProfile
    print: PrintSettings
    size: int
    tile_set: TileSet
    players: int
    profile_name: str
    sources: Mapping[str, str] = field(compare=False)

    def leaves(self) -> Iterator[Leaf]:
        """Walk all settings: the game half, then the print half, as declared."""
        yield from leaves(self.game, "game")
        yield from leaves(self.print, "print")

    def resolved(self) -> dict[str, Any]:
        """Return the settings as a tree for JSON, in fixed order and without machine paths.

        Returns:
            `{"game": ..., "print": ..., "size": ...}`; of a path only the file's name is kept,
            absent values are `None`.
        """
        game, printed = _tree(self.game), _tree(self.print)
        for table, key in ((game, "extends"), (game, "lexicon"), (printed, "font")):
            table[key] = _without_folder(table[key])
        return {"game": game, "print": printed, "size": self.size}


def load_settings(
    profile: str | Path = "werdup",
    *,
    size: int | None = None,
    set_options: Sequence[str] = (),
    named: Mapping[str, object] | None = None,
) -> KitSettings:
    """Resolve a profile and what the command line lays over it.

    Later layers win: defaults, what the profile extends, the profile, `--set`, named flags.

    Args:
        profile: A shipped profile's name, or the path of a TOML file.
        size: Squares along one side; by default the profile's board size.
        set_options: `key=value` texts of `--set`.
        named: Values of named flags by dotted key; `None` values were not given.

    Raises:
        UserError: Anything in them cannot be used; one line.
    """
    try:
        layers = [_checked(layer) for layer in read_layers(profile)]
        layers += set_layers(layers, set_options)
        layers += flag_layers(layers, named or {})
        merged = merge(layers)
        game = resolve_game(layers)
        printed = checked_table(
            PrintSettings, merged.document.get("print", {}), "print", merged.blamed
        )
        _check_names(printed, merged)
        check_folder_name(game.name, merged.blamed(("game", "name")))
        kit_size = _kit_size(size, game)
        tile_set = game.tile_set(kit_size)
    except ProfileError as error:
        raise UserError(str(error)) from None
    both = (*leaves(game, "game"), *leaves(printed, "print"))
    sources = {leaf.key: merged.source_of(tuple(leaf.key.split("."))) for leaf in both}
    sources["size"] = "--size" if size is not None else sources["game.board_size"]
    return KitSettings(
        game=game,
        print=printed,
        size=kit_size,
        tile_set=tile_set,
        players=printed.players if printed.players is not None else game.players_max,
        profile_name=game.name,
        sources=sources,
    )


def is_font_path(font: str) -> bool:
    """Tell whether `print.font` is the path of a file rather than a family name."""
    return "/" in font or "\\" in font or font.casefold().endswith(FONT_SUFFIXES)


def _kit_size(size: int | None, game: GameProfile) -> int:
    chosen = game.board_size if size is None else size
    if chosen % 2 or not SMALLEST_KIT <= chosen <= LARGEST_KIT:
        where = f"--size {chosen}" if size is not None else f"game.board_size = {chosen}"
        raise UserError(
            f"{where}: a board of four quarters must have an even size "
            f"from {SMALLEST_KIT} to {LARGEST_KIT}"
        )
    return chosen


def _check_names(printed: PrintSettings, merged: Merged) -> None:
    """Look up what stands for a table of data, so that a wrong name is said with its layer."""
    named = (("material", material, printed.material), ("printer", printer, printed.printer))
    for key, look_up, name in named:
        try:
            look_up(name)
        except UserError as error:
            source = merged.source_of(("print", key))
            raise UserError(f"{source}: print.{key}: {error}") from None


def _checked(layer: Layer) -> Layer:
    """Refuse top-level keys that are no table of a profile; make a font's path the file's own."""
    for key in layer.document:
        if key not in ("game", "print"):
            nearest = nearest_key(key, ["game", "print", *known_keys()])
            raise UserError(
                f"{layer.source}: {shown(key)}: unknown key, the nearest known is {nearest} "
                "(a profile has the tables [game] and [print])"
            )
    printed = layer.document.get("print")
    font = printed.get("font") if isinstance(printed, Mapping) else None
    if layer.path is None or not isinstance(font, str) or not is_font_path(font):
        return layer
    moved = str(layer.path.parent / font)
    document = {**layer.document, "print": {**layer.document["print"], "font": moved}}
    return Layer(layer.source, document, layer.path)


def _tree(table: Options) -> dict[str, Any]:
    return {name: _plain(getattr(table, name)) for name in type(table).model_fields}


def _plain(value: Any) -> Any:
    if isinstance(value, Options):
        return _tree(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return value


def _without_folder(value: str | None) -> str | None:
    if value is None or not ("/" in value or "\\" in value):
        return value
    return PureWindowsPath(value).name if "\\" in value else PurePosixPath(value).name
