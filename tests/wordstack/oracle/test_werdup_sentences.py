"""One test or more for each sentence of WerdUp's rules that an engine decides: docs/rulings.md.

The profile is `werdup`. A test is named after its sentence: section, sentence, gist.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from wordstack import (
    Action,
    Board,
    Challenge,
    Exchange,
    Game,
    IllegalActionError,
    Pass,
    Play,
    Position,
    ProfileError,
    Rulebook,
    Ruling,
    Withdraw,
    load_profile,
)
from wordstack.lexicon import Alphabet, Lexicon, Report, WordPolicy, sift
from wordstack.setup import start_draw

WERDUP = load_profile("werdup")
RULES = Rulebook.of(WERDUP)
RULINGS = Path(__file__).parents[3] / "docs" / "rulings.md"
CENTRE = {(4, 4), (4, 5), (5, 4), (5, 5)}


def lexicon(words: str) -> Lexicon:
    return Lexicon.from_words(words.split(), WERDUP)


def across(row: int, col: int, tiles: Iterable[str]) -> Play:
    return Play(tuple((row, col + n, tile) for n, tile in enumerate(tiles) if tile != "."))  # type: ignore[misc]


def down(row: int, col: int, tiles: Iterable[str]) -> Play:
    return across(col, row, tiles).transposed()


def board(*words: Play) -> Board:
    """Return a board on which words were laid one over the other."""
    laid = Board.empty(10)
    for word in words:
        laid = laid.lay(word.placements)
    return laid


def game(
    words: str,
    laid: Board | None = None,
    racks: Sequence[str] = ("", "ZZ"),
    bag: str = "ZZZZZZZZZZ",
    scores: tuple[int, ...] = (),
) -> Game:
    """Take up a game at a board; the first player moves."""
    position = Position(
        RULES,
        Board.empty(10) if laid is None else laid,
        tuple(tuple(rack) for rack in racks),
        tuple(bag),
        scores=scores,
    )
    return Game.from_position(position, lexicon(words))


def rule(words: str, play: Play, laid: Board | None = None) -> Ruling:
    """Rule on a play by a player who holds its tiles and some more."""
    held = [one.tile for one in play.placements]
    position = game(words, laid).position.with_rack(0, [*held, "Z", "Z"])
    return Game.from_position(position, lexicon(words)).validate(play)


def refused(over: Game, action: Action) -> tuple[str, ...]:
    """Return the codes with which an action is refused, having seen that it changes nothing."""
    before = over.position
    with pytest.raises(IllegalActionError) as error:
        over.push(action)
    assert over.position == before
    return error.value.codes


MOOD = across(4, 3, "MOOD")


# --- before the first heading ---------------------------------------------------------------------


def test_0_4_one_to_four_play() -> None:
    for players in (1, 2, 3, 4):
        assert Game("werdup", players=players).position.players == players
    for players in (0, 5):
        with pytest.raises(ProfileError, match="from 1 to 4"):
            Game("werdup", players=players)


# --- setup ----------------------------------------------------------------------------------------


def test_2_1_every_tile_starts_in_the_bag_or_on_a_rack() -> None:
    position = Game("werdup", players=4, seed=7).position
    on_racks = [tile for rack in position.racks for tile in rack]
    assert Counter((*position.bag, *on_racks)) == Counter(dict(RULES.tiles))
    assert position.board.is_empty


def test_2_2_everybody_has_a_rack() -> None:
    assert [len(rack) for rack in Game("werdup", players=3).position.racks] == [7, 7, 7]


def test_2_3_everybody_draws_one_tile_for_the_start() -> None:
    for seed in range(20):
        start = Game("werdup", players=4, seed=seed).start
        assert start is not None
        assert sorted(start.rounds[0]) == [0, 1, 2, 3]
        assert all(tile in RULES.tiles for tile in start.rounds[0].values())


def _nearest_to_a(draws: dict[int, str]) -> set[int]:
    places = {seat: RULES.profile.letters.index(tile) for seat, tile in draws.items()}
    return {seat for seat, place in places.items() if place == min(places.values())}


def test_2_4_nearest_to_a_begins() -> None:
    for seed in range(40):
        over = Game("werdup", players=3, seed=seed)
        assert over.start is not None
        *ties, last = over.start.rounds
        assert _nearest_to_a(last) == {over.start.first}
        assert over.turn == over.start.first
        for tied, following in zip(ties, over.start.rounds[1:], strict=True):
            assert _nearest_to_a(tied) == set(following)


def test_2_5_g_comes_before_j() -> None:
    start = start_draw(RULES, 2, ["J", "G", "A"])  # the bag in the order of drawing
    assert start.rounds == ({0: "J", 1: "G"},)
    assert start.first == 1


def test_2_6_the_start_draw_goes_back_and_racks_hold_seven() -> None:
    over = Game("werdup", players=4, seed=3)
    assert all(len(rack) == 7 for rack in over.position.racks)
    assert len(over.position.bag) == 100 - 4 * 7
    assert len(over.position.all_tiles()) == 100


# --- first turn -----------------------------------------------------------------------------------


def test_3_1_first_word_of_two_letters_on_a_central_square() -> None:
    assert rule("at", across(4, 4, "AT")).is_legal
    assert "first_move_min_length" in rule("at", across(4, 4, "A")).codes
    for row in range(10):
        for col in range(9):
            on_centre = bool({(row, col), (row, col + 1)} & CENTRE)
            codes = rule("at", across(row, col, "AT")).codes
            assert codes == (() if on_centre else ("first_move_centre",))


def test_3_1_letters_not_tiles_are_counted() -> None:
    assert "first_move_min_length" not in rule("at", across(4, 4, ["Qu"])).codes


def test_3_2_first_word_across_or_down() -> None:
    assert rule("mood", across(4, 3, "MOOD")).is_legal
    assert rule("mood", down(3, 4, "MOOD")).is_legal


def test_3_3_first_word_scores_two_a_tile() -> None:
    assert rule("at", across(4, 4, "AT")).points.total == 4
    assert rule("mood", MOOD).points.total == 8
    seven = game("caterer", racks=("CATERER", "ZZ"))
    assert seven.validate(across(4, 2, "CATERER")).points.total == 14  # no bonus for all seven
    with_qu = rule("quit", across(4, 4, ["Qu", "I", "T"]))
    assert with_qu.points.total == 6  # nor for Qu


def test_3_5_draw_up_to_seven() -> None:
    over = game("mood wood", racks=("MOODABC", "WZZZZZZ"), bag="ZZZZZZZZZZ")
    over.push(MOOD)
    over.push(Pass())
    assert over.turn == 0
    assert len(over.position.racks[0]) == 7
    assert len(over.position.bag) == 6


# --- all other turns ------------------------------------------------------------------------------


def test_4_1_one_tile_or_more_that_make_a_word() -> None:
    assert rule("moods", Play(()), board(MOOD)).codes == ("no_tiles",)
    assert rule("wood", across(4, 3, "W"), board(MOOD)).is_legal
    assert rule("rye", across(4, 3, "R"), board(MOOD)).codes == ("not_a_word",)
    lone = board(across(4, 4, "A"))
    assert "no_word" in rule("i a", across(4, 4, "I"), lone).codes


def test_4_2_a_word_joins_the_board() -> None:
    assert rule("at", across(6, 3, "AT"), board(MOOD)).codes == ("not_connected",)
    assert rule("at", across(5, 7, "AT"), board(MOOD)).codes == ("not_connected",)  # at a corner
    assert rule("moody", across(4, 7, "Y"), board(MOOD)).is_legal


def test_4_3_new_squares_and_stacks_in_one_turn() -> None:
    ruling = rule("woody", across(4, 3, "W...Y"), board(MOOD))
    assert ruling.is_legal
    assert ruling.points.total == 2 + 2 * 4


def test_4_4_letters_on_free_squares() -> None:
    ruling = rule("dear", down(5, 6, "EAR"), board(MOOD))
    assert ruling.is_legal
    assert [word.text for word in ruling.words] == ["DEAR"]


def test_4_5_letters_on_letters() -> None:
    ruling = rule("wood", across(4, 3, "W"), board(MOOD))
    assert ruling.is_legal
    assert [(word.text, word.heights) for word in ruling.words] == [("WOOD", (2, 1, 1, 1))]


def test_4_5_silent_on_covering_a_whole_word() -> None:
    assert rule("gaze", across(4, 3, "GAZE"), board(MOOD)).is_legal


def test_4_6_one_tile_swapped_only_if_none_can_be_played() -> None:
    able = game("wood", board(MOOD), racks=("WXX", "ZZ"))
    assert refused(able, Exchange(("X",))) == ("can_play",)
    unable = game("wood", board(MOOD), racks=("XXV", "ZZW"))
    assert refused(unable, Exchange(("X", "V"))) == ("exchange_count",)
    assert refused(unable, Exchange(("W",))) == ("tile_not_held",)
    unable.push(Exchange(("V",)))
    assert "V" not in unable.position.racks[0]


def test_4_7_draw_then_return_and_the_turn_is_over() -> None:
    over = game("wood", board(MOOD), racks=("XXV", "ZZW"), bag="K")
    over.push(Exchange(("V",)))
    assert over.position.racks[0] == ("K", "X", "X")  # the old tile could not come back at once
    assert over.position.bag == ("V",)
    assert over.turn == 1
    empty = game("wood", board(MOOD), racks=("XXV", "ZZW"), bag="")
    assert refused(empty, Exchange(("V",))) == ("bag_too_small",)


def test_4_8_points_add_up() -> None:
    over = game("wood dear", board(MOOD), racks=("WEAR", "ZZ"), scores=(10, 3))
    over.push(across(4, 3, "W"))
    over.push(Pass())
    over.push(down(5, 6, "EAR"))
    assert over.position.scores == (10 + 8 + 8, 3)


def test_4_9_a_flat_letter_scores_two() -> None:
    assert rule("dear", down(5, 6, "EAR"), board(MOOD)).points.total == 8
    # also beside a stacked letter of the same word: three flat ones here
    assert rule("wood", across(4, 3, "W"), board(MOOD)).points.total == 2 + 3 * 2


def test_4_10_a_stack_scores_one_a_tile() -> None:
    laid = board(MOOD)
    for height, letter in zip((2, 3, 4, 5), "WGHF", strict=True):
        play = across(4, 3, letter)
        assert rule(f"{letter}ood", play, laid).points.total == height + 3 * 2
        laid = laid.lay(play.placements)


NET = board(MOOD, down(5, 6, "EAR"))


def test_4_11_every_word_of_the_turn_scores() -> None:
    ruling = rule("net on", across(5, 5, "N.T"), NET)
    assert sorted(word.text for word in ruling.words) == ["NET", "ON"]
    assert ruling.points.words == (6, 4)
    assert ruling.points.total == 10


def test_4_12_shared_letters_score_in_each_word() -> None:
    # The N on the P of LEAP is three high and stands in both words.
    leap = board(down(4, 6, "DEAR"), down(4, 6, "L..P"))
    ruling = rule("snack lean", across(7, 5, "SNACK"), leap)
    heights = {word.text: word.heights for word in ruling.words}
    assert heights == {"SNACK": (1, 3, 1, 1, 1), "LEAN": (2, 1, 1, 3)}
    assert sorted(ruling.points.words) == [2 + 2 + 2 + 3, 3 + 4 * 2]


# --- when adding letters --------------------------------------------------------------------------


def test_5_1_one_line_never_diagonal() -> None:
    diagonal = Play(((5, 3, "E"), (6, 4, "A")))  # type: ignore[arg-type]
    assert "not_in_line" in rule("me ea", diagonal, board(MOOD)).codes
    corner = Play(((5, 6, "E"), (6, 6, "A"), (6, 7, "T")))  # type: ignore[arg-type]
    assert "not_in_line" in rule("dea at", corner, board(MOOD)).codes
    split = Play(((4, 2, "S"), (4, 8, "S")))  # type: ignore[arg-type]
    assert "gap" in rule("smood", split, board(MOOD)).codes


def test_5_2_touching_letters_form_words() -> None:
    play = across(5, 3, "AT")
    assert rule("at ma ot", play, board(MOOD)).is_legal
    ruling = rule("at ma", play, board(MOOD))
    assert ruling.codes == ("not_a_word",)
    assert [reason.words for reason in ruling.word_reasons] == [("OT",)]


def test_5_3_five_high_at_most() -> None:
    four = board(MOOD, *(across(4, 3, letter) for letter in "WGH"))
    assert rule("food", across(4, 3, "F"), four).is_legal
    five = four.lay(across(4, 3, "F").placements)
    assert rule("rood", across(4, 3, "R"), five).codes == ("max_height",)


def test_5_4_no_letter_on_itself() -> None:
    assert rule("mood", across(4, 3, "M"), board(MOOD)).codes == ("same_letter",)
    # Only what it lies on counts: M, then L, then M again.
    assert rule("mood", across(4, 3, "M"), board(MOOD, across(4, 3, "L"))).is_legal


def test_5_5_one_tile_a_stack_a_turn() -> None:
    two = Play(((4, 3, "W"), (4, 3, "G")))  # type: ignore[arg-type]
    assert rule("good", two, board(MOOD)).codes == ("one_tile_per_stack_per_turn",)


def test_5_5_several_stacks_may_grow_in_a_turn() -> None:
    ruling = rule("wold", across(4, 3, "W.L"), board(MOOD))
    assert ruling.is_legal
    assert ruling.words[0].heights == (2, 1, 2, 1)


# --- plurals --------------------------------------------------------------------------------------


CART = board(across(4, 3, "CART"))


def test_6_1_a_bare_s_is_no_turn() -> None:
    ruling = rule("carts", across(4, 7, "S"), CART)
    assert ruling.codes == ("plural_s",)
    assert not ruling.word_reasons  # no dictionary is needed to see it


def test_6_2_an_s_of_a_new_word_may_pluralise() -> None:
    assert rule("carts so", down(4, 7, "SO"), CART).is_legal
    assert rule("carts us", down(3, 7, "US"), CART).is_legal
    # An S that only makes a second plural makes no new word.
    two = CART.lay(down(1, 7, "DOG").placements)
    assert rule("carts dogs", across(4, 7, "S"), two).codes == ("plural_s",)


def test_6_3_plural_and_new_word_both_score() -> None:
    ruling = rule("carts so", down(4, 7, "SO"), CART)
    assert {word.text for word in ruling.words} == {"CARTS", "SO"}
    assert ruling.points.total == 10 + 4


def test_6_4_draw_up_to_seven_while_the_bag_lasts() -> None:
    over = game("mood moody", racks=("MOODABC", "ZZZZZZZ"), bag="YE")
    over.push(MOOD)
    over.push(Pass())
    assert sorted(over.position.racks[0]) == sorted("ABCYE")  # the bag had two for four
    assert over.position.bag == ()


# --- legal and illegal words ----------------------------------------------------------------------


def _sifted(*words: str) -> tuple[set[str], Report]:
    alphabet = Alphabet.of(WERDUP)
    tilings, report = sift("list", [*words, "mood"], alphabet, WordPolicy())
    spelt = {"".join(alphabet.labels[index] for index in tiling).upper() for tiling in tilings}
    return spelt, report


def test_7_1_words_of_the_list_are_legal() -> None:
    assert rule("mood", MOOD).is_legal
    assert rule("moon", MOOD).codes == ("not_a_word",)


@pytest.mark.parametrize("word", ["London", "NATO", "McCoy"])
def test_7_2_capitalised_words_are_refused(word: str) -> None:
    spelt, report = _sifted(word)
    assert (spelt, list(report.rejected)) == ({"MOOD"}, ["capitalised"])


@pytest.mark.parametrize("word", ["re-do", "x-ray"])
def test_7_3_hyphenated_words_are_refused(word: str) -> None:
    spelt, report = _sifted(word)
    assert (spelt, list(report.rejected)) == ({"MOOD"}, ["hyphen"])


@pytest.mark.parametrize("word", ["can't", "cat's", "o’clock"])  # noqa: RUF001
def test_7_4_words_with_an_apostrophe_are_refused(word: str) -> None:
    spelt, report = _sifted(word)
    assert (spelt, list(report.rejected)) == ({"MOOD"}, ["apostrophe"])


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("etc.", "abbreviation"),
        ("e.g.", "abbreviation"),
        ("km", "two_letter_rule"),
        ("C", "capitalised"),
        ("Ltr", "capitalised"),
    ],
)
def test_7_5_abbreviations_are_refused(word: str, reason: str) -> None:
    spelt, report = _sifted(word)
    assert (spelt, list(report.rejected)) == ({"MOOD"}, [reason])


@pytest.mark.parametrize("word", ["pre-", "-ness"])
def test_7_6_affixes_are_refused(word: str) -> None:
    spelt, report = _sifted(word)
    assert (spelt, list(report.rejected)) == ({"MOOD"}, ["affix"])


# --- challenging a word ---------------------------------------------------------------------------


def phony(racks: Sequence[str] = ("XZYABCD", "WEARKLN"), bag: str = "EEEEEEE") -> Game:
    """Return a game whose first player has just played XOOD, which is no word, over MOOD."""
    over = game("wood dear", board(MOOD), racks=racks, bag=bag)
    over.push(across(4, 3, "X"))
    return over


def test_8_1_challenge_until_another_word_is_played() -> None:
    over = phony()
    over.push(Challenge(1))
    assert over.position.board == board(MOOD)
    late = phony()
    late.push(down(5, 6, "EAR"))  # DEAR: another word
    before = late.position.board
    late.push(Challenge(0))  # means the last word, which is good
    assert late.position.board == before
    assert refused(late, Challenge(0)) == ("no_open_play",)


def test_8_1_a_pass_does_not_close_the_window() -> None:
    over = game("wood dear", board(MOOD), racks=("XZY", "WER", "TTT"))
    over.push(across(4, 3, "X"))
    over.push(Pass())
    over.push(Challenge(2))
    assert over.position.board == board(MOOD)


def test_8_2_the_lexicon_decides() -> None:
    good = game("wood", board(MOOD), racks=("WZY", "ZZ"))
    good.push(across(4, 3, "W"))
    laid, scores, turn = good.position.board, good.position.scores, good.turn
    good.push(Challenge(1))
    assert good.position.board == laid
    assert (good.position.scores, good.turn) == (scores, turn)  # a wrong challenge costs nothing
    bad = phony()
    bad.push(Challenge(1))
    assert bad.position.scores == (0, 0)


def test_8_3_tiles_come_back_then_retry_or_pass() -> None:
    again = phony()
    again.push(Challenge(1))
    assert (again.turn, again.position.racks[0]) == (0, tuple("ABCDXYZ"))
    again.push(Pass())
    assert again.turn == 1
    other = phony(racks=("XWYABCD", "EARKLNZ"))
    other.push(Withdraw())
    other.push(across(4, 3, "W"))
    assert (other.turn, other.position.scores) == (1, (8, 0))
    no_swap = phony()
    no_swap.push(Challenge(1))
    assert "exchange_after_challenge" in refused(no_swap, Exchange(("X",)))


def test_8_4_a_second_illegal_word_misses_the_turn() -> None:
    over = phony()
    over.push(Challenge(1))
    over.push(across(4, 3, "Y"))
    over.push(Challenge(1))
    assert over.position.board == board(MOOD)
    assert over.turn == 1
    assert over.position.scores == (0, 0)
    assert over.position.racks[0] == tuple("ABCDXYZ")
    assert not over.is_over
    # The next turn starts afresh: one illegal word there is the first again.
    over.push(Pass())
    over.push(across(4, 3, "X"))
    over.push(Challenge(1))
    assert over.turn == 0


# --- ending the game ------------------------------------------------------------------------------


def test_9_1_each_ending_ends_the_game() -> None:
    for over in (_played_out(), _stuck(), _passed()):
        assert over.is_over
        assert over.legal_plays() == ()
        assert "wrong_turn" in refused(over, Pass())


def _played_out() -> Game:
    over = game("wood woody", board(MOOD), racks=("W", "Y"), bag="")
    over.push(across(4, 3, "W"))
    assert not over.is_over  # one rack is empty: not yet all tiles
    over.push(across(4, 7, "Y"))
    return over


def _stuck() -> Game:
    over = game("wood", board(MOOD), racks=("WV", "X"), bag="VVXXVVXXVV")
    over.push(across(4, 3, "W"))
    return over


def _passed() -> Game:
    over = game("wood", board(MOOD), racks=("WV", "WX", "X"))
    for _ in range(2):
        over.push(Pass())
        assert not over.is_over
    over.push(Pass())
    return over


def test_9_2_all_tiles_played() -> None:
    assert _played_out().result().reason == "out"
    # With one rack empty the game goes on, and who has no tiles is skipped.
    over = game("wood woody hoody", board(MOOD), racks=("W", "HY"), bag="")
    over.push(across(4, 3, "W"))
    assert (over.is_over, over.turn) == (False, 1)
    over.push(across(4, 7, "Y"))
    assert (over.is_over, over.turn) == (False, 1)
    over.push(across(4, 3, "H"))
    assert over.result().reason == "out"


def test_9_3_nobody_can_make_a_word() -> None:
    over = _stuck()
    assert over.result().reason == "nobody_can_move"
    assert over.position.bag  # the text names no empty bag
    able = game("wood", board(MOOD), racks=("VV", "XW"))
    able.push(Pass())
    assert not able.is_over  # one of two can


def test_9_4_all_pass_in_a_row() -> None:
    assert _passed().result().reason == "passes"
    over = game("wood hood", board(MOOD), racks=("WV", "WH"))
    over.push(Pass())
    over.push(across(4, 3, "W"))
    over.push(Pass())
    assert not over.is_over  # a word stood between the two passes


def test_9_5_final_scores() -> None:
    over = game("wood woody", board(MOOD), racks=("W", "Y"), bag="", scores=(20, 30))
    over.push(across(4, 3, "W"))
    over.push(across(4, 7, "Y"))
    assert over.result().scores == (20 + 8, 30 + 10)


def test_9_6_five_off_a_tile_left() -> None:
    over = game("wood", board(MOOD), racks=("WV", "WX", ""), bag="", scores=(40, 50, 60))
    over = Game.from_position(over.position.with_rack(2, ["Qu"]), over.lexicon)
    for _ in range(3):
        assert over.result().adjustments == (0, 0, 0)
        over.push(Pass())
    assert over.result().adjustments == (-10, -10, -5)  # Qu is one tile
    assert over.result().scores == (30, 40, 55)


def test_9_7_most_points_win() -> None:
    over = game("wood", board(MOOD), racks=("WV", "WX"), scores=(9, 8))
    over.push(Pass())
    over.push(Pass())
    assert over.result().winners == (0,)
    tie = game("wood", board(MOOD), racks=("WV", "WX"), scores=(8, 8))
    tie.push(Pass())
    tie.push(Pass())
    assert tie.result().winners == (0, 1)


# --- the table in docs/rulings.md -----------------------------------------------------------------


def test_rulings_name_every_test_and_only_these() -> None:
    text = RULINGS.read_text(encoding="utf-8")
    named = re.findall(r"`(test_(\d+)_(\d+)_\w+)`", text)
    rows = re.findall(r"^\| (\d+)\.(\d+) \|.*$", text, re.MULTILINE)
    tests = {name for name in globals() if re.match(r"test_\d+_\d+_", name)}
    assert {name for name, _, _ in named} == tests
    assert len(named) == len(tests)
    assert {(section, sentence) for _, section, sentence in named} == set(rows)
    for line in text.splitlines():
        row = re.match(r"\| (\d+)\.(\d+) \|", line)
        if row:
            found = re.findall(r"`test_(\d+)_(\d+)_", line)
            assert set(found) == {row.groups()}, line


def test_rulings_name_options_with_the_values_of_the_profile() -> None:
    text = RULINGS.read_text(encoding="utf-8")
    pairs = re.findall(r"`([a-z_]+(?:\.[a-z_]+)?) = (\"?\w+\"?)`", text)
    assert len(pairs) > 20
    for key, value in pairs:
        table, _, option = key.rpartition(".")
        holder = getattr(WERDUP.rules, table) if table else WERDUP
        assert str(getattr(holder, option)) == value.strip('"'), key
