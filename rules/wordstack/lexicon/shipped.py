"""The English words that come with the package: SCOWL's common words in four sizes."""

import hashlib
import lzma
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wordstack.errors import ProfileError

TIERS = (35, 50, 60, 70)
DEFAULT_TIER = 70
FAMILY_TIER = 60
ENGLISH = {f"english-{tier}": tier for tier in TIERS}
ALIASES: Mapping[str, str] = {
    "english": f"english-{DEFAULT_TIER}",
    "english-family": f"english-{FAMILY_TIER}",
}
DEFAULT_BY_LANGUAGE: Mapping[str, str] = {"en": ALIASES["english"]}

WORDS_FILE = "english.txt.xz"
FACTS_FILE = "english.toml"
NOTICE_FILE = "english.NOTICE.txt"


def lexicon_folder() -> Path:
    """Return the folder of the shipped word lists.

    A wheel carries `profiles/lexicons` as `wordstack/lexicons`; an editable install reads the
    clone's own files, as it does for profiles.

    Raises:
        ProfileError: Neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    packaged, clone = package / "lexicons", package.parents[1] / "profiles" / "lexicons"
    for folder in (packaged, clone):
        if folder.is_dir():
            return folder
    raise ProfileError(f"the shipped word lists are missing: neither {packaged} nor {clone} exists")


@dataclass(frozen=True)
class EnglishWords:
    """One size of the shipped English words, larger ones holding the smaller.

    Attributes:
        tier: SCOWL's size: 35 (small) to 70 (large).
    """

    tier: int

    @property
    def digest(self) -> str:
        """Hash of the file as it lies there, which needs no unpacking, and of the tier."""
        data = (lexicon_folder() / WORDS_FILE).read_bytes()
        return hashlib.sha256(f"{self.tier} ".encode() + data).hexdigest()

    def words(self) -> list[str]:
        """Unpack the words of all tiers up to this one, tier by tier.

        Raises:
            ProfileError: The file is damaged.
        """
        path = lexicon_folder() / WORDS_FILE
        try:
            text = lzma.decompress(path.read_bytes()).decode()
        except (lzma.LZMAError, UnicodeDecodeError):
            raise ProfileError(f"{path.name}: damaged: install the package again") from None
        found: list[str] = []
        for section in text.split("# ")[1:]:
            heading, _, words = section.partition("\n")
            if int(heading) <= self.tier:
                found += words.split()
        return found


def facts() -> dict[str, Any]:
    """Return where the shipped words come from, and how many each tier has."""
    return tomllib.loads((lexicon_folder() / FACTS_FILE).read_text(encoding="utf-8"))
