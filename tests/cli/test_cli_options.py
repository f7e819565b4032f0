"""Options that several commands share are spelt, explained and refused alike."""

import re

import pytest

from kitgen.settings.print_settings import PrintSettings

SHEET = ["fonts", "--sheet", "letters.png"]
WITH_WEIGHT = [["build", "--dry-run"], ["coupon"], SHEET]


@pytest.mark.parametrize("command", WITH_WEIGHT, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("weight", "said"),
    [
        ("50", "--font-weight: print.font_weight = 50: must be from 100 to 1000"),
        ("1001", "--font-weight: print.font_weight = 1001: must be from 100 to 1000"),
        ("x", "Invalid value for '--font-weight': 'x' is not a whole number (see kitgen "),
        ("700.5", "Invalid value for '--font-weight': '700.5' is not a whole number (see kitgen "),
    ],
)
def test_a_weight_is_refused_in_the_same_words(run, command, weight, said) -> None:
    code, out, err = run([*command, "--font-weight", weight])
    assert (code, out) == (2, "")
    assert err.startswith(f"kitgen: error: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", WITH_WEIGHT, ids=lambda words: words[0])
def test_help_tells_the_weights_that_are_allowed(run, command) -> None:
    schema = PrintSettings.model_json_schema()["properties"]["font_weight"]
    bounds = f"{schema['minimum']} to {schema['maximum']};"
    _, out, _ = run([command[0], "--help"])
    assert re.search(rf"--font-weight N +{bounds}", out)
