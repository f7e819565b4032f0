"""The refusal of a text that cannot be read."""


class NotationError(ValueError):
    """A position or a play cannot be read; one line: where, what stands there, what is wrong.

    Attributes:
        place: Where the fault is: a character of the text counted from 0, or a key of JSON.
        problem: What is wrong, or what is expected.
    """

    def __init__(self, place: int | str, problem: str, found: str = "") -> None:
        where = f"character {place + 1}" if isinstance(place, int) else place
        shown = f' ("{_printable(found)}")' if found else ""
        super().__init__(f"{where}{shown}: {problem}")
        self.place = place
        self.problem = problem


def _printable(text: str) -> str:
    cut = text if len(text) <= 20 else text[:17] + "..."
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in cut)
