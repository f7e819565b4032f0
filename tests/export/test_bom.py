"""The table of parts: its figures, and that its columns add up."""

import csv
import io
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from kitgen.export.bom import BomRow, encode


def test_the_bytes():
    rows = [BomRow("board-quarter", 4, 22345.678, 1.24), BomRow('tile-"Qu",x', 2, 812.5, 1.24)]
    assert encode(rows).decode() == (
        "part,count,cm3 each,cm3 in all,grams each,grams in all\n"
        "board-quarter,4,22.346,89.383,27.71,110.83\n"
        '"tile-""Qu"",x",2,0.813,1.625,1.01,2.02\n'
        "total,6,,91.008,,112.85\n"
    )


def test_a_part_of_which_none_is_printed():
    assert encode([BomRow("a", 0, 1.0, 1.0)]).endswith(b"total,0,,0.000,,0.00\n")


@given(
    st.lists(
        st.builds(
            BomRow,
            part=st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1),
            count=st.integers(0, 300),
            volume_mm3=st.floats(0, 1e6),
            density_g_per_cm3=st.floats(0.5, 2),
        )
    )
)
def test_columns_add_up(rows):
    table = list(csv.DictReader(io.StringIO(encode(rows).decode(), newline="")))
    *parts, total = table
    assert [row["part"] for row in parts] == [row.part for row in rows]
    for column in ("count", "cm3 in all", "grams in all"):
        assert sum(Decimal(row[column]) for row in parts) == Decimal(total[column])
