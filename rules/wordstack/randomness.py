"""The engine's own random numbers: the same on every platform and in every version of Python.

The generator is splitmix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
generators"; the constants are those of Vigna's public-domain `splitmix64.c`): a counter of 64
bits that goes up by the golden ratio, mixed. A state is one whole number, so a position can hold
it. Numbers below a bound are drawn without bias by rejection; shuffling is Fisher and Yates's, in
Durstenfeld's form.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
STATES = 1 << 64
_GOLDEN = 0x9E3779B97F4A7C15


def check_seed(seed: int) -> int:
    """Return a seed that is a whole number of 64 bits.

    Raises:
        ValueError: It is not.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < STATES:
        raise ValueError(f"seed = {seed!r}: must be a whole number from 0 to {STATES - 1}")
    return seed


def draw_64(state: int) -> tuple[int, int]:
    """Return a number of 64 random bits and the next state."""
    state = (state + _GOLDEN) % STATES
    mixed = state
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % STATES
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % STATES
    return mixed ^ mixed >> 31, state


def draw_below(bound: int, state: int) -> tuple[int, int]:
    """Return a whole number from 0 to `bound - 1`, all equally likely, and the next state."""
    fair = STATES - STATES % bound
    while True:
        number, state = draw_64(state)
        if number < fair:
            return number % bound, state


def shuffled(items: Iterable[T], state: int) -> tuple[tuple[T, ...], int]:
    """Return the items in random order, all orders equally likely, and the next state."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, state = draw_below(last + 1, state)
        order[last], order[other] = order[other], order[last]
    return tuple(order), state


def mixed_in(bag: Sequence[T], items: Iterable[T], state: int) -> tuple[tuple[T, ...], int]:
    """Return a bag with items put in at random places, all places equally likely, and the state.

    A bag whose order was random stays in random order, which is what shaking it does.
    """
    order = list(bag)
    for item in items:
        place, state = draw_below(len(order) + 1, state)
        order.insert(place, item)
    return tuple(order), state
