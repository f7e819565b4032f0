"""The file of a record: written whole or not at all, read with the rules and words it names."""

import contextlib
import secrets
from dataclasses import dataclass
from pathlib import Path

from wordstack import GameProfile, ProfileError, Rulebook, profile_names
from wordstack.lexicon import Lexicon, lexicons, load_lexicon
from wordstack.lexicon.catalogue import is_lexicon_path
from wordstack.lexicon.languages import primary
from wordstack.record import (
    FalseRecordError,
    Record,
    Replay,
    Source,
    UnreadableRecordError,
    format_record,
    read_record,
    replay,
)

from kitgen.errors import KitgenError, UserError

ENDING = ".kgg"
NO_LEXICON = "none"


class FalseGameError(KitgenError):
    """A record says something that is not so; the message names file, line and reason."""

    exit_code = 1


@dataclass(frozen=True)
class Verified:
    """A record that holds, with what judged it.

    Attributes:
        record: The record.
        replayed: The game again.
        rulebook: The rules.
        lexicon: The words, `None` where they were not at hand or the record names none.
        unchecked: Why words were not checked, empty where they were.
    """

    record: Record
    replayed: Replay
    rulebook: Rulebook
    lexicon: Lexicon | None
    unchecked: str


def write_record(path: Path, record: Record) -> None:
    """Write a record, so that either the earlier file stands there or the new one does.

    Raises:
        OSError: It cannot be written; the earlier file is as it was.
    """
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        part.write_bytes(format_record(record).encode())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None


def verified_record(path: Path, profile: str | None = None, lexicon: str | None = None) -> Verified:
    """Read a record and play it again.

    Args:
        path: The file.
        profile: Name or path of the rules, where the record's own name does not lead to them.
        lexicon: Name or path of the words, likewise; `none` goes without.

    Raises:
        UserError: The file is no record, or the rules are not at hand.
        FalseGameError: What it says is not so.
    """
    try:
        record = read_record(path)
    except UnreadableRecordError as error:
        raise UserError(f"{path}: {error}") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}") from None
    rulebook = _rulebook(path, record, profile)
    words, unchecked = _words(path, record, rulebook.profile, lexicon)
    try:
        replayed = replay(record, rulebook, words)
    except UnreadableRecordError as error:
        raise UserError(f"{path}: {error}") from None
    except FalseRecordError as error:
        raise FalseGameError(f"{path}: {error}{_remedy(record, error)}") from None
    return Verified(record, replayed, rulebook, words, unchecked)


def _rulebook(path: Path, record: Record, profile: str | None) -> Rulebook:
    name = record.profile.name
    if profile is None and name not in profile_names():
        line = record.header_lines["kitgen-profile"]
        raise UserError(
            f"{path}: line {line}: profile {name} is no shipped one: --profile names its file"
        )
    try:
        return Rulebook.of(profile or name, record.board_size)
    except ProfileError as error:
        line = record.header_lines["board"]
        raise UserError(f"{path}: line {line}: {error}") from None


def _words(
    path: Path, record: Record, profile: GameProfile, wanted: str | None
) -> tuple[Lexicon | None, str]:
    if record.lexicon is None:
        return None, "the record names no lexicon"
    if wanted == NO_LEXICON:
        return None, f"--lexicon {NO_LEXICON}"
    if wanted is not None:
        return load_lexicon(wanted, profile), ""
    name = record.lexicon.name
    missing = f"lexicon {name} is not at hand (--lexicon names its file)"
    # A record names words; it does not choose files to be read.
    if is_lexicon_path(name):
        return None, missing
    try:
        return load_lexicon(name, profile), ""
    except ProfileError:
        _refuse_other_name(path, record.lexicon, record.header_lines["lexicon"], profile)
        return None, missing


def _refuse_other_name(path: Path, said: Source, line: int, profile: GameProfile) -> None:
    """Refuse the words of a shipped lexicon under a name that none has."""
    shipped = [one for one in lexicons() if one.shipped]
    for one in shipped:
        same_language = primary(one.language) == primary(profile.language)
        if same_language and load_lexicon(one.name, profile).sha256 == said.sha256:
            raise FalseGameError(
                f"{path}: line {line}: the words with this digest are those of {one.name}, "
                f"the record says {said.name}"
            )


def _remedy(record: Record, error: FalseRecordError) -> str:
    lines = record.header_lines
    if error.line == lines["kitgen-profile"]:
        return "; --profile names other rules"
    if error.line == lines.get("lexicon"):
        return "; --lexicon names another list, or none to leave words unchecked"
    return ""
