"""PrusaSlicer called: an argument list, a time-out, and one line where it fails.

Whatever it reads and writes lies in one temporary folder under plain names, so that neither spaces
nor umlauts in the kit's path nor a flatpak's sandbox matter.
"""

from __future__ import annotations

import re
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from kitgen.errors import BuildError
from kitgen.slicing.finding import Slicer

PATIENCE_S = 1800.0
"""For one plate: a minute on a desktop computer, more on a small one."""
MOST_WORDS = 300
"""Characters of what it says that are repeated."""
_GCODE = "plate.gcode"
_LOG = re.compile(r"\[[\d-]+ [\d:.]+\].*\[(trace|debug|info)\]|\d+ => .*|-+")
"""Lines in which it tells what it is doing, not what is wrong."""

_running: set[subprocess.Popen[str]] = set()
"""Of all threads; a set is added to and taken from in one step."""


class SlicingError(BuildError):
    """PrusaSlicer failed, crashed, hung or wrote nothing; one line with its last words."""


def slice_model(
    slicer: Slicer,
    model: bytes,
    suffix: str,
    options: Sequence[str],
    *,
    name: str,
    patience_s: float = PATIENCE_S,
) -> str:
    """Slice a model where it lies on the bed.

    Args:
        slicer: which PrusaSlicer.
        model: the bytes of a file.
        suffix: its kind, `.stl` or `.3mf`.
        options: of the process and the bed.
        name: of the model, for messages.
        patience_s: seconds until it is ended.

    Returns:
        The G-code.

    Raises:
        SlicingError: It gave none.
    """
    with tempfile.TemporaryDirectory(prefix="kitgen-slice-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        source, gcode = folder / f"plate{suffix}", folder / _GCODE
        source.write_bytes(model)
        arguments = ["--export-gcode", *options, "--datadir", str(folder)]
        arguments += ["--output", str(gcode), str(source)]
        answer = _called(slicer, arguments, folder, name, patience_s)
        if answer.returncode != 0:
            raise SlicingError(f"{name}: PrusaSlicer {_ended(answer.returncode)}{_said(answer)}")
        try:
            text = gcode.read_text(encoding="utf-8", errors="replace")
        except OSError:
            raise SlicingError(f"{name}: PrusaSlicer wrote no G-code{_said(answer)}") from None
        return text


def version(slicer: Slicer, patience_s: float = 60.0) -> str:
    """Say which PrusaSlicer it is, such as `PrusaSlicer-2.5.0`.

    Raises:
        SlicingError: It does not start, or is another program.
    """
    with tempfile.TemporaryDirectory(prefix="kitgen-slice-", ignore_cleanup_errors=True) as made:
        # Not --datadir: with --help alone, 2.5 would open its window.
        answer = _called(slicer, ["--help"], Path(made), slicer.where, patience_s)
    found = re.search(r"^PrusaSlicer-\S+", answer.stdout, re.MULTILINE)
    if found is None:
        raise SlicingError(f"{slicer.where} is not PrusaSlicer{_said(answer)}")
    return found[0].partition("+")[0]


def end_running() -> None:
    """End every PrusaSlicer that runs: one print failed, and nobody waits for the others."""
    for process in tuple(_running):
        process.kill()


def _called(
    slicer: Slicer, arguments: Sequence[str], folder: Path, name: str, patience_s: float
) -> subprocess.CompletedProcess[str]:
    command = slicer.command(arguments, folder)
    try:
        process = subprocess.Popen(  # noqa: S603 - an argument list, no shell
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SlicingError(f"{slicer.where} cannot be started: {reason}") from None
    _running.add(process)
    try:
        said, complained = process.communicate(timeout=patience_s)
    except subprocess.TimeoutExpired:
        raise SlicingError(
            f"{name}: PrusaSlicer did not end within {patience_s:g} s and was stopped"
            " (--timeout allows more)"
        ) from None
    finally:
        process.kill()  # which does nothing to one that has ended
        process.wait()
        _running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, said, complained)


def _ended(code: int) -> str:
    """How a process ended, in words; shells report 128 + signal for what they started."""
    number = -code if code < 0 else code - 128
    try:
        if code < 0 or code > 128:
            return f"crashed ({signal.Signals(number).name})"
    except ValueError:
        pass
    return f"ended with code {code:#x}" if code > 255 else f"ended with code {code}"


def _said(answer: subprocess.CompletedProcess[str]) -> str:
    """Its last words: of stderr, or of stdout where stderr is empty."""
    for stream in (answer.stderr, answer.stdout):
        lines = [line.strip() for line in stream.splitlines() if line.strip()]
        telling = [line for line in lines if not _LOG.fullmatch(line) and "[trace]" not in line]
        if telling:
            words = telling[-1].removeprefix("what():").strip()
            # What is no PrusaSlicer may say anything, even what turns a terminal upside down.
            return f": {''.join(c if c.isprintable() else '?' for c in words[:MOST_WORDS])}"
    return ", and did not say why"
