"""Manifests that name less than the whole game, or ask less of a joint than it has to hold."""

import pytest
from kits import Silent
from rewritten import Copy

from kitgen.checks.entirety import entire
from kitgen.checks.held import findings as held
from kitgen.checks.package import findings as package
from kitgen.checks.written import WrittenKit
from kitgen.coupon import CouponRequest, build_coupon
from kitgen.settings import load_settings

ONLY = ("board-quarter", "rack-half", "tile-A", "tile-E", "tile-Qu")


@pytest.fixture
def copy(game, tmp_path):
    return Copy(game.folder, tmp_path / "spoilt")


def failed(copy):
    """By check its value and what it names."""
    found = entire(WrittenKit.read(copy.done()))
    return {f.check: (f.value, f.between) for f in found if f.verdict == "fail"}


def without(record, *gone):
    """Take what stands in the game away, and its joints."""
    record["assembly"] = [item for item in record["assembly"] if item["id"] not in gone]
    record["joints"] = [j for j in record["joints"] if not set(gone) & set(j["members"])]


def joint(record, name):
    return next(each for each in record["joints"] if each["id"] == name)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"size": 6, "clearance_per_side": 0.05},
        {"size": 6, "clearance_per_side": 0.4},
        {"size": 6, "letter_style": "raised"},
        {"size": 6, "letter_style": "inlay"},
        {"size": 6, "players": 1, "rack_size": 8},
        {"size": 16},
    ],
    ids=str,
)
def test_kits_as_built_are_entire(kits, settings):
    found = list(entire(WrittenKit.read(kits(**settings).folder)))
    assert {f.verdict for f in found} == {"pass"}
    assert {f.check.removeprefix("package.") for f in found} == {
        "cells", "stack", "row", "rack_seams", "racks", "board_seams",
        "locked", "arms", "lands", "nested",
    }  # fmt: skip


@pytest.mark.parametrize("only", [ONLY, ("tile-A",), ("rack-half-left",), ("board-quarter",)])
def test_kits_in_parts_are_asked_for_their_joints_only(kits, only):
    found = list(entire(WrittenKit.read(kits(size=6, only=only).folder)))
    assert {f.verdict for f in found} <= {"pass"}
    assert not {"package.cells", "package.stack", "package.row"} & {f.check for f in found}


def test_package_asks_it(copy):
    without(copy.record, "cell-4-4")
    found = package(WrittenKit.read(copy.done()))
    assert "package.cells" in {f.check for f in found if f.verdict == "fail"}


@pytest.mark.parametrize("gone", [("cell-0-1",), ("cell-4-7", "cell-9-9"), ("cell-9-0",)])
def test_empty_cells(copy, gone):
    without(copy.record, *gone)
    assert failed(copy) == {"package.cells": (100 - len(gone), ())}


@pytest.mark.parametrize("gone", ["stack-3", "stack-4", "stack-5"])
def test_a_stack_of_four(copy, gone):
    without(copy.record, gone)
    assert failed(copy)["package.stack"][0] == 4


@pytest.mark.parametrize("level", [2, 3, 5])
def test_a_stack_with_the_same_tile_twice(copy, level):
    items = {item["id"]: item for item in copy.record["assembly"]}
    items[f"stack-{level}"]["part"] = items["stack-1"]["part"]
    assert failed(copy)["package.stack"][0] == 4


@pytest.mark.parametrize("gone", [("rack-1-tile-2",), ("rack-1-tile-3", "rack-1-tile-7")])
def test_a_row_that_is_not_full(copy, gone):
    without(copy.record, *gone)
    assert failed(copy) == {"package.row": (7 - len(gone), ())}


@pytest.mark.parametrize("size", [None, "7", True, 0, -1, [7]])
def test_a_row_of_unknown_length(copy, size):
    copy.record["profile"]["game"]["rack_size"] = size
    assert failed(copy) == {"package.row": (None, ())}


@pytest.mark.parametrize("rack", ["rack-2", "rack-3", "rack-4"])
def test_racks_whose_halves_are_not_joined_or_not_there(copy, rack):
    record = copy.record
    record["joints"] = [j for j in record["joints"] if j["id"] != f"{rack}-snap"]
    assert failed(copy) == {"package.rack_seams": (1, (rack,))}
    without(record, f"{rack}-left")
    assert failed(copy) == {"package.rack_seams": (1, (rack,))}
    without(record, f"{rack}-right")
    assert {check: value for check, (value, _) in failed(copy).items()} == {"package.racks": 3}


@pytest.mark.parametrize("number", [2, 3, 4])
def test_three_board_seams(copy, number):
    """Left out, or the same pair a second time."""
    gone = joint(copy.record, f"board-snap-{number}")
    gone["members"] = joint(copy.record, "board-snap-1")["members"]
    assert failed(copy) == {"package.board_seams": (3, ())}
    copy.record["joints"].remove(gone)
    assert failed(copy) == {"package.board_seams": (3, ())}


SOME_JOINTS = ["board-snap-3", "rack-2-snap", "nest-cell-4-5", "nest-stack-3"]


@pytest.mark.parametrize("name", SOME_JOINTS)
@pytest.mark.parametrize("left", [0, 1, 4])
def test_joints_that_leave_out_directions(copy, name, left):
    spoilt = joint(copy.record, name)
    spoilt["locked"] = spoilt["locked"][:left]
    assert failed(copy) == {"package.locked": (1, (name,))}


@pytest.mark.parametrize("name", SOME_JOINTS)
def test_directions_that_are_all_the_same(copy, name):
    spoilt = joint(copy.record, name)
    spoilt["locked"] = [spoilt["locked"][0]] * 6
    assert failed(copy) == {"package.locked": (1, (name,))}


def test_held_measures_the_rest_where_nothing_is_locked(kits, tmp_path):
    copy = Copy(kits(size=6, only=ONLY).folder, tmp_path / "unlocked")
    for each in copy.record["joints"]:
        each["locked"] = []
    kit = WrittenKit.read(copy.done())
    (side,) = (f for f in held(kit) if f.verdict == "fail")
    assert (side.check, side.value) == ("held.side_play", None)
    found = {f.check: f for f in entire(kit) if f.verdict == "fail"}
    assert set(found) == {"package.locked"}
    assert found["package.locked"].value == len(copy.record["joints"])


@pytest.mark.parametrize("name", ["board-snap-2", "board-snap-4", "rack-3-snap"])
@pytest.mark.parametrize("spoil", ["no arms", "one arm", "no travel"])
def test_clips_without_arms_or_travel(copy, name, spoil):
    clip = joint(copy.record, name)
    if spoil == "no travel":
        clip["snap_travel_mm"] = 0.0
    else:
        count = 1 if spoil == "one arm" else 0
        clip["arms"], clip["arm_members"] = clip["arms"][:count], clip["arm_members"][:count]
    assert failed(copy) == {"package.arms": (1, (name,))}


@pytest.mark.parametrize("name", ["nest-cell-0-3", "nest-cell-7-2", "nest-stack-4"])
def test_nests_without_a_land_are_no_seams(copy, name):
    joint(copy.record, name)["land"] = None
    assert failed(copy) == {"package.lands": (1, (name,))}


@pytest.mark.parametrize(
    ("name", "carrier"),
    [
        ("nest-cell-0-3", "stack-1"),
        ("nest-cell-7-2", "rack-1-left"),
        ("nest-cell-5-5", "cell-5-6"),
        ("nest-stack-4", "stack-2"),
        ("nest-stack-5", "quarter-far-left"),
    ],
)
def test_nests_on_something_else(copy, name, carrier):
    spoilt = joint(copy.record, name)
    spoilt["members"] = [spoilt["members"][0], carrier]
    assert failed(copy) == {"package.nested": (1, (name,))}


def test_coupons_have_nests_of_their_own(tmp_path):
    build_coupon(CouponRequest(load_settings("werdup", size=6)), tmp_path / "coupon", Silent())
    assert {f.verdict for f in entire(WrittenKit.read(tmp_path / "coupon"))} == {"pass"}
