"""What holds for every command: an example in its help, JSON alone, options explained alike."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from kitgen.cli import COMMANDS, app, main

Command = tuple[str, ...]

CASES = Path(__file__).parents[1] / "wordstack" / "cases" / "stacking_plays.json"
CATER = "10/10/10/10/10/3CATER2/10/10/10/10 11111"
BOTS = ("--player", "random", "--player", "gentle", "-n", "6", "--seed", "12", "-o", "game.kgg")
STAGES = ("--no-check", "--no-preview", "--no-paper")
PARTS = ("--size", "6", "--players", "1", *STAGES, "--quiet", "-j", "1")

WITH_DATA: dict[Command, list[str]] = {
    ("build",): ["--only", "tile-E", "--no-check", "--no-preview", "-j", "1"],
    ("cache", "info"): [],
    ("check",): ["tile", "-j", "1"],
    ("coupon",): ["nest", "-j", "1"],
    ("doctor",): [],
    ("fonts",): [],
    ("lexicon", "build"): ["words.txt", "--lang", "de"],
    ("lexicon", "list"): [],
    ("paper",): ["kit", "-j", "1"],
    ("preview",): ["kit", "-j", "1"],
    ("profiles", "list"): [],
    ("profiles", "printers"): [],
    ("profiles", "show"): ["werdup"],
    ("rules", "explain"): [CATER, "6B BEL...D"],
    ("rules", "judge"): [str(CASES)],
    ("rules", "plays"): [CATER, "--rack", "BELDOGS"],
    ("slice",): ["tile", "-j", "1"],
    ("validate",): ["--games", "1", "--racks", "20", "-j", "1"],
    ("verify",): ["game.kgg"],
}
"""Commands that say something that a program may want, with what they need."""
WITHOUT_DATA: set[Command] = {("play",), ("score",), ("profiles", "new"), ("cache", "clear")}
"""Commands that talk, or do one thing and say that it is done."""
SHARED = {
    *("--font-weight", "--jobs", "--json", "--no-cache", "--paper", "--quiet", "--set"),
    *("--slicer-path",),
}
"""Options that mean one thing wherever they are; of others that share a name only some do."""


def found() -> dict[Command, typer.core.TyperCommand]:
    """All commands, those of groups by two words."""
    group = typer.main.get_command(app)
    commands = {}
    for name in COMMANDS:
        command = group.get_command(None, name)
        for sub, one in getattr(command, "commands", {}).items():
            commands[name, sub] = one
        if not getattr(command, "commands", {}):
            commands[name,] = command
    return commands


ALL = found()


def options(command: Command) -> dict[str, str]:
    """Names of a command's options, to what help says of them."""
    return {
        name: getattr(option, "help", None) or ""
        for option in ALL[command].params
        for name in option.opts
        if name.startswith("--")
    }


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path):
    """Builds a kit that nobody may change."""

    def call(*arguments: str) -> Path:
        folder = tmp_path_factory.mktemp("built") / "kit"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("KITGEN_CACHE_DIR", str(shared_cache))
            assert main(["build", *PARTS, *arguments, "-o", str(folder)]) == 0
        return folder

    return call


@pytest.fixture(scope="module")
def kit(build) -> Path:
    """A whole one, as small as it can be."""
    return build("--no-validate")


@pytest.fixture(scope="module")
def tile(build) -> Path:
    return build("--only", "tile-E")


def test_every_command_is_known_here() -> None:
    assert set(WITH_DATA) | WITHOUT_DATA == set(ALL)
    assert not set(WITH_DATA) & WITHOUT_DATA


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_help_has_an_example(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    example = rf"^ *Examples?: kitgen {' '.join(command)}\b"
    assert re.search(example, capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize("command", WITH_DATA, ids=" ".join)
def test_json_stands_alone_on_stdout(
    command: Command,
    run,
    request: pytest.FixtureRequest,
) -> None:
    arguments = WITH_DATA[command]
    if command == ("slice",):
        request.getfixturevalue("system_tool")("prusa-slicer")
    for name in {"kit", "tile"} & set(arguments):
        shutil.copytree(request.getfixturevalue(name), name)
    if "game.kgg" in arguments:
        assert run(["play", *BOTS])[0] == 0
    Path("words.txt").write_text("äpfel\nbirne\n", encoding="utf-8")
    code, out, err = run([*command, *arguments, "--json"])
    assert (code, err) == (0, "")
    assert out.endswith("\n")
    assert json.loads(out) not in ({}, [], None)
    second = out.splitlines()[1]
    # A report has a line for each finding; all else is laid out alike.
    assert re.match(r" [^ ]" if command == ("check",) else r"  [^ ]", second)


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_what_takes_long_can_be_told_to_be_quiet(command: Command) -> None:
    names = options(command)
    if "--jobs" in names:
        assert {"--quiet", "--json"} <= set(names)


def test_shared_options_are_explained_alike() -> None:
    for name in SHARED:
        said = {options(command)[name] for command in ALL if name in options(command)}
        assert len(said) == 1, name


def test_validate_is_quiet_where_it_is_told(run) -> None:
    assert run(["validate", *WITH_DATA["validate",], "--quiet"]) == (0, "", "")


def test_verify_says_the_same_as_values(run) -> None:
    assert run(["play", *BOTS])[0] == 0
    _, text, _ = run(["verify", "game.kgg"])
    _, out, _ = run(["verify", "game.kgg", "--json"])
    told = json.loads(out)
    scores = ", ".join(f"{one['player']} {one['score']}" for one in told["scores"])
    line = f"holds, {told['lines']} lines of play, ended: {told['ending']}; {scores}"
    assert text.splitlines()[0] == f"{told['record']}: {line}"
    assert told["unchecked"] == ""
    assert len(told["unchallenged"]) == len(text.splitlines()) - 1
    _, out, _ = run(["verify", "game.kgg", "--json", "--lexicon", "none"])
    assert json.loads(out)["unchecked"] == "--lexicon none"
    path = Path("game.kgg")
    path.write_text(path.read_text().replace("#board 6", "#board 8"))
    code, out, err = run(["verify", "game.kgg", "--json"])
    assert (code in (1, 2), out, err.count("\n")) == (True, "", 1)


def test_an_explanation_as_values_has_every_reason(run) -> None:
    rules = ["--profile", "hasbro-2006", "--json"]
    legal = json.loads(run(["rules", "explain", CATER, "6B BEL...D", *rules])[1])
    assert (legal["play"], legal["legal"], legal["reasons"]) == ("6B BEL...D", True, [])
    (word,) = legal["words"]
    assert (word["word"], word["points"], legal["points"]) == ("BELATED", 9, 9)
    none = json.loads(run(["rules", "explain", CATER, "5D XYZZY", "--json"])[1])
    assert not none["legal"]
    (reason,) = [one for one in none["reasons"] if "XYZZY" in one["words"]]
    assert (reason["code"], reason["kind"]) == ("not_a_word", "word")
    assert reason["cells"] == [[4, column] for column in range(3, 8)]


def test_cases_as_values_say_which_disagree_and_end_with_1(run) -> None:
    data = json.loads(CASES.read_text(encoding="utf-8"))
    by_id = {case["id"]: case for case in data["cases"]}
    by_id["hasbro06-fig2-dear"]["expect"]["total"] += 1
    by_id["open-single-tile"]["options"] = {}
    Path("own.json").write_text(json.dumps(data), encoding="utf-8")
    code, out, err = run(["rules", "judge", "own.json", "--json"])
    assert (code, err) == (1, "")
    told = json.loads(out)
    assert (told["agree"], told["disagree"], len(told["cases"])) == (59, 1, 61)
    rows = {row["name"]: row for row in told["cases"]}
    wrong = [{"what": "total", "said": "9", "found": "8"}]
    assert rows["hasbro06-fig2-dear"]["disagreements"] == wrong
    assert rows["hasbro06-fig2-dear"]["agrees"] is False
    assert rows["open-single-tile"]["agrees"] is None


def test_the_cache_is_told_in_numbers(run, shared_cache: Path) -> None:
    told = json.loads(run(["cache", "info", "--json"])[1])
    assert told["folder"] == str(shared_cache)
    assert {type(told["entries"]), type(told["bytes"])} == {int}


def test_json_is_json_where_the_encoding_is_narrow(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[game]\nextends = "werdup"\nsummary = "für uns 🎲"\n', encoding="utf-8")
    words = ["profiles", "show", "mine.toml", "--json"]
    answer = subprocess.run(
        [sys.executable, "-m", "kitgen", *words],
        capture_output=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert "für uns 🎲" in [row["value"] for row in json.loads(answer.stdout)]
