"""A record as text, each thing in its one spelling."""

from collections.abc import Iterator

from wordstack.record.record import VERSION, Record


def format_record(record: Record) -> str:
    """Write a record; `parse_record` reads the same value from it.

    Raises:
        ValueError: A name, a note or a header holds an end of line.
    """
    lines = list(_lines(record))
    for line in lines:
        if "\n" in line or line.endswith("\r"):
            raise ValueError(f"{line!r} is more than one line")
    return "".join(f"{line}\n" for line in lines)


def _lines(record: Record) -> Iterator[str]:
    seats = record.seats
    yield f"#kitgen-record {VERSION}"
    yield f"#kitgen-profile {record.profile.name} {record.profile.sha256}"
    yield f"#board {record.board_size}"
    if record.lexicon is not None:
        yield f"#lexicon {record.lexicon.name} {record.lexicon.sha256}"
    if record.seed is not None:
        yield f"#seed {record.seed}"
    for number, seat in enumerate(seats, 1):
        yield f"#player{number} {seat.nick}" + (f" {seat.name}" if seat.name else "")
    yield f"#first {seats[record.first].nick}"
    for key, text in record.others:
        yield f"#{key} {text}" if text else f"#{key}"
    for entry in record.entries:
        doubter = "" if entry.doubter is None else f" {seats[entry.doubter].nick}"
        numbers = f"{entry.points:+d} {entry.total}"
        yield f">{seats[entry.seat].nick}: {entry.rack} {entry.move} {numbers}{doubter}"
        for note in entry.notes:
            yield f"#note {note}" if note else "#note"
    yield f"#position {record.position_sha256}"
    if record.ending is not None:
        by = record.ending.seat
        yield f"#end {record.ending.reason}" + ("" if by is None else f" {seats[by].nick}")
        for seat, final in zip(seats, record.ending.finals, strict=True):
            yield f">{seat.nick}: ({final.rack}) {final.points:+d} {final.total}"
