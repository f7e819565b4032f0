"""What a tile set amounts to before a single tile is drawn: exact, without chance."""

from collections import Counter
from dataclasses import dataclass
from math import comb

from wordstack.labels import BLANK
from wordstack.playability.vowels import is_consonant, is_vowel
from wordstack.rulebook import Rulebook
from wordstack.word_graph import WordGraph


@dataclass(frozen=True, slots=True)
class Words:
    """A tile set against a lexicon.

    Attributes:
        total: Words of the lexicon.
        in_reach: Those that all tiles of the set together can spell.
        dead: Labels of the set that stand in none of those.
        dead_tiles: Number of tiles that carry them.
    """

    total: int
    in_reach: int
    dead: tuple[str, ...]
    dead_tiles: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A tile set against rack, players, letters and lexicon.

    Attributes:
        tiles: Number of tiles.
        rack_tiles: Tiles on full racks of the most players that the profile allows.
        vowels: Tiles that can serve as a vowel.
        consonants: Tiles that can serve as a consonant.
        no_vowel: Share of opening racks without a vowel.
        no_consonant: Share of opening racks without a consonant.
        absent: Labels of the alphabet that no tile of the set carries.
        words: The set against the lexicon, or `None` without one.
    """

    tiles: int
    rack_tiles: int
    vowels: int
    consonants: int
    no_vowel: float
    no_consonant: float
    absent: tuple[str, ...]
    words: Words | None


def arithmetic(rulebook: Rulebook, lexicon: WordGraph | None) -> Arithmetic:
    """Work out the figures of a tile set.

    Args:
        rulebook: The rules with the tiles of one board.
        lexicon: The words; its labels are those of the profile.
    """
    tiles, total = rulebook.tiles, rulebook.tile_total
    vowels = sum(number for label, number in tiles.items() if is_vowel(label))
    consonants = sum(number for label, number in tiles.items() if is_consonant(label))
    return Arithmetic(
        tiles=total,
        rack_tiles=rulebook.profile.players_max * rulebook.rack_size,
        vowels=vowels,
        consonants=consonants,
        no_vowel=share_of_racks_without(vowels, total, rulebook.rack_size),
        no_consonant=share_of_racks_without(consonants, total, rulebook.rack_size),
        absent=tuple(label for label in rulebook.profile.letters if label not in tiles),
        words=None if lexicon is None else _words(rulebook, lexicon),
    )


def share_of_racks_without(kind: int, total: int, rack_size: int) -> float:
    """Return the chance that a rack drawn from a full bag has no tile of a kind.

    The hypergeometric distribution at 0. A rack of a bag with fewer tiles is the whole bag.

    Args:
        kind: Tiles of the kind.
        total: All tiles.
        rack_size: Tiles drawn.
    """
    drawn = min(rack_size, total)
    return comb(total - kind, drawn) / comb(total, drawn)


def _words(rulebook: Rulebook, lexicon: WordGraph) -> Words:
    """Walk all words at once, with the tiles that are still there at each letter."""
    left: Counter[str] = Counter(dict(rulebook.tiles))
    children, is_final = lexicon.children, lexicon.is_final
    alive: set[str] = set()

    def reach(node: int) -> int:
        found = int(is_final(node))
        for label, child in children(node).items():
            tile = label if left[label] else BLANK
            if left[tile]:
                left[tile] -= 1
                below = reach(child)
                left[tile] += 1
                if below:
                    found += below
                    alive.add(tile)
        return found

    in_reach = reach(lexicon.root)
    dead = tuple(label for label in rulebook.tiles if label not in alive | {BLANK})
    dead_tiles = sum(rulebook.tiles[label] for label in dead)
    return Words(_count(lexicon), in_reach, dead, dead_tiles)


def _count(lexicon: WordGraph) -> int:
    """Count the words of a graph, each node once."""
    below: dict[int, int] = {}

    def count(node: int) -> int:
        known = below.get(node)
        if known is None:
            onward = lexicon.children(node).values()
            known = below[node] = int(lexicon.is_final(node)) + sum(map(count, onward))
        return known

    return count(lexicon.root)
