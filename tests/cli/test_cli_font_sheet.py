"""`kitgen fonts --sheet` draws a picture and says what will not print."""

import json
from pathlib import Path

import pytest
from PIL import Image

from kitgen.cli import main
from kitgen.cli.fonts import _rank, _shortened


def test_the_font_of_the_profile_is_drawn(tmp_path: Path, capsys) -> None:
    sheet = tmp_path / "letters.png"
    assert main(["fonts", "--sheet", str(sheet)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Atkinson Hyperlegible 700: all letters print",
        f"Drawn in {sheet}",
    ]
    with Image.open(sheet) as image:
        assert image.format == "PNG"


def test_several_fonts_at_a_weight_are_judged_letter_by_letter(tmp_path: Path, capsys) -> None:
    sheet = tmp_path / "letters.png"
    fonts = ["--font", "Lexend", "--font", "Nunito", "--font-weight", "300"]
    assert main(["fonts", "--sheet", str(sheet), *fonts, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["weight"]) for row in rows] == [("Lexend", 300), ("Nunito", 300)]
    assert [letter["label"] for letter in rows[0]["letters"]][16] == "Qu"
    assert any(letter["faults"] for letter in rows[1]["letters"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sheet", "letters.jpg"], "must end in .png"),
        (["--sheet", "nowhere/letters.png"], "cannot be written"),
        (["--sheet", "letters.png", "--font", "Lexendd"], 'did you mean "Lexend"'),
        (["--sheet", "letters.png", "--font-weight", "2000"], "100 to 1000"),
        (["--font", "Lexend"], "only with --sheet"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    arguments, said, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["fonts", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_fonts_without_any_letter_come_last_and_are_few_words() -> None:
    needed = ["A", "B"]
    ranks = [_rank(missing, needed) for missing in ([], ["A"], ["A", "B"])]
    assert ranks == [0, 1, 2]
    assert _shortened(["Symbols"]) == "1 font has none of the letters: Symbols"
    many = _shortened([f"F{n}" for n in range(9)])
    assert many.startswith("9 fonts have none of the letters: F0, F1, F2, F3 and 5 more")
