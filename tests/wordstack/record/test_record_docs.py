"""The pages on records and cases: their examples hold, their tables are complete."""

import json
import re
from pathlib import Path

import pytest
from wordstack import Rulebook
from wordstack.lexicon import load_lexicon
from wordstack.record import format_record, parse_record, replay
from wordstack.record.case_file import REASONS, CaseSaid, PlacedTile, Said, WordSaid
from wordstack.record.record import END_REASONS

DOCS = Path(__file__).parents[3] / "docs"
RECORDS = (DOCS / "records.md").read_text(encoding="utf-8")
CASES = (DOCS / "cases.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def test_the_record_holds() -> None:
    (text,) = blocks(RECORDS, "kgg")
    record = parse_record(text)
    rulebook = Rulebook.of(record.profile.name, record.board_size)
    again = replay(record, rulebook, load_lexicon("english-70", rulebook.profile))
    assert again.final is not None
    assert format_record(record) == text


def test_the_python_runs() -> None:
    for block in blocks(RECORDS, "python"):
        exec(compile(block, "docs/records.md", "exec"), {})


@pytest.mark.parametrize("reason", END_REASONS)
def test_every_ending_is_explained(reason: str) -> None:
    assert re.search(rf"`{reason}( NICK)?`", RECORDS)


def test_every_header_and_move_is_explained() -> None:
    (text,) = blocks(RECORDS, "kgg")
    for line in text.splitlines():
        if line.startswith("#"):
            assert f"`{line.split()[0]}" in RECORDS.replace("`#player1", "`#player1 `#player2")
    for move in ("-X", "-", "--", "(challenge)"):
        assert f"`{move}`" in RECORDS


def test_the_cases_say_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kitgen.cli import main

    (example,) = blocks(CASES, "json")
    (session,) = blocks(CASES, "console")
    command, output = session.split("\n", 1)
    (tmp_path / "own-cases.json").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(command.removeprefix("$ kitgen ").split()) == 1
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("model", [CaseSaid, PlacedTile, WordSaid, Said])
def test_every_key_of_a_case_is_explained(model: type[CaseSaid]) -> None:
    for key in model.model_fields:
        assert re.search(rf'[`"]{key}[`."]', CASES), key


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_named(reason: str) -> None:
    assert f"`{reason}`" in CASES


def test_the_examples_of_cases_are_of_this_format() -> None:
    for block in blocks(CASES, "json"):
        assert {case["id"] for case in json.loads(block)["cases"]} == {"mood", "moon-again"}
