"""Swollen: joints still go together when plastic spreads in the print plane.

The first layers are squeezed outward by the bed (elephant foot), and a printer that lays down too
much swells a part at every height. Both are asked of the sections: grown outward they must share
nothing. Lands are exempt by themselves: they touch up and down, not sideways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.finding import Finding
from kitgen.checks.pairs import Fit, nests, seams
from kitgen.checks.several import Case, judged
from kitgen.checks.swelling import Cuts, Slices
from kitgen.checks.written import WrittenKit

Floats = NDArray[np.float64]
FOOT_MM = 0.2
"""By how much the lowest layers spread, and up to which height."""
SHARE = 0.45
"""Of the clearance, by which either part swells at every height."""
NOTHING_MM3 = 1e-6
FOOT = f"design rule: the lowest {FOOT_MM} mm of each part grown by {FOOT_MM} mm"
SWELL = f"design rule: each part grown by {SHARE} of joints.clearance_per_side_mm at every height"


@dataclass(frozen=True)
class Swell:
    """What is left between two parts that swell.

    Attributes:
        overlap: volume that they share, in mm3.
        room: least distance left between them, in mm, negative where they cross.
        height: at which, over the first part's bed, in mm.
    """

    overlap: float
    room: float
    height: float

    @property
    def where(self) -> str:
        """For the reader."""
        return f"{self.height:.2f} mm over the bed of the first"


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Grow both parts of every joint, and each tile with its like.

    Args:
        kit: as written.

    Raises:
        UnsoundFileError: A file is absent or bounds no solid.
    """
    cuts = Cuts(kit)
    found: dict[str, list[tuple[Fit, Swell | None, Swell]]] = {}
    for fit in seams(kit):
        slices = cuts.seam(fit)
        found.setdefault(fit.kind, []).append((fit, foot(slices), swell(slices, fit.clearance)))
    for fit in nests(kit):
        slices = cuts.nest(fit)
        found.setdefault(fit.kind, []).append((fit, foot(slices), swell(slices, fit.clearance)))
    for kind, swells in found.items():
        feet = [(fit, each) for fit, each, _ in swells if each is not None]
        yield from _told("swollen.foot", f"elephant feet of {kind}", feet, FOOT)
        walls = [(fit, each) for fit, _, each in swells]
        yield from _told("swollen.clearance", f"swollen walls of {kind}", walls, SWELL)


def foot(slices: Slices) -> Swell | None:
    """Grow what lies in the lowest layers of either part's print; None where nothing does."""
    by = [
        np.where((slices.heights > bed) & (slices.heights < bed + FOOT_MM), FOOT_MM, 0.0)
        for bed in (slices.bed, 0.0)
    ]
    return _grown(slices, by[0], by[1]) if (by[0] + by[1]).any() else None


def swell(slices: Slices, clearance: float) -> Swell:
    """Grow both parts at every height."""
    by = np.full(len(slices.heights), SHARE * clearance)
    return _grown(slices, by, by)


def _grown(slices: Slices, first: Floats, second: Floats) -> Swell:
    grows = first + second > 0
    room = np.where(grows, slices.room(first + second), np.inf)
    # Empty sections are nowhere near.
    room = np.where(np.isnan(room), np.inf, room)
    overlap = sum(
        slices.overlap(at, float(first[at]), float(second[at]))
        for at in np.flatnonzero(room < 0).tolist()
    )
    if not len(room):
        return Swell(0.0, np.inf, 0.0)
    least = int(room.argmin())
    return Swell(float(overlap), float(room[least]), float(slices.heights[least] - slices.bed))


def _told(check: str, what: str, swells: list[tuple[Fit, Swell]], source: str) -> Iterator[Finding]:
    yield from judged(
        check,
        f"common volume of {what}",
        [Case(fit.between, each.overlap, high=NOTHING_MM3) for fit, each in swells],
        unit="mm3",
        source=source,
    )
    yield from judged(
        f"{check}_room",
        f"room left between {what}",
        [
            Case(fit.between, each.room, low=0.0, note=each.where)
            for fit, each in swells
            if np.isfinite(each.room)
        ],
        unit="mm",
        source=source,
    )
