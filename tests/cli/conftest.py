"""What tests of several commands share: a folder of its own, typed lines, and what came of them."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from kitgen.cli import main


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(
    tmp_path: Path,
    shared_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., tuple[int, str, str]]:
    """Run a command in a folder of its own, with what is typed; gives code, stdout and stderr."""
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(shared_cache))
    monkeypatch.setenv("KITGEN_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def call(arguments: list[str], *typed: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return call
