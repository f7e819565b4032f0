"""What a rack can lay on one square in one turn."""

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from wordstack.board import held_as, letter_of
from wordstack.labels import BLANK
from wordstack.placement import repeats
from wordstack.rulebook import Rulebook
from wordstack.rules_options import Stack

Pile: TypeAlias = tuple[str, ...]
"""Tiles laid on one square, bottom to top, as they lie on the board; one in every edition."""

Hand: TypeAlias = tuple[str, ...]
"""Tiles not yet laid."""


Choice: TypeAlias = tuple[str, Pile, tuple[str, ...]]
"""A way to lay tiles on a square: the letter that shows in the end, the tiles, and what they are on
the rack."""

Choices: TypeAlias = Sequence[Choice]


def without(hand: Hand, tiles: Sequence[str]) -> Hand | None:
    """Return a hand without some tiles, or `None` where it does not hold them all."""
    for tile in tiles:
        if tile not in hand:
            return None
        place = hand.index(tile)
        hand = hand[:place] + hand[place + 1 :]
    return hand


def choices_of_rack(rulebook: Rulebook, rack: Sequence[str]) -> Choices:
    """Return every pile that a rack can make and an empty square can take.

    Args:
        rulebook: The rules; a blank may be laid as any letter of the profile.
        rack: The tiles.
    """
    options = rulebook.rules.stack
    tiles = [tile for tile in dict.fromkeys(rack) if tile != BLANK]
    if BLANK in rack:
        tiles += [BLANK + letter for letter in rulebook.profile.letters]
    found = []
    for height in range(1, options.max_new_per_cell + 1):
        for pile in product(tiles, repeat=height):
            held = tuple(map(held_as, pile))
            if without(tuple(rack), held) is not None and _may_lie(options, (), pile):
                found.append((letter_of(pile[-1]), pile, held))
    return found


def choices_on(options: Stack, stack: Pile, every: Choices) -> Choices:
    """Return those of a rack's choices that may lie on a stack."""
    if len(stack) >= options.max_height:
        return ()
    return [choice for choice in every if _may_lie(options, stack, choice[1])]


def _may_lie(options: Stack, stack: Pile, pile: Pile) -> bool:
    if len(stack) + len(pile) > options.max_height:
        return False
    for tile in pile:
        if repeats(options, stack, letter_of(tile)):
            return False
        stack = (*stack, tile)
    return True
