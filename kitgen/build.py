"""The pipeline from settings to a folder of files, readable from top to bottom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kitgen.errors import BuildError, KitgenError
from kitgen.export.manifest import Manifest
from kitgen.output_folder import replacing, set_aside
from kitgen.playability import Judgement, judge
from kitgen.production.kit_files import write_kit
from kitgen.production.meshes import Made, Order, make
from kitgen.production.planning import Plan

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
        manifest = write_kit(plan, made, judgement, folder)
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


def _judged(plan: Plan, progress: Progress) -> Judgement | None:
    request = plan.request
    if not request.validate:
        return None
    settings = request.settings
    judgement = judge(
        settings.game,
        settings.size,
        request.store,
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

    store = request.store
    kit, report = checked(
        folder,
        store,
        font_path=request.font_path,
        jobs=request.jobs,
        begin=lambda total: progress.stage("Checking", total=total),
        answered=progress.advance,
    )
    write_report(kit, report, store)
    return report


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
        request.store,
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
        request.store,
        font_path=request.font_path,
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
    return make(orders, plan.request.store, jobs=plan.request.jobs, made_one=progress.advance)
