"""Beds as data: names, what fits, and what an excluded rectangle takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordstack.errors import ProfileError

from kitgen.errors import UserError
from kitgen.settings.packaged import data_folder
from kitgen.settings.print_settings import PrintSettings
from kitgen.settings.printers import (
    DEFAULT_PRINTER,
    Excluded,
    Printer,
    fits,
    printer,
    printers,
    printers_that_fit,
)

BEDS = {
    "voron-v0": (120, 120),
    "ender-2": (150, 150),
    "prusa-mini": (180, 180),
    "bambu-a1-mini": (180, 180),
    "anycubic-mega": (210, 210),
    "ender-3": (220, 220),
    "neptune": (225, 225),
    "ultimaker-2": (224, 225),
    "ultimaker-s3": (230, 190),
    "ankermake-m5": (235, 235),
    "cr-6-se": (230, 235),
    "prusa-mk4": (250, 210),
    "bambu-a1": (256, 256),
    "bambu-p1s": (256, 256),
    "artillery-sidewinder": (300, 300),
    "voron-v2-350": (350, 350),
    "bambu-h2s": (340, 320),
    "bambu-h2d": (350, 320),
    "prusa-xl": (360, 360),
}


def bed(width: float, depth: float, *excluded: tuple[float, float, float, float]) -> Printer:
    rectangles = tuple(
        Excluded(low_mm=(a, b), high_mm=(c, d), reason="a test") for a, b, c, d in excluded
    )
    return Printer(
        title="x",
        bed_mm=(width, depth),
        height_mm=100.0,
        nozzle_mm=0.4,
        excluded=rectangles,
        note="x",
    )


def test_the_beds_are_those_on_record() -> None:
    assert {name: one.bed_mm for name, one in printers().items()} == BEDS
    assert PrintSettings().printer == DEFAULT_PRINTER
    assert printer(DEFAULT_PRINTER).bed_mm == (256, 256)


def test_every_printer_says_where_it_comes_from() -> None:
    for name, one in printers().items():
        assert one.note.endswith("."), name
        assert "rofile" in one.note, name
        assert all(part.reason for part in one.excluded)
        for low, high in one.excluded_mm:
            assert 0 <= low[0] < high[0] <= one.bed_mm[0], name
            assert 0 <= low[1] < high[1] <= one.bed_mm[1], name


def test_names_are_known_once_whatever_their_case_and_separators() -> None:
    names = [name for one in printers().values() for name in (one.name, *one.machines)]
    assert len({name.casefold() for name in names}) == len(names)
    for asked in ("bambu-x1c", "Bambu X1C", "BAMBU_x1c", " bambu-X1C "):
        assert printer(asked).name == "bambu-x1c"
        assert printer(asked).excluded_mm == (((0, 0), (18, 28)),)
    assert printer("prusa-mk3s").bed_mm == (250, 210)


def test_an_unknown_printer_is_refused_with_the_nearest() -> None:
    with pytest.raises(UserError, match=r'^unknown printer "bambu-p1x": did you mean bambu-p1s\?'):
        printer("bambu-p1x")
    with pytest.raises(UserError) as refused:
        printer("kettle")
    assert "Known are voron-v0, " in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", BEDS)
def test_a_bed_takes_what_is_as_large_as_itself_and_nothing_larger(name: str) -> None:
    one = printers()[name]
    width, depth = one.bed_mm
    free = not one.excluded
    assert fits(one, width, depth, one.height_mm) is free
    assert fits(one, depth, width, 1.0) is free
    assert not fits(one, width + 0.01, depth + 0.01, 1.0)
    assert not fits(one, 1.0, 1.0, one.height_mm + 0.01)


def test_an_excluded_corner_takes_only_what_must_lie_on_it() -> None:
    p1s = printer("bambu-p1s")
    assert fits(p1s, 256, 228, 10)  # behind the corner
    assert fits(p1s, 238, 256, 10)  # beside it
    assert fits(p1s, 256, 238, 10)  # the same, turned
    assert not fits(p1s, 238.01, 228.01 + 28, 10)
    assert not fits(p1s, 256, 256, 10)
    assert fits(printer("bambu-h2d"), 300, 320, 10)
    assert not fits(printer("bambu-h2d"), 321, 301, 10)


@given(
    rectangles=st.lists(
        st.tuples(*[st.integers(0, 9)] * 2, *[st.integers(1, 5)] * 2), min_size=0, max_size=3
    ),
    width=st.integers(1, 10),
    depth=st.integers(1, 10),
)
def test_a_place_is_found_where_there_is_one(rectangles, width: int, depth: int) -> None:
    """Against a search over every whole place: with whole corners no other can be better."""
    boxes = [(x, y, min(10, x + w), min(10, y + d)) for x, y, w, d in rectangles]
    one = bed(10, 10, *[(float(a), float(b), float(c), float(d)) for a, b, c, d in boxes])

    def free(x: int, y: int, w: int, d: int) -> bool:
        inside = x + w <= 10 and y + d <= 10
        return inside and all(x >= c or x + w <= a or y >= e or y + d <= b for a, b, c, e in boxes)

    places = [(x, y) for x in range(10) for y in range(10)]
    expected = any(free(x, y, w, d) for w, d in ((width, depth), (depth, width)) for x, y in places)
    assert fits(one, width, depth, 1) is expected


def test_printers_are_named_that_take_all_of_some_boxes() -> None:
    assert printers_that_fit([(200.0, 100.0, 10.0), (100.0, 220.0, 10.0)])[0] == "ultimaker-s3"
    assert printers_that_fit([(355.0, 10.0, 10.0)]) == ("prusa-xl",)
    assert printers_that_fit([(355.0, 10.0, 10.0), (1.0, 1.0, 400.0)]) == ()
    assert printers_that_fit([]) == tuple(printers())


def test_a_fault_in_a_file_is_said_with_its_name(tmp_path, monkeypatch) -> None:
    good = (data_folder("printers") / "prusa-mini.toml").read_text(encoding="utf-8")
    monkeypatch.setattr("kitgen.settings.packaged.data_folder", lambda _: tmp_path)
    printers.cache_clear()
    try:
        (tmp_path / "mine.toml").write_text(good.replace("180.0, 180.0", "180.0"))
        with pytest.raises(ProfileError, match=r"^printers/mine.toml: mine.bed_mm"):
            printers()
        (tmp_path / "mine.toml").write_text(good)
        assert list(printers()) == ["mine"]
    finally:
        printers.cache_clear()
