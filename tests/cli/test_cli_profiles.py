"""`kitgen profiles list|show|new`, run as a user runs them."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import wordstack
from typer.testing import CliRunner

from kitgen.cli.profiles import app
from kitgen.errors import KitgenError, UserError
from kitgen.settings import KitSettings, load_settings


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    if isinstance(done.exception, KitgenError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def but_for_the_name(kit: KitSettings) -> dict[str, object]:
    tree = kit.resolved()
    return {**tree, "game": {**tree["game"], "name": "", "summary": "", "extends": ""}}


def uncommented(text: str) -> str:
    """Take the # from every setting, as a user would who wants all of them to be his own."""
    return re.sub(r"^#(?=\S)", "", text, flags=re.MULTILINE)


def test_list_names_every_profile_with_board_and_players() -> None:
    lines = run("list").splitlines()
    for name in wordstack.profile_names():
        assert any(line.startswith(f"{name} ") for line in lines)
    assert any(re.match(r"werdup +10 x 10 +1-4 +WerdUp, ", line) for line in lines)
    rows = {row["name"]: row for row in json.loads(run("list", "--json"))}
    assert set(rows) == set(wordstack.profile_names())
    assert rows["classic-8x8"]["board_size"] == 8
    assert rows["classic-8x8"]["tiles"] == 64


def test_show_gives_value_unit_and_source_of_every_setting() -> None:
    shown = run("show", "werdup", "--set", "print.pitch=22", "--set", "game.rack_size=8")
    kit = load_settings("werdup")
    for leaf in kit.leaves():
        assert re.search(rf"^{re.escape(leaf.key)} ", shown, re.MULTILINE), leaf.key
    assert re.search(r"^print\.pitch +mm +--set +22\.0$", shown, re.MULTILINE)
    assert re.search(r"^game\.rack_size +tiles +--set +8$", shown, re.MULTILINE)
    assert re.search(r'^game\.rules\.scoring\.mode +werdup +"per_letter"$', shown, re.MULTILINE)
    assert re.search(r'^print\.cap_height +mm +default +"auto"$', shown, re.MULTILINE)


def test_show_as_json() -> None:
    rows = {row["key"]: row for row in json.loads(run("show", "werdup", "--json"))}
    assert rows["print.clearance_per_side"]["value"] == 0.2
    assert rows["print.clearance_per_side"]["unit"] == "mm"
    assert rows["game.tiles.10"]["value"]["Qu"] == 1
    assert rows["game.tiles.10"]["source"] == "werdup"
    assert rows["print.players"]["value"] is None
    assert all(row["reason"] and row["allowed"] and row["source"] for row in rows.values())


def test_show_refuses_in_the_same_words_as_a_build() -> None:
    with pytest.raises(UserError, match="did you mean werdup"):
        run("show", "werdap")
    with pytest.raises(UserError, match=r"print\.pitch = 3: must be from 21 to 26 mm"):
        run("show", "werdup", "--set", "print.pitch=3")


@pytest.mark.parametrize("base", wordstack.profile_names())
def test_a_new_profile_loads_to_the_same_settings(tmp_path: Path, base: str) -> None:
    path = tmp_path / "mein Spiel.toml"
    run("new", str(path), "--from", base)
    new, old = load_settings(path), load_settings(base)
    assert but_for_the_name(new) == but_for_the_name(old)
    assert new.profile_name == "mein Spiel"
    own = {key for key, source in new.sources.items() if source == str(path)}
    assert own == {"game.name", "game.extends"}


@pytest.mark.parametrize("base", wordstack.profile_names())
def test_its_commented_settings_are_true_too(tmp_path: Path, base: str) -> None:
    path = tmp_path / "my.toml"
    run("new", str(path), "--from", base)
    path.write_text(uncommented(path.read_text(encoding="utf-8")), encoding="utf-8")
    new = load_settings(path)
    assert but_for_the_name(new) == but_for_the_name(load_settings(base))
    assert {source for key, source in new.sources.items() if key != "size"} == {str(path)}


def test_every_setting_is_explained_with_what_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    run("new", str(path))
    text = path.read_text(encoding="utf-8")
    prose = " ".join(line[2:] for line in text.splitlines() if line.startswith("# "))
    for leaf in load_settings("werdup").leaves():
        assert leaf.reason in prose, leaf.key
        assert f"Allowed: {leaf.allowed}." in prose, leaf.key
    assert "from 0.05 to 0.4 mm" in text
    assert set(tomllib.loads(text)["game"]) == {"extends", "rules"}


def test_a_new_profile_may_start_from_a_file_in_another_folder(tmp_path: Path) -> None:
    base = tmp_path / "a" / "base.toml"
    base.parent.mkdir()
    base.write_text(
        '[game]\nextends = "app"\nrack_size = 9\n[print]\nfont = "fonts/x.ttf"\n', encoding="utf-8"
    )
    (tmp_path / "b").mkdir()
    path = tmp_path / "b" / "my.toml"
    run("new", str(path), "--from", str(base))
    assert load_settings(path).game.rack_size == 9
    path.write_text(uncommented(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert Path(load_settings(path).print.font).resolve() == base.parent / "fonts" / "x.ttf"


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="exists already; --force replaces it"):
        run("new", str(path))
    assert path.read_text(encoding="utf-8") == "mine"
    run("new", str(path), "--force")
    assert load_settings(path).tile_set.total == 100
    with pytest.raises(UserError, match="cannot start from itself"):
        run("new", str(path), "--from", str(path), "--force")
    assert [one.name for one in tmp_path.iterdir()] == ["my.toml"]


def test_places_where_no_profile_can_be(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    for name, said in {
        "my.txt": "must end in .toml",
        "folder.toml": "a folder, must be a file",
        "gone/my.toml": "does not exist",
        "con.toml": "must do as a folder's name",
        "y" * 65 + ".toml": "at most 64 characters",
    }.items():
        with pytest.raises(UserError, match=re.escape(said)):
            run("new", str(tmp_path / name))
    with pytest.raises(UserError, match="unknown profile"):
        run("new", str(tmp_path / "my.toml"), "--from", "werdap")
    assert [one.name for one in tmp_path.iterdir()] == ["folder.toml"]


@pytest.mark.parametrize("command", ["list", "show", "new"])
def test_help_shows_an_example(command: str) -> None:
    assert f"Example: kitgen profiles {command}" in run(command, "--help")
