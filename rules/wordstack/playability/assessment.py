"""The whole judgement of a tile set: arithmetic, opening racks, games, gates, verdict."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wordstack.playability.arithmetic import Arithmetic, arithmetic
from wordstack.playability.gates import GateKey
from wordstack.playability.racks import OpeningRacks, sample_racks
from wordstack.playability.selfplay import Outcome
from wordstack.playability.statistics import Share
from wordstack.playability.verdict import Finding, Verdict, findings, overall
from wordstack.playability.workers import Games
from wordstack.rulebook import Rulebook
from wordstack.word_graph import WordGraph


@dataclass(frozen=True, slots=True)
class Sample:
    """How much chance is asked.

    Attributes:
        racks: Opening racks to draw.
        games: Games to play.
        seed: Root seed, from 0 to 2^64 - 1.
    """

    racks: int
    games: int
    seed: int = 0


QUICK = Sample(racks=2_000, games=40)
"""Enough to tell a good set from a hopeless one within seconds."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What was found out about a tile set.

    Attributes:
        verdict: What follows.
        findings: The figures that have a gate, in the order of the table.
        arithmetic: Exact figures.
        sample: How many racks and games were asked for.
        players: Players in each game.
        racks: Opening racks, or `None` where none were drawn.
        games: One entry a game, by number.
    """

    verdict: Verdict
    findings: tuple[Finding, ...]
    arithmetic: Arithmetic
    sample: Sample
    players: int
    racks: OpeningRacks | None = None
    games: tuple[Outcome, ...] = ()

    def mean(self, figure: Callable[[Outcome], int]) -> float:
        """Return the mean of a figure over all games; 0 without games."""
        return sum(map(figure, self.games)) / len(self.games) if self.games else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the assessment as plain data; shares and means are rounded to 6 decimals."""
        exact, words = self.arithmetic, self.arithmetic.words
        data: dict[str, Any] = {
            "verdict": self.verdict,
            "sample": {
                "racks": self.sample.racks,
                "games": self.sample.games,
                "seed": self.sample.seed,
                "players": self.players,
            },
            "gates": [_finding_json(finding) for finding in self.findings],
            "set": {
                "tiles": exact.tiles,
                "vowels": exact.vowels,
                "consonants": exact.consonants,
                "racks_without_vowel": round(exact.no_vowel, 6),
                "racks_without_consonant": round(exact.no_consonant, 6),
                "letters_without_tile": list(exact.absent),
                "words": None if words is None else words.total,
                "words_in_reach": None if words is None else words.in_reach,
                "letters_without_word": [] if words is None else list(words.dead),
            },
        }
        if self.racks is not None:
            drawn = self.racks
            data["racks"] = {
                "drawn": drawn.total,
                "without_word": drawn.no_word,
                "without_vowel": drawn.no_vowel,
                "without_consonant": drawn.no_consonant,
            }
        if self.games:
            data["games"] = {
                "turns": round(self.mean(lambda game: game.turns), 6),
                "most_turns": max(game.turns for game in self.games),
                "words": round(self.mean(lambda game: game.words), 6),
                "exchanges": round(self.mean(lambda game: game.exchanges), 6),
                "stuck_turns": round(self.mean(lambda game: game.stuck), 6),
                "points_per_player": round(self.mean(lambda game: game.points) / self.players, 6),
                "tiles_left": round(self.mean(lambda game: game.tiles_left), 6),
                "wins_by_first_player": sum(game.winners == (game.first,) for game in self.games),
            }
        return data


def _finding_json(finding: Finding) -> dict[str, Any]:
    low, high = finding.share.interval
    return {
        "gate": finding.gate.key,
        "count": finding.share.count,
        "of": finding.share.total,
        "share": round(finding.share.value, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "limit": finding.gate.limit,
        "verdict": finding.verdict,
    }


def assess(
    rulebook: Rulebook,
    lexicon: WordGraph | None,
    sample: Sample = QUICK,
    *,
    jobs: int | None = None,
    played_one: Callable[[], None] = lambda: None,
) -> Assessment:
    """Judge whether a tile set is playable.

    The result does not depend on the number of processes.

    Args:
        rulebook: The rules with the tiles of one board.
        lexicon: The words; without them only the tiles are counted, and unless that is enough to
            refuse them the verdict is `not judged`.
        sample: How many racks and games.
        jobs: Processes that play; by default all cores.
        played_one: Called once a game.

    Raises:
        ValueError: The seed is out of range.
    """
    players = players_of(rulebook)
    shares: dict[GateKey, Share] = {}
    if lexicon is None or rulebook.tile_total < players * rulebook.rack_size:
        exact = arithmetic(rulebook, lexicon)
        found = findings(_exact_shares(exact))
        verdict = overall(found)
        if verdict != "not playable":
            verdict = "not judged"
        return Assessment(verdict, found, exact, sample, players)
    games = Games(rulebook, lexicon, players, sample.seed, sample.games, jobs=jobs)
    try:
        exact = arithmetic(rulebook, lexicon)
        racks = sample_racks(rulebook, lexicon, sample.racks, sample.seed)
        outcomes = games.outcomes(played_one)
    finally:
        games.close()
    shares.update(_exact_shares(exact))
    shares["racks_without_word"] = Share(racks.no_word, racks.total)
    shares.update(_game_shares(outcomes, players * rulebook.rack_size))
    found = findings(shares)
    return Assessment(overall(found), found, exact, sample, players, racks, outcomes)


def players_of(rulebook: Rulebook) -> int:
    """Return the players of a judged game: two, or what the profile has nearest to it."""
    return min(max(2, rulebook.profile.players_min), rulebook.profile.players_max)


def _exact_shares(exact: Arithmetic) -> Mapping[GateKey, Share]:
    missing = max(0, exact.rack_tiles - exact.tiles)
    shares: dict[GateKey, Share] = {
        "tiles_short": Share(missing, exact.rack_tiles, is_sample=False)
    }
    if (words := exact.words) is not None:
        shares["dead_tiles"] = Share(words.dead_tiles, exact.tiles, is_sample=False)
    return shares


def _game_shares(games: tuple[Outcome, ...], places: int) -> Mapping[GateKey, Share]:
    total = len(games)
    return {
        "games_stuck": Share(sum(game.stuck > 0 for game in games), total),
        "games_with_bag_left": Share(sum(game.bag_left > 0 for game in games), total),
        "games_with_racks_left": Share(
            sum(2 * (game.tiles_left - game.bag_left) > places for game in games), total
        ),
    }
