"""Perft: the number of ways to lay words for some turns, with racks and bag as they are.

The numbers prove generator and transitions together: one play too many or too few, or one tile
drawn in another order, changes them. Only plays are counted; no exchange, no pass.
"""

from wordstack.generation import legal_plays
from wordstack.play_text import format_play
from wordstack.position import Position
from wordstack.transitions import apply
from wordstack.word_graph import WordGraph


def perft(position: Position, lexicon: WordGraph, depth: int) -> int:
    """Count the rows of `depth` legal plays that can follow.

    Args:
        position: Where to begin.
        lexicon: The words.
        depth: Number of turns; none gives 1.
    """
    if depth == 0:
        return 1
    plays = legal_plays(position, lexicon)
    if depth == 1:
        return len(plays)
    return sum(perft(apply(position, play, lexicon), lexicon, depth - 1) for play in plays)


def divide(position: Position, lexicon: WordGraph, depth: int) -> dict[str, int]:
    """Split `perft` by the first play, which finds the place where two engines differ.

    Args:
        position: Where to begin.
        lexicon: The words.
        depth: Number of turns, at least 1.

    Returns:
        Count by play as text, in the order of the plays; the counts add up to `perft`.
    """
    return {
        format_play(play, position): perft(apply(position, play, lexicon), lexicon, depth - 1)
        for play in legal_plays(position, lexicon)
    }
