"""Common words of languages that no list of words comes with, to show a game in.

They are no lexicon to play by: a few hundred words that everybody knows.
"""

from __future__ import annotations

import importlib.resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordstack import GameProfile
    from wordstack.lexicon import Lexicon

FEWEST = 100
"""With fewer words that the tiles spell there would be no game."""


def common_words(profile: GameProfile) -> Lexicon | None:
    """Those of a game's language that its tiles spell; None where there are none, or too few."""
    from wordstack.lexicon import Alphabet, Lexicon

    file = importlib.resources.files(__name__) / f"{profile.language.partition('-')[0].lower()}.txt"
    try:
        words = sorted(set(file.read_text(encoding="utf-8").split()))
    except FileNotFoundError:
        return None
    alphabet = Alphabet.of(profile)
    spelt = [word for word in words if alphabet.tilings(alphabet.rules.lower(word))]
    if len(spelt) < FEWEST:
        return None
    return Lexicon.from_words(spelt, alphabet, name="common words")
