"""A position: everything that the rules need to know of a game, as one immutable value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from wordstack.actions import Play
from wordstack.board import HIDDEN, Board, held_as
from wordstack.rulebook import Rulebook

EndReason: TypeAlias = Literal["", "out", "passes", "scoreless", "nobody_can_move"]


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """A play that may still be challenged, with what is needed to take it back.

    Attributes:
        player: Its author.
        play: The tiles, which lie on top of their stacks.
        points: What it scored.
        drawn: Tiles that its author has drawn since; they go back to the bag with it.
        passes: The position's count before the play.
        scoreless: The position's count before the play.
        withdrawn: Plays of the same turn that were taken back before it.
    """

    player: int
    play: Play
    points: int
    drawn: tuple[str, ...]
    passes: int
    scoreless: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class Position:
    """A game between two actions.

    Attributes:
        rulebook: The rules, which never change within a game.
        board: Stacks from the bottom to the top.
        racks: Tiles of each player in the order of the alphabet; `?` is one that nobody has seen.
        bag: Tiles in the order in which they will be drawn, `?` where the bag is a real one.
        discards: Tiles that left the game, in the order in which they went.
        scores: Points of each player, before what is taken off at the end.
        turn: Seat of the player to move, from 0.
        passes: Passes in a row, as the rules count them.
        scoreless: Turns in a row in which nobody laid a tile.
        exchanges: Exchanges made so far, which only a game for one counts.
        withdrawn: Plays of the player to move that were taken back in this turn.
        window: The last play, as long as it may be challenged.
        ended: Why the game is over; empty while it goes on.
        random: State of the generator that mixes tiles back into the bag.
    """

    rulebook: Rulebook
    board: Board
    racks: tuple[tuple[str, ...], ...]
    bag: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    turn: int = 0
    passes: int = 0
    scoreless: int = 0
    exchanges: int = 0
    withdrawn: int = 0
    window: OpenPlay | None = None
    ended: EndReason = ""
    random: int = 0

    def __post_init__(self) -> None:
        racks = tuple(self.rulebook.sorted(rack) for rack in self.racks)
        object.__setattr__(self, "racks", racks)
        object.__setattr__(self, "scores", self.scores or (0,) * len(racks))

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.racks)

    @property
    def rack(self) -> tuple[str, ...]:
        """Tiles of the player to move."""
        return self.racks[self.turn]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; its last play may still be open to a challenge."""
        return self.ended != ""

    def has_tiles(self, player: int) -> bool:
        """Tell whether a player holds a tile or will draw one."""
        return bool(self.racks[player] or self.bag)

    @property
    def active(self) -> int:
        """Number of players who are not skipped."""
        return sum(map(self.has_tiles, range(self.players)))

    def all_tiles(self) -> tuple[str, ...]:
        """Return every tile of the game, sorted, as it is on a rack: no action changes it."""
        board = [held_as(tile) for stack in self.board.stacks for tile in stack]
        racks = [tile for rack in self.racks for tile in rack]
        return self.rulebook.sorted((*board, *racks, *self.bag, *self.discards))

    def with_rack(self, player: int, tiles: Sequence[str]) -> "Position":
        """Return the position with another rack for one player."""
        racks = list(self.racks)
        racks[player] = tuple(tiles)
        return replace(self, racks=tuple(racks))

    @property
    def final_scores(self) -> tuple[int, ...]:
        """Scores less what is taken off for tiles left; while the game goes on, the scores."""
        return tuple(
            score + taken for score, taken in zip(self.scores, self.adjustments, strict=True)
        )

    @property
    def adjustments(self) -> tuple[int, ...]:
        """What each player loses at the end for tiles left, as numbers below 0."""
        if not self.is_over:
            return (0,) * self.players
        each = self.rulebook.rules.end.penalty_per_tile
        return tuple(-each * len(rack) for rack in self.racks)


def is_known(tiles: Sequence[str]) -> bool:
    """Tell whether all tiles have been seen."""
    return HIDDEN not in tiles
