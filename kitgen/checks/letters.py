"""Does each tile carry its letter, the right way round?

The section of every tile at its letter is laid over its label as the font draws it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kitgen.checks.finding import Finding, equal, unjudged, within
from kitgen.checks.pairs import in_layers
from kitgen.checks.several import Case, judged
from kitgen.errors import UserError

if TYPE_CHECKING:
    from shapely import MultiPolygon

    from kitgen.checks.label_outlines import Drawings
    from kitgen.checks.written import WrittenKit
    from kitgen.export.manifest import Letter, Part

WELL_SET = 0.98
"""Least intersection over union of a letter and its outline; from it on two letters look alike."""
PLAIN_MM2 = 0.01
"""Area on a tile without a letter that is no letter."""
MARGIN_SLACK_MM = 0.01
"""Chord error of curved letters and of the top's rounded corners."""
RELIEF_SLACK_MM = 1e-4
"""Rounding of heights in a file."""
LEVEL_SHARE = 0.98
"""Least share of a letter that ends on one level: crumbs of meshing and a nick may be left out."""
LEAST_FLOOR_MM = 0.8
"""Between the letter's ground and the pocket: four layers over a bridge."""
_FONT = "the font that manifest: profile.print.font names"
_AS_GOOD = 0.002
"""Two shares nearer than this differ by the chord error of curves."""
_ROWS = 10
"""Most findings of one kind about pairs."""

TURNS: Mapping[str, tuple[int, int, int, int]] = {
    "turned by 90 degrees": (0, -1, 1, 0),
    "turned by 180 degrees": (-1, 0, 0, -1),
    "turned by 270 degrees": (0, 1, -1, 0),
    "mirrored": (-1, 0, 0, 1),
    "mirrored and turned by 90 degrees": (0, 1, 1, 0),
    "mirrored and turned by 180 degrees": (1, 0, 0, -1),
    "mirrored and turned by 270 degrees": (0, -1, -1, 0),
}
"""Ways in which a letter can lie wrong: a, b, d, e of x' = a x + b y, y' = d x + e y."""


def findings(kit: WrittenKit) -> Iterator[Finding]:
    """Judge the letters of all tiles.

    Raises:
        UnsoundFileError: A file bounds no solid.
    """
    from kitgen.checks.label_outlines import BLANK, ink

    inks: dict[str, MultiPolygon] = {}
    for part in kit.manifest.parts:
        if part.kind not in ("tile", "tile-letter"):
            continue
        inks[part.name] = ink(kit, part.name)
        if part.letter is None or part.label in (None, BLANK):
            yield within(
                "letters.blank",
                "area of letter on a tile without one",
                (part.name,),
                float(inks[part.name].area),
                high=PLAIN_MM2,
                unit="mm2",
                source="manifest: parts.letter is null",
            )
    lettered = [kit.parts[name] for name in inks if kit.parts[name].letter is not None]
    for part in lettered:
        yield from _set(kit, part, inks[part.name])
    yield from _asked(kit, lettered)
    yield from _different([part for part in lettered if part.kind == "tile"], inks)
    yield from _alike(lettered)
    yield from _against_the_font(kit, lettered, inks)


def _set(kit: WrittenKit, part: Part, shape: MultiPolygon) -> Iterator[Finding]:
    """Depth and margins, which need no font."""
    from kitgen.checks.label_outlines import levels_of, top_face
    from kitgen.checks.letter_levels import least_floor

    facts, between = _facts(part), (part.name,)
    found = levels_of(kit, part.name, shape)
    words = "depth of the letter" if facts.style != "raised" else "height of the letter"
    yield within(
        "letters.relief",
        words,
        between,
        abs(found.top - found.letter),
        low=facts.relief_mm - RELIEF_SLACK_MM,
        high=facts.relief_mm + RELIEF_SLACK_MM,
        unit="mm",
        source="manifest: parts.letter.relief_mm",
    )
    yield within(
        "letters.level",
        f"share of the letter that has this {words.split(maxsplit=1)[0]}",
        between,
        found.share,
        low=LEVEL_SHARE,
        unit="",
        source="design rule: the letter ends on one level",
    )
    if part.kind == "tile-letter":
        return
    bounds = top_face(kit, part.name, found.top)
    yield within(
        "letters.floor",
        "least floor between the letter's ground and the pocket below",
        between,
        least_floor(kit.mesh(part.name), found, bounds),
        low=LEAST_FLOOR_MM - RELIEF_SLACK_MM,
        unit="mm",
        source="design rule: four layers over a bridge",
    )
    if shape.is_empty:
        return
    top, ink = np.array(bounds), np.array(shape.bounds)
    margin = kit.number("letter_margin", 0.6)
    yield within(
        "letters.margin",
        "from the letter to the edge of the flat top",
        between,
        float(np.min([ink[:2] - top[:2], top[2:] - ink[2:]])),
        low=margin - MARGIN_SLACK_MM,
        unit="mm",
        source="manifest: profile.print.letter_margin",
    )


def _asked(kit: WrittenKit, lettered: list[Part]) -> Iterator[Finding]:
    """What the manifest records of letters' depth is what its profile asks for."""
    asked = in_layers(kit.number("letter_relief", 0.8), kit.number("layer_height", 0.2))
    cases = [
        Case(
            (part.name,),
            _facts(part).relief_mm,
            low=asked - RELIEF_SLACK_MM,
            high=asked + RELIEF_SLACK_MM,
        )
        for part in lettered
    ]
    yield from judged(
        "letters.relief_asked",
        "depth or height of the letter on record",
        cases,
        unit="mm",
        source="manifest: profile.print.letter_relief in whole layers",
    )


def _different(tiles: list[Part], inks: Mapping[str, MultiPolygon]) -> Iterator[Finding]:
    """No two tiles look alike."""
    if len(tiles) < 2:
        return
    names = [part.name for part in tiles]
    pairs = list(combinations(names, 2))
    shares = _shares([inks[a] for a, _ in pairs], [inks[b] for _, b in pairs])
    worst = int(np.argmax(shares))
    alike = [number for number in np.argsort(-shares) if shares[number] >= WELL_SET]
    shown = [int(number) for number in alike[:_ROWS]] or [worst]
    for number in shown:
        yield within(
            "letters.different",
            "how much the two most similar letters have in common",
            pairs[number],
            float(shares[number]),
            high=float(np.nextafter(WELL_SET, 0)),
            unit="",
            source="design rule: letters are pairwise different",
            note=f"one of {len(alike)} such pairs" if len(alike) > len(shown) else "",
        )


def _alike(lettered: list[Part]) -> Iterator[Finding]:
    """Plain labels share one size, and all stand on one baseline."""
    from kitgen.checks.label_outlines import is_plain

    if not lettered:
        return
    first = _facts(lettered[0])
    odd = [
        part.name
        for part in lettered
        if _facts(part).cap_height_mm != first.cap_height_mm
        or _facts(part).baseline_mm != first.baseline_mm
        or (is_plain(part.label or "") and (_facts(part).scale, _facts(part).narrowing) != (1, 1))
    ]
    yield within(
        "letters.one_size",
        "letters that differ in size or baseline from the others",
        tuple(odd[:_ROWS]) or tuple(part.name for part in lettered[:1]),
        len(odd),
        high=0,
        unit="",
        source="design rule: one-letter labels share cap height and baseline",
    )


def _against_the_font(
    kit: WrittenKit, lettered: list[Part], inks: Mapping[str, MultiPolygon]
) -> Iterator[Finding]:
    from kitgen.checks.label_outlines import Drawings, font_of

    if not lettered:
        return
    try:
        font = font_of(kit)
        drawings = Drawings(kit, font)
        own = {part.name: drawings.label(part.label or "", _facts(part)) for part in lettered}
        by_label = {part.label or "": own[part.name] for part in reversed(lettered)}
    except UserError as error:
        yield unjudged(
            "letters.overlap",
            "share that a letter and its outline in the font have in common",
            (),
            f"{error}; `kitgen check --font PATH` names the file",
        )
        return
    recorded = _facts(lettered[0]).font_sha256
    if recorded is not None:
        found = hashlib.sha256(font.path.read_bytes()).hexdigest()
        same = equal(
            "letters.font",
            f"digest of the font found, {font.family} {font.style}",
            (),
            found,
            recorded,
            source="manifest: parts.letter.font_sha256",
        )
        yield same if same.verdict == "pass" else _softened(same)
    for part in lettered:
        yield from _judged(part, inks[part.name], own[part.name], by_label)
    yield from _barred(kit, lettered, inks, drawings)


def _softened(finding: Finding) -> Finding:
    from dataclasses import replace

    note = "another version of the font: letters are judged by it all the same"
    return replace(finding, verdict="warn", note=note)


def _judged(
    part: Part, shape: MultiPolygon, meant: MultiPolygon, others: Mapping[str, MultiPolygon]
) -> Iterator[Finding]:
    """One letter against its own outline, its outline lying wrong, and all others by label."""
    share = float(_shares([shape], [meant])[0])
    best, best_share = _best(part, shape, meant, others)
    yield within(
        "letters.overlap",
        f"share that the letter and the outline of {part.label} have in common",
        (part.name,),
        share,
        low=WELL_SET,
        unit="",
        source=_FONT,
        note="" if share >= WELL_SET else f"fits {best} by {100 * best_share:.1f} %",
    )
    yield equal(
        "letters.right",
        "what the letter fits best",
        (part.name,),
        best,
        part.label or "",
        source=_FONT,
    )
    yield equal(
        "letters.whole",
        "pieces and counters of the letter",
        (part.name,),
        _counts(shape),
        _counts(meant),
        source=_FONT,
    )


def _best(
    part: Part, shape: MultiPolygon, meant: MultiPolygon, others: Mapping[str, MultiPolygon]
) -> tuple[str, float]:
    """What fits a letter best, and by which share; its own label where another fits no better."""
    import shapely
    from shapely.affinity import affine_transform

    if shape.is_empty:
        return "nothing", 0.0
    share = float(_shares([shape], [meant])[0])
    names = [f"{part.label} {turn}" for turn in TURNS]
    shapes = [affine_transform(meant, [*turn, 0, 0]) for turn in TURNS.values()]
    for label, outline in others.items():
        if label != part.label:
            names.append(label)
            shapes.append(outline)
    # What differs too much in area cannot fit better.
    areas = shapely.area(shapes)
    may = np.minimum(areas, shape.area) > share * np.maximum(areas, shape.area)
    fitting = np.zeros(len(shapes))
    chosen = np.flatnonzero(may)
    fitting[chosen] = _shares([shape] * len(chosen), [shapes[number] for number in chosen])
    # Of a letter that looks the same turned or mirrored, every way is right, and else the first.
    best = int(np.flatnonzero(fitting >= fitting.max() - _AS_GOOD)[0])
    if fitting[best] <= share + _AS_GOOD:
        return part.label or "", share
    return names[best], float(fitting[best])


def _shares(first: list[MultiPolygon], second: list[MultiPolygon]) -> NDArray[np.float64]:
    """Intersection over union of shapes two by two; 0 where both are empty."""
    import shapely

    common = shapely.area(shapely.intersection(first, second))
    both = shapely.area(first) + shapely.area(second) - common
    shares: NDArray[np.float64] = np.divide(common, both, out=np.zeros_like(common), where=both > 0)
    return shares


def _counts(shape: MultiPolygon) -> str:
    """Pieces and counters, crumbs of slicing left out."""
    import shapely

    pieces = [piece for piece in shape.geoms if piece.area > PLAIN_MM2]
    holes = sum(
        shapely.Polygon(hole).area > PLAIN_MM2 for piece in pieces for hole in piece.interiors
    )
    return f"{len(pieces)} and {holes}"


def _barred(
    kit: WrittenKit,
    lettered: list[Part],
    inks: Mapping[str, MultiPolygon],
    drawings: Drawings,
) -> Iterator[Finding]:
    """Letters that can be mistaken when turned, and only they, carry a bar."""
    from kitgen.lettering.bars import ALWAYS, ambiguous

    tiles = [part for part in lettered if part.kind == "tile"]
    if not tiles:
        return
    source = "manifest: profile.print.orientation_bar"
    wanted = {part.label or "" for part in tiles}
    if kit.printed.get("orientation_bar", "auto") == "auto":
        wanted = (wanted & ALWAYS) | ambiguous(drawings.whole_set(tiles))
        if drawings.unknown(tiles):
            # Nobody knows here what these look like: a bar may be there for one of them.
            wanted |= {part.label or "" for part in tiles if _has_bar(part, inks)}
    wrong = [part for part in tiles if _has_bar(part, inks) != (part.label in wanted)]
    for part in wrong[:_ROWS]:
        there = _has_bar(part, inks)
        yield equal(
            "letters.bar",
            f"orientation bar under {part.label}",
            (part.name,),
            "there" if there else "none",
            "none" if there else "there",
            source=source,
            note=f"one of {len(wrong)} such letters" if len(wrong) > _ROWS else "",
        )
    if not wrong:
        count = sum(part.label in wanted for part in tiles)
        yield within(
            "letters.bar",
            "letters with an orientation bar, all that need one and no other",
            tuple(part.name for part in tiles if part.label in wanted)[:_ROWS],
            count,
            low=count,
            high=count,
            unit="",
            source=source,
        )


def _has_bar(part: Part, inks: Mapping[str, MultiPolygon]) -> bool:
    """Whether a piece of the letter is a rectangle below the baseline."""
    return any(
        piece.bounds[3] < _facts(part).baseline_mm and piece.area > 0.95 * piece.envelope.area
        for piece in inks[part.name].geoms
        if piece.area > PLAIN_MM2
    )


def _facts(part: Part) -> Letter:
    """What the manifest says of the letter of a part that has one."""
    if part.letter is None:
        raise ValueError(f"{part.name} has no letter")
    return part.letter
