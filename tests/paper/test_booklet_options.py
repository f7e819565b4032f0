"""Every option that changes play changes what the booklet says."""

import subprocess
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from booklet_kits import KitOf, kit_of

from kitgen.paper.booklet import booklet, booklet_data, rulebook_of
from kitgen.paper.options_in_words import option_rows
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import LANGUAGES, Wording

__all__ = ["kit_of"]

LETTERS = {**dict.fromkeys("ABCDEFGHIKLMNOPRSTU", 4), "Q": 1, "Qu": 2}
"""With a pair that could be laid as two tiles too."""
OTHER_NUMBERS = {
    "scoring.flat_points": (1, 3),
    "scoring.stack_points": (2,),
    "first_word.min": (1, 3),
    "bonus.all_tiles": (0, 1, 10),
    "bonus.tiles": ({}, {"Qu": 3}, {"K": 2, "Qu": 2}),
    "end.pass_rounds": (2,),
    "end.scoreless_turns": (1, 4),
    "end.penalty_per_tile": (0, 1, 4),
    "exchange.count": (2,),
    "exchange.solo_free": (1, 3),
    "stack.max_new_per_cell": (2,),
    "stack.max_stacked_cells_per_turn": (1, 2),
    "stack.max_height": (1, 4),
    "plural.suffixes": ((), ("S", "EN")),
}
"""Values besides the one of the Hasbro sheet, for options that are no list of words."""
GAMES: tuple[dict[str, Any], ...] = (
    {"rack_size": 6},
    {"board_size": 8},
    {"players_max": 6},
    {"players_min": 2},
    {"players_min": 1, "players_max": 1},
    {"lexicon": "house-list"},
    {"start_squares": [[0, 0], [5, 5]]},
    {"letters": {**LETTERS, "A": 5}},
    {"letters": {**LETTERS, "_": 2}},
    {"letters": {label: n for label, n in LETTERS.items() if label != "Qu"}},
)


def changes() -> Iterator[tuple[str, Any]]:
    """All other values of all rules: words and flags from the engine's own model."""
    from wordstack import RulesOptions
    from wordstack.options import leaves

    for leaf in leaves(RulesOptions(), ""):
        key = leaf.key.lstrip(".")
        model: Any = RulesOptions
        *above, last = key.split(".")
        for step in above:
            model = model.model_fields[step].annotation
        kind = model.model_fields[last].annotation
        if typing.get_origin(kind) is Literal:
            values: tuple[Any, ...] = typing.get_args(kind)
        elif kind is bool:
            values = (False, True)
        else:
            values = OTHER_NUMBERS[key]
        yield from ((key, value) for value in values if value != leaf.value)


def full(kit_of: KitOf, **changed: Any) -> PicturedKit:
    """A game in which every option has a say."""
    kit: PicturedKit = kit_of("hasbro-2006", **{"players_min": 1, "letters": LETTERS, **changed})
    return kit


def prose(kit: PicturedKit, language: str) -> str:
    """What the sections say, without examples, the table of options and other editions."""
    data = booklet_data(kit, language)
    told = [
        block
        for section in data["sections"]
        if section["key"] not in ("options", "editions")
        for block in section["blocks"]
        if block["kind"] != "example"
    ]
    return repr((data["cover"], told))


def untold(kit_of: KitOf, language: str) -> list[tuple[str, Any]]:
    """Values with which the text is that of the plain game, or of another value of the option."""
    plain = prose(full(kit_of), language)
    told: dict[str, list[str]] = {}
    missing = []
    for key, value in changes():
        text = prose(full(kit_of, rules={key: value}), language)
        before = told.setdefault(key, [plain])
        if text in before:
            missing.append((key, value))
        before.append(text)
    assert len(told) > 25
    return missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_other_value_of_each_rule_is_told_and_no_two_alike(
    kit_of: KitOf, language: str
) -> None:
    assert untold(kit_of, language) == []


def test_a_rule_that_is_told_alike_whatever_it_says_is_found(
    kit_of: KitOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Wording.text

    def alike(self: Wording, key: str, /, **values: object) -> str:
        return written(self, key.replace("exchange.discard", "exchange.draw_then_return"), **values)

    monkeypatch.setattr(Wording, "text", alike)
    assert untold(kit_of, "en") == [("exchange.order", "discard")]


@pytest.mark.parametrize("changed", GAMES, ids=lambda changed: "-".join(changed))
def test_the_set_is_told(kit_of: KitOf, changed: dict[str, Any]) -> None:
    for language in LANGUAGES:
        assert prose(full(kit_of, **changed), language) != prose(full(kit_of), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_options_has_each_rule_and_its_answer(kit_of: KitOf, language: str) -> None:
    from wordstack import RulesOptions
    from wordstack.options import leaves

    wording = Wording.read("kitgen.paper", "booklet", language)
    plain = {row.key: row for row in option_rows(rulebook_of(full(kit_of)), wording)}
    every = {"rules" + leaf.key for leaf in leaves(RulesOptions(), "")}
    assert {key for key in plain if key.startswith("rules.")} == every
    assert not any(row.moot for row in plain.values())
    for key, value in changes():
        rulebook = rulebook_of(full(kit_of, rules={key: value}))
        rows = {row.key: row for row in option_rows(rulebook, wording)}
        assert rows[f"rules.{key}"].value != plain[f"rules.{key}"].value, (key, value)


@pytest.mark.parametrize(
    ("rules", "pointless"),
    [
        ({"bonus.all_tiles": 0}, {"bonus.all_tiles_requires"}),
        ({"bonus.tiles": {}}, {"bonus.when", "bonus.per"}),
        ({"bonus.tiles": {"X": 2}}, {"bonus.when", "bonus.per"}),
        ({"cover.full_word": "allow"}, {"cover.scope"}),
        ({"plural.rule": "off"}, {"plural.double", "plural.stacked_s"}),
    ],
)
def test_what_has_no_say_is_said_to_have_none(
    kit_of: KitOf, rules: dict[str, Any], pointless: set[str]
) -> None:
    wording = Wording.read("kitgen.paper", "booklet", "en")
    rows = option_rows(rulebook_of(full(kit_of, rules=rules)), wording)
    found = {row.key.removeprefix("rules.") for row in rows if row.moot}
    assert pointless <= found
    assert {row.value for row in rows if row.moot} == {"does not apply"}


def test_pages_read_again_hold_the_changed_rule(
    kit_of: KitOf, tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    def page_text(kit: PicturedKit) -> str:
        path = tmp_path / "booklet.pdf"
        path.write_bytes(booklet(kit, "en", "a4"))
        command = [system_tool("pdftotext"), str(path), "-"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return " ".join(done.stdout.split())

    said = "loses 5 points for every tile left on the rack"
    assert said in page_text(full(kit_of))
    changed = page_text(full(kit_of, rules={"end.penalty_per_tile": 4}))
    assert said not in changed
    assert said.replace("5", "4") in changed
