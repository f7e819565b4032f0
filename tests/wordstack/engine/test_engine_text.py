"""Positions and plays as text and JSON: one spelling, read back, damage refused with its place."""

import json
from typing import Any

import engine_games as games
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import (
    Board,
    Challenge,
    Game,
    NotationError,
    Pass,
    Placement,
    Play,
    Position,
    Rulebook,
    apply,
    format_play,
    full_text,
    parse_play,
    parse_position,
    position_from_json,
    position_sha256,
    position_to_json,
    read_play,
    short_text,
)
from wordstack.tile_text import tiles_text

RULES = games.rulebook()
BLANKS = games.rulebook(
    "hasbro-2006", {"blanks": True, "tiles": {"10": {"A": 30, "T": 30, "Qu": 10, "_": 5}}}
)
ODD_LABELS = ("A", "1", "/", "-", ".", ":", ",", "(", ")", "A1", "Qu", "L·L", "é", "#", "\\", '"')
ODD = games.rulebook(
    "hasbro-2006",
    {"letters": list(ODD_LABELS), "tiles": {"10": {"A": 40, **dict.fromkeys(ODD_LABELS[1:], 4)}}},
)


def belated() -> Position:
    return games.board({4: "3CATER2"}, RULES, "BDELTUV/7?")


def test_belated() -> None:
    play = games.across(4, 1, "BEL...D")
    assert format_play(play, belated()) == "5B BEL...D"
    assert parse_play("5B BEL...D", RULES) == play


def test_short_text_as_documented() -> None:
    text = "10/10/10/10/3CATER2/10/10/10/10/10 11111 AEINRST/7? 81 10,0 2 0,0,0,0 -"
    position = parse_position(text, RULES)
    assert short_text(position) == text
    assert (position.scores, position.turn, len(position.bag)) == ((10, 0), 1, 81)
    left_out = parse_position(text.split(" AEI")[0], RULES)
    assert (left_out.players, len(left_out.bag), left_out.turn) == (2, 81, 0)
    assert parse_position(short_text(left_out), RULES) == left_out


def test_full_text_tells_all() -> None:
    game = Game("hasbro-2006", lexicon=games.ENGLISH, seed=4)
    position = game.position
    play = next(play for play in game.legal_plays())
    after = apply(position, play, games.ENGLISH)
    assert full_text(after) == full_text(parse_position(full_text(after), RULES))
    assert after.window is not None
    assert position_sha256(after) != position_sha256(position)
    assert len(position_sha256(after)) == 64


def test_a_window_survives_the_text() -> None:
    position = Game("hasbro-2006", lexicon=games.ENGLISH, seed=4).position
    rack = position.rack
    phony = Play(tuple(Placement(4 + n, 5, tile) for n, tile in enumerate(rack[:3])))
    played = apply(apply(position, phony, games.ENGLISH), Pass(), games.ENGLISH)
    read = parse_position(full_text(played), RULES)
    assert read == played
    assert read.window == played.window
    back = apply(read, Challenge(1 - position.turn), games.ENGLISH)
    assert back.racks == position.racks
    assert back.board == position.board


def labels_board(rules: Rulebook) -> Position:
    labels = rules.profile.letters
    stacks: list[tuple[str, ...]] = [()] * 100
    for index, label in enumerate(labels):
        stacks[3 * index] = (label,)
        stacks[3 * index + 1] = (label, labels[0], label)
    spare = [label for label in labels for _ in range(rules.tiles[label])]
    for stack in stacks:
        for tile in stack:
            spare.remove(tile)
    racks = (tuple(spare[:7]), tuple(spare[7:9]))
    return Position(rules, Board(10, tuple(stacks)), racks, tuple(spare[9:]))


def test_labels_that_look_like_marks() -> None:
    position = labels_board(ODD)
    assert parse_position(full_text(position), ODD) == position
    assert position_from_json(position_to_json(position), ODD) == position
    for tile in ODD_LABELS:
        play = Play((Placement(9, 9, tile),))
        assert parse_play(format_play(play, position), ODD) == play


def test_blanks_keep_what_they_are() -> None:
    position = games.board({4: "3A[_T]5"}, BLANKS, "T[Qu]_/-", heights="12")
    assert position.board.tops[44] == "_T"
    assert position.board.letters[44] == "T"
    assert parse_position(short_text(position), BLANKS) == position
    play = Play((Placement(5, 3, "_", "Qu"),))
    assert format_play(play, position) == "D5 .[_Qu]"
    assert parse_play("D5 .[_Qu]", BLANKS) == play


def test_several_tiles_on_one_square() -> None:
    play = Play((Placement(4, 3, "B"), Placement(4, 3, "R"), Placement(4, 6, "E")))
    assert format_play(play, belated()) == "5D (BR)..E."
    assert parse_play("5D (BR)..E", RULES) == play


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (games.across(4, 8, "S"), "5D .....S"),
        (games.across(3, 3, "A"), "D4 A."),
        (games.across(8, 8, "A"), "9I A"),
        (games.down(2, 4, "AN.S"), "E3 AN.S"),
        (games.down(3, 5, "A.E"), "F4 A.E"),
        (games.across(5, 3, "A.E"), "6D A.E"),
    ],
)
def test_a_play_is_written_as_the_whole_word(play: Play, text: str) -> None:
    assert format_play(play, belated()) == text
    assert parse_play(text, RULES) == play
    assert format_play(parse_play(text, RULES), belated()) == text


def test_a_piece_of_a_word_is_the_same_play() -> None:
    for text in ("5I S", "5H .S", "I5 S", "5D .....S"):
        assert format_play(parse_play(text, RULES), belated()) == "5D .....S"


def test_what_cannot_be_written() -> None:
    for play in (Play(()), Play(((0, 0, "A"), (1, 1, "A"))), games.across(4, 9, "AB")):
        with pytest.raises(ValueError, match="written"):
            format_play(play, belated())


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("5b belated", "5B BEL...D"),
        ("5B BELATED", "5B BEL...D"),
        ("  5b   bel...d ", "5B BEL...D"),
        ("5d .....s", "5D .....S"),
        ("6d qu[qu]e", "6D [Qu][Qu]E"),
        ("6d (br)a", "6D (BR)A"),
        ("f4 ate", "F4 A.E"),
    ],
)
def test_a_play_as_a_person_types_it(typed: str, text: str) -> None:
    if "(" in typed:
        typed = typed.replace("(br)", "(BR)")
    assert read_play(typed, belated()) == parse_play(text, RULES)


def test_typed_blanks_step_in() -> None:
    position = games.board({}, BLANKS, "A_/-")
    typed = read_play("5e at", position)
    assert [one.tile + one.shows for one in typed.placements] == ["A", "_T"]
    named = read_play("5e [_a]t", position)
    assert [one.tile + one.shows for one in named.placements] == ["_A", "_T"]


def test_typed_letters_are_read_by_the_languages_own_case() -> None:
    letters = ["A", "I", "\u0130", "K"]
    game = {"language": "tr", "letters": letters, "tiles": {"10": dict.fromkeys(letters, 9)}}
    position = games.board({}, games.rulebook("hasbro-2006", game), "AIK\u0130/-")
    typed = read_play("5e k\u0131ki", position)
    assert "".join(one.tile for one in typed.placements) == "KIK\u0130"


def test_letters_that_may_cover_themselves_are_laid() -> None:
    rules = games.rulebook(stack__same_letter="allow")
    position = games.board({4: "3CAT4"}, rules, "CO/-")
    assert read_play("5d cot", position) == games.across(4, 3, "COT")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("", 0, "expected a square"),
        ("B", 0, "expected a square"),
        ("0B A", 0, "expected a square"),
        ("5b A", 0, "expected a square"),
        ("5B", 2, "the text ends, expected a space"),
        ("5BA", 2, "expected a space"),
        ("5B ...", 3, "no tile is laid"),
        ("5B ", 3, "no tile is laid"),
        ("5B BeD", 4, "no tile that can lie there, did you mean E?"),
        ("5B B?D", 4, "a tile cannot be laid unseen"),
        ("5B BQD", 4, "no tile that can lie there"),
        ("5B B[QuD", 8, 'expected "]"'),
        ("5B B[A]D", 4, "expected a tile"),
        ("5B B D", 4, "expected a tile"),
        ("5B (B)D", 3, "round brackets hold two tiles or more"),
        ("5B (BD", 6, 'the text ends, expected ")"'),
        ("5B _", 3, "this game has no blanks"),
    ],
)
def test_damaged_plays(text: str, place: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_play(text, RULES)
    assert caught.value.place == place
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"character {place + 1}")


def test_typed_nonsense_is_refused_in_one_line() -> None:
    for typed in ("", "5", "5b", "cat", "5b 7", "5b ...", "5b [", "b5 !\n!", "5b \u00e9"):
        with pytest.raises(NotationError) as caught:
            read_play(typed, belated())
        assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("3CATER2", "3CATER1", 19, "row 5 has 9 squares, the board has 10"),
        ("3CATER2", "3CATER3", 18, "a number of empty squares in the row must be from 1 to 2"),
        ("3CATER2", "3CATERSSS", 20, "row 5 has more than 10 squares"),
        ("3CATER2", "03CATER2", 12, "no leading zero"),
        ("3CATER2", "3caTER2", 13, "no tile that can lie there"),
        ("3CATER2", "3CA?ER2", 15, "the top tile of a stack is known"),
        ("3CATER2", "3(CA)TER2", 13, "expected a tile"),
        ("10/3CATER2", "3CATER2", 31, 'expected "/" and row 10 of 10'),
        (" 11111 ", " 1111 ", 39, "expected a height"),
        (" 11111 ", " 11011 ", 37, "expected a height"),
        (" 11111 ", " 111111 ", 40, "more heights than letters"),
        ("AEINRST/7?", "AEINRSTT/7?", 41, "a rack holds at most 7 tiles"),
        ("AEINRST/7?", "AEINRS*/7?", 47, "expected a tile"),
        ("AEINRST/7?", "/7?", 41, 'expected tiles, or "-" for none'),
        ("AEINRST/7?", "-/-/-/-/-", 49, "more than 4 players"),
        ("AEINRST/7?", "7/7?", 42, 'expected "?"'),
        (" 81 ", " x ", 52, "expected a number of tiles"),
        (" 10,0 ", " 10 ", 57, 'expected ","'),
        (" 10,0 ", " 10,00 ", 58, "no leading zero"),
        (" 2 0,", " 3 0,", 60, "a player must be from 1 to 2"),
        ("0,0,0,0", "0,0,0,-1", 68, "must be from 0"),
        (" -", " lost", 70, "expected"),
        (" -", " -x", 71, "the position ends here"),
    ],
)
def test_damaged_short_positions(old: str, new: str, place: int, said: str) -> None:
    text = "10/10/10/10/3CATER2/10/10/10/10/10 11111 AEINRST/7? 81 10,0 2 0,0,0,0 -"
    damaged = text[: text.rindex(old)] + new + text[text.rindex(old) + len(old) :]
    with pytest.raises(NotationError) as caught:
        parse_position(damaged, RULES)
    assert said in str(caught.value)
    assert caught.value.place == place


def positions() -> list[Position]:
    game = Game("hasbro-2006", lexicon=games.ENGLISH, seed=9)
    return [game.position, *games.random_game(game, 9, 25)]


PLAYED = positions()


@given(data=st.data())
def test_damage_is_refused_or_makes_another_position(data: st.DataObject) -> None:
    """One character changed, lost or added is refused or read as what it now says."""
    position = data.draw(st.sampled_from(PLAYED))
    text = full_text(position)
    place = data.draw(st.integers(0, len(text) - 1))
    mark = data.draw(st.sampled_from("A1/?(-,: z[]"))
    damaged = data.draw(
        st.sampled_from(
            [
                text[:place] + mark + text[place + 1 :],
                text[:place] + text[place + 1 :],
                text[:place] + mark + text[place:],
            ]
        )
    )
    said = ""
    try:
        assert full_text(parse_position(damaged, RULES)) == damaged
    except NotationError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1


FULL = (
    "10/10/10/10/3CA(TR)4/10/10/10/10/10 AEINRST/7? 82? - 10,0 2 0,0,0,0 "
    "1:5D:CAR:5:A:0,0,0 - 0123456789abcdef"
)


def test_a_full_position_by_hand() -> None:
    position = parse_position(FULL, RULES)
    assert full_text(position) == FULL
    assert position.window is not None
    assert position.window.play == games.across(4, 3, "CAR")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(TR)", "(T)", "a stack in brackets has 2 to 5 tiles"),
        ("(TR)", "(TRTRTR)", "a stack in brackets has 2 to 5 tiles"),
        ("(TR)", "(T?)", "the top tile of a stack is known"),
        ("(TR)", "(TR", "expected a tile"),
        ("AEINRST", "EAINRST", "in the order of the alphabet"),
        ("AEINRST", "AEINRST?", "a rack holds at most 7 tiles"),
        ("82?", "81?", "tiles: 99 in all, the game has 100"),
        ("82?", "80?[Qu][Qu]", "tiles: the game has no more [Qu]"),
        ("5D:CAR", "5D:CAT", "do not lie on the board"),
        ("5D:CAR", "5D:CARS", "do not lie on the board"),
        ("5D:CAR", "5C:.CAR", "not the one spelling of the play"),
        ("5D:CAR", "5Z:S", "do not lie on the board"),
        ("5D:CAR:5", "5D:CAR", "character"),
        (":A:", ":B:", "does not hold the tiles drawn"),
        (":A:", "::", "expected tiles"),
        ("1:5D", "3:5D", "a player must be from 1 to 2"),
        ("abcdef", "ABCDEF", "expected 16 hexadecimal digits"),
        ("abcdef", "abcdef0", "the position ends here"),
    ],
)
def test_damaged_full_positions(old: str, new: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(FULL.replace(old, new), RULES)
    assert said in str(caught.value)


@pytest.mark.parametrize("fields", [0, 1, 9, 11, 12])
def test_the_number_of_fields(fields: int) -> None:
    with pytest.raises(NotationError, match="fields"):
        parse_position(" ".join(["x"] * max(fields, 1)), RULES)


def test_lost_tiles_are_noticed() -> None:
    text = full_text(PLAYED[0])
    rack = tiles_text(PLAYED[0].racks[0])
    with pytest.raises(NotationError, match="tiles: "):
        parse_position(text.replace(f" {rack}/", f" {rack[1:]}/"), RULES)


JSON_DAMAGE = [
    (list, "position: must be an object"),
    (lambda data: {**data, "turn": 2}, "turn"),
    (lambda data: {**data, "turn": "0"}, "turn"),
    (lambda data: {**data, "turn": True}, "turn"),
    (lambda data: {**data, "passes": -1}, "passes"),
    (lambda data: {**data, "more": 1}, "unknown key more"),
    (lambda data: {key: data[key] for key in data if key != "bag"}, "bag is missing"),
    (lambda data: {**data, "bag": "ABC"}, "bag: must be a list"),
    (lambda data: {**data, "bag": data["bag"][1:]}, "tiles: "),
    (lambda data: {**data, "bag": ["Z", *data["bag"][1:]]}, "tiles: "),
    (lambda data: {**data, "bag": ["q"]}, "bag[0]"),
    (lambda data: {**data, "board": data["board"][1:]}, "board: has 9 entries"),
    (lambda data: {**data, "board": [[["A"] * 6] * 10] * 10}, "a stack has at most 5"),
    (lambda data: {**data, "board": [[["?"]] * 10] * 10}, "the top tile"),
    (lambda data: {**data, "racks": []}, "racks"),
    (lambda data: {**data, "racks": [["A"] * 8]}, "a rack holds at most 7"),
    (lambda data: {**data, "scores": [1]}, "scores"),
    (lambda data: {**data, "ended": "lost"}, "ended"),
    (lambda data: {**data, "random": "xyz"}, "random"),
    (lambda data: {**data, "window": {}}, "window: player is missing"),
    (lambda data: {**data, "window": {**WINDOW, "play": []}}, "window.play: no tile"),
    (lambda data: {**data, "window": {**WINDOW, "play": [[0, 0]]}}, "window.play[0]"),
    (lambda data: {**data, "window": {**WINDOW, "play": [[0, 0, "A"]]}}, "do not lie"),
]
WINDOW = {
    "player": 0,
    "play": [[0, 0, "A"]],
    "points": 4,
    "drawn": [],
    "passes": 0,
    "scoreless": 0,
    "withdrawn": 0,
}


@pytest.mark.parametrize(("damage", "said"), JSON_DAMAGE)
def test_damaged_json(damage: Any, said: str) -> None:
    data = json.loads(json.dumps(position_to_json(PLAYED[0])))
    with pytest.raises(NotationError) as caught:
        position_from_json(damage(data), RULES)
    assert said in str(caught.value)


def test_drawn_tiles_that_are_not_held() -> None:
    position = next(one for one in PLAYED if one.window)
    data = position_to_json(position)
    data["window"] = {**data["window"], "drawn": ["Z", "Z"]}
    with pytest.raises(NotationError, match=r"window\.drawn"):
        position_from_json(data, RULES)
