"""Profiles in manifests: figures are figures, whoever wrote the manifest."""

import pytest

from kitgen.errors import UserError
from kitgen.export.profile_figures import FIGURES, POSITIVE, require_figures
from kitgen.production.records import resolved
from kitgen.settings import load_settings

WRONG = [None, "x", "0.2", [1], {}, True, -1, float("nan"), float("inf"), -float("inf"), 1e308]
HUGE = 10**5000
"""More digits than Python writes."""


@pytest.mark.parametrize("profile", ["werdup", "hasbro-2006", "solo"])
def test_shipped_profiles_are_sound_and_hold_every_figure(profile):
    found = resolved(load_settings(profile))
    require_figures(found)
    assert set(FIGURES) <= set(found["print"])


def test_what_a_profile_lacks_is_no_fault():
    require_figures({})
    require_figures({"print": {}, "tiles": {}, "game": {}, "size": 0, "another": object()})


@pytest.mark.parametrize("value", [*WRONG, HUGE], ids=lambda v: "huge" if v is HUGE else repr(v))
@pytest.mark.parametrize("key", ["size", "tiles.E", *(f"print.{key}" for key in FIGURES)])
def test_what_is_no_figure_is_refused_in_one_line_that_names_it(key, value):
    table, _, name = key.rpartition(".")
    with pytest.raises(UserError) as refused:
        require_figures({table: {name: value}} if table else {name: value})
    line = str(refused.value)
    assert f"profile.{key}: " in line
    assert "; allowed is " in line
    assert "\n" not in line
    assert len(line) < 200


@pytest.mark.parametrize("key", FIGURES)
def test_nothing_is_a_figure_where_it_may_be(key):
    profile = {"print": {key: 0}}
    if key in POSITIVE:
        with pytest.raises(UserError):
            require_figures(profile)
    else:
        require_figures(profile)


@pytest.mark.parametrize("key", ["print", "tiles", "game"])
@pytest.mark.parametrize("value", [None, "x", [], 5])
def test_tables_are_tables(key, value):
    with pytest.raises(UserError, match=rf"profile\.{key}: .*allowed is a table"):
        require_figures({key: value})


@pytest.mark.parametrize("value", [None, 5, HUGE, ["Lexend"]], ids=["null", "5", "huge", "list"])
def test_a_font_is_a_text(value):
    with pytest.raises(UserError, match=r"profile\.print\.font: .*allowed is a text"):
        require_figures({"print": {"font": value}})
