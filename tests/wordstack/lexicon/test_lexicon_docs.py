"""The page on lexicons: its commands run, its Python runs, its names are those of the program."""

import re
import shlex
from pathlib import Path

import pytest
from wordstack.lexicon import REASONS
from wordstack.lexicon.shipped import ALIASES, ENGLISH

from kitgen.cli import main

PAGE = (Path(__file__).parents[3] / "docs" / "lexicons.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


COMMANDS = [line.split("#")[0] for block in blocks("sh") for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words.txt").write_text("haus\nkäse\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(command)
    assert (program, main(arguments)) == ("kitgen", 0)


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks("python"):
        exec(compile(block, "docs/lexicons.md", "exec"), {})
    assert capsys.readouterr().out.startswith("english-60 61349 ")


def test_every_name_and_reason_is_explained() -> None:
    for word in (*ENGLISH, *ALIASES, *REASONS):
        assert f"`{word}`" in PAGE
