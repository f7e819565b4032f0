"""Word lists that people bring: a text file, or a list they have stored under a name."""

import json
import lzma
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from wordstack.errors import ProfileError, shown
from wordstack.lexicon.intake import WordPolicy

DATA_DIR_VARIABLE = "KITGEN_DATA_DIR"
ENCODINGS = ("utf-8", "latin-1")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_LINE_END = re.compile(r"\r\n|\n|\r")
_SUFFIX = ".lexicon"
_FORM = "wordstack word list 1"


def user_lexicon_folder() -> Path:
    """Return where stored lists are: below `KITGEN_DATA_DIR`, else the user's data folder."""
    if chosen := os.environ.get(DATA_DIR_VARIABLE):
        return Path(chosen).expanduser().absolute() / "lexicons"
    from platformdirs import user_data_dir

    return Path(user_data_dir("kitgen", appauthor=False)) / "lexicons"


@dataclass(frozen=True)
class WordFile:
    """A text file with a word a line.

    Attributes:
        path: The file.
        encoding: `utf-8` (a byte order mark is allowed) or `latin-1`.
    """

    path: Path
    encoding: str = "utf-8"

    @property
    def digest(self) -> str:
        """Hash of the file's bytes and of how they are read."""
        return sha256(f"{self.encoding} ".encode() + self._bytes()).hexdigest()

    def words(self) -> list[str]:
        """Read the lines.

        Raises:
            ProfileError: The file is missing, no file, or not in its encoding.
        """
        data = self._bytes()
        encoding = "utf-8-sig" if self.encoding == "utf-8" else self.encoding
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise ProfileError(
                f"{self.path}: not UTF-8 in line {line}; if it is Latin-1: kitgen lexicon build "
                f"{self.path} --encoding latin-1 --lang XX"
            ) from None
        if "\0" in text:
            raise ProfileError(f"{self.path}: holds a zero byte: must be a text, a word a line")
        return _LINE_END.split(text)  # str.splitlines would also break at \x85 and U+2028

    def _bytes(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            raise ProfileError(f"{self.path}: no such file") from None
        except IsADirectoryError:
            raise ProfileError(f"{self.path}: a folder, must be a text, a word a line") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProfileError(f"{self.path}: cannot be read: {reason}") from None


@dataclass(frozen=True)
class StoredWords:
    """A list that a user has stored under a name.

    The list itself is kept, not what became of it, so that it serves profiles with other letters,
    boards and digraphs as well.

    Attributes:
        name: What it is called.
        language: BCP 47 tag.
        policy: What capitals and short words mean in it.
        count: Words in the list.
        text: The words, a line each.
    """

    name: str
    language: str
    policy: WordPolicy
    count: int
    text: str

    @property
    def digest(self) -> str:
        """Hash of the words."""
        return sha256(self.text.encode()).hexdigest()

    def words(self) -> list[str]:
        """Return the words as they stood in the file."""
        return self.text.removesuffix("\n").split("\n")


def check_name(name: str, taken: Mapping[str, object]) -> None:
    """Refuse what cannot be the name of a stored list.

    Raises:
        ProfileError: It is malformed, or a shipped list has it.
    """
    if not _NAME.fullmatch(name):
        raise ProfileError(
            f"--name {shown(name)}: must be 1 to 64 of a-z, 0-9, dot, hyphen and underscore, "
            "beginning with a letter or digit"
        )
    if name in taken or name == "house":
        raise ProfileError(f"--name {shown(name)}: this name is taken, choose another")


def store_words(name: str, language: str, policy: WordPolicy, words: list[str]) -> Path:
    """Store a list under a name, in place of an older one of that name.

    Args:
        name: As `check_name` allows it.
        language: BCP 47 tag.
        policy: What capitals and short words mean in it.
        words: The words.

    Returns:
        The file.

    Raises:
        OSError: The folder cannot be written.
    """
    text = "".join(f"{word}\n" for word in words)
    head = {
        "form": _FORM,
        "language": language,
        "policy": asdict(policy),
        "count": len(words),
        "sha256": sha256(text.encode()).hexdigest(),
    }
    path = user_lexicon_folder() / f"{name}{_SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        part.write_bytes(json.dumps(head).encode() + b"\n" + lzma.compress(text.encode()))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def stored_names() -> tuple[str, ...]:
    """Return the names of all stored lists in alphabetical order."""
    folder = user_lexicon_folder()
    found = (path.name.removesuffix(_SUFFIX) for path in folder.glob(f"*{_SUFFIX}"))
    return tuple(sorted(name for name in found if _NAME.fullmatch(name)))


def stored_words(name: str) -> StoredWords:
    """Read a stored list.

    Raises:
        ProfileError: It is damaged or cannot be read.
    """
    path = user_lexicon_folder() / f"{name}{_SUFFIX}"
    try:
        line, _, packed = path.read_bytes().partition(b"\n")
        head: dict[str, Any] = json.loads(line)
        text = lzma.decompress(packed).decode()
        words = StoredWords(
            name, str(head["language"]), WordPolicy(**head["policy"]), int(head["count"]), text
        )
        sound = head["form"] == _FORM and head["sha256"] == words.digest
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, lzma.LZMAError):
        sound = False
    if not sound:
        raise ProfileError(f"word list {name}: damaged; build it again: kitgen lexicon build")
    return words
