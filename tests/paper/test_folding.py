"""Pages in the order of folding, read again from the sheets."""

import io
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.paper.folding import BLANK, folded, folding_order


def read_in_order(sides: list[tuple[int, int]]) -> list[int]:
    """Fold the sheets into each other and turn the leaves."""
    sheets = [sides[i : i + 2] for i in range(0, len(sides), 2)]
    first_half = [number for front, back in sheets for number in (front[1], back[0])]
    second_half = [number for front, back in reversed(sheets) for number in (back[1], front[0])]
    return first_half + second_half


@given(st.integers(1, 60))
def test_folded_sheets_read_in_order(pages: int) -> None:
    sides = folding_order(pages)
    read = read_in_order(sides)
    assert len(sides) % 2 == 0
    assert read[:pages] == list(range(pages))
    assert read[pages:] == [BLANK] * (len(read) - pages)
    assert len(read) - pages < 4


def test_an_order_that_is_no_folding_is_seen() -> None:
    assert read_in_order([(0, 1), (2, 3)]) != [0, 1, 2, 3]


MM = 72 / 25.4
A5_WIDTH, A5_HEIGHT = 148 * MM, 210 * MM


def small_pages(count: int) -> bytes:
    pdf = pikepdf.new()
    for number in range(count):
        page = pdf.add_blank_page(page_size=(A5_WIDTH, A5_HEIGHT))
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        page.Contents = pdf.make_stream(f"BT /F1 40 Tf 100 300 Td (page{number}) Tj ET".encode())
    written = io.BytesIO()
    pdf.save(written)
    return written.getvalue()


@pytest.mark.parametrize("count", [4, 6])
def test_sheets_hold_two_pages_side_by_side(
    count: int, tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    data = folded(small_pages(count), "a4")
    path = tmp_path / "folded.pdf"
    path.write_bytes(data)
    with pikepdf.open(path) as pdf:
        assert pdf.docinfo.get("/CreationDate") is None
        for page in pdf.pages:
            assert tuple(map(float, page.mediabox)) == pytest.approx((0, 0, 297 * MM, 210 * MM))
        sides = len(pdf.pages)
    for side, (left, right) in enumerate(folding_order(count), start=1):
        for x, number in ((0, left), (421, right)):
            box = ["-x", str(x), "-y", "0", "-W", "421", "-H", "596"]
            pages = ["-f", str(side), "-l", str(side)]
            command = [system_tool("pdftotext"), *pages, *box, str(path), "-"]
            text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            assert text.split() == ([] if number == BLANK else [f"page{number}"])
    assert sides == len(folding_order(count))


def test_the_same_pages_give_the_same_bytes_at_another_time() -> None:
    """A PDF's identifier is by default made from the clock, which counts in seconds there."""
    pages = small_pages(4)
    before, data = int(time.time()), folded(pages, "a4")
    while int(time.time()) <= before + 1:
        time.sleep(0.05)
    assert folded(pages, "a4") == data
    other = folded(small_pages(5), "a4")
    with pikepdf.open(io.BytesIO(data)) as one, pikepdf.open(io.BytesIO(other)) as another:
        assert one.trailer.ID != another.trailer.ID


def test_each_page_lies_in_the_middle_of_its_half(
    tmp_path: Path, system_tool: Callable[[str], str]
) -> None:
    path = tmp_path / "folded.pdf"
    path.write_bytes(folded(small_pages(4), "a4"))
    command = [system_tool("pdftotext"), "-bbox", "-f", "1", "-l", "1", str(path), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    starts = {word: float(x) for x, word in re.findall(r'xMin="([\d.]+)"[^>]*>(page\d)<', text)}
    # On a small page the text begins 100 points from the left edge; half a millimetre is over.
    assert starts["page3"] == pytest.approx(100 + 0.25 * MM, abs=0.01)
    assert starts["page0"] == pytest.approx(148.5 * MM + 100 + 0.25 * MM, abs=0.01)
