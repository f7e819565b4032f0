"""Grid: the cells of the assembled board form one level grid, across its seams as well.

Cells are found by their bosses: a section of each quarter over its land shows nothing else. A
boss's centre is the middle between its side faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.faces import Facets
from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.rests import levels
from kitgen.checks.several import Case, judged
from kitgen.checks.written import WrittenKit

Floats = NDArray[np.float64]
EXACT_MM = 1e-4
"""To which pitch and level are kept; float32 coordinates err by 4e-6 mm at 100 mm."""
FLANK = 0.35
"""Of a boss's height: where its straight flanks are cut, below the chamfer."""
PITCH = "manifest: profile.print.pitch"


@dataclass(frozen=True)
class Cell:
    """One boss where it stands in the game; mm.

    Attributes:
        quarter: id of the quarter that it stands on.
        x: of its centre.
        y: of its centre.
        top: its highest point.
        land: height of the land that it stands on.
    """

    quarter: str
    x: float
    y: float
    top: float
    land: float


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Measure the cells of the whole board.

    Args:
        kit: as written.

    Raises:
        UnsoundFileError: A quarter's file is absent or bounds no solid.
    """
    quarters = kit.ids("board", "board-quarter")
    if not quarters:
        return
    names = tuple(quarters)
    cells = [cell for quarter in quarters for cell in cells_of(kit, quarter)]
    asked = kit.manifest.profile.get("size")
    size = asked if isinstance(asked, int) else 0
    yield within(
        "grid.cells",
        "cells of the assembled board",
        names,
        float(len(cells)),
        low=float(size**2),
        high=float(size**2),
        unit="",
        source="manifest: profile.size, squared",
    )
    pitch = kit.number("pitch", 0.0)
    grid = placed_on_grid(cells, pitch)
    if grid is None:
        yield unjudged("grid.pitch", "pitch of the cells", names, "no grid of cells", fails=True)
        return
    yield from _pitches(grid, pitch)
    yield from _straight(grid, pitch)
    yield from _level(grid)


def cells_of(kit: WrittenKit, quarter: str) -> list[Cell]:
    """The cells of one quarter in the game, in no order that means anything."""
    part = kit.items[quarter].part
    facets = Facets.of(kit.mesh(part))
    flats = levels(facets, facets.up)
    if not flats:
        return []
    land = max(flats, key=lambda each: each[1])[0]
    top = float(facets.corners[:, :, 2].max())
    rings = kit.solid(part).slice(land + FLANK * (top - land)).to_polygons()
    pose = kit.pose(quarter)
    highest = facets.boxes[:, 1, 2]
    spots = facets.corners[:, :, :2].mean(axis=1)
    found = []
    for ring in map(np.asarray, rings):
        low, high = ring.min(axis=0), ring.max(axis=0)
        on_it = ((spots > low) & (spots < high)).all(axis=1)
        level = highest[on_it].max() if on_it.any() else np.nan
        spot = np.array([*(low + high) / 2, level])
        x, y, z = pose[:3, :3] @ spot + pose[:3, 3]
        found.append(Cell(quarter, float(x), float(y), float(z), float(land + pose[2, 3])))
    return found


def placed_on_grid(cells: Sequence[Cell], pitch: float) -> dict[tuple[int, int], Cell] | None:
    """Cells by (row, column), row 0 the farthest; None where they fill no rectangle."""
    if not cells or pitch <= 0:
        return None
    spots = np.array([(cell.x, cell.y) for cell in cells])
    columns = np.rint((spots[:, 0] - spots[:, 0].min()) / pitch).astype(int).tolist()
    rows = np.rint((spots[:, 1].max() - spots[:, 1]) / pitch).astype(int).tolist()
    found = dict(zip(zip(rows, columns, strict=True), cells, strict=True))
    full = (max(rows) + 1) * (max(columns) + 1)
    return found if len(found) == len(cells) == full else None


def _pitches(grid: Mapping[tuple[int, int], Cell], pitch: float) -> Iterator[Finding]:
    inside: list[Case] = []
    seams: list[Case] = []
    for (row, column), cell in sorted(grid.items()):
        for way, place in (("x", (row, column + 1)), ("y", (row + 1, column))):
            if place not in grid:
                continue
            other = grid[place]
            value = other.x - cell.x if way == "x" else cell.y - other.y
            case = Case(
                tuple(dict.fromkeys((cell.quarter, other.quarter))),
                value,
                pitch - EXACT_MM,
                pitch + EXACT_MM,
                f"along {way} from cell {row}-{column}",
            )
            (inside if cell.quarter == other.quarter else seams).append(case)
    words = "distance of neighbouring cells' centres"
    yield from judged("grid.pitch", f"{words} on a quarter", inside, unit="mm", source=PITCH)
    yield from judged("grid.seam_pitch", f"{words} across a seam", seams, unit="mm", source=PITCH)


def _straight(grid: Mapping[tuple[int, int], Cell], pitch: float) -> Iterator[Finding]:
    """Rows and columns are straight, and at right angles: no cell is beside its place."""
    places, cells = np.array(list(grid)), list(grid.values())
    spots = np.array([(cell.x, -cell.y) for cell in cells])
    beside = spots - pitch * places[:, ::-1]
    beside -= np.median(beside, axis=0)
    yield from judged(
        "grid.straight",
        "how far a cell's centre is beside its place in one grid",
        [
            Case((cell.quarter,), value, None, EXACT_MM, f"cell {row}-{column}")
            for cell, (row, column), value in zip(
                cells, grid, np.abs(beside).max(axis=1).tolist(), strict=True
            )
        ],
        unit="mm",
        source=PITCH,
    )


def _level(grid: Mapping[tuple[int, int], Cell]) -> Iterator[Finding]:
    tops = {place: cell.top for place, cell in grid.items()}
    lands = {place: cell.land for place, cell in grid.items()}
    for check, what, heights in (
        ("grid.tops", "height of a cell's top over that of most", tops),
        ("grid.lands", "height of a cell's land over that of most", lands),
    ):
        usual = float(np.median(list(heights.values())))
        cases = [
            Case(
                (grid[place].quarter,), z - usual, -EXACT_MM, EXACT_MM, "cell {}-{}".format(*place)
            )
            for place, z in heights.items()
        ]
        yield from judged(check, what, cases, unit="mm", source="measured: the board is level")
