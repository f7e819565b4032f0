"""The position of the picture is one that the rules allow."""

from collections import Counter
from pathlib import Path

import pytest
from wordstack import GameProfile, Placement, Play, Rulebook, new_game, validate
from wordstack.lexicon import load_lexicon

from kitgen.pictures import position
from kitgen.pictures import words as words_package
from kitgen.pictures.position import MidGame, mid_game
from kitgen.pictures.wordless import wordless_play
from kitgen.pictures.words import common_words
from kitgen.settings import load_settings
from kitgen.store import Store


def rules(**stack: int) -> Rulebook:
    table = load_settings("werdup", size=10).resolved()["game"]
    table["rules"]["stack"] |= stack
    return Rulebook.of(GameProfile.model_validate(table), 10)


@pytest.fixture(scope="module")
def found() -> MidGame:
    made = mid_game(rules(), Store(None))
    assert made is not None
    return made


def runs(made: MidGame, size: int) -> list[tuple[str, ...]]:
    """Every row of two tiles or more, across and down."""
    tops = {cell: stack[-1] for cell, stack in made.stacks.items()}
    found: list[tuple[str, ...]] = []
    lines = [[(a, b) for b in range(size)] for a in range(size)]
    for line in (*lines, *([(b, a) for a, b in line] for line in lines)):
        run: list[str] = []
        for cell in (*line, None):
            if cell in tops:
                run.append(tops[cell])
                continue
            if len(run) > 1:
                found.append(tuple(run))
            run = []
    return found


def test_it_has_stacks_of_several_heights_and_about_forty_tiles(found) -> None:
    heights = Counter(map(len, found.stacks.values()))
    assert {1, 2, 3, 4} <= heights.keys()
    assert max(heights) <= Rulebook.of("werdup", 10).rules.stack.max_height
    assert 30 <= found.tiles <= 45
    assert len(found.racks) == 2
    assert all(0 < len(rack) <= 7 for rack in found.racks)


def test_it_uses_no_tile_more_often_than_the_set_has_it(found) -> None:
    used = Counter(tile for stack in found.stacks.values() for tile in stack)
    used.update(tile for rack in found.racks for tile in rack)
    assert used <= Counter(Rulebook.of("werdup", 10).tiles)


def test_every_row_of_letters_on_it_is_a_word(found) -> None:
    words = load_lexicon(None, Rulebook.of("werdup", 10).profile)
    rows = runs(found, 10)
    for run in rows:
        assert run in words, run
    assert len(rows) > 5


def test_it_is_the_same_every_time_and_kept(tmp_path, found, monkeypatch) -> None:
    store = Store(tmp_path)
    assert mid_game(rules(), store) == found
    monkeypatch.setattr(position, "_best", lambda *_: pytest.fail("played again"))
    assert mid_game(rules(), store) == found


def test_other_rules_are_another_game(tmp_path) -> None:
    store = Store(tmp_path)
    mid_game(rules(), store)
    other = mid_game(rules(max_height=2), store)
    assert other is not None
    assert other.tallest == 2


def test_without_words_tiles_are_laid_by_all_other_rules(monkeypatch) -> None:
    monkeypatch.setattr(position, "_words", lambda _: None)
    made = mid_game(rules(), Store(None))
    assert made is not None
    assert not made.worded
    assert made.tiles >= 30
    assert made.tallest <= 5


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_language_without_a_lexicon_is_shown_in_common_words(language, size) -> None:
    table = load_settings("werdup", size=size).resolved()["game"]
    rulebook = Rulebook.of(GameProfile.model_validate({**table, "language": language}), size)
    words = common_words(rulebook.profile)
    made = mid_game(rulebook, Store(None))
    assert words is not None
    assert made is not None
    assert made.worded
    assert made.tallest > 1
    assert len(found := runs(made, size)) >= 3
    assert all(run in words for run in found)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_common_words_are_each_there_once_and_short(language) -> None:
    file = Path(words_package.__file__).parent / f"{language}.txt"
    words = file.read_text(encoding="utf-8").split()
    assert [word for word, count in Counter(words).items() if count > 1] == []
    assert all(word == word.upper() and 2 <= len(word) <= 8 for word in words)
    assert len(words) > 500


def test_there_are_no_common_words_in_other_languages_or_letters() -> None:
    table = load_settings("werdup", size=10).resolved()["game"]
    for change in ({"language": "hu"}, {"language": "de", "letters": ["Q", "X", "Y"]}):
        tiles = {"tiles": {"10": {"Q": 40, "X": 30, "Y": 30}}} if "letters" in change else {}
        game = {**table, **change, **tiles}
        if tiles:
            game["rules"] = {**table["rules"], "digraphs": "optional"}
            game["rules"]["bonus"] = {**table["rules"]["bonus"], "tiles": {}}
            game["rules"]["plural"] = {**table["rules"]["plural"], "suffixes": []}
        assert common_words(GameProfile.model_validate(game)) is None


def test_a_game_that_begins_anywhere_is_shown_in_the_middle() -> None:
    table = load_settings("werdup", size=12).resolved()["game"]
    table["rules"]["first_word"] |= {"centre": "none"}
    rulebook = Rulebook.of(GameProfile.model_validate(table), 12)
    assert len(rulebook.start_cells) == 144
    made = mid_game(rulebook, Store(None))
    assert made is not None
    for line in zip(*made.stacks, strict=True):
        assert abs((min(line) + max(line)) / 2 - 5.5) <= 0.5


def test_a_wordless_play_is_legal_and_reads_what_it_is_given() -> None:
    first, _ = new_game(Rulebook.of("werdup", 10), 2, 0)
    play = wordless_play(first, 0)
    assert play is not None
    assert validate(first, play, None).is_legal
    corner = Play((Placement(0, 0, first.rack[0]), Placement(0, 1, first.rack[1])))
    assert not validate(first, corner, None).is_legal, "an opening in a corner is not"


def test_many_tiles_in_the_hand_are_drawn_and_their_plays_not_all_tried(monkeypatch) -> None:
    table = load_settings("werdup", size=10).resolved()["game"]
    table["rack_size"] = 10
    table["rules"]["stack"]["max_new_per_cell"] = 3
    many = Rulebook.of(GameProfile.model_validate(table), 10)
    asked = []
    played = position._played

    def watched(rulebook, *args):
        asked.append((rulebook.rack_size, rulebook.rules.stack.max_new_per_cell))
        return played(rulebook, *args)

    monkeypatch.setattr(position, "_played", watched)
    made = mid_game(many, Store(None))
    assert set(asked) == {(7, 1)}
    assert [len(rack) for rack in made.racks] == [10, 10]
    used = Counter(tile for stack in made.stacks.values() for tile in stack)
    used.update(tile for rack in made.racks for tile in rack)
    assert used <= Counter(many.tiles)
