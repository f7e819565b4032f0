"""Every option that changes play changes what the booklet says."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from booklet_kits import GAMES, KitOf, changes, full, kit_of

from kitgen.paper.booklet import booklet, booklet_data
from kitgen.paper.options_in_words import option_rows
from kitgen.pictures.kit import PicturedKit
from kitgen.wording import LANGUAGES, Wording

__all__ = ["kit_of"]


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
    written = Wording.count

    def alike(self: Wording, key: str, number: int, /, **values: object) -> str:
        same = key.replace("exchange.discard", "exchange.draw_then_return")
        return written(self, same, number, **values)

    monkeypatch.setattr(Wording, "count", alike)
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
    plain = {row.key: row for row in option_rows(full(kit_of).rulebook, wording)}
    every = {"rules" + leaf.key for leaf in leaves(RulesOptions(), "")}
    assert {key for key in plain if key.startswith("rules.")} == every
    assert not any(row.moot for row in plain.values())
    for key, value in changes():
        rulebook = full(kit_of, rules={key: value}).rulebook
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
    rows = option_rows(full(kit_of, rules=rules).rulebook, wording)
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
