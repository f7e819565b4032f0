"""Every plate of the default kit through PrusaSlicer, for a large bed and a small one."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kitgen.slicing.finding import find_slicer
from kitgen.slicing.job import Job, slice_kit
from kitgen.slicing.record import SliceRecord

MOST_PLATES = {"bambu-a1": 4, "bambu-a1-mini": 7}
"""The kit that others publish takes 9 plates of 256 mm."""
MOST_CM3 = 250.0
"""At 0.2 mm, 2 walls and 15 % infill, coupon included; a throw-away prototype took 280 without."""
MOST_SUPPORT_CM3 = 0.1


@pytest.fixture(scope="module")
def sliced_for(built, system_tool) -> Callable[[str], tuple[Path, SliceRecord]]:
    known: dict[str, tuple[Path, SliceRecord]] = {}

    def slice_all(printer: str) -> tuple[Path, SliceRecord]:
        if printer not in known:
            folder = built(f"for-{printer}", "--size", 10, "--printer", printer)
            job = Job(slicer=find_slicer(Path(system_tool("prusa-slicer"))))
            known[printer] = folder, slice_kit(folder, job, lambda _: None, lambda _: None)
        return known[printer]

    return slice_all


@pytest.mark.parametrize("printer", sorted(MOST_PLATES))
def test_every_plate_is_sliced_without_support(sliced_for, printer: str) -> None:
    folder, record = sliced_for(printer)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert [one.file for one in record.prints] == [plate["file"] for plate in manifest["plates"]]
    assert len(record.prints) <= MOST_PLATES[printer]
    assert sum(one.support_cm3 for one in record.prints) <= MOST_SUPPORT_CM3
    tiles = [one for one in record.prints if "tile" in one.title]
    assert tiles
    assert [one.support_cm3 for one in tiles] == [0.0] * len(tiles)
    assert all(one.layers > 0 and one.hours > 0 for one in record.prints)


@pytest.mark.parametrize("printer", sorted(MOST_PLATES))
def test_the_kit_is_light(sliced_for, printer: str) -> None:
    _, record = sliced_for(printer)
    assert 150.0 < sum(f.cm3 for f in record.total.filaments) < MOST_CM3


@pytest.mark.parametrize("printer", sorted(MOST_PLATES))
def test_the_estimate_is_near_what_the_slicer_says(sliced_for, printer: str) -> None:
    folder, record = sliced_for(printer)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    for plate, one in zip(manifest["plates"], record.prints, strict=True):
        grams = sum(f.grams for f in one.filaments)
        assert plate["estimate"]["grams"] == pytest.approx(grams, rel=0.10), plate["title"]
        hours = plate["estimate"]["hours"][record.speeds.name]
        assert hours == pytest.approx(one.hours, rel=0.25), plate["title"]


def test_the_readme_says_what_the_slicer_says(sliced_for) -> None:
    """Plates of the default kit: plastic within 2 %, hours within 3."""
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.split("<!-- plastic -->")[1].split("\n\n")[0].splitlines()
        if line.startswith("| ") and "cm³" in line
    ]
    _, record = sliced_for("bambu-a1")
    assert [row[1] for row in rows[:-1]] == [one.title for one in record.prints]
    for row, one in zip(rows, record.prints, strict=False):
        cm3, grams, hours = (float(cell.split()[0]) for cell in row[2:])
        assert cm3 == pytest.approx(sum(f.cm3 for f in one.filaments), rel=0.02, abs=0.6)
        assert grams == pytest.approx(sum(f.grams for f in one.filaments), rel=0.02, abs=0.6)
        assert hours == pytest.approx(one.hours, rel=0.03, abs=0.06)
