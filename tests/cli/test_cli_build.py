"""How `kitgen build` reads its options, before anything is built."""

import pytest
import typer

from kitgen.cli import main
from kitgen.cli.build import _names, _spares
from kitgen.cli.numbers import whole_number, whole_number_in
from kitgen.errors import UserError


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ([], ()),
        (["tile-E"], ("tile-E",)),
        (["tile-E,rack-half"], ("tile-E", "rack-half")),
        (["tile-E, rack-half ,", "tile-Qu"], ("tile-E", "rack-half", "tile-Qu")),
    ],
)
def test_names_of_parts(options, names):
    assert _names(options) == names


@pytest.mark.parametrize("options", [[""], [","], [" , "], ["", ""]])
def test_an_only_that_names_nothing_is_not_taken_for_everything(options):
    with pytest.raises(UserError, match="names no part"):
        _names(options)


@pytest.mark.parametrize(
    ("options", "spares"),
    [
        ([], {}),
        (["E=1"], {"E": 1}),
        (["E=1,Qu=2", "E=3"], {"E": 4, "Qu": 2}),
        (["board-quarter=1"], {"board-quarter": 1}),
        (["==2"], {"=": 2}),  # a tile may carry any sign
    ],
)
def test_spares(options, spares):
    assert _spares(options) == spares


@pytest.mark.parametrize("option", ["E", "E=", "=1", "E=one", "E=+1", "E=-1", "E=1.0", "E=²", ""])
def test_spares_that_are_none(option):
    with pytest.raises(UserError, match="must be a tile and a number"):
        _spares([option])


@pytest.mark.parametrize(("text", "number"), [("10", 10), ("-3", -3), ("007", 7), (" 8 ", 8)])
def test_whole_numbers(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "ten", "1.0", "1e1", "0x10", "1_0", "\u0661\u0660", "1" * 5000]
)
def test_what_is_no_whole_number_is_repeated(text):
    with pytest.raises(typer.BadParameter) as failure:
        whole_number(text)
    assert repr(text) in str(failure.value)


def test_at_least_one_process_builds():
    assert whole_number_in(1)("1") == 1
    for text in ("0", "-2"):
        with pytest.raises(typer.BadParameter, match=f"{text} must be 1 or more"):
            whole_number_in(1)(text)


def test_a_number_within_two_bounds():
    assert whole_number_in(0, 5)("5") == whole_number_in(0, 5)(5) == 5
    with pytest.raises(typer.BadParameter, match="6 must be from 0 to 5"):
        whole_number_in(0, 5)("6")


def test_help_names_every_option_of_the_manual(capsys):
    assert main(["build", "--help"]) == 0
    out = capsys.readouterr().out
    for option in (
        *("--profile", "--size", "--output", "--font", "--font-weight", "--players", "--set"),
        *("--only", "--spare", "--step", "--dry-run", "--jobs", "--no-cache", "--force"),
        *("--quiet", "--json", "--no-validate", "--strict"),
    ):
        assert option in out
    assert "Example: kitgen build" in out
