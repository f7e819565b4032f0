"""The table `[game]` of a profile: its model, and how a profile becomes one."""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer, PlainValidator, model_validator

from wordstack.errors import ProfileError, RefusedValueError
from wordstack.faults import checked_table
from wordstack.frozen_map import FrozenMap
from wordstack.labels import BLANK, read_letters
from wordstack.layers import Layer, merge, read_layers
from wordstack.options import Options, leaves
from wordstack.rules_options import RulesOptions
from wordstack.tile_sets import (
    LARGEST_BOARD,
    SMALLEST_BOARD,
    TileSet,
    in_letter_order,
    read_tile_sets,
    scale,
)

ENGLISH = (*"ABCDEFGHIJKLMNOP", "Qu", *"RSTUVWXYZ")


def _one_line(raw: object) -> object:
    if not isinstance(raw, str):
        return raw
    text = unicodedata.normalize("NFC", raw)
    if any(unicodedata.category(character)[0] == "C" for character in text):
        raise RefusedValueError("must not hold line ends or control characters", value=raw)
    return text


def _read_squares(raw: object) -> tuple[tuple[int, int], ...]:
    squares: list[tuple[int, int]] = []
    for square in raw if isinstance(raw, list | tuple) else ():
        if isinstance(square, list | tuple) and [type(part) for part in square] == [int, int]:
            squares.append((square[0], square[1]))
        else:
            raise RefusedValueError(f"must be {_SQUARES}", value=raw)
    if not squares:
        raise RefusedValueError(f"must be {_SQUARES}", value=raw)
    return tuple(squares)


_SQUARES = "a list of [row, column] pairs of whole numbers"
Squares = Annotated[tuple[tuple[int, int], ...], PlainValidator(_read_squares)]
OneLine = Annotated[str, BeforeValidator(_one_line)]
Letters = Annotated[tuple[str, ...], PlainValidator(read_letters), PlainSerializer(list)]
TileSets = Annotated[
    Mapping[int, Mapping[str, int]],
    PlainValidator(read_tile_sets),
    PlainSerializer(lambda sets: {size: dict(counts) for size, counts in sets.items()}),
]


class GameProfile(Options):
    """A stacking word game: its alphabet, tiles, board and rules; nothing of printing."""

    name: OneLine = Field(
        "unnamed",
        min_length=1,
        max_length=64,
        description="What the profile is called; by default the stem of its file's name.",
        json_schema_extra={"allowed": "a text of 1 to 64 characters"},
    )
    summary: OneLine = Field(
        "",
        max_length=160,
        description="One line for listings: whose rules these are and what is special.",
        json_schema_extra={"allowed": "a text of at most 160 characters"},
    )
    extends: OneLine | None = Field(
        None,
        description="The profile that this one builds on: the name of a shipped one, or the path "
        "of a file, relative to this file.",
        json_schema_extra={"allowed": "the name of a shipped profile or the path of a file"},
    )
    language: str = Field(
        "en",
        pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
        description="Language of the letters and words, as a BCP 47 tag.",
        json_schema_extra={"allowed": 'a language tag such as "en" or "pt-BR"'},
    )
    letters: Letters = Field(
        ENGLISH,
        description="The labels in alphabetical order, which decides the start draw and ties in "
        "scaling. English sets have one tile Qu and no plain Q (Hasbro 2006).",
        json_schema_extra={"allowed": "a list of labels of 1 to 3 characters"},
    )
    blanks: bool = Field(
        False,
        description=f"Whether a tile set may hold blanks, written {BLANK}; no stacking word game "
        "is known to have them.",
    )
    board_size: int = Field(
        10,
        ge=SMALLEST_BOARD,
        le=LARGEST_BOARD,
        description="Squares along one side: 10 since the 1990s, 8 in the first editions.",
        json_schema_extra={"unit": "squares"},
    )
    start_squares: Squares | None = Field(
        None,
        description="Squares of which the first word covers one, as [row, column] counted from 0 "
        "at the top left; absent: the four in the middle, which only an even board has.",
        json_schema_extra={
            "allowed": _SQUARES,
            "absent": "central",
        },
    )
    rack_size: int = Field(
        7,
        ge=3,
        le=10,
        description="Tiles that a player holds; 7 in every text.",
        json_schema_extra={"unit": "tiles"},
    )
    players_min: int = Field(
        2,
        ge=1,
        le=8,
        description="Fewest players: 2 at Hasbro, 1 at WerdUp.",
        json_schema_extra={"unit": "players"},
    )
    players_max: int = Field(
        4,
        ge=1,
        le=8,
        description="Most players; 4 in every text.",
        json_schema_extra={"unit": "players"},
    )
    lexicon: OneLine | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="Name of the word list that settles challenges; house: the players' own "
        "dictionary, as the printed rules have it; where a program judges, the language's list.",
        json_schema_extra={"allowed": "the name of a word list", "absent": "house"},
    )
    rules: RulesOptions = RulesOptions()
    tiles: TileSets = Field(
        FrozenMap({}),
        description="Number of tiles per label for one board size; replaces an inherited set of "
        "that size whole.",
        json_schema_extra={"unit": "tiles", "allowed": "a table of labels and whole numbers"},
    )

    @model_validator(mode="after")
    def _fits_together(self) -> "GameProfile":
        if self.players_min > self.players_max:
            raise RefusedValueError(
                f"must be at most game.players_max = {self.players_max}",
                "players_min",
                value=self.players_min,
                also="players_max",
            )
        if not self.tiles:
            raise RefusedValueError(
                "no tile set: at least one [game.tiles.N] is needed (a profile with letters of "
                "its own inherits none)",
                "tiles",
            )
        for size, counts in self.tiles.items():
            for label in counts:
                self._check_label(label, "tiles", str(size), label)
        self._check_start_squares()
        return self

    def _check_label(self, label: str, *path: str) -> None:
        if label == BLANK and not self.blanks:
            raise RefusedValueError("blanks need game.blanks = true", *path, also="blanks")
        if label != BLANK and label not in self.letters:
            raise RefusedValueError("this label is not in game.letters", *path, also="letters")

    def _check_start_squares(self) -> None:
        if self.start_squares is None:
            if self.board_size % 2 and self.rules.first_word.centre == "any_of_four":
                raise RefusedValueError(
                    "an odd board has no four central squares: must be even, or "
                    "game.start_squares must list some",
                    "board_size",
                    value=self.board_size,
                    also="start_squares",
                )
            return
        for square in self.start_squares:
            if not all(0 <= part < self.board_size for part in square):
                raise RefusedValueError(
                    f"row and column must be from 0 to {self.board_size - 1}",
                    "start_squares",
                    value=square,
                    also="board_size",
                )

    def tile_set(self, board_size: int) -> TileSet:
        """Return the tiles for a board.

        The profile's own set for that size where it has one, else one scaled to as many tiles
        as the board has squares: from the set of the profile's own `board_size`, or where that
        is missing from the set of the largest board.

        Args:
            board_size: Squares along one side.

        Raises:
            ProfileError: The board is out of range or has fewer squares than there are kinds.
        """
        if not SMALLEST_BOARD <= board_size <= LARGEST_BOARD:
            raise ProfileError(
                f"board size {board_size}: must be from {SMALLEST_BOARD} to {LARGEST_BOARD}"
            )
        board = f"{board_size} x {board_size}"
        if board_size in self.tiles:
            counts = in_letter_order(self.tiles[board_size], self.letters)
            total = sum(counts.values())
            return TileSet(
                counts, total, False, f"the profile's own set for {board}: {total} tiles"
            )
        base = self.board_size if self.board_size in self.tiles else max(self.tiles)
        base_counts = in_letter_order(self.tiles[base], self.letters)
        total = board_size**2
        try:
            counts = scale(base_counts, total)
        except ProfileError as error:
            raise ProfileError(f"{self.name}: board {board}: {error}") from None
        note = (
            f"scaled to {total} tiles for {board} from the profile's set of "
            f"{sum(base_counts.values())} tiles for {base} x {base}"
        )
        return TileSet(counts, total, True, note)


def resolve_game(layers: Sequence[Layer]) -> GameProfile:
    """Merge layers and validate their `[game]` half; every other table is ignored.

    Args:
        layers: Base first, as `read_layers` gives them; more may be laid on top.

    Raises:
        ProfileError: A key is unknown, or a value has the wrong type or is not allowed.
    """
    merged = merge(layers)
    game = merged.document.get("game", {})
    return checked_table(GameProfile, game, "game", merged.blamed)


def load_profile(name_or_path: str | Path) -> GameProfile:
    """Read the `[game]` half of a profile with all that it extends.

    Args:
        name_or_path: A shipped profile's name, or the path of a TOML file.

    Raises:
        ProfileError: As `read_layers` and `resolve_game`.
    """
    return resolve_game(read_layers(name_or_path))


def sources(layers: Sequence[Layer]) -> dict[str, str]:
    """Tell for each dotted key of the resolved profile which layer its value came from.

    Args:
        layers: Layers that `resolve_game` accepts.

    Returns:
        Layer's source by key, such as `game.rules.scoring.mode`; `default` for defaults.
    """
    merged = merge(layers)
    return {
        leaf.key: merged.source_of(tuple(leaf.key.split(".")))
        for leaf in leaves(resolve_game(layers), "game")
    }
