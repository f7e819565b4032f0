"""Text by language: every domain says the same in each, and what is missing is an error."""

import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import kitgen
from kitgen.errors import UserError
from kitgen.wording import LANGUAGES, MissingTextError, Wording, chosen_language

ROOT = Path(kitgen.__file__).parent
DOMAINS = sorted(
    {
        (
            ".".join(("kitgen", *path.parents[1].relative_to(ROOT).parts)),
            path.name.split(".")[0],
        )
        for path in ROOT.rglob("wording/*.toml")
    }
)


def strings(table: Mapping[str, Any], below: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        path = f"{below}.{key}".lstrip(".")
        if isinstance(value, Mapping):
            yield from strings(value, path)
        elif isinstance(value, list):
            for number, item in enumerate(value):
                yield f"{path}[{number}]", str(item)
        else:
            yield path, str(value)


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Keys that one lacks, and strings whose fields differ.

    The form for one thing may say "one" where that for several has a number.
    """
    a, b = dict(strings(first)), dict(strings(second))
    found = sorted(a.keys() ^ b.keys())
    return found + [
        key
        for key in a.keys() & b.keys()
        if not key.endswith(".one") and fields(a[key]) != fields(b[key])
    ]


def test_all_domains_are_found() -> None:
    names = {name for _, name in DOMAINS}
    assert {"steps", "pictures", "page", "booklet", "manual", "score-sheet"} <= names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("package", "name"), DOMAINS)
def test_every_language_has_the_same_strings(package: str, name: str, language: str) -> None:
    table = Wording.read(package, name, language).table
    assert differences(Wording.read(package, name, "en").table, table) == []
    assert [key for key, text in strings(table) if not text.strip()] == []


@pytest.mark.parametrize(("package", "name"), DOMAINS)
def test_languages_are_translated(package: str, name: str) -> None:
    """Long strings that are equal in two languages were forgotten."""
    english = dict(strings(Wording.read(package, name, "en").table))
    for language in LANGUAGES[1:]:
        other = dict(strings(Wording.read(package, name, language).table))
        assert [k for k, text in english.items() if len(text) > 30 and other[k] == text] == []


def test_differences_are_seen() -> None:
    good = {"a": {"b": "{n} tiles", "one": "a tile"}, "c": "x"}
    assert differences(good, {"a": {"b": "{n} Steine", "one": "ein Stein"}, "c": "y"}) == []
    assert differences(good, {"a": {"b": "{n} Steine", "one": "ein Stein"}}) == ["c"]
    assert differences(good, {"a": {"b": "Steine", "one": "ein Stein"}, "c": "y"}) == ["a.b"]


def test_what_is_missing_is_an_error() -> None:
    words = Wording("de", "test:words", {"a": "{x}", "n": {"one": "ein", "other": "{n}"}})
    assert words.text("a", x="3") == "3"
    assert (words.count("n", 1), words.count("n", 1200)) == ("ein", "1.200")
    for ask in (
        lambda: words.text("b"),
        lambda: words.text("a"),
        lambda: words.text("n"),
        lambda: words.count("a", 1),
        lambda: Wording("de", "test:words", {"n": {"one": "ein"}}).count("n", 2),
        lambda: Wording.read("kitgen.steps", "steps", "xx"),
    ):
        with pytest.raises(MissingTextError):
            ask()


def test_numbers_and_lists_are_the_languages_own() -> None:
    german, english = (Wording(tongue, "test:words", {}) for tongue in ("de", "en"))
    assert (german.number(1.25, 2), english.number(1.25, 2)) == ("1,25", "1.25")
    assert (german.number(2.0, 1), english.number(12345)) == ("2", "12,345")
    assert german.listed(["A", "B", "C"]) == "A, B und C"


@pytest.mark.parametrize(
    ("asked", "profile", "language", "said"),
    [
        (None, "de-AT", "de", False),
        (None, "en", "en", False),
        (None, "el", "en", True),
        ("fr", "el", "fr", False),
    ],
)
def test_the_language_is_the_games_or_english(
    asked: str | None, profile: str, language: str, said: bool
) -> None:
    chosen, note = chosen_language(asked, profile)
    assert (chosen, bool(note)) == (language, said)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UserError, match="must be one of en, de, fr"):
        chosen_language("xx", "en")
    with pytest.raises(UserError, match="--lang 'de-AT': must be one of en, de, fr"):
        chosen_language("de-AT", "en")
