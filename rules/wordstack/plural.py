"""The plural rule: an older word may not merely get its ending."""

from collections.abc import Sequence

from wordstack.board import Board
from wordstack.rules_options import Plural
from wordstack.words import FormedWord


def bare_plurals(
    options: Plural, before: Board, words: Sequence[FormedWord]
) -> tuple[FormedWord, ...]:
    """Return the words that are an older word with a plural ending put to it, and no more.

    The tiles laid in such a word are exactly the ending, and two tiles or more stand before it
    that do not end like that already (HIS may become HISS, and any letter S). A word is excused
    when a tile of its ending also stands in another word that is no such plural itself; where two
    plurals at once are allowed, in any other word.

    Args:
        options: The options of the rule; whether the rule is on is for the caller to ask.
        before: The board without the play.
        words: Every word of the play.
    """
    plurals = [word for word in words if _is_plural(options, before, word)]
    bare = []
    for word in plurals:
        ending = {cell for cell, laid in zip(word.cells, word.laid, strict=True) if laid}
        others = [other for other in words if other != word and ending & set(other.cells)]
        if options.double == "forbid":
            others = [other for other in others if other not in plurals]
        if not others:
            bare.append(word)
    return tuple(bare)


def _is_plural(options: Plural, before: Board, word: FormedWord) -> bool:
    old = len(word.laid) - sum(word.laid)
    if old < 2 or any(word.laid[:old]):
        return False
    if options.stacked_s == "allow" and any(before.stack(cell) for cell in word.cells[old:]):
        return False
    letters = word.letters
    stem, ending = "".join(letters[:old]), "".join(letters[old:])
    return ending in options.suffixes and not stem.endswith(ending)
