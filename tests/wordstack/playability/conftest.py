"""Sets of tiles, good and hopeless, and the words they are judged by."""

from collections.abc import Callable, Mapping

import pytest
from wordstack import GameProfile, Rulebook, load_profile
from wordstack.lexicon import Lexicon, load_lexicon

VOWELS = {"A": 7, "E": 8, "I": 7, "O": 7, "U": 5}
"""The vowels of the classic set of 100 tiles."""


def share_out(total: int, labels: list[str]) -> dict[str, int]:
    """Give every label as many tiles as the next, the first ones one more."""
    each, more = divmod(total, len(labels))
    return {label: each + (place < more) for place, label in enumerate(labels)}


@pytest.fixture(scope="session")
def hopeless() -> dict[str, dict[str, int]]:
    werdup = load_profile("werdup")
    classic = werdup.tiles[10]
    consonants = [label for label in werdup.letters if label not in VOWELS]
    return {
        "letters equally often": share_out(100, list(werdup.letters)),
        "too few vowels": {
            **{label: count + 1 for label, count in classic.items() if label not in VOWELS},
            **{"A": 3, "E": 4, "I": 3, "O": 3, "U": 2},
        },
        "rare consonants only": {
            **VOWELS,
            **share_out(100 - sum(VOWELS.values()), ["J", "Qu", "V", "X", "Z", "W", "K"]),
        },
        "no vowels": share_out(100, consonants),
    }


@pytest.fixture(scope="session")
def rules_with() -> Callable[[Mapping[str, int]], Rulebook]:
    """Give werdup's rules with other tiles, or with other settings."""

    def make(tiles: Mapping[str, int], **settings: object) -> Rulebook:
        table = load_profile("werdup").model_dump()
        size = int(str(settings.get("board_size", 10)))
        table |= {"tiles": {size: dict(tiles)}, **settings}
        return Rulebook(GameProfile.model_validate(table))

    return make


@pytest.fixture(scope="session")
def werdup() -> Rulebook:
    return Rulebook.of("werdup")


@pytest.fixture(scope="session")
def english(werdup: Rulebook) -> Lexicon:
    return load_lexicon(None, werdup.profile)
