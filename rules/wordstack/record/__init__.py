"""What is written down: records of games (`.kgg`) and rulings on single plays.

`parse_record` and `format_record` go between text and value, `record_of` makes the record of a
game, `replay` plays one again and refuses what is not so; `read_cases` and `judge` are about
rulings.
"""

from wordstack.record.cases import Case, read_cases
from wordstack.record.errors import FalseRecordError, RecordError, UnreadableRecordError
from wordstack.record.judging import Disagreement, judge
from wordstack.record.keeping import closed_position, ending_of, entry_of, record_of
from wordstack.record.reading import parse_record, read_record
from wordstack.record.record import Ending, Entry, Final, Record, Seat, Source
from wordstack.record.replay import Phony, Replay, replay
from wordstack.record.writing import format_record

__all__ = [
    "Case",
    "Disagreement",
    "Ending",
    "Entry",
    "FalseRecordError",
    "Final",
    "Phony",
    "Record",
    "RecordError",
    "Replay",
    "Seat",
    "Source",
    "UnreadableRecordError",
    "closed_position",
    "ending_of",
    "entry_of",
    "format_record",
    "judge",
    "parse_record",
    "read_cases",
    "read_record",
    "record_of",
    "replay",
]
