"""Tiles as a person types them."""

from wordstack import NotationError, Rulebook
from wordstack.lexicon import Alphabet
from wordstack.tile_text import Reader


def read_tiles(text: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Read a row of tiles: as they are spelt in a record, or letters in any case (`qu`, `a e`).

    Raises:
        NotationError: Some letter is on no tile; the message is about the whole text.
    """
    typed = "".join(text.split())
    try:
        return tuple(Reader(typed, rulebook).tiles(""))
    except NotationError as error:
        alphabet = Alphabet.of(rulebook.profile)
        tilings = alphabet.tilings(alphabet.rules.lower(typed))
        if not tilings:
            raise error from None
        return tuple(alphabet.labels[index] for index in tilings[0])
