"""How layers are read and laid over each other."""

import copy
import pickle
from pathlib import Path

import pytest
import wordstack
from wordstack import Layer, ProfileError, load_profile, read_layers, resolve_game, sources

BASE = Layer("base", {"game": {"tiles": {"10": {"A": 3, "B": 2}}, "letters": ["A", "B"]}})


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(path: str | Path) -> str:
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


def test_the_base_comes_first(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine.toml", '[game]\nextends = "werdup"\nrack_size = 8\n')
    assert [layer.source for layer in read_layers(mine)] == ["hasbro-2006", "werdup", str(mine)]
    profile = load_profile(mine)
    assert (profile.rack_size, profile.players_min, profile.board_size) == (8, 1, 10)
    assert profile.rules.scoring.mode == "per_letter"


def test_a_path_in_extends_is_relative_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    write(tmp_path / "a", "base.toml", '[game]\nextends = "app"\nrack_size = 9\n')
    mine = write(tmp_path / "a" / "b", "mine.toml", '[game]\nextends = "../base.toml"\n')
    profile = load_profile(str(mine))
    assert (profile.rack_size, profile.rules.end.pass_rounds) == (9, 3)


def test_name_and_summary_are_not_inherited(tmp_path: Path) -> None:
    profile = load_profile(write(tmp_path, "Ärger.toml", '[game]\nextends = "werdup"\n'))
    assert (profile.name, profile.summary, profile.extends) == ("Ärger", "", "werdup")


def test_a_layer_that_is_no_file_keeps_the_name() -> None:
    over = Layer("--set", {"game": {"rack_size": 5}})
    assert resolve_game((*read_layers("solo"), over)).name == "solo"


def test_tables_merge_but_a_tile_set_is_replaced_whole() -> None:
    over = Layer(
        "over", {"game": {"tiles": {"10": {"B": 9}}, "rules": {"end": {"out": "all_players"}}}}
    )
    profile = resolve_game([BASE, over])
    assert profile.tiles[10] == {"B": 9}
    assert profile.rules.end.out == "all_players"
    assert profile.rules.end.penalty_per_tile == 5


def test_bonus_tiles_are_replaced_whole_and_can_be_taken_away() -> None:
    for tiles in ({"A": 3}, {}):
        over = Layer("over", {"game": {"rules": {"bonus": {"tiles": tiles}}}})
        profile = resolve_game((*read_layers("hasbro-2006"), over))
        assert profile.rules.bonus.tiles == tiles
        assert profile.rules.bonus.all_tiles == 20


def test_letters_of_ones_own_inherit_no_tiles() -> None:
    over = Layer("hu.toml", {"game": {"letters": ["A", "SZ"]}})
    with pytest.raises(ProfileError, match=r"^hu.toml: game.tiles: no tile set"):
        resolve_game((*read_layers("werdup"), over))
    own = Layer("hu.toml", {"game": {"letters": ["A", "SZ"], "tiles": {"8": {"SZ": 1, "A": 2}}}})
    profile = resolve_game((*read_layers("werdup"), own))
    assert list(profile.tiles) == [8]
    assert list(profile.tile_set(8).counts.items()) == [("A", 2), ("SZ", 1)]


def test_the_same_letters_again_keep_the_tiles() -> None:
    again = Layer("over", {"game": {"letters": list(load_profile("werdup").letters)}})
    assert resolve_game((*read_layers("werdup"), again)).tile_set(10).total == 100


def test_an_absent_value_can_be_taken_back() -> None:
    key = "max_stacked_cells_per_turn"
    one, none = (Layer("x", {"game": {"rules": {"stack": {key: v}}}}) for v in (1, "unlimited"))
    assert resolve_game([BASE, one]).rules.stack.max_stacked_cells_per_turn == 1
    assert resolve_game([BASE, one, none]).rules.stack.max_stacked_cells_per_turn is None


def test_sources_name_the_layer_of_every_value() -> None:
    over = Layer("--set", {"game": {"rules": {"stack": {"max_height": 6}}}})
    found = sources((*read_layers("werdup"), over))
    assert found["game.rules.stack.max_height"] == "--set"
    assert found["game.rules.scoring.mode"] == "werdup"
    assert found["game.rack_size"] == "hasbro-2006"
    assert found["game.tiles.10"] == "werdup"
    assert found["game.rules.end.penalty_per_tile"] == "default"


def test_other_tables_are_ignored(tmp_path: Path) -> None:
    text = '[game]\nextends = "werdup"\n[print]\npitch = -5\n'
    assert load_profile(write(tmp_path, "mine.toml", text)).rack_size == 7


def test_a_profile_is_frozen_hashable_and_travels_to_workers() -> None:
    profile = load_profile("euro-topwords")
    for twin in (copy.deepcopy(profile), pickle.loads(pickle.dumps(profile))):
        assert twin == profile
        assert hash(twin) == hash(profile)
    with pytest.raises(ValueError, match="frozen"):
        profile.rack_size = 8  # type: ignore[misc]
    with pytest.raises(TypeError):
        profile.tiles[10]["A"] = 1  # type: ignore[index]


def test_an_unknown_name_gets_the_nearest() -> None:
    message = refusal("werdap")
    assert "did you mean werdup?" in message
    for name in wordstack.profile_names():
        assert name in message


def test_circles_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path, "one.toml", '[game]\nextends = "two.toml"\n')
    write(tmp_path, "two.toml", '[game]\nextends = "one.toml"\n')
    assert "two.toml: game.extends" in refusal(one)
    self = write(tmp_path, "self.toml", '[game]\nextends = "./self.toml"\n')
    assert refusal(self).endswith("a circle")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[game\n",
            "bad.toml: not TOML: Expected ']' at the end of a table declaration (at line 1",
        ),
        ('[game]\nname = "a"\nname = "b"\n', "(at line 3, column 11)"),
        ("[game]\nx = " + "[" * 5000, "bad.toml: not TOML"),
        ("[game]\nx = " + "9" * 5000, "bad.toml: not TOML"),
        ("game = 3\n", "bad.toml: game = 3: must be a table"),
        ("[game]\nextends = 3\n", "bad.toml: game.extends = 3: must be the name of a shipped"),
        ('[game]\nextends = ""\n', 'bad.toml: game.extends = ""'),
        ('[game]\nextends = "gone.toml"\n', "gone.toml: no such file"),
        ('[game]\nextends = "werdap"\n', "did you mean werdup?"),
        ("", "bad.toml: game.tiles: no tile set"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    assert said in refusal(write(tmp_path, "bad.toml", text))


def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes('[game]\nname = "Bär"\n'.encode("latin-1"))
    assert "latin.toml: not UTF-8 in line 2" in refusal(latin)
    assert refusal(tmp_path).endswith("a folder, must be a TOML file")
    assert refusal(tmp_path / "gone.toml").endswith("no such file")
    assert "must be the path of a file" in refusal("a\0b.toml")
    assert "cannot be read" in refusal(tmp_path / ("y" * 300 + ".toml"))


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_bytes('\ufeff[game]\r\nextends = "werdup"\r\nrack_size = 6\r\n'.encode())
    assert load_profile(path).rack_size == 6
