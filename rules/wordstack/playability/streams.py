"""Random numbers of their own for every rack and every game of a sample.

What comes out for one game depends on the root seed and the game's number alone, so neither the
number of processes nor their order changes a result, and a larger sample begins with the smaller.
"""

from wordstack.randomness import STATES, check_seed, draw_64

RACKS = 1
GAMES = 2


def stream(root: int, kind: int, number: int) -> int:
    """Return the state that the stream of one rack or game begins with.

    The root is mixed before the number is added, and the sum again: near roots and near numbers
    give states that have nothing to do with each other. Under one root, no two numbers below 2^64
    of one kind give the same state, since the mixing is one to one.

    Args:
        root: Seed of the whole sample, from 0 to 2^64 - 1.
        kind: `RACKS` or `GAMES`.
        number: Which one, from 0.

    Raises:
        ValueError: The seed is out of range.
    """
    mixed, _ = draw_64(check_seed(root))
    mixed, _ = draw_64((mixed + kind) % STATES)
    return draw_64((mixed + number) % STATES)[0]
