"""What is kept in the cache is made anew when any module that made it changes."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import wordstack

import kitgen
from kitgen.kit.dimensions import dimensions
from kitgen.production import plates
from kitgen.settings import load_settings

ROOTS = {package.__name__: Path(*package.__path__) for package in (kitgen, wordstack)}

NO_PART_IN_IT = {
    "kitgen": "its version; what is kept and has it, a plate, has it in its key",
    "kitgen.carry": "names of lists of files; the lists are written anew each time",
    "kitgen.errors": "what cannot be made is not kept",
    "kitgen.processes": "how many processes work, and what becomes of them",
    "kitgen.store": "entries say how they are written",
    "wordstack.errors": "what cannot be made is not kept",
}
"""Modules that no entry depends on, and why; nor on what they import."""
GIVEN: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("kitgen.pictures.drawing", "_CODE"): {
        "kitgen.export.manifest": "digests of the parts that are drawn are in the key",
        "kitgen.export.manifest_file": "digests of the parts that are drawn are in the key",
        "kitgen.settings": "colours that are drawn are in the key",
        "kitgen.wording": "nothing in a picture is written",
        "wordstack": "what lies where is in the key",
    },
    ("kitgen.pictures.position", "_CODE"): {
        "kitgen.export.manifest_file": "the digest of the rules is in the key",
        "kitgen.pictures.kit": "the digests of rules and words are in the key",
    },
    ("kitgen.production.coupon_letters", "_CODE"): {
        "kitgen.kit.assembly": "it tells where parts stand, and is not asked",
        "kitgen.kit.contents": "outlines of the kit's letters are in the key",
        "kitgen.kit.dimensions": "the one that is asked is in the key",
        "kitgen.joints": "only the coupon's parts need them",
        "kitgen.kit.fits": "only the coupon's parts need it",
        "kitgen.kit.poses": "it tells where parts stand, and is not asked",
        "kitgen.parts": "only the coupon's parts need them",
        "kitgen.settings": "the digest of the font that is the default is in the key",
    },
    ("kitgen.production.letters", "_CODE"): {
        "kitgen.kit": "those of the dimensions that are asked are in the key",
    },
    ("kitgen.production.meshes", "_CODE"): {
        "kitgen.export.step": "STEP files have a key of their own",
    },
    ("kitgen.production.plates", "_CODE"): {
        "kitgen.kit": "those of the dimensions that are asked are in the key, and the parts",
        "kitgen.settings": "figures of printer and material are in the key",
    },
}
"""Modules whose answers one key has by value, and where; so none of what they import matters."""


def _name(path: Path, root: Path) -> str:
    steps = [root.name, *path.relative_to(root).with_suffix("").parts]
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


MODULES = {_name(path, root): path for root in ROOTS.values() for path in root.rglob("*.py")}


def _runs(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below one, but what is there for types only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _runs(child)


@cache
def imported(module: str) -> frozenset[str]:
    """Modules of ours that a module imports, at its head or in a function."""
    found: set[str] = set()
    for node in _runs(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            assert not node.level, f"{module}: an import that does not say from where"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names
            if not names <= MODULES.keys():  # something of the package's own file
                found.add(node.module)
        elif "import_module" in (getattr(node, "id", ""), getattr(node, "attr", "")):
            # By names that only the run knows: of its own package.
            package = module if MODULES[module].stem == "__init__" else module.rpartition(".")[0]
            found |= {name for name in MODULES if name.startswith(f"{package}.")}
    return frozenset(found & MODULES.keys() - {module})


def _is_of(module: str, names: Mapping[str, str] | tuple[str, ...]) -> bool:
    """Whether a module is one of those that are named, or lies in a package that is."""
    return any(module == name or module.startswith(f"{name}.") for name in names)


def closure(module: str, without: Mapping[str, str]) -> set[str]:
    """A module and all that it imports, and so on; none that are excepted, nor through them."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        one = waiting.pop()
        # The package kitgen itself stands for no more than what is in its own file.
        excepted = one in without if one == "kitgen" else _is_of(one, _but_kitgen(without))
        if one not in found and not excepted:
            found.add(one)
            waiting += imported(one)
    return found


def _but_kitgen(names: Mapping[str, str]) -> dict[str, str]:
    return {name: why for name, why in names.items() if name != "kitgen"}


def makers() -> list[tuple[str, str]]:
    """Modules that keep something, and the names of what they say that it depends on."""
    found = []
    for module, path in sorted(MODULES.items()):
        for node in _runs(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "code_fingerprint":
                pair = (module, ast.unparse(node.args[0]))
                found += [pair] * (pair not in found)
    return found


@pytest.mark.parametrize(("module", "code"), makers())
def test_every_module_that_has_a_part_in_an_entry_is_in_its_key(module: str, code: str) -> None:
    covering = getattr(importlib.import_module(module), code)
    needed = closure(module, NO_PART_IN_IT | dict(GIVEN.get((module, code), {})))
    assert sorted(name for name in needed if not _is_of(name, covering)) == []


def test_exceptions_are_of_modules_that_would_be_needed() -> None:
    everything = {maker: closure(maker[0], {}) for maker in makers()}
    assert set(GIVEN) <= set(everything)
    for maker, excepted in GIVEN.items():
        of_others = [
            name for name in excepted if not any(_is_of(m, (name,)) for m in everything[maker])
        ]
        assert of_others == []
    assert set(NO_PART_IN_IT) <= set().union(*everything.values())


def test_imports_are_found_wherever_they_stand() -> None:
    assert "kitgen.paper.manual" in imported("kitgen.paper.making")  # in a function
    assert "kitgen.pictures.scene" not in imported("kitgen.pictures.making")  # for types
    assert "kitgen.checks.gaps" in imported("kitgen.checks.catalogue")  # by its name
    assert "kitgen.slicing.process" in closure("kitgen.paper.making", NO_PART_IN_IT)


def test_a_plate_of_another_version_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    of_kit = dimensions(load_settings("werdup", size=6))
    before = plates._key(of_kit, [], {})
    assert plates._key(of_kit, [], {}) == before
    monkeypatch.setattr(plates, "__version__", "99.0")
    assert plates._key(of_kit, [], {}) != before
