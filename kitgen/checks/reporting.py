"""From the files of a kit to the report that lies beside them."""

from __future__ import annotations

import dataclasses
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from kitgen.carry import make_way
from kitgen.checks.finding import Finding
from kitgen.checks.report import Report, report
from kitgen.checks.report_page import page
from kitgen.checks.running import digest_of, judge
from kitgen.checks.section_drawing import Figure, drawn
from kitgen.checks.written import UnsoundFileError, WrittenKit
from kitgen.export.manifest import PlateEstimate
from kitgen.store import Store

REPORT_JSON = "report.json"
REPORT_HTML = "report.html"


def checked(
    folder: Path,
    store: Store,
    *,
    more: Callable[[WrittenKit], Sequence[Finding]] = lambda _: (),
    font_path: Path | None = None,
    jobs: int | None = None,
    begin: Callable[[int], None] = lambda _: None,
    answered: Callable[[str], None] = lambda _: None,
) -> tuple[WrittenKit, Report]:
    """Judge the kit in a folder.

    Args:
        folder: Holds the kit.
        store: Where answers are kept.
        more: Asks what needs another program, such as a slicer; its findings join the report.
        font_path: Font file to judge letters by, where the profile's font is not to be found.
        jobs: How many processes judge at most; all cores if None.
        begin: Called with the number of questions.
        answered: Called with the title of each question that is answered.

    Raises:
        UserError: If there is no kit.
    """
    kit, findings = judge(
        folder, store, font_path=font_path, jobs=jobs, begin=begin, answered=answered
    )
    return kit, report(kit, (*findings, *more(kit)))


def write_report(kit: WrittenKit, found: Report, store: Store) -> tuple[Path, ...]:
    """Make ``report.json`` and ``report.html``, and put them into the kit's folder.

    Returns:
        Both paths.

    Raises:
        OSError: If the folder cannot be written.
    """
    return put_report(kit.folder, report_files(kit, found, store))


def report_files(kit: WrittenKit, found: Report, store: Store) -> dict[str, bytes]:
    """Make both files, by name; drawing the joints takes seconds where they are not known."""
    return {
        REPORT_JSON: found.to_bytes(),
        REPORT_HTML: page(found, facts(kit), figures(kit, store)),
    }


def put_report(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Put what :func:`report_files` made into a folder, each file whole or not at all.

    A file of the user's that has one of these names is kept beside it, as ``report.kept.json``.

    Returns:
        Their paths.

    Raises:
        OSError: If the folder cannot be written.
    """
    for name, data in files.items():
        make_way(folder, name)
        # A name of its own: where no lock can be made, two checks may end at the same time.
        part = folder / f".{name}.{secrets.token_hex(4)}.part"
        try:
            part.write_bytes(data)
            part.replace(folder / name)
        finally:
            with suppress(OSError):
                part.unlink()
    return tuple(folder / name for name in files)


def figures(kit: WrittenKit, store: Store) -> list[Figure]:
    """Draw the joints, or take the drawings from the cache; none where a part is no solid."""
    key = f"sections {digest_of(kit)}"
    known = store.get(key)
    if known is not None:
        return [Figure(**entry) for entry in json.loads(known)]
    from kitgen.checks.sections import pictures

    try:
        made = [figure for picture in pictures(kit) if (figure := drawn(picture)) is not None]
    except UnsoundFileError:
        return []
    store.put(key, json.dumps([dataclasses.asdict(figure) for figure in made]).encode())
    return made


def facts(kit: WrittenKit) -> list[tuple[str, str]]:
    """What someone at the printer wants to know, from the manifest."""
    manifest = kit.manifest
    count = sum(part.count for part in manifest.parts)
    found = [
        ("parts", f"{count}, of {len(manifest.parts)} shapes"),
        ("layers", f"{kit.number('layer_height', 0):g} mm, as the files lie, no supports"),
        ("clearance", f"{kit.number('clearance_per_side', 0):g} mm a side"),
    ]
    if (filament := manifest.material) is not None:
        once = filament.strain_limit_once
        one_bend = "" if once is None else f" ({100 * once:g} % once)"
        strain = f"snap arms may bend by {100 * filament.strain_limit_repeated:g} %{one_bend}"
        found.append(("material", f"{filament.name}; {strain}. {filament.advice}".strip()))
    if manifest.printer is not None:
        width, depth = manifest.printer.bed_mm
        found.append(("printer", f"{manifest.printer.name}, bed {width:g} x {depth:g} mm"))
    found += [(p.file, f"{p.title}{_estimated(p.estimate)}") for p in manifest.plates]
    if (change := manifest.filament_change) is not None:
        found.append(
            (
                "letters in a second colour with one nozzle",
                f"change filament when {change.z_mm:g} mm are printed, before layer {change.layer}"
                " of the tiles, which slicers list by its top",
            )
        )
    return found


def _estimated(estimate: PlateEstimate | None) -> str:
    if estimate is None:
        return ""
    hours = " or ".join(f"{value:.1f} h {name}" for name, value in estimate.hours.items())
    return f"; about {estimate.grams:.0f} g, {hours} (kitgen's own estimate)"
