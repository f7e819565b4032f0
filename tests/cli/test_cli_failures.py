"""Every failure reaches the user as one line and an exit code."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from kitgen.cli import COMMANDS, LazyCommand, main
from kitgen.cli.failures import explain, guarded, split_debug
from kitgen.errors import BuildError, UserError


class ProfileError(Exception):
    """Stands for wordstack's own, which kitgen's errors do not derive from."""


def raising(failure: BaseException) -> Callable[[list[str]], Any]:
    def run(_arguments: list[str]) -> None:
        raise failure

    return run


@pytest.mark.parametrize(
    ("failure", "code", "line"),
    [
        (UserError("size 7 is odd"), 2, "kitgen: error: size 7 is odd"),
        (BuildError("the mesh is open"), 1, "kitgen: error: the mesh is open"),
        (
            UserError("no font [bold]/tmp/[red]x[/bold]"),
            2,
            "kitgen: error: no font [bold]/tmp/[red]x[/bold]",
        ),
        (UserError("two\n  lines\n"), 2, "kitgen: error: two lines"),
        (
            OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a b/kit"),
            1,
            f"kitgen: error: a b/kit: {os.strerror(errno.ENOSPC)}",
        ),
        (
            PermissionError(errno.EACCES, os.strerror(errno.EACCES)),
            1,
            f"kitgen: error: {os.strerror(errno.EACCES)}",
        ),
        (
            OSError(errno.EXDEV, os.strerror(errno.EXDEV), "from", None, "to"),
            1,
            f"kitgen: error: from -> to: {os.strerror(errno.EXDEV)}",
        ),
        (
            ZeroDivisionError("by zero"),
            1,
            "kitgen: internal error: ZeroDivisionError: by zero"
            " (run again with --debug for the traceback)",
        ),
        (
            MemoryError(),
            1,
            "kitgen: internal error: MemoryError (run again with --debug for the traceback)",
        ),
        (KeyboardInterrupt(), 130, "kitgen: interrupted"),
        (SystemExit("enough"), 1, "enough"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_a_failure_is_one_line_and_a_code(
    failure: BaseException, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(raising(failure), []) == code
    captured = capsys.readouterr()
    assert captured.err == f"{line}\n"
    assert captured.out == ""


@pytest.mark.parametrize(("given", "code"), [(None, 0), (0, 0), (3, 3)])
def test_a_plain_exit_is_silent(
    given: int | None, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(raising(SystemExit(given)), []) == code
    assert capsys.readouterr().err == ""


def test_a_closed_pipe_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(BrokenPipeError(errno.EPIPE, "Broken pipe")), []) == 1
    assert capsys.readouterr().err == ""


def test_an_error_of_wordstack_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = ModuleType("wordstack")
    stand_in.ProfileError = ProfileError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "wordstack", stand_in)
    assert explain(ProfileError("letters: empty")) == ("kitgen: error: letters: empty", 2)
    monkeypatch.delitem(sys.modules, "wordstack")
    assert explain(ProfileError("letters: empty"))[1] == 1


@pytest.mark.parametrize(
    ("given", "left", "debug"),
    [
        (["--debug", "build"], ["build"], True),
        (["build", "--size", "8", "--debug"], ["build", "--size", "8"], True),
        (["build"], ["build"], False),
        (["show", "--", "--debug"], ["show", "--", "--debug"], False),
        ([], [], False),
    ],
)
def test_debug_is_taken_out_wherever_it_stands(
    given: list[str], left: list[str], debug: bool
) -> None:
    assert split_debug(given) == (left, debug)


@pytest.mark.parametrize("place", [["--debug"], ["cache", "--debug"]])
def test_debug_shows_the_traceback(place: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(UserError("size 7 is odd")), place) == 2
    error = capsys.readouterr().err
    assert "Traceback (most recent call last)" in error
    assert error.endswith("kitgen: error: size 7 is odd\n")


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A command ``probe`` whose module exists only in this test."""
    module = ModuleType("kitgen_probe")
    monkeypatch.setitem(sys.modules, "kitgen_probe", module)
    monkeypatch.setitem(COMMANDS, "probe", LazyCommand("kitgen_probe", "probe", "Probe."))
    return module


def test_a_function_becomes_a_command(
    probe: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(size: int = 10) -> None:
        """Probe for a size."""
        typer.echo(f"size {size}")

    probe.probe = run  # type: ignore[attr-defined]
    assert main(["probe", "--size", "8"]) == 0
    assert capsys.readouterr().out == "size 8\n"
    assert main(["probe", "--size", "eight"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("kitgen: error: Invalid value for '--size': ")
    assert error.endswith(" (see kitgen probe --help)\n")
    assert error.count("\n") == 1
    assert main(["probe", "--help"]) == 0
    assert "Probe for a size." in capsys.readouterr().out


def test_control_c_in_a_command_is_said(
    probe: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> None:
        raise KeyboardInterrupt

    probe.probe = run  # type: ignore[attr-defined]
    assert main(["probe"]) == 130
    assert capsys.readouterr().err == "kitgen: interrupted\n"


def test_a_sub_app_becomes_a_group(probe: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    group = typer.Typer(no_args_is_help=True)

    @group.command()
    def first() -> None:
        raise UserError("[first] failed")

    @group.command()
    def second(code: int) -> None:
        raise typer.Exit(code)

    probe.probe = group  # type: ignore[attr-defined]
    assert main(["probe", "first"]) == 2
    assert capsys.readouterr().err == "kitgen: error: [first] failed\n"
    assert main(["probe", "second", "7"]) == 7
    assert main(["probe", "second"]) == 2
    error = capsys.readouterr().err
    assert error.lower().startswith("kitgen: error: missing argument 'code'")
    assert error.count("\n") == 1
    assert main(["probe"]) == 2
    assert "Usage: kitgen probe" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["docter"], "no command 'docter': did you mean 'doctor'?"),
        (["xyzzy"], "no command 'xyzzy': known are "),
        (["--frobnicate"], "No such option"),
        (["cache", "--frobnicate"], "No such option"),
    ],
)
def test_what_is_unknown_is_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"kitgen: error: {words}")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_closed_stdout_leaves_no_complaint() -> None:
    code = (
        "import sys; from kitgen.cli.failures import guarded; "
        "sys.exit(guarded(lambda _: print('x' * 100), []))"
    )
    reading, writing = os.pipe()
    os.close(reading)
    answer = subprocess.run(
        [sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert answer.stderr == b""
    assert answer.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_under_stdout_is_one_line() -> None:
    code = (
        "import sys; from kitgen.cli.failures import guarded; "
        "sys.exit(guarded(lambda _: print('x' * 100), []))"
    )
    with Path("/dev/full").open("wb") as full:
        answer = subprocess.run(
            [sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert answer.stderr.decode() == f"kitgen: error: {os.strerror(errno.ENOSPC)}\n"
    assert answer.returncode == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_no_encoding_stops_a_message(encoding: str) -> None:
    text = "Żółw ąę — \udcff"
    code = (
        f"import sys; from kitgen.cli.failures import guarded; guarded(lambda _: print({text!r}))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert answer.stderr == b""
    assert answer.stdout.rstrip() == text.encode(encoding, "backslashreplace")


@pytest.mark.parametrize("arguments", [["--help"], ["cache", "--help"], ["doctor", "--help"]])
def test_help_works_in_the_c_locale(arguments: list[str]) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "kitgen", *arguments],
        capture_output=True,
        check=False,
        env=os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    )
    assert answer.returncode == 0
    assert answer.stdout.decode("ascii").startswith("Usage: kitgen")


@pytest.mark.parametrize(("closed", "code"), [(">&-", 2), ("2>&-", 2)])
def test_a_closed_stream_changes_no_exit_code(tmp_path: Path, closed: str, code: int) -> None:
    line = f'"{sys.executable}" -m kitgen build --size 7 {closed}'
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
