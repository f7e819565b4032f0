"""How tiles are spelt, everywhere: `A`, `[Qu]`, `_` a blank, `[_A]` a blank laid as A, `?` unknown.

A label that is a single letter stands for itself, any other in brackets. Where tiles stand in a
row, several unknown ones are counted: `7?`. None is `-`.
"""

import difflib
from collections.abc import Iterable, Iterator
from itertools import groupby

from wordstack.board import HIDDEN, held_as, letter_of
from wordstack.labels import BLANK
from wordstack.notation_error import NotationError
from wordstack.rulebook import Rulebook

NONE = "-"


def tile_text(tile: str) -> str:
    """Spell one tile."""
    plain = (len(tile) == 1 and tile.isalpha()) or tile in (BLANK, HIDDEN)
    return tile if plain else f"[{tile}]"


def tiles_text(tiles: Iterable[str]) -> str:
    """Spell a row of tiles, `-` where there are none."""
    parts = []
    for tile, same in groupby(tiles):
        count = len(list(same))
        if tile == HIDDEN and count > 1:
            parts.append(f"{count}{HIDDEN}")
        else:
            parts.append(tile_text(tile) * count)
    return "".join(parts) or NONE


class Reader:
    """Reads a text from left to right and knows where it is.

    Attributes:
        text: The whole text.
        at: The next character.
        rulebook: Whose tiles may stand in it.
    """

    def __init__(self, text: str, rulebook: Rulebook) -> None:
        self.text = text
        self.rulebook = rulebook
        self.at = 0

    @property
    def next(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.at : self.at + 1]

    def fail(self, problem: str, start: int | None = None) -> NotationError:
        """Return an error about what was read since `start`, or about the next character."""
        begin = self.at if start is None else start
        found = self.text[begin : max(self.at, begin + 1)]
        return NotationError(begin, problem, found)

    def take(self, mark: str) -> bool:
        """Read a mark if it comes next, and tell whether it did."""
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def expect(self, mark: str, what: str) -> None:
        """Read a mark that must come next.

        Raises:
            NotationError: It does not.
        """
        if not self.take(mark):
            raise self.fail(f"expected {what}" if self.next else f"the text ends, expected {what}")

    def number(self, low: int, high: int, what: str) -> int:
        """Read a whole number in its shortest spelling.

        Raises:
            NotationError: There is none, or it is out of range.
        """
        start = self.at
        self.take("-")
        while self.next.isascii() and self.next.isdigit():
            self.at += 1
        digits = self.text[start : self.at]
        if not digits.removeprefix("-") or len(digits) > 12:
            raise self.fail(f"expected {what}", start)
        value = int(digits)
        if str(value) != digits:
            raise self.fail("a number has no leading zero", start)
        if not low <= value <= high:
            raise self.fail(f"{what} must be from {low} to {high}", start)
        return value

    def tile(self, *, laid: bool) -> str:
        """Read one tile.

        Args:
            laid: Whether it lies on the board, where a blank shows a letter.

        Raises:
            NotationError: It is no tile of the game.
        """
        start = self.at
        if self.take("["):
            end = self.text.find("]", self.at)
            if end < 0:
                raise self.fail('expected "]"', len(self.text))
            tile, self.at = self.text[self.at : end], end + 1
        else:
            tile = self.next
            self.at += len(tile)
        if not tile or tile_text(tile) != self.text[start : self.at]:
            raise self.fail("expected a tile", start)
        self._check(tile, start, laid)
        return tile

    def _check(self, tile: str, start: int, laid: bool) -> None:
        if tile == HIDDEN:
            return
        blank = tile == BLANK or held_as(tile) == BLANK
        if blank and not self.rulebook.profile.blanks:
            raise self.fail("this game has no blanks", start)
        if tile == BLANK and not laid:
            return
        known = self.rulebook.profile.letters
        letter = letter_of(tile)
        if letter in known and (laid or not blank):
            return
        close = [label for label in known if label.casefold() == letter.casefold()]
        close = close or difflib.get_close_matches(letter, known, n=1, cutoff=0.4)
        hint = f", did you mean {tile_text(close[0])}?" if close and letter not in known else ""
        raise self.fail(f"no tile {'that can lie there' if laid else 'of this game'}{hint}", start)

    def tiles(self, ends: str) -> Iterator[str]:
        """Yield a row of tiles up to one of some marks or the end; `-` is none.

        Raises:
            NotationError: Something else stands there.
        """
        if self.take(NONE):
            return
        start = self.at
        while self.next and self.next not in ends:
            if self.next.isascii() and self.next.isdigit():
                count = self.number(2, 1000, "a number of unknown tiles")
                self.expect(HIDDEN, '"?"')
                yield from (HIDDEN,) * count
            else:
                yield self.tile(laid=False)
        if self.at == start:
            raise self.fail('expected tiles, or "-" for none')
