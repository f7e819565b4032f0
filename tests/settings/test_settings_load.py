"""Layers of the print half, their order, and what a kit is resolved to."""

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from kitgen.errors import UserError
from kitgen.settings import KitSettings, load_settings
from kitgen.settings.overrides import known_keys


def write(folder: Path, text: str, name: str = "my.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_defaults_are_the_werdup_kit() -> None:
    kit = load_settings()
    assert (kit.profile_name, kit.size, kit.players, kit.tile_set.total) == ("werdup", 10, 4, 100)
    assert kit.print.clearance_per_side == 0.2
    assert kit.print.font == "Atkinson Hyperlegible"
    assert kit.print.cap_height is None


def test_each_layer_wins_over_those_before(tmp_path: Path) -> None:
    write(tmp_path, '[game]\nextends = "werdup"\n[print]\nfont_weight = 300\n', "base.toml")
    mine = write(tmp_path, '[game]\nextends = "base.toml"\n[print]\nfont_weight = 400\n')
    option, flag = ["print.font_weight=500", "print.font_weight=600"], {"print.font_weight": 900}
    key = "print.font_weight"

    def told(kit: KitSettings) -> tuple[int, str]:
        return kit.print.font_weight, kit.sources[key]

    assert told(load_settings()) == (700, "default")
    base = tmp_path / "base.toml"
    assert told(load_settings(base)) == (300, str(base))
    assert told(load_settings(mine)) == (400, str(mine))
    assert told(load_settings(mine, set_options=option)) == (600, "--set")
    both = load_settings(mine, set_options=option, named=flag)
    assert told(both) == (900, "--font-weight")
    assert told(load_settings(mine, named={key: None})) == (400, str(mine))


def test_players_are_the_profiles_most_unless_set() -> None:
    assert load_settings("solo").players == 1
    assert load_settings("solo", named={"print.players": 3}).players == 3
    assert load_settings(set_options=["game.players_max=6"]).players == 6


def test_size_chooses_the_tiles() -> None:
    assert load_settings(size=8).tile_set.total == 64
    assert load_settings("classic-8x8").size == 8
    twelve = load_settings(size=12)
    assert (twelve.tile_set.total, twelve.tile_set.scaled) == (144, True)
    assert twelve.game.board_size == 10
    assert twelve.sources["size"] == "--size"


@pytest.mark.parametrize("size", [7, 9, 11, 13, 15, 5, 4, 2, 0, -8, 18, 100, 10**30])
def test_odd_small_and_large_boards_are_refused(size: int) -> None:
    with pytest.raises(UserError, match=rf"^--size {size}: .* even size from 6 to 16$"):
        load_settings(size=size)


def test_a_profiles_own_odd_board_needs_a_size(tmp_path: Path) -> None:
    text = '[game]\nextends = "werdup"\nboard_size = 11\nstart_squares = [[5, 5]]\n'
    mine = write(tmp_path, text)
    with pytest.raises(UserError, match=r"^game.board_size = 11: .* even"):
        load_settings(mine)
    assert load_settings(mine, size=12).tile_set.total == 144


def test_a_board_with_fewer_squares_than_kinds_is_refused(tmp_path: Path) -> None:
    letters = [chr(0x0410 + i) for i in range(40)]
    counts = "\n".join(f'"{label}" = 2' for label in letters)
    mine = write(tmp_path, f"[game]\nletters = {json.dumps(letters)}\n[game.tiles.10]\n{counts}\n")
    assert load_settings(mine, size=8).tile_set.total == 64
    with pytest.raises(UserError, match="36 tiles are too few: there are 40 kinds"):
        load_settings(mine, size=6)


def test_one_label_of_a_set_can_be_changed_in_place() -> None:
    kit = load_settings(set_options=["game.tiles.10.E=9", "game.tiles.10.A=8"])
    assert (kit.tile_set.total, kit.tile_set.counts["E"], kit.tile_set.counts["A"]) == (102, 9, 8)
    assert kit.sources["game.tiles.10"] == "--set"
    with pytest.raises(UserError, match=r"^--set game\.tiles\.12\.E: the profile has no set"):
        load_settings(size=12, set_options=["game.tiles.12.E=9"])


def test_a_fonts_path_is_relative_to_its_profile(tmp_path: Path) -> None:
    text = '[game]\nextends = "werdup"\n[print]\nfont = "fonts/My Face.ttf"\n'
    kit = load_settings(write(tmp_path / "deep", text))
    assert Path(kit.print.font) == tmp_path / "deep" / "fonts" / "My Face.ttf"
    assert kit.resolved()["print"]["font"] == "My Face.ttf"
    other = load_settings(write(tmp_path, text.replace("fonts/My Face.ttf", "Lexend")))
    assert other.print.font == "Lexend"
    assert load_settings(set_options=["print.font=./a.otf"]).print.font == "./a.otf"


def test_resolved_is_whole_ordered_and_holds_no_folder(tmp_path: Path) -> None:
    text = f'[game]\nextends = "{(tmp_path / "base.toml").as_posix()}"\nlexicon = "/a/words.txt"\n'
    write(tmp_path, '[game]\nextends = "werdup"\n', "base.toml")
    tree = load_settings(write(tmp_path, text)).resolved()
    assert list(tree) == ["game", "print", "size"]
    assert tree["game"]["extends"] == "base.toml"
    assert tree["game"]["lexicon"] == "words.txt"
    assert tree["game"]["tiles"]["10"]["E"] == 8
    assert tree["print"]["cap_height"] is None
    assert str(tmp_path) not in json.dumps(tree)
    assert json.loads(json.dumps(tree, allow_nan=False)) == tree
    for key in known_keys():
        held = tree
        for name in key.split("."):
            held = held[name]


def test_settings_are_frozen_and_travel_to_workers() -> None:
    kit = load_settings("euro-topwords")
    assert copy.deepcopy(kit) == kit
    assert pickle.loads(pickle.dumps(kit)) == kit
    with pytest.raises(ValueError, match="frozen"):
        kit.print.pitch = 22.0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        kit.size = 8  # type: ignore[misc]


def test_every_value_has_a_source() -> None:
    kit = load_settings()
    assert {leaf.key for leaf in kit.leaves()} | {"size"} == set(kit.sources)


def test_loading_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; from kitgen.settings import load_settings; load_settings(); "
        "print({'numpy', 'cadquery', 'OCP', 'shapely', 'fontTools', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.strip() == "set()"
