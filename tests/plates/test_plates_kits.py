"""Kits on beds: few plates, nothing overlaps, the first plate tells about the rest."""

import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import shapely

sys.path.insert(0, str(Path(__file__).parent))

from plate_judge import faults

from kitgen.errors import UserError
from kitgen.plates.bare import fits_bare
from kitgen.plates.packing import area_bound, pack
from kitgen.plates.pieces import Bed, PackedItem, PackedPlate, Piece

CORNER = (((0.0, 0.0), (18.0, 28.0)),)
BED_256 = Bed(256, 256)
BED_256_CORNER = Bed(256, 256, CORNER)
BED_180 = Bed(180, 180)
GAP = 3.0


def kinds(plate, pieces):
    kind = {piece.name: piece.kind for piece in pieces}
    return Counter(kind[item.part].split("-")[0] for item in plate.items)


@pytest.mark.parametrize(
    ("bed", "most"),
    [(BED_256, 4), (BED_256_CORNER, 4), (BED_180, 7), (Bed(250, 210), 6), (Bed(220, 220), 7)],
)
def test_the_default_kit_takes_few_plates(kit_of, bed, most):
    pieces = kit_of(10)
    plates = pack(pieces, bed, GAP)
    assert faults(plates, pieces, bed, GAP) == []
    assert len(plates) <= most
    assert kinds(plates[0], pieces)["coupon"] == 4


@pytest.mark.parametrize("size", [6, 8, 12, 16])
@pytest.mark.parametrize("bed", [BED_256_CORNER, BED_180, Bed(250, 210)], ids=str)
def test_every_size_is_packed_soundly(kit_of, size, bed):
    pieces = kit_of(size, coupon=False)
    if size == 16 and bed is BED_180:
        with pytest.raises(UserError, match="board-quarter does not fit the bed"):
            pack(pieces, bed, GAP)
        return
    plates = pack(pieces, bed, GAP)
    assert faults(plates, pieces, bed, GAP) == []
    for kind in ("tile", "rack-half"):
        alike = [piece for piece in pieces if piece.kind == kind]
        assert len(pack(alike, bed, GAP)) <= area_bound(alike, bed, GAP) + 1


def test_four_quarters_lie_round_an_excluded_corner_between_each_others_arms(kit_of):
    # Under another name, because of a board one quarter comes first.
    quarter = replace(kit_of(10)[0], kind="plate")
    (plate,) = pack([quarter], BED_256_CORNER, GAP)
    assert faults([plate], [quarter], BED_256_CORNER, GAP) == []
    low_x, low_y, high_x, high_y = quarter.outline.bounds
    # No bed on which the boxes round them would not go 2 x 2 takes less than this side.
    boxes = 2 * max(high_x - low_x, high_y - low_y) + 3 * GAP
    tight = Bed(boxes - 6, boxes - 6)
    plates = pack([quarter], tight, GAP)
    assert len(plates) == 1
    assert faults(plates, [quarter], tight, GAP) == []


def test_the_first_plate_tells_whether_the_rest_is_worth_printing(kit_of):
    with_coupon = kit_of(10)
    assert kinds(pack(with_coupon, BED_256, GAP)[0], with_coupon) == {"coupon": 4}
    assert kinds(pack(with_coupon, BED_180, GAP)[0], with_coupon) == {"coupon": 4, "board": 1}
    without = kit_of(10, coupon=False)
    assert kinds(pack(without, BED_180, GAP)[0], without) == {"board": 1}
    # Four fit one plate here, but a day's print is no first try.
    assert kinds(pack(without, BED_256, GAP)[0], without) == {"board": 1}
    assert kinds(pack(without, BED_256, GAP)[1], without) == {"board": 3}


def test_one_colour_lets_all_share_plates(kit_of):
    mixed = kit_of(10, one_colour=True)
    plates = pack(mixed, BED_180, GAP)
    assert faults(plates, mixed, BED_180, GAP) == []
    assert len(plates) < len(pack(kit_of(10), BED_180, GAP))
    assert kinds(plates[0], mixed)["coupon"] == 4


def test_a_part_that_leaves_no_gap_lies_alone_in_the_middle(kit_of):
    quarter = kit_of(10, coupon=False)[0]
    bed = Bed(120, 120)
    plates = pack([quarter], bed, GAP)
    assert len(plates) == 4
    assert faults(plates, [quarter], bed, GAP) == []
    low_x, low_y, high_x, high_y = quarter.outline.bounds
    (item,) = plates[0].items
    assert item.place_mm[0] + low_x == pytest.approx(120 - (item.place_mm[0] + high_x), abs=1e-5)
    assert item.place_mm[1] + low_y == pytest.approx(120 - (item.place_mm[1] + high_y), abs=1e-5)


def test_what_fits_no_bed_is_refused_with_what_would_do(kit_of):
    quarter = kit_of(10)[0]
    low_x, _, high_x, _ = quarter.outline.bounds
    with pytest.raises(UserError) as refusal:
        pack([quarter], Bed(115, 115), GAP)
    message = str(refusal.value)
    assert "\n" not in message
    assert "board-quarter does not fit the bed" in message
    assert f"{high_x - low_x:.1f} x" in message
    assert "the bed is 115 x 115 mm" in message
    assert "a bed of 119 x 119 mm would take it" in message
    assert not fits_bare(quarter, Bed(115, 115))
    assert fits_bare(quarter, Bed(120, 120))
    # It has the size, but the middle is taken.
    assert not fits_bare(quarter, Bed(120, 120, (((50.0, 50.0), (60.0, 60.0)),)))


def test_equal_input_gives_equal_plates(kit_of):
    assert pack(kit_of(10), BED_180, GAP) == pack(kit_of(10), BED_180, GAP)


def test_titles_say_what_lies_there(kit_of):
    titles = [plate.title for plate in pack(kit_of(10), BED_180, GAP)]
    assert titles[:2] == ["4 coupon pieces, 1 board quarter", "1 board quarter"]
    assert titles[4:] == ["8 rack halves", "36 tiles", "64 tiles"]


SQUARE = Piece("a", "tile", ("#000000",), shapely.box(0, 0, 20, 20), 2)
GOOD = PackedPlate("", ("#000000",), (PackedItem("a", 0, (3, 3)), PackedItem("a", 90, (46, 3))))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda items: items[:1], "counts"),
        (lambda items: (items[0], replace(items[1], place_mm=(45.9, 3))), "2.9000 mm apart"),
        (lambda items: (items[0], replace(items[1], place_mm=(100, 3))), "over the edge"),
        (lambda items: (replace(items[0], place_mm=(2.9, 3)), items[1]), "over the edge"),
        (lambda items: (items[0], replace(items[1], place_mm=(70, 75))), "excluded zone"),
    ],
)
def test_the_judge_finds_what_is_wrong(spoil, said):
    bed = Bed(100, 100, (((40.0, 80.0), (60.0, 90.0)),))
    assert faults([GOOD], [SQUARE], bed, GAP) == []
    (found,) = faults([replace(GOOD, items=spoil(GOOD.items))], [SQUARE], bed, GAP)
    assert said in found


PAGE = Path(__file__).resolve().parents[2] / "docs" / "plates.md"


def counts_on_the_page():
    """The table of plates in the manual: (size, bed) -> what it says."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if re.match(r"\| (Board|\d+ x \d+) \|", line)
    ]
    beds = [tuple(map(int, bed.split(" x "))) for bed in rows[0][1:]]
    return {
        (int(row[0].split(" x ")[0]), bed): said
        for row in rows[1:]
        for bed, said in zip(beds, row[1:], strict=True)
    }


@pytest.mark.parametrize("size", [6, 8, 10, 12, 14, 16])
def test_the_manual_counts_plates_as_they_come(kit_of, size):
    said = {bed: count for (board, bed), count in counts_on_the_page().items() if board == size}
    assert len(said) == 4
    for bed, count in said.items():
        pieces = kit_of(size)
        if count == "quarter too big":
            with pytest.raises(UserError, match="board-quarter does not fit"):
                pack(pieces, Bed(*bed), GAP)
        else:
            assert len(pack(pieces, Bed(*bed), GAP)) == int(count), bed
