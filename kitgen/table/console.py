"""Where a person reads and types: a terminal, or a script through a pipe."""

from typing import TextIO


class Console:
    """Asks for lines and says lines.

    What a script gives is written after the prompt, so that what comes out of a pipe reads like
    what stands on a terminal. Empty lines of a script, and those that begin with `#`, are passed
    over.
    """

    def __init__(self, source: TextIO, out: TextIO) -> None:
        """Read from one stream and write to another."""
        self._source = source
        self._out = out
        self.is_terminal = source.isatty()

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def ask(self, prompt: str, *, empty: bool = False) -> str | None:
        """Return the next line without spaces around it, `None` where the input has ended.

        Args:
            prompt: What is asked.
            empty: Whether an empty line is an answer, in a script as well.
        """
        self._out.write(f"{prompt} ")
        self._out.flush()
        while line := self._source.readline():
            text = line.strip()
            if text.startswith("#") or not (text or empty):
                if self.is_terminal:
                    self._out.write(f"{prompt} ")
                    self._out.flush()
                continue
            if not self.is_terminal:
                self._out.write(f"{text}\n")
            return text
        self._out.write("\n")
        return None
