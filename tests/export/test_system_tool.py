"""A judge that is missing skips a test for a user, and fails it where it must be there."""

import pytest


@pytest.mark.parametrize(
    ("ci", "outcome"),
    [("true", pytest.fail.Exception), ("", pytest.skip.Exception), (None, pytest.skip.Exception)],
)
def test_a_missing_program(system_tool, monkeypatch, ci, outcome):
    monkeypatch.setenv("PATH", "")
    if ci is None:
        monkeypatch.delenv("CI", raising=False)
    else:
        monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match=r"admesh is not installed .*apt-get install admesh"):
        system_tool("admesh")
