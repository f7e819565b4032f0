"""From the text of a record to its value; what the value says is checked elsewhere (`replay`)."""

import re
from collections.abc import Callable
from pathlib import Path

from wordstack.randomness import STATES
from wordstack.record.errors import UnreadableRecordError, shown_line
from wordstack.record.record import (
    END_REASONS,
    UPHELD,
    VERSION,
    Ending,
    Entry,
    Final,
    Record,
    Seat,
    Source,
)
from wordstack.record.writing import format_record
from wordstack.tile_sets import LARGEST_BOARD, SMALLEST_BOARD

_SOURCE = re.compile(r"(.+) ([0-9a-f]{64})")
_SIGNED, _TOTAL = r"([+-][0-9]{1,8})", r"(-?[0-9]{1,8})"
_MOVE = r"([1-9A-Z]\S{1,2} \S+|-\S*|" + re.escape(UPHELD) + ")"
_ENTRY = re.compile(rf">(\S+): (\S+) {_MOVE} {_SIGNED} {_TOTAL}(?: (\S+))?")
_FINAL = re.compile(rf">(\S+): \((\S+)\) {_SIGNED} {_TOTAL}")
_OTHER = re.compile(r"#([^\s#]+)(?: (.*))?", re.DOTALL)
_KNOWN = re.compile(
    r"kitgen-record|kitgen-profile|board|lexicon|seed|player[0-9]*|first|position|end"
)
_MOST_PLAYERS = 8


def read_record(path: Path) -> Record:
    """Read the file of a record.

    Raises:
        UnreadableRecordError: It is no record; the message names the line.
        OSError: The file cannot be read.
    """
    data = path.read_bytes()
    try:
        return parse_record(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableRecordError(line, "not UTF-8") from None


def parse_record(text: str) -> Record:
    """Read a record as `format_record` writes it; any other spelling is refused.

    Raises:
        UnreadableRecordError: It is no record; the message names the line.
    """
    record = _Parser(text).record()
    written = format_record(record).split("\n")
    for number, (line, canonical) in enumerate(zip(text.split("\n"), written, strict=False), 1):
        if line != canonical:
            raise UnreadableRecordError(
                number, f"{shown_line(line)}: must be written {shown_line(canonical)}"
            )
    return record


class _Parser:
    """Reads line by line."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0
        self.seats: dict[str, int] = {}
        if text.startswith("\ufeff"):
            raise self.fail("begins with a byte order mark, must be plain UTF-8")
        for number, line in enumerate(self.lines, 1):
            if line.endswith("\r"):
                raise UnreadableRecordError(
                    number, "ends with a carriage return, must end with a line feed alone"
                )
        if self.lines.pop():
            raise UnreadableRecordError(
                number, "has no line feed at its end: the file is cut short"
            )

    @property
    def line(self) -> str:
        """The line to read, empty after the last."""
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def fail(self, problem: str) -> UnreadableRecordError:
        return UnreadableRecordError(self.at + 1, problem)

    def refused(self, expected: str) -> UnreadableRecordError:
        if self.at >= len(self.lines):
            return self.fail(f"the file ends, expected {expected}")
        return self.fail(f"{shown_line(self.line)}: expected {expected}")

    def header(self, key: str) -> str | None:
        """Read the header of a key if it comes next."""
        if self.line.partition(" ")[0] != f"#{key}":
            return None
        value = self.line[len(key) + 2 :]
        self.at += 1
        return value

    def needed(self, key: str, what: str) -> str:
        value = self.header(key)
        if value is None:
            raise self.refused(f'"#{key} {what}"')
        return value

    def above(self, problem: str) -> UnreadableRecordError:
        """Refuse the line that was just read."""
        self.at -= 1
        return self.fail(f"{shown_line(self.line)}: {problem}")

    def record(self) -> Record:
        version = self.needed("kitgen-record", str(VERSION))
        if version != str(VERSION):
            raise self.above(f"only version {VERSION} can be read")
        profile = self.source("kitgen-profile")
        if profile is None:
            raise self.refused('"#kitgen-profile NAME SHA256"')
        board = self.number("board", SMALLEST_BOARD, LARGEST_BOARD)
        if board is None:
            raise self.refused('"#board N"')
        lexicon = self.source("lexicon")
        seed = self.number("seed", 0, STATES - 1)
        seats = self.players()
        first = self.player(self.needed("first", "NICK"), self.above)
        others = self.others()
        entries = self.entries()
        sha256 = self.needed("position", "SHA256")
        if not re.fullmatch(r"[0-9a-f]{64}", sha256):
            raise self.above("expected 64 hexadecimal digits")
        ending = self.ending(len(seats))
        if self.at < len(self.lines):
            raise self.refused("nothing more")
        return Record(profile, board, lexicon, seed, first, seats, sha256, entries, ending, others)

    def source(self, key: str) -> Source | None:
        value = self.header(key)
        if value is None:
            return None
        match = _SOURCE.fullmatch(value)
        if match is None:
            raise self.above(f'expected "#{key} NAME SHA256"')
        return Source(match[1], match[2])

    def number(self, key: str, low: int, high: int) -> int | None:
        value = self.header(key)
        if value is None:
            return None
        if not re.fullmatch(r"[0-9]{1,20}", value) or not low <= int(value) <= high:
            raise self.above(f"expected a whole number from {low} to {high}")
        return int(value)

    def players(self) -> tuple[Seat, ...]:
        seats: list[Seat] = []
        while (value := self.header(f"player{len(seats) + 1}")) is not None:
            nick, _, name = value.partition(" ")
            if not nick or ":" in nick or nick.split() != [nick]:
                raise self.above("expected a nick without spaces and colons")
            if nick in self.seats:
                raise self.above(f"the nick {nick} stands twice")
            if len(seats) == _MOST_PLAYERS:
                raise self.above(f"at most {_MOST_PLAYERS} players")
            self.seats[nick] = len(seats)
            seats.append(Seat(nick, name))
        if not seats:
            raise self.refused('"#player1 NICK NAME"')
        return tuple(seats)

    def player(self, nick: str, refuse: Callable[[str], UnreadableRecordError]) -> int:
        if nick not in self.seats:
            raise refuse(f"no player has the nick {shown_line(nick)}")
        return self.seats[nick]

    def others(self) -> tuple[tuple[str, str], ...]:
        """Read headers that the format does not know, up to the first move."""
        found = []
        while (match := _OTHER.fullmatch(self.line)) and match[1] != "position":
            if _KNOWN.fullmatch(match[1]):
                raise self.fail(f"{shown_line(self.line)}: not its place, or it stands twice")
            found.append((match[1], match[2] or ""))
            self.at += 1
        return tuple(found)

    def entries(self) -> tuple[Entry, ...]:
        found = []
        while self.line.startswith(">"):
            match = _ENTRY.fullmatch(self.line)
            if match is None:
                raise self.refused('">NICK: RACK MOVE +POINTS TOTAL"')
            nick, rack, move, points, total, doubter = match.groups()
            seat = self.player(nick, self.refused_because)
            by = None if doubter is None else self.player(doubter, self.refused_because)
            if by is None and move == UPHELD:
                raise self.refused_because("who challenged is missing")
            if by is not None and move not in ("--", UPHELD):
                raise self.refused("nothing after the total")
            self.at += 1
            notes = []
            while (note := self.header("note")) is not None:
                notes.append(note)
            found.append(Entry(seat, rack, move, int(points), int(total), by, tuple(notes)))
        return tuple(found)

    def refused_because(self, problem: str) -> UnreadableRecordError:
        return self.fail(f"{shown_line(self.line)}: {problem}")

    def ending(self, players: int) -> Ending | None:
        value = self.header("end")
        if value is None:
            return None
        reason, _, nick = value.partition(" ")
        known = next((one for one in END_REASONS if one == reason), None)
        if known is None:
            raise self.above(f"expected one of {', '.join(END_REASONS)}")
        if (known == "resigned") != bool(nick):
            raise self.above("a player stands after resigned, and only there")
        seat = self.player(nick, self.above) if nick else None
        finals = []
        for number in range(players):
            match = _FINAL.fullmatch(self.line)
            if match is None or self.seats.get(match[1]) != number:
                raise self.refused(f'">{list(self.seats)[number]}: (RACK) -POINTS TOTAL"')
            finals.append(Final(match[2], int(match[3]), int(match[4])))
            self.at += 1
        return Ending(known, tuple(finals), seat)
