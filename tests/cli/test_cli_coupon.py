"""`kitgen coupon`: what it writes, what it says, what it refuses."""

import json
from pathlib import Path

import pytest

from kitgen.export.manifest import Manifest

ALL = ("nest", "board", "rack")


def test_one_coupon(run, tmp_path: Path) -> None:
    code, out, _ = run(["coupon", "board"])
    assert code == 0
    folder = tmp_path / "output" / "werdup-coupon"
    assert sorted(path.name for path in (folder / "3mf").iterdir()) == ["coupon-board.3mf"]
    manifest = Manifest.from_bytes((folder / "manifest.json").read_bytes())
    assert not manifest.whole
    assert len(manifest.parts) == 10
    assert {joint.kind for joint in manifest.joints} == {"board-snap"}
    assert [joint.clearance_per_side_mm for joint in manifest.joints] == [0.05, 0.1, 0.2, 0.3, 0.4]
    assert "Take the smallest number that goes together by hand and holds" in out
    assert "kitgen build --set print.clearance_per_side=0.30" in out
    assert "--set print.fit_offset_board=0.1" in out
    assert "whose strokes are the thinnest" not in out


def test_the_closing_words_name_settings_that_a_build_accepts(run) -> None:
    code, out, _ = run(["coupon", "nest", "--set", "print.clearance_per_side=0.4", "-o", "mine"])
    assert code == 0
    assert 'The tile carries "' in out
    lines = [line for line in out.splitlines() if "kitgen build " in line]
    assert len(lines) == 2
    for line in lines:
        options = line[line.index("kitgen build ") :].split()[2:]
        assert run(["build", "--dry-run", "--quiet", *options])[0] == 0


def test_json_is_all_that_is_printed(run) -> None:
    code, out, err = run(["coupon", "rack", "nest", "nest", "--json", "-o", "mine"])
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert said["output"] == "mine"
    assert said["marks_mm"] == {"05": 0.05, "10": 0.1, "20": 0.2, "30": 0.3, "40": 0.4}
    assert [(one["coupon"], one["pieces"]) for one in said["coupons"]] == [
        ("nest", 6),
        ("rack", 10),
    ]
    for one in said["coupons"]:
        assert Path("mine", one["file"]).is_file()
        assert 0 < one["cm3"] < 6
        assert one["grams"] == pytest.approx(one["cm3"] * 1.24, abs=0.01)


def test_quiet_says_nothing(run) -> None:
    assert run(["coupon", "board", "--quiet", "-o", "mine"]) == (0, "", "")


def test_the_font_reaches_the_tile(run) -> None:
    assert run(["coupon", "nest", "--quiet", "-o", "plain"])[0] == 0
    assert run(["coupon", "nest", "--quiet", "--font-weight", "650", "-o", "other"])[0] in (0, 2)
    code, out, _ = run(["coupon", "nest", "--set", "print.orientation_bar=all", "-o", "bars"])
    assert code == 0
    tile = "stl/coupon-nest-tile.stl"
    assert Path("plain", tile).read_bytes() != Path("bars", tile).read_bytes()
    cap = "stl/coupon-nest-20.stl"
    assert Path("plain", cap).read_bytes() == Path("bars", cap).read_bytes()
    assert "Nest: put the caps on the tile" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lid"], 'coupon "lid": must be nest or board or rack'),
        (["nest", "Board"], 'coupon "Board": must be nest or board or rack'),
        (["--printer", "kettle"], '--printer: print.printer: unknown printer "kettle"'),
        (["--profile", "werdap"], 'unknown profile "werdap": did you mean werdup?'),
        (["--set", "print.fit_offset_nest=0.01"], "in steps of 0.05 mm"),
        (
            ["board", "--set", "print.snap_arm_length=12.0"],
            "coupon at 0.4 mm on each side: strain of the snap arm",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(run, tmp_path: Path, arguments, said) -> None:
    code, out, err = run(["coupon", *arguments])
    assert code == 2
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "output").exists()


def test_a_folder_that_is_no_kit_is_kept(run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    code, _, err = run(["coupon", "rack", "-o", "mine"])
    assert code == 2
    assert "mine" in err
    assert run(["coupon", "rack", "--quiet", "--force", "-o", "mine"])[0] == 0
    assert (tmp_path / "mine" / "letter.txt").read_text() == "dear"
