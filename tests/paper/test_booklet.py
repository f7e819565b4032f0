"""The text of the rules booklet in each language, and what it says of each shipped game."""

import json
import string
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import pytest
from booklet_kits import rules_only
from wordstack import GameProfile, load_profile, profile_names
from wordstack.options import Options
from wordstack.rules_options import RulesOptions

from kitgen.paper.booklet import WORDING, booklet, booklet_data
from kitgen.paper.examples import KINDS, REFUSED_WITH
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import LANGUAGES, Wording


def kit_of(profile: GameProfile) -> PicturedKit:
    """A kit of which only the rules are known, which is all that the booklet needs."""
    game = json.loads(json.dumps(profile.model_dump(mode="json")))
    return rules_only(game, profile.board_size, profile.tile_set(profile.board_size).counts)


def changed(profile: str, changes: Mapping[str, Any]) -> GameProfile:
    table = load_profile(profile).model_dump(mode="json")
    for key, value in changes.items():
        at: Any = table
        *path, last = key.split(".")
        for step in path:
            at = at[step]
        at[last] = value
    if "letters" in changes:
        table["tiles"] = {"10": dict.fromkeys(changes["letters"], 4)}
    return GameProfile.model_validate(table)


def rules_text(profile: GameProfile, language: str) -> str:
    """All that the sections say that tell the rules, without the tables of options."""
    data = booklet_data(kit_of(profile), language)
    told = [s for s in data["sections"] if s["key"] not in ("options", "editions")]
    return json.dumps([data["cover"], told], ensure_ascii=False)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_option_has_words(language: str) -> None:
    wording = Wording.read(*WORDING, language)

    def walk(model: type[Options], path: str) -> None:
        for name, field in model.model_fields.items():
            where, inner = f"{path}.{name}", field.annotation
            if isinstance(inner, type) and issubclass(inner, Options):
                walk(inner, where)
                continue
            assert wording.text(f"{where}.title")
            for choice in get_args(inner):
                if isinstance(choice, str):
                    assert wording.text(f"{where}.{choice}")

    walk(RulesOptions, "option")
    for kind in KINDS:
        assert wording.text(f"example.kind.{kind}")
    for code in REFUSED_WITH.values():
        assert wording.text(f"example.reason.{code}", words="X")
    for name in profile_names():
        assert wording.text(f"editions.name.{name}")
        assert wording.text(f"editions.short.{name}")


def _fields(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    for key, value in table.items():
        if isinstance(value, str):
            named = string.Formatter().parse(value)
            yield f"{path}{key}", frozenset(name for _, name, _, _ in named if name)
        else:
            yield from _fields(value, f"{path}{key}.")


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_languages_have_the_same_strings_and_fields(language: str) -> None:
    english = dict(_fields(Wording.read(*WORDING, "en").table))
    other = dict(_fields(Wording.read(*WORDING, language).table))
    assert set(english) == set(other)
    for key, names in english.items():
        assert names == other[key] or key.endswith(".one"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_bold_marks_come_in_pairs(language: str) -> None:
    for profile in profile_names():
        data = booklet_data(kit_of(load_profile(profile)), language)
        for text in strings(data["sections"]):
            assert text.count("*") % 2 == 0, text


def test_typography_of_each_language() -> None:
    french = list(strings(Wording.read(*WORDING, "fr").table))
    for text in french:
        assert "'" not in text, text
        for mark in ":;?!":
            assert f" {mark}" not in text, text
    assert not [t for t in strings(Wording.read(*WORDING, "en").table) if "'" in t]
    german = [t for t in strings(Wording.read(*WORDING, "de").table) if "“" in t or "„" in t]
    assert german
    assert all(text.count("„") == text.count("“") for text in german)


@pytest.mark.parametrize("profile", profile_names())
def test_numbers_of_the_text_are_the_profiles(profile: str) -> None:
    game = load_profile(profile)
    said = {s["key"]: json.dumps(s) for s in booklet_data(kit_of(game), "en")["sections"]}
    total = sum(game.tiles[game.board_size].values())
    assert f"*{total} tiles*" in said["box"]
    assert f"{game.board_size} by {game.board_size}" in said["box"]
    assert f"*{game.rack_size} tiles*" in said["setup"]
    assert f"*{game.rules.stack.max_height} tiles*" in said["stacking"]
    assert f"*{game.rules.scoring.flat_points} points*" in said["scoring"]
    assert f"*{game.rules.end.penalty_per_tile} points*" in said["end"]
    if game.rules.bonus.all_tiles:
        assert f"*{game.rules.bonus.all_tiles} points*" in said["scoring"]


@pytest.mark.parametrize("profile", profile_names())
def test_the_table_of_letters_is_the_tile_set(profile: str) -> None:
    game = load_profile(profile)
    box = booklet_data(kit_of(game), "en")["sections"][0]["blocks"]
    table = next(block for block in box if block["kind"] == "letters")
    counts = {label: int(number) for label, number in table["tiles"]}
    assert counts == dict(game.tiles[game.board_size])


def test_a_game_for_one_and_a_game_without_stacks_are_told() -> None:
    alone = rules_text(load_profile("solo"), "en")
    assert "5 exchanges" in alone
    flat = rules_text(changed("hasbro-2006", {"rules.stack.max_height": 1}), "en")
    assert "nothing may be put on a tile" in flat


def test_blanks_and_digraphs_are_explained() -> None:
    letters = [*string.ascii_uppercase, "CH"]
    table = load_profile("hasbro-2006").model_dump(mode="json")
    tiles = {**dict.fromkeys(letters, 4), "_": 2}
    table |= {"letters": letters, "blanks": True, "tiles": {"10": tiles}}
    text = rules_text(GameProfile.model_validate(table), "en")
    assert "*blank*" in text
    assert "CH: the letters on such a tile belong together" in text
    assert '["blank", "2"]' in text


def test_whoever_has_no_words_is_told_so() -> None:
    letters = list("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ")
    notes: list[str] = []
    game = changed("hasbro-2006", {"letters": letters, "language": "el"})
    data = booklet_data(kit_of(game), "de", note=notes.append)
    assert len(notes) == 1
    assert "stehen nur für Wörter" in data["legend"]["any"]
    assert (
        booklet_data(kit_of(load_profile("werdup")), "de", note=notes.append)["legend"]["any"] == ""
    )
    assert len(notes) == 1


@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "half-letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_is_typeset_the_same_twice(language: str, paper: str) -> None:
    kit = kit_of(load_profile("hasbro-2006"))
    first = booklet(kit, language, paper)
    assert first.startswith(b"%PDF-")
    assert first == booklet(kit, language, paper)


def test_drawn_boards_have_words_for_all_that_is_on_them() -> None:
    data = booklet_data(kit_of(load_profile("hasbro-2006")), "en")
    shown = [b for s in data["sections"] for b in s["blocks"] if b["kind"] == "example"]
    by_kind = {one["example"]: one["boards"] for one in shown}
    before, after = by_kind["tall"]
    assert before["alt"] == (
        "Board before the play: LANE across, from row 5, column 4, stack heights 1 1 2 1."
    )
    assert "I and K laid" in after["alt"]
    assert "stack heights 1 2 3 1" in after["alt"]
    new = [sq["letter"] for row in after["rows"] for sq in row if sq["new"]]
    assert new == ["I", "K"]
    assert sum(sq["start"] for row in after["rows"] for sq in row) == 4
    assert not any(sq["new"] for row in before["rows"] for sq in row)
