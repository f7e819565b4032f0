"""The examples in the documents work as they stand."""

import importlib
import importlib.metadata
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from pages import PAGES, ROOT, Page, page

from kitgen.cli import COMMANDS, main

TOOLS = ("check_all.py", "pictures.py")
OTHERS = ("--dont-arrange", "--export-")
"""Options of PrusaSlicer that the manual speaks of."""


def commands(block: str) -> list[list[str]]:
    """The arguments of every call of kitgen in a block of shell."""
    lines = [shlex.split(line, comments=True) for line in block.splitlines()]
    return [line[1:] for line in lines if line[:1] == ["kitgen"]]


def installable(block: str) -> set[str]:
    """Packages that a block installs and that are not there."""
    names = re.findall(r"^pip install (\S+)", block, re.MULTILINE)
    there = {found.name.lower() for found in importlib.metadata.distributions()}
    return {name for name in names if name.lower() not in there}


# Their examples start from files that a test of their own provides: only words are checked here.
WITH_FILES = {"lexicons.md"}
BLOCKS = [
    pytest.param(block, path.name in WITH_FILES, id=f"{path.name}-{number}")
    for path in PAGES
    for number, block in enumerate(Page(path).blocks("sh"))
    if commands(block)
]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


KIT_READERS = ("check", "paper", "preview", "slice")
"""Commands that begin with the folder of a kit that was built."""


def run(block: str, words_only: bool = False) -> None:
    """Run a block, builds dry; what it starts from is made first."""
    lacking = words_only or installable(block)
    for arguments in sorted(commands(block), key=lambda line: line[:2] != ["profiles", "new"]):
        if not lacking and arguments[0] in KIT_READERS and len(arguments) > 1:
            made = Path(arguments[1])
            if not made.exists():
                # Paper goes with a whole kit only.
                small = ["--size", "6", "--players", "1", "--no-validate"]
                part = small if arguments[0] == "paper" else ["--only", "tile-E,tile-F"]
                some = [*part, "--quiet", "--jobs", "1", "-o", str(made)]
                without = ["--no-check", "--no-preview", "--no-paper"]
                assert main(["build", *without, *some]) == 0
        more = ["--help"] if lacking else ["--dry-run"] if arguments[0] == "build" else []
        assert main([*arguments, *more]) == 0, shlex.join(arguments)


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(("block", "words_only"), BLOCKS)
def test_examples_run(block: str, words_only: bool) -> None:
    run(block, words_only)


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    "line", ["kitgen build --sise 8", "kitgen build --set print.pich=22", "kitgen biuld"]
)
def test_an_example_that_does_not_run_is_found(line: str) -> None:
    with pytest.raises(AssertionError):
        run(f"cd somewhere\n{line}  # a comment\n")


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in PAGES])
def test_commands_in_running_text_exist(path: Path, elsewhere: Path) -> None:
    assert elsewhere
    for code in Page(path).code():
        if re.match(r"kitgen( --?[a-z-]+)?( [a-z]+)*( |$)", code) and code != "kitgen":
            arguments = [word for word in shlex.split(code)[1:] if word != "..."]
            assert main([*arguments, "--help"]) == 0, code


def test_options_in_running_text_exist(capsys: pytest.CaptureFixture[str], elsewhere: Path) -> None:
    assert elsewhere
    assert main(["--help"]) == 0
    for name in COMMANDS:
        assert main([name, "--help"]) == 0
        group = getattr(importlib.import_module(COMMANDS[name].module), COMMANDS[name].attribute)
        for command in getattr(group, "registered_commands", ()):
            if command.name or command.callback:
                assert main([name, command.name or command.callback.__name__, "--help"]) == 0
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    known |= set(OTHERS)
    for tool in TOOLS:
        known |= set(re.findall(r'"(--[a-z-]+)"', (ROOT / "tools" / tool).read_text()))
    named = {
        option
        for path in PAGES
        for code in Page(path).code()
        if code.startswith(("--", "-o"))
        for option in re.findall(r"--[a-z-]+", code)
    }
    assert named
    assert named - known == set()


def test_python_of_the_readme_runs(tmp_path: Path) -> None:
    (code,) = page("README.md").blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout == "E2 DUCT 8\n"
