"""`kitgen verify`: what holds, what is false (1), what is no record (2)."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kitgen.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("verify")


@pytest.fixture(autouse=True)
def own_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(folder / "cache"))
    monkeypatch.setenv("KITGEN_DATA_DIR", str(folder / "data"))
    monkeypatch.chdir(folder)


@pytest.fixture
def game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game of two bots."""
    path = folder / "game.kgg"
    if not path.exists():
        monkeypatch.setattr("sys.stdin", io.StringIO())
        bots = ["--player", "random", "--player", "gentle"]
        assert main(["play", *bots, "-n", "6", "--seed", "12", "-o", "game.kgg"]) == 0
    return path


def verify(text: str | bytes, *more: str) -> int:
    path = Path("spoilt.kgg")
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return main(["verify", str(path), *more])


def test_a_game_that_holds(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["verify", game.name]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(
        r"game\.kgg: holds, [0-9]+ lines of play, ended: \w+; random -?[0-9]+, gentle -?[0-9]+\n",
        out,
    )


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_any_number_changed_is_refused(game: Path, data: st.DataObject) -> None:
    text = game.read_text()
    number = data.draw(st.sampled_from(list(re.finditer(r"[0-9]+", text))))
    step = data.draw(st.sampled_from([-10, -1, 1, 2, 100]))
    new = str(abs(int(number[0]) + step))
    if new != number[0]:
        assert verify(text[: number.start()] + new + text[number.end() :]) in (1, 2)


def test_a_false_score_is_one_line_with_its_place(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = game.read_text()
    spoilt = re.sub(r"\+([0-9]+) ([0-9]+)$", "+777 777", text, count=1, flags=re.MULTILINE)
    line = next(
        number for number, one in enumerate(spoilt.split("\n"), 1) if one.endswith("+777 777")
    )
    capsys.readouterr()
    assert verify(spoilt) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"kitgen: error: spoilt.kgg: line {line}: ")
    assert "the points must be +" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1: the file ends, expected"),
        (b"\xff\n", "line 1: not UTF-8"),
        (b"#kitgen-record 1\n\x00\n", 'line 2: "\\u0000": expected "#kitgen-profile'),
        (b"PK\x03\x04", "line 1: "),
    ],
)
def test_what_is_no_record(text: bytes, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(text) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_words_that_are_not_at_hand_are_told(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = game.read_text()
    renamed = re.sub(r"^#lexicon \S+", "#lexicon our-club", text, flags=re.MULTILINE)
    capsys.readouterr()
    assert verify(renamed) == 1
    assert (
        "line 4: the words with this digest are those of english-70, the record says our-club"
    ) in capsys.readouterr().err
    elsewhere = re.sub(r"^#lexicon .*", f"#lexicon our-club {'1a' * 32}", text, flags=re.MULTILINE)
    assert verify(elsewhere) == 0
    assert (
        "words were not checked: lexicon our-club is not at hand (--lexicon names its file)\n"
        in capsys.readouterr().out
    )
    assert verify(renamed, "--lexicon", "english-70") == 0
    assert "not checked" not in capsys.readouterr().out
    assert verify(text, "--lexicon", "none") == 0
    assert "words were not checked: --lexicon none" in capsys.readouterr().out
    assert verify(text, "--lexicon", "english-50") == 1
    err = capsys.readouterr().err
    assert "line 4: lexicon english-50 has the digest " in err
    assert "--lexicon names another list, or none to leave words unchecked" in err


def test_a_record_never_chooses_a_file_to_be_read(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = game.read_text()
    Path("words.txt").write_text("cat\n")
    Path("own.toml").write_text('[game]\nextends = "werdup"\n')
    assert verify(text.replace("#lexicon english-70", "#lexicon words.txt")) == 0
    assert "lexicon words.txt is not at hand" in capsys.readouterr().out
    assert verify(text.replace("#kitgen-profile werdup", "#kitgen-profile own.toml")) == 2
    assert "line 2: profile own.toml is no shipped one" in capsys.readouterr().err


def test_rules_of_ones_own_are_named(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = game.read_text().replace("#kitgen-profile werdup", "#kitgen-profile ours at home")
    assert verify(text) == 2
    assert "profile ours at home is no shipped one: --profile names" in capsys.readouterr().err
    assert verify(text, "--profile", "werdup") == 0
    capsys.readouterr()
    assert verify(text, "--profile", "hasbro-2006") == 1
    err = capsys.readouterr().err
    assert "line 2: the rules of hasbro-2006 on a board of 6 have the digest" in err
    assert err.endswith("; --profile names other rules\n")


def test_a_phony_that_stands_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("5e xoe\npass\n"))
    assert main(["score", "--output", "phony.kgg", "--profile", "hasbro-2006"]) == 0
    capsys.readouterr()
    assert main(["verify", "phony.kgg"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "phony.kgg: holds so far, 2 lines of play, not finished; player-1 6, player-2 0",
        "line 8: nobody challenged XOE: not a word",
    ]


def test_help_says_what_the_other_judges_are_for(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check"], ["verify"], ["rules", "judge"]):
        assert main([*command, "--help"]) == 0
        text = " ".join(capsys.readouterr().out.split())
        for other in ("kitgen check", "kitgen validate", "kitgen verify", "kitgen rules judge"):
            assert f"`{other}`" in text


@pytest.mark.parametrize("name", ["nothere.kgg", "."])
def test_what_cannot_be_read_is_no_false_record(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", name]) == 2
    said = capsys.readouterr().err
    assert "cannot be read" in said
    assert said.count("\n") == 1
