"""Every string of paper and pictures is asked for by some kit: none is dead, and none may go."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from booklet_kits import GAMES, KitOf, changes, full, kit_of
from kits import Kits
from slice_records import slice_of

from kitgen.export.manifest import Manifest
from kitgen.paper.booklet import booklet_data
from kitgen.paper.manual import manual_data
from kitgen.paper.score_sheet import score_sheet_data
from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.making import every_picture
from kitgen.pictures.page.preview import preview_page
from kitgen.slicing.record import RECORD
from kitgen.store import Store
from kitgen.wording import Wording

__all__ = ["kit_of"]

FORMS = {"one", "other"}
ALONE = (
    {"exchange.when": "never"},
    {"end.nobody_can_move": "bag_empty"},
    {"end.nobody_can_move": "bag_empty", "exchange.when": "never"},
    {"end.nobody_can_move": "off"},
    {"end.penalty_per_tile": 0},
    {"exchange.solo_free": 0, "exchange.solo_after": "lose_turn"},
)
TOGETHER = (
    {"stack.max_height": 1},
    {"stack.max_height": 1, "bonus.tiles": {"Qu": 2}, "bonus.when": "always"},
    {"exchange.when": "never", "challenge.window": "next_action"},
    {"exchange.when": "never", "end.nobody_can_move": "bag_empty"},
    {"scoring.mode": "per_letter", "scoring.stack_count": "added_tiles"},
    {"plural.rule": "referee"},
    {"plural.suffixes": ("Ψ",)},
    {"challenge.refill": "window_closed"},
    *(
        {"bonus.per": per, "bonus.when": when}
        for per in ("word", "turn")
        for when in ("flat_word", "always", "newly_placed")
    ),
)


def keys(table: Mapping[str, Any], below: str = "") -> Iterator[str]:
    """Paths of all strings; the forms of one that counts are one."""
    for key, value in table.items():
        path = f"{below}.{key}".lstrip(".")
        if isinstance(value, Mapping) and not value.keys() <= FORMS:
            yield from keys(value, path)
        else:
            yield path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Domain and path of everything that is looked up from now on."""
    found: set[tuple[str, str]] = set()
    look = Wording._at

    def watched(self: Wording, key: str) -> Any:
        found.add((self.domain, key))
        return look(self, key)

    monkeypatch.setattr(Wording, "_at", watched)
    return found


def unused(asked: set[tuple[str, str]], package: str, name: str) -> set[str]:
    table = Wording.read(package, name, "en").table
    return set(keys(table)) - {key for domain, key in asked if domain == f"{package}:{name}"}


def games(kit_of: KitOf) -> Iterator[PicturedKit]:
    yield full(kit_of)
    for key, value in changes():
        yield full(kit_of, rules={key: value})
    for changed in GAMES:
        yield full(kit_of, **changed)
    for rules in TOGETHER:
        yield full(kit_of, rules=rules)
        yield kit_of("werdup", rules=rules)
    for rules in ALONE:
        yield kit_of("solo", rules=rules)
        yield full(kit_of, rules=rules)
    yield from map(kit_of, ("werdup", "solo", "euro-topwords", "app", "hasbro-2006"))
    yield kit_of("solo", lexicon="house-list")
    yield kit_of("werdup-classic", language="de")
    yield kit_of("hasbro-2006", language="el", letters=dict.fromkeys("ΑΒΓΔΕΖΗΘΙΚΛΜ", 5))
    yield kit_of("werdup", start_squares=[[0, 0]])


def test_every_string_of_booklet_and_score_sheet_is_used(
    kit_of: KitOf, kits: Kits, asked: set[tuple[str, str]]
) -> None:
    kit = PicturedKit.read(kits(size=6, players=2).folder)
    booklet_data(kit, "en")
    profile = kit_of("hasbro-2006").manifest.profile
    ours = {**profile, "game": {**profile["game"], "name": "ours"}}
    booklet_data(replace(kit, manifest=kit.manifest.model_copy(update={"profile": ours})), "en")
    for kit in games(kit_of):
        booklet_data(kit, "en")
        score_sheet_data(kit, "en")
    # Names are looked up as a table.
    names = {f"editions.{table}" for table in ("name", "short")}
    left = unused(asked, "kitgen.paper", "booklet")
    assert {key for key in left if key.rpartition(".")[0] not in names} == set()
    assert unused(asked, "kitgen.paper", "score-sheet") == set()


def pictured(kits: Kits, tmp_path: Path) -> Iterator[PicturedKit]:
    """Kits of all kinds."""
    plain = kits(size=6, players=2).folder
    for folder in (
        plain,
        kits(size=6, players=1, letter_style="inlay").folder,
        kits(size=6, players=2, letter_style="raised").folder,
        kits(size=6, players=2, coupon="all").folder,
        kits(size=6, players=2, coupon="none").folder,
        kits(size=6, players=2, material="PETG").folder,
    ):
        yield PicturedKit.read(folder)
    kit = PicturedKit.read(plain)
    profile = kit.manifest.profile
    for change in (
        {"plates": (), "printer": None, "material": None},
        {"plates": _shared(kit.manifest)},
        {"parts": tuple(_with_another(kit.manifest))},
        {"parts": tuple(_with_a_blank(kit.manifest))},
        {"assembly": ()},
        {"profile": {**profile, "game": {**profile["game"], "language": "xx"}}},
        {"profile": _with_rule(profile, "stack", "max_height", 1)},
    ):
        yield replace(kit, manifest=kit.manifest.model_copy(update=change))
    shutil.copytree(plain, tmp_path / "sliced")
    sliced = PicturedKit.read(tmp_path / "sliced")
    record = slice_of(sliced, sliced.manifest_sha256, copies=2)
    (sliced.folder / RECORD).write_bytes(record.to_bytes())
    yield sliced


def _with_rule(profile: Mapping[str, Any], table: str, key: str, value: object) -> dict[str, Any]:
    rules = profile["game"]["rules"]
    changed = {**rules, table: {**rules[table], key: value}}
    return {**profile, "game": {**profile["game"], "rules": changed}}


def _shared(manifest: Manifest) -> tuple[Any, ...]:
    """Coupons and quarters on one plate."""
    first, second, *rest = manifest.plates
    return (first.model_copy(update={"items": (*first.items, *second.items)}), *rest)


def _with_a_blank(manifest: Manifest) -> Iterator[Any]:
    for part in manifest.parts:
        yield part.model_copy(update={"label": "_"}) if part.name == "tile-E" else part


def _with_another(manifest: Manifest) -> Iterator[Any]:
    yield from manifest.parts
    yield manifest.parts[0].model_copy(update={"name": "lid", "kind": "lid"})


def test_every_string_of_manual_pictures_and_page_is_used(
    kits: Kits, tmp_path: Path, asked: set[tuple[str, str]]
) -> None:
    for kit in pictured(kits, tmp_path):
        manual_data(kit, "en")
        every_picture(kit, "en", Store(kits.cache))
        preview_page(kit, "en")
    preview_page(PicturedKit.read(kits(size=6, only=("tile-E",)).folder), "en")
    assert unused(asked, "kitgen.paper", "manual") == set()
    assert unused(asked, "kitgen.pictures", "pictures") == set()
    assert unused(asked, "kitgen.pictures", "coupon") == set()
    assert unused(asked, "kitgen.pictures.page", "page") == set()
    # What is done is a list, taken from the table.
    left = unused(asked, "kitgen.steps", "steps")
    assert {key for key in left if not key.endswith(".do")} == set()
