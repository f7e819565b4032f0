"""What a play is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordstack.rulebook import Rulebook
from wordstack.rules_options import Bonus, Scoring
from wordstack.words import FormedWord


@dataclass(frozen=True, slots=True)
class Points:
    """The points of one play.

    Attributes:
        words: Points of each word, in the order of the words; a bonus that counts per word is in.
        letter_bonus: Bonus for tiles that count once a turn, in however many words they stand.
        bonus: Bonus for playing all tiles.
    """

    words: tuple[int, ...]
    letter_bonus: int
    bonus: int

    @property
    def total(self) -> int:
        """Points of the play."""
        return sum(self.words) + self.letter_bonus + self.bonus


def score(
    rulebook: Rulebook, words: Sequence[FormedWord], tiles_laid: int, rack_before: int
) -> Points:
    """Score a play by the words it forms.

    Args:
        rulebook: The rules.
        words: Every word of the play.
        tiles_laid: Number of tiles played.
        rack_before: Number of tiles that the player held before.
    """
    rules = rulebook.rules
    return Points(
        tuple(
            word_points(rules.scoring, word.heights)
            + word_bonus(rules.bonus, word.tops, word.laid, word.is_flat)
            for word in words
        ),
        _turn_bonus(rules.bonus, words),
        all_tiles_bonus(rulebook, tiles_laid, rack_before),
    )


def word_points(scoring: Scoring, heights: Sequence[int]) -> int:
    """Return what a word's tiles are worth, without any bonus.

    Args:
        scoring: The options.
        heights: Heights of the word's stacks after the play.
    """
    flat = heights.count(1)
    if flat == len(heights):
        return scoring.flat_points * flat
    by_letter = scoring.mode == "per_letter"
    stacks = [height for height in heights if height > 1] if by_letter else heights
    counted = sum(stacks) - (len(stacks) if scoring.stack_count == "added_tiles" else 0)
    return scoring.stack_points * counted + (scoring.flat_points * flat if by_letter else 0)


def word_bonus(bonus: Bonus, tops: Sequence[str], laid: Sequence[bool], flat: bool) -> int:
    """Return the bonus for tiles such as Qu that a word itself earns; a blank earns none.

    Args:
        bonus: The options.
        tops: Top tiles of the word.
        laid: For each whether it was laid in this turn.
        flat: Whether the whole word is flat.
    """
    if bonus.per != "word" or not any(map(bonus.tiles.__contains__, tops)):
        return 0
    return sum(_earned(bonus, tops, laid, flat))


def _earned(bonus: Bonus, tops: Sequence[str], laid: Sequence[bool], flat: bool) -> list[int]:
    if bonus.when == "flat_word" and not flat:
        return [0] * len(tops)
    only_new = bonus.when == "newly_placed"
    return [
        0 if only_new and not new else bonus.tiles.get(tile, 0)
        for tile, new in zip(tops, laid, strict=True)
    ]


def _turn_bonus(bonus: Bonus, words: Sequence[FormedWord]) -> int:
    if bonus.per != "turn" or not bonus.tiles:
        return 0
    once: dict[tuple[int, int], int] = {}
    for word in words:
        earned = _earned(bonus, word.tops, word.laid, word.is_flat)
        for cell, points in zip(word.cells, earned, strict=True):
            once[cell] = max(points, once.get(cell, 0))
    return sum(once.values())


def all_tiles_bonus(rulebook: Rulebook, tiles_laid: int, rack_before: int) -> int:
    """Return the bonus for playing all tiles: a full rack's number, or whatever was left."""
    bonus = rulebook.rules.bonus
    full = rulebook.rack_size if bonus.all_tiles_requires == "rack_size" else rack_before
    return bonus.all_tiles if 0 < full <= tiles_laid else 0
