"""What makes a tile set playable: one table of figures, each with its limit, reason and source.

Every gate is a share of which there may be at most so much. The figures behind the limits were
measured with this package; `docs/playability.md` gives them.

No gate asks how much of the lexicon a set can spell: nine letters of the right kind make a lively
game, though they spell one word in fifteen.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

GateKey: TypeAlias = Literal[
    "tiles_short",
    "dead_tiles",
    "racks_without_word",
    "games_stuck",
    "games_with_bag_left",
    "games_with_racks_left",
]


@dataclass(frozen=True, slots=True)
class Gate:
    """One figure that a playable set must not exceed.

    Attributes:
        key: Name for programs.
        title: What is counted, for people.
        limit: Largest share allowed, from 0 to 1.
        reason: Why more would spoil the game.
        source: Where the limit comes from.
    """

    key: GateKey
    title: str
    limit: float
    reason: str
    source: str


GATES: tuple[Gate, ...] = (
    Gate(
        "tiles_short",
        "tiles missing for full racks of all players",
        0.0,
        "A game that begins with racks half filled is another game.",
        "Arithmetic: players_max x rack_size against the set.",
    ),
    Gate(
        "dead_tiles",
        "tiles that no word can use",
        0.05,
        "Such a tile can only be exchanged or kept to the end, when it costs points.",
        "A choice: one rack in three holds one at 5 %. Shipped sets have none.",
    ),
    Gate(
        "racks_without_word",
        "opening racks without a word",
        0.10,
        "Who begins can only exchange, in one game of ten.",
        "Shipped sets have 2.5 to 3.5 %, one scaled down to 6 x 6 has 7 %; equal letters 13 %, "
        "too few vowels 21 %.",
    ),
    Gate(
        "games_stuck",
        "games in which someone is stuck before the bag is empty",
        0.25,
        "A turn without a word, with tiles still to come, is the fault of the tiles.",
        "Shipped sets: under 5 %, scaled down to 6 x 6 20 %; too few vowels 53 %, equal letters "
        "60 %, vowels with nothing but J Qu V X Z W K 80 %.",
    ),
    Gate(
        "games_with_bag_left",
        "games that end before the bag is empty",
        0.10,
        "The game dies with tiles to come.",
        "Shipped sets: none of 400 games; hopeless ones 12 to 85 %. With 0 of 40 games, the quick "
        "form's number, at most 8.8 % are likely.",
    ),
    Gate(
        "games_with_racks_left",
        "games that end with more than half of all rack places full",
        0.25,
        "Players end with hands full of tiles that cost points: luck of the draw decides.",
        "Shipped sets: under 5 %, 8 % with one player; too few vowels 45 %, equal letters three "
        "quarters.",
    ),
)
