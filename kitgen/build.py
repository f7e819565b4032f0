"""The pipeline from settings to a folder of files, readable from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kitgen import __version__
from kitgen.errors import BuildError, KitgenError, ParameterError
from kitgen.export import bom
from kitgen.export.manifest import (
    Manifest,
    Playability,
    playability_record,
)
from kitgen.export.open_sheet import open_sheet
from kitgen.kit.assembly import Standing, assembly
from kitgen.kit.beds import require_bed
from kitgen.kit.contents import KitPart, Lettering, chosen_parts, kit_parts
from kitgen.kit.coupon import JOINTS, JointName, coupon_parts
from kitgen.kit.dimensions import Dimensions, dimensions
from kitgen.kit.fits import fits
from kitgen.output_folder import replacing, set_aside
from kitgen.playability import Judgement, judge
from kitgen.production.coupon_letters import coupon_lettering
from kitgen.production.letters import laid_out
from kitgen.production.meshes import Made, Order, make
from kitgen.production.plates import plate_files
from kitgen.production.records import (
    filament_change_record,
    joint_record,
    listed,
    material_record,
    placed,
    printer_record,
    resolved,
    write_file,
    write_part,
)
from kitgen.settings.kit_settings import KitSettings, is_font_path
from kitgen.settings.materials import material
from kitgen.store import Store, cache_folder

if TYPE_CHECKING:
    from kitgen.checks.report import Report


Note = Callable[[str], None]


class Progress(Protocol):
    """What a build tells whoever waits for it."""

    def stage(self, title: str, total: int | None = None) -> None:
        """Begin a stage of the work."""

    def advance(self, item: str = "", steps: int = 1) -> None:
        """Count a step as done."""

    def note(self, text: str) -> None:
        """Say what the user should know."""


@dataclass(frozen=True)
class Request:
    """What to build."""

    settings: KitSettings
    only: Sequence[str] = ()
    """Names of parts, empty for the whole kit."""
    spare: Mapping[str, int] = field(default_factory=dict)
    step: bool = False
    jobs: int | None = None
    """Processes that build solids; all cores if None."""
    use_cache: bool = True
    force: bool = False
    """Take over a folder that is not kitgen's; its files are kept."""
    validate: bool = False
    """Judge first whether the tile set is playable."""
    strict: bool = False
    """Build nothing if it is judged and found not playable."""
    check: bool = False
    """Measure on the written files whether the kit fits and prints."""
    preview: bool = False
    """Draw it, and make the page to turn it round."""
    paper: bool = False
    """Write rules booklet, score sheet and manual; a part of a kit gets none."""


@dataclass(frozen=True)
class Plan:
    """Everything about a kit that needs no solid."""

    request: Request
    dimensions: Dimensions
    lettering: Lettering
    whole: tuple[KitPart, ...]
    """The parts of the whole kit."""
    parts: tuple[KitPart, ...]
    """Those that are asked for."""
    notes: tuple[str, ...]

    @property
    def density(self) -> float:
        """Of the material in g/cm3."""
        return material(self.request.settings.print.material).density_g_per_cm3


@dataclass(frozen=True)
class Built:
    """A kit that was written."""

    folder: Path
    manifest: Manifest
    plan: Plan
    judgement: Judgement | None
    """Whether the tile set is playable; None if that was not asked."""
    report: Report | None
    """What was measured on the files; None if that was not asked."""


class FailedCheckError(BuildError):
    """A kit that was built does not fit or print; it was set aside, and the earlier kit stays."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report


def plan(request: Request) -> Plan:
    """Decide what the kit consists of; every contradiction in the settings is found here.

    Raises:
        UserError: If settings, font or names of parts cannot be used.
    """
    settings = request.settings
    dims = dimensions(settings)
    lettering = laid_out(dims, _store(request))
    coupon, without = _coupon(request, dims, lettering)
    whole = (*coupon, *kit_parts(dims, lettering))
    parts = chosen_parts(whole, only=request.only, spare=request.spare)
    require_bed(dims, parts)
    notes = tuple(note for note in (settings.tile_set.note, *lettering.notes, without) if note)
    return Plan(request, dims, lettering, whole, parts, notes)


def build(plan: Plan, target: Path, progress: Progress) -> Built:
    """Make every file of a planned kit and put the folder in place.

    Raises:
        UserError: If the target cannot be used.
        BuildError: If a part comes out unsound, the disk is full, or the request is strict and
            the tile set not playable.
        FailedCheckError: If the kit fails its own check; it is left in ``TARGET.failed``.
    """
    with replacing(target, force=plan.request.force) as folder:
        for note in plan.notes:
            progress.note(f"note: {note}")
        judgement = _judged(plan, progress)
        made = _made(plan, progress)
        progress.stage("Writing files")
        manifest = _write(plan, made, judgement, folder)
        report = _checked(plan, folder, progress)
        if report is not None and report.verdict == "fail":
            raise FailedCheckError(
                f"{target} was not written: the new kit {report.summary()};"
                f" {_aside(folder, target)}",
                report,
            )
        once = _noted_once(progress)
        _draw(plan, folder, progress, once)
        _typeset(plan, folder, progress, once)
    return Built(target, manifest, plan, judgement, report)


def _aside(folder: Path, target: Path) -> str:
    """Keep a kit that failed, if it can be kept, and say where it lies."""
    try:
        return f"it lies in {set_aside(folder, target)}, with report.html"
    except KitgenError as error:
        # What the check found must be told all the same.
        return f"it was not kept: {error}"


def _coupon(
    request: Request, dims: Dimensions, lettering: Lettering
) -> tuple[tuple[KitPart, ...], str]:
    """The coupon that goes with a kit, or why there is none."""
    chosen = request.settings.print.coupon
    if chosen == "none":
        return (), ""
    try:
        written = coupon_lettering(dims, lettering, _store(request))
        joints: tuple[JointName, ...] = JOINTS if chosen == "all" else (chosen,)
        return coupon_parts(dims, lettering, written, joints), ""
    except ParameterError as error:
        # A kit that fits together must not be refused for the clearances that it does not use.
        return (), f"no coupon goes with this kit: {error}"


def _store(request: Request) -> Store:
    return Store(cache_folder() if request.use_cache else None)


def _judged(plan: Plan, progress: Progress) -> Judgement | None:
    request = plan.request
    if not request.validate:
        return None
    settings = request.settings
    judgement = judge(
        settings.game,
        settings.size,
        _store(request),
        jobs=request.jobs,
        begin=lambda games: progress.stage("Playing games", total=games),
        played_one=progress.advance,
    )
    if request.strict and judgement.verdict == "not playable":
        raise BuildError(f"{judgement.summary()}; without --strict it is built all the same")
    if judgement.verdict != "playable":
        progress.note(judgement.notice())
    return judgement


def _checked(plan: Plan, folder: Path, progress: Progress) -> Report | None:
    request = plan.request
    if not request.check:
        return None
    from kitgen.checks.reporting import checked, write_report

    store = _store(request)
    kit, report = checked(
        folder,
        store,
        font_path=_font_path(request),
        jobs=request.jobs,
        begin=lambda total: progress.stage("Checking", total=total),
        answered=progress.advance,
    )
    write_report(kit, report, store)
    return report


def _font_path(request: Request) -> Path | None:
    """Where the font lies that was given as a file: the manifest has but its name."""
    font = request.settings.print.font
    return Path(font) if is_font_path(font) else None


def _noted_once(progress: Progress) -> Note:
    """Paper and pictures may have the same to say."""
    said: set[str] = set()

    def note(text: str) -> None:
        if text not in said:
            progress.note(f"note: {text}")
        said.add(text)

    return note


def _draw(plan: Plan, folder: Path, progress: Progress, note: Note) -> None:
    request = plan.request
    if not request.preview:
        return
    from kitgen.companion_writing import write
    from kitgen.pictures.making import make_pictures

    made = make_pictures(
        folder,
        _store(request),
        jobs=request.jobs,
        begin=lambda total: progress.stage("Drawing", total=total),
        drawn=progress.advance,
        note=note,
    )
    write(made, folder)


def _typeset(plan: Plan, folder: Path, progress: Progress, note: Note) -> None:
    request = plan.request
    if not request.paper or request.only:
        return
    from kitgen.companion_writing import write
    from kitgen.paper.making import make_paper

    made = make_paper(
        folder,
        _store(request),
        font_path=_font_path(request),
        jobs=request.jobs,
        begin=lambda total: progress.stage("Typesetting", total=total),
        done=progress.advance,
        note=note,
    )
    write(made, folder)


def _made(plan: Plan, progress: Progress) -> dict[str, Made]:
    progress.stage("Building parts", total=len(plan.parts))
    chord_error = plan.request.settings.print.chord_error
    orders = [
        Order(part.name, part.parameters, chord_error, plan.request.step) for part in plan.parts
    ]
    return make(orders, _store(plan.request), jobs=plan.request.jobs, made_one=progress.advance)


def _write(
    plan: Plan, made: Mapping[str, Made], judgement: Judgement | None, folder: Path
) -> Manifest:
    """Write all files into the new folder; the manifest comes last."""
    settings = plan.request.settings
    parts = [write_part(part, made[part.name], settings, folder) for part in plan.parts]
    others = {
        f"step/{part.name}.step": data
        for part in plan.parts
        if (data := made[part.name].step) is not None
    }
    meshes = {name: piece.mesh for name, piece in made.items()}
    plates = plate_files(plan.dimensions, plan.parts, meshes, _store(plan.request))
    others |= {one.plate.file: one.data for one in plates}
    others["3mf/kit.3mf"] = open_sheet(
        plan.parts,
        meshes,
        letter_z=plan.dimensions.tile_top_z - plan.dimensions.relief,
        title=f"{settings.profile_name} {settings.size}",
        slicer=settings.print.slicer,
    )
    others["bom.csv"] = bom.encode(
        bom.BomRow(part.name, part.count, made[part.name].solid_volume_mm3, plan.density)
        for part in plan.parts
    )
    for path, data in others.items():
        write_file(folder / path, data)
    standing = _standing(plan)
    manifest = Manifest(
        kitgen_version=__version__,
        profile=resolved(settings),
        whole=not plan.request.only,
        parts=tuple(parts),
        files=tuple(listed(path, data) for path, data in others.items()),
        assembly=tuple(placed(item) for item in standing),
        joints=tuple(joint_record(fit) for fit in fits(plan.dimensions, standing)),
        material=material_record(settings),
        printer=printer_record(settings),
        plates=tuple(one.plate for one in plates),
        filament_change=filament_change_record(plan.dimensions),
        playability=None if judgement is None else _playability(judgement),
    )
    write_file(folder / "manifest.json", manifest.to_bytes())
    return manifest


def _standing(plan: Plan) -> list[Standing]:
    """The assembled game, less the parts that were not asked for."""
    names = {part.name for part in plan.parts}
    return [item for item in assembly(plan.dimensions, plan.whole) if item.part.name in names]


def _playability(judgement: Judgement) -> Playability:
    return playability_record(
        judgement.assessment,
        lexicon=judgement.lexicon,
        lexicon_sha256=judgement.lexicon_sha256,
    )
