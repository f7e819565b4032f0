"""What pictures show is what the manifest says, and nothing hides or overlaps what it must not."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from kitgen.pictures.kit import PicturedKit
from kitgen.pictures.making import every_picture
from kitgen.pictures.part_titles import coupon_title, font_title
from kitgen.pictures.scene import Picture, Prop, placed
from kitgen.pictures.scenes import letters, mid_game, parts, plates, whole_kit
from kitgen.pictures.scenes.laying import flowing
from kitgen.pictures.stage import prop_corners
from kitgen.store import Store
from kitgen.wording import LANGUAGES

STORE = Store(None)


@pytest.fixture(params=[False, True], ids=["engraved", "inlay"])
def kit(request, make_kit) -> PicturedKit:
    return make_kit(inlay=request.param)


def every(kit: PicturedKit, language: str = "en") -> list[Picture]:
    return every_picture(kit, language, STORE)


def boxes(kit: PicturedKit, props: Sequence[Prop]) -> list[tuple[np.ndarray, np.ndarray]]:
    corners = [prop_corners(kit, prop) for prop in props]
    return [(found.min(axis=0), found.max(axis=0)) for found in corners]


def overlapping(kit: PicturedKit, props: Sequence[Prop]) -> list[tuple[str, str]]:
    found = list(zip(props, boxes(kit, props), strict=True))
    return [
        (a.part, b.part)
        for (a, (low_a, high_a)), (b, (low_b, high_b)) in combinations(found, 2)
        if np.all(low_a < high_b - 1e-6) and np.all(low_b < high_a - 1e-6)
    ]


def bodies(kit: PicturedKit, props: Sequence[Prop]) -> list[Prop]:
    return [prop for prop in props if kit.parts[prop.part].kind != "tile-letter"]


def test_the_whole_kit_shows_every_part_as_often_as_there_is_one(kit) -> None:
    (picture,) = whole_kit.pictures(kit, "en")
    shown = Counter(prop.part for prop in picture.scene.props)
    assert shown == {part.name: part.count for part in kit.manifest.parts}


def test_nothing_in_the_whole_kit_lies_in_anything_else(kit) -> None:
    (picture,) = whole_kit.pictures(kit, "en")
    props = bodies(kit, picture.scene.props)
    assert overlapping(kit, props) == []
    assert overlapping(kit, [*props, props[0]]), "the same thing twice is found"
    assert {round(float(low[2]), 6) for low, _ in boxes(kit, props)} == {0.0}


def test_tiles_of_one_letter_are_one_column(kit) -> None:
    (picture,) = whole_kit.pictures(kit, "en")
    tiles = [prop for prop in picture.scene.props if kit.parts[prop.part].kind == "tile"]
    columns = {(prop.part, round(prop.pose[0, 3], 3)) for prop in tiles}
    assert len(columns) == len({prop.part for prop in tiles})


def test_the_whole_kit_fills_its_table(kit) -> None:
    (picture,) = whole_kit.pictures(kit, "en")
    found = boxes(kit, bodies(kit, picture.scene.props))
    low, high = (np.array([corners[n] for corners in found]) for n in range(2))
    width, depth = (high.max(axis=0) - low.min(axis=0))[:2]
    assert 0.5 < depth / width < 1.0
    middle = (high.max(axis=0) + low.min(axis=0)) / 2
    # Something lies in each quarter of the table, and about as much left and right.
    corners = {tuple(np.sign(((a + b) / 2 - middle)[:2]).astype(int)) for a, b in found}
    assert len(corners - {(0, 1), (0, -1), (1, 0), (-1, 0), (0, 0)}) == 4


@pytest.mark.parametrize(
    ("count", "rows", "last"), [(10, 1, 10), (10, 2, 5), (10, 3, 2), (26, 3, 8)]
)
def test_no_piece_lies_alone_in_a_row(make_kit, count, rows, last) -> None:
    def more(manifest) -> None:
        pieces = [p for p in manifest["parts"] if p["kind"] == "coupon-seam"]
        pieces[0]["count"], pieces[1]["count"] = count - 1, 1

    kit = make_kit(change=more)
    pieces = [part for part in kit.manifest.parts if part.kind == "coupon-seam"]
    laid = flowing(kit, pieces, rows)
    assert laid is not None
    heights = Counter(round(float(low[1]), 3) for low, _ in boxes(kit, laid.props))
    assert len(heights) == rows
    assert heights[min(heights)] == last
    assert flowing(kit, pieces, count - 1) is None


def test_a_letter_of_many_tiles_has_several_columns(make_kit) -> None:
    def many(manifest) -> None:
        next(p for p in manifest["parts"] if p["label"] == "E")["count"] = 40

    (picture,) = whole_kit.pictures(kit := make_kit(change=many), "en")
    places = [p.pose[0, 3] for p in picture.scene.props if p.part == kit.tile("E")]
    assert len(places) == 40
    assert len(set(places)) >= 3


def test_every_letter_is_in_its_pocket_flush_with_the_top(make_kit) -> None:
    kit = make_kit(inlay=True)
    for picture in every(kit):
        props = list(picture.scene.props)
        for tile, letter in pairwise(props):
            if kit.parts[letter.part].kind == "tile-letter":
                assert letter.part == f"{tile.part}-letter"
                (_, tile_top), (_, letter_top) = boxes(kit, [tile, letter])
                if np.allclose(tile.pose[:3, :3], np.eye(3)):
                    assert letter_top[2] == pytest.approx(tile_top[2])


def test_every_tile_of_the_game_stands_on_a_cell_at_its_height(kit) -> None:
    (picture,) = mid_game.pictures(kit, "en", STORE)
    cells = [placed(i.pose)[:3, 3] for n, i in kit.standing.items() if n.startswith("cell-")]
    heights: dict[int, list[float]] = {}
    for prop in bodies(kit, picture.scene.props):
        where = prop.pose[:3, 3]
        near = [n for n, cell in enumerate(cells) if np.allclose(cell[:2], where[:2], atol=1e-6)]
        if kit.parts[prop.part].kind == "tile" and near:
            heights.setdefault(near[0], []).append(float(where[2]))
    tiles = [p for p in picture.scene.props if kit.parts[p.part].kind == "tile"]
    on_racks = len(tiles) - sum(map(len, heights.values()))
    assert 0 < on_racks <= 14
    for found in heights.values():
        expected = [3.0 + level * 2.6 for level in range(len(found))]
        assert sorted(found) == pytest.approx(expected)
    assert max(map(len, heights.values())) > 1
    assert f"{sum(map(len, heights.values()))} tiles" in picture.alt


def test_racks_stand_clear_of_the_board(kit) -> None:
    (picture,) = mid_game.pictures(kit, "en", STORE)
    kinds = ("board-quarter", "rack-half")
    props = [prop for prop in picture.scene.props if kit.parts[prop.part].kind in kinds]
    racks = [p for p in props if kit.parts[p.part].kind == "rack-half"]
    assert len(racks) == 4
    crossing = overlapping(kit, props)
    assert all(a.split("-")[0] == b.split("-")[0] for a, b in crossing), crossing


def test_a_kit_without_a_tile_of_the_game_shows_no_game(make_kit) -> None:
    def without_e(manifest) -> None:
        (tile,) = [p for p in manifest["parts"] if p["label"] == "E"]
        manifest["parts"].remove(tile)

    assert mid_game.pictures(make_kit(change=without_e), "en", STORE) == []


def test_plates_lie_on_the_bed_as_the_manifest_places_them(kit) -> None:
    (picture,) = plates.pictures(kit, "en")
    (bed,) = picture.scene.slabs
    props = bodies(kit, picture.scene.props)
    assert [prop.part for prop in props] == [i.part for i in kit.manifest.plates[0].items]
    for low, high in boxes(kit, props):
        assert np.all(low[:2] >= bed.low[:2])
        assert np.all(high[:2] <= bed.high[:2])
        assert low[2] == pytest.approx(bed.high[2], abs=0.1)
    # A quarter turn counter-clockwise about the file's origin, by hand.
    low, high = boxes(kit, props)[1]
    assert low[:2] == pytest.approx((120.0 - 28.6, 120.0 - 69.5))
    assert high[:2] == pytest.approx((120.0, 120.0 + 11.8))


def test_letters_are_each_tile_once_apart_from_each_other(kit) -> None:
    (picture,) = letters.pictures(kit, "en")
    props = bodies(kit, picture.scene.props)
    assert [p.part for p in props] == [p.name for p in kit.manifest.parts if p.kind == "tile"]
    assert overlapping(kit, props) == []
    assert picture.scene.projection == "parallel"


def test_each_part_has_a_picture_of_its_own(kit) -> None:
    shown = {p.path for p in parts.pictures(kit, "en")}
    assert {f"pictures/parts/{p.name}.png" for p in kit.manifest.parts} == shown


def test_paths_differ_and_are_plain(kit) -> None:
    paths = [picture.path for picture in every(kit)]
    assert len(paths) == len({path.casefold() for path in paths})
    assert all(path.isascii() and path.startswith("pictures/") for path in paths)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_says_in_every_language_what_it_shows(kit, language) -> None:
    for picture in every(kit, language):
        assert len(picture.alt) > 15, picture.path
        assert "{" not in picture.alt
        assert picture.alt == picture.alt.strip()
    if language != "en":
        pairs = zip(every(kit), every(kit, language), strict=True)
        assert all(english.alt != other.alt for english, other in pairs)


def test_some_parts_are_shown_by_themselves_and_on_their_plates(make_kit) -> None:
    kit = make_kit(whole=False)
    kinds = {picture.path.split("/")[1] for picture in every(kit)}
    assert kinds == {"parts", "plates"}


def test_without_plates_and_without_a_board_the_rest_is_shown(make_kit) -> None:
    def bare(manifest) -> None:
        manifest["plates"], manifest["printer"] = [], None
        manifest["assembly"] = []
        manifest["parts"] = [p for p in manifest["parts"] if p["kind"] == "tile"]

    kit = make_kit(change=bare)
    assert {picture.path.split("/")[1] for picture in every(kit)} == {
        "whole-kit.png",
        "letters.png",
        "parts",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_pictures_are_described_alike(make_kit, language) -> None:
    for inlay in (False, True):
        alts = [picture.alt for picture in every(make_kit(inlay=inlay), language)]
        assert len(set(alts)) == len(alts)
        assert not any("coupon-board" in alt for alt in alts), "a name for files"


BLANKS = {"en": "a blank", "de": "ein Joker", "fr": "un joker"}
TITLES = {"en": "Blank from above", "de": "Joker von oben", "fr": "Joker vu de dessus"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blank_has_a_name_for_readers(make_kit, language) -> None:
    def blank(manifest) -> None:
        next(p for p in manifest["parts"] if p["label"] == "Z")["label"] = "_"

    kit = make_kit(change=blank)
    alts = {picture.path: picture.alt for picture in every(kit, language)}
    assert BLANKS[language] in alts["pictures/letters.png"]
    name = kit.tile("_")
    assert alts[f"pictures/parts/{name}.png"].startswith(TITLES[language])
    assert not any("_" in alt for alt in alts.values())


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Noto Sans NotoSans[wdth,wght] 700", "Noto Sans 700"),
        ("Noto Sans Italic[wdth,wght] 400", "Noto Sans Italic 400"),
        ("Lexend Lexend[wght] 700", "Lexend 700"),
        ("Inter VariableFont_opsz,wght 600", "Inter 600"),
        ("Atkinson Hyperlegible Bold 700", "Atkinson Hyperlegible Bold 700"),
        ("Lato Regular 400", "Lato Regular 400"),
    ],
)
def test_fonts_are_named_in_human_words(name, title) -> None:
    assert font_title(name) == title


def test_excluded_zones_lie_on_the_bed_of_each_plate(kit) -> None:
    zones = (((0.0, 0.0), (18.0, 28.0)), ((200.0, 0.0), (220.0, 10.0)))
    printer = kit.manifest.printer.model_copy(update={"excluded_mm": zones})
    other = replace(kit, manifest=kit.manifest.model_copy(update={"printer": printer}))
    (picture,) = plates.pictures(other, "en")
    bed, *drawn = picture.scene.slabs
    assert [(slab.low[:2], slab.high[:2]) for slab in drawn] == list(zones)
    assert all(bed.high[2] == slab.low[2] < slab.high[2] for slab in drawn)
    assert all(slab.colour != bed.colour for slab in drawn)


@pytest.mark.parametrize(
    ("name", "language", "title"),
    [
        ("coupon-board-20-clip", "en", "Coupon 20, clip for the seam of the board"),
        ("coupon-rack-05-socket", "de", "Probestück 05, Tasche für die Naht eines Bänkchens"),
        (
            "coupon-nest-30",
            "fr",
            "Éprouvette 30, capuchon pour tuiles sur les cases et sur les tuiles",
        ),
        ("coupon-nest-tile", "en", "Coupon, the tile for the caps, tiles on squares and on tiles"),
        ("tile-E", "de", "tile-E"),
        ("coupon-lid-20", "de", "coupon-lid-20"),
    ],
)
def test_pieces_of_coupons_have_names_for_readers(name, language, title) -> None:
    assert coupon_title(name, language) == title
