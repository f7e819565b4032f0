"""Whether the game can be played with the kit's tiles."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from kitgen.export.manifest.fields import Fraction, NonEmpty, Record, Sha256


class PlayabilityGate(Record):
    """One figure of a tile set against the most that is allowed; shares are from 0 to 1."""

    gate: NonEmpty
    count: int = Field(ge=0)
    of: int = Field(ge=0)
    share: Fraction
    low: Fraction = Field(description="lower bound of the share at 95 %")
    high: Fraction = Field(description="upper bound of the share at 95 %")
    limit: Fraction
    verdict: Literal["playable", "not playable", "undecided"]


class Playability(Record):
    """Whether the game can be played with these tiles, as found by playing it."""

    verdict: Literal["playable", "not playable", "undecided", "not judged"]
    lexicon: str | None = Field(description="name of the words, null where there were none")
    lexicon_sha256: Sha256 | None
    racks: int = Field(ge=0, description="opening racks drawn")
    games: int = Field(ge=0, description="games played")
    players: int = Field(ge=1, description="players in each game")
    seed: int = Field(ge=0, description="racks and games follow from it")
    most_turns: int | None = Field(
        None, ge=0, description="of the longest game; null where none was played"
    )
    gates: tuple[PlayabilityGate, ...]


def playability_record(
    assessment: Mapping[str, Any], *, lexicon: str | None, lexicon_sha256: str | None
) -> Playability:
    """Record a judgement of the tile set.

    Args:
        assessment: `wordstack.playability.Assessment` as plain data.
        lexicon: name of the words that it was judged by.
        lexicon_sha256: their digest.

    Raises:
        pydantic.ValidationError: for a value outside the format.
    """
    return Playability(
        verdict=assessment["verdict"],
        lexicon=lexicon,
        lexicon_sha256=lexicon_sha256,
        racks=assessment.get("racks", {}).get("drawn", 0),
        games=assessment["sample"]["games"] if "games" in assessment else 0,
        players=assessment["sample"]["players"],
        seed=assessment["sample"]["seed"],
        most_turns=assessment.get("games", {}).get("most_turns"),
        gates=tuple(PlayabilityGate(**found) for found in assessment["gates"]),
    )
