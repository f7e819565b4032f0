"""docs/architecture.md draws the house as it stands."""

import re
import tomllib
from fnmatch import fnmatch

import pytest
from pages import ROOT, page

from kitgen.cli import COMMANDS

TEXT = page("docs/architecture.md")


def test_every_package_is_named() -> None:
    packages = {f"kitgen/{path.parent.name}/" for path in ROOT.glob("kitgen/*/__init__.py")}
    modules = {f"kitgen/{path.name}" for path in ROOT.glob("kitgen/[a-z]*.py")}
    rules = {f"rules/{path.parent.name}/" for path in ROOT.glob("rules/*/__init__.py")}
    # `kitgen/__init__.py` and `kitgen/__main__.py` are no rooms of the house.
    assert (packages | modules | rules) - set(TEXT.code()) == set()


def test_the_layers_are_those_that_are_held() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = (c for c in contracts["contracts"] if c["type"] == "layers")
    assert contract["exhaustive"]
    layers = contract["layers"]
    drawn = [block.split("\n") for block in TEXT.blocks("") if block.startswith("__main__\n")]
    assert drawn == [[*(layer.replace(" : ", " | ") for layer in layers), ""]]


def test_commands_have_a_module_each() -> None:
    for command in COMMANDS.values():
        assert re.fullmatch(r"kitgen\.cli\.\w+", command.module)


def test_no_folder_of_tests_is_passed_over(request: pytest.FixtureRequest) -> None:
    patterns = request.config.getini("norecursedirs")
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    names = {part for folder in folders for part in folder.relative_to(ROOT).parts}
    assert "build" in names
    assert not [name for name in names for pattern in patterns if fnmatch(name, pattern)]
