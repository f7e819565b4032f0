"""`kitgen lexicon`: what it prints, stores and refuses."""

import json
from pathlib import Path

import pytest
from wordstack import load_profile
from wordstack.lexicon import load_lexicon

from kitgen.cli import main

GERMAN = "Käfig\nhaus\nstraße\nun-\nz.B.\nein-mal\ngeh's\nżółw\n"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KITGEN_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def german(tmp_path: Path) -> Path:
    path = tmp_path / "german.txt"
    path.write_text(GERMAN, encoding="utf-8")
    return path


def test_list_shows_the_shipped_ones_with_their_other_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["lexicon", "list"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows[1:]] == ["english-35", "english-50", "english-60", "english-70"]
    assert rows[3][1] == "english-family"
    assert rows[4][1] == "english"


def test_a_list_is_stored_reported_and_found_again(
    german: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lexicon", "build", str(german), "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert "8 read, 2 kept, 0 repeated, 6 left out" in out
    for line in ("capitalised", "affix", "abbreviation", "hyphen", "apostrophe", "letters"):
        assert f"  {line}" in out
    assert out.endswith("stored; use it with: --lexicon de\n")
    assert main(["lexicon", "list", "--json"]) == 0
    last = json.loads(capsys.readouterr().out)[-1]
    assert last == {"name": "de", "also": [], "language": "de", "words": 8, "shipped": False}


def test_json_says_the_same(german: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lexicon", "build", str(german), "--lang", "de", "--json"]
    assert main([*arguments, "--accept-capitalised"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["name"], report["read"], report["kept"]) == ("de", 8, 3)
    assert report["rejected"]["letters"] == {"count": 1, "examples": ["żółw"]}


def test_a_list_for_english_is_judged_by_the_tiles_of_werdup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.txt"
    path.write_bytes(b"quit\nqat\nkb\ncaf\xe9\n")
    arguments = ["lexicon", "build", str(path), "--lang", "en", "--name", "club"]
    assert main([*arguments, "--encoding", "latin-1", "--no-two-letter-rule"]) == 0
    assert "3 kept" in capsys.readouterr().out
    lexicon = load_lexicon("club", load_profile("werdup"))
    assert list(lexicon) == [("C", "A", "F", "E"), ("K", "B"), ("Qu", "I", "T")]


def test_a_dry_run_stores_nothing(german: Path, tmp_path: Path) -> None:
    assert main(["lexicon", "build", str(german), "--lang", "de", "--dry-run"]) == 0
    assert not (tmp_path / "data").exists()


def test_a_profile_judges_by_its_own_tiles(
    tmp_path: Path, german: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "mein.toml"
    letters = [*"AGHKSU", "ß", "Ä", "AU"]
    profile.write_text(
        f'[game]\nextends = "werdup"\nlanguage = "de"\nletters = {letters!r}\n'
        '[game.rules]\ndigraphs = "optional"\n[game.tiles.10]\nA = 5\n',
        encoding="utf-8",
    )
    build = ["lexicon", "build", str(german), "--lang", "de", "--profile", str(profile)]
    assert main(build) == 0
    out = capsys.readouterr().out
    assert "9 letters" in out
    assert "1 kept" in out
    assert "2 ways to lay the kept words" in out  # HAUS with A and U, and with AU


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["none.txt", "--lang", "de"], "none.txt: no such file"),
        (["german.txt", "--lang", "xx"], "--profile FILE"),
        (["german.txt", "--lang", "de", "--profile", "werdup"], "must be the same"),
        (["german.txt", "--lang", "de", "--name", "english"], "taken"),
        (["german.txt", "--lang", "de", "--name", "My List"], "must be 1 to 64"),
        (["german.txt", "--lang", "de", "--encoding", "utf-16"], "utf-8 or latin-1"),
        (["german.txt", "--lang", "de", "--profile", "werdp"], "werdup"),
        (["german.txt", "--lang", "ru"], "none of its 8 words"),
        (["german.txt", "--lang", "../x"], "--lang"),
        (["german.txt", "--lang", ""], "--lang"),
        (["german.txt"], "--lang"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    arguments: list[str],
    wanted: str,
    german: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(german.parent)
    assert main(["lexicon", "build", *arguments]) == 2
    error = capsys.readouterr().err
    assert wanted in error
    assert error.count("\n") == 1
    assert not (german.parent / "data").exists()


def test_a_data_folder_that_cannot_be_written_is_said(
    german: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KITGEN_DATA_DIR", str(german))
    assert main(["lexicon", "build", str(german), "--lang", "de"]) == 1
    error = capsys.readouterr().err
    assert "german.txt" in error
    assert error.count("\n") == 1


def test_clearing_the_cache_clears_lexicons_too(
    german: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load_lexicon(german.rename(tmp_path / "words.txt"), load_profile("werdup"))
    assert len(list((tmp_path / "cache").rglob("*"))) > 0
    assert main(["cache", "clear"]) == 0
    assert "1 " in capsys.readouterr().out
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lexicon", "build", "--help"]) == 0
    assert "kitgen lexicon build german.txt --lang de" in " ".join(capsys.readouterr().out.split())
