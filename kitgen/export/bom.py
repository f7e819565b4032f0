"""The bill of materials as a table for a spreadsheet."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

COLUMNS = ("part", "count", "cm3 each", "cm3 in all", "grams each", "grams in all")

_CM3 = Decimal("0.001")
_GRAMS = Decimal("0.01")


@dataclass(frozen=True)
class BomRow:
    """One unique part.

    Attributes:
        part: its name.
        count: how many the kit has.
        volume_mm3: of one, as printed solid.
        density_g_per_cm3: of its material.
    """

    part: str
    count: int
    volume_mm3: float
    density_g_per_cm3: float


def encode(rows: Iterable[BomRow]) -> bytes:
    """Write ``bom.csv``: UTF-8, commas, line feeds, fixed decimals whatever the locale.

    The last row is the total; it is the sum of the rounded figures above it, so that a reader
    who adds the columns up finds the same.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    count, cm3_sum, grams_sum = 0, Decimal(0), Decimal(0)
    for row in rows:
        cm3 = Decimal(str(row.volume_mm3)) / 1000
        grams = cm3 * Decimal(str(row.density_g_per_cm3))
        cm3_in_all = _to(_CM3, cm3 * row.count)
        grams_in_all = _to(_GRAMS, grams * row.count)
        table.writerow(
            (
                row.part,
                row.count,
                _to(_CM3, cm3),
                cm3_in_all,
                _to(_GRAMS, grams),
                grams_in_all,
            )
        )
        count, cm3_sum, grams_sum = (
            count + row.count,
            cm3_sum + cm3_in_all,
            grams_sum + grams_in_all,
        )
    table.writerow(("total", count, "", _to(_CM3, cm3_sum), "", _to(_GRAMS, grams_sum)))
    return text.getvalue().encode()


def _to(step: Decimal, value: Decimal) -> Decimal:
    """Round as people do by hand: 0.8125 to 0.813."""
    return value.quantize(step, ROUND_HALF_UP)
