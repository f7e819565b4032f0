"""The two ways in which a record fails: it cannot be read, or what it says is not so."""


class RecordError(ValueError):
    """A record cannot be used; one line: its line, what stands there, what is wrong.

    Attributes:
        line: Line of the file, counted from 1.
        problem: What is wrong.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class UnreadableRecordError(RecordError):
    """The text is no record in this format."""


class FalseRecordError(RecordError):
    """The text is a record, and says something that the rules do not."""


def shown_line(text: str) -> str:
    """Return a line as a message shows it: printable, and cut where it is long."""
    text = "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}..."'
