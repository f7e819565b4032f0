"""Seated: the assembled game crosses nowhere, and rests on the faces that are meant for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from kitgen.checks import rack_rests
from kitgen.checks.crossings import NOTHING_MM3, crossings, four_at_once, upon_its_like
from kitgen.checks.faces import Facets
from kitgen.checks.finding import Finding, unjudged, within
from kitgen.checks.pairs import Fit, nests, seams, stack_pitch
from kitgen.checks.rests import (
    LEAST_LAND_SHARE,
    RESTING_MM,
    Rest,
    Surfaces,
    ceiling_height,
    land_height,
)
from kitgen.checks.several import Case, judged
from kitgen.checks.stops import Stop, stop
from kitgen.checks.written import WrittenKit

LEAST_AIR_MM = 0.2
"""Over the letter: a top surface comes out over-full by as much."""
ALIKE_MM = 1e-4
"""By how much tiles of one set may differ in height and depth."""
MOST_STOP = 1.5
"""Of the clearance: how far parts may be pushed on."""
STACK = "stack"
PROFILE_PITCH = "manifest: profile.print.tile_height and letter_relief"
RESTING = "design rule: resting faces cross by at most 1e-5 mm times their area"
WORDS = {
    ("board-quarter", "board-quarter"): "common volume of board quarters",
    ("board-quarter", "tile"): "common volume of a tile and the board",
    ("rack-half", "rack-half"): "common volume of rack halves",
    ("rack-half", "tile"): "common volume of a tile and its rack",
    ("tile", "tile"): "common volume of tiles",
    ("tile", "tile-letter"): "common volume of a tile and an inlaid letter",
}


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Measure everything that is seated.

    Args:
        kit: as written.

    Raises:
        UnsoundFileError: A file is absent or bounds no solid.
    """
    surfaces = Surfaces(kit)
    rests = [(fit, surfaces.rest(fit)) for fit in nests(kit)]
    yield from _overlaps(kit, rests)
    yield from _lands(kit, rests)
    yield from _air(rests)
    yield from _tiles(kit, surfaces)
    yield from _stack(kit, surfaces)
    yield from _stops(kit)
    yield from rack_rests.findings(kit)


def _overlaps(kit: WrittenKit, rests: list[tuple[Fit, Rest]]) -> Iterator[Finding]:
    areas = {between: rest.flat for fit, rest in rests for between in fit.alike}
    walls = _letter_walls(kit)
    by_kinds: dict[tuple[str, str], list[Case]] = {}
    for crossing in crossings(kit):
        area = areas.get(crossing.between, 0.0) or areas.get(crossing.between[::-1], 0.0)
        if crossing.kinds == ("tile", "tile-letter"):
            letter = next(i for i in crossing.between if kit.items[i].part in walls)
            area = walls[kit.items[letter].part]
        limit = max(NOTHING_MM3, RESTING_MM * area)
        case = Case(crossing.between, crossing.volume, high=limit)
        by_kinds.setdefault(crossing.kinds, []).append(case)
    for kinds, measures in by_kinds.items():
        words = WORDS.get(kinds, f"common volume of {' and '.join(kinds)}")
        yield from judged("seated.overlap", words, measures, unit="mm3", source=RESTING)
    quarters = kit.ids("board", "board-quarter")
    if len(quarters) > 1:
        yield within(
            "seated.centre",
            "common volume of all quarters at once, where they meet in the centre",
            tuple(quarters),
            four_at_once(kit, quarters),
            high=NOTHING_MM3,
            unit="mm3",
            source="design rule: seated parts share no volume",
        )
    pitch = stack_pitch(kit)
    likes = [
        Case(
            (fit.first,),
            upon_its_like(kit, fit.first, pitch),
            high=max(NOTHING_MM3, RESTING_MM * rest.flat),
        )
        for fit, rest in rests
        if fit.joint is None
    ]
    words = "common volume of two tiles of one letter, stacked"
    yield from judged("seated.overlap", words, likes, unit="mm3", source=RESTING)


def _letter_walls(kit: WrittenKit) -> Mapping[str, float]:
    """By inlaid letter the area in mm2 of what lies against its pocket: all but its top."""
    found = {}
    for name in kit.named("tile-letter"):
        facets = Facets.of(kit.mesh(name))
        found[name] = float(facets.areas[~facets.up].sum())
    return found


def _lands(kit: WrittenKit, rests: list[tuple[Fit, Rest]]) -> Iterator[Finding]:
    for kind, chosen in _by_kind(rests):
        measures = [
            Case(fit.between, rest.land, low=-RESTING_MM, high=RESTING_MM) for fit, rest in chosen
        ]
        yield from judged(
            "seated.land",
            f"height of a {kind} over its land, lowered until it rests",
            measures,
            unit="mm",
            source="design rule: a tile rests on its land (1e-5 mm for float32)",
        )
        areas = []
        for fit, rest in chosen:
            size = kit.mesh(fit.first).extents
            least = LEAST_LAND_SHARE * float(size[0] * size[1])
            areas.append(Case(fit.between, rest.touching, low=least))
        yield from judged(
            "seated.contact",
            f"area on which a {kind} rests",
            areas,
            unit="mm2",
            source=f"design rule: {LEAST_LAND_SHARE:.0%} of the tile's footprint",
        )


def _air(rests: list[tuple[Fit, Rest]]) -> Iterator[Finding]:
    for kind, chosen in _by_kind(rests):
        measures = [
            Case(
                fit.between,
                rest.air,
                low=LEAST_AIR_MM,
                note=f"at x {rest.air_place[0]:.1f}, y {rest.air_place[1]:.1f} of the tile",
            )
            for fit, rest in chosen
            if np.isfinite(rest.air)
        ]
        yield from judged(
            "seated.air",
            f"air between a {kind} and all that stands in its pocket, letters included",
            measures,
            unit="mm",
            source="design rule: 0.2 mm, by which a top surface comes out over-full",
        )


def _by_kind(rests: list[tuple[Fit, Rest]]) -> Iterator[tuple[str, list[tuple[Fit, Rest]]]]:
    for kind in dict.fromkeys(fit.kind for fit, _ in rests):
        yield kind, [each for each in rests if each[0].kind == kind]


def _tiles(kit: WrittenKit, surfaces: Surfaces) -> Iterator[Finding]:
    """Each tile by itself: tiles of a set are the same height, and their pockets the same depth."""
    tiles = kit.named("tile")
    if not tiles:
        return
    pitch = stack_pitch(kit)
    heights = [
        Case(
            (name,), land_height(surfaces.facets(name)), low=pitch - ALIKE_MM, high=pitch + ALIKE_MM
        )
        for name in tiles
    ]
    words = "what a tile adds to a stack: from its underside to its land"
    yield from judged("seated.pitch", words, heights, unit="mm", source=PROFILE_PITCH)
    depths = {name: ceiling_height(surfaces.facets(name)) for name in tiles}
    usual = float(np.nanmedian(list(depths.values()))) if tiles else np.nan
    yield from judged(
        "seated.pocket",
        "depth of a tile's pocket, from the underside to the ceiling",
        [
            Case((name,), depth, low=usual - ALIKE_MM, high=usual + ALIKE_MM)
            for name, depth in depths.items()
        ],
        unit="mm",
        source="measured: the usual depth of the set",
    )


def _stack(kit: WrittenKit, surfaces: Surfaces) -> Iterator[Finding]:
    """The n-th land lies n - 1 pitches above the first; nothing lifts a tile in between."""
    tiles = kit.ids(STACK, "tile")
    if len(tiles) < 2:
        return
    pitch = stack_pitch(kit)
    lands, tops = [], []
    for name in tiles:
        facets = surfaces.facets(kit.items[name].part)
        bottom = kit.pose(name)[2, 3] + facets.corners[:, :, 2].min()
        lands.append(bottom + land_height(facets))
        tops.append(kit.pose(name)[2, 3] + facets.corners[:, :, 2].max())
    first = surfaces.facets(kit.items[tiles[0]].part)
    base = kit.pose(tiles[0])[2, 3] + first.corners[:, :, 2].min()
    measures = [
        Case((name,), land - lands[0], low=n * pitch - ALIKE_MM, high=n * pitch + ALIKE_MM)
        for n, (name, land) in enumerate(zip(tiles, lands, strict=True))
        if n
    ]
    words = "height of a stacked tile's land over the first tile's"
    yield from judged("seated.lands", words, measures, unit="mm", source=PROFILE_PITCH)
    alone = float(np.ptp(first.corners[:, :, 2]))
    expected = (len(tiles) - 1) * pitch + alone
    yield within(
        "seated.stack_height",
        f"height of a stack of {len(tiles)}",
        tuple(tiles),
        float(max(tops) - base),
        low=expected - ALIKE_MM,
        high=expected + ALIKE_MM,
        unit="mm",
        source=f"{PROFILE_PITCH}; measured: height of one tile",
    )


def _stops(kit: WrittenKit) -> Iterator[Finding]:
    chord = kit.number("chord_error", 0.0)
    measured = [(fit, stop(kit, fit)) for fit in seams(kit)]
    for kind in dict.fromkeys(fit.kind for fit, _ in measured):
        chosen = [each for each in measured if each[0].kind == kind]
        yield from _stop_findings(kind, chosen, chord)


def _stop_findings(kind: str, chosen: list[tuple[Fit, Stop]], chord: float) -> Iterator[Finding]:
    judgeable = [(fit, met) for fit, met in chosen if met.area > 0]
    for fit, met in chosen:
        if not met.area:
            yield unjudged(
                "seated.stop",
                f"how far {kind} can be pushed on",
                fit.between,
                "no seam faces stand opposite each other",
                fails=True,
            )
    yield from judged(
        "seated.stop",
        f"how far {kind} can be pushed on until their seam faces meet",
        [
            Case(
                fit.between,
                met.gap,
                low=fit.clearance - chord,
                high=MOST_STOP * fit.clearance,
                note=f"seam faces of {met.area:.0f} mm2",
            )
            for fit, met in judgeable
        ],
        unit="mm",
        source="manifest: joints.clearance_per_side_mm, to 1.5 times of it",
    )
    yield from judged(
        "seated.first_contact",
        f"how far {kind} can be pushed on until anything meets",
        [
            Case(
                fit.between,
                met.first,
                low=met.gap - chord,
                note="at x {:.1f}, y {:.1f}, z {:.1f} of the game".format(*met.place),
            )
            for fit, met in judgeable
        ],
        unit="mm",
        source="measured: no earlier than the seam faces, less the chord error",
    )
