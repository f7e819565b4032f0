"""Records of random games: written, read and replayed at every ply."""

import pytest
from recorded_games import play
from wordstack import profile_names
from wordstack.record import (
    format_record,
    parse_record,
    record_of,
    replay,
)


@pytest.mark.parametrize("profile", profile_names())
def test_a_random_game_holds(profile: str) -> None:
    players = 1 if profile == "solo" else 2 if profile == "app" else 3
    played = play(profile, seed=11, size=8, players=players)
    record = played.record()
    text = format_record(record)
    assert parse_record(text) == record
    again = replay(record, played.rulebook, played.lexicon)
    assert again.positions == played.game.positions
    assert again.actions == played.game.actions
    assert again.words_checked
    assert again.phonies == ()
    assert again.final is not None
    assert again.final.final_scores == played.game.result().scores
    assert replay(record, played.rulebook).positions[:-1] == played.game.positions[:-1]


@pytest.mark.parametrize("profile", ["werdup", "hasbro-2006", "wikipedia"])
def test_every_ply_goes_to_text_and_back(profile: str) -> None:
    played = play(profile, seed=2, players=4, size=8)
    whole, game = played.record(), played.game
    for ply in range(len(game.actions) + 1):
        record = record_of(
            game.positions[: ply + 1],
            game.actions[:ply],
            whole.seats,
            lexicon=played.lexicon,
            seed=2,
        )
        text = format_record(record)
        assert parse_record(text) == record
        assert record.entries == whole.entries[:ply]
        lines = text.splitlines()
        assert lines[record.line_of_position - 1].startswith("#position ")
        for index, entry in enumerate(record.entries):
            assert f" {entry.move} " in lines[record.line_of_entry(index) - 1]
    last = replay(record, played.rulebook, played.lexicon)
    assert last.positions == game.positions
    assert last.final is None


def test_lines_are_counted_with_notes_and_other_headers() -> None:
    played = play(turns=6)
    record = record_of(
        played.game.positions,
        played.game.actions,
        played.record().seats,
        lexicon=played.lexicon,
        seed=1,
        others=[("title", "A game"), ("x-empty", "")],
        notes={0: ("first", "", "two  spaces "), 4: ("#end is a note",)},
    )
    text = format_record(record)
    assert parse_record(text) == record
    lines = text.splitlines()
    for index, entry in enumerate(record.entries):
        assert f" {entry.move} " in lines[record.line_of_entry(index) - 1]
    for key, number in record.header_lines.items():
        assert lines[number - 1].startswith(f"#{key} ")
    assert lines[record.line_of_position - 1].startswith("#position ")
    assert replay(record, played.rulebook, played.lexicon).positions == played.game.positions


def test_the_same_game_is_the_same_bytes() -> None:
    assert format_record(play(seed=4).record()) == format_record(play(seed=4).record())
