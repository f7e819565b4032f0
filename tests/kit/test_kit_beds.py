"""Every bed with every size of board: it fits, or the refusal says what would."""

import re
from dataclasses import replace

import pytest
from spoilt import dimensions_of

from kitgen.errors import UserError
from kitgen.kit.beds import _bed, largest_board, require_bed
from kitgen.kit.contents import kit_parts
from kitgen.parts.registry import size_of
from kitgen.production.letters import laid_out
from kitgen.settings.printers import fits, printer, printers
from kitgen.store import Store

SIZES = (6, 8, 10, 12, 14, 16)


@pytest.fixture(scope="module")
def parts_of():
    known = {}

    def make(size: int, machine: str):
        dims = dimensions_of(size=size, printer=machine)
        if size not in known:
            known[size] = kit_parts(dims, laid_out(dims, Store(None)))
        return dims, known[size]

    return make


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("machine", list(printers()))
def test_all_parts_fit_or_what_fits_is_said(parts_of, machine: str, size: int) -> None:
    dims, parts = parts_of(size, machine)
    too_large = [
        part.name for part in parts if not fits(printer(machine), *size_of(part.parameters))
    ]
    if not too_large:
        assert require_bed(dims, parts).name == machine
        return
    with pytest.raises(UserError) as refused:
        require_bed(dims, parts)
    said = str(refused.value)
    assert len(said.splitlines()) == 1
    assert said.startswith(f"{too_large[0]} of ")
    assert f"does not fit {machine} ({printer(machine).bed}" in said
    if (smaller := re.search(r"--size (\d+) does", said)) is not None:
        other, others = parts_of(int(smaller[1]), machine)
        assert require_bed(other, [part for part in others if part.kind == "board-quarter"])
        assert int(smaller[1]) + 2 > size or largest_board(dims, printer(machine)) == int(
            smaller[1]
        )
    named = re.search(r"printers that take all parts are (.*)$", said)
    assert named or smaller
    for name in named[1].split(", ") if named else ():
        assert all(fits(printer(name), *size_of(part.parameters)) for part in parts)


def test_the_default_kit_fits_the_smallest_bed_that_is_known(parts_of) -> None:
    dims, parts = parts_of(10, "voron-v0")
    assert require_bed(dims, parts).bed_mm == (120, 120)


def test_a_quarter_of_sixteen_does_not_fit_a_small_bed(parts_of) -> None:
    dims, parts = parts_of(16, "prusa-mini")
    with pytest.raises(UserError, match=r"^board-quarter of 18\d\.\d x 18\d\.\d x \d\.\d mm does"):
        require_bed(dims, parts)
    with pytest.raises(UserError, match=r"--size 14 does; printers that take all parts are ultim"):
        require_bed(dims, parts)


def test_parts_that_are_not_printed_do_not_matter(parts_of) -> None:
    dims, parts = parts_of(16, "voron-v0")
    none = [replace(part, count=0) for part in parts]
    assert require_bed(dims, none).name == "voron-v0"


def test_what_is_excluded_is_said(parts_of) -> None:
    dims, parts = parts_of(16, "bambu-p1s")
    assert require_bed(dims, parts).excluded  # a quarter of sixteen lies behind the corner
    assert _bed(printer("bambu-p1s")).endswith("; 0 to 18 x 0 to 28 mm excluded")
