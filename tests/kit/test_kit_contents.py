"""Which parts a kit has and how many of each, what is picked from it and what is refused."""

import json
from dataclasses import replace

import pytest
from spoilt import dimensions_of

from kitgen.errors import UserError
from kitgen.kit.contents import KitPart, chosen_parts, kit_parts
from kitgen.kit.dimensions import dimensions
from kitgen.production.letters import laid_out
from kitgen.settings import load_settings
from kitgen.store import Store


def kit(profile: str = "werdup", size: int | None = None, **named: object) -> tuple[KitPart, ...]:
    dims = dimensions(load_settings(profile, size=size, named=named))
    return kit_parts(dims, laid_out(dims, Store(None)))


@pytest.fixture(scope="module")
def werdup() -> tuple[KitPart, ...]:
    return kit()


@pytest.fixture(scope="module")
def inlaid() -> tuple[KitPart, ...]:
    return kit(**{"print.letter_style": "inlay"})


def counts(parts) -> dict[str, int]:
    return {part.name: part.count for part in parts}


def test_a_kit_has_board_racks_and_the_sets_tiles(werdup) -> None:
    settings = load_settings()
    found = counts(werdup)
    assert list(found)[:3] == ["board-quarter", "rack-half-left", "rack-half-right"]
    assert found["board-quarter"] == 4
    assert found["rack-half-left"] == found["rack-half-right"] == settings.game.players_max
    tiles = {part.label: part.count for part in werdup if part.kind == "tile"}
    assert tiles == dict(settings.tile_set.counts)
    assert list(tiles) == list(settings.tile_set.counts)
    assert sum(tiles.values()) == 100
    assert len(found) == len(werdup)


def test_players_set_the_racks() -> None:
    found = counts(kit(**{"print.players": 2}))
    assert (found["rack-half-left"], found["rack-half-right"]) == (2, 2)


def test_inlays_bring_a_letter_a_tile(inlaid) -> None:
    tiles = [part for part in inlaid if part.kind == "tile"]
    letters = [part for part in inlaid if part.kind == "tile-letter"]
    assert [f"{tile.name}-letter" for tile in tiles] == [letter.name for letter in letters]
    assert [tile.count for tile in tiles] == [letter.count for letter in letters]
    assert {letter.colour for letter in letters} == {"#20262E"}


@pytest.mark.parametrize("size", range(6, 17, 2))
def test_one_quarter_shape_makes_every_board(size: int) -> None:
    parts = kit(size=size)
    quarters = [part for part in parts if part.kind == "board-quarter"]
    assert [(quarter.name, quarter.count) for quarter in quarters] == [("board-quarter", 4)]
    assert quarters[0].parameters.cells == size // 2
    assert sum(part.count for part in parts if part.kind == "tile") >= size * size


@pytest.mark.parametrize("profile", ["hasbro-2006", "wikipedia", "classic-8x8", "euro-topwords"])
def test_blanks_have_no_letter(profile: str) -> None:
    counts_of = load_settings(profile).tile_set.counts
    parts = kit(profile, **{"print.letter_style": "inlay"})
    blanks = [part for part in parts if part.label == "_"]
    assert len(blanks) == ("_" in counts_of)
    for blank in blanks:
        assert blank.name == "tile-blank"
        assert blank.letter is None
        assert blank.parameters.letter.is_empty


def test_a_set_with_blanks_has_a_blank_tile(tmp_path) -> None:
    path = tmp_path / "blanks.toml"
    path.write_text(
        '[game]\nextends = "werdup"\nletters = ["A", "B"]\nblanks = true\n'
        "board_size = 6\n[game.tiles.6]\nA = 20\nB = 14\n_ = 2\n"
    )
    assert counts(kit(str(path)))["tile-blank"] == 2


@pytest.mark.parametrize(
    ("only", "names"),
    [
        (["tile-E"], ["tile-E"]),
        (["rack-half"], ["rack-half-left", "rack-half-right"]),
        (["tile-Z", "board-quarter"], ["board-quarter", "tile-Z"]),
        (["tile-E", "tile-E"], ["tile-E"]),
    ],
)
def test_parts_are_picked_by_name(werdup, only: list[str], names: list[str]) -> None:
    picked = chosen_parts(werdup, only=only)
    assert [part.name for part in picked] == names
    assert counts(picked) == {name: counts(werdup)[name] for name in names}


def test_the_letter_comes_with_its_tile(inlaid) -> None:
    picked = chosen_parts(inlaid, only=["tile-E"], spare={"E": 2})
    assert [part.name for part in picked] == ["tile-E", "tile-E-letter"]
    assert {part.count for part in picked} == {10}


def test_a_tile_does_not_bring_that_of_an_accented_letter(inlaid) -> None:
    accented = replace(inlaid[3], name="tile-A-diaeresis", label="Ä")
    parts = (*inlaid, accented)
    assert inlaid[3].name == "tile-A"
    picked = chosen_parts(parts, only=["tile-A"], spare={"tile-A": 1})
    assert counts(picked) == {"tile-A": 8, "tile-A-letter": 8}
    assert [part.name for part in chosen_parts(parts, only=["tile-A-diaeresis"])] == [accented.name]


@pytest.mark.parametrize(
    ("spare", "more"),
    [
        ({"E": 1}, {"tile-E": 1}),
        ({"tile-E": 3, "E": 1}, {"tile-E": 4}),
        ({"rack-half": 1}, {"rack-half-left": 1, "rack-half-right": 1}),
        ({"board-quarter": 1000}, {"board-quarter": 1000}),
    ],
)
def test_spares_are_added(werdup, spare, more) -> None:
    before, after = counts(werdup), counts(chosen_parts(werdup, spare=spare))
    assert {n: after[n] - before[n] for n in after if after[n] != before[n]} == more


@pytest.mark.parametrize(
    ("only", "spare", "message"),
    [
        (["tile-QU"], {}, "--only tile-QU: no such part; did you mean tile-"),
        (["xyzzy"], {}, "--only xyzzy: no such part; known are board-quarter, rack-half-left, "),
        ([""], {}, "--only : no such part"),
        ([], {"Ω": 1}, "--spare Ω: no such tile or part; "),
        ([], {"E": 0}, "--spare E=0: must be from 1 to 1000"),
        ([], {"E": -1}, "--spare E=-1: must be from 1 to 1000"),
        ([], {"E": 1001}, "--spare E=1001: must be from 1 to 1000"),
    ],
)
def test_what_no_part_has_is_refused(werdup, only, spare, message: str) -> None:
    with pytest.raises(UserError) as refused:
        chosen_parts(werdup, only=only, spare=spare)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def without_coupon(game) -> list[dict]:
    """The parts of the game in a manifest; the fit coupon that comes with them is no part of it."""
    return [part for part in game.manifest["parts"] if not part["kind"].startswith("coupon")]


def test_estimates_are_close_to_what_is_built(game) -> None:
    """The dry run's cm3 against the exact solids: tiles to a hair, parts with joints to 2 %."""
    parts = {part.name: part for part in kit()}
    for record in without_coupon(game):
        share = 1e-6 if record["kind"] == "tile" else 0.02
        solid = record["solid_volume_mm3"]
        assert parts[record["name"]].volume_mm3 == pytest.approx(solid, rel=share), record["name"]


def test_the_manifest_lists_what_the_kit_has(game, werdup) -> None:
    listed = {part["name"]: part["count"] for part in without_coupon(game)}
    assert listed == counts(werdup)
    assert json.dumps(game.manifest["profile"]["tiles"]) == json.dumps(
        {part.label: part.count for part in werdup if part.kind == "tile"}
    )
    assert dimensions_of().cells == 5
