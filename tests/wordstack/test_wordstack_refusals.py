"""Every value that `[game]` refuses, with what the one line says about it."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack import Layer, ProfileError, read_layers, resolve_game
from wordstack.options import keys
from wordstack.profile import GameProfile

WERDUP = read_layers("werdup")


def refusal(game: dict[str, Any]) -> str:
    with pytest.raises(ProfileError) as caught:
        resolve_game((*WERDUP, Layer("my.toml", {"game": game})))
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (2, "= 2: must be from 3 to 10 tiles"),
        (0, "= 0: must be from 3 to 10 tiles"),
        (-7, "= -7: must be from 3 to 10 tiles"),
        (10**400, "...: must be from 3 to 10 tiles"),
        (math.nan, "= nan: must be a whole number from 3 to 10 tiles"),
        (math.inf, "= inf: must be a whole number"),
        (7.0, "= 7.0: must be a whole number"),
        (True, "= true: must be a whole number"),
        ("7", '= "7": must be a whole number'),
        ([7], "= [7]: must be a whole number"),
    ],
)
def test_numbers(value: object, said: str) -> None:
    message = refusal({"rack_size": value})
    assert message.startswith("my.toml: game.rack_size = ")
    assert said in message


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (
            {"rack_sise": 7},
            "my.toml: game.rack_sise: unknown key, the nearest known is game.rack_size",
        ),
        ({"max_height": 5}, "nearest known is game.rules.stack.max_height"),
        (
            {"rules": {"scorign": {}}},
            "game.rules.scorign: unknown key, the nearest known is game.rules.scoring",
        ),
        ({"rules": {"end": {"pas_rounds": 1}}}, "nearest known is game.rules.end.pass_rounds"),
        ({"rules": {"scoring.mode": "x"}}, 'game.rules."scoring.mode": unknown key'),
        ({"a\nb": 1}, 'game."a\\nb": unknown key'),
        ({"rules": 3}, "my.toml: game.rules = 3: must be a table"),
        (
            {"rules": {"scoring": {"mode": "x"}}},
            '= "x": must be "word_flat_or_stacked" or "per_letter"',
        ),
        ({"blanks": 1}, "game.blanks = 1: must be true or false"),
        ({"name": ""}, "must be a text of 1 to 64 characters"),
        ({"name": "a\nb"}, "must not hold line ends"),
        ({"language": "Deutsch!"}, "must be a language tag"),
        ({"players_min": 5}, "game.players_min = 5: must be at most game.players_max = 4"),
        (
            {"players_min": 1, "players_max": 0},
            "my.toml: game.players_max = 0: must be from 1 to 8",
        ),
        ({"board_size": 9}, "my.toml: game.board_size = 9: an odd board"),
        ({"start_squares": [[0, 10]]}, "= [0, 10]: row and column must be from 0 to 9"),
        ({"start_squares": []}, "must be a list of [row, column]"),
        ({"start_squares": [[0, True]]}, "must be a list of [row, column]"),
        ({"rack_size": 2, "board_size": 99}, "(and 1 more)"),
    ],
)
def test_keys_kinds_and_contradictions(game: dict[str, Any], said: str) -> None:
    assert said in refusal(game)


def test_a_contradiction_names_the_later_layer() -> None:
    """`players_min` is inherited, yet what broke is this layer's `players_max`."""
    layers = (*read_layers("hasbro-2006"), Layer("my.toml", {"game": {"players_max": 1}}))
    with pytest.raises(ProfileError, match=r"^my.toml: game.players_min = 2"):
        resolve_game(layers)


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        (["A", "A"], 'my.toml: game.letters = "A": this label stands twice'),
        (["E\u0301", "\u00c9"], "this label stands twice"),
        (["ABCD"], 'game.letters = "ABCD": a label must have 1 to 3 characters, not 4'),
        ([""], "a label must have 1 to 3 characters, not 0"),
        (["A B"], "must not hold spaces or control characters"),
        (["A\u200b"], "must not hold spaces or control characters"),
        (["\u0301"], "must not begin with a combining mark"),
        (["A", "_"], "is a blank"),
        (["A_"], "stands for a blank and only alone"),
        (["?"], 'cannot stand on a tile (a blank is written "_")'),
        (["A]"], '"]" is a mark of the notation'),
        ([3], "= 3: a label must be a text"),
        ([], "= []: must be a list of labels"),
        ("ABC", '= "ABC": must be a list of labels'),
    ],
)
def test_letters(letters: object, said: str) -> None:
    assert said in refusal({"letters": letters})


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ({"10": {}}, "my.toml: game.tiles.10: the tile set is empty"),
        ({"10": {"A": 0}}, "game.tiles.10.A = 0: must be a whole number from 1 to 256"),
        ({"10": {"A": -1}}, "game.tiles.10.A = -1: must be"),
        ({"10": {"A": 10**9}}, "game.tiles.10.A = 1000000000: must be"),
        ({"10": {"A": 1.0}}, "game.tiles.10.A = 1.0: must be"),
        ({"10": {"A": math.nan}}, "game.tiles.10.A = nan: must be"),
        ({"10": {"A": True}}, "game.tiles.10.A = true: must be"),
        ({"10": {"QUUX": 1}}, "game.tiles.10.QUUX: a label must have 1 to 3 characters, not 4"),
        ({"10": {"Q": 1}}, "game.tiles.10.Q: this label is not in game.letters"),
        ({"10": {"_": 2}}, "game.tiles.10._: blanks need game.blanks = true"),
        ({"10": {"E\u0301": 1, "\u00c9": 1}}, "this label stands twice"),
        ({"10": 5}, "game.tiles.10 = 5: must be a table"),
        ({"A": 5}, "game.tiles.A: a tile set is named by its board size"),
        ({"17": {"A": 1}}, "game.tiles.17: a tile set is named by its board size, 5 to 16"),
        ({"08": {"A": 1}}, "game.tiles.08: a tile set is named by its board size"),
        (5, "game.tiles = 5: must hold one table a board size"),
    ],
)
def test_tile_sets(tiles: object, said: str) -> None:
    assert said in refusal({"tiles": tiles})


def test_blanks_where_allowed_come_last() -> None:
    game = {"blanks": True, "tiles": {"10": {"_": 2, "B": 1, "A": 1}}}
    profile = resolve_game((*WERDUP, Layer("my.toml", {"game": game})))
    assert list(profile.tile_set(10).counts) == ["A", "B", "_"]


def test_labels_are_composed() -> None:
    game = {"letters": ["A", "E\u0301"], "tiles": {"10": {"E\u0301": 1}}}
    profile = resolve_game([Layer("my.toml", {"game": game})])
    assert list(profile.tile_set(10).counts) == ["\u00c9"]


toml = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(key=st.sampled_from(sorted(keys(GameProfile, "game"))), value=toml)
def test_whatever_stands_there_is_taken_or_refused_in_one_line(key: str, value: object) -> None:
    document: Any = value
    for name in reversed(key.split(".")):
        document = {name: document}
    said = ""
    try:
        resolve_game((*WERDUP, Layer("my.toml", document)))
    except ProfileError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1
    assert "my.toml" in said or not said
    assert len(said) < 400
