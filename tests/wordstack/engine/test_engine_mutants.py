"""Faults put into the engine on purpose: a check of the suite must notice each of them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import engine_checks as checks
import pytest
from wordstack import drawing, exchanging, generation, line, piles, placement, ruling, scoring
from wordstack.rules_options import Stack

Patch = Callable[[pytest.MonkeyPatch], None]


def cover_skipped_at_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that ends on the right or bottom edge is not protected, in rulings."""
    covering = placement._covering

    def mutant(rulebook: Any, before: Any, after: Any, cells: Any) -> Any:
        last = before.size - 1
        for reason in covering(rulebook, before, after, cells):
            if last not in reason.cells[-1]:
                yield reason

    monkeypatch.setattr(placement, "_covering", mutant)


def cover_skipped_at_edges_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in the search for plays."""
    ends_word = line.Line.ends_word.func

    def mutant(self: line.Line) -> tuple[bool, ...]:
        return (*ends_word(self)[:-1], False)

    monkeypatch.setattr(line.Line, "ends_word", property(mutant))
    monkeypatch.setattr(line.Line, "has_word", lambda *_: False)


def cross_word_without_the_new_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cross word counts the stacks as they were before the play, in rulings."""
    score = ruling.score

    def mutant(rulebook: Any, words: Any, *rest: Any) -> Any:
        lowered = [
            word
            if index == 0
            else replace(
                word,
                heights=tuple(
                    max(1, height - new)
                    for height, new in zip(word.heights, word.laid, strict=True)
                ),
            )
            for index, word in enumerate(words)
        ]
        return score(rulebook, lowered, *rest)

    monkeypatch.setattr(ruling, "score", mutant)


def cross_word_without_the_new_tile_in_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in the points of the list of plays."""
    across = generation._Search.points_across

    def mutant(self: Any, direction: Any, number: int, row: Any, pile: Any) -> int:
        return across(self, direction, number, row, pile) - len(pile)

    monkeypatch.setattr(generation._Search, "points_across", mutant)


def height_five_can_be_stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the greatest height is meant, as much as it is asked; in rulings."""
    stacking = placement._stacking

    def mutant(options: Stack, *rest: Any) -> Any:
        return stacking(options.model_copy(update={"max_height": options.max_height + 1}), *rest)

    monkeypatch.setattr(placement, "_stacking", mutant)


def height_five_can_be_stacked_in_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in the search for plays."""
    choices_on = piles.choices_on

    def mutant(options: Stack, *rest: Any) -> Any:
        return choices_on(options.model_copy(update={"max_height": options.max_height + 1}), *rest)

    monkeypatch.setattr(generation, "choices_on", mutant)


def exchange_returns_before_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The old tile goes into the bag first, so it can be drawn again."""

    def mutant(position: Any, action: Any) -> Any:
        rest = drawing.taken(position.rack, action.tiles)
        after = drawing.put_back(position.with_rack(position.turn, rest), action.tiles)
        return drawing.drawn(after, position.turn, len(action.tiles))

    assert exchanging.exchanged
    monkeypatch.setattr("wordstack.transitions.exchanged", mutant)


def bonus_for_an_emptied_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bonus for all tiles is given to whoever empties a rack."""

    def mutant(rulebook: Any, laid: int, before: int) -> int:
        return rulebook.rules.bonus.all_tiles if laid == before else 0

    monkeypatch.setattr(scoring, "all_tiles_bonus", mutant)


def bonus_for_an_emptied_rack_in_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in the points of the list of plays."""

    def mutant(rulebook: Any, laid: int, before: int) -> int:
        return rulebook.rules.bonus.all_tiles if laid == before else 0

    monkeypatch.setattr(generation, "all_tiles_bonus", mutant)


def qu_scores_as_two_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile counts as many points as it shows letters."""
    score = ruling.score

    def mutant(rulebook: Any, words: Any, *rest: Any) -> Any:
        points = score(rulebook, words, *rest)
        extra = 2 * sum(len(label) - 1 for word in words for label in word.letters)
        return replace(points, words=(points.words[0] + extra, *points.words[1:]))

    monkeypatch.setattr(ruling, "score", mutant)


def qu_is_as_long_as_two_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """An opening of the one tile Qu is taken for a word of two."""
    opening = placement._opening

    def mutant(rulebook: Any, *rest: Any) -> Any:
        for reason in opening(rulebook, *rest):
            if reason.code != "first_move_min_length":
                yield reason

    monkeypatch.setattr(placement, "_opening", mutant)


MUTANTS: list[tuple[Patch, Callable[[], None]]] = [
    (cover_skipped_at_edges, checks.cover_is_forbidden_everywhere),
    (cover_skipped_at_edges_of_lines, checks.cover_is_forbidden_everywhere),
    (cross_word_without_the_new_tile, checks.cross_words_count_the_new_tile),
    (cross_word_without_the_new_tile_in_lists, checks.cross_words_count_the_new_tile),
    (height_five_can_be_stacked, checks.no_stack_grows_beyond_the_limit),
    (height_five_can_be_stacked_in_lists, checks.no_stack_grows_beyond_the_limit),
    (exchange_returns_before_it_draws, checks.an_exchange_draws_before_it_returns),
    (bonus_for_an_emptied_rack, checks.the_bonus_is_for_a_full_rack),
    (bonus_for_an_emptied_rack_in_lists, checks.the_bonus_is_for_a_full_rack),
    (qu_scores_as_two_tiles, checks.qu_is_one_tile),
    (qu_is_as_long_as_two_tiles, checks.qu_is_one_tile),
]


@pytest.mark.parametrize(("mutant", "check"), MUTANTS, ids=lambda one: one.__name__)
def test_a_mutant_dies(
    mutant: Patch, check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        check()
    monkeypatch.undo()
    check()
