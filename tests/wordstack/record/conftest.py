"""Makes `recorded_games` importable, and keeps built lexicons out of the user's folders."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KITGEN_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("KITGEN_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield
