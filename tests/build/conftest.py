"""Whole kits, built through the command line once a session and judged by many tests."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock


@dataclass(frozen=True)
class Kit:
    """A kit's folder as a stranger finds it."""

    folder: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        return json.loads((self.folder / "manifest.json").read_bytes())

    def part(self, name: str) -> dict[str, Any]:
        (found,) = (part for part in self.manifest["parts"] if part["name"] == name)
        return found


@dataclass(frozen=True)
class Answer:
    """What a run of kitgen gave back."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory) -> Path:
    """A folder that all workers of pytest-xdist share, gone with the session."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def cache(shared_folder) -> Path:
    return shared_folder / "kitgen-cache"


@pytest.fixture(scope="session")
def run_kitgen(cache) -> Run:
    """Run kitgen as a program of its own, with the tests' cache."""

    def run(
        *arguments: object,
        cwd: Path,
        env: dict[str, str] | None = None,
        check: bool = False,
        drawn: bool = False,
    ) -> Answer:
        answer = subprocess.run(
            [sys.executable, "-m", "kitgen", *_words(arguments, check, drawn)],
            cwd=cwd,
            env={**os.environ, "KITGEN_CACHE_DIR": str(cache), **(env or {})},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        return Answer(answer.returncode, answer.stdout, answer.stderr)

    return run


@pytest.fixture
def kitgen_here(cache, tmp_path, monkeypatch, capfd) -> Run:
    """Run kitgen in this process, in an empty current folder; quick, for what builds no part."""
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(cache))
    here = tmp_path / "here"
    here.mkdir(exist_ok=True)
    monkeypatch.chdir(here)

    def run(*arguments: object, check: bool = False, drawn: bool = False) -> Answer:
        from kitgen.cli import main

        capfd.readouterr()
        code = main(_words(arguments, check, drawn))
        out, err = capfd.readouterr()
        return Answer(code, out, err)

    return run


def _words(arguments: Sequence[object], check: bool, drawn: bool = False) -> list[str]:
    """A build is measured and drawn only where a test is about that: it takes longer."""
    words = [str(argument) for argument in arguments]
    if words[0] != "build":
        return words
    without = ["--no-check"] * (not check) + ["--no-preview", "--no-paper"] * (not drawn)
    return [*words, *without]


def _built_once(folder: Path, run: Run, *arguments: object, check: bool = False) -> Kit:
    with FileLock(f"{folder}.lock"):
        if not (folder / "manifest.json").exists():
            answer = run("build", *arguments, "-o", folder, cwd=folder.parent, check=check)
            assert answer.code == 0, answer.err
    return Kit(folder)


@pytest.fixture(scope="session")
def kit10(shared_folder, run_kitgen) -> Kit:
    """The default kit. Nobody may change it; `copied` gives one that may be."""
    return _built_once(shared_folder / "kit-10", run_kitgen, "--size", 10, check=True)


@pytest.fixture(scope="session")
def kit6(shared_folder, run_kitgen) -> Kit:
    """A small kit for one player."""
    return _built_once(shared_folder / "kit-6", run_kitgen, "--size", 6, "--players", 1)


@pytest.fixture(scope="session")
def checked6(shared_folder, run_kitgen) -> Kit:
    """The same small kit with its report."""
    return _built_once(
        shared_folder / "checked-6", run_kitgen, *("--size", 6, "--players", 1), check=True
    )


@pytest.fixture(scope="session")
def inlay_kit(shared_folder, run_kitgen) -> Kit:
    """A few two-colour tiles."""
    return _built_once(
        shared_folder / "kit-inlay",
        run_kitgen,
        *("--size", 6, "--set", "print.letter_style=inlay", "--only", "tile-I,tile-O,tile-Qu"),
    )


@pytest.fixture
def copied(tmp_path) -> Callable[[Kit], Kit]:
    """Copy a kit, to spoil it."""

    def copy(kit: Kit) -> Kit:
        return Kit(Path(shutil.copytree(kit.folder, tmp_path / "copy" / kit.folder.name)))

    return copy


@pytest.fixture(scope="session")
def digests() -> Callable[[Path], dict[str, str]]:
    """Give the SHA-256 of every file below a folder, by relative path."""

    def digest(folder: Path) -> dict[str, str]:
        return {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    return digest
