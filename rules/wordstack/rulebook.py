"""A profile worked out for one board: what the engine looks up again and again."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from wordstack.board import HIDDEN, Cell
from wordstack.errors import ProfileError
from wordstack.faults import checked_table
from wordstack.labels import BLANK
from wordstack.profile import GameProfile, load_profile
from wordstack.rules_options import RulesOptions

_DESCRIPTIVE = ("name", "summary", "extends")


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game; two are equal where their profiles are.

    Attributes:
        profile: A profile whose `board_size` is that of the game and which has tiles for it.
    """

    profile: GameProfile

    @classmethod
    def of(cls, profile: "GameProfile | str", board_size: int | None = None) -> "Rulebook":
        """Work out a profile for a board.

        Args:
            profile: A profile, the name of a shipped one, or the path of a file.
            board_size: Squares along one side; by default the profile's own.

        Raises:
            ProfileError: There is no such profile, or it does not fit a board of that size.
        """
        if isinstance(profile, str):
            profile = load_profile(profile)
        size = profile.board_size if board_size is None else board_size
        if size == profile.board_size and size in profile.tiles:
            return cls(profile)
        table = profile.model_dump()
        table["board_size"] = size
        table["tiles"][size] = dict(profile.tile_set(size).counts)
        return cls(checked_table(GameProfile, table, "game", lambda *_: f"board size {size}"))

    @cached_property
    def rules(self) -> RulesOptions:
        """The options."""
        return self.profile.rules

    @property
    def size(self) -> int:
        """Squares along one side."""
        return self.profile.board_size

    @property
    def rack_size(self) -> int:
        """Tiles of a full rack."""
        return self.profile.rack_size

    @cached_property
    def tiles(self) -> Mapping[str, int]:
        """Number of tiles of the game per label, in letter order."""
        return self.profile.tile_set(self.size).counts

    @cached_property
    def tile_total(self) -> int:
        """Number of all tiles."""
        return sum(self.tiles.values())

    @cached_property
    def start_cells(self) -> frozenset[Cell]:
        """The squares of which an opening covers one; all where it may lie anywhere."""
        every = range(self.size)
        if self.rules.first_word.centre == "none":
            return frozenset(Cell(row, col) for row in every for col in every)
        if self.profile.start_squares is not None:
            return frozenset(Cell(row, col) for row, col in self.profile.start_squares)
        middle = (self.size // 2 - 1, self.size // 2)
        return frozenset(Cell(row, col) for row in middle for col in middle)

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Place of every tile in the alphabet; a blank comes last, one not seen after it."""
        return {label: n for n, label in enumerate((*self.profile.letters, BLANK, HIDDEN))}

    def sorted(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Return tiles in the order of the alphabet, unknown ones at the end."""
        order, last = self.order, len(self.order)
        return tuple(sorted(tiles, key=lambda tile: (order.get(tile, last), tile)))

    @cached_property
    def sha256(self) -> str:
        """Digest of the rules: canonical JSON of the resolved table `[game]`.

        Keys are sorted, nothing stands between them that need not, text is UTF-8. What only
        describes (name, summary, extends) and tile sets of other boards are left out, so the same
        game has the same digest whatever it is called.
        """
        table = self.profile.model_dump(mode="json", exclude=set(_DESCRIPTIVE))
        table["tiles"] = {str(self.size): dict(self.tiles)}
        text = json.dumps(table, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the profile or the tiles do not allow.

        Raises:
            ProfileError: One line that says what is allowed.
        """
        low, high = self.profile.players_min, self.profile.players_max
        if not low <= players <= high:
            raise ProfileError(
                f"{self.profile.name}: players = {players}: must be from {low} to {high}"
            )
        if self.tile_total < players * self.rack_size:
            raise ProfileError(
                f"{self.profile.name}: {self.tile_total} tiles are too few: {players} players "
                f"hold {self.rack_size} each"
            )

    def unseen(self, seen: Iterable[str]) -> Counter[str]:
        """Return the tiles of the game that are not among those seen."""
        return Counter(dict(self.tiles)) - Counter(seen)
