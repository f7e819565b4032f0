"""Every test has a cache and a data folder of its own; shipped lexicons are built once."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from wordstack import GameProfile, load_profile
from wordstack.lexicon import Alphabet, Lexicon, Report, WordPolicy, build_lexicon
from wordstack.lexicon.shipped import EnglishWords


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KITGEN_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def profile_with(tmp_path: Path) -> Callable[..., GameProfile]:
    """Make a profile with letters and a language of its own."""

    def make(
        letters: str, language: str, digraphs: str = "exclusive", more: str = ""
    ) -> GameProfile:
        labels = letters.split()
        text = (
            f'[game]\nextends = "hasbro-2006"\nlanguage = "{language}"\nletters = {labels!r}\n'
            f'{more}\n[game.rules]\ndigraphs = "{digraphs}"\n[game.tiles.10]\n'
            + "".join(f'"{label}" = 4\n' for label in labels)
        )
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return load_profile(path)

    return make


@pytest.fixture(scope="session")
def english() -> Callable[[int], tuple[Lexicon, Report]]:
    """Give a shipped tier as built for werdup, with its report."""

    @cache
    def build(tier: int) -> tuple[Lexicon, Report]:
        alphabet = Alphabet.of(load_profile("werdup"))
        return build_lexicon(f"english-{tier}", EnglishWords(tier), alphabet, WordPolicy())

    return build
