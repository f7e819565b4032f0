"""What a command says while it works, and how it lays out a table.

Progress goes to stderr and results to stdout, so that a pipe carries results only. On a terminal
rich draws both; elsewhere they are plain lines and rich is not imported. ``NO_COLOR`` is honoured
(by rich), and nothing that is printed is read as markup.
"""

import math
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID


def is_terminal(stream: TextIO) -> bool:
    """Say whether a stream leads to a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"


class Reporter:
    """Reports long work on stderr: bars on a terminal, plain lines in a pipe, or nothing.

    Example:
        >>> with Reporter(quiet=True) as reporter:
        ...     reporter.stage("Building parts", total=2)
        ...     reporter.advance("tile-E")
        ...     reporter.advance("tile-X")
    """

    def __init__(self, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        """Prepare to report.

        Args:
            quiet: say nothing at all.
            stream: where to write; by default stderr as it is now.
        """
        self._quiet = quiet
        self._stream = sys.stderr if stream is None else stream
        self._bars: Progress | None = None
        self._bar: TaskID | None = None
        self._done = 0
        self._total: int | None = None

    def __enter__(self) -> Self:
        if not self._quiet and is_terminal(self._stream):
            self._bars = _bars(self._stream)
            self._bars.start()
        return self

    def __exit__(
        self,
        kind: "type[BaseException] | None",
        failure: BaseException | None,
        trace: "TracebackType | None",
    ) -> None:
        if self._bars is not None:
            if failure is None:
                self._finish_bar()
            self._bars.stop()  # the cursor comes back whatever happened
            self._bars = None

    def stage(self, title: str, total: int | None = None) -> None:
        """Begin a stage of the work; the one before it is finished.

        Args:
            title: what is being done, such as "Building parts".
            total: how many steps it has, where that is known.
        """
        self._done, self._total = 0, total
        if self._bars is not None:
            self._finish_bar()
            self._bar = self._bars.add_task(title, total=total, item="")
        else:
            self._line(title if total is None else f"{title} ({total})")

    def advance(self, item: str = "", steps: int = 1) -> None:
        """Count steps of the stage as done.

        Args:
            item: what has just been done, such as a part's name.
            steps: how many steps that was.
        """
        self._done += steps
        if self._bars is not None and self._bar is not None:
            self._bars.update(self._bar, advance=steps, item=item)
        elif item:
            width = len(str(self._total or ""))
            of = "" if self._total is None else f"/{self._total}"
            self._line(f"  {self._done:>{width}}{of} {item}")

    def note(self, text: str) -> None:
        """Say something that the user should know, on a line of its own."""
        if self._bars is not None:
            self._bars.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            self._line(text)

    def _finish_bar(self) -> None:
        if self._bars is not None and self._bar is not None:
            done = self._bars.tasks[self._bars.task_ids.index(self._bar)]
            total = done.completed if done.total is None else done.total
            self._bars.update(self._bar, total=total, completed=total, item="")
            self._bar = None

    def _line(self, text: str) -> None:
        if not self._quiet:
            self._stream.write(f"{text}\n")
            self._stream.flush()


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    stream: TextIO | None = None,
) -> None:
    """Print a table: drawn by rich on a terminal, as aligned plain lines elsewhere.

    A column of numbers, where some may be missing, is aligned to the right.

    Args:
        title: a line above the table; empty for none.
        columns: the headings.
        rows: the cells of each row, as many as there are headings; each is printed as ``str``.
        stream: where to write; by default stdout as it is now.
    """
    out = sys.stdout if stream is None else stream
    cells = [[str(cell) for cell in row] for row in rows]
    numeric = [_is_numeric([row[index] for row in cells]) for index in range(len(columns))]
    if is_terminal(out):
        _draw_table(title, columns, cells, numeric, out)
        return
    if title:
        out.write(f"{title}\n")
    table = [list(columns), *cells]
    widths = [max(len(row[index]) for row in table) for index in range(len(columns))]
    for row in table:
        padded = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        out.write("  ".join(padded).rstrip() + "\n")


def _is_numeric(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell]
    try:
        return all(map(math.isfinite, map(float, filled))) and bool(filled)
    except ValueError:
        return False


def _bars(stream: TextIO) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[item]}", markup=False),
        console=Console(file=stream),
    )


def _draw_table(
    title: str,
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    numeric: Sequence[bool],
    stream: TextIO,
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title, style="bold") if title else None, title_justify="left")
    for heading, right in zip(columns, numeric, strict=True):
        table.add_column(Text(heading), justify="right" if right else "left", overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    Console(file=stream).print(table)
