"""Worked examples against sums done by hand, and against the words of the shipped list."""

from collections.abc import Mapping
from typing import Any

import pytest
from wordstack import GameProfile, Rulebook, load_profile, profile_names
from wordstack.lexicon import load_lexicon

from kitgen.paper.examples import KINDS, Example, examples

# Total of the play, and points of its words in the order of the example, added up by hand.
# A flat word scores 2 a tile. Stacked, a word scores 1 a tile with those underneath (Hasbro), or
# each letter 2 where it is flat and 1 a tile of its stack where it is not (WerdUp).
BY_HAND: Mapping[str, Mapping[str, tuple[int, list[int]]]] = {
    "werdup": {
        "first": (8, [8]),  # LATE: 4 x 2
        "cross": (16, [6, 10]),  # RUN 3 x 2, LATER 5 x 2
        "longer": (12, [12]),  # P L A T+C E D: 2 2 2 2 2 2
        "stack": (8, [8]),  # L+G A T E: 2 2 2 2
        "several": (8, [8]),  # L A+I T+N E: 2 2 2 2
        "tall": (9, [9]),  # L A+I T+N+K E: 2 2 3 2
        "two_words": (14, [6, 8]),  # S U T+N: 2 2 2; L A T+N E: 2 2 2 2
        "cover": (8, [8]),  # four stacks of two
        "plural": (16, [6, 10]),
    },
    "hasbro-2006": {
        "first": (8, [8]),
        "cross": (16, [6, 10]),
        "longer": (7, [7]),  # six tiles and one below
        "stack": (5, [5]),  # four and one
        "several": (6, [6]),  # four and two
        "tall": (7, [7]),  # stacks of 1 2 3 1
        "two_words": (9, [4, 5]),  # 1 1 2; 1 1 2 1
        "plural": (16, [6, 10]),
        "letter_bonus": (10, [10]),  # Qu I E T: 4 x 2 and 2
        "no_letter_bonus": (4, [4]),  # Qu I T+Z: 1 1 2
        "full_rack": (34, [14]),  # KITCHEN: 7 x 2 and 20
    },
    "euro-topwords": {
        "cross": (16, [6, 10]),
        "tall": (7, [7]),
        "cover": (8, [8]),
        "letter_bonus": (10, [8]),  # JUMP: 4 x 2, and 2 once a turn
        "no_letter_bonus": (6, [6]),  # T A X I+E S: 1 1 1 2 1, X lay there before
        "full_rack": (24, [14]),  # 7 x 2 and 10
        "last_tiles": (26, [6, 10]),  # RUN, LATER, and 10 for the emptied rack
    },
}


def shown(profile: str, **rules: Any) -> dict[str, Example]:
    return examples(Rulebook.of(changed(profile, **rules)))


def changed(profile: str, **rules: Any) -> GameProfile:
    """A shipped profile with options changed, such as ``scoring__mode="per_letter"``."""
    table = load_profile(profile).model_dump(mode="json")
    for name, value in rules.items():
        at = table["rules"]
        *path, last = name.split("__")
        if path == ["game"]:
            table[last] = value
            continue
        for step in path:
            at = at[step]
        at[last] = value
    return GameProfile.model_validate(table)


@pytest.mark.parametrize(
    ("profile", "kind"), [(profile, kind) for profile in BY_HAND for kind in BY_HAND[profile]]
)
def test_points_are_those_of_a_sum_by_hand(profile: str, kind: str) -> None:
    example = shown(profile)[kind]
    total, words = BY_HAND[profile][kind]
    assert example.total == total
    assert [word.points for word in example.words] == words
    assert not example.refused


@pytest.mark.parametrize("profile", profile_names())
def test_every_sum_that_is_shown_comes_out(profile: str) -> None:
    for kind, example in shown(profile).items():
        for word in example.words:
            assert sum(word.terms) + word.bonus == word.points, (kind, word)
        words = sum(word.points for word in example.words)
        assert words + example.letter_bonus + example.rack_bonus == example.total, kind


@pytest.mark.parametrize("profile", profile_names())
def test_examples_are_words_of_the_shipped_list(profile: str) -> None:
    rulebook = Rulebook.of(profile)
    lexicon = load_lexicon(None, rulebook.profile)
    for kind, example in examples(rulebook).items():
        for word in example.words:
            assert tuple(_tiles(word.text)) in lexicon, (kind, word.text)
        assert not example.invented


def _tiles(text: str) -> list[str]:
    return ["Qu" if c == "*" else c for c in text.replace("Qu", "*")]


@pytest.mark.parametrize("profile", profile_names())
def test_shipped_games_show_every_kind_that_they_have(profile: str) -> None:
    rules = load_profile(profile).rules
    kinds = set(KINDS) - {"letter_bonus", "no_letter_bonus", "full_rack", "last_tiles"}
    if rules.bonus.tiles:
        kinds |= {"letter_bonus", "no_letter_bonus"}
    if rules.bonus.all_tiles:
        kinds.add("full_rack")
    if rules.bonus.all_tiles_requires == "emptied_rack":
        kinds.add("last_tiles")
    assert set(shown(profile)) == kinds


def test_refused_plays_say_the_engines_reason() -> None:
    hasbro, werdup = shown("hasbro-2006"), shown("werdup")
    assert (hasbro["cover"].refused, hasbro["cover"].about) == ("full_cover", ("LATE",))
    assert werdup["cover"].refused == ""
    assert hasbro["same_letter"].refused == "same_letter"
    assert hasbro["bare_plural"].refused == "plural_s"
    allowed = shown("hasbro-2006", stack__same_letter="allow", plural__rule="off")
    assert allowed["same_letter"].refused == allowed["bare_plural"].refused == ""
    one = shown("hasbro-2006", stack__max_stacked_cells_per_turn=1)
    assert one["several"].refused == "too_many_stacks"


def test_without_stacking_no_example_stacks() -> None:
    flat = shown("hasbro-2006", stack__max_height=1)
    assert set(flat) >= {"first", "cross", "plural", "full_rack"}
    assert all(max(word.heights) == 1 for example in flat.values() for word in example.words)


@pytest.mark.parametrize("rack", range(3, 11))
def test_a_full_rack_is_shown_for_every_rack(rack: int) -> None:
    example = shown("hasbro-2006", game__rack_size=rack)["full_rack"]
    assert len(example.laid) == rack
    assert example.total == 2 * rack + 20


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("rack", range(4, 11))
def test_other_languages_have_the_same_kinds(language: str, rack: int) -> None:
    bonus = {"J": 3, "X": 3, "Y": 3, "Z": 3, "Qu": 2}
    found = shown("hasbro-2006", game__language=language, game__rack_size=rack, bonus__tiles=bonus)
    # The ten letters that fill the largest rack are not in every set of tiles.
    assert set(KINDS) - set(found) <= {"last_tiles", "full_rack"}
    assert not any(example.invented for example in found.values())


@pytest.mark.parametrize("language", ["en", "de", "fr", "xx"])
def test_the_smallest_rack_has_a_first_word(language: str) -> None:
    found = shown("hasbro-2006", game__language=language, game__rack_size=3)
    assert len(found["first"].laid) == 3
    assert found["first"].invented is (language == "xx")


def test_letters_of_one_language_are_laid_by_the_sets_own_tiles() -> None:
    tiles = dict.fromkeys([*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "CH"], 4)
    game = changed(
        "hasbro-2006", game__letters=list(tiles), game__tiles={"10": tiles}, game__language="de"
    )
    found = examples(Rulebook.of(game))
    assert found["first"].words[0].text == "LADE"
    assert not found["first"].invented


GREEK = dict.fromkeys("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", 4)


def greek(**rules: Any) -> Rulebook:
    letters = {"game__letters": list(GREEK), "game__tiles": {"10": GREEK}, "game__language": "el"}
    return Rulebook.of(changed("hasbro-2006", **letters, **rules))


def test_letters_without_words_stand_for_words() -> None:
    found = examples(greek(bonus__tiles={"Θ": 2}, plural__suffixes=["Σ"]))
    assert set(found) == set(KINDS) - {"last_tiles"}
    assert all(example.invented for example in found.values())
    assert all(set(w.text) <= set(GREEK) for e in found.values() for w in e.words)
    assert found["bare_plural"].refused == "plural_s"
    assert found["letter_bonus"].total == 10


def test_a_bonus_or_ending_that_no_tile_carries_is_left_out() -> None:
    found = examples(greek())
    assert not {"plural", "bare_plural", "letter_bonus"} & set(found)


@pytest.mark.parametrize("size", range(6, 17))
def test_every_board_has_its_examples(size: int) -> None:
    odd = {"game__start_squares": [[size // 2, size // 2]]} if size % 2 else {}
    game = changed("werdup", game__board_size=size, **odd)
    found = examples(Rulebook.of(game, size))
    assert {"first", "cross", "stack", "plural"} <= set(found)
    for example in found.values():
        assert all(cell in example.after for cell in example.laid)


def test_start_squares_in_a_corner_are_covered() -> None:
    found = examples(Rulebook.of(changed("werdup", game__start_squares=[[0, 0]])))
    assert (0, 0) in found["first"].laid


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("least", range(1, 8))
def test_a_long_first_word_leaves_all_other_examples(language: str, least: int) -> None:
    usual = shown("hasbro-2006", game__language=language)
    found = shown("hasbro-2006", game__language=language, first_word__min=least)
    assert set(found) == set(usual)
    assert len(found["first"].laid) >= least
    assert not any(example.invented for example in found.values())


def test_a_first_word_that_no_rack_can_lay_leaves_all_other_examples() -> None:
    usual = shown("hasbro-2006")
    found = shown("hasbro-2006", first_word__min=9)
    assert set(usual) - set(found) <= {"first", "full_rack", "letter_bonus"}
    assert not any(example.invented for example in found.values())


@pytest.mark.parametrize("profile", ["hasbro-2006", "werdup"])
def test_a_small_rack_lays_what_it_can_on_what_others_laid(profile: str) -> None:
    found = shown(profile, game__rack_size=3)
    assert {"first", "cross", "longer", "stack", "several", "two_words", "plural"} <= set(found)
    assert all(len(example.laid) <= 3 for example in found.values())
