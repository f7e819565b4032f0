"""Any record that can be made goes to text and back, and no two records share a text."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wordstack.record import (
    Ending,
    Entry,
    Final,
    Record,
    Seat,
    Source,
    UnreadableRecordError,
    format_record,
    parse_record,
)

HEX = st.text("0123456789abcdef", min_size=64, max_size=64)
LINE = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=12)
NAME = LINE.filter(bool)
NICK = st.text(string.ascii_letters + "äğßЖ-_.#>", min_size=1, max_size=6)
RACK = st.sampled_from(["AEINRST", "7?", "A[Qu]_", "-", "[(][L·L]"])
MOVE = st.sampled_from(["6B BEL...D", "B6 [Qu].", "10A (AB).[_C]", "-", "-X", "-2?"])
POINTS = st.integers(-99999999, 99999999)
SOURCE = st.builds(Source, NAME, HEX)
KEY = st.sampled_from(["title", "id", "note", "x-é", "players", "endings"])


@st.composite
def records(draw: st.DrawFn) -> Record:
    nicks = draw(st.lists(NICK, min_size=1, max_size=4, unique=True))
    seat = st.integers(0, len(nicks) - 1)
    notes = st.lists(LINE, max_size=2).map(tuple)
    played = st.builds(Entry, seat, RACK, MOVE, POINTS, POINTS, st.none(), notes)
    back = st.builds(
        Entry, seat, RACK, st.just("--"), POINTS, POINTS, st.one_of(st.none(), seat), notes
    )
    stands = st.builds(Entry, seat, RACK, st.just("(challenge)"), POINTS, POINTS, seat, notes)
    finals = st.tuples(*[st.builds(Final, RACK, POINTS, POINTS)] * len(nicks))
    reasons = st.sampled_from(["out", "passes", "scoreless", "nobody_can_move", "agreed"])
    return Record(
        draw(SOURCE),
        draw(st.integers(5, 16)),
        draw(st.one_of(st.none(), SOURCE)),
        draw(st.one_of(st.none(), st.integers(0, 2**64 - 1))),
        draw(seat),
        tuple(Seat(nick, draw(LINE)) for nick in nicks),
        draw(HEX),
        tuple(draw(st.lists(st.one_of(played, back, stands), max_size=5))),
        draw(
            st.one_of(
                st.none(),
                st.builds(Ending, reasons, finals),
                st.builds(Ending, st.just("resigned"), finals, seat),
            )
        ),
        tuple(draw(st.lists(st.tuples(KEY, LINE), max_size=3))),
    )


@settings(deadline=None)
@given(records())
def test_reading_gives_back_what_was_written(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    lines = text.split("\n")
    for index, entry in enumerate(record.entries):
        assert lines[record.line_of_entry(index) - 1].startswith(
            f">{record.seats[entry.seat].nick}: {entry.rack} "
        )
    assert lines[record.line_of_position - 1] == f"#position {record.position_sha256}"
    for seat, final in enumerate(record.ending.finals if record.ending else ()):
        assert f" ({final.rack}) " in lines[record.line_of_final(seat) - 1]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    for whole in (text, f"#kitgen-record 1\n{text}\n"):
        with pytest.raises(UnreadableRecordError, match=r"^line [0-9]+: [^\n]*$"):
            parse_record(whole)


@settings(deadline=None)
@given(records(), st.data())
def test_a_spoilt_record_is_another_or_refused(record: Record, data: st.DataObject) -> None:
    text = format_record(record)
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.text(max_size=2))
    spoilt = text[:at] + new + text[at + 1 :]
    try:
        found = parse_record(spoilt)
    except UnreadableRecordError:
        return
    assert format_record(found) == spoilt
    assert (found == record) is (spoilt == text)


@pytest.mark.parametrize("name", ["two\nlines", "ends\r"])
def test_a_name_of_several_lines_cannot_be_written(name: str) -> None:
    record = Record(Source("werdup", "0" * 64), 10, None, None, 0, (Seat("ann", name),), "0" * 64)
    with pytest.raises(ValueError, match="more than one line"):
        format_record(record)
