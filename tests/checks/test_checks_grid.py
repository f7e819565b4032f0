"""The cells of the assembled board: one level grid, and what breaks it."""

import numpy as np
import pytest
from assembled import box
from sabotage import sabotaged

from kitgen.checks import grid
from kitgen.checks.written import WrittenKit

QUARTERS = ("quarter-near-right", "quarter-far-right", "quarter-far-left")
BOSSES = ((1, 1), (0, 2), (2, 0))
"""Counted from the board's centre; none is the first in the file."""
EVERY = {"grid.cells", "grid.pitch", "grid.seam_pitch", "grid.straight", "grid.tops", "grid.lands"}


def judge(folder):
    return list(grid.findings(WrittenKit.read(folder)))


def failed(folder):
    return {each.check: each for each in judge(folder) if each.verdict == "fail"}


@pytest.fixture(scope="module")
def board(kits):
    return kits(size=6, only=["board-quarter"])


def test_the_whole_board_is_one_grid(game) -> None:
    found = judge(game.folder)
    assert {each.check for each in found} == EVERY
    assert {each.verdict for each in found} == {"pass"}
    assert next(each for each in found if each.check == "grid.cells").value == 100


@pytest.mark.parametrize("size", [6, 8])
def test_other_sizes_are_grids(kits, size: int) -> None:
    assert {each.verdict for each in judge(kits(size=size, only=["board-quarter"]).folder)} == {
        "pass"
    }


def test_without_a_board_there_is_nothing_to_say(kits) -> None:
    assert judge(kits(size=6, only=["tile-A"]).folder) == []


@pytest.mark.parametrize("quarter", QUARTERS)
def test_a_quarter_that_is_shifted_errs_at_its_seams(board, tmp_path, quarter: str) -> None:
    def shift(manifest) -> None:
        item = next(item for item in manifest["assembly"] if item["id"] == quarter)
        item["pose"][0][3] += 0.05

    found = failed(sabotaged(board.folder, tmp_path / "kit", manifest=shift))
    assert set(found) == {"grid.seam_pitch", "grid.straight"}
    assert abs(found["grid.seam_pitch"].value - 21.0) == pytest.approx(0.05, abs=1e-3)
    assert quarter in found["grid.seam_pitch"].between
    assert found["grid.straight"].value == pytest.approx(0.05, abs=1e-3)
    assert found["grid.straight"].between == (quarter,)


@pytest.mark.parametrize("way", [(0.05, 0.0), (0.0, -0.05), (0.05, 0.05)])
def test_a_file_that_is_shifted_errs_at_every_seam(board, tmp_path, way) -> None:
    spoil = {"board-quarter": lambda solid: solid.translate([*way, 0.0])}
    found = failed(sabotaged(board.folder, tmp_path / "kit", solids=spoil))
    assert "grid.pitch" not in found
    error = abs(found["grid.seam_pitch"].value - 21.0)
    # A corner of the grid moves with both: where two seams meet, two shifts add up.
    assert error == pytest.approx(0.05 * sum(np.abs(np.sign(way))), abs=1e-3)


@pytest.mark.parametrize("moved", [("far-left", "far-right"), ("near-right", "far-right")])
def test_a_pitch_error_at_one_seam_is_told_of_it(board, tmp_path, moved) -> None:
    axis = 1 if moved[0].startswith("far") else 0

    def apart(manifest) -> None:
        for item in manifest["assembly"]:
            if item["id"].removeprefix("quarter-") in moved:
                item["pose"][axis][3] += 0.05

    found = failed(sabotaged(board.folder, tmp_path / "kit", manifest=apart))
    assert found["grid.seam_pitch"].value == pytest.approx(21.05, abs=1e-4)
    across = set(found["grid.seam_pitch"].between)
    assert len(across & {f"quarter-{name}" for name in moved}) == 1
    assert "grid.pitch" not in found


def around(board, cell):
    """A box that holds one boss, from its land upward."""
    x, y = (-(k + 0.5) * 21.0 for k in cell)
    land = board.meshes["board-quarter"].bounds[1, 2] - board.printed["boss_height"]
    return box((x - 9.0, y - 9.0, land), (x + 9.0, y + 9.0, 10.0))


@pytest.mark.parametrize("cell", BOSSES)
def test_a_boss_beside_its_place_is_found(board, tmp_path, cell) -> None:
    boss = around(board, cell)

    def move(solid):
        return (solid - boss) + (solid ^ boss).translate([0.05, 0.0, 0.0])

    found = failed(sabotaged(board.folder, tmp_path / "kit", solids={"board-quarter": move}))
    pitches = [found[name] for name in ("grid.pitch", "grid.seam_pitch") if name in found]
    assert pitches
    for each in pitches:
        assert abs(each.value - 21.0) in (
            pytest.approx(0.05, abs=1e-3),
            pytest.approx(0.1, abs=1e-3),
        )
    assert found["grid.straight"].value == pytest.approx(0.05, abs=1e-3)


@pytest.mark.parametrize("cell", BOSSES)
def test_a_boss_too_high_is_found(board, tmp_path, cell) -> None:
    x, y = (-(k + 0.5) * 21.0 for k in cell)
    top = board.meshes["board-quarter"].bounds[1, 2]
    plate = box((x - 5.0, y - 5.0, top - 0.9), (x + 5.0, y + 5.0, top + 0.1))
    spoil = {"board-quarter": lambda solid: solid + plate}
    found = failed(sabotaged(board.folder, tmp_path / "kit", solids=spoil))
    assert set(found) == {"grid.tops"}
    assert found["grid.tops"].value == pytest.approx(0.1, abs=1e-3)


@pytest.mark.parametrize("quarter", QUARTERS)
def test_a_quarter_that_stands_higher_is_found(board, tmp_path, quarter: str) -> None:
    def lift(manifest) -> None:
        item = next(item for item in manifest["assembly"] if item["id"] == quarter)
        item["pose"][2][3] += 0.03

    found = failed(sabotaged(board.folder, tmp_path / "kit", manifest=lift))
    assert set(found) == {"grid.tops", "grid.lands"}
    assert found["grid.lands"].value == pytest.approx(0.03, abs=1e-4)


@pytest.mark.parametrize("cell", BOSSES)
def test_a_cell_without_a_boss_is_found(board, tmp_path, cell) -> None:
    boss = around(board, cell)
    spoil = {"board-quarter": lambda solid: solid - boss}
    found = failed(sabotaged(board.folder, tmp_path / "kit", solids=spoil))
    assert found["grid.cells"].value == 32
    assert "grid.pitch" in found
