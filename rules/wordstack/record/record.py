"""A record: a game as it was written down, line by line, before anybody has checked it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

VERSION = 1

EndReasonSaid: TypeAlias = Literal[
    "out", "passes", "scoreless", "nobody_can_move", "agreed", "resigned"
]
END_REASONS: tuple[EndReasonSaid, ...] = get_args(EndReasonSaid)

PASSED = "-"
TAKEN_BACK = "--"
UPHELD = "(challenge)"


@dataclass(frozen=True, slots=True)
class Source:
    """A profile or a lexicon.

    Attributes:
        name: What it is called.
        sha256: Digest of what it says, 64 hexadecimal digits.
    """

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player.

    Attributes:
        nick: Short name, without spaces and colons; each player has another.
        name: Full name, empty where it was not given.
    """

    nick: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the game.

    Attributes:
        seat: Whose play it is, or was: a challenge is written under the challenged player.
        rack: Tiles as `tile_text` spells them: held before a play, an exchange or a pass; after
            tiles were taken back, or a challenge failed.
        move: `6B BEL...D` a play, `-X` an exchange, `-` a pass, `--` the last play taken back,
            `(challenge)` the last play challenged and upheld.
        points: What it adds to the player's score.
        total: The player's score after it.
        doubter: Who challenged; `None` where tiles were taken back without a challenge, and with
            every other move.
        notes: What was noted after it.
    """

    seat: int
    rack: str
    move: str
    points: int
    total: int
    doubter: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Final:
    """What one player has at the end.

    Attributes:
        rack: Tiles left.
        points: What they cost, 0 or less.
        total: The final score.
    """

    rack: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended.

    Attributes:
        reason: One of the endings of the rules; `agreed` where the players say so, `resigned`.
        seat: Who resigned, else `None`.
        finals: One for each player.
    """

    reason: EndReasonSaid
    finals: tuple[Final, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, or one that goes on.

    Attributes:
        profile: The rules.
        board_size: Squares along one side.
        lexicon: The words, `None` where nobody judged any.
        seed: What bag and racks follow from; `None` for a game on a real board.
        first: Seat of the player who began.
        seats: The players.
        position_sha256: Digest of the position after the last entry: it holds what points do
            not show.
        entries: The moves.
        ending: How it ended, `None` while it goes on.
        others: Headers that this format does not know, as (key, text), in their order.
    """

    profile: Source
    board_size: int
    lexicon: Source | None
    seed: int | None
    first: int
    seats: tuple[Seat, ...]
    position_sha256: str
    entries: tuple[Entry, ...] = ()
    ending: Ending | None = None
    others: tuple[tuple[str, str], ...] = ()

    def other(self, key: str) -> str | None:
        """Return the text of a header that the format does not know."""
        return next((text for name, text in self.others if name == key), None)

    @property
    def header_lines(self) -> dict[str, int]:
        """Line of each header that the format knows, by its key without the `#`."""
        keys = ["kitgen-record", "kitgen-profile", "board"]
        keys += ["lexicon"] if self.lexicon else []
        keys += ["seed"] if self.seed is not None else []
        keys += [f"player{number + 1}" for number in range(len(self.seats))]
        keys += ["first"]
        return {key: number for number, key in enumerate(keys, 1)}

    def line_of_entry(self, index: int) -> int:
        """Return the line of the file that an entry stands in."""
        lines = len(self.header_lines) + len(self.others)
        return lines + sum(1 + len(entry.notes) for entry in self.entries[:index]) + 1

    @property
    def line_of_position(self) -> int:
        """Line of the digest of the position."""
        return self.line_of_entry(len(self.entries))

    def line_of_final(self, seat: int) -> int:
        """Return the line of a player's final score."""
        return self.line_of_position + 2 + seat
