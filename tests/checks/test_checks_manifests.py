"""Manifests that say too little, or what cannot be: none of them lets a kit pass, none crashes."""

import json

import pytest
from rewritten import Copy

from kitgen.checks.reporting import REPORT_HTML, REPORT_JSON, checked, write_report
from kitgen.checks.standing import complete
from kitgen.checks.written import WrittenKit
from kitgen.errors import UserError
from kitgen.store import Store

PARTS = ("board-quarter", "rack-half", "tile-A", "tile-E")


@pytest.fixture(scope="module")
def kit(kits):
    return kits(size=6, only=PARTS).folder


@pytest.fixture
def copy(kit, tmp_path):
    return Copy(kit, tmp_path / "spoilt")


def failed(folder):
    """By check what is said of the assembly: its words and what is named."""
    found = complete(WrittenKit.read(folder))
    return {f.check: f.between for f in found if f.verdict == "fail"}


def without_joints(record, kind):
    record["joints"] = [joint for joint in record["joints"] if joint["kind"] != kind]


def without_items(record, chosen):
    """Take what stands in the game away, and its joints."""
    gone = {item["id"] for item in record["assembly"] if chosen(item)}
    record["assembly"] = [item for item in record["assembly"] if item["id"] not in gone]
    record["joints"] = [joint for joint in record["joints"] if not gone & set(joint["members"])]


def as_if_whole(record):
    """Of a kit in parts, the stack is what would hang in the air."""
    without_items(record, lambda item: item["group"] == "stack" and item["id"] != "stack-1")
    below = next(i for i in record["assembly"] if i["part"].startswith("tile"))
    if not any(item["group"] == "stack" for item in record["assembly"]):
        record["assembly"].append({**below, "id": "stack-1", "group": "stack"})
    record["whole"] = True


def test_kits_as_built_have_all_their_joints(copy):
    assert failed(copy.done()) == {}
    as_if_whole(copy.record)
    assert failed(copy.done()) == {}


@pytest.mark.parametrize(
    ("kind", "named"), [("board-snap", "quarter-"), ("rack-snap", "rack-"), ("nest", "cell-")]
)
def test_a_kit_whose_joints_are_left_out_fails(copy, kind, named):
    without_joints(copy.record, kind)
    found = failed(copy.done())
    assert set(found) == {"package.joined"}
    assert all(name.startswith(named) for name in found["package.joined"])


def test_one_board_seam_that_is_left_out_names_its_two_quarters(copy):
    gone = next(joint for joint in copy.record["joints"] if joint["kind"] == "board-snap")
    copy.record["joints"].remove(gone)
    assert set(failed(copy.done())["package.joined"]) == set(gone["members"])


def test_one_tile_that_sits_on_nothing_is_named(copy):
    gone = next(joint for joint in copy.record["joints"] if joint["kind"] == "nest")
    copy.record["joints"].remove(gone)
    assert failed(copy.done())["package.joined"] == (gone["members"][0],)


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ("board-quarter", ("board-quarter",) * 4),
        ("rack-half-left", ("rack-half-left",)),
        ("tile-", ("tile (board)", "tile (stack)")),
    ],
)
def test_a_whole_kit_that_leaves_a_part_out_of_the_game_fails(copy, part, named):
    as_if_whole(copy.record)
    without_items(copy.record, lambda item: item["part"].startswith(part))
    assert failed(copy.done())["package.standing"] == named


def test_a_kit_without_parts_fails(copy):
    copy.record.update(parts=[], assembly=[], joints=[], plates=[], printer=None, files=[])
    _, report = checked(copy.done(), Store(None), jobs=1)
    assert report.verdict == "fail"
    assert "package.parts" in {f.check for f in report.findings if f.verdict == "fail"}


def test_plates_that_are_left_out_are_missed(copy):
    copy.record["plates"] = []
    assert "package.plate" in failed(copy.done())


def test_what_cannot_be_measured_fails_and_leaves_the_rest_judged(copy, tmp_path):
    """A rack 1000 km away: each figure is sound, a grid over the game would fill the memory."""
    item = next(item for item in copy.record["assembly"] if item["part"] == "rack-half-left")
    item["pose"][0][3] = 1e9
    store = Store(tmp_path / "cache")
    for _ in range(2):  # the second time from the cache, as far as anything was kept
        _, report = checked(copy.done(), store, jobs=1)
        broken = [f for f in report.findings if f.check.endswith(".measurable")]
        assert report.verdict == "fail"
        assert broken
        assert all(f.verdict == "fail" and "\n" not in f.note for f in broken)
        assert any(check.verdict == "pass" and check.findings for check in report.checks)


@pytest.mark.parametrize("value", [None, "x", True, [1], -1, float("nan"), float("inf"), 10**5])
def test_a_profile_with_a_size_that_is_none_is_refused(copy, value):
    copy.record["profile"]["size"] = value if value != 10**5 else 10**400
    with pytest.raises(UserError, match=r"^manifest\.json.*size.*") as refused:
        WrittenKit.read(copy.done())
    assert "\n" not in str(refused.value)


def test_reports_replace_each_other_and_leave_nothing_half_written(copy):
    folder = copy.done()
    kit, report = checked(folder, Store(None), jobs=1)
    before = {path.name for path in folder.iterdir()}
    # Where an earlier version was ended between writing and renaming.
    (folder / f".{REPORT_JSON}.part").mkdir()
    for _ in range(2):
        write_report(kit, report, Store(None))
    after = {path.name for path in folder.iterdir()} - {f".{REPORT_JSON}.part"}
    assert after == before | {REPORT_JSON, REPORT_HTML}
    assert json.loads((folder / REPORT_JSON).read_bytes())["verdict"] == report.verdict


def test_a_report_that_cannot_be_written_leaves_no_piece_of_it(copy, monkeypatch):
    folder = copy.done()
    kit, report = checked(folder, Store(None), jobs=1)
    before = {path.name for path in folder.iterdir()}

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_report(kit, report, Store(None))
    assert {path.name for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    "data",
    [b"", b"solid x\nendsolid x\n", b"x" * 80 + b"\xff" * 4, bytes(300), b"\x00" * 84],
    ids=["empty", "ascii", "4294967295 triangles", "zeros", "no triangles"],
)
def test_what_is_no_stl_fails_in_one_line_each(copy, data, capfd):
    copy.write("stl/tile-E.stl", data)
    _, report = checked(copy.done(), Store(None), jobs=1)
    assert "files.readable" in {f.check for f in report.findings if f.verdict == "fail"}
    assert not [f for f in report.findings if f.check.endswith(".measurable")]
    assert capfd.readouterr() == ("", "")


def test_what_could_not_be_judged_is_not_counted_as_within_its_limits(copy):
    copy.record["profile"]["print"]["font"] = "A Font That Nobody Has"
    _, report = checked(copy.done(), Store(None), jobs=1)
    unknown = sum(f.verdict == "not judged" for f in report.findings)
    assert unknown
    if report.verdict == "pass":
        judged = len(report.findings) - unknown
        assert f"all {judged} figures" in report.summary()
        assert f"{unknown} could not be judged" in report.summary()
