"""`kitgen validate`: verdicts, exit codes, the cache, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import wordstack.playability

from kitgen.cli import main

FEW = ("--games", "4", "--racks", "50", "--jobs", "1")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KITGEN_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def own_profile(tmp_path: Path) -> Callable[..., str]:
    """Write a profile with werdup's rules and some words that a few letters make."""

    def write(tiles: dict[str, int], language: str = "en", lexicon: str = "words.txt") -> str:
        (tmp_path / "words.txt").write_text("at\neat\ntea\ntee\nseat\nsea\nset\n")
        counts = "\n".join(f"{letter} = {count}" for letter, count in tiles.items())
        words = f'lexicon = "{tmp_path / lexicon}"\n' if lexicon else ""
        path = tmp_path / "own.toml"
        path.write_text(
            f'[game]\nextends = "werdup"\nlanguage = "{language}"\nboard_size = 6\n{words}'
            f"[game.tiles.6]\n{counts}\n"
        )
        return str(path)

    return write


FAIR = {"A": 9, "E": 12, "S": 9, "T": 9}
HOPELESS = {"A": 2, "E": 2, "S": 2, "T": 2, "X": 30}


def test_a_good_set_ends_with_0(capsys):
    assert main(["validate", "werdup", "--size", "8", "--games", "40", "--racks", "1000"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "werdup, 8 x 8: 64 tiles, words of english-70"
    for gate in wordstack.playability.GATES:
        assert sum(line.startswith(gate.title) for line in lines) == 1
    assert lines[-1] == "verdict: playable"
    assert "Playing games (40)" in captured.err


def test_a_hopeless_set_ends_with_1(own_profile, capsys):
    assert main(["validate", own_profile(HOPELESS), *FEW]) == 1
    out = capsys.readouterr().out
    assert out.endswith("verdict: not playable\n")
    assert "letters that no word needs: X" in out


def test_too_small_a_sample_is_undecided_and_says_what_would_help(capsys):
    assert main(["validate", "--games", "1", "--racks", "20", "--jobs", "1"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("verdict: undecided at 20 racks and 1 games")
    assert "--games" in last


def test_json_is_the_same_for_one_process_and_two_and_differs_by_seed(
    own_profile, capsys, monkeypatch, tmp_path
):
    def result(*arguments: str, cache: str) -> dict[str, object]:
        monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / cache))
        main(["validate", own_profile(FAIR), "--games", "30", "--json", *arguments])
        return json.loads(capsys.readouterr().out)

    one = result("--jobs", "1", cache="one")
    assert result("--jobs", "2", cache="two") == one
    assert result("--jobs", "1", "--seed", "5", cache="one")["games"] != one["games"]
    assert (one["profile"], one["size"], one["lexicon"]) == ("own", 6, "words.txt")


@pytest.fixture
def plays(monkeypatch) -> list[int]:
    """Count the judgements that are really made."""
    made: list[int] = []
    real = wordstack.playability.assess

    def counting(*args: object, **options: object) -> object:
        made.append(1)
        return real(*args, **options)

    monkeypatch.setattr(wordstack.playability, "assess", counting)
    return made


def test_what_is_known_is_not_played_again(own_profile, plays, capsys):
    profile = own_profile(FAIR)
    main(["validate", profile, *FEW])
    first = capsys.readouterr()
    main(["validate", profile, *FEW, "--jobs", "2"])
    second = capsys.readouterr()
    assert second.out == first.out
    assert "Playing games" not in second.err
    assert len(plays) == 1


def test_tiles_rules_words_and_sample_make_it_anew(own_profile, plays, tmp_path, capsys):
    profile = own_profile(FAIR)
    main(["validate", profile, *FEW])
    own_profile({**FAIR, "T": 8})
    main(["validate", profile, *FEW])
    text = Path(own_profile(FAIR)).read_text()
    Path(profile).write_text(text.replace("board_size = 6\n", "board_size = 6\nrack_size = 6\n"))
    main(["validate", profile, *FEW])
    own_profile(FAIR)
    words = tmp_path / "words.txt"
    words.write_text(words.read_text() + "tat\n")
    main(["validate", profile, *FEW])
    own_profile(FAIR)
    main(["validate", profile, *FEW, "--seed", "1"])
    main(["validate", profile, *FEW, "--games", "5"])
    assert len(plays) == 6
    main(["validate", profile, *FEW])
    assert len(plays) == 6
    capsys.readouterr()


def test_a_damaged_entry_is_not_trusted(own_profile, plays, tmp_path, capsys):
    main(["validate", own_profile(FAIR), *FEW])
    before = capsys.readouterr().out
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1] + b"?")
    main(["validate", own_profile(FAIR), *FEW])
    assert capsys.readouterr().out == before
    assert len(plays) == 2


def test_a_language_without_words_is_not_judged_and_the_command_is_named(own_profile, capsys):
    assert main(["validate", own_profile(FAIR, language="tr", lexicon="")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("verdict: not judged: no lexicon for language")
    assert "kitgen lexicon build FILE --lang tr" in last


def test_too_few_tiles_are_refused_even_without_words(own_profile, capsys):
    profile = own_profile({"A": 9, "T": 9}, language="tr", lexicon="")
    assert main(["validate", profile, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "not playable"
    assert data["lexicon"] is None
    assert data["gates"][0] == {
        "gate": "tiles_short", "count": 10, "of": 28, "share": 0.357143, "low": 0.357143,
        "high": 0.357143, "limit": 0.0, "verdict": "not playable",
    }  # fmt: skip


def test_another_lexicon(own_profile, tmp_path, capsys):
    (tmp_path / "other.txt").write_text("ease\n")
    arguments = ["validate", own_profile(FAIR), "--lexicon", str(tmp_path / "other.txt")]
    assert main([*arguments, *FEW, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["lexicon"] == "other.txt"
    assert data["set"]["letters_without_word"] == ["T"]


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["werdp"], "werdup"),
        (["werdup", "--size", "17"], "must be from 5 to 16"),
        (["werdup", "--size", "ten"], "'ten' is not a whole number"),
        (["werdup", "--games", "0"], "0 must be from 1 to 10000000"),
        (["werdup", "--racks", "-3"], "-3 must be from 1"),
        (["werdup", "--seed", str(2**64)], "must be from 0 to 18446744073709551615"),
        (["werdup", "--jobs", "0"], "0 must be 1 or more"),
        (["werdup", "--lexicon", "englich-70"], "did you mean english-70"),
        (["werdup", "--lexicon", "none.txt"], "none.txt: no such file"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(arguments, wanted, capsys):
    assert main(["validate", *arguments]) == 2
    captured = capsys.readouterr()
    assert wanted in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_help_says_what_the_other_judges_are_for(capsys):
    assert main(["validate", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for command in ("kitgen check", "kitgen verify", "kitgen rules judge"):
        assert f"`{command}`" in text
    assert "Example: kitgen validate" in text
