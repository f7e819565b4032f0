"""Players that need nobody: random, greedy, and a gentle one that knows fewer words.

A bot looks at its own rack and at what lies open, never at the bag or at another rack. It keeps no
state: what it does follows from its seed and the position alone, so a game that is undone, or saved
and taken up again, goes on as it would have gone.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Protocol

from wordstack.actions import Action, Exchange, Pass
from wordstack.drawing import author_drawn
from wordstack.exchanging import exchange_faults
from wordstack.generation import ScoredPlay, scored_plays
from wordstack.position import Position
from wordstack.randomness import check_seed, draw_below
from wordstack.transitions import challenge_succeeds
from wordstack.word_graph import WordGraph
from wordstack.words import formed_words


class Vocabulary(Protocol):
    """The words that a bot knows; a lexicon is one."""

    def __contains__(self, tiles: object) -> bool:
        """Tell whether a tuple of labels is known."""


class Bot(Protocol):
    """A player that decides by itself."""

    @property
    def name(self) -> str:
        """What kind of player it is, in one word."""

    def choose(self, position: Position, lexicon: WordGraph) -> Action:
        """Return what the player to move does; always something that the rules allow."""

    def doubts(self, position: Position, lexicon: WordGraph) -> bool:
        """Tell whether it challenges the play that is open."""


class Share:
    """A share of all words, chosen by a seed: no list of easy words is needed.

    A longer word is known less often, as with people: each tile beyond the third costs a twentieth
    of the share.
    """

    def __init__(self, share: float, seed: int) -> None:
        """Choose.

        Args:
            share: Of words of up to three tiles, from 0 to 1.
            seed: A whole number of 64 bits.

        Raises:
            ValueError: The share or the seed is out of range.
        """
        if not 0 <= share <= 1:
            raise ValueError(f"share = {share}: must be from 0 to 1")
        self.share = share
        self.seed = check_seed(seed)

    def __contains__(self, tiles: object) -> bool:
        if not isinstance(tiles, tuple):
            return False
        known = self.share * max(0.0, 1 - 0.05 * max(0, len(tiles) - 3))
        return _number(self.seed, *tiles) < known * (1 << 64)


class RandomBot:
    """Plays any legal play, all equally likely; never doubts a word."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = check_seed(seed)

    def choose(self, position: Position, lexicon: WordGraph) -> Action:
        """Return a random legal play, or an exchange, or a pass."""
        plays = scored_plays(position, lexicon)
        if not plays:
            return without_a_play(position, lexicon)
        index, _ = draw_below(len(plays), _number(self.seed, *_seen(position)))
        return plays[index].play

    def doubts(self, position: Position, lexicon: WordGraph) -> bool:  # noqa: ARG002
        """Never doubt."""
        return False


class GreedyBot:
    """Plays what scores most, of equals the first in order; doubts every word that is none."""

    name = "greedy"

    def choose(self, position: Position, lexicon: WordGraph) -> Action:
        """Return the highest play, or an exchange, or a pass."""
        plays = scored_plays(position, lexicon)
        return _best_first(plays)[0].play if plays else without_a_play(position, lexicon)

    def doubts(self, position: Position, lexicon: WordGraph) -> bool:
        """Doubt what the lexicon does not have."""
        return challenge_succeeds(position, lexicon)


class GentleBot:
    """Plays what scores most among the words that it knows; never doubts a word."""

    name = "gentle"

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Make a player that knows some of the words of a lexicon."""
        self.vocabulary = vocabulary

    def choose(self, position: Position, lexicon: WordGraph) -> Action:
        """Return the highest play of which every word is known, or an exchange, or a pass."""
        before = position.board
        for one in _best_first(scored_plays(position, lexicon)):
            words = formed_words(before, before.lay(one.play.placements), one.play)
            if all(word.letters in self.vocabulary for word in words):
                return one.play
        return without_a_play(position, lexicon)

    def doubts(self, position: Position, lexicon: WordGraph) -> bool:  # noqa: ARG002
        """Never doubt."""
        return False


def without_a_play(position: Position, lexicon: WordGraph) -> Action:
    """Return the exchange of the tile that is hardest to use, or a pass where none is allowed.

    Hardest: one that is there twice, else the one that the game has fewest of; of equals the last
    of the alphabet.
    """
    # Whoever is owed tiles draws before others do, so those are gone from the bag.
    drawn = author_drawn(position)
    if not position.rack or any(True for _ in exchange_faults(drawn, 1, lexicon)):
        return Pass()
    rack, counts = position.rack, position.rulebook.tiles
    order = position.rulebook.order
    hardest = max(
        rack, key=lambda tile: (rack.count(tile) > 1, -counts.get(tile, 0), order.get(tile, -1))
    )
    return Exchange((hardest,))


def _best_first(plays: Sequence[ScoredPlay]) -> list[ScoredPlay]:
    return sorted(plays, key=lambda one: -one.points)


def _seen(position: Position) -> list[object]:
    """Return what the player to move can see, and what makes one turn differ from the next."""
    board = position.board.stacks
    return [position.turn, board, position.rack, len(position.bag), position.scores]


def _number(seed: int, *facts: object) -> int:
    """Return 64 bits that follow from a seed and some facts, the same on every platform."""
    text = json.dumps([seed, *facts], ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
