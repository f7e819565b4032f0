"""What plays score: every option both ways, and the faults that other engines had."""

import engine_checks as checks
import engine_games as games
import pytest
from wordstack import Placement, Play, scored_plays, validate


def total(rows: dict[int, str], play: Play, heights: str = "", **options: object) -> int:
    rules = games.rulebook(**options)
    rack = "".join(sorted(one.tile for one in play.placements if len(one.tile) == 1))
    special = "".join(f"[{one.tile}]" for one in play.placements if len(one.tile) > 1)
    position = games.board(rows, rules, f"{rack}{special}E/-", heights)
    words = validate(position, play).words
    lexicon = games.lexicon([word.letters for word in words], rules)
    points = validate(position, play, lexicon).points.total
    found = {one.play: one.points for one in scored_plays(position, lexicon)}
    assert found[play] == points
    return points


BELATED = ({4: "3CATER2"}, games.across(4, 1, "BEL...D"))


def test_belated_by_the_word_and_by_the_letter() -> None:
    assert total(*BELATED) == 9
    assert total(*BELATED, scoring__mode="per_letter") == 14


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({"scoring__flat_points": 3}, 9),
        ({"scoring__stack_points": 2}, 18),
        ({"scoring__stack_count": "added_tiles"}, 2),
        ({"scoring__mode": "per_letter", "scoring__flat_points": 3}, 5 * 3 + 4),
        ({"scoring__mode": "per_letter", "scoring__stack_points": 2}, 5 * 2 + 8),
        ({"scoring__mode": "per_letter", "scoring__stack_count": "added_tiles"}, 5 * 2 + 2),
    ],
)
def test_points_by_option(options: dict[str, object], points: int) -> None:
    assert total(*BELATED, **options) == points


def test_a_flat_word_by_option() -> None:
    cat = games.across(4, 3, "CAT")
    assert total({}, cat) == 6
    assert total({}, cat, scoring__flat_points=5) == 15
    assert total({}, cat, scoring__flat_points=0) == 0
    assert total({}, cat, scoring__mode="per_letter", scoring__stack_count="added_tiles") == 6


QUIT = Play((Placement(4, 4, "Qu"), Placement(4, 5, "I"), Placement(4, 6, "T")))
QUAD = {3: "4C5", 4: "4A5", 5: "4D5"}


def test_qu() -> None:
    checks.qu_is_one_tile()


@pytest.mark.parametrize(
    ("options", "flat", "stacked", "kept"),
    [
        ({}, 8, 4, 8),
        ({"bonus__tiles": {"Qu": 7}}, 13, 4, 13),
        ({"bonus__tiles": {}}, 6, 4, 6),
        ({"bonus__tiles": {"J": 7}}, 6, 4, 6),
        ({"bonus__when": "always"}, 8, 6, 8),
        ({"bonus__when": "newly_placed"}, 8, 6, 6),
    ],
)
@pytest.mark.parametrize("per", ["word", "turn"])
def test_the_bonus_of_a_tile(
    options: dict[str, object], flat: int, stacked: int, kept: int, per: str
) -> None:
    assert total({}, QUIT, bonus__per=per, **options) == flat
    assert total({4: "4CIT3"}, Play((Placement(4, 4, "Qu"),)), bonus__per=per, **options) == stacked
    assert total({4: "4[Qu]I4"}, games.across(4, 6, "T"), bonus__per=per, **options) == kept


def test_the_bonus_counts_in_every_word_or_once_a_turn() -> None:
    """Qu, I, N across and Qu, A, D down, all flat and all new but A and D."""
    rows = {5: "4A5", 6: "4D5"}
    play = Play((Placement(4, 4, "Qu"), Placement(4, 5, "I"), Placement(4, 6, "N")))
    assert total(rows, play) == (6 + 2) + (6 + 2)
    assert total(rows, play, bonus__per="turn") == 6 + 6 + 2
    assert total(rows, play, "21") == (6 + 2) + 4
    assert total(rows, play, "21", bonus__per="turn") == 6 + 4 + 2


def test_words_that_share_a_stack_both_count_it() -> None:
    checks.cross_words_count_the_new_tile()


def test_each_word_is_flat_or_stacked_by_itself() -> None:
    """YEAR and BRANDY share a Y: 8 for the flat word, 7 for the stacked one."""
    play = games.down(4, 7, "YEAR")
    assert total({4: "2BRAND3"}, play, "11121") == 15
    assert total({4: "2BRAND3"}, play, "11121", scoring__mode="per_letter") == 20


def test_words_that_get_no_tile_are_not_scored() -> None:
    rows = {4: "3CAT4", 6: "3CAT4"}
    assert total(rows, games.down(4, 3, ".A")) == 6


def test_all_tiles_of_a_rack() -> None:
    checks.the_bonus_is_for_a_full_rack()


@pytest.mark.parametrize(
    ("requires", "rack", "bonus"),
    [
        ("rack_size", "ACERT", 0),
        ("rack_size", "ACERTXX", 0),
        ("emptied_rack", "ACERT", 10),
        ("emptied_rack", "ACERTXX", 0),
    ],
)
def test_when_all_tiles_are_played(requires: str, rack: str, bonus: int) -> None:
    rules = games.rulebook(bonus__all_tiles=10, bonus__all_tiles_requires=requires)
    position = games.board({}, rules, f"{rack}/-")
    play = games.across(4, 3, "CATER")
    assert checks.agree(position, games.ENGLISH, play) == set()
    assert validate(position, play, games.ENGLISH).points.bonus == bonus


def test_one_tile_scores_alike_however_it_was_written() -> None:
    rows = {4: "3CAT4", 5: "3ON5"}
    play = games.across(5, 5, "E")
    assert play == games.down(5, 5, "E")
    assert total(rows, play) == 6 + 4
