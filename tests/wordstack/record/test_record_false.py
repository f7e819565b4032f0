"""What a record says and is not so is refused, with its line and the reason."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded_games import Played, play
from wordstack import ProfileError, Rulebook, profile_names
from wordstack.lexicon import load_lexicon
from wordstack.record import (
    FalseRecordError,
    RecordError,
    UnreadableRecordError,
    format_record,
    parse_record,
    replay,
)

NUMBER = re.compile(r"[0-9]+")


@cache
def game(profile: str) -> Played:
    return play(profile, seed=3, size=6, turns=14)


@cache
def text_of(profile: str) -> str:
    return format_record(game(profile).record())


def check(text: str) -> None:
    """Read a record, find what it names, and play it again."""
    record = parse_record(text)
    if record.profile.name not in profile_names():
        raise ProfileError("unknown")
    rulebook = Rulebook.of(record.profile.name, record.board_size)
    assert record.lexicon is not None
    replay(record, rulebook, load_lexicon(record.lexicon.name, rulebook.profile))


@pytest.mark.parametrize("profile", ["werdup", "hasbro-2006", "classic-8x8"])
def test_the_games_hold_as_they_stand(profile: str) -> None:
    check(text_of(profile))


@settings(deadline=None)
@given(st.sampled_from(["werdup", "hasbro-2006", "classic-8x8"]), st.data())
def test_a_record_with_any_number_changed_does_not_hold(profile: str, data: st.DataObject) -> None:
    text = text_of(profile)
    number = data.draw(st.sampled_from(list(NUMBER.finditer(text))))
    other = data.draw(
        st.one_of(
            st.integers(-2, 2).map(lambda step: str(abs(int(number[0]) + step))),
            st.from_regex(r"[0-9]{1,3}", fullmatch=True),
        ).filter(lambda new: new != number[0])
    )
    with pytest.raises((RecordError, ProfileError)):
        check(text[: number.start()] + other + text[number.end() :])


@settings(deadline=None)
@given(st.data())
def test_a_record_with_any_letter_changed_does_not_hold(data: st.DataObject) -> None:
    text = text_of("werdup")
    start = text.index("\n>") + 1
    place = data.draw(st.integers(start, len(text) - 1).filter(lambda at: text[at] != "\n"))
    other = data.draw(st.characters(codec="utf-8").filter(lambda new: new != text[place]))
    with pytest.raises((RecordError, ProfileError)):
        check(text[:place] + other + text[place + 1 :])


@settings(deadline=None)
@given(st.data())
def test_a_record_without_one_line_does_not_hold(data: st.DataObject) -> None:
    lines = text_of("hasbro-2006").splitlines(keepends=True)
    gone = data.draw(st.integers(0, len(lines) - 1))
    if lines[gone].startswith("#lexicon"):
        return
    with pytest.raises((RecordError, ProfileError)):
        check("".join(lines[:gone] + lines[gone + 1 :]))


def changed(old: str, new: str, profile: str = "werdup") -> tuple[type, str]:
    """Change a record by a pattern, and give what refuses it."""
    text = text_of(profile)
    spoilt = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    assert spoilt != text
    with pytest.raises(RecordError) as caught:
        check(spoilt)
    assert "\n" not in str(caught.value)
    return type(caught.value), str(caught.value)


def test_a_score_is_refused_with_line_and_reason() -> None:
    record = game("werdup").record()
    first = record.entries[0]
    line = record.line_of_entry(0)
    wrong = first.points + 1
    kind, message = changed(rf"\+{first.points} {first.total}$", f"+{wrong} {wrong}")
    assert kind is FalseRecordError
    assert message == (
        f"line {line}: {first.move}: the points must be +{first.points}, the record says +{wrong}"
    )


def test_a_total_a_rack_a_turn_and_a_beginner_are_refused() -> None:
    record = game("werdup").record()
    first = record.entries[0]
    assert "the score of" in changed(rf"(\+{first.points}) {first.total}$", r"\1 999")[1]
    assert "the rack of" in changed(rf": {re.escape(first.rack)} ", ": AAAAAAA ")[1]
    other = {"ann": "bob", "bob": "ann"}[record.seats[record.first].nick]
    assert "begins" in changed(r"^#first .*$", f"#first {other}")[1]
    assert "it is the turn of player" in changed(r"^>\w+: ", f">{other}: ")[1]


def test_a_play_is_written_whole() -> None:
    record = game("werdup").record()
    index, entry = next(
        (index, entry)
        for index, entry in enumerate(record.entries)
        if entry.move[-1] == "." and entry.move[-2] != "."
    )
    kind, message = changed(re.escape(f" {entry.move} "), f" {entry.move[:-1]} ")
    assert kind is FalseRecordError
    assert f"line {record.line_of_entry(index)}: the move must be {entry.move}" in message


def test_other_rules_and_other_words_are_refused() -> None:
    assert "the rules of hasbro-2006" in changed("werdup", "hasbro-2006")[1]
    assert "lexicon english-50 has the digest" in changed("english-35", "english-50")[1]


def test_an_ending_that_is_none_is_refused() -> None:
    played = play("werdup", seed=3, size=6)
    text = format_record(played.record())
    reason = played.game.position.ended
    with pytest.raises(FalseRecordError, match=f"the game was over: {reason}"):
        check(text.replace(f"#end {reason}", "#end agreed"))
    with pytest.raises(FalseRecordError, match=f"by the rules it is {reason}"):
        check(text.replace(f"#end {reason}", "#end scoreless"))
    with pytest.raises(UnreadableRecordError, match="expected one of out, passes"):
        check(text.replace(f"#end {reason}", "#end finished"))
    early = text_of("werdup") + "#end passes\n>ann: (-) +0 0\n>bob: (-) +0 0\n"
    with pytest.raises(FalseRecordError, match="by the rules the game goes on"):
        check(early)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (r"^#kitgen-record 1", "#kitgen-record 2", "line 1: .*only version 1 can be read"),
        (r"^#board 6", "#board 4", "line 3: .*expected a whole number from 5 to 16"),
        (r"^#board 6", "#board 06", 'line 3: .*must be written "#board 6"'),
        (r"^#seed 3", "#seed -3", "line 5: .*expected a whole number"),
        (r"^#player2 bob", "#player2 ann", "line 7: .*the nick ann stands twice"),
        (r"^#player2 bob", "#player2 b:b", "line 7: .*without spaces and colons"),
        (r"^#player2 bob", "#player3 bob", 'line 7: .*expected "#first NICK"'),
        (r"^#first .*", "#first cyd", 'line 8: .*no player has the nick "cyd"'),
        (r"^>\w+: ", ">cyd: ", 'line 9: .*no player has the nick "cyd"'),
        (r"^(>.*) \+", r"\1 ", 'line 9: .*expected ">NICK: RACK MOVE'),
        (r"^(>.*)$", r"\1 ann", "line 9: .*expected nothing after the total"),
        (r"^(>.*)$", "#seed 4", "line 9: .*not its place, or it stands twice"),
        (r"^#position \w+", "#position 12", "expected 64 hexadecimal digits"),
        (r"^(#position .*)$", r"\1\nmore", "expected nothing more"),
        (r"\n\Z", "", "has no line feed at its end: the file is cut short"),
        (r"$", "\r", "line 1: ends with a carriage return"),
        (r"\A", "\ufeff", "line 1: begins with a byte order mark"),
        (r"(?s)\A.*\Z", "", 'line 1: the file ends, expected "#kitgen-record 1"'),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    kind, message = changed(old, new)
    assert kind is UnreadableRecordError
    assert re.search(reason, message), message
