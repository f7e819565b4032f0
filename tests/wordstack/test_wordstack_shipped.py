"""The shipped profiles, against numbers and rulings written down here a second time."""

import subprocess
import sys
from pathlib import Path

import pytest
import wordstack
from wordstack.options import leaves

CLONE = Path(__file__).resolve().parents[2]

EN_100 = {
    **dict.fromkeys("S", 6),
    **dict.fromkeys("E", 8),
    **dict.fromkeys("AIO", 7),
    **dict.fromkeys("DLMNRTU", 5),
    **dict.fromkeys("C", 4),
    **dict.fromkeys("BFGHP", 3),
    **dict.fromkeys("KWY", 2),
    **dict.fromkeys(("J", "Qu", "V", "X", "Z"), 1),
}
EN_64 = {
    **dict.fromkeys("E", 6),
    **dict.fromkeys("A", 5),
    **dict.fromkeys("IOT", 4),
    **dict.fromkeys("DLMNPSU", 3),
    **dict.fromkeys("BCGHRY", 2),
    **dict.fromkeys(("F", "J", "K", "Qu", "V", "W", "X", "Z"), 1),
}

HASBRO = {
    "language": "en",
    "blanks": False,
    "board_size": 10,
    "start_squares": None,
    "rack_size": 7,
    "players_min": 2,
    "players_max": 4,
    "lexicon": None,
    "rules.scoring.mode": "word_flat_or_stacked",
    "rules.scoring.flat_points": 2,
    "rules.scoring.stack_points": 1,
    "rules.scoring.stack_count": "all_tiles",
    "rules.first_word.min": 2,
    "rules.first_word.min_unit": "tiles",
    "rules.first_word.centre": "any_of_four",
    "rules.bonus.all_tiles": 20,
    "rules.bonus.all_tiles_requires": "rack_size",
    "rules.bonus.tiles": {"Qu": 2},
    "rules.bonus.when": "flat_word",
    "rules.bonus.per": "word",
    "rules.end.out": "first_player",
    "rules.end.pass_rounds": 1,
    "rules.end.pass_needs_empty_bag": False,
    "rules.end.nobody_can_move": "bag_empty",
    "rules.end.exchange_counts_as_pass": False,
    "rules.end.scoreless_turns": 3,
    "rules.end.penalty_per_tile": 5,
    "rules.exchange.when": "any_turn",
    "rules.exchange.count": 1,
    "rules.exchange.order": "draw_then_return",
    "rules.exchange.solo_free": 5,
    "rules.exchange.solo_after": "forbid",
    "rules.cover.full_word": "forbid",
    "rules.cover.scope": "each_old_word",
    "rules.stack.same_letter": "not_on_top",
    "rules.stack.max_new_per_cell": 1,
    "rules.stack.max_stacked_cells_per_turn": None,
    "rules.stack.max_height": 5,
    "rules.plural.rule": "s_append",
    "rules.plural.double": "forbid",
    "rules.plural.stacked_s": "allow",
    "rules.plural.suffixes": ("S",),
    "rules.challenge.mode": "retry_or_pass",
    "rules.challenge.window": "before_next_word",
    "rules.challenge.refill": "window_closed",
    "rules.challenge.failed_penalty": "none",
    "rules.start.draw": "nearest_first_letter",
    "rules.start.ties": "redraw_tied",
    "rules.digraphs": "exclusive",
}
DIFFERS: dict[str, dict[str, object]] = {
    "hasbro-2006": {},
    "classic-8x8": {"board_size": 8},
    "app": {"rules.end.pass_rounds": 3, "rules.challenge.mode": "auto"},
    "wikipedia": {
        "rules.first_word.min": 1,
        "rules.end.pass_needs_empty_bag": True,
        "rules.end.nobody_can_move": "off",
        "rules.exchange.order": "discard",
    },
    "werdup": {
        "players_min": 1,
        "rules.scoring.mode": "per_letter",
        "rules.bonus.all_tiles": 0,
        "rules.bonus.tiles": {},
        "rules.cover.full_word": "allow",
        "rules.end.out": "all_players",
        "rules.end.nobody_can_move": "always",
        "rules.exchange.when": "cannot_play",
        "rules.challenge.mode": "retry_then_miss",
        "rules.first_word.min_unit": "letters",
    },
    "werdup-classic": {"players_min": 1},
    "euro-topwords": {
        "rules.bonus.all_tiles": 10,
        "rules.bonus.all_tiles_requires": "emptied_rack",
        "rules.bonus.tiles": {"J": 2, "Q": 2, "X": 2, "Y": 2, "Z": 2},
        "rules.bonus.when": "newly_placed",
        "rules.bonus.per": "turn",
        "rules.cover.full_word": "allow",
    },
    "solo": {"players_min": 1, "players_max": 1, "rules.end.nobody_can_move": "always"},
}
DESCRIBED = {"game.name", "game.summary", "game.extends", "game.letters"}


def test_these_and_no_others_are_shipped() -> None:
    assert set(wordstack.profile_names()) == set(DIFFERS)
    assert wordstack.profile_folder() == CLONE / "profiles" / "games"


@pytest.mark.parametrize("name", DIFFERS)
def test_a_profile_differs_from_hasbro_2006_in_what_is_listed(name: str) -> None:
    profile = wordstack.load_profile(name)
    found = {
        leaf.key.removeprefix("game."): leaf.value
        for leaf in leaves(profile, "game")
        if leaf.key not in DESCRIBED and not leaf.key.startswith("game.tiles.")
    }
    assert found == {**HASBRO, **DIFFERS[name]}
    assert profile.name == name
    assert profile.summary


@pytest.mark.parametrize("name", DIFFERS)
def test_the_english_sets(name: str) -> None:
    profile = wordstack.load_profile(name)
    for size, expected, total in ((10, EN_100, 100), (8, EN_64, 64)):
        tiles = profile.tile_set(size)
        assert dict(tiles.counts) == expected
        assert (tiles.total, tiles.scaled) == (total, False)
    assert list(profile.tile_set(10).counts) == sorted(EN_100)
    assert profile.letters == tuple(sorted(EN_100))


def test_all_are_read_without_kitgen_or_a_cad_library(tmp_path: Path) -> None:
    code = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("kitgen", "cadquery", "OCP", "numpy"):
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
import wordstack
print(*(wordstack.load_profile(name).name for name in wordstack.profile_names()))
try:
    import kitgen
except ImportError:
    print("and kitgen is blocked")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    names, blocked = done.stdout.splitlines()
    assert set(names.split()) == set(DIFFERS)
    assert blocked == "and kitgen is blocked"


def test_every_setting_says_what_it_means_and_what_it_takes() -> None:
    for leaf in leaves(wordstack.load_profile("werdup"), "game"):
        assert leaf.reason.endswith("."), leaf.key
        assert leaf.allowed, leaf.key
        if isinstance(leaf.value, int) and not isinstance(leaf.value, bool):
            assert " from " in leaf.allowed, leaf.key
