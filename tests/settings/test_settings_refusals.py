"""What `[print]`, `--set` and a profile as a whole refuse, in one line each."""

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from wordstack.options import bounds, extra

from kitgen.errors import UserError
from kitgen.settings import PrintSettings, load_settings, material, materials

FIELDS = PrintSettings.model_fields
NUMBERS = [name for name, field in FIELDS.items() if None not in bounds(field)]


def refusal(**arguments: Any) -> str:
    with pytest.raises(UserError) as caught:
        load_settings(**arguments)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


def of_file(folder: Path, text: str) -> str:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return refusal(profile=path).removeprefix(str(folder)).lstrip("/\\")


def test_the_line_names_layer_key_value_and_what_is_allowed(tmp_path: Path) -> None:
    text = '[game]\nextends = "werdup"\n[print]\nclearance_per_side = -1\n'
    said = "my.toml: print.clearance_per_side = -1: must be from 0.05 to 0.4 mm"
    assert of_file(tmp_path, text) == said


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_holds_its_default_and_refuses_what_lies_outside(name: str) -> None:
    field = FIELDS[name]
    low, high = bounds(field)
    assert low is not None
    assert high is not None
    assert field.default is None or low <= field.default <= high
    assert getattr(PrintSettings.model_validate({name: low}), name) == low
    assert getattr(PrintSettings.model_validate({name: high}), name) == high
    huge: list[Any] = [low - 1, high + 1, -high - 1, math.nan, math.inf, -math.inf, 1e300, 10**400]
    for value in (*huge, True, False, str(low), [low], {}):
        with pytest.raises(ValidationError):
            PrintSettings.model_validate({name: value})
    if low > 0:
        with pytest.raises(ValidationError):
            PrintSettings.model_validate({name: 0})


def test_every_setting_has_a_reason_and_every_length_a_unit() -> None:
    for name, field in FIELDS.items():
        assert field.description, name
        assert field.description.endswith("."), name
        if name in NUMBERS and name not in ("font_weight", "joint_revision"):
            assert extra(field)["unit"] in ("mm", "deg", "racks"), name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[print]\nclearence = 0.2\n",
            "print.clearence: unknown key, the nearest known is print.cl",
        ),
        ("[prnt]\npitch = 21\n", '"prnt": unknown key, the nearest known is print'),
        ("pitch = 21\n", '"pitch": unknown key, the nearest known is print.pitch'),
        ("print = 21\n", "print = 21: must be a table"),
        ('[print]\npitch = "21"\n', 'print.pitch = "21": must be a number from 21 to 26 mm'),
        ("[print]\npitch = nan\n", "print.pitch = nan: must be a number from 21 to 26 mm"),
        ("[print]\nfont_weight = 700.0\n", "print.font_weight = 700.0: must be a whole number"),
        ("[print]\nplayers = 0\n", 'players = 0: must be from 1 to 8 racks, or "auto"'),
        ('[print]\ncap_height = "big"\n', 'must be a number from 7 to 14 mm, or "auto"'),
        ('[print]\nletter_style = "carved"\n', 'must be "engraved" or "raised" or "inlay"'),
        ('[print]\ntile_colour = "red"\n', "must be a colour such as"),
        ('[print]\ntile_colour = "#12345G"\n', "must be a colour such as"),
        ('[print]\nfont = ""\n', "must be a family name or the path of a font file"),
        ("[print]\nfont = 3\n", "print.font = 3: must be a family name"),
        ("[print]\njoint_revision = 3\n", "joint_revision = 3: must be from 1 to 2"),
        ('[print]\nmaterial = "petg"\n', 'unknown material "petg": must be one of PETG, PLA, did'),
        ('[print]\nprinter = "bambu-z9"\n', 'print.printer: unknown printer "bambu-z9": did you'),
        (
            "[print]\npitch = 1\nboard_rim = 9\ntile_size = 1\n",
            "print.pitch = 1: must be from 21",
        ),
        ("[print]\npitch = 1\nboard_rim = 9\ntile_size = 1\n", "(and 2 more)"),
    ],
)
def test_files(tmp_path: Path, text: str, said: str) -> None:
    game = '[game]\nextends = "werdup"\n'
    whole = text + game if not text.startswith("[") else game + text
    message = of_file(tmp_path, whole)
    assert message.startswith("my.toml: ")
    assert said in message


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("clearance_per_side=0.25", "the nearest known is print.clearance_per_side (keys begin"),
        ("max_height=6", "the nearest known is game.rules.stack.max_height"),
        ("print.clearence=1", "--set: print.clearence: unknown key, the nearest known is print.cl"),
        ("print.pitch", '--set "print.pitch": must be KEY=VALUE'),
        ("=3", "unknown key"),
        ("print=3", "unknown key"),
        ("print..pitch=3", "unknown key"),
        ("print.pitch=", '--set: print.pitch = "": must be a number'),
        ("print.pitch=0,25", 'print.pitch = "0,25": must be a number'),
        ("print.pitch=nan", "print.pitch = nan: must be a number"),
        ("print.pitch=1e999", "print.pitch = inf: must be a number"),
        ("game.letters=[A", '--set game.letters: "[A" is not a TOML value'),
        ("game.extends=app", "--set game.extends: can only be set in a file"),
        ("game.name=a/b", "must do as a folder's name"),
        ("game.tiles.10.E=0", "--set: game.tiles.10.E = 0: must be a whole number from 1"),
    ],
)
def test_set_options(option: str, said: str) -> None:
    message = refusal(set_options=[option])
    assert message.startswith("--set")
    assert said in message


def test_a_value_of_set_is_toml_and_a_bare_word_is_text() -> None:
    kit = load_settings(
        set_options=["print.font=Lexend Deca", "print.tile_colour=#FF0000", "print.cap_height=auto"]
    )
    assert (kit.print.font, kit.print.tile_colour) == ("Lexend Deca", "#FF0000")
    assert load_settings(set_options=['print.font="A=B"']).print.font == "A=B"


@pytest.mark.parametrize("name", ["a/b", "a\\b", "con", "NUL.x", ".hidden", "-o", "a.", " a", "a?"])
def test_names_that_are_no_folders_are_refused(name: str) -> None:
    message = refusal(named={"game.name": name})
    assert message.startswith("--name: game.name = ")


@pytest.mark.parametrize("name", ["Mein Spiel", "ß", "日本", "my.kit-2_b"])
def test_names_with_spaces_and_letters_of_any_script_are_fine(name: str) -> None:
    assert load_settings(named={"game.name": name}).profile_name == name


def test_the_game_half_is_refused_as_a_users_error() -> None:
    assert refusal(profile="werdap").startswith('unknown profile "werdap": did you mean werdup?')
    assert "game.rack_size = 99: must be from 3 to 10" in refusal(named={"game.rack_size": 99})


def test_materials_hold_the_figures_with_their_sources() -> None:
    found = {n: (m.density_g_per_cm3, m.strain_limit_repeated) for n, m in materials().items()}
    assert found == {"PETG": (1.27, 0.016), "PLA": (1.24, 0.008)}
    for one in materials().values():
        assert "40 %" in one.note
        assert one.strain_limit_repeated == pytest.approx(0.4 * one.strain_limit_once)
        assert one.advice.endswith(".")
    assert load_settings(set_options=["print.material=PETG"]).print.material == "PETG"
    with pytest.raises(UserError, match="must be one of PETG, PLA"):
        material("wood")


@pytest.mark.parametrize("joint", ["nest", "board", "rack"])
def test_fit_offsets_come_in_steps(joint: str) -> None:
    key = f"fit_offset_{joint}"
    for steps in range(-4, 5):
        printed = load_settings(named={f"print.{key}": steps * 0.05}).print
        assert getattr(printed, key) == round(steps * 0.05, 2)
    for value in (0.01, 0.07, -0.12, 0.1249):
        said = f"--fit-offset-{joint}: print.{key} = {value}: must be from -0.2 to 0.2 mm in steps"
        assert refusal(named={f"print.{key}": value}).startswith(said)
    assert "must be from -0.2 to 0.2 mm" in refusal(named={f"print.{key}": 0.45})


@given(
    key=st.sampled_from(sorted(FIELDS)),
    value=st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()),
)
def test_whatever_stands_there_is_taken_or_refused_in_one_line(key: str, value: object) -> None:
    said = ""
    try:
        load_settings(named={f"print.{key}": value})
    except UserError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1
    assert said.startswith("--") or not said


@given(option=st.text())
def test_whatever_follows_set_is_taken_or_refused_in_one_line(option: str) -> None:
    said = ""
    try:
        load_settings(set_options=[option, f"print.font={option}"])
    except UserError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1


@pytest.mark.parametrize("profile", ["/dev/zero", "deep.toml", "huge.toml", "number.toml"])
def test_a_profile_that_never_ends_or_is_out_of_all_measure(tmp_path: Path, profile: str) -> None:
    steps = ".".join("a" * 5000)
    (tmp_path / "deep.toml").write_text(f"[game]\nrules.{steps} = 1\n")
    (tmp_path / "huge.toml").write_text("# " + "x" * (17 * 2**20))
    (tmp_path / "number.toml").write_text("[print]\npitch = 0x" + "f" * 6000 + "\n")
    with pytest.raises(UserError) as refused:
        load_settings(tmp_path / profile)
    assert len(str(refused.value)) < 400


def test_keys_of_set_out_of_all_measure() -> None:
    with pytest.raises(UserError, match="unknown key"):
        load_settings(set_options=["print." + ".".join("a" * 20000) + "=1"])
