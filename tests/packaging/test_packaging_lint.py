"""There is one way to import the rules: a second would load a second copy of every class."""

import subprocess
import sys

import pytest

from .conftest import CLONE


def lint(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *(sys.executable, "-m", "ruff", "check", "--select", "TID251", "--no-cache"),
            *("--config", str(CLONE / "pyproject.toml"), "--stdin-filename", "kitgen/x.py", "-"),
        ],
        input=code,
        capture_output=True,
        text=True,
        check=False,
        cwd=CLONE,
    )


@pytest.mark.parametrize(
    "code",
    [
        "import rules.wordstack\n",
        "import rules.wordstack.profile\n",
        "from rules.wordstack import load_profile\n",
        "from rules import wordstack\n",
    ],
)
def test_the_second_path_to_the_rules_is_refused(code: str) -> None:
    answer = lint(code)
    assert answer.returncode == 1
    assert "a second path would load a second copy of every class" in answer.stdout


def test_the_one_path_to_the_rules_is_allowed() -> None:
    answer = lint("import wordstack\nfrom wordstack import load_profile\n")
    assert answer.returncode == 0, answer.stdout
