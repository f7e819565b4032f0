"""Numbers in the documents are those of the code, and of the slicer."""

import json
import re
from pathlib import Path

import pytest
from pages import page
from wordstack import profile_names

from kitgen.cli import main
from kitgen.joints import snap, tongue
from kitgen.joints.seam import Feature
from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.lettering.outline import Outline
from kitgen.parts.tile import TileParameters
from kitgen.settings import load_settings
from kitgen.settings.kit_settings import LARGEST_KIT, SMALLEST_KIT
from kitgen.slicing.process import Process

README, PRINTING, JOINTS = page("README.md"), page("docs/printing.md"), page("docs/joints.md")


@pytest.fixture(scope="module")
def default() -> Dimensions:
    return dimensions(load_settings())


def quarter_mm(clearance: float) -> float:
    dims = dimensions(load_settings(named={"print.clearance_per_side": clearance}))
    quarter = dims.board_quarter()
    return quarter.side + quarter.seam.reach


def number(cell: str) -> float:
    match = re.match(r"[\d.]+", cell)
    assert match, cell
    return float(match[0])


@pytest.fixture
def planned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, object]]:
    """What `kitgen build` would make."""
    monkeypatch.setenv("KITGEN_CACHE_DIR", str(tmp_path))
    assert main(["build", "--dry-run", "--json"]) == 0
    parts: list[dict[str, object]] = json.loads(capsys.readouterr().out)["parts"]
    return parts


def test_counts(planned: list[dict[str, object]], default: Dimensions) -> None:
    settings = default.settings
    tiles = settings.tile_set.counts
    count = {str(part["part"]): int(str(part["count"])) for part in planned}
    for sentence in (
        f"the {len(planned)} different parts",
        f"all {sum(count.values())} parts",
        f"{count['board-quarter']} board quarters",
        f"{settings.players} racks of {settings.game.rack_size} tiles",
        f"{sum(tiles.values())} tiles with {len(tiles)} different letters",
        f"the 10 x 10 kit with its {settings.players} racks",
    ):
        assert sentence in README.plain, sentence
    assert sum(load_settings(size=8).tile_set.counts.values()) == 64
    text = "\n".join(README.blocks("sh"))
    assert f"64 tiles; even, {SMALLEST_KIT} to {LARGEST_KIT}" in text


def test_every_shipped_profile_is_named() -> None:
    (said,) = re.findall(r"Eight come with kitgen: (.+?)\. ", README.plain)
    assert set(re.findall(r"`([\w-]+)`", said)) == set(profile_names())
    assert len(profile_names()) == 8


def test_sizes(default: Dimensions) -> None:
    p = default.settings.print
    side = quarter_mm(p.clearance_per_side)
    assert side < 120 - 1
    for sentence in (
        f"{side:.1f} x {side:.1f} mm with their tongues",
        "a bed of 120 x 120 mm or more",
        f"{p.tile_size:g} mm wide and adds {default.tile_height:g} mm to a stack",
        f"a clearance of {p.clearance_per_side:g} mm on each side",
    ):
        assert sentence in README.plain, sentence


def test_what_a_clearance_costs() -> None:
    for clearance, (side,) in README.table("| clearance |").items():
        assert f"{quarter_mm(number(clearance)):.1f} mm" == side


def test_printing(default: Dimensions) -> None:
    p = default.settings.print
    nest = default.nest
    tile = TileParameters(
        size=p.tile_size,
        height=default.tile_height,
        pitch=p.pitch,
        corner_radius=p.tile_corner_radius,
        edge_chamfer=p.tile_edge_chamfer,
        nest=nest,
        style="engraved",
        relief=default.relief,
        letter=Outline(()),
    )
    assert 0.24 < tile.bed_share < 0.26
    for sentence in (
        f"whole layers of {p.layer_height:g} mm",
        "A ring of a quarter of the tile's footprint",
        f"bridged over {nest.ceiling_size:.0f} mm",
        f"{nest.air:g} mm of air",
        f"engraved {default.relief:g} mm deep",
        f"leans by {90 - p.rack_angle:g} degrees",
    ):
        assert sentence in PRINTING.plain, sentence


def test_numbers_of_the_joints(default: Dimensions) -> None:
    nest, arm, finger = default.nest, default.board_seam.snap, default.board_seam.tongue
    tables = {
        "| nest |": {
            "boss, square": nest.boss_size,
            "boss height": nest.boss_height,
            "pocket, square": nest.pocket_size,
            "pocket depth": nest.pocket_depth,
            "air over the boss": nest.air,
            "what a tile adds to a stack": default.tile_height,
        },
        "| tongue |": {
            "width on the bed, board": finger.bed_width,
            "width on the bed, rack": default.rack_seam.tongue.bed_width,
            "height": finger.height,
            "length": finger.length,
            "gap to the roof": finger.vertical_gap,
        },
        "| snap |": {
            "arm thickness h": arm.arm_thickness,
            "free length L, seam to hook": arm.arm_length,
            "height": arm.height,
            "hook": arm.hook,
            "deflection Y while it goes in": arm.deflection,
            "peak strain 1.5 h Y / L²": 100 * arm.strain,
            "limit for PLA, opened again and again": 100 * arm.strain_limit,
            "lead-in": snap.LEAD_IN_DEG,
            "return face": snap.RETURN_DEG,
            "root fillet": arm.fillet,
        },
    }
    for first, values in tables.items():
        said = {name: number(cell) for name, (cell,) in JOINTS.table(first).items()}
        assert said == pytest.approx(values, abs=0.006), first
    assert tongue.LARGEST_FOLD_DEG == 2.0
    assert f"at most {tongue.DESIGN_FOLD_DEG:g} degrees by calculation" in JOINTS.plain
    assert f"run {tongue.FLANK_RUN:g} sideways" in JOINTS.plain


def test_the_row_of_features(default: Dimensions) -> None:
    quarter = default.board_quarter()
    table = JOINTS.table("| edge |")
    for edge, name in ((quarter.edge_x, "along x"), (quarter.edge_y, "along y")):
        assert [Feature(cell) for cell in table[name]] == [f.feature for f in edge.features]


def test_plastic_adds_up() -> None:
    table = README.table("| plate |")
    total = table.pop("in all")
    for column in (1, 2, 3):
        plates = sum(number(row[column]) for row in table.values())
        assert plates == pytest.approx(number(total[column]), abs=2.1)
    grams = {row[0].lstrip("0123456789 "): f"{number(row[2]):g}" for row in table.values()}
    sentence = (
        f"about {number(total[2]):g} g of PLA: {grams['board quarters']} g for the board, "
        f"{grams['rack halves']} g for the racks, {grams['tiles']} g for the tiles, "
        f"{grams['coupon pieces']} g for the coupon"
    )
    assert sentence in README.plain
    assert f"{number(total[3]):.0f} h at a slow 60 mm/s" in README.plain


def test_the_slicer_is_set_as_the_readme_says() -> None:
    process = Process(0.2)
    said = (
        f"{process.perimeters} perimeters, {100 * process.infill:g} % infill, "
        f"{process.top_layers} top and {process.bottom_layers} bottom layers"
    )
    assert said in README.plain
    assert f"{process.layer_height} mm, the first one too" in README.plain
