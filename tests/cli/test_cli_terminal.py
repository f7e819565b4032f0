"""Progress on stderr and tables on stdout, on a terminal, in a pipe and quietly."""

import io
import os
import re
import subprocess
import sys

import pytest

from kitgen.cli.terminal import Reporter, is_terminal, print_table

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


def report(reporter: Reporter) -> None:
    with reporter:
        reporter.stage("Building parts", total=2)
        reporter.advance("tile-E")
        reporter.note("scaled to [64] tiles")
        reporter.advance("tile-[X]")
        reporter.stage("Writing files")
        reporter.advance()


def test_a_pipe_gets_plain_lines() -> None:
    stream = io.StringIO()
    report(Reporter(stream=stream))
    assert stream.getvalue().splitlines() == [
        "Building parts (2)",
        "  1/2 tile-E",
        "scaled to [64] tiles",
        "  2/2 tile-[X]",
        "Writing files",
    ]


def test_counts_line_up_in_a_pipe() -> None:
    stream = io.StringIO()
    with Reporter(stream=stream) as reporter:
        reporter.stage("Building", total=10)
        reporter.advance("a")
        reporter.advance("b", steps=9)
    assert stream.getvalue().splitlines()[1:] == ["   1/10 a", "  10/10 b"]


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_quiet_says_nothing(kind: type[io.StringIO]) -> None:
    stream = kind()
    report(Reporter(quiet=True, stream=stream))
    assert stream.getvalue() == ""


def test_a_terminal_gets_bars(terminal: Terminal) -> None:
    report(Reporter(stream=terminal))
    shown = ESCAPE.sub("", terminal.getvalue())
    assert "━" in shown
    assert "2/2" in shown
    assert "scaled to [64] tiles" in shown
    assert shown.index("Building parts") < shown.index("Writing files")


def test_the_cursor_comes_back_after_a_failure(terminal: Terminal) -> None:
    def fail() -> None:
        with Reporter(stream=terminal) as reporter:
            reporter.stage("Building", total=3)
            raise ZeroDivisionError("by zero")

    with pytest.raises(ZeroDivisionError, match="by zero"):
        fail()
    drawn = terminal.getvalue()
    assert drawn.rindex("\x1b[?25h") > drawn.rindex("\x1b[?25l")
    assert "3/3" not in drawn


def test_a_dumb_terminal_gets_plain_lines(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert not is_terminal(terminal)
    report(Reporter(stream=terminal))
    assert "\x1b" not in terminal.getvalue()


def test_no_color_leaves_no_colour(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    colour = re.compile(r"\x1b\[(?:3[0-9]|38|4[0-8]|9[0-7])[;m]|\x1b\[[0-9;]*;3[0-9]")
    report(Reporter(stream=terminal))
    assert colour.search(terminal.getvalue())
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Terminal()
    report(Reporter(stream=plain))
    assert not colour.search(plain.getvalue())


def test_progress_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    report(Reporter())
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("Building parts (2)\n")


ROWS = [("tile-E", 12, "1.42"), ("board-[quarter]", 4, "30.1")]


def test_a_table_in_a_pipe_is_aligned_lines(capsys: pytest.CaptureFixture[str]) -> None:
    print_table("Parts", ["part", "count", "cm3"], ROWS)
    assert capsys.readouterr().out.splitlines() == [
        "Parts",
        "part             count   cm3",
        "tile-E              12  1.42",
        "board-[quarter]      4  30.1",
    ]


def test_a_number_may_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    print_table("", ["part", "cm3", "note"], [("tile-E", "1.42", ""), ("total", "", "")])
    assert capsys.readouterr().out.splitlines() == [
        "part     cm3  note",
        "tile-E  1.42",
        "total",
    ]
    print_table("", ["part", "cm3"], [("a", "nan"), ("b", "10.25")])
    assert capsys.readouterr().out.splitlines()[1] == "a     nan"


def test_an_empty_table_has_its_headings(capsys: pytest.CaptureFixture[str]) -> None:
    print_table("", ["part", "count"], [])
    assert capsys.readouterr().out == "part  count\n"


def test_a_table_on_a_terminal_is_drawn(terminal: Terminal) -> None:
    print_table("Parts", ["part", "count", "cm3"], ROWS, stream=terminal)
    shown = ESCAPE.sub("", terminal.getvalue())
    assert "┃" in shown
    assert "board-[quarter]" in shown


def test_a_pipe_does_not_pay_for_rich() -> None:
    code = (
        "import sys\n"
        "from kitgen.cli.terminal import Reporter, print_table\n"
        "with Reporter() as reporter:\n"
        "    reporter.stage('Building', total=1)\n"
        "    reporter.advance('tile-E')\n"
        "print_table('Parts', ['part'], [['tile-E']])\n"
        "assert not [name for name in sys.modules if name.startswith('rich.')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_an_ascii_terminal_can_show_a_table() -> None:
    import pty

    code = (
        "from kitgen.cli.failures import guarded\n"
        "from kitgen.cli.terminal import Reporter, print_table\n"
        "def run(_):\n"
        "    with Reporter() as reporter:\n"
        "        reporter.stage('\\u0141', total=1)\n"
        "        reporter.advance('tile-\\u0141')\n"
        "    print_table('\\u0141', ['\\u0141'], [['\\u0141']])\n"
        "guarded(run, [])\n"
    )
    ours, theirs = pty.openpty()
    try:
        answer = subprocess.run(
            [sys.executable, "-c", code],
            stdout=theirs,
            stderr=theirs,
            check=False,
            env=os.environ
            | {"TERM": "xterm", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        )
        os.close(theirs)
        shown = os.read(ours, 100_000).decode("ascii")
    finally:
        os.close(ours)
    assert answer.returncode == 0
    assert "1/1" in shown
    assert r"| \u0141 |" in shown
    assert "internal error" not in shown
