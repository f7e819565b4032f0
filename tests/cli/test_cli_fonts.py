"""`kitgen fonts` lists what can be asked for, and what it lacks."""

import json
from pathlib import Path

import pytest

from kitgen.cli import main
from kitgen.lettering.fonts import DEFAULT_FAMILY, _families_below


@pytest.fixture(autouse=True)
def no_system_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    _families_below.cache_clear()


def test_the_default_font_is_listed_and_has_all_letters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["fonts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "with all letters of werdup" in lines[0]
    (line,) = [line for line in lines if line.startswith(DEFAULT_FAMILY)]
    assert line.split()[2:] == ["400", "700", "package", "all", "AtkinsonHyperlegible-Bold.ttf"]


def test_json_says_what_a_profile_of_ones_own_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["profiles", "show", "werdup"]) == 0
    capsys.readouterr()
    mine = tmp_path / "mine.toml"
    mine.write_text(
        '[game]\nextends = "werdup"\nletters = ["A", "Ж", "Щ"]\n'
        '[game.tiles.10]\nA = 30\n"Ж" = 40\n"Щ" = 30\n',
        encoding="utf-8",
    )
    assert main(["fonts", "--json", "--profile", str(mine)]) == 0
    rows = json.loads(capsys.readouterr().out)
    (row,) = [row for row in rows if row["name"] == DEFAULT_FAMILY]
    assert row["missing"] == ["Ж", "Щ"]
    assert row["from"] == "package"
    assert row["weights"] == [400, 700]
    assert row["weight_range"] is None
    assert all(Path(file).is_file() for file in row["files"])


def test_an_unknown_profile_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fonts", "--profile", "nope"]) == 2
    assert 'unknown profile "nope"' in capsys.readouterr().err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fonts", "--help"]) == 0
    assert "Example: kitgen fonts" in capsys.readouterr().out
