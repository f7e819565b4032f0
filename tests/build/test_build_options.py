"""What each option of `kitgen build` changes, and that it changes nothing else."""

import csv
import json
from pathlib import Path

import pytest
from wordstack.packaged import profile_names


def counts(folder) -> dict[str, int]:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    return {part["name"]: part["count"] for part in manifest["parts"]}


def build(run, folder, *arguments):
    answer = run("build", *arguments, "-o", folder)
    assert answer.code == 0, answer.err
    return counts(folder)


@pytest.fixture
def kit(tmp_path) -> Path:
    return tmp_path / "here/kit"


def test_only_some_parts(kitgen_here, kit, kit10, digests):
    built = build(kitgen_here, kit, "--only", "tile-E,rack-half")
    assert built == {"rack-half-left": 4, "rack-half-right": 4, "tile-E": 8}
    whole = digests(kit10.folder)
    for path, digest in digests(kit).items():
        if path.startswith("stl/"):
            assert digest == whole[path]  # a part made later fits, being the same
    manifest = json.loads((kit / "manifest.json").read_bytes())
    names = {part["name"] for part in manifest["parts"]}
    assert {placed["part"] for placed in manifest["assembly"]} <= names
    placed = {placed["id"] for placed in manifest["assembly"]}
    assert all(set(joint["members"]) <= placed for joint in manifest["joints"])


def test_only_may_be_said_in_pieces(kitgen_here, kit):
    options = ("--only", "tile-E, tile-Qu", "--only", "tile-I", "--size", 6)
    assert list(build(kitgen_here, kit, *options)) == ["tile-E", "tile-I", "tile-Qu"]


def test_only_a_kind(kitgen_here, kit):
    built = build(kitgen_here, kit, "--only", "tile")
    assert len(built) == 26
    assert sum(built.values()) == 100


def test_only_says_what_is_missing(kitgen_here, kit):
    answer = kitgen_here("build", "--only", "tile-E", "-o", kit)
    assert "1 of the 39 parts of the whole kit" in answer.out


def test_spares_are_added(kitgen_here, kit, kit10):
    built = build(
        kitgen_here,
        kit,
        "--no-validate",
        *("--spare", "E=1", "--spare", "Qu=2,board-quarter=1", "--spare", "E=1"),
    )
    expected = counts(kit10.folder)
    expected["tile-E"] += 2
    expected["tile-Qu"] += 2
    expected["board-quarter"] += 1
    assert built == expected


def test_a_spare_of_both_rack_halves(kitgen_here, kit):
    built = build(kitgen_here, kit, "--only", "rack-half", "--spare", "rack-half=1")
    assert built == {"rack-half-left": 5, "rack-half-right": 5}


def test_spares_are_on_the_sheet_and_in_the_bill(kitgen_here, kit, read_3mf):
    build(kitgen_here, kit, "--only", "tile-Z", "--spare", "Z=2")
    placed = [name for name, _ in read_3mf(kit / "3mf/kit.3mf").items]
    assert placed == ["tile-Z"] * 3
    with (kit / "bom.csv").open(newline="") as file:
        assert next(row for row in csv.reader(file) if row[0] == "tile-Z")[1] == "3"


def test_players(kitgen_here, kit):
    built = build(kitgen_here, kit, "--players", 2, "--only", "rack-half")
    assert built == {"rack-half-left": 2, "rack-half-right": 2}


def test_a_dry_run_writes_nothing_and_needs_no_kernel(kitgen_here, tmp_path, monkeypatch):
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path / "cache"))
    answer = kitgen_here("build", "--dry-run", "-o", "sub/kit", "--no-cache")
    assert answer.code == 0
    assert list((tmp_path / "here").iterdir()) == []
    assert not (tmp_path / "cache").exists()
    assert answer.err == ""
    assert "Nothing was built" in answer.out
    assert "note: the profile's own set for 10 x 10: 100 tiles" in answer.out


def test_a_dry_run_leaves_an_earlier_kit_alone(kitgen_here, kit, digests):
    build(kitgen_here, kit, "--only", "tile-E", "--size", 6)
    before = digests(kit)
    assert kitgen_here("build", "--dry-run", "-o", kit).code == 0
    assert digests(kit) == before


@pytest.mark.parametrize(
    ("which", "arguments"),
    [
        ("kit10", ("--size", 10)),
        ("kit6", ("--size", 6, "--players", 1)),
        (
            "inlay_kit",
            *[
                (
                    "--size",
                    6,
                    "--set",
                    "print.letter_style=inlay",
                    "--only",
                    "tile-I,tile-O,tile-Qu",
                )
            ],
        ),
    ],
)
def test_the_figures_of_a_dry_run_are_those_of_the_kit(which, arguments, request, kitgen_here):
    kit = request.getfixturevalue(which)
    answer = kitgen_here("build", "--dry-run", "--json", *arguments)
    said = {row["part"]: row for row in json.loads(answer.out)["parts"]}
    assert {name: row["count"] for name, row in said.items()} == counts(kit.folder)
    for part in kit.manifest["parts"]:
        volume = part["solid_volume_mm3"] / 1000
        # 3 decimals are written
        assert said[part["name"]]["cm3_each"] == pytest.approx(volume, rel=0.02, abs=6e-4)


def test_json_is_the_only_thing_on_stdout(kitgen_here, kit):
    answer = kitgen_here("build", "--size", 6, "--only", "tile-E", "--json", "-o", "kit")
    assert answer.code == 0
    assert answer.err == ""
    said = json.loads(answer.out)
    assert said["output"] == "kit"
    (row,) = said["parts"]
    (part,) = json.loads((kit / "manifest.json").read_bytes())["parts"]
    assert row["part"] == "tile-E"
    assert row["count"] == part["count"]
    assert row["cm3_in_all"] == pytest.approx(
        part["solid_volume_mm3"] * part["count"] / 1000, abs=1e-3
    )
    assert row["grams_in_all"] == pytest.approx(row["cm3_in_all"] * 1.24, abs=1e-2)


def test_quiet_says_nothing(kitgen_here, kit):
    answer = kitgen_here("build", "--size", 6, "--only", "tile-E", "--quiet", "-o", kit)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert (kit / "manifest.json").exists()
    refused = kitgen_here("build", "--size", 7, "--quiet", "-o", kit)
    assert refused.code == 2
    assert refused.err.count("\n") == 1


def test_step_files_are_written_and_listed(kitgen_here, kit):
    build(kitgen_here, kit, "--size", 6, "--only", "tile-E", "--step")
    manifest = json.loads((kit / "manifest.json").read_bytes())
    assert "step/tile-E.step" in {file["path"] for file in manifest["files"]}
    assert (kit / "step/tile-E.step").read_bytes().startswith(b"ISO-10303-21;")
    build(kitgen_here, kit, "--size", 6, "--only", "tile-E")
    assert not (kit / "step").exists()


def test_set_reaches_geometry_and_manifest(kitgen_here, kit, kit6):
    build(
        kitgen_here,
        kit,
        *("--size", 6, "--only", "tile-E,board-quarter", "--players", 1),
        *("--set", "print.clearance_per_side=0.25", "--set", "print.letter_relief=0.6"),
    )
    manifest = json.loads((kit / "manifest.json").read_bytes())
    assert manifest["profile"]["print"]["clearance_per_side"] == 0.25
    assert {
        joint["clearance_per_side_mm"] for joint in manifest["joints"] if joint["kind"] == "nest"
    } == {0.25}
    volumes = {part["name"]: part["solid_volume_mm3"] for part in manifest["parts"]}
    for name, volume in volumes.items():
        assert abs(volume - kit6.part(name)["solid_volume_mm3"]) > 1
    assert manifest["parts"][1]["letter"]["relief_mm"] == 0.6


def test_later_layers_win(kitgen_here, tmp_path):
    (tmp_path / "here/own.toml").write_text(
        '[game]\nname = "own"\nextends = "werdup"\n[print]\nplayers = 3\n'
    )

    def racks(*arguments):
        answer = kitgen_here("build", "--dry-run", "--json", *arguments)
        rows = {row["part"]: row["count"] for row in json.loads(answer.out)["parts"]}
        return rows["rack-half-left"]

    assert racks() == 4
    assert racks("--profile", "own.toml") == 3
    assert racks("--profile", "own.toml", "--set", "print.players=2") == 2
    assert racks("--profile", "own.toml", "--set", "print.players=2", "--players", 1) == 1


def test_weight_and_font_reach_the_letters(kitgen_here, kit):
    import fontpkg_atkinson_hyperlegible as package

    (bold,) = Path(package.__file__).parent.rglob("*-Bold.ttf")
    common = ("--size", 6, "--only", "tile-E")
    fonts = {}
    for name, options in {
        "default": (),
        "bold": ("--font", "Atkinson Hyperlegible", "--font-weight", 700),
        "regular": ("--font-weight", 400, "--set", "print.line_width=0.3"),
        "file": ("--font", bold),
    }.items():
        build(kitgen_here, kit, *common, *options)
        (part,) = json.loads((kit / "manifest.json").read_bytes())["parts"]
        fonts[name] = (part["letter"]["font"], part["sha256"])
    assert fonts["default"] == fonts["bold"] == fonts["file"]
    assert fonts["regular"][0] != fonts["bold"][0]
    assert fonts["regular"][1] != fonts["bold"][1]


def test_the_path_of_a_font_stays_out_of_the_kit(kitgen_here, kit, tmp_path):
    import fontpkg_atkinson_hyperlegible as package

    (bold,) = Path(package.__file__).parent.rglob("*-Bold.ttf")
    build(kitgen_here, kit, "--size", 6, "--only", "tile-E", "--font", bold)
    for path in kit.rglob("*"):
        if path.is_file():
            assert str(bold.parent).encode() not in path.read_bytes()
            assert str(tmp_path).encode() not in path.read_bytes()


@pytest.mark.parametrize("size", [8, 10])
@pytest.mark.parametrize("profile", profile_names())
def test_every_shipped_profile_can_be_planned(kitgen_here, profile, size):
    answer = kitgen_here("build", "--profile", profile, "--size", size, "--dry-run", "--json")
    assert answer.code == 0, answer.err
    rows = json.loads(answer.out)["parts"]
    tiles = [row for row in rows if row["part"].startswith("tile-")]
    assert sum(row["count"] for row in tiles) == {8: 64, 10: 100}[size]


@pytest.mark.parametrize(("profile", "size"), [("classic-8x8", 8), ("euro-topwords", 10)])
def test_shipped_profiles_build(kitgen_here, kit, profile, size):
    built = build(kitgen_here, kit, "--profile", profile, "--size", size, "--no-validate")
    assert sum(number for name, number in built.items() if name.startswith("tile-")) == size**2
    manifest = json.loads((kit / "manifest.json").read_bytes())
    assert manifest["profile"]["game"]["name"] == profile
    assert manifest["profile"]["size"] == size
