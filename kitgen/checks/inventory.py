"""Whether a kit is complete: listed files and their checksums, counts of parts, the bill."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from kitgen.checks.files import SAFE_PATH
from kitgen.checks.finding import Finding, equal, unjudged, within
from kitgen.checks.several import MOST_FAILURES, Case, judged
from kitgen.checks.threemf_objects import PartMeshes
from kitgen.checks.written import WrittenKit
from kitgen.export.manifest import Part, sha256
from kitgen.mesh.measure import measure

QUARTERS = 4
"""A board has four."""
BOM = "bom.csv"
CM3_SLACK = 0.0006
"""The bill has three decimals."""
GRAMS_SLACK = 0.006
"""The bill has two decimals."""
CHORD_SHARE = 1e-3
"""The bill goes by the exact solid, of which a mesh may lack this share."""


def listed_files(kit: WrittenKit) -> Iterator[Finding]:
    """Ask whether every file that is no part is there, as it was written, under a safe name."""
    wrong = 0
    for listed in kit.manifest.files:
        try:
            found = sha256((kit.folder / listed.path).read_bytes())
        except OSError as error:
            reason = error.strerror or type(error).__name__
            what = f"the file {listed.path}"
            yield unjudged("package.present", what, (listed.path,), reason, fails=True)
            continue
        if found != listed.sha256:
            wrong += 1
            if wrong <= MOST_FAILURES:
                yield equal(
                    "package.checksum",
                    f"SHA-256 of {listed.path}",
                    (listed.path,),
                    found,
                    listed.sha256,
                    source="manifest: files.sha256",
                )
    if not wrong:
        yield within(
            "package.checksum",
            f"files that are not as they were written, of {len(kit.manifest.files)}",
            (),
            0,
            high=0,
            unit="",
            source="manifest: files.sha256",
        )
    unsafe = [file.path for file in kit.manifest.files if not SAFE_PATH.fullmatch(file.path)]
    yield within(
        "package.names",
        "paths with characters that some systems cannot take",
        tuple(unsafe[:MOST_FAILURES]),
        len(unsafe),
        high=0,
        unit="",
        source="design rule: ASCII letters, digits, - _ . in file names",
    )


def counts(kit: WrittenKit) -> Iterator[Finding]:
    """Ask whether there are as many of each part as the game takes; spares are welcome."""
    tiles = _tiles(kit)
    players = kit.printed.get("players")
    cases, missing = [], set(tiles)
    for part in kit.manifest.parts:
        needed = _needed(part, tiles, players if isinstance(players, int) else 0)
        if needed is not None:
            cases.append(Case((part.name,), part.count, needed))
        if part.kind == "tile" and part.label is not None:
            missing.discard(part.label)
    yield from judged(
        "package.count",
        "number of a part in the kit",
        cases,
        unit="",
        source="manifest: profile.tiles, profile.print.players; a board has four quarters",
    )
    unknown = [
        part.name
        for part in kit.manifest.parts
        if part.kind in ("tile", "tile-letter") and part.label not in tiles
    ]
    yield within(
        "package.labels",
        "tiles with a label that is not in the set",
        tuple(unknown[:MOST_FAILURES]),
        len(unknown),
        high=0,
        unit="",
        source="manifest: profile.tiles",
    )
    lacking = [
        name
        for name in ("board-quarter", "rack-half-left", "rack-half-right")
        if name not in kit.parts
    ]
    if not kit.manifest.whole:
        yield unjudged(
            "package.whole", "whether the kit is whole", (), "only some parts were asked for"
        )
        return
    yield within(
        "package.whole",
        "parts that the game needs and the kit has not",
        tuple(lacking[:MOST_FAILURES]),
        len(missing) + len(lacking),
        high=0,
        unit="",
        source="manifest: whole, profile.tiles",
        note=", ".join(label for label in tiles if label in missing),
    )


def bill_of_materials(kit: WrittenKit, meshes: PartMeshes) -> Iterator[Finding]:
    """Ask whether the bill lists the parts, their counts, and what their meshes weigh."""
    if BOM not in {listed.path for listed in kit.manifest.files}:
        return
    try:
        text = (kit.folder / BOM).read_text(encoding="utf-8")
        rows = {row["part"]: row for row in csv.DictReader(io.StringIO(text))}
    except (OSError, UnicodeDecodeError, csv.Error, KeyError) as error:
        yield unjudged("package.bom_readable", BOM, (BOM,), str(error), fails=True)
        return
    parts = [part for part in kit.manifest.parts if not is_coupon(part) or part.name in rows]
    unknown = [name for name in rows if name not in kit.parts and name != "total"]
    total = sum(part.count for part in parts)
    numbers = [
        Case((BOM, part.name), _figure(rows, part.name, "count"), part.count, part.count)
        for part in parts
    ]
    numbers += [Case((BOM, "total"), _figure(rows, "total", "count"), total, total)]
    numbers += [Case((BOM, name), _figure(rows, name, "count"), 0, 0) for name in unknown]
    yield from judged(
        "package.bom_count",
        "number of a part in the bill of materials",
        numbers,
        unit="",
        source="manifest: parts.count",
    )
    volumes: list[Case] = []
    masses: list[Case] = []
    density = None if kit.manifest.material is None else kit.manifest.material.density_g_per_cm3
    for part in parts:
        mesh = meshes.mesh(part.name)
        if mesh is None:
            continue
        cm3 = measure(mesh).volume_mm3 / 1000
        for column, each, slack, cases in (
            ("cm3 each", cm3, CM3_SLACK, volumes),
            ("grams each", cm3 * density if density else None, GRAMS_SLACK, masses),
        ):
            if each is not None and column in rows.get(part.name, {}):
                slack += abs(each) * CHORD_SHARE
                value = _figure(rows, part.name, column)
                cases.append(Case((BOM, part.name), value, each - slack, each + slack))
    yield from judged(
        "package.bom_volume",
        "volume of a part in the bill of materials",
        volumes,
        unit="cm3",
        source="the part's STL file",
    )
    yield from judged(
        "package.bom_mass",
        "mass of a part in the bill of materials, printed solid",
        masses,
        unit="g",
        source="the part's STL file, manifest: material.density_g_per_cm3",
    )


def is_coupon(part: Part) -> bool:
    """Whether a part is a test print and no part of the game."""
    return part.kind.startswith("coupon")


def _tiles(kit: WrittenKit) -> dict[str, int]:
    """The resolved set, in its order."""
    tiles = kit.manifest.profile.get("tiles", {})
    return dict(tiles) if isinstance(tiles, Mapping) else {}


def _needed(part: Part, tiles: Mapping[str, int], players: int) -> int | None:
    if part.kind in ("tile", "tile-letter"):
        return tiles.get(part.label or "", 0)
    return {"board-quarter": QUARTERS, "rack-half": players}.get(part.kind)


def _figure(rows: Mapping[str, Mapping[str, str]], name: str, column: str) -> float:
    """NaN, which keeps no limit, where there is no figure."""
    try:
        return float(rows[name][column])
    except (KeyError, TypeError, ValueError):
        return float("nan")
