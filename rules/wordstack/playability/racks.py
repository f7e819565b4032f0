"""Opening racks: how often the first player can do nothing with seven tiles from a full bag."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordstack.labels import BLANK
from wordstack.playability.streams import RACKS, stream
from wordstack.playability.vowels import is_consonant, is_vowel
from wordstack.randomness import draw_below
from wordstack.rulebook import Rulebook
from wordstack.word_graph import WordGraph


@dataclass(frozen=True, slots=True)
class OpeningRacks:
    """What was found in a sample of opening racks.

    Attributes:
        total: Racks in the sample.
        no_word: Those with which no first word can be laid.
        no_vowel: Those without a vowel.
        no_consonant: Those without a consonant.
    """

    total: int
    no_word: int
    no_vowel: int
    no_consonant: int


def sample_racks(rulebook: Rulebook, lexicon: WordGraph, number: int, seed: int) -> OpeningRacks:
    """Draw racks, each from a full bag of its own, and look at what can be done with them.

    Args:
        rulebook: The rules with the tiles of one board.
        lexicon: The words.
        number: Racks to draw.
        seed: Root seed of the sample, from 0 to 2^64 - 1.

    Raises:
        ValueError: The seed is out of range.
    """
    tiles = [tile for tile, count in rulebook.tiles.items() for _ in range(count)]
    opening = Opening(rulebook, lexicon)
    vowels = frozenset(filter(is_vowel, rulebook.tiles))
    consonants = frozenset(filter(is_consonant, rulebook.tiles))
    no_word = no_vowel = no_consonant = 0
    for which in range(number):
        rack = draw_rack(tiles, rulebook.rack_size, stream(seed, RACKS, which))
        no_word += not opening.is_possible(rack)
        no_vowel += vowels.isdisjoint(rack)
        no_consonant += consonants.isdisjoint(rack)
    return OpeningRacks(number, no_word, no_vowel, no_consonant)


def draw_rack(tiles: Sequence[str], size: int, state: int) -> tuple[str, ...]:
    """Draw a rack without putting back; every choice of tiles is equally likely.

    Args:
        tiles: All tiles of the bag.
        size: Tiles to draw; all where there are fewer.
        state: State of the random numbers.
    """
    bag = list(tiles)
    rack = []
    for _ in range(min(size, len(bag))):
        place, state = draw_below(len(bag), state)
        rack.append(bag[place])
        bag[place] = bag[-1]
        bag.pop()
    return tuple(rack)


class Opening:
    """Whether a rack has a first word, much faster than looking for its plays.

    On the empty board every word that is neither longer than the board nor too short can be laid
    over a start square, so only the letters matter.
    """

    def __init__(self, rulebook: Rulebook, lexicon: WordGraph) -> None:
        """Work out what a first word must have."""
        first = rulebook.rules.first_word
        self._least = first.min
        self._longest = rulebook.size
        self._lexicon = lexicon
        counts_tiles = first.min_unit == "tiles"
        self._length = {
            label: 1 if counts_tiles else sum(map(str.isalpha, label))
            for label in rulebook.profile.letters
        }

    def is_possible(self, rack: Sequence[str]) -> bool:
        """Tell whether some word can be laid with the tiles of a rack as the first play."""
        hand = {tile: rack.count(tile) for tile in rack}
        hand.setdefault(BLANK, 0)
        return self._has_word(self._lexicon.root, hand, 0, 0)

    def _has_word(self, node: int, hand: dict[str, int], squares: int, length: int) -> bool:
        if squares and length >= self._least and self._lexicon.is_final(node):
            return True
        if squares == self._longest:
            return False
        for label, child in self._lexicon.children(node).items():
            tile = label if hand.get(label) else BLANK
            if hand[tile]:
                hand[tile] -= 1
                longer = length + self._length.get(label, 1)
                found = self._has_word(child, hand, squares + 1, longer)
                hand[tile] += 1
                if found:
                    return True
        return False
