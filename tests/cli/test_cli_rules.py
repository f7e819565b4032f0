"""`kitgen rules`: plays explained and listed, the engine judged."""

import json
import shutil
from pathlib import Path

import pytest
from wordstack import Rulebook, legal_plays, parse_play, parse_position, validate
from wordstack.lexicon import load_lexicon

from kitgen.cli import main

CASES = Path(__file__).parents[1] / "wordstack" / "cases" / "stacking_plays.json"
CATER = "10/10/10/10/10/3CATER2/10/10/10/10 11111"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


@pytest.fixture(autouse=True)
def own_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(folder / "cache"))
    monkeypatch.setenv("KITGEN_DATA_DIR", str(folder / "data"))
    monkeypatch.chdir(folder)


def test_the_worked_examples_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "judge", str(CASES)]) == 0
    assert capsys.readouterr().out == "61 agree, 0 disagree\n"


def test_a_disagreement_is_printed_counted_and_ends_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = json.loads(CASES.read_text(encoding="utf-8"))
    by_id = {case["id"]: case for case in data["cases"]}
    by_id["hasbro06-fig2-dear"]["expect"]["total"] += 1
    by_id["open-single-tile"]["options"] = {}
    Path("own.json").write_text(json.dumps(data), encoding="utf-8")
    assert main(["rules", "judge", "own.json"]) == 1
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "59 agree, 1 disagree",
        "hasbro06-fig2-dear: total: the case says 9, the engine 8",
        "open-single-tile: disputed and names no option, not counted",
    ]


def test_a_file_that_cannot_be_judged(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.json").write_text("{")
    assert main(["rules", "judge", "broken.json"]) == 2
    assert main(["rules", "judge", "none.json"]) == 2
    assert main(["rules", "judge"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 3
    assert "broken.json: not JSON" in err


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "judge", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert set(schema["$defs"]["CaseSaid"]["required"]) >= {"id", "profile", "expect"}


@pytest.mark.parametrize("play", ["6B BEL...D", "6b belated", "6B BELATED"])
def test_a_legal_play_is_explained(play: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "explain", CATER, play, "--profile", "hasbro-2006"]) == 0
    assert capsys.readouterr().out == (
        "6B BEL...D: legal, 9 points\n  BELATED 6B across, heights 1121112: 9 points\n"
    )


def test_an_illegal_play_is_explained_by_every_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    position = "10/10/10/10/4FA4/10/10/10/10/10 11"
    assert main(["rules", "explain", position, "5E HE", "--profile", "hasbro-2006"]) == 0
    assert capsys.readouterr().out == (
        "5E HE: not legal\n"
        "  full_cover: every letter of FA is covered (5E 5F)\n"
        "  HE 5E across, heights 22: 4 points\n"
        "  it would score 4 points\n"
    )
    assert main(["rules", "explain", CATER, "5D XYZZY", "--lexicon", "none"]) == 0
    out = capsys.readouterr().out
    assert "  words were not judged: no lexicon" in out
    assert main(["rules", "explain", CATER, "5D XYZZY"]) == 0
    out = capsys.readouterr().out
    assert "  not_a_word: XYZZY is not in the lexicon (5D 5E 5F 5G 5H)" in out
    assert "XC D5 down" in out


def test_bonuses_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    empty = "10/10/10/10/10/10/10/10/10/10 -"
    arguments = ["rules", "explain", empty, "5B quietly", "--rack", "QuIETLYS"]
    assert main([*arguments, "--profile", "hasbro-2006"]) == 0
    out = capsys.readouterr().out
    assert "QuIETLY 5B across, flat: 14 points" in out
    arguments = ["rules", "explain", empty, "5B tonsils", "--profile", "hasbro-2006"]
    assert main(arguments) == 0
    assert "  bonus for all tiles: 20 points" in capsys.readouterr().out


def test_every_legal_play_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["rules", "plays", CATER, "--rack", "beldog qu", "--profile", "hasbro-2006"]
    assert main([*arguments, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    rulebook = Rulebook.of("hasbro-2006")
    words = load_lexicon(None, rulebook.profile)
    position = parse_position(CATER, rulebook)
    position = position.with_rack(0, (*"BELDOG", "Qu"))
    expected = set(legal_plays(position, words))
    assert {parse_play(row["play"], rulebook) for row in rows} == expected
    assert len(rows) == len(expected)
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    for row in rows:
        ruling = validate(position, parse_play(row["play"], rulebook), words)
        assert row["points"] == ruling.points.total
        assert [word["word"] for word in row["words"]] == [word.text for word in ruling.words]
        sums = sum(word["points"] for word in row["words"]) + row["bonus"] + row["letter_bonus"]
        assert sums == row["points"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "points  play          words"
    assert lines[-1] == f"{len(expected)} plays"
    assert len(lines) == len(expected) + 2


def test_a_position_may_be_json_or_a_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    from wordstack import Game, position_to_json

    position = Game("werdup", seed=4).position
    assert main(["rules", "plays", json.dumps(position_to_json(position)), "--json"]) == 0
    plays = json.loads(capsys.readouterr().out)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    people = ["--player", "ann", "--player", "bob"]
    assert main(["play", *people, "--seed", "4", "--output", "game.kgg"]) == 0
    capsys.readouterr()
    assert main(["rules", "plays", "game.kgg", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == plays
    Path("game.kgg").unlink()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plays", CATER], "the rack is not known: --rack TILES"),
        (["plays", CATER, "--rack", "A1"], "--rack A1: "),
        (["plays", CATER, "--rack", "ABCDEFGH"], "8 tiles: must be at most 7"),
        (["plays", CATER, "--rack", "A", "--lexicon", "none"], "without words there are no plays"),
        (["plays", "CATER", "--rack", "A"], "'CATER' is no position"),
        (["plays", "{", "--rack", "A"], "position: not JSON"),
        (["plays", "{}", "--rack", "A"], "position: "),
        (["plays", "1/1 -", "--rack", "A"], "board size 2: must be from 5 to 16"),
        (["plays", CATER + " x", "--rack", "A"], "position: character "),
        (["plays", CATER[:-1], "--rack", "A"], "position: character "),
        (["plays", "none.kgg"], "none.kgg: cannot be read: No such file"),
        (["explain", CATER, "nonsense"], "play: "),
        (["explain", CATER, "6B"], "play: "),
        (["explain", CATER, "6B BEL...D", "--profile", "wedup"], "did you mean werdup"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) in (1, 2)
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
    assert "internal error" not in err


def test_cases_with_a_profile_beside_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "ours.toml").write_text('[game]\nextends = "hasbro-2006"\n')
    data = json.loads(CASES.read_text(encoding="utf-8"))
    case = data["cases"][0]
    case["profile"] = "ours.toml"
    (folder / "sub" / "own.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    assert main(["rules", "judge", "sub/own.json"]) == 0
    assert capsys.readouterr().out == "1 agree, 0 disagree\n"
    shutil.rmtree(folder / "sub")
