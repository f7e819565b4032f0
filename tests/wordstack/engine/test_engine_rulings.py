"""Where tiles may lie and what they make: every reason, and plays that just miss it."""

import engine_checks as checks
import engine_games as games
import pytest
from wordstack import (
    Game,
    Placement,
    Play,
    Position,
    full_text,
    legal_plays,
    validate,
)
from wordstack.board import Board

RULES = games.rulebook()
TILES = dict.fromkeys("AEIOSTN", 9)
CAT = games.board({4: "3CAT4"}, RULES, "AEORST[Qu]/-")


def codes(position: Position, play: Play, words: games.Lexicon = games.ENGLISH) -> set[str]:
    return checks.agree(position, words, play)


def test_a_ruling_names_squares_and_words() -> None:
    ruling = validate(CAT, games.across(4, 3, "RAT"), games.lexicon(["RAT", "CAT"]))
    by_code = {reason.code: reason for reason in ruling.reasons}
    assert set(by_code) == {"same_letter", "full_cover"}
    assert by_code["same_letter"].cells == ((4, 4), (4, 5))
    assert by_code["full_cover"].words == ("CAT",)
    assert ruling.words[0].text == "RAT"
    assert ruling.words[0].heights == (2, 2, 2)
    assert {reason.kind for reason in ruling.reasons} == {"placement"}


def test_every_reason_of_both_classes_is_given() -> None:
    play = games.down(2, 4, "XX..X")
    ruling = validate(CAT, play, games.ENGLISH, player=1)
    assert set(ruling.codes) == {"wrong_turn", "tile_not_held", "gap", "not_a_word"}
    assert [reason.kind for reason in ruling.reasons] == ["placement"] * 3 + ["word"]
    assert [reason.words for reason in ruling.word_reasons] == [("XXA",)]


def test_no_tiles_is_no_play() -> None:
    assert codes(CAT, Play(())) == {"no_tiles"}
    assert validate(CAT, Play(()), games.ENGLISH).words == ()


def test_tiles_must_be_held_in_their_number() -> None:
    play = games.across(5, 3, "TOTO")
    assert "tile_not_held" in validate(CAT, play, games.ENGLISH).codes
    named = [
        r.text for r in validate(CAT, play, games.ENGLISH).reasons if r.code == "tile_not_held"
    ]
    assert named == ["player 1 does not hold O, T"]


def test_whose_turn_it_is() -> None:
    play = games.across(4, 6, "S")
    assert "wrong_turn" not in validate(CAT, play, player=0).codes
    assert "wrong_turn" in validate(CAT, play, player=1).codes


@pytest.mark.parametrize(
    "play",
    [
        games.across(4, 9, "SO"),
        games.across(4, -1, "S"),
        games.down(9, 4, "SO"),
        games.across(10, 0, "S"),
    ],
)
def test_off_the_board(play: Play) -> None:
    assert codes(CAT, play) == {"off_board"}


def test_no_play_runs_off_a_board_of_any_size() -> None:
    words = games.lexicon(["AT", "TA", "TAT", "ATTA"])
    for size in range(5, 17):
        game = {"board_size": size, "start_squares": [[1, 2]], "tiles": {str(size): TILES}}
        rules = games.rulebook("hasbro-2006", game)
        edge = games.board({0: f"{size - 2}AT", size - 1: f"{size - 2}AT"}, rules, "AATT/-")
        plays = legal_plays(edge, words)
        assert plays
        for play in plays:
            assert all(one.row < size and one.col < size for one in play.placements)
        for start in range(size - 1, size + 2):
            assert codes(edge, games.across(1, start, "TA"), words) >= {"off_board"}


@pytest.mark.parametrize(
    ("play", "found"),
    [
        (Play(((5, 3, "O"), (6, 4, "T"))), {"not_in_line", "not_a_word"}),
        (games.across(5, 3, "A..T"), {"gap", "not_a_word"}),
        (games.across(6, 0, "TEA"), {"not_connected"}),
        (games.across(5, 0, "TEA"), {"not_connected"}),
        (games.across(5, 6, "TEA"), {"not_connected"}),
    ],
)
def test_lines_gaps_and_corners(play: Play, found: set[str]) -> None:
    assert codes(CAT, play) == found


def test_the_opening_covers_a_start_square() -> None:
    """Five places of TEST in each of two rows and two columns, and nowhere else."""
    plays = checks.first_plays_of(RULES, ["test"], "ESTT")
    across = [play for play in plays if len({one.row for one in play.placements}) == 1]
    assert len(plays) == len(set(plays)) == 20
    assert len(across) == 10
    assert {play.transposed() for play in across} == set(plays) - set(across)


def test_openings_on_start_squares_of_ones_own() -> None:
    game = {"board_size": 5, "start_squares": [[0, 0], [4, 4]], "tiles": {"5": TILES}}
    rules = games.rulebook("hasbro-2006", game)
    plays = checks.first_plays_of(rules, ["to"], "OT")
    firsts = {play.placements[0].cell for play in plays}
    assert firsts == {(0, 0), (4, 3), (3, 4)}
    free = games.rulebook(first_word__centre="none")
    assert len(checks.first_plays_of(free, ["to"], "OT")) == 2 * 10 * 9


@pytest.mark.parametrize(
    ("options", "rack", "words", "count"),
    [
        ({}, "A", ["a"], 0),
        ({"first_word__min": 1}, "A", ["a"], 4),
        ({"first_word__min": 1}, "A", ["at"], 0),
        ({"first_word__min": 2, "first_word__min_unit": "letters"}, "[Qu]", [("Qu",)], 4),
        ({"first_word__min": 3}, "OT", ["to"], 0),
        ({"first_word__min": 3, "first_word__min_unit": "letters"}, "I[Qu]", [("Qu", "I")], 12),
    ],
)
def test_the_least_length_of_the_opening(
    options: dict[str, object], rack: str, words: list[str], count: int
) -> None:
    rules = games.rulebook(**options)
    assert len(checks.first_plays_of(rules, words, rack)) == count


def test_a_lone_tile_is_a_word_only_as_the_whole_opening() -> None:
    rules = games.rulebook("wikipedia")
    words = games.lexicon(["a", "i", "at"], rules)
    opening = games.board({}, rules, "A/-")
    ruling = validate(opening, games.across(4, 4, "A"), words)
    assert ruling.is_legal
    assert ruling.points.total == 2
    alone = games.board({4: "4A5"}, rules, "IT/-")
    assert codes(alone, games.across(4, 4, "I"), words) == {"no_word"}
    assert codes(alone, games.across(4, 5, "T"), words) == set()


def test_a_lone_digraph_tile_crossing_nothing_is_no_word() -> None:
    ruling = validate(CAT, Play(((5, 4, "Qu"),)), games.lexicon([("A", "Qu")]))
    assert [word.letters for word in ruling.words] == [("A", "Qu")]


def test_letters_do_not_cover_themselves_at_any_height() -> None:
    words = games.lexicon(["CAT"])
    for height in range(1, 5):
        position = games.board({4: "3CAT4"}, RULES, "C/-", f"{height}11")
        assert codes(position, games.across(4, 3, "C"), words) == {"same_letter"}
    assert legal_plays(position, words) == ()


def test_letters_below_the_top_count_by_option() -> None:
    words = games.lexicon(["MOON", "SOON"])
    board = Board.empty(10).lay(games.across(4, 3, "MOON").placements)
    board = board.lay(games.across(4, 3, "S").placements)
    for option, wrong in (
        ("not_on_top", set()),
        ("not_anywhere_in_stack", {"same_letter"}),
        ("allow", set()),
    ):
        rules = games.rulebook(stack__same_letter=option)
        position = Position(rules, board, (("M",), ()))
        assert codes(position, games.across(4, 3, "M"), words) == wrong
    rules = games.rulebook(stack__same_letter="allow")
    again = Position(rules, board, (("S",), ()))
    assert codes(again, games.across(4, 3, "S"), words) == set()


def test_height() -> None:
    checks.no_stack_grows_beyond_the_limit()


def test_tiles_a_turn_on_one_stack() -> None:
    words = games.lexicon(["CAT", "BAT", "RAT"])
    two = Play(((4, 3, "B"), (4, 3, "R")))
    for most, wrong in ((1, {"one_tile_per_stack_per_turn"}), (2, set())):
        rules = games.rulebook(stack__max_new_per_cell=most)
        position = games.board({4: "3CAT4"}, rules, "BR/-")
        assert codes(position, two, words) == wrong
    assert two != Play(((4, 3, "R"), (4, 3, "B")))
    assert validate(position, two, words).words[0].heights == (3, 1, 1)


def test_stacks_raised_in_one_turn() -> None:
    words = games.lexicon(["CAT", "COG", "COT"])
    for most, wrong in ((None, set()), (2, set()), (1, {"too_many_stacks"})):
        options = {} if most is None else {"stack__max_stacked_cells_per_turn": most}
        position = games.board({4: "3CAT4"}, games.rulebook(**options), "GO/-")
        assert codes(position, games.across(4, 4, "OG"), words) == wrong
        assert codes(position, games.across(4, 4, "O"), words) == set()


@pytest.mark.parametrize("size", [6, 10])
def test_a_whole_word_may_not_be_covered_at_any_edge(size: int) -> None:
    checks.cover_is_forbidden_everywhere(size)


def test_cover_by_option() -> None:
    words = games.lexicon(["BARON", "ON", "AT", "HE", "BONE"])
    rows = {4: "3AT1ON2"}
    play = games.across(4, 3, "BAR")
    for option, wrong in (
        ({}, {"full_cover"}),
        ({"cover__scope": "finished_line"}, set()),
        ({"cover__full_word": "allow"}, set()),
    ):
        position = games.board(rows, games.rulebook(**option), "ABEHNOR/-")
        assert codes(position, play, words) == wrong
    finished = games.board(rows, games.rulebook(cover__scope="finished_line"), "EH/-")
    assert codes(finished, games.across(4, 3, "HE"), words) == {"full_cover"}


def test_a_single_tile_is_no_word_and_may_be_covered() -> None:
    words = games.lexicon(["HE", "AT"])
    position = games.board({4: "3A6"}, RULES, "EH/-")
    assert codes(position, games.across(4, 3, "HE"), words) == set()


def test_a_word_across_the_line_loses_one_letter_only() -> None:
    """LEAP lies down and only its P is covered: nothing is wrong with its length of two either."""
    words = games.lexicon(["AN", "AT", "NO"])
    position = games.board({4: "4A5", 5: "4T5"}, RULES, "NO/-")
    assert codes(position, games.across(5, 4, "NO"), words) == set()


@pytest.mark.parametrize(
    ("rows", "play", "options", "wrong"),
    [
        ({4: "3CAT4"}, games.across(4, 6, "S"), {}, {"plural_s"}),
        ({4: "3CAT4"}, games.across(4, 6, "S"), {"plural__rule": "off"}, set()),
        ({4: "3CAT4"}, games.across(4, 6, "S"), {"plural__suffixes": ("X",)}, set()),
        ({4: "3CAT4"}, games.across(4, 6, "S"), {"plural__suffixes": ()}, set()),
        ({4: "3HIS4"}, games.across(4, 6, "S"), {}, set()),
        ({4: "3CAT4"}, games.down(4, 6, "SO"), {}, set()),
        ({4: "3CAT4"}, games.down(2, 6, "TOS"), {}, {"not_a_word"}),
        ({4: "3CAT4"}, games.across(4, 4, "O.S"), {}, {"not_a_word"}),
        ({4: "3CAT4"}, games.across(4, 3, "R..S"), {}, set()),
        ({4: "3CARED2"}, games.across(4, 7, "S"), {}, set()),
        ({4: "3CARED2"}, games.across(4, 7, "S"), {"plural__stacked_s": "forbid"}, {"plural_s"}),
        ({4: "3CAT4", 5: "5I4"}, games.down(6, 5, "S"), {}, {"plural_s", "not_a_word"}),
        ({5: "4I5"}, games.across(5, 5, "S"), {}, set()),
        (
            {1: "6D3", 2: "6O3", 3: "6G3", 4: "3CAT4"},
            games.across(4, 6, "S"),
            {},
            {"plural_s"},
        ),
        (
            {1: "6D3", 2: "6O3", 3: "6G3", 4: "3CAT4"},
            games.across(4, 6, "S"),
            {"plural__double": "allow"},
            set(),
        ),
        (
            {1: "6H3", 2: "6I3", 3: "6S3", 4: "3CAT4"},
            games.across(4, 6, "S"),
            {},
            set(),
        ),
    ],
)
def test_plurals(
    rows: dict[int, str], play: Play, options: dict[str, object], wrong: set[str]
) -> None:
    position = games.board(rows, games.rulebook(**options), "AEORST[Qu]/-")
    assert codes(position, play) == wrong


def test_a_plural_for_the_referee_is_a_word_fault() -> None:
    position = games.board({4: "3CAT4"}, games.rulebook(plural__rule="referee"), "S/-")
    ruling = validate(position, games.across(4, 6, "S"), games.ENGLISH)
    assert [(reason.code, reason.kind) for reason in ruling.reasons] == [("plural_s", "word")]


def test_endings_of_several_tiles() -> None:
    rules = games.rulebook(plural__suffixes=("S", "ER"))
    words = games.lexicon(["TEN", "TENER", "ERA"], rules)
    position = games.board({4: "3TEN4"}, rules, "AER/-")
    assert codes(position, games.across(4, 6, "ER"), words) == {"plural_s"}
    crossed = games.board({4: "3TEN4"}, rules, "AER/-")
    assert codes(crossed, games.down(4, 6, "ERA"), words) == {"not_a_word"}


def test_the_whole_run_is_looked_up_not_what_was_typed() -> None:
    words = games.lexicon(["REAL", "OVA", "UMPS", "BE"])
    assert codes(games.board({}, RULES, "AER/-"), games.across(4, 4, "REA"), words) == {
        "not_a_word"
    }
    hook = games.board({4: "3OVA4"}, RULES, "MPSU/-")
    ruling = validate(hook, games.down(1, 6, "UMPS"), words)
    assert [word.text for word in ruling.words] == ["UMPS", "OVAS"]
    assert ruling.word_reasons[0].words == ("OVAS",)


def test_a_square_between_two_words_takes_what_fits_both() -> None:
    words = games.lexicon(["CAT", "COT", "AO", "OX", "AX"])
    column = games.board({3: "4C5", 5: "4T5", 4: "5X4"}, RULES, "AEOX/-")
    fitting = {
        play.placements[0].tile
        for play in legal_plays(column, words)
        if [one.cell for one in play.placements] == [(4, 4)]
    }
    assert fitting == {"A", "O"}


def test_no_play_comes_twice() -> None:
    """One tile that makes a word both ways is one play, with both words in its score."""
    words = games.lexicon(["AT", "TA", "TAT"])
    position = games.board({4: "4A5", 5: "3A1A4"}, RULES, "T/-")
    plays = legal_plays(position, words)
    assert len(plays) == len(set(plays))
    single = Play(((5, 4, "T"),))
    assert plays.count(single) <= 1


def test_a_word_of_two_letters_scores_once() -> None:
    words = games.lexicon(["AT"])
    position = games.board({4: "4A5"}, RULES, "T/-")
    ruling = validate(position, games.across(4, 5, "T"), words)
    assert [word.text for word in ruling.words] == ["AT"]
    assert ruling.points.total == 4


def test_a_full_row_and_its_ends() -> None:
    """A word over a whole row may change at both its ends, and no search hangs."""
    words = games.lexicon(["CATERPILLA", "BATERPILLA", "CATERPILLS"])
    position = games.board({4: "CATERPILLA"}, RULES, "BS/-")
    assert codes(position, games.across(4, 0, "B"), words) == set()
    assert codes(position, games.across(4, 9, "S"), words) == set()
    assert len(legal_plays(position, words)) == 2


def test_nothing_can_be_laid() -> None:
    position = games.board({4: "3CAT4"}, RULES, "VVVVVVX/-")
    assert legal_plays(position, games.ENGLISH) == ()
    assert legal_plays(games.board({4: "3CAT4"}, RULES, "-/A"), games.ENGLISH) == ()


def test_a_blank_may_be_any_letter() -> None:
    rules = games.rulebook(
        "hasbro-2006", {"blanks": True, "tiles": {"10": {"T": 9, "A": 9, "_": 2}}}
    )
    words = games.lexicon(["TAT"], rules)
    position = games.board({}, rules, "TT_/-")
    middle = [play for play in legal_plays(position, words) if play.placements[0].cell == (4, 3)]
    across = [play for play in middle if play.placements[-1].row == 4]
    assert [[one.tile + one.shows for one in play.placements] for play in across] == [
        ["T", "_A", "T"]
    ]
    two = games.board({}, rules, "AT_/-")
    shown = {
        tuple(one.tile + one.shows for one in play.placements) for play in legal_plays(two, words)
    }
    assert shown == {("T", "A", "_T"), ("_T", "A", "T")}


def test_a_blank_earns_no_bonus_for_a_tile() -> None:
    tiles = {"10": {"Qu": 1, "I": 2, "T": 2, "_": 1}}
    rules = games.rulebook("hasbro-2006", {"blanks": True, "tiles": tiles})
    words = games.lexicon(["QUIT"], rules)
    position = games.board({}, rules, "IT_/-")
    blank = Play((Placement(4, 4, "_", "Qu"), Placement(4, 5, "I"), Placement(4, 6, "T")))
    assert codes(position, blank, words) == set()
    assert validate(position, blank, words).points.total == 6


def test_nobody_sees_what_is_asked() -> None:
    """A ruling changes nothing, and a full rack that was refused gives no bonus to the next."""
    game = Game("hasbro-2006", lexicon=games.ENGLISH, seed=3)
    before = full_text(game.position)
    rack = game.position.rack
    game.validate(Play(tuple(Placement(4, 2 + n, tile) for n, tile in enumerate(rack))))
    game.legal_plays()
    assert full_text(game.position) == before


def test_unknown_tiles_may_be_any_that_the_game_has_left() -> None:
    position = games.board({4: "3CA[Qu]4"}, RULES)
    assert validate(position, games.across(5, 5, "Z")).codes == ()
    assert validate(position, Play(((5, 5, "Qu"),))).codes == ("tile_not_held",)
    few = games.board({4: "3CAT4"}, RULES, "2?/7?")
    assert "tile_not_held" in validate(few, games.across(4, 6, "SON")).codes
    with pytest.raises(ValueError, match="tiles that nobody has seen"):
        legal_plays(few, games.ENGLISH)
    assert legal_plays(few, games.ENGLISH, ("S", "O")) == legal_plays(
        games.board({4: "3CAT4"}, RULES, "OS/7?"), games.ENGLISH
    )


CHOCO = ["A", "C", "CH", "H", "L", "L\u00b7L", "O"]


@pytest.mark.parametrize(
    ("policy", "rack", "count"),
    [
        ("exclusive", ("CH", "CH", "O", "O"), 4 * 5),
        ("exclusive", ("C", "CH", "H", "O", "O"), 0),
        ("optional", ("CH", "CH", "O", "O"), 4 * 5),
        ("optional", ("C", "CH", "H", "O", "O"), 2 * 4 * 6),
        ("optional", ("CH", "O", "O"), 0),
    ],
)
def test_tiles_of_several_letters_are_counted_as_tiles(
    policy: str, rack: tuple[str, ...], count: int
) -> None:
    """CHOCHO: four tiles with two CH; five where the pair may also be laid with C and H."""
    game = {"letters": CHOCO, "tiles": {"10": dict.fromkeys(CHOCO, 9)}}
    rules = games.rulebook("hasbro-2006", game, digraphs=policy)
    position = Position(rules, Board.empty(10), (rack, ()))
    plays = legal_plays(position, games.lexicon(["chocho"], rules))
    across = [play for play in plays if len({one.row for one in play.placements}) == 1]
    assert len(plays) == 2 * len(across)
    assert len(plays) == count


def test_a_tile_of_three_characters() -> None:
    game = {"letters": CHOCO, "tiles": {"10": dict.fromkeys(CHOCO, 9)}}
    rules = games.rulebook("hasbro-2006", game)
    position = Position(rules, Board.empty(10), (("A", "L\u00b7L", "O"), ()))
    plays = legal_plays(position, games.lexicon([("A", "L\u00b7L", "O")], rules))
    assert len(plays) == 4 * 4
    assert validate(position, plays[0]).points.total == 6


def test_what_is_no_tile_is_held_by_nobody() -> None:
    known, unknown = CAT, games.board({4: "3CAT4"}, RULES)
    for placement in (
        Placement(4, 6, "?"),
        Placement(4, 6, "_"),
        Placement(4, 6, "_", "Z1"),
        Placement(4, 6, "S", "T"),
    ):
        for position in (known, unknown):
            assert "tile_not_held" in validate(position, Play((placement,))).codes


def test_boards_refuse_what_is_none() -> None:
    with pytest.raises(ValueError, match="a board of 10"):
        Board(10, ())
    with pytest.raises(ValueError, match="with height 0"):
        Board.from_tops(["A"], [0])
    with pytest.raises(IndexError):
        Board.empty(5).lay((Placement(5, 0, "A"),))
