"""How a failure reaches the user: one plain line on stderr and an exit code, never a traceback.

``--debug``, before or after the command, shows the traceback as well.
"""

import contextlib
import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from kitgen.errors import KitgenError

FAILED = 1
USAGE = 2
INTERRUPTED = 130  # 128 + SIGINT, what a shell reports for a program ended by control-C

_INTERRUPTED_LINE = "kitgen: interrupted"

# The base of typer's usage errors has moved between click and a copy inside typer; its public
# subclass leads to it in both.
_ClickException: type[Exception] = typer.BadParameter.__mro__[2]


def guarded(run: Callable[[list[str]], Any], arguments: Sequence[str] | None = None) -> int:
    """Run a command line and turn whatever it raises into one line and an exit code.

    Args:
        run: takes the arguments without ``--debug``; an integer that it returns is the exit code.
        arguments: what follows the program's name; by default that of this process.

    Returns:
        The exit code.
    """
    remaining, debug = split_debug(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    _tolerate_narrow_encodings()
    line = ""
    try:
        with _ended_gently():
            code = run(remaining)
        if code == INTERRUPTED:
            line = _INTERRUPTED_LINE  # typer has turned control-C into its code and said nothing
        sys.stdout.flush()
    except SystemExit as request:
        line, code = _asked_to_end(request)
    except (Exception, KeyboardInterrupt) as failure:
        if debug:
            traceback.print_exc()
        _drop_unwritable_output()
        line, code = explain(failure)
    if line:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{line}\n")
    return code if isinstance(code, int) else 0


@contextlib.contextmanager
def _ended_gently() -> Iterator[None]:
    """Clear up before a SIGTERM or SIGHUP ends this process, as control-C does."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []  # only the main thread may answer signals
    before = {}
    for name in names:
        number = getattr(signal, name)
        if signal.getsignal(number) == signal.SIG_DFL:
            before[number] = signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def split_debug(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """Take ``--debug`` out of the arguments, wherever it stands before a ``--``.

    Returns:
        The other arguments, and whether it was there.
    """
    given = list(arguments)
    end = given.index("--") if "--" in given else len(given)
    head = [argument for argument in given[:end] if argument != "--debug"]
    return head + given[end:], len(head) < end


def explain(failure: BaseException) -> tuple[str, int]:
    """Say in one line what went wrong.

    Args:
        failure: anything that a command raised.

    Returns:
        The line (empty where silence is right) and the exit code.
    """
    if isinstance(failure, KeyboardInterrupt):
        return _INTERRUPTED_LINE, INTERRUPTED
    if isinstance(failure, BrokenPipeError):
        return "", FAILED
    if isinstance(failure, KitgenError):
        return _error(str(failure)), failure.exit_code
    if _is_profile_error(failure):
        return _error(str(failure)), USAGE
    if isinstance(failure, _ClickException):
        return _explain_usage(failure)
    if isinstance(failure, typer.Abort):
        return "kitgen: aborted", FAILED
    if isinstance(failure, OSError) and failure.strerror:
        where = [os.fsdecode(name) for name in (failure.filename, failure.filename2) if name]
        return _error(
            ": ".join([" -> ".join(where), failure.strerror] if where else [failure.strerror])
        ), FAILED
    kind = type(failure).__name__
    text = f"{kind}: {failure}" if str(failure) else kind
    return (
        f"kitgen: internal error: {_one_line(text)} (run again with --debug for the traceback)",
        FAILED,
    )


def _error(message: str) -> str:
    return f"kitgen: error: {_one_line(message)}"


def _one_line(message: str) -> str:
    return " ".join(line.strip() for line in message.splitlines() if line.strip())


def _is_profile_error(failure: BaseException) -> bool:
    # Looked up among the loaded modules: an error of wordstack's can only come from a loaded one,
    # and a command that reads no profile must not pay for its models.
    wordstack = sys.modules.get("wordstack")
    kind = getattr(wordstack, "ProfileError", None)
    return isinstance(kind, type) and isinstance(failure, kind)


def _explain_usage(failure: Any) -> tuple[str, int]:
    context = getattr(failure, "ctx", None)
    if type(failure).__name__ == "NoArgsIsHelpError":
        failure.show()  # the command was called bare: its help says more than an error
        return "", failure.exit_code
    hint = f" (see {context.command_path} --help)" if context is not None else ""
    return _error(failure.format_message()) + hint, failure.exit_code


def _asked_to_end(request: SystemExit) -> tuple[str, int]:
    if request.code is None or isinstance(request.code, int):
        return "", request.code or 0
    return str(request.code), FAILED


def _open_missing_streams() -> None:
    """Give a program that was started without stdout or stderr (``>&-``) one that goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Open until the process ends, as the streams themselves are.
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)


def _tolerate_narrow_encodings() -> None:
    """Let a character that the terminal's encoding lacks be written as an escape, not fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_unwritable_output() -> None:
    """Make sure that text still waiting for a closed pipe or a full disk is not tried again.

    Python flushes stdout once more as it ends, and would complain with a traceback of its own.
    """
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
