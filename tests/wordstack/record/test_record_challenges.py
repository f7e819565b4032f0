"""Challenges, withdrawals, real boards and agreed ends in a record."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from wordstack import (
    Challenge,
    Exchange,
    Game,
    Pass,
    Position,
    Rulebook,
    Withdraw,
    apply,
    read_play,
    real_game,
)
from wordstack.actions import Action
from wordstack.lexicon import Lexicon
from wordstack.record import (
    FalseRecordError,
    Record,
    Seat,
    UnreadableRecordError,
    ending_of,
    format_record,
    parse_record,
    record_of,
    replay,
)

SEATS = (Seat("ann", "Ann Smith"), Seat("bob"))
HASBRO = Rulebook.of("hasbro-2006")
WORDS = Lexicon.from_words(["tones", "tone", "one", "to"], HASBRO.profile)


def lines_of(record: Record) -> list[str]:
    text = format_record(record)
    assert parse_record(text) == record
    return [line for line in text.splitlines() if line.startswith(">")]


def on_a_real_board(
    moves: Sequence[str | Action], rulebook: Rulebook = HASBRO, first: int = 0
) -> list[tuple[Position, Action | None]]:
    """Play on a board whose racks nobody sees; texts are plays."""
    position = real_game(rulebook, 2, first)
    game: list[tuple[Position, Action | None]] = [(position, None)]
    for move in moves:
        action = read_play(move, position) if isinstance(move, str) else move
        position = apply(position, action, WORDS)
        game.append((position, action))
    return game


def record(game: list[tuple[Position, Action | None]], lexicon: Lexicon | None = WORDS) -> Record:
    actions = [action for _, action in game if action is not None]
    return record_of([position for position, _ in game], actions, SEATS, lexicon=lexicon)


def test_a_phony_that_falls_and_a_play_that_stands() -> None:
    moves = ["5e xone", Challenge(1), "5e tone", Challenge(1), Exchange(("?",)), Pass()]
    written = record(on_a_real_board(moves))
    assert lines_of(written) == [
        ">ann: 7? 5E XONE +8 8",
        ">ann: ENOX3? -- -8 0 bob",
        ">ann: ENOX3? 5E TONE +8 8",
        ">ann: X6? (challenge) +0 8 bob",
        ">bob: 7? -? +0 0",
        ">ann: X6? - +0 8",
    ]
    for lexicon in (WORDS, None):
        again = replay(written, HASBRO, lexicon)
        assert again.words_checked is (lexicon is not None)
        assert again.phonies == ()
        assert again.actions[1] == Challenge(1)


def test_a_play_taken_back_needs_no_lexicon() -> None:
    written = record(on_a_real_board(["5e xone", Withdraw(), "5e tone"]), None)
    assert lines_of(written)[1] == ">ann: ENOX3? -- -8 0"
    assert replay(written, HASBRO).actions[1] == Withdraw()


def test_a_phony_that_nobody_challenged_is_told() -> None:
    game = on_a_real_board(["5e xone", "h5 .on"])
    written = record(game)
    (phony,) = replay(written, HASBRO, WORDS).phonies[:1]
    assert (phony.line, phony.words) == (written.line_of_entry(0), ("XONE",))


def spoilt(written: Record, index: int, **fields: object) -> Record:
    entries = list(written.entries)
    entries[index] = replace(entries[index], **fields)  # type: ignore[arg-type]
    return replace(written, entries=tuple(entries))


@pytest.mark.parametrize(
    ("index", "fields", "reason"),
    [
        (1, {"move": "(challenge)"}, "has a word that is not in the lexicon"),
        (3, {"move": "--"}, "has only words"),
        (1, {"seat": 1}, "the play that is open is that of player 1"),
        (1, {"doubter": 0}, "nobody challenges a play of their own"),
        (1, {"points": -7, "total": 1}, "the points must be -8"),
        (4, {"move": "--", "seat": 1, "doubter": None}, "no play is open"),
        (4, {"move": "-??"}, "must be from 1 to 1"),
    ],
)
def test_a_challenge_that_went_otherwise_is_refused(
    index: int, fields: dict[str, object], reason: str
) -> None:
    moves = ["5e xone", Challenge(1), "5e tone", Challenge(1), Exchange(("?",)), Pass()]
    written = record(on_a_real_board(moves))
    with pytest.raises((FalseRecordError, UnreadableRecordError), match=reason):
        replay(spoilt(written, index, **fields), HASBRO, WORDS)


def test_players_may_stop_and_say_what_is_left() -> None:
    game = on_a_real_board(["5e tone", Pass()])
    position = game[-1][0]
    left = position.with_rack(0, tuple("AEIOUST")).with_rack(1, ("?",) * 7)
    written = replace(record(game), ending=ending_of(left, "agreed"))
    assert lines_of(written)[-2:] == [">ann: (AEIOSTU) -35 -27", ">bob: (7?) -35 -35"]
    again = replay(written, HASBRO, WORDS)
    assert again.final is not None
    assert again.final.final_scores == (-27, -35)
    resigned = replace(record(game), ending=ending_of(left, "resigned", 1))
    assert "#end resigned bob\n" in format_record(resigned)
    assert replay(resigned, HASBRO, WORDS).final is not None


@pytest.mark.parametrize(
    ("rack", "error", "reason"),
    [
        ("AEIOST", FalseRecordError, "the rack is 7\\?, the record says AEIOST"),
        ("AEIOSTZZ", FalseRecordError, "the rack is"),
        ("EAIOSTU", UnreadableRecordError, "must be written AEIOSTU"),
        ("ZZZZZZZ", FalseRecordError, "the game has not so many tiles: Z"),
        ("AEIOS5", UnreadableRecordError, "line"),
    ],
)
def test_what_is_left_must_be_possible(rack: str, error: type[ValueError], reason: str) -> None:
    game = on_a_real_board(["5e tone", Pass()])
    left = game[-1][0].with_rack(0, tuple("AEIOUST")).with_rack(1, ("?",) * 7)
    ending = ending_of(left, "agreed")
    finals = (replace(ending.finals[0], rack=rack), ending.finals[1])
    written = replace(record(game), ending=replace(ending, finals=finals))
    with pytest.raises(error, match=reason):
        replay(written, HASBRO, WORDS)


def test_too_many_players_are_refused() -> None:
    written = record(on_a_real_board(["5e tone"]))
    five = tuple(Seat(f"p{number}") for number in range(5))
    with pytest.raises(FalseRecordError, match="players = 5: must be from 2 to 4"):
        replay(replace(written, seats=five), HASBRO, WORDS)


@pytest.mark.parametrize("mode", ["retry_or_pass", "retry_then_miss", "lose_turn"])
@pytest.mark.parametrize("refill", ["window_closed", "at_once"])
def test_a_phony_in_every_mode_of_challenge(mode: str, refill: str) -> None:
    table = HASBRO.profile.model_dump()
    table["rules"]["challenge"] |= {"mode": mode, "refill": refill}
    rulebook = Rulebook(type(HASBRO.profile).model_validate(table))
    game = Game(rulebook, lexicon=WORDS, players=2, seed=9)
    for _ in range(2):
        # An illegal word of the rack's first three tiles; who is on turn lays it.
        rack = game.position.rack
        text = "5e " + "".join(f"[{tile}]" if len(tile) > 1 else tile for tile in rack[:3])
        author = game.turn
        game.push(read_play(text, game.position))
        game.push(Challenge(1 - author))
    while not game.is_over:
        game.push(Pass())
    written = record_of(
        game.positions,
        game.actions,
        SEATS,
        lexicon=WORDS,
        seed=9,
        ending=ending_of(game.position),
    )
    assert parse_record(format_record(written)) == written
    assert [entry.move for entry in written.entries].count("--") == 2
    assert replay(written, rulebook, WORDS).positions == game.positions


def test_a_look_up_without_a_play_cannot_be_written() -> None:
    position = real_game(HASBRO, 2)
    with pytest.raises(ValueError, match="no play is open"):
        record_of([position, position], [Withdraw()], SEATS)
    with pytest.raises(ValueError, match="1 seats for 2 players"):
        record_of([position], [], SEATS[:1])
    with pytest.raises(ValueError, match="the game goes on"):
        ending_of(position)
