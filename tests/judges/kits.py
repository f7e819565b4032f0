"""Kits as files, built once for all tests of a run and shared by its processes."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import pytest
from assembled import Game

from kitgen.build import build
from kitgen.production.planning import Request, plan
from kitgen.settings import load_settings


class Silent:
    """Progress that nobody watches."""

    def __getattr__(self, _: str) -> Callable[..., None]:
        return lambda *_, **__: None


@dataclass
class Kits:
    """Builds kits below one folder, each but once."""

    base: Path
    """Shared by all processes of a run: parts that one has built are found by the others."""
    games: dict[str, Game] = field(default_factory=dict)

    @property
    def cache(self) -> Path:
        return self.base / "kit-cache"

    def __call__(
        self,
        *,
        size: int | None = None,
        only: Iterable[str] = (),
        profile: str = "werdup",
        rack_size: int | None = None,
        **printed: object,
    ) -> Game:
        """Build a kit, with `printed` over the defaults of ``[print]``, and read its files."""
        named = {f"print.{key}": value for key, value in printed.items()}
        if rack_size is not None:
            named["game.rack_size"] = rack_size
        key = repr((profile, size, tuple(only), sorted(named.items())))
        if key not in self.games:
            worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
            target = self.base / f"kit-{worker}-{len(self.games)}"
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("KITGEN_CACHE_DIR", str(self.cache))
                settings = load_settings(profile, size=size, named=named)
                request = Request(settings, only=tuple(only), jobs=1)
                build(plan(request), target, Silent())
            self.games[key] = Game.read(target)
        return self.games[key]


@lru_cache
def _kits_in(base: Path) -> Kits:
    return Kits(base)


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Kits:
    """Call it with settings to get a kit that was written and read again."""
    base = tmp_path_factory.getbasetemp()
    return _kits_in(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session")
def game(kits: Kits) -> Game:
    """The kit of the default profile, 10 x 10."""
    return kits()
