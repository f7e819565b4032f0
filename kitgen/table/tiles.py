"""Tiles as a person types them."""

import re

from wordstack import NotationError, Rulebook
from wordstack.lexicon import Alphabet
from wordstack.tile_text import Reader


def read_tiles(text: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Read a row of tiles: as they are spelt in a record, or letters in any case (`qu`, `a e`).

    Raises:
        NotationError: Some letter is on no tile.
    """
    typed = "".join(text.split())
    try:
        return tuple(Reader(typed, rulebook).tiles(""))
    except NotationError as error:
        alphabet = Alphabet.of(rulebook.profile)
        lower = alphabet.rules.lower
        labels = {lower(label): label for label in alphabet.labels}
        tiles: list[str] = []
        for part in re.findall(r"\[[^\]]*\]|[^\[]+|\[", typed):
            if part.startswith("["):
                found = [labels.get(lower(part[1:-1]), "")]
            else:
                found = [alphabet.labels[n] for n in next(iter(alphabet.tilings(lower(part))), ())]
            if not all(found) or not found:
                raise error from None
            tiles += found
        return tuple(tiles)
