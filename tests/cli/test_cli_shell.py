"""The shell around the commands: help, version, completion, and what they import."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kitgen import __version__
from kitgen.cli import COMMANDS, main

HEAVY = (
    "OCP",
    "cadquery",
    "fontTools",
    "numpy",
    "pathops",
    "pydantic",
    "shapely",
    "trimesh",
    "vtk",
)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"kitgen {__version__}\n"


def test_help_lists_every_command_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, lazy in COMMANDS.items():
        assert f"  {name:{max(map(len, COMMANDS))}}  {lazy.summary}" in lines


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: kitgen {name} ")


def test_bare_kitgen_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("Usage: kitgen ")


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from kitgen.cli import main; "
        f"assert main([*{arguments!r}, '--help']) == 0; "
        f"print('HEAVY', sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = answer.stdout.splitlines()[-1]
    # typer itself brings pydantic's models in its newer versions; what it brings is no fault here.
    assert loaded in ("HEAVY []", "HEAVY ['pydantic']")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_the_commands(shell: str) -> None:
    words = {
        "bash": {"COMP_WORDS": "kitgen do", "COMP_CWORD": "1"},
        "zsh": {"_TYPER_COMPLETE_ARGS": "kitgen do"},
        "fish": {
            "_TYPER_COMPLETE_ARGS": "kitgen do",
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        },
    }[shell]
    answer = subprocess.run(
        [sys.executable, "-m", "kitgen"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"_KITGEN_COMPLETE": f"complete_{shell}"} | words,
    )
    assert "doctor" in answer.stdout
    assert "profiles" not in answer.stdout


def test_completion_can_be_shown() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "kitgen", "--show-completion", "bash"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    assert answer.returncode == 0
    assert "_KITGEN_COMPLETE=complete_bash" in answer.stdout


def test_the_program_is_main() -> None:
    project = tomllib.loads(
        Path(__file__).parents[2].joinpath("pyproject.toml").read_text(encoding="utf-8")
    )
    assert project["project"]["scripts"] == {"kitgen": "kitgen.cli:main"}
